"""The program is killed while somebody types, pastes, undoes and saves; nothing promised is lost.

``make test-slow ARGS=tests/test_kill_runs.py`` runs it; `KILL_RUNS` says how often the program is
killed and `KILL_SEED` where chance begins. The figures are written and, with `KILL_FIGURES`, put
into a file.
"""

import os
import random
import sys
from pathlib import Path

import pytest

from tests.kill_runs.lab import Lab, display

RUNS = int(os.environ.get("KILL_RUNS", "50"))
SEED = int(os.environ.get("KILL_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)


@pytest.mark.slow
def test_nothing_promised_is_lost_when_the_program_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with display() as environment:
        figures = Lab(tmp_path / "lab", SEED, environment).run(RUNS)
    table = f"{figures.table()}\nseed{' ' * 46}{SEED}"
    with capsys.disabled():
        sys.stdout.write(f"\n{table}\n")
    if "KILL_FIGURES" in os.environ:
        Path(os.environ["KILL_FIGURES"]).write_text(f"{table}\n", "utf-8")
    assert figures.violations == []
    assert figures.runs == RUNS
    assert figures.keys > RUNS
