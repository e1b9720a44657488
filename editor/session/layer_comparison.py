"""Layers compared with each other: whole files, what comes out, the values of one name.

Beside these everything that `editor.session.comparison` knows can be asked.
"""

from itertools import combinations

from editor.core.edits import EditRefused, apply_edits
from editor.core.layers import LayerEntry, Lookup, joined
from editor.formats.slot import marked_pieces
from editor.formats.slot_overlay import Overlay, SlotLayer, SlotLayerName
from editor.formats.slot_writing import key_edits
from editor.formats.soul_assembly import section_lookup
from editor.session.comparison import (
    Against,
    Comparison,
    Missing,
    Task,
    choices,
    comparison_task,
)
from editor.session.liveslot import LiveSlot
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.renderers import AsItIs
from editor.session.slot_layers import written


def all_choices(
    project: Project, live: LiveView, wanted: Comparison, *, is_rendered: bool = True
) -> tuple[Comparison, ...]:
    """Return everything that can be compared, layers included.

    Args:
        project: The workspace of the file.
        live: The rendering now.
        wanted: What the user asked for: the value of a name is offered only then.
        is_rendered: Whether there is a rendering; without one only texts are compared.
    """
    found = choices(project, live) if is_rendered else (Comparison(Against.DISK),)
    if isinstance(live, LiveSlot):
        found += _of_slot(live.overlay)
    if wanted.against is Against.VALUE and _lookup(project, live, wanted.name) is not None:
        found += (wanted,)
    return found


def task_for(project: Project, live: LiveView, comparison: Comparison) -> Task:
    """Gather what a comparison needs; see `comparison_task`."""
    if comparison.against is Against.VALUE:
        return _value_task(_lookup(project, live, comparison.name), comparison)
    if isinstance(live, LiveSlot) and comparison.against is Against.LAYER:
        old, new = (_source(project, live, each) for each in (comparison.name, comparison.other))
        return Task(comparison, new, AsItIs(), old)
    if isinstance(live, LiveSlot) and comparison.against is Against.RESULT:
        old, new = (_result(live, each) for each in (comparison.name, comparison.other))
        return Task(comparison, new, AsItIs(), old)
    return comparison_task(project, live, comparison)


def _of_slot(overlay: Overlay) -> tuple[Comparison, ...]:
    """Every two layers that there are, the lower one first: what they say and what comes out."""
    lowest_first = [layer.name for layer in reversed(overlay.layers) if layer.exists]
    pairs = list(combinations(lowest_first, 2))
    return tuple(
        Comparison(against, lower, upper)
        for against in (Against.LAYER, Against.RESULT)
        for lower, upper in pairs
    )


def _source(project: Project, live: LiveSlot, name: str) -> str:
    """What a layer says as it is written; runtime values as a file would hold them."""
    layer, setting = live.overlay.layer(name), live.setting
    if layer.name is setting.layer:
        return live.document.text()
    if layer.name is SlotLayerName.RUNTIME:
        return _as_file(layer)
    path = setting.slot.app if layer.name is SlotLayerName.APP else setting.slot.default
    try:
        return "" if path is None else project.source_text(path)
    except (OSError, ValueError):
        return ""


def _as_file(layer: SlotLayer) -> str:
    text = ""
    for key, value in layer.mapping.items():
        try:
            text = apply_edits(text, key_edits(text, key, value))
        except EditRefused:  # such as a set: no layer in a file could say it
            text += f"# {key}\n"
    return text


def _result(live: LiveSlot, name: str) -> str:
    """The template that comes out of a layer and those below it; empty if none does."""
    order = list(SlotLayerName)
    overlay = live.overlay.without(*order[: order.index(SlotLayerName(name))])
    setting = live.setting
    return joined(marked_pieces(overlay.template or "", setting.syntax, setting.filling))


def _lookup(project: Project, live: LiveView, name: str) -> Lookup | None:
    """The stack of a name as the layers panel shows it; None if nobody says anything of it."""
    if isinstance(live, LiveSlot):
        return live.overlay.lookup(name) if name in live.overlay.keys else None
    if isinstance(live, LiveSoul):
        setting = live.setting
        sections = (live.parts.section(number) for number in live.parts.numbers())
        found = next((each for each in sections if each.name == name), None)
        if found is not None:
            return section_lookup(found, setting.samples, setting.provider, None)
    lookup = project.scope(live.document.kind).lookup(name)
    return None if lookup.winner is None else lookup


def _value_task(lookup: Lookup | None, comparison: Comparison) -> Task:
    stack: tuple[LayerEntry, ...] = () if lookup is None else lookup.stack
    layers = [entry.layer for entry in stack]
    if comparison.other not in layers:
        return Task(comparison, "", AsItIs(), missing=Missing.NO_VALUE)
    at = layers.index(comparison.other)
    own = stack[at].definition
    below = next((each.definition for each in stack[at + 1 :] if each.definition), None)
    if own is None or below is None:
        return Task(comparison, "", AsItIs(), missing=Missing.NO_VALUE)
    return Task(comparison, written(own), AsItIs(), written(below))
