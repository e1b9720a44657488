"""A rendering layer by layer: what each layer does to the one without it and those above.

Gathered as plain values first, so that a long text can be rendered in another thread.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from editor.core.diagnostics import ParseFault
from editor.core.diff import Hunk, differences
from editor.core.kinds import FileKind
from editor.core.layers import Piece, PieceKind, Scope, joined
from editor.core.placeholders import Syntax
from editor.core.rendering import walk
from editor.formats.definitions import LayerName
from editor.formats.kinds import format_for
from editor.formats.slot import marked_pieces
from editor.formats.slot_overlay import Overlay, SlotLayerName
from editor.session.live import LivePreview
from editor.session.liveslot import LiveSlot
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.slot_setting import sentence
from editor.workspace.scopes import ScopeBuilder

PROMPT_LAYERS = (
    LayerName.TEMPLATE,
    LayerName.VARIABLES,
    LayerName.IDENTITY,
    LayerName.CONTEXT,
)
"""The layers of a prompt, the lowest first."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Steps", text)


@dataclass(frozen=True, slots=True)
class Step:
    """What one more layer makes of a rendering.

    Attributes:
        layer: The layer; empty for the text before any.
        words: What it does, in words.
        is_on: Whether it counts; one that is switched off changes nothing.
        old: The text without it and those above.
        new: The text with it.
        hunks: How they differ.
    """

    layer: str
    words: str
    is_on: bool
    old: str
    new: str
    hunks: tuple[Hunk, ...]


@dataclass(frozen=True, slots=True)
class PromptSteps:
    """All that the steps of a prompt need.

    Attributes:
        kind: Prompt or template.
        text: The source.
        scopes: For each layer, the lowest first, the scope with it and those below.
        off: The layers that are switched off.
    """

    kind: FileKind
    text: str
    scopes: tuple[tuple[str, Scope], ...]
    off: frozenset[str]

    @property
    def size(self) -> int:
        """How many characters there are to render."""
        return len(self.text) * len(self.scopes)

    def steps(self) -> Iterator[Step]:
        """Yield the steps, the lowest first: first the text as it is typed."""
        try:
            file = format_for(self.kind).parse(self.text)
            before = file.render(Scope()).messages[0]
        except ParseFault:
            return
        old = before.text
        yield Step("", _tr("As it is typed: no layer counts."), True, old, old, ())
        for layer, scope in self.scopes:
            is_on = layer not in self.off
            message = file.render(scope).messages[0] if is_on else None
            new = old if message is None else message.text
            words = _tr("Switched off.") if message is None else _filled(layer, message.pieces)
            yield Step(layer, words, is_on, old, new, tuple(differences(old, new)))
            old = new


@dataclass(frozen=True, slots=True)
class SlotSteps:
    """All that the steps of a slot need."""

    overlay: Overlay
    off: frozenset[str]
    syntax: Syntax | None
    filling: Scope | None

    @property
    def size(self) -> int:
        """How many characters there are to show."""
        return sum(
            len(str(each.definitions[key].value))
            for each in self.overlay.layers
            for key in each.definitions
        )

    def steps(self) -> Iterator[Step]:
        """Yield the steps, the lowest first; a layer that says nothing is one, too."""
        order, old = list(SlotLayerName), ""
        for layer in reversed(order):
            above = order[: order.index(layer)]
            overlay = self.overlay.without(*above, *self.off)
            is_on = layer not in self.off
            template = overlay.template or ""
            new = joined(marked_pieces(template, self.syntax, self.filling)) if is_on else old
            words = sentence(overlay.verdict) if is_on else _tr("Switched off.")
            if is_on and not self.overlay.layer(layer).exists:
                words = _tr("Says nothing of this slot.")
            yield Step(layer, words, is_on, old, new, tuple(differences(old, new)))
            old = new


StepsTask = PromptSteps | SlotSteps


def layers_of(live: LiveView | None) -> tuple[str, ...]:
    """Return the layers that a rendering can be shown without, the lowest first."""
    if isinstance(live, LiveSlot):
        return tuple(reversed(SlotLayerName))
    if not isinstance(live, LivePreview) or live.reason is not None:
        return ()
    return PROMPT_LAYERS[1:] if live.document.kind is FileKind.TEMPLATE else PROMPT_LAYERS


def steps_task(project: Project, live: LiveView) -> StepsTask | None:
    """Gather what the steps of a rendering need; None for what has no layers to step through."""
    off = project.switched_off
    if isinstance(live, LiveSlot):
        setting = live.setting
        return SlotSteps(live.overlay, off, setting.syntax, setting.filling)
    layers = layers_of(live)
    if not layers:
        return None
    kind = live.document.kind
    builder = ScopeBuilder(project.workspace, project.source_text)
    context = project.context
    scopes = tuple(
        (
            layer,
            builder.scope(
                kind,
                context.effective(),
                project.now,
                origins=context.origins_in_force(),
                without=(*layers[place + 1 :], *off),
            ),
        )
        for place, layer in enumerate(layers)
    )
    return PromptSteps(kind, live.document.text(), scopes, off)


def _filled(layer: str, pieces: tuple[Piece, ...]) -> str:
    """How many placeholders the layer fills, and how many are left."""
    every = list(walk(pieces))  # those inside templates too
    filled = sum(each.kind is PieceKind.VALUE and each.layer == layer for each in every)
    left = sum(each.kind is PieceKind.UNRESOLVED for each in every)
    if not left:
        return _tr("Fills {0}; none is left as typed.").format(_placeholders(filled))
    said = _tr("Fills {0}; {1} left as typed.")
    return said.format(_placeholders(filled), _placeholders(left))


def _placeholders(count: int) -> str:
    if count == 1:
        return _tr("1 placeholder")
    return _tr("{0} placeholders").format(count) if count else _tr("no placeholder")
