"""Frontmatter: where the fields of a Markdown file end and its body begins.

The rules are those of docs/formats.md, Frontmatter. A JSON block is found by reading JSON, not
by counting braces; a YAML block by its fence lines. `editor.formats.frontmatter_edits` changes
the fields.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from editor.core.diagnostics import ParseFault
from editor.core.json_language import JsonLanguage
from editor.core.spans import Span
from editor.core.tree import Language
from editor.core.yaml_language import YamlLanguage
from editor.formats.base import Fields
from editor.formats.fields import holds_fields

_JSON_OPENER = re.compile(r"\{(?:\r\n|\n|\r|\Z)")
_YAML_OPENER = re.compile(r"---[ \t]*(?:\r\n|\n|\r|\Z)")
_YAML_CLOSER = re.compile(r"(?<=[\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)")
_REST_OF_LINE = re.compile(r"[ \t]*(\r\n|\n|\r|\Z)")
_LEADING_BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))+")

UNCLOSED = (
    "The first line is ---, but no later line --- or ... closes it, so the whole file is body."
)
TEXT_BEHIND = (
    "Text follows the closing brace on its line, so the braces are no frontmatter and the whole "
    "file is body."
)
NOT_FIRST = (
    "What looks like frontmatter stands below blank lines, so the whole file is body. Only the "
    "first line can begin frontmatter."
)
WRITE_EMPTY = (
    "If the text itself must begin with a brace, put an empty frontmatter above it: a line { "
    "and a line }."
)
NOT_A_MAPPING = (
    "The lines between the fences are no fields. Write each field as 'name: value', or begin the "
    "file with another line than --- if this is text."
)


class FrontmatterKind(StrEnum):
    """How the fields of a file are written."""

    NONE = "none"
    JSON = "json"
    YAML = "yaml"


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """How a text divides into fields and body.

    Attributes:
        kind: The language of the fields, also if they cannot be read.
        fields: The fields, or None if there is no frontmatter. For JSON their span is the
            object with its braces, for YAML what stands between the fence lines.
        body: What follows the closing line and its line end, not stripped. Empty, at the end
            of the text, while the fields have a fault.
        note: Why something that looks like frontmatter is none, in one sentence.
        blank: How many code points of blank lines stand before frontmatter that is body for
            that reason alone, else 0.
    """

    kind: FrontmatterKind
    fields: Fields | None
    body: Span
    note: str | None = None
    blank: int = 0


def split(text: str) -> Frontmatter:
    """Divide `text` (without a byte order mark) into fields and body. Never raises.

    A prefix of whole lines that contains all of the frontmatter is divided at the same place
    and with the same fields as the whole text.
    """
    found = _split_at_start(text)
    if found is not None:
        return found
    blank = _LEADING_BLANK_LINES.match(text)
    if blank is not None:
        below = _split_at_start(text[blank.end() :])
        if below is not None and below.fields is not None and below.fields.fault is None:
            return _all_body(text, NOT_FIRST, blank.end())
    return _all_body(text)


def _split_at_start(text: str) -> Frontmatter | None:
    if _JSON_OPENER.match(text):
        return _split_json(text)
    opener = _YAML_OPENER.match(text)
    return _split_yaml(text, opener.end()) if opener else None


def _all_body(text: str, note: str | None = None, blank: int = 0) -> Frontmatter:
    return Frontmatter(FrontmatterKind.NONE, None, Span(0, len(text)), note, blank)


def _split_json(text: str) -> Frontmatter:
    language = JsonLanguage()
    try:
        end = language.scan_object(text)
    except ParseFault as fault:
        return _faulty(text, FrontmatterKind.JSON, language, Span(0, len(text)), _json_fault(fault))
    rest = _REST_OF_LINE.match(text, end)
    if rest is None:
        return _all_body(text, TEXT_BEHIND)
    span = Span(0, end)
    try:
        tree = language.parse(span.of(text))
    except ParseFault as fault:
        return _faulty(text, FrontmatterKind.JSON, language, span, _json_fault(fault))
    return _readable(text, FrontmatterKind.JSON, Fields(language, span, tree), rest.end())


def _json_fault(fault: ParseFault) -> ParseFault:
    reason = f"The first line opens a frontmatter that is not valid JSON: {fault.message}"
    return ParseFault(f"{reason.rstrip('.')}. {WRITE_EMPTY}", fault.offset)


def _split_yaml(text: str, start: int) -> Frontmatter:
    closer = _YAML_CLOSER.search(text, start)
    if closer is None:
        return _all_body(text, UNCLOSED)
    language = YamlLanguage()
    span = Span(start, closer.start())
    try:
        tree = language.parse(span.of(text))
    except ParseFault as fault:
        reason = f"The frontmatter is not valid YAML: {fault.message.rstrip('.')}."
        shifted = ParseFault(reason, fault.offset + start)
        return _faulty(text, FrontmatterKind.YAML, language, span, shifted)
    if not holds_fields(tree):
        place = 0 if tree.root is None else tree.root.span.start
        unfit = ParseFault(NOT_A_MAPPING, start + place)
        return _faulty(text, FrontmatterKind.YAML, language, span, unfit)
    return _readable(text, FrontmatterKind.YAML, Fields(language, span, tree), closer.end())


def _readable(text: str, kind: FrontmatterKind, fields: Fields, body: int) -> Frontmatter:
    return Frontmatter(kind, fields, Span(body, len(text)))


def _faulty(
    text: str, kind: FrontmatterKind, language: Language, span: Span, fault: ParseFault
) -> Frontmatter:
    end = Span(len(text), len(text))
    return Frontmatter(kind, Fields(language, span, None, fault), end)
