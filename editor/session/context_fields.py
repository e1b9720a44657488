"""The context as a panel shows it: what is used here, the rest of the catalogue, own names."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from editor.core.layers import Scope
from editor.session.context_values import ContextValues, ValueState
from editor.session.project import Project
from editor.session.usage import ContextUse, context_use, context_uses
from editor.workspace.contexts import NOW, derive


def _tr(text: str) -> str:
    return QCoreApplication.translate("ContextFields", text)


class ContextGroup(StrEnum):
    """Under which title a field stands."""

    USED = "used"
    CATALOGUE = "catalogue"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class ContextEntry:
    """A field of the context.

    Attributes:
        use: Name, value, state, hint, description and uses.
        group: Under which title it stands.
        kind: What it holds: ``text``, ``date``, ``segment`` or ``number``.
        overridden: Whether it is set by hand although it would follow from other values.
        is_own: Whether the user gave it its name.
        is_now: Whether it is the time.
        note: What follows from it, or why nothing does.
    """

    use: ContextUse
    group: ContextGroup
    kind: str
    overridden: bool
    is_own: bool
    is_now: bool
    note: str


def context_entries(
    used: Mapping[str, int], scope: Scope, project: Project
) -> tuple[ContextEntry, ...]:
    """Return all fields of the context: those in use first, with what they follow from.

    Args:
        used: The names in use and how often, those inside templates included.
        scope: The layers they are looked up in.
        project: The workspace.
    """
    catalogue = project.workspace.catalogue
    uses = {each.name: each for each in context_uses(used, scope, project)}
    first = {name for name, use in uses.items() if use.uses}
    for name in tuple(first):
        entry = catalogue.find(name)
        if entry is not None:
            first.update(entry.derived_from)
    known = catalogue.names()
    names = (*known, *(name for name in project.context.names() if name not in known))
    every = dict.fromkeys((*names, *uses))
    order = sorted(every, key=lambda name: _rank(name, first, known))
    own = frozenset(project.context.names()).difference(known)
    return tuple(
        _entry(uses.get(name) or context_use(name, 0, project), first, own, project)
        for name in order
    )


def _rank(name: str, first: set[str], known: tuple[str, ...]) -> int:
    return 0 if name in first else 1 if name in known else 2


def _entry(use: ContextUse, first: set[str], own: frozenset[str], project: Project) -> ContextEntry:
    context = project.context
    known = project.workspace.catalogue.find(use.name)
    group = ContextGroup.CATALOGUE if known is not None else ContextGroup.OWN
    kind = known.kind if known is not None else "text"
    return ContextEntry(
        use,
        ContextGroup.USED if use.name in first else group,
        kind,
        context.is_overridden(use.name) or (use.name == NOW and use.state is ValueState.SET),
        use.name in own,
        use.name == NOW,
        _note(use, kind, context),
    )


def _note(use: ContextUse, kind: str, context: ContextValues) -> str:
    """What follows from a day or a segment, or that nothing does."""
    if not use.value:
        return ""
    follows = derive({use.name: use.value})
    if kind == "date":
        return follows.get("day") or _tr("Not a day of the form YYYYMMDD, so nothing follows.")
    if kind == "segment":
        if not follows:
            return _tr("Not of the form HHMMSS_seconds, so nothing follows.")
        return _tr("{0} to {1}").format(follows["segment_start"], follows["segment_end"])
    follow = context.derived(use.name)
    return _tr("Instead of: {0}").format(follow) if follow is not None else ""
