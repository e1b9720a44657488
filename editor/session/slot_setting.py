"""What a slot file is shown with: its other layers, values, and how placeholders are written."""

from dataclasses import dataclass, field

from editor.core.layers import Scope
from editor.core.placeholders import Syntax
from editor.formats.slot_overlay import Overlay, SlotLayer, SlotLayerName
from editor.workspace.slot_list import Slot, syntax_called


@dataclass(frozen=True, slots=True)
class SlotShowing:
    """How templates are shown.

    Attributes:
        placeholders: How placeholders are written: one of `SYNTAXES`.
        fill: Whether they are filled from the context.
    """

    placeholders: str = "mustache"
    fill: bool = False


@dataclass(frozen=True)
class SlotSetting:
    """All that the rendering of one slot file depends on besides its own text.

    Attributes:
        slot: The slot that the file belongs to.
        layer: The layer that the file is.
        path: The file as the workspace names it.
        others: The other layers, highest first; the file's own is none of them.
        placeholders: How placeholders are written: one of `SYNTAXES`.
        values: What placeholders are filled with.
        fill: Whether they are filled.
        unread: Why no program ever reads the file, or None.
    """

    slot: Slot
    layer: SlotLayerName
    path: str
    others: tuple[SlotLayer, ...] = ()
    placeholders: str = "mustache"
    values: Scope = field(default_factory=Scope)
    fill: bool = False
    unread: str | None = None

    @property
    def syntax(self) -> Syntax | None:
        """How placeholders are written, or None for a template without any."""
        return syntax_called(self.placeholders)

    @property
    def filling(self) -> Scope | None:
        """What to fill placeholders with, or None to leave them."""
        return self.values if self.fill else None

    def overlay(self, own: SlotLayer) -> Overlay:
        """Return the slot with the file's own layer in its place."""
        order = list(SlotLayerName)
        layers = sorted((*self.others, own), key=lambda each: order.index(each.name))
        return Overlay(self.slot.name, tuple(layers))


def sentence(words: str) -> str:
    """Return a verdict as a sentence."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
