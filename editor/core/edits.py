"""Edits of a text: what a form, a fix or a command proposes and a document applies.

An edit names a span of the text as it is now and the text that replaces it. Everything
outside the spans stays as it is, byte for byte (docs/formats.md, Files).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from editor.core.spans import Span


class EditRefused(ValueError):
    """An edit that would not read back as intended, or that the text does not allow.

    The message is one sentence for the user, without the file's name.
    """


class SharedValue(EditRefused):
    """An edit that would change other places too, where aliases stand for the value.

    Attributes:
        anchor: The name of the anchor.
        lines: The lines of the aliases, counted from 1 in the text that was to be edited.
    """

    def __init__(self, anchor: str, lines: tuple[int, ...]) -> None:
        numbers = [str(line) for line in lines]
        listed = " and ".join(part for part in (", ".join(numbers[:-1]), numbers[-1]) if part)
        super().__init__(
            f"&{anchor} is used again in line{'s' if len(lines) > 1 else ''} {listed}: what stands "
            "there would change too. Change it in the text."
        )
        self.anchor = anchor
        self.lines = lines

    def lowered(self, by: int) -> "SharedValue":
        """Return the same refusal for a text that begins `by` lines earlier."""
        return SharedValue(self.anchor, tuple(line + by for line in self.lines))


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `span` (code points of the text as it is) by `text`."""

    span: Span
    text: str

    def shifted(self, by: int) -> "Edit":
        """Return the same edit for a text that begins `by` code points earlier."""
        return Edit(self.span.shifted(by), self.text)


def ordered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return `edits` in order of place.

    Raises:
        ValueError: two edits overlap.
    """
    result = tuple(sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)))
    for before, after in pairwise(result):
        if before.span.end > after.span.start:
            raise ValueError("edits overlap")
    return result


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with all `edits` made at once; their spans refer to `text`.

    Raises:
        ValueError: two edits overlap, or one lies outside the text.
    """
    parts = []
    done = 0
    for edit in ordered(edits):
        if edit.span.end > len(text):
            raise ValueError("edit outside the text")
        parts += [text[done : edit.span.start], edit.text]
        done = edit.span.end
    parts.append(text[done:])
    return "".join(parts)


def minimal(text: str, edit: Edit) -> Edit | None:
    """Return `edit` without the prefix and suffix it shares with `text`.

    Returns:
        The smallest edit with the same result, or None if it changes nothing. A surrounding
        line end is never cut in two: ``\\r\\n`` stays whole.
    """
    old = edit.span.of(text)
    new = edit.text
    if old == new:
        return None
    limit = min(len(old), len(new))
    prefix = 0
    while prefix < limit and old[prefix] == new[prefix]:
        prefix += 1
    limit -= prefix
    suffix = 0
    while suffix < limit and old[-1 - suffix] == new[-1 - suffix]:
        suffix += 1
    start = edit.span.start + prefix
    end = edit.span.end - suffix
    if (
        prefix
        and text[start - 1 : start] == "\r"
        and "\n" in (text[start : start + 1], new[prefix : prefix + 1])
    ):
        prefix, start = prefix - 1, start - 1
    if (
        suffix
        and text[end : end + 1] == "\n"
        and "\r"
        in (
            text[end - 1 : end] if end > start else "",
            new[len(new) - suffix - 1 : len(new) - suffix] if len(new) - suffix > prefix else "",
        )
    ):
        suffix, end = suffix - 1, end + 1
    return Edit(Span(start, end), new[prefix : len(new) - suffix])


def difference(old: str, new: str) -> Edit | None:
    """Return the one minimal edit that turns `old` into `new`, or None if they are equal."""
    return minimal(old, Edit(Span(0, len(old)), new))
