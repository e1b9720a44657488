"""The form of one slot file: what it shows, and what its user's wishes do to the text.

The text is the truth; edits are those of any form, with a template written as a block
(docs/formats.md, Slots and Files).
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused
from editor.core.tree import Path
from editor.core.yaml_language import YamlLanguage
from editor.formats.base import Fields
from editor.formats.slot import no_mapping
from editor.formats.slot_overlay import (
    ENABLED,
    TEMPLATE,
    Overlay,
    SlotLayer,
    SlotLayerName,
)
from editor.formats.slot_writing import key_edits
from editor.session.document import Document
from editor.session.form import FormEditor
from editor.session.form_region import Edits, FieldWriter
from editor.session.form_values import FieldKind, FormField, Intent
from editor.session.layerview import shortened
from editor.session.liveslot import LiveSlot
from editor.session.slot_edits import SlotEdits
from editor.session.slot_form_values import Elsewhere, LayerTab, SetHere, SlotForm, SlotKey
from editor.session.slot_layers import written

AREA = "slot"
_FILES = (SlotLayerName.DEFAULT, SlotLayerName.APP)
SCHEMA: Mapping[str, object] = MappingProxyType(
    {
        "type": "object",
        "properties": {
            ENABLED: {
                "title": "Enabled",
                "description": "Whether the template is used; else the algorithm's own is.",
                "type": "boolean",
            },
            TEMPLATE: {
                "title": "Template",
                "description": "The prompt that the algorithm gets in the place of its own.",
                "type": "string",
            },
        },
    }
)


class SlotWriter:
    """Writes keys of slot files."""

    def set(self, text: str, path: Path, value: object) -> Edits:
        """Return the edits that make the field at `path` hold `value`."""
        if len(path) == 1:
            return key_edits(text, str(path[0]), value)
        return YamlLanguage().set(text, path, value)

    def insert(self, text: str, path: Path, value: object, before: str | None = None) -> Edits:
        """Return the edits that add an entry: `before` a key of its container, or last."""
        if len(path) == 1:
            return key_edits(text, str(path[0]), value, before)
        return YamlLanguage().insert(text, path, value, before)

    def move(self, text: str, path: Path, index: int) -> Edits:
        """Return the edits that make the entry at `path` number `index` of its container."""
        return YamlLanguage().move(text, path, index)

    def remove(self, text: str, path: Path) -> Edits:
        """Return the edits that take the field at `path` out."""
        return YamlLanguage().remove(text, path)


class SlotRegion:
    """A slot file from end to end."""

    def __init__(self, document: Document, live: LiveSlot) -> None:
        """Follow a document.

        Args:
            document: The document.
            live: Its rendering, which reads the file.
        """
        self._document = document
        self._live = live

    @property
    def writer(self) -> FieldWriter:
        """Writes its keys."""
        return SlotWriter()

    @property
    def fields(self) -> Fields | None:
        """The keys of the file as they are now."""
        self._live.finish()
        return self._live.file.fields

    @property
    def fault(self) -> ParseFault | None:
        """Why the file cannot be read, or holds no keys."""
        fields = self.fields
        return None if fields is None else fields.fault or no_mapping(fields)

    @property
    def fault_line(self) -> int:
        """The line of the fault, from 1."""
        return self._live.stale_line or 1

    @property
    def note(self) -> str:
        """Nothing: every slot file is its own region."""
        return ""

    @property
    def file_kind(self) -> str:
        """A slot."""
        return self._document.kind.value

    def text(self) -> str:
        """Return the whole text."""
        return self._document.text()

    def begin(self, language: str) -> Edits:
        """Not to be asked for: the region is there."""
        raise EditRefused("A slot has no frontmatter.")


class SlotFormEditor:
    """Draws up the form of a slot file and makes the edits its user asks for."""

    def __init__(self, document: Document, live: LiveSlot, edits: SlotEdits) -> None:
        """Follow a document.

        Args:
            document: The slot file.
            live: Its rendering.
            edits: Changes layers of slots.
        """
        self.document = document
        self._live = live
        self._edits = edits
        self._editor = FormEditor(document, SlotRegion(document, live), SCHEMA)

    def follows(self, live: LiveSlot) -> bool:
        """Whether it reads the file from `live`."""
        return live is self._live

    def form(self) -> SlotForm:
        """Return what there is to show now."""
        form, live = self._editor.form(), self._live
        setting, overlay = live.setting, live.overlay
        own = overlay.layer(setting.layer)
        fields = {str(each.path[-1]): each for each in (*form.fields, *form.others)}
        keys = dict.fromkeys((*fields, *overlay.keys))
        rows = {key: _row(key, fields.get(key), own, overlay) for key in keys}
        others = tuple(row for key, row in rows.items() if key not in (ENABLED, TEMPLATE))
        broken = [each.name for each in overlay.layers if each.fault and each.name != own.name]
        return SlotForm(
            form.state,
            setting.slot.name,
            setting.layer,
            self._tabs(overlay),
            rows.get(ENABLED, SlotKey(ENABLED, None)),
            rows.get(TEMPLATE, SlotKey(TEMPLATE, None)),
            others,
            form.more,
            setting.syntax,
            form.fault,
            form.fault_line,
            form.read_only,
            broken[0] if broken else "",
            setting.unread or "",
        )

    def do(self, intent: Intent | SetHere) -> None:
        """Make the edit that `intent` asks for; a refusal is shown in its field.

        Raises:
            EditRefused: there is no field to show it in.
        """
        if not isinstance(intent, SetHere):
            self._editor.do(intent)
            return
        if self.document.read_only_reason is not None:
            raise EditRefused(self.document.read_only_reason)
        setting = self._live.setting
        self._edits.set_here(setting.slot, setting.layer, intent.key)

    def end_visit(self) -> None:
        """Let the next edit be an undo step of its own: the user left the field."""
        self._editor.end_visit()

    def has_pending(self) -> bool:
        """Whether something typed is not in the text because the text cannot take it."""
        return self._editor.has_pending()

    def _tabs(self, overlay: Overlay) -> tuple[LayerTab, ...]:
        setting = self._live.setting
        paths = {SlotLayerName.DEFAULT: setting.slot.default, SlotLayerName.APP: setting.slot.app}
        return tuple(
            LayerTab(
                name,
                paths[name],
                overlay.layer(name).exists,
                name == setting.layer,
                name == overlay.deciding and overlay.broken is None,
                overlay.layer(name).fault is not None,
            )
            for name in _FILES
        )


def _row(key: str, field: FormField | None, own: SlotLayer, overlay: Overlay) -> SlotKey:
    winner = overlay.lookup(key).winner
    if field is None:
        found = Elsewhere()
        if winner is not None and winner.layer != own.name:
            found = Elsewhere(winner.layer, shortened(written(winner)))
        return SlotKey(key, None, found)
    wrong = own.wrong.get(key)
    field = replace(field, area=AREA, fault="", kind=_kind(key, field.kind))
    if wrong is not None:
        field = replace(field, refused=field.refused or wrong.message)
    is_hidden = winner is not None and winner.layer != own.name and wrong is None
    return SlotKey(key, field, hidden_by=winner.layer if winner and is_hidden else "")


def _kind(key: str, kind: FieldKind) -> FieldKind:
    """The widget of a key: always the same for a slot's own, whatever stands there."""
    if key == ENABLED:
        return FieldKind.SWITCH
    if key == TEMPLATE:
        is_text = kind not in (FieldKind.CHIPS, FieldKind.GROUP, FieldKind.OTHER)
        return FieldKind.LONG_TEXT if is_text else FieldKind.OTHER
    return kind
