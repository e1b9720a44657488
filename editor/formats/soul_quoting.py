"""Values that begin with ``{{`` and have no quotes: YAML takes the braces for nested mappings.

Rules: docs/formats.md, Soul (``content: {{name}}``). PyYAML refuses such a text as a whole, so the
places are found where it gives up: one is filled with letters, and the rest is read again.
"""

import re
from collections.abc import Iterator

from editor.core.diagnostics import Diagnostic, ParseFault
from editor.core.spans import LineIndex, Span
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_scalars import quoted
from editor.formats.checks import replacing, warning

_MOST_FOUND = 20
_MOST_READ = 1_000_000
"""Characters that are read again in all to find more than the first place."""
_LONGEST_LINE = 2_000
_VALUE = re.compile(
    r"""[ \t]*(?:-[ \t]+)*(?:([^\s#'"{\[:][^:]*):[ \t]+)?(\{\{.*?)(?=[ \t]*\Z|[ \t]+#)"""
)
_FLOW_VALUE = re.compile(r"(\w+):[ \t]+(\{\{[ \t]*\w+[ \t]*\}\})(?=[ \t]*[,}\]])")


def check_unquoted(text: str, template: Span) -> Iterator[Diagnostic]:
    """Yield a warning for each unquoted placeholder that keeps the template part from being read.

    Args:
        text: The file's text.
        template: The part that cannot be read as YAML.
    """
    part = template.of(text)
    fault = _fault(part)
    if fault is not None:
        for field, span in _places(part, fault):
            yield _unquoted(text, field, span.shifted(template.start))


def unquoted_fault(part: str, fault: ParseFault) -> ParseFault | None:
    """Return what an author can mend, if an unquoted placeholder is why YAML gave up.

    Args:
        part: A template part.
        fault: Why it cannot be read, with an offset in it.

    Returns:
        A fault at the value that needs quotes, or None.
    """
    found = next(_places(part, fault), None)
    if found is None:
        return None
    return ParseFault("A value begins with {{: put it in quotes.", found[1].start)


def _places(part: str, fault: ParseFault) -> Iterator[tuple[str | None, Span]]:
    """Yield the field and the place of each value that `part` can be read beyond when it is filled.

    A value may also look like one of them and be the text above the very fault.
    """
    left = _MOST_READ
    for _ in range(_MOST_FOUND):
        found = _value_at(part, fault.offset)
        if found is None:
            return
        span = found[1]
        part = part[: span.start] + "x" * len(span) + part[span.end :]
        after = _fault(part)
        if after is not None and after.offset == fault.offset:
            return
        yield found
        left -= len(part)
        if after is None or left < 0:
            return
        fault = after


def _fault(part: str) -> ParseFault | None:
    try:
        YamlLanguage().parse(part)
    except ParseFault as fault:
        return fault
    return None


def _value_at(part: str, offset: int) -> tuple[str | None, Span] | None:
    """Return the field and the place of the value that YAML gave up at, on its line or above."""
    lines = LineIndex(part)
    number = lines.position(offset).line
    for line in (number, number - 1):
        if line < 1:
            break
        span = lines.line_span(line)
        if len(span) > _LONGEST_LINE:
            continue
        found = _VALUE.match(span.of(part)) or _FLOW_VALUE.search(span.of(part))
        if found is not None:
            return found[1], Span(*found.span(2)).shifted(span.start)
    return None


def _unquoted(text: str, field: str | None, span: Span) -> Diagnostic:
    subject = f"The value of {field}" if field else "This value"
    message = (
        f"{subject} begins with {{{{ and has no quotes, so YAML reads a nested mapping, not text. "
        "Put it in quotes."
    )
    fix = replacing("Put it in quotes", span, quoted(span.of(text)))
    return warning(span, "unquoted-placeholder", message, fix, name=field)
