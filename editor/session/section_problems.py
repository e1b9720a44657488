"""What checks say of a soul, sorted by card and by field."""

from collections.abc import Iterable, Mapping

from editor.core.diagnostics import Severity
from editor.core.yaml_nodes import YamlEntry
from editor.formats.soul_sections import Section
from editor.session.problems import Problem
from editor.session.section_values import CardProblem
from editor.session.soul_parts import SoulParts

_ELSEWHERE = ("unresolved-variable", "runtime-variable", "hidden-character")
"""They are marked in the text itself."""


def problems_by_card(
    problems: Iterable[Problem], parts: SoulParts, keys: tuple[int, ...]
) -> Mapping[int, Mapping[str, CardProblem]]:
    """Return the errors and warnings of each card, the first one of each field.

    Args:
        problems: The problems of the file as it is now, in order of place.
        parts: Its sections.
        keys: Their keys.
    """
    found: dict[int, dict[str, CardProblem]] = {}
    for number, problem in enumerate(problems):
        index = parts.at_line(problem.position.line - 1)
        is_told = problem.severity is not Severity.INFO and problem.code not in _ELSEWHERE
        if index is None or not is_told or index >= len(keys):
            continue
        offset = problem.span.start - parts.slice_start(index)
        field = _field_at(parts.section(index), offset)
        made = CardProblem(
            field,
            problem.message,
            problem.severity is Severity.ERROR,
            problem.fixes[0].title if problem.fixes else "",
            number,
        )
        of_card = found.setdefault(keys[index], {})
        known = of_card.get(field)
        if known is None or (made.is_error and not known.is_error):
            of_card[field] = made
    return found


def first_fix(problems: Iterable[Problem]) -> CardProblem | None:
    """Return the first error or warning that can be mended, or None."""
    for number, problem in enumerate(problems):
        if problem.fixes and problem.severity is not Severity.INFO:
            is_error = problem.severity is Severity.ERROR
            return CardProblem("", problem.message, is_error, problem.fixes[0].title, number)
    return None


def _field_at(section: Section, offset: int) -> str:
    """Return the name of the field at an offset of the section's lines, or empty."""
    for entry in section.node.entries:
        if _holds(entry, offset - section.base):
            if entry.key == "provider":
                for inner in entry.node.entries:
                    if _holds(inner, offset - section.base):
                        return f"provider:{inner.key}"
            return str(entry.key)
    return ""


def _holds(entry: YamlEntry, offset: int) -> bool:
    return entry.start <= offset <= max(entry.node.span.end, entry.lead)
