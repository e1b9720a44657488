"""What the layers of a slot say to people: the verdict, each layer's file, each key's stack.

It says what `editor.formats.slot_overlay` found and decides nothing itself
(docs/formats.md, Slots).
"""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from editor.core.edits import EditRefused
from editor.core.layers import Definition, Origin
from editor.core.yaml_writing import flow_source
from editor.formats.slot_overlay import ENABLED, Overlay, SlotLayer, SlotLayerName
from editor.session.layer_commands import LayerCommand
from editor.session.layerview import (
    LayerRow,
    LayerView,
    RowState,
    Wording,
    is_same_value,
    layer_view,
    shortened,
)
from editor.session.slot_setting import sentence
from editor.workspace.slot_list import Slot

Do = LayerCommand


def _tr(text: str) -> str:
    return QCoreApplication.translate("SlotLayers", text)


@dataclass(frozen=True, slots=True)
class SlotView:
    """A slot through its layers.

    Attributes:
        name: The slot.
        verdict: What comes out and which layer made it so, as a sentence.
        has_template: Whether a template comes out.
        is_broken: Whether a layer cannot be read, so that nothing comes out.
        files: A row for each whole layer, highest first; its place is its file.
        keys: A view for each key that a layer mentions, ``enabled`` and ``template`` first.
    """

    name: str
    verdict: str
    has_template: bool
    is_broken: bool
    files: tuple[LayerRow, ...]
    keys: tuple[LayerView, ...]


def slot_view(
    overlay: Overlay, slot: Slot, name_of: Callable[[Path], str], unread: str | None = None
) -> SlotView:
    """Return what the layers of a slot say.

    Args:
        overlay: The slot through its layers.
        slot: Where its files lie.
        name_of: Names a file as the workspace does.
        unread: Why no program reads the file in front, so that nothing comes out; or None.
    """
    return SlotView(
        overlay.name,
        unread or sentence(overlay.verdict),
        overlay.template is not None and unread is None,
        overlay.broken is not None,
        tuple(_file_row(each, overlay, slot, name_of) for each in overlay.layers),
        tuple(_key_view(key, overlay, slot) for key in overlay.keys),
    )


def layer_words() -> dict[str, str]:
    """Return how sentences name the layers of slots."""
    return {
        SlotLayerName.RUNTIME: _tr("the runtime layer"),
        SlotLayerName.APP: _tr("the app layer"),
        SlotLayerName.DEFAULT: _tr("the default layer"),
    }


def written(definition: Definition) -> str:
    """Return a value of a key as it is written in YAML; a text as it is."""
    return _written(definition.value)


def _written(value: object) -> str:
    if isinstance(value, str):
        return value
    with suppress(EditRefused):  # such as a set
        return flow_source(value)
    return str(value)


def _key_view(key: str, overlay: Overlay, slot: Slot) -> LayerView:
    wording = Wording(key, _nowhere(key, overlay), layer_words())
    view = layer_view(overlay.lookup(key), wording, written)
    rows = (_key_row(row, key, overlay, slot) for row in view.rows)
    return replace(view, rows=tuple(rows))


def _nowhere(key: str, overlay: Overlay) -> str:
    if any(key in layer.wrong for layer in overlay.layers):
        return _tr("No layer gives {0} a value that counts.").format(key)
    return _tr("No layer sets {0}.").format(key)


def _key_row(row: LayerRow, key: str, overlay: Overlay, slot: Slot) -> LayerRow:
    layer = overlay.layer(row.layer)
    if layer.fault is not None:
        words, origin = _tr("cannot be read"), _fault_origin(layer)
        broken = LayerRow(row.layer, RowState.BROKEN, words, place=_line(origin), origin=origin)
        return broken.with_commands(Do.OPEN)
    wrong = layer.wrong.get(key)
    if wrong is not None:
        origin = None if layer.path is None else Origin(layer.path, wrong.position, wrong.span)
        text = _written(layer.mapping.get(key))
        row = LayerRow(
            row.layer,
            RowState.WRONG,
            _tr("does not count: {0}").format(wrong.message.rstrip(".")),
            text,
            shortened(text) or _tr("(empty)"),
            _line(origin),
            origin=origin,
        )
    else:
        row = replace(row, place=_line(row.origin))
    if row.state is RowState.WINS and overlay.broken is not None:
        row = replace(row, words=_tr("would win"))
    return row.with_commands(*_key_commands(row, key, overlay, slot))


