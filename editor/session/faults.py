"""What is told of a fault of the program: where it happened, and nothing of what the user wrote.

Messages of exceptions quote texts, values and paths of files, so they are never asked for; nor are
local values or lines of source. What is left is the kind of the exception and the way to it.
"""

import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import FrameType, TracebackType
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

MOST_FRAMES = 40
"""How many frames are told of one exception: a recursion has a thousand alike."""
MOST_CAUSES = 5
"""How many exceptions that led to the last one are told."""


class Origin(StrEnum):
    """Where nobody took care of an exception."""

    WINDOW = "in the window"
    THREAD = "beside the window"
    CLEANUP = "while cleaning up"


@dataclass(frozen=True, slots=True)
class Frame:
    """One step on the way to a fault: names of the program's code, no path of a folder."""

    module: str
    function: str
    line: int


@dataclass(frozen=True, slots=True)
class Link:
    """One exception of a chain.

    Attributes:
        kind: The type of the exception.
        frames: The way to it, the place where it was raised last.
        left_out: How many frames in the midst are not told.
    """

    kind: str
    frames: tuple[Frame, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """An exception that nobody took care of; equal ones are the same fault again.

    Attributes:
        origin: Where nobody took care of it.
        chain: The exception, then those that led to it.
    """

    origin: Origin
    chain: tuple[Link, ...]


def fault_of(error: BaseException, origin: Origin, traceback: TracebackType | None = None) -> Fault:
    """Return what is told of `error`.

    Args:
        error: Its message is not looked at: even asking for it may run into another fault.
        origin: Where nobody took care of it.
        traceback: The way to it; by default the exception's own.
    """
    chain = [_link(error, traceback or error.__traceback__)]
    seen = {id(error)}
    cause = _cause(error)
    while cause is not None and id(cause) not in seen and len(chain) <= MOST_CAUSES:
        seen.add(id(cause))
        chain.append(_link(cause, cause.__traceback__))
        cause = _cause(cause)
    return Fault(origin, tuple(chain))


def attempt(
    step: Callable[Arguments, Result], *given: Arguments.args, **named: Arguments.kwargs
) -> Result | None:
    """Do a step that others follow, whatever becomes of it: a save must not wait for a form.

    Returns:
        What the step returns; None if it failed. The fault is told where all faults are.
    """
    try:
        return step(*given, **named)
    except Exception as error:  # noqa: BLE001 - told like one that nobody took care of
        sys.excepthook(type(error), error, error.__traceback__)
        return None


def versions(program: str, binding: str, qt: str) -> str:
    """Return one line that says what runs: the program, Python, Qt and the system."""
    python = f"Python {platform.python_version()}"
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return f"Prompt Editor {program}, {python}, PySide6 {binding}, Qt {qt}, {system}"


def report(counts: Mapping[Fault, int], others: int, running: str) -> str:
    """Return the details to hand on.

    Args:
        counts: How often each fault happened.
        others: How often faults happened that are not told one by one.
        running: What `versions` returned.
    """
    lines = [running, "Messages, values and paths are left out: they can quote your text."]
    for fault, count in counts.items():
        lines += ["", *_told(fault, count)]
    if others:
        lines += ["", f"Others: {_times(others)}"]
    return "\n".join(lines) + "\n"


def _told(fault: Fault, count: int) -> Iterator[str]:
    first, *causes = fault.chain
    yield f"{first.kind} {fault.origin}, {_times(count)}"
    yield from _way(first)
    for cause in causes:
        yield f"after {cause.kind}"
        yield from _way(cause)


def _way(link: Link) -> Iterator[str]:
    middle = MOST_FRAMES // 2
    for number, frame in enumerate(link.frames):
        if link.left_out and number == middle:
            yield f"  … {link.left_out} more …"
        yield f"  {frame.module}:{frame.line} {frame.function}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _link(error: BaseException, traceback: TracebackType | None) -> Link:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else _full_name(kind)
    steps: list[tuple[FrameType, int]] = []
    while traceback is not None:
        steps.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    left_out = max(0, len(steps) - MOST_FRAMES)
    middle = MOST_FRAMES // 2
    kept: Sequence[tuple[FrameType, int]] = steps
    if left_out:
        kept = [*steps[:middle], *steps[-middle:]]
    return Link(name, tuple(_frame(frame, line) for frame, line in kept), left_out)


def _full_name(kind: type[BaseException]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _frame(frame: FrameType, line: int) -> Frame:
    module = frame.f_globals.get("__name__")
    known = module if isinstance(module, str) else "?"
    return Frame(known, frame.f_code.co_qualname, line)


def _cause(error: BaseException) -> BaseException | None:
    if error.__cause__ is not None:
        return error.__cause__
    return None if error.__suppress_context__ else error.__context__
