"""Checks of the names in a body: what is not resolved, and what is resolved in a surprising way.

They read the pieces of the rendering, as the preview does (docs/formats.md, Checks).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from editor.core.diagnostics import Diagnostic, Fix
from editor.core.layers import Definition, Piece, PieceKind, Scope
from editor.core.placeholders import Dollar, TokenKind
from editor.core.rendering import MOST_RENDERED, walk
from editor.core.spans import Span
from editor.formats.base import Body, FileKind, Surroundings
from editor.formats.checks import MOST_CHECKED, NearNames, info, replacing, warning
from editor.formats.definitions import LayerName, form_base

_BRACED = re.compile(r"\$\{[^{}$\r\n]*\}?")
_INNER_NAME = re.compile(r"\$\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}")


def unchecked(body: Body) -> Diagnostic:
    """Return that `body` has too many placeholders for its names to be checked."""
    start = Span(body.span.start, body.span.start)
    message = (
        f"This file has more than {MOST_CHECKED} dollar signs, so its names are not checked. "
        "Split it into several files."
    )
    return info(start, "too-large", message)


def check_size(pieces: Sequence[Piece]) -> Iterator[Diagnostic]:
    """Yield a warning for a rendering that is not shown, because it is so large."""
    if pieces and pieces[-1].output.end > MOST_RENDERED:
        message = (
            f"With its values filled in, this file has more than {MOST_RENDERED} characters, so "
            "it is neither shown nor filled in elsewhere. Use its large variables less often."
        )
        yield warning(Span(pieces[0].source.start, pieces[0].source.start), "too-large", message)


@dataclass
class NameChecks:
    """Checks the names of one body.

    Attributes:
        kind: What the file is to its workspace.
        metadata: Its loaded fields.
        scope: All layers of the workspace.
        around: What else is known of the workspace.
    """

    kind: FileKind
    metadata: Mapping[str, object]
    scope: Scope
    around: Surroundings
    _late: dict[str, dict[str, frozenset[str]]] = field(default_factory=dict)

    def check(self, text: str, pieces: Iterable[Piece]) -> Iterator[Diagnostic]:
        """Yield what is worth saying about the placeholders among the top `pieces` of `text`."""
        shadowed: set[str] = set()
        for piece in pieces:
            if piece.name is None:
                continue
            late = self._not_for_schedule(piece)
            if late is not None:
                yield late
            elif piece.kind is PieceKind.UNRESOLVED:
                yield self._unresolved(text, piece, piece.name)
            if piece.kind is PieceKind.VALUE:
                yield from self._uppercase_form(text, piece, piece.name)
                if piece.name not in shadowed:
                    shadowed.add(piece.name)
                    yield from self._shadowed(piece, piece.name)

    def check_malformed(self, text: str, body: Body) -> Iterator[Diagnostic]:
        """Yield an information for every ``${`` of `body` that names nothing."""
        part = body.span.of(text)
        if body.syntax is None:
            return
        for token in body.syntax.tokens(part):
            match = _BRACED.match(part, token.span.start)
            if token.kind is not TokenKind.MALFORMED or match is None:
                continue
            span = Span(*match.span()).shifted(body.span.start)
            fixes = [replacing("Keep it as text: write $${", Span(span.start, span.start), "$")]
            inner = _INNER_NAME.fullmatch(match[0])
            if inner:
                name = inner[1]
                fixes.insert(0, replacing(f"Write ${{{name}}}", span, f"${{{name}}}"))
            message = (
                "This ${ begins no variable and is sent as typed. Between the braces may stand "
                "one name of letters, digits and _, and nothing else."
            )
            yield info(span, "malformed-placeholder", message, *fixes)

    def _unresolved(self, text: str, piece: Piece, name: str) -> Diagnostic:
        if self.kind is FileKind.TEMPLATE and name in self.around.template_names:
            message = (
                f"${name} is a template, and a template is not filled into another one: it is "
                "sent as typed. Name it in the prompt, or make it an extra variable."
            )
            return warning(piece.source, "template-in-template", message, name=name)
        if self._known_as(name) is not None:
            message = (
                f"${name} gets its value when the prompt runs. Set it in the context to see it."
            )
            return info(piece.source, "runtime-variable", message, name=name)
        broken = self.around.broken.get(name)
        if broken is not None:
            message = (
                f"${name} stands for {broken}, which cannot be read, so it is sent as typed. "
                "Mend that file."
            )
            return warning(piece.source, "unresolved-variable", message, name=name)
        if name in self.around.template_names:
            message = (
                f"${name} stands for a template that is too large with its values filled in, so it "
                "is sent as typed. Use the template's large variables less often."
            )
            return warning(piece.source, "unresolved-variable", message, name=name)
        near = self._near.of(name)
        guess = f"Did you mean ${near}? If not, define" if near else "Define"
        message = (
            f"Nothing defines ${name}, so it is sent as typed. {guess} ${name}, or write $${name} "
            "to say that it is text."
        )
        fixes = [] if near is None else [_renaming(text, piece.source, name, near)]
        before = Span(piece.source.start, piece.source.start)
        fixes.append(replacing(f"Keep it as text: write $${name}", before, "$"))
        return warning(piece.source, "unresolved-variable", message, *fixes, name=name)

    def _known_as(self, name: str) -> str | None:
        """Return the known name that is `name` or has it as its uppercase-first form."""
        if name in self.around.known or name in self.around.schedules:
            return name
        if name != name.capitalize():
            return None
        return self._forms.get(name)

    @cached_property
    def _forms(self) -> dict[str, str]:
        """The uppercase-first forms of the known names, each with the first that has it."""
        known = self.around.known | self.around.schedules.keys()
        return {each.capitalize(): each for each in sorted(known, reverse=True)}

    @cached_property
    def _near(self) -> NearNames:
        """The names that can be meant: those that somebody wrote, then the forms of them."""
        templates = self.around.template_names
        forms = {
            each.name
            for layer in self.scope.layers
            for each in layer.definitions.values()
            if each.generated
        }
        names = {*self.scope.names(), *self.around.known, *templates}
        if self.kind is FileKind.TEMPLATE:
            names -= templates
        return NearNames([*sorted(names - forms), *sorted(names & forms)])

    def _not_for_schedule(self, piece: Piece) -> Diagnostic | None:
        schedule = self.metadata.get("schedule")
        if not isinstance(schedule, str) or self.kind is not FileKind.PROMPT:
            return None
        late = self._late.get(piece.name or "")
        if late is None:  # once for a name: a template may be large, and used often
            late = self._late[piece.name or ""] = {
                inner.name: given
                for inner in walk([piece])
                if inner.name is not None
                and (given := self._schedules(inner)) is not None
                and schedule not in given
            }
        if not late:
            return None
        names = " and ".join(f"${name}" for name in late)
        when = " or ".join(sorted(frozenset[str]().union(*late.values())))
        uses = f"${piece.name} uses {names}, which" if piece.name not in late else names
        message = (
            f"{uses} {'are' if len(late) > 1 else 'is'} only given to prompts with the schedule "
            f"{when}; this one has {schedule}. Use another variable, or change the schedule."
        )
        return warning(piece.source, "variable-not-for-schedule", message, name=piece.name)

    def _schedules(self, piece: Piece) -> frozenset[str] | None:
        """Return the schedules a context name is given for; None for all, and other names."""
        if piece.name is None or piece.layer not in (None, LayerName.CONTEXT):
            return None
        known = self._known_as(piece.name)
        return None if known is None else self.around.schedules.get(known)

    def _uppercase_form(self, text: str, piece: Piece, name: str) -> Iterator[Diagnostic]:
        form = piece.lookup.winner if piece.lookup else None
        layer = None if form is None else self.scope.layer(form.layer)
        if form is None or layer is None or not form.generated:
            return
        base = form_base(layer, form)
        if base is None or form.text == base.text[:1].upper() + base.text[1:]:
            return
        message = (
            f"${name} is made from ${base.name} and changes more than the first letter: "
            f"{_shown(form.text)} instead of {_shown(base.text)}. Use ${base.name}, or define "
            f"{name} outright."
        )
        fix = _renaming(text, piece.source, name, base.name)
        yield info(piece.source, "uppercase-form", message, fix, name=name)

    def _shadowed(self, piece: Piece, name: str) -> Iterator[Diagnostic]:
        stack = piece.lookup.stack if piece.lookup else ()
        written = [
            entry.definition
            for entry in stack
            if entry.definition is not None and not entry.definition.generated
        ]
        winner = piece.lookup.winner if piece.lookup else None
        if winner is None or winner.generated or len(written) < 2:
            return
        losers = " and ".join(_layer_and_file(each) for each in written[1:])
        message = (
            f"${name} is defined more than once: {_layer_and_file(winner)} wins over {losers}. "
            "Rename one of them, if that is not meant."
        )
        yield info(piece.source, "shadowed-variable", message, name=name)


def _renaming(text: str, placeholder: Span, name: str, wanted: str) -> Fix:
    """Return a fix that names `wanted` in a placeholder and keeps its braces."""
    written = placeholder.of(text).replace(name, wanted, 1)
    return replacing(f"Use {Dollar().written(wanted)}", placeholder, written)


def _shown(value: str) -> str:
    short = " ".join(value.split())
    return f"“{short if len(short) <= 40 else short[:39] + '…'}”"


def _layer_and_file(definition: Definition) -> str:
    path = definition.origin.path if definition.origin else None
    return f"{definition.layer} ({path})" if path else definition.layer
