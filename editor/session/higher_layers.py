"""Whether a higher layer decides instead of the file in front, and where that one is."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from editor.core.kinds import FileKind
from editor.core.layers import Origin
from editor.core.placeholders import Dollar
from editor.formats.slot_overlay import SlotLayerName
from editor.session.liveslot import LiveSlot
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.slot_layers import layer_words as slot_words
from editor.session.variable_list import layer_words

_MOST_NAMED = 3
_VALUES = (FileKind.TEMPLATE, FileKind.VARIABLE)


def _tr(text: str) -> str:
    return QCoreApplication.translate("HigherLayers", text)


@dataclass(frozen=True, slots=True)
class HigherLayer:
    """What decides instead of a file.

    Attributes:
        words: One sentence for the user.
        name: The name that is looked up, or empty for keys of a slot.
        origin: Where the value that wins stands, or None if it stands in no file.
    """

    words: str
    name: str = ""
    origin: Origin | None = None


def higher_layer(project: Project, live: LiveView) -> HigherLayer | None:
    """Return what decides instead of the file that `live` renders; None if nothing does."""
    if isinstance(live, LiveSlot):
        return _above_slot(live)
    path = live.document.path
    if path is None or live.document.kind not in _VALUES:
        return None
    shown_as = project.workspace.name_of(path)
    scope = project.scope(FileKind.PROMPT)
    for layer in scope.layers:
        for name, own in layer.definitions.items():
            if own.origin is None or own.origin.path != shown_as or own.generated:
                continue
            winner = scope.winner(name)
            if winner is None or winner is own:
                return None
            said = _tr("{0} is decided by {1}, so this file is not used for it.")
            words = said.format(
                Dollar().written(name), layer_words().get(winner.layer, winner.layer)
            )
            return HigherLayer(words, name, winner.origin)
    return None


def _above_slot(live: LiveSlot) -> HigherLayer | None:
    own = live.setting.layer
    order = list(SlotLayerName)
    said = live.overlay.layer(own).definitions
    winners = {key: live.overlay.scope.winner(key) for key in said}
    lost = {
        key: winner
        for key, winner in winners.items()
        if winner is not None and order.index(SlotLayerName(winner.layer)) < order.index(own)
    }
    if not lost:
        return None
    keys = ", ".join(list(lost)[:_MOST_NAMED]) + ("…" if len(lost) > _MOST_NAMED else "")
    first = next(iter(lost.values()))
    layers = dict.fromkeys(slot_words()[winner.layer] for winner in lost.values())
    words = _tr("{0}: decided by {1}, not by this file.").format(keys, ", ".join(layers))
    return HigherLayer(words, origin=first.origin)
