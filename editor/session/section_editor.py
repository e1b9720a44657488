"""The section cards of one soul: what they show, and what their user's wishes do to the text.

The text is the truth. Each wish is a lossless edit of the list below the marker; what was typed
and cannot be written is remembered beside it, with the reason (docs/formats.md, Soul).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from editor.core.edits import Edit, EditRefused
from editor.core.layers import PieceKind
from editor.core.tree import Number, Path
from editor.core.yaml_language import YamlLanguage
from editor.formats.soul_builtin import builtin_sections, write_template_edits
from editor.formats.soul_sections import Role
from editor.session.document import Document
from editor.session.form_building import Draft
from editor.session.form_typing import parsed_source
from editor.session.livesoul import LiveSoul
from editor.session.section_arranging import Arranger
from editor.session.section_fields import SectionReader
from editor.session.section_keys import SectionKeys
from editor.session.section_typing import Place, SectionTyping
from editor.session.section_values import (
    AddCard,
    AddOverride,
    CardBody,
    CardHead,
    CardIntent,
    CardList,
    CardSize,
    DuplicateCard,
    KnownSection,
    ListState,
    MoveCard,
    RemoveCard,
    RemoveCardField,
    RenameOverride,
    SetCardSource,
    SetCardText,
    WriteTemplatePart,
)
from editor.session.section_writing import field_edits, removal_edits, renaming_edits
from editor.session.soul_changes import PartsChanged

Edits = tuple[Edit, ...]
FieldEdits = Callable[[str, Path], Edits]
"""Returns edits of some lines that change the field at a path in them."""

_COUNT = re.compile("[0-9]{1,9}")
_NO_COUNT = "Type a whole number, such as 12: how many turns or items. 0 means all of them."
_NO_MARKER = "This soul has no template part yet: write it first."
_GONE = "This section is no longer there."
_NEW_SECTION = "new_section"


class SectionEditor:
    """Draws up the cards of a soul and makes the edits its user asks for."""

    def __init__(self, document: Document, live: LiveSoul) -> None:
        """Follow a document; whoever owns this tells it of every change of the sections.

        Args:
            document: The document that is edited.
            live: Its rendering, which reads the sections.
        """
        self.document = document
        self._live = live
        self._parts = live.parts
        self._keys = SectionKeys(live.parts)
        self._arranger = Arranger(document, live.parts)
        self._typing = SectionTyping(document, live.parts)
        self._drafts: dict[Place, Draft] = {}
        self._changed: set[int] = set()

    def follows(self, live: LiveSoul) -> bool:
        """Whether it reads the sections from `live`."""
        return live is self._live

    def follow(self, change: PartsChanged) -> None:
        """Follow a change of the sections."""
        self._changed.update(self._keys.follow(change))

    def changed(self) -> tuple[int, ...]:
        """Return the cards that show something else since this was last asked."""
        changed, self._changed = self._changed, set()
        return tuple(key for key in changed if self._keys.index(key) is not None)

    def cards(self) -> CardList:
        """Return the cards there are."""
        parts = self._parts
        read_only = self.document.read_only_reason or ""
        if not parts.has_marker:
            return CardList(ListState.NO_MARKER, read_only=read_only)
        if parts.fault is not None:
            return CardList(
                ListState.FAULT,
                self._keys.keys,
                parts.fault.message,
                parts.fault_line or 0,
                read_only,
            )
        return CardList(ListState.READY, self._keys.keys, read_only=read_only)

    def index(self, key: int) -> int | None:
        """Return the number of the section of a card, or None if it is gone."""
        return self._keys.index(key)

    def head(self, key: int) -> CardHead:
        """Return what a card says in one line."""
        head, provider = self._reader(key).head(), self._live.setting.provider
        if provider and provider in head.overrides and head.source != "conversation":
            return replace(head, source="override", provider=provider)
        return head

    def body(self, key: int) -> CardBody:
        """Return the fields of a card."""
        return replace(self._reader(key).body(), provider=self._live.setting.provider or "")

    def size(self, key: int) -> CardSize:
        """Return what a section gives for the provider chosen."""
        index = self._at(key)
        found = [self._live.message(row) for row in self._live.rows_of(index)]
        if not found or any(each.is_given_at_run_time for each in found):
            return CardSize()
        kinds = [piece.kind for each in found for piece in each.pieces]
        return CardSize(sum(each.characters for each in found), kinds.count(PieceKind.UNRESOLVED))

    def known_sections(self) -> tuple[KnownSection, ...]:
        """Return the sections that can be added."""
        used = {section.name for section in self._parts.sections()}
        return tuple(
            KnownSection(
                section.name or "",
                section.content.value.strip() if section.content is not None else "",
                section.name in used,
            )
            for section in builtin_sections()
        )

    def do(self, intent: CardIntent) -> int | None:
        """Make the edit that `intent` asks for; a refusal of what is typed is shown in its field.

        Returns:
            The card to go to, if there is a new one.

        Raises:
            EditRefused: there is no field to show it in.
        """
        if self.document.read_only_reason is not None:
            raise EditRefused(self.document.read_only_reason)
        self._live.finish()
        if isinstance(intent, WriteTemplatePart):
            self._write_template_part()
            return None
        if not self._parts.has_marker:
            raise EditRefused(_NO_MARKER)
        if self._parts.fault is not None:
            raise EditRefused(self._parts.fault.message)
        match intent:
            case AddCard(name, behind):
                return self._add(name, behind)
            case DuplicateCard(key):
                return self._duplicate(key)
            case RemoveCard(key):
                self._remove(key)
            case MoveCard(key, to):
                self._move(key, to)
            case _:
                self._edit(intent)
        return None

    def end_visit(self) -> None:
        """Let the next edit be an undo step of its own: the user left the field."""
        self.document.end_merge()
        self._typing.end()
        self._drafts = {place: each for place, each in self._drafts.items() if each.refused}

    def has_pending(self) -> bool:
        """Whether something typed is not in the text because the text cannot take it."""
        return any(
            each.refused and each.source == self._source(place)
            for place, each in self._drafts.items()
        )

    def _edit(self, intent: CardIntent) -> None:
        """Change a field."""
        match intent:
            case SetCardText(key, path, text):
                self._set_text(Place(key, path), text)
            case SetCardSource(key, path, text):
                self._set_source(Place(key, path), text)
            case RemoveCardField(key, path):
                self._forget(key, path)
                self._step(key, path, removal_edits)
            case AddOverride(key, provider):
                self._add_override(key, provider)
            case RenameOverride(key, provider, new):
                self._rename_override(key, provider, new)

    def _set_text(self, place: Place, text: str) -> None:
        if place.path == ("limit",):
            self._set_limit(place, text)
        else:
            self._type(place, text, text)

    def _set_limit(self, place: Place, text: str) -> None:
        if _COUNT.fullmatch(text):
            self._type(place, text, Number(text))
        elif not text:
            self._drafts[place] = Draft(text)
            self._typing.take_out(place, self._at(place.key))
            self._drafts.pop(place)
        else:
            self._drafts[place] = Draft(text, self._source(place), _NO_COUNT)

    def _set_source(self, place: Place, text: str) -> None:
        try:
            value = parsed_source(YamlLanguage(), text)
        except EditRefused as error:
            self._drafts[place] = Draft(text, self._source(place), str(error))
            return
        self._type(place, text, value)

    def _type(self, place: Place, text: str, value: object) -> None:
        """Write a value; what was typed is shown as it was typed, also while it is written."""
        self._drafts[place] = Draft(text)
        try:
            self._typing.type(place, self._at(place.key), value)
        except EditRefused as error:
            self._drafts[place] = Draft(text, self._source(place), str(error))
        else:
            self._live.finish()  # else the source would be that of before, as after an undo
            self._drafts[place] = Draft(text, self._source(place))

    def _step(self, key: int, path: Path, made: FieldEdits) -> None:
        """Make an edit of a field that is an undo step of its own."""

        def edits(text: str, item: int) -> Edits:
            return made(text, (item, *path))

        self._typing.step(self._at(key), edits)

    def _add_override(self, key: int, provider: str) -> None:
        content = self._parts.section(self._at(key)).content
        text = "" if content is None else content.value

        def edits(lines: str, path: Path) -> Edits:
            return field_edits(lines, path, text)

        self._step(key, ("provider", provider), edits)

    def _rename_override(self, key: int, provider: str, new: str) -> None:
        def edits(lines: str, path: Path) -> Edits:
            return renaming_edits(lines, path, new)

        self._step(key, ("provider", provider), edits)

    def _add(self, name: str, behind: int | None) -> int:
        found = next((each for each in builtin_sections() if each.name == name), None)
        if found is not None and isinstance(found.node.value, dict):
            fields: Mapping[str, object] = found.node.value
        else:
            fields = {"section": self._new_name(), "role": Role.SYSTEM.value, "content": ""}
        index = self._parts.sections_count if behind is None else self._at(behind) + 1
        key = self._keys.new()

        def added(keys: list[int]) -> None:
            keys.insert(index, key)

        with self._keys.expecting(added):
            self._typing.end()
            self._arranger.add(index, fields)
        return key

    def _new_name(self) -> str:
        """Return a name that no section has yet."""
        used = {section.name for section in self._parts.sections()}
        names = (f"{_NEW_SECTION}_{number}" for number in range(2, len(used) + 3))
        return next(name for name in (_NEW_SECTION, *names) if name not in used)

    def _duplicate(self, key: int) -> int:
        index, made = self._at(key), self._keys.new()

        def added(keys: list[int]) -> None:
            keys.insert(index + 1, made)

        with self._keys.expecting(added):
            self._typing.end()
            self._arranger.duplicate(index)
        return made

    def _remove(self, key: int) -> None:
        index = self._at(key)

        def taken(keys: list[int]) -> None:
            del keys[index]

        with self._keys.expecting(taken):
            self._typing.end()
            self._arranger.remove(index)
        self._forget(key)

    def _move(self, key: int, to: int) -> None:
        index, last = self._at(key), self._parts.sections_count - 1
        to = max(0, min(to, last))

        def placed(keys: list[int]) -> None:
            keys.insert(to, keys.pop(index))

        if index != to:
            with self._keys.expecting(placed):
                self._typing.end()
                self._arranger.move(index, to)

    def _write_template_part(self) -> None:
        self.document.end_merge()
        self.document.apply(write_template_edits(self.document.text()))

    def _forget(self, key: int, path: Path = ()) -> None:
        """Drop what was typed into a card, or into a field of it and below: it is gone."""
        self._drafts = {
            place: each
            for place, each in self._drafts.items()
            if place.key != key or place.path[: len(path)] != path
        }

    def _reader(self, key: int) -> SectionReader:
        index = self._at(key)
        drafts = {place.path: each for place, each in self._drafts.items() if place.key == key}
        return SectionReader(self._parts.section(index), self._parts.slice_text(index), drafts)

    def _source(self, place: Place) -> str:
        if self._keys.index(place.key) is None:
            return ""
        return self._reader(place.key).source(place.path)

    def _at(self, key: int) -> int:
        """Return the number of the section of a card.

        Raises:
            EditRefused: it is gone.
        """
        index = self._keys.index(key)
        if index is None:
            raise EditRefused(_GONE)
        return index
