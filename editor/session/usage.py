"""Which variables a rendering uses, also inside its templates, and where they come from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from editor.core.kinds import FileKind
from editor.core.layers import Definition, PieceKind, Scope
from editor.core.rendering import walk
from editor.formats.definitions import LayerName
from editor.formats.prompt import PromptFormat
from editor.session.context_values import ValueState
from editor.session.identity_fields import IdentityValue
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.variable_list import given_names
from editor.workspace.contexts import NOW


@dataclass(frozen=True, slots=True)
class ContextUse:
    """A context variable in use, as a field shows it.

    Attributes:
        name: The name to set; for a generated form such as ``Day`` the name it is made from.
        value: Its text, or None if it is not set outright.
        state: Set, derived or neither.
        hint: The derived value, or an example of the catalogue.
        description: The catalogue's sentence, or empty.
        uses: How many placeholders name it.
    """

    name: str
    value: str | None
    state: ValueState
    hint: str
    description: str
    uses: int


def names_used(names: Mapping[str, int], scope: Scope) -> dict[str, int]:
    """Return how often each name is used, those inside templates included."""
    used: dict[str, int] = {}
    for name, count in names.items():
        used[name] = used.get(name, 0) + count
        winner = scope.winner(name)
        for piece in walk(winner.pieces) if winner is not None and winner.pieces else ():
            if piece.name is not None:
                used[piece.name] = used.get(piece.name, 0) + count
    return used


def takes_context(scope: Scope) -> bool:
    """Whether files that `scope` is for use variables of a context and an identity."""
    return scope.layer(LayerName.CONTEXT) is not None


def context_uses(used: Mapping[str, int], scope: Scope, project: Project) -> tuple[ContextUse, ...]:
    """Return a field for each name in use that the context sets or could set.

    The catalogue's names come first, in its order; then the others, in order of use.
    """
    context = project.context
    catalogue = project.workspace.catalogue
    known = _forms(project)
    counted: dict[str, int] = {}
    for name, count in used.items():
        winner = scope.lookup(name).winner
        if winner is None or winner.layer == LayerName.CONTEXT:
            base = _base_name(name, winner, known)
            counted[base] = counted.get(base, 0) + count
    for name, text in context.typed.items():
        if text is not None:
            counted.setdefault(name, 0)
    order = {name: place for place, name in enumerate(catalogue.names())}
    names = sorted(counted, key=lambda name: order.get(name, len(order)))
    return tuple(context_use(name, counted[name], project) for name in names)


def context_name(name: str, scope: Scope, project: Project) -> str:
    """Return the name to set in the context for `name`: the base of an uppercase-first form."""
    return _base_name(name, scope.winner(name), _forms(project))


def identity_uses(
    used: Iterable[str], values: Iterable[IdentityValue]
) -> tuple[IdentityValue, ...]:
    """Return the identity values whose variables are in use, in order of the file."""
    names = frozenset(used)
    return tuple(value for value in values if names.intersection(value.names))


def prompt_kind(live: LiveView) -> str | None:
    """Return ``generator``, ``agent`` or ``prompt``, told by the frontmatter as it is now."""
    if live.document.kind is not FileKind.PROMPT:
        return None
    head = live.document.lines_text(live.head_lines)
    return PromptFormat().parse(head).prompt_kind.value


@dataclass(frozen=True, slots=True)
class Counts:
    """Placeholders without a value: names that are set nowhere, and those of run time."""

    unresolved: int = 0
    runtime: int = 0


def count_unresolved(names: Mapping[str, int], scope: Scope, known: frozenset[str]) -> Counts:
    """Count the unresolved placeholders of a rendering, those inside templates included.

    Args:
        names: The placeholders of the text itself and how often each stands there.
        scope: The layers they are looked up in.
        known: Names of the catalogue and of all saved contexts: they are merely not set now.
    """
    unresolved = runtime = 0
    given = given_names(known, scope)
    for name, count in names.items():
        lookup = scope.lookup(name)
        winner = lookup.winner
        missing = [name] if winner is None else _missing(winner)
        for each in missing:
            if each in given:
                runtime += count
            else:
                unresolved += count
    return Counts(unresolved, runtime)


def _missing(definition: Definition) -> list[str]:
    return [
        piece.name
        for piece in walk(definition.pieces)
        if piece.kind is PieceKind.UNRESOLVED and piece.name is not None
    ]


def _forms(project: Project) -> dict[str, str]:
    """The uppercase-first forms of the names that can be set, each with the first that has it."""
    context = project.context
    names = (*project.workspace.catalogue.names(), *context.saved, *context.typed)
    forms = ((each.capitalize(), each) for each in reversed(names))
    return {form: each for form, each in forms if form != each}


def _base_name(name: str, winner: Definition | None, forms: Mapping[str, str]) -> str:
    """The name to set for `name`, which may be the uppercase-first form of another."""
    if winner is not None and not winner.generated:
        return name
    return forms.get(name, name)


def context_use(name: str, uses: int, project: Project) -> ContextUse:
    """Return what a field for the context variable `name` shows."""
    context, entry = project.context, project.workspace.catalogue.find(name)
    state = context.state(name)
    hint = entry.example if entry is not None else ""
    if name == NOW and state is ValueState.UNSET:
        state, hint = ValueState.DERIVED, project.now
    elif state is ValueState.DERIVED:
        hint = context.effective()[name]
    return ContextUse(
        name,
        context.text(name),
        state,
        hint,
        entry.description if entry is not None else "",
        uses,
    )
