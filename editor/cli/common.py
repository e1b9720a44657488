"""What all subcommands share: one-line errors, bytes on the output, values turned to JSON.

Rules: docs/formats.md, The command's output.
"""

import argparse
import json
import math
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

GOOD, FINDINGS, FAULT = 0, 1, 2


class CommandError(Exception):
    """Why a command ends with exit code 2, or another: one sentence for the error stream."""

    code = FAULT


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, as all errors of the command are."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments.

        Raises:
            CommandError: always.
        """
        raise CommandError(f"{message} (see {self.prog} --help)")


def add_workspace(parser: argparse.ArgumentParser) -> None:
    """Add the option that every subcommand has."""
    parser.add_argument(
        "--workspace",
        metavar="DIR",
        type=Path,
        help="the workspace folder; without it, it is found from the file's place",
    )


def write_out(data: bytes) -> None:
    """Write to the output, at once, so that a fault is met here and not at the end."""
    if sys.stdout is None:
        raise CommandError("There is nowhere to write the result to.")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write_json(value: object) -> None:
    """Write one JSON document and a line end."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"
    try:
        data = text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, which only an escape can write
        data = (json.dumps(value, allow_nan=False) + "\n").encode()
    write_out(data)


def as_json(value: object, inside: tuple[int, ...] = ()) -> object:
    """Return a value of a YAML or JSON file as one that JSON can hold.

    Dates and numbers that JSON does not have become text; keys become text; what holds itself
    becomes null there.
    """
    if isinstance(value, Mapping | list | tuple | set | frozenset):
        if id(value) in inside:
            return None
        within = (*inside, id(value))
        if isinstance(value, Mapping):
            return {str(key): as_json(found, within) for key, found in value.items()}
        return [as_json(found, within) for found in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)
