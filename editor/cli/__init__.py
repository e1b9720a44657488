"""The command `prompt-editor`: open the window, or render, check and change files without it.

Exit codes: 0 good, 1 findings, 2 wrong usage or unreadable input, with one line on the error
stream (docs/formats.md, The command's output). 130 after an interruption, as shells expect.
"""

import contextlib
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from editor.cli import check, fields, layers, render
from editor.cli.common import FAULT, CommandError, Parser, write_out
from editor.cli.display import use_no_display, why_no_window
from editor.core.hidden import on_one_line
from editor.paths import version
from editor.storage.disk import reason_of, shown

_PROGRAM = "prompt-editor"
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments, without the program's name; those of the process by default.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except SystemExit as finished:  # --help
        return finished.code if isinstance(finished.code, int) else FAULT
    except BrokenPipeError:
        return _reader_gone()
    except KeyboardInterrupt:
        return _said("Interrupted.", _INTERRUPTED)
    except CommandError as error:
        return _said(str(error), error.code)
    except OSError as error:
        return _said(_reason(error), FAULT)
    except RecursionError:
        return _said("The file is nested too deeply to be read.", FAULT)


def main_window() -> int:
    """Run the command where there is no terminal; it opens the window."""
    return main()


def _run(arguments: list[str]) -> int:
    subcommands: dict[str, tuple[Callable[[str], Parser], Callable[[Namespace], int]]] = {
        "render": (render.parser, render.run),
        "check": (check.parser, check.run),
        "layers": (layers.parser, layers.run),
        "set": (fields.set_parser, fields.run_set),
        "unset": (fields.unset_parser, fields.run_unset),
    }
    if arguments and arguments[0] in subcommands:
        make_parser, run = subcommands[arguments[0]]
        return run(make_parser(f"{_PROGRAM} {arguments[0]}").parse_args(arguments[1:]))
    return _open(_window_parser().parse_args(arguments))


def _window_parser() -> Parser:
    result = Parser(
        _PROGRAM,
        "Edit prompts and see what is sent. Subcommands, each with --help: render, check, layers, "
        "set, unset. A file with one of these names opens as ./render.",
    )
    result.add_argument("paths", metavar="PATH", type=Path, nargs="*", help="files and folders")
    result.add_argument(
        "--screenshot",
        metavar="FILE",
        type=Path,
        help="write a picture of the window on PATH, or on the sample workspace, and exit",
    )
    result.add_argument(
        "--sample", action="store_true", help="open your own copy of the sample workspace"
    )
    result.add_argument("--version", action="store_true", help="write the version and exit")
    return result


def _open(arguments: Namespace) -> int:
    paths: list[Path] = arguments.paths
    if arguments.version:
        write_out(f"{_PROGRAM} {version()}\n".encode())
        return 0
    if arguments.screenshot is not None and len(paths) > 1:
        raise CommandError("--screenshot takes one PATH.")
    for path in paths:
        if not os.path.lexists(path):
            raise CommandError(f"{shown(path)} does not exist: check the name.")
    if arguments.screenshot is not None:
        use_no_display()
    elif (reason := why_no_window()) is not None:
        raise CommandError(reason)
    # The window is far heavier than the rest: who does not open it does not load it.
    try:
        from editor.app import run, screenshot
    except ImportError as error:  # a system library that Qt needs, most of the time
        raise CommandError(f"The window cannot be opened: {error}.") from None
    if arguments.screenshot is not None:
        return screenshot(arguments.screenshot, paths[0] if paths else None)
    return run(paths, arguments.sample)


def _said(message: str, code: int) -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{_PROGRAM}: {on_one_line(message)}\n")
    return code


def _reason(error: OSError) -> str:
    if error.filename is not None and error.strerror:
        return f"{shown(str(error.filename))}: {error.strerror}."
    return f"{reason_of(error)}." if error.strerror else str(error)


def _reader_gone() -> int:
    """Whoever read the output went away: end quietly, and keep Python from complaining later."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAULT
