"""Checks of a soul: its sections, their fields, and what their texts come to.

Rules: docs/formats.md, Checks.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from editor.core.diagnostics import Diagnostic, Fix, ParseFault
from editor.core.json_language import JsonLanguage
from editor.core.spans import LINE_END, LineIndex, Span
from editor.core.tree import NodeKind
from editor.core.yaml_nodes import YamlEntry, YamlNode
from editor.core.yaml_scalars import quoted
from editor.formats.base import Fields, Surroundings
from editor.formats.checks import error, fault_span, info, nearest, replacing, warning
from editor.formats.checks_fields import check_duplicate_keys, unknown_field
from editor.formats.samples import Samples
from editor.formats.soul_assembly import tool_arguments, tool_result
from editor.formats.soul_builtin import write_template_edits
from editor.formats.soul_checks_names import SoulNames
from editor.formats.soul_quoting import check_unquoted
from editor.formats.soul_sections import (
    KNOWN_FIELDS,
    MOST_ITEMS,
    MOST_NAME_BYTES,
    MOST_TURNS,
    Role,
    Section,
    is_limit,
)
from editor.formats.soul_text import MARKER, marker_lines

_TEXT_FIELDS = tuple(name for name in KNOWN_FIELDS if name not in ("limit", "provider"))
_ARGS = 'one JSON object, such as {"limit": 5}'
_LONGEST_QUOTED = 2_000


def check_markers(text: str) -> Iterator[Diagnostic]:
    """Yield that a soul has no marker line, or each one beyond the first."""
    found = marker_lines(text)
    if not found:
        message = (
            f"This soul has no line {MARKER}, so its messages follow the built-in order. Write it "
            "as a template part to change them."
        )
        fix = Fix("Write as template part", write_template_edits(text))
        yield info(Span(0, 0), "no-marker", message, fix)
    for span in found[1:]:
        message = (
            f"Only the first line {MARKER} splits a soul; this one is taken for a part of the "
            "sections. Remove it."
        )
        line_end = LINE_END.match(text, span.end)
        line = Span(span.start, line_end.end() if line_end else span.end)
        fix = replacing("Remove this line", line, "")
        yield warning(span, "second-marker", message, fix)


def check_template(
    text: str, fields: Fields, sections: tuple[Section, ...], around: Surroundings
) -> Iterator[Diagnostic]:
    """Yield what is worth saying about the template part.

    Args:
        text: The file's text.
        fields: The section list.
        sections: What was read of it.
        around: The samples, and the names that are resolved.
    """
    if fields.fault is not None:
        yield from _unreadable(text, fields, fields.fault)
        return
    yield from check_duplicate_keys(text, fields)
    yield from _duplicates(text, sections)
    for section in sections:
        yield from SectionChecks(text, section).check(around.samples)
    yield from SoulNames(around).check(sections)


def _unreadable(text: str, fields: Fields, fault: ParseFault) -> Iterator[Diagnostic]:
    unquoted = [] if fields.tree is not None else list(check_unquoted(text, fields.span))
    span = unquoted[0].span if unquoted else fault_span(text, fault.offset)
    message = fault.message
    if fields.tree is None:
        message = f"The sections cannot be read. {message}"
    yield error(span, "soul-not-a-list", message)
    yield from unquoted


def _duplicates(text: str, sections: Iterable[Section]) -> Iterator[Diagnostic]:
    """Yield a warning for every section whose name an earlier one has."""
    lines = LineIndex(text)
    first: dict[str, Section] = {}
    for section in sections:
        entry = section.entry("section")
        if section.name is None or entry is None:
            continue
        other = first.setdefault(section.name, section)
        if other is not section:
            line = lines.position(other.span.start).line
            message = (
                f"The section of line {line} is called {section.name} too, so the log does not "
                "tell them apart. Rename one of them."
            )
            span = entry.node.span.shifted(section.base)
            yield warning(span, "duplicate-section", message, name=section.name)


class SectionChecks:
    """Checks one section without looking at others."""

    def __init__(self, text: str, section: Section) -> None:
        """Check `section` of the file `text`."""
        self._text = text
        self._section = section

    def check(self, samples: Samples) -> Iterator[Diagnostic]:
        """Yield what is worth saying, with what the tools give in `samples`."""
        if self._section.node.kind is not NodeKind.MAPPING:
            message = "This item is no section. Write '- section: NAME', and below it its role."
            yield error(self._start(), "section-missing-field", message)
            return
        yield from self._missing()
        yield from self._types()
        yield from self._unknown_fields()
        yield from self._name()
        yield from self._role()
        yield from self._limit()
        yield from self._args()
        if self._section.role is not Role.EXPAND:
            yield from self._tool(samples)
            yield from self._empty()
            yield from self._equal_overrides()

    def _start(self) -> Span:
        return fault_span(self._text, self._section.span.start)

    def _place(self, node: YamlNode) -> Span:
        return node.span.shifted(self._section.base)

    def _missing(self) -> Iterator[Diagnostic]:
        for field in ("section", "role"):
            entry = self._section.entry(field)
            if entry is not None and entry.node.kind is not NodeKind.NULL:
                continue
            what = "its name" if field == "section" else f"one of {', '.join(Role)}"
            named = f" {self._section.name}" if self._section.name else ""
            message = f"The section{named} lacks the field {field}: add it with {what}."
            span = self._start() if entry is None else self._key(entry)
            yield error(span, "section-missing-field", message, name=field)

    def _key(self, entry: YamlEntry) -> Span:
        return (entry.key_span or entry.node.span).shifted(self._section.base)

    def _types(self) -> Iterator[Diagnostic]:
        for field in _TEXT_FIELDS:
            entry = self._section.entry(field)
            if entry is not None and not _is_text(entry.node):
                yield self._no_text(field, entry.node)
        limit = self._section.entry("limit")
        if limit is not None and not is_limit(limit.node.value) and limit.node.value is not None:
            message = "The field limit must be a whole number from 0 on, without quotes."
            yield warning(self._place(limit.node), "field-type", message, name="limit")
        provider = self._section.entry("provider")
        if provider is None or provider.node.kind is NodeKind.NULL:
            return
        if provider.node.kind is not NodeKind.MAPPING:
            message = "The field provider must hold one text for each provider, 'name: text'."
            yield warning(self._first(provider.node), "field-type", message, name="provider")
            return
        for entry in provider.node.entries:
            if not _is_text(entry.node):
                yield self._no_text(f"provider.{entry.key}", entry.node)

    def _no_text(self, field: str, node: YamlNode) -> Diagnostic:
        source = self._place(node).of(self._text)
        one_line = len(source) <= _LONGEST_QUOTED and "\n" not in source and "\r" not in source
        fixes = []
        if one_line and source and not node.inherited and not node.tagged:
            fixes.append(replacing("Put it in quotes", self._place(node), quoted(source)))
        message = f"The field {field} must be text. Put it in quotes, if it is meant so."
        return warning(self._first(node), "field-type", message, *fixes, name=field)

    def _first(self, node: YamlNode) -> Span:
        span = self._place(node)
        is_long = node.kind in (NodeKind.MAPPING, NodeKind.SEQUENCE)
        return fault_span(self._text, span.start) if is_long else span

    def _unknown_fields(self) -> Iterator[Diagnostic]:
        entries = self._section.node.own()
        there = {str(entry.key) for entry in entries}
        free = sorted(set(KNOWN_FIELDS) - there)
        for entry in entries:
            if str(entry.key) not in KNOWN_FIELDS and not entry.merge:
                yield unknown_field(self._text, entry, self._section.base, free)

    def _name(self) -> Iterator[Diagnostic]:
        entry = self._section.entry("section")
        length = len((self._section.name or "").encode("utf-8", "surrogatepass"))
        if entry is not None and length > MOST_NAME_BYTES:
            message = (
                f"The name has {length} bytes and agents keep at most {MOST_NAME_BYTES}. "
                "Shorten it."
            )
            span = self._place(entry.node)
            yield warning(span, "section-name-too-long", message, name=self._section.name)

    def _role(self) -> Iterator[Diagnostic]:
        role, entry = self._section.role_text, self._section.entry("role")
        if role is None or entry is None or self._section.role is not None:
            return
        near = nearest(role, [each.value for each in Role])
        guess = f"Did you mean {near}? " if near else ""
        message = f"No message has the role {role}. {guess}Write one of {', '.join(Role)}."
        span = self._place(entry.node)
        is_simple = entry.node.block is None and not entry.node.inherited
        fixes = [replacing(f"Use {near}", span, near)] if near and is_simple else []
        yield error(span, "unknown-role", message, *fixes, name=role)

    def _limit(self) -> Iterator[Diagnostic]:
        limit, entry = self._section.limit, self._section.entry("limit")
        expands = self._section.role is Role.EXPAND
        most = MOST_TURNS if expands else MOST_ITEMS
        if limit is None or entry is None or limit <= most:
            return
        what = "turns of a conversation" if expands else "items"
        message = f"Agents take at most {most} {what}; this counts as {most}. Lower it."
        span = self._place(entry.node)
        fixes = [] if entry.node.inherited else [replacing(f"Write {most}", span, str(most))]
        yield warning(span, "limit-over-cap", message, *fixes, name="limit")

    def _tool(self, samples: Samples) -> Iterator[Diagnostic]:
        section = self._section
        if section.tool is None or not section.tool.value or tool_arguments(section) is None:
            return
        if tool_result(section, samples) is None:
            name = section.tool.value
            if name in samples.tools:
                message = (
                    f"The samples of {name} hold no {section.result_field} for these arguments, so "
                    "the text is known only when the agent runs. Add it to the samples to see it."
                )
            else:
                message = (
                    f"No sample says what {name} gives, so the text is known only when the agent "
                    "runs. Add one to the samples to see it."
                )
            yield info(section.tool.span, "tool-without-sample", message, name=name)

    def _args(self) -> Iterator[Diagnostic]:
        args = self._section.args
        if args is None:
            return
        try:
            root = JsonLanguage().parse(args.value).root
        except ParseFault as fault:
            at = min(fault.offset, max(0, len(args.value) - 1))
            span = args.place(Span(at, min(at + 1, len(args.value))))
            reason = fault.message.rstrip(".")
            message = f"The arguments are not JSON: {reason}. Write {_ARGS}."
            yield error(span, "args-not-json", message, name="args")
            return
        if root is None or not isinstance(root.value, dict):
            message = f"The arguments must be {_ARGS}."
            yield error(args.span, "args-not-json", message, name="args")

    def _empty(self) -> Iterator[Diagnostic]:
        section = self._section
        if self._says("content") or self._says("tool"):
            return
        providers = ", ".join(islice(section.overrides, 5))
        only = f" but for the provider {providers}" if providers else ""
        message = f"This section has no text{only}. Give it a content or a tool, or remove it."
        yield info(self._start(), "empty-section", message, name=section.name)

    def _says(self, field: str) -> bool:
        entry = self._section.entry(field)
        return entry is not None and entry.node.value not in (None, "")

    def _equal_overrides(self) -> Iterator[Diagnostic]:
        section = self._section
        if section.content is None or section.tool is not None:
            return
        for provider, text in section.overrides.items():
            if text.value == section.content.value:
                message = (
                    f"The override for {provider} is the same as content. Remove it, or change it."
                )
                entry = section.entry("provider", provider)
                span = text.span if entry is None else self._key(entry)
                yield info(span, "override-equals-default", message, name=provider)


def _is_text(node: YamlNode) -> bool:
    return node.kind in (NodeKind.STRING, NodeKind.NULL)
