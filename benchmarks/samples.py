"""Prompts of a given size to measure with."""

from editor.core.layers import Definition, Layer, Scope

SIZES = {"4 KB": 4_096, "100 KB": 102_400, "1 MB": 1_048_576}
VALUES = {"name": "Ada Lovelace", "day": "Friday, January 23, 2026", "list": "- one\n- two"}

_HEAD = '{\n  "title": "Measured",\n  "schedule": "daily"\n}\n\n'
_PARAGRAPH = (
    "Dear $name, this is a line of a prompt as people write them, with one placeholder.\n"
    "The next lines have none; they are most of what a prompt is made of, or should be.\n"
    "- so here is another one that is plain text and nothing but plain text to the end\n"
    "- on ${day} the list is:\n$list\n\n"
)


def prompt_of(size: int) -> str:
    """Return a prompt of about `size` characters."""
    return _HEAD + _PARAGRAPH * max(1, (size - len(_HEAD)) // len(_PARAGRAPH))


def dense_of(size: int) -> str:
    """Return a text of about `size` characters with placeholders in every line."""
    line = "word $name and $who line\n"
    return line * (size // len(line))


def scope() -> Scope:
    """Return a scope that defines all names of the prompts."""
    layer = {name: Definition(name, value, "context") for name, value in VALUES.items()}
    return Scope((Layer("context", layer),))
