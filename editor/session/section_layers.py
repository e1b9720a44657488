"""What the layers say of a soul's section: the override, the tool, the content, and who wins."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from editor.core.layers import Definition, LayerEntry, Lookup, Origin
from editor.core.spans import LineIndex
from editor.formats.soul_assembly import SectionLayer, newest, section_lookup
from editor.formats.soul_sections import Role, Section
from editor.session.layer_commands import LayerCommand
from editor.session.layerview import LayerRow, LayerView, RowState, Wording, layer_view
from editor.session.livesoul import LiveSoul


def _tr(text: str) -> str:
    return QCoreApplication.translate("SectionLayers", text)


def section_view(live: LiveSoul, number: int, path: str | None) -> LayerView:
    """Return what the layers say of section `number` for the provider in force.

    Args:
        live: The messages of the soul.
        number: The section.
        path: The soul as the workspace names it, or None if it is not on disk.
    """
    section, setting = live.parts.section(number), live.setting
    written = section.name or _tr("Section {0}").format(number + 1)
    if section.role is Role.EXPAND:
        return LayerView(section.name or "", written, None, _conversation(live, section), ())
    found = section_lookup(section, setting.samples, setting.provider, path)
    lookup = Lookup(found.name, tuple(_placed(each, live, number, path) for each in found.stack))
    view = layer_view(lookup, Wording(written, _nothing(setting.provider), _words(live, section)))
    view = replace(view, rows=tuple(_with_commands(row, lookup) for row in view.rows))
    winner = lookup.winner
    if winner is None or not winner.generated:
        return view
    rows = tuple(_at_run_time(row) for row in view.rows)
    return replace(view, verdict=_supplied(section, lookup), rows=rows)


def _with_commands(row: LayerRow, lookup: Lookup) -> LayerRow:
    layers = [entry.layer for entry in lookup.stack]
    lower = lookup.stack[layers.index(row.layer) + 1 :]
    commands = [LayerCommand.OPEN] if row.origin is not None else []
    if row.value is not None and any(entry.definition is not None for entry in lower):
        commands.append(LayerCommand.COMPARE)
    return row.with_commands(*commands)


def _conversation(live: LiveSoul, section: Section) -> str:
    samples = live.setting.samples
    turns = newest(section, samples)
    if not turns:
        return _tr("The conversation stands here at run time; the samples have none.")
    if turns == 1:
        return _tr("The newest turn of the conversation stands here.")
    said = _tr("The newest {0} of {1} turns of the sample conversation stand here.")
    return said.format(turns, len(samples.conversation))


def _nothing(provider: str | None) -> str:
    if provider is None:
        return _tr("It has no text: add content or a tool, or remove the section.")
    return _tr("It has no text for {0}: add content, a tool or an override.").format(provider)


def _words(live: LiveSoul, section: Section) -> dict[str, str]:
    tool = section.tool.value if section.tool is not None else ""
    return {
        SectionLayer.OVERRIDE: _tr("the override for {0}").format(live.setting.provider or ""),
        SectionLayer.TOOL: _tr("the sample of the tool {0}").format(tool),
        SectionLayer.CONTENT: _tr("the content"),
    }


def _supplied(section: Section, lookup: Lookup) -> str:
    tool = section.tool.value if section.tool is not None else ""
    said = _tr("Supplied at run time: the tool {0} gives the text, and the samples have no result.")
    words = said.format(tool)
    if lookup.shadowed:
        words += " " + _tr("The content is not sent.")
    return words


def _at_run_time(row: LayerRow) -> LayerRow:
    if row.state is RowState.WINS:
        return replace(
            row, words=_tr("wins, supplied at run time"), shown=_tr("(not known here)"), note=""
        )
    if row.state is RowState.HIDDEN:
        return replace(row, words=_tr("hidden by the tool"))
    return row


def _placed(entry: LayerEntry, live: LiveSoul, number: int, path: str | None) -> LayerEntry:
    """Return an entry whose origin, if it is in the soul, counts in the whole text."""
    definition = entry.definition
    if definition is None or definition.origin is None or definition.origin.position is not None:
        return entry
    return LayerEntry(entry.layer, _in_file(definition, live, number, path))


def _in_file(definition: Definition, live: LiveSoul, number: int, path: str | None) -> Definition:
    span = definition.origin.span if definition.origin is not None else None
    if span is None or not live.parts.is_current:
        return replace(definition, origin=None)
    span = span.shifted(live.parts.slice_start(number))
    position = LineIndex(live.document.text()).position(span.start)
    return replace(definition, origin=Origin(path, position, span))
