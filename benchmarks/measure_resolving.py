"""Resolving with provenance beside `string.Template.safe_substitute`, which has none."""

import string
from collections.abc import Callable
from statistics import median
from time import perf_counter

from samples import SIZES, VALUES, prompt_of, scope

from editor.core.placeholders import Dollar
from editor.core.rendering import resolve

_RUNS = 5


def report_resolving() -> None:
    """Print the times of both at each size and their ratio."""
    print(f"Resolving a whole text (median of {_RUNS})")
    names = scope()
    for name, size in SIZES.items():
        text = prompt_of(size)
        plain = _time(lambda text=text: string.Template(text).safe_substitute(VALUES))
        ours = _time(lambda text=text: resolve(text, names, Dollar()).text)
        print(
            f"  {name:>7}  safe_substitute {plain * 1e3:8.2f} ms   "
            f"resolve {ours * 1e3:8.2f} ms   {ours / plain:5.1f} x"
        )


def _time(act: Callable[[], object]) -> float:
    times = []
    for _ in range(_RUNS):
        started = perf_counter()
        act()
        times.append(perf_counter() - started)
    return median(times)