def _line(origin: Origin | None) -> str:
    """Where a key stands in the file, which its own row names."""
    place = None if origin is None else origin.position
    return "" if place is None else _tr("line {0}").format(place.line)


def _key_commands(row: LayerRow, key: str, overlay: Overlay, slot: Slot) -> list[LayerCommand]:
    """What can be done with a key in a layer, the most likely first."""
    is_default = row.layer == SlotLayerName.DEFAULT
    if is_default and slot.default is None:
        return []
    own = overlay.layer(row.layer).definitions.get(key)
    commands = _switches(own) if key == ENABLED else []
    if row.state is RowState.UNSET:
        return commands or [Do.OVERRIDE]
    commands.append(Do.OPEN if row.origin is not None else Do.OVERRIDE)
    if is_default:
        return commands
    below = _below(row.layer, key, overlay)
    if below is not None and (own is None or not is_same_value(own, below)):
        commands.append(Do.PIN)
    commands.append(Do.RESET)
    if below is not None and own is not None:
        commands.append(Do.COMPARE)
    return commands


def _switches(said: Definition | None) -> list[LayerCommand]:
    if said is None:
        return [Do.ENABLE, Do.DISABLE]
    return [Do.DISABLE if said.value else Do.ENABLE]


def _below(layer: str, key: str, overlay: Overlay) -> Definition | None:
    order = list(SlotLayerName)
    return overlay.without(*order[: order.index(SlotLayerName(layer)) + 1]).scope.winner(key)


def _file_row(
    layer: SlotLayer, overlay: Overlay, slot: Slot, name_of: Callable[[Path], str]
) -> LayerRow:
    is_runtime = layer.name is SlotLayerName.RUNTIME
    path = {SlotLayerName.APP: slot.app, SlotLayerName.DEFAULT: slot.default}.get(layer.name)
    place = "" if path is None else name_of(path)
    commands: list[LayerCommand] = []
    comparing = [Do.COMPARE] if overlay.below(layer.name) is not None else []
    state, words = _file_words(layer, overlay)
    if is_runtime:
        own = [Do.RESET_FILE, *comparing] if layer.exists else []
        commands = [Do.OVERRIDE, *own]
    elif layer.exists:
        own = [Do.RESET_FILE, *comparing] if layer.name is SlotLayerName.APP else []
        commands = [Do.OPEN, *own, Do.OPEN_FOLDER]
    elif layer.name is SlotLayerName.APP and path is not None:
        commands = [Do.OVERRIDE_FILE]
        if os.path.isdir(path.parent):
            commands.append(Do.OPEN_FOLDER)
        elif os.path.lexists(path.parent):
            words = _tr("no file of this slot: its folder is a file")
        else:
            words = _tr("no file and no folder yet")
    origin = Origin(place) if place and layer.exists else None
    if layer.fault is not None:
        origin = _fault_origin(layer)
    return LayerRow(layer.name, state, words, place=place, origin=origin).with_commands(*commands)


def _file_words(layer: SlotLayer, overlay: Overlay) -> tuple[RowState, str]:
    """What a whole layer does, in words."""
    if layer.fault is not None:
        at = layer.fault.position
        line = "" if at is None else _tr("line {0}: ").format(at.line)
        return RowState.BROKEN, _tr("broken, {0}{1}").format(line, layer.fault.message.rstrip("."))
    if not layer.exists:
        if layer.name is SlotLayerName.RUNTIME:
            return RowState.UNSET, _tr("no values given")
        return RowState.UNSET, _tr("no file of this slot")
    wins = [key for key in overlay.keys if _wins(layer, key, overlay)]
    if wins and overlay.broken is not None:
        return RowState.HIDDEN, _tr("would decide {0}").format(_listed(wins))
    if wins:
        return RowState.WINS, _tr("decides {0}").format(_listed(wins))
    if layer.definitions:
        return RowState.HIDDEN, _tr("decides nothing")
    if layer.wrong:
        return RowState.WRONG, _tr("decides nothing: its values do not count")
    return RowState.UNSET, _tr("says nothing")


def _wins(layer: SlotLayer, key: str, overlay: Overlay) -> bool:
    winner = overlay.scope.winner(key)
    return winner is not None and winner is layer.definitions.get(key)


def _listed(names: list[str]) -> str:
    if len(names) > 3:
        return _tr("{0} and {1} more").format(", ".join(names[:2]), len(names) - 2)
    return ", ".join(names)


def _fault_origin(layer: SlotLayer) -> Origin | None:
    if layer.path is None or layer.fault is None:
        return None
    return Origin(layer.path, layer.fault.position)
