"""Declaring options: one field of a frozen dataclass each, with type, default, check and help."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

Value = TypeVar("Value")
Check = Callable[[object], Value]
"""Turns a value read from JSON into that of the option; raises `ValueError` if it is none."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What is known of an option: its key, its default, its check and one line of help."""

    key: str
    default: Any
    check: Check[Any]
    help: str


def option(default: Value, check: Check[Value], about: str) -> Value:
    """A field of a record of options."""
    return field(default=default, metadata={"check": check, "help": about})


def declared(record: type) -> tuple[Declared, ...]:
    """The options of a record, in the order in which they are declared."""
    return tuple(
        Declared(entry.name, entry.default, entry.metadata["check"], entry.metadata["help"])
        for entry in fields(record)
    )


def switch(value: object) -> bool:
    """True or false, and not 0 or 1."""
    if not isinstance(value, bool):
        raise ValueError("is neither true nor false")
    return value


def text(value: object) -> str:
    """Any text."""
    if not isinstance(value, str):
        raise ValueError("is not a text")
    return value


def whole(least: int, most: int) -> Check[int]:
    """A whole number between two others, both included."""

    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"is not a whole number from {least} to {most}")
        return value

    return check


def one_of(*choices: str) -> Check[str]:
    """One of some words."""

    def check(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"is none of {', '.join(choices)}")
        return value

    return check


def texts(most: int) -> Check[tuple[str, ...]]:
    """A list of texts without repetition; from a longer one the first `most` are taken."""

    def check(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise ValueError("is not a list of texts")
        return tuple(dict.fromkeys(value))[:most]

    return check
