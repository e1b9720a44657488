"""Section commands on random souls: the list is the intended one and no other byte is touched."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from editor.core.kinds import FileKind
from editor.formats.samples import Samples
from editor.session.document import Document
from editor.session.livesoul import LiveSoul
from editor.session.section_editor import SectionEditor
from editor.session.section_values import (
    AddCard,
    AddOverride,
    DuplicateCard,
    MoveCard,
    RemoveCard,
    RemoveCardField,
    SetCardText,
)
from editor.session.soul_messages import SoulSetting
from editor.storage.textfile import decode
from tests.properties.soul_model import loaded, moved, outside, removed
from tests.properties.soul_texts import souls

TYPED = st.one_of(
    st.sampled_from(
        ["", "no", "1.10", "{{name}}", "- x", "a: b", "# c", " pad ", "it's", "~", "é"]
    ),
    st.sampled_from(
        ["one\ntwo\n", "one\n\n", "    deep\nless\n", "\n\nlate", "tab\there\n", "a\n  \n"]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12),
)
KNOWN = {
    "section": "admin_notes",
    "role": "system",
    "limit": 10,
    "content": "{{admin_notes_content}}\n",
}


class Lab:
    """A soul, its cards and the list that it must read as."""

    def __init__(self, text: str) -> None:
        self.document = Document(decode(text.encode()), FileKind.SOUL)
        self.live = LiveSoul(self.document, SoulSetting(Samples()))
        self.editor = SectionEditor(self.document, self.live)
        self.live.sections_changed.connect(self.editor.follow)
        self.wanted = loaded(text)
        self.names = list(self.editor.cards().keys)

    def check(self) -> None:
        text = self.document.text()
        assert loaded(text) == self.wanted
        parts = self.live.parts
        found = [parts.section(number).node.value for number in range(parts.sections_count)]
        assert found == self.wanted
        assert list(self.editor.cards().keys) == self.names

    def key(self, index: int) -> int:
        return self.editor.cards().keys[index]


def is_plain(text: str) -> bool:
    """Whether it is plain to see where a section ends: no text may take in blank lines."""
    return "|+" not in text and text.endswith("\n") and not re.search(r"(?m)^ +\r?$", text)


@given(text=souls(), data=st.data())
def test_commands_give_the_intended_list_and_undo_the_exact_bytes(
    qapp: QApplication, text: str, data: st.DataObject
) -> None:
    lab = Lab(text)
    history = [(text, list(lab.wanted))]
    for _ in range(data.draw(st.integers(1, 5))):
        command(lab, data)
        lab.check()
        if lab.document.text() != history[-1][0]:
            history.append((lab.document.text(), list(lab.wanted)))
    for before, wanted in reversed(history[:-1]):
        after = lab.document.text()
        lab.document.undo()
        if lab.document.text() == after:  # a visit in which what was there was typed again
            lab.document.undo()
        lab.wanted = wanted
        assert lab.document.text() == before
        assert loaded(before) == wanted
        assert len(lab.editor.cards().keys) == len(wanted)
    assert lab.document.data() == text.encode()
    assert not lab.document.is_modified()


def command(lab: Lab, data: st.DataObject) -> None:
    """Do one thing to the cards, and the same to the list."""
    count = len(lab.wanted)
    kinds = ["add", "move", "move", "remove", "duplicate", "type", "type", "override", "take"]
    kind = data.draw(st.sampled_from(kinds)) if count else "add"
    index = data.draw(st.integers(0, max(0, count - 1)))
    before = lab.document.text()
    match kind:
        case "add":
            add(lab, data.draw(st.sampled_from(["", "admin_notes"])), index if count else None)
        case "duplicate":
            made = lab.editor.do(DuplicateCard(lab.key(index)))
            lab.wanted.insert(index + 1, lab.wanted[index])
            lab.names.insert(index + 1, made)
        case "remove":
            lab.editor.do(RemoveCard(lab.key(index)))
            del lab.wanted[index], lab.names[index]
            if is_plain(before):
                assert lab.document.text() == removed(before, index)
        case "move":
            to = data.draw(st.integers(0, count - 1))
            lab.editor.do(MoveCard(lab.key(index), to))
            lab.wanted.insert(to, lab.wanted.pop(index))
            lab.names.insert(to, lab.names.pop(index))
            if is_plain(before):
                assert lab.document.text() == moved(before, index, to)
        case _:
            edit(lab, kind, index, data)
            if is_plain(before):
                head, tail = outside(before, index)
                assert lab.document.text().startswith(head)
                assert lab.document.text().endswith(tail)


def add(lab: Lab, name: str, behind: int | None) -> None:
    used = {each.get("section") for each in lab.wanted}
    key = lab.editor.do(AddCard(name, None if behind is None else lab.key(behind)))
    index = 0 if behind is None else behind + 1
    fresh = lab.editor.head(lab.key(index)).name
    assert name or fresh not in used
    empty = {"section": fresh, "role": "system", "content": ""}
    lab.wanted.insert(index, dict(KNOWN) if name else empty)
    lab.names.insert(index, key)


def edit(lab: Lab, kind: str, index: int, data: st.DataObject) -> None:
    section: dict[str, Any] = dict(lab.wanted[index])
    key = lab.key(index)
    lab.editor.end_visit()
    if kind == "override":
        if "new" not in section.get("provider", {}):
            lab.editor.do(AddOverride(key, "new"))
            section["provider"] = {**section.get("provider", {}), "new": section.get("content", "")}
    elif kind == "take":
        field = data.draw(st.sampled_from(sorted(section)))
        if len(section) > 1:
            lab.editor.do(RemoveCardField(key, (field,)))
            del section[field]
    else:
        field = data.draw(
            st.sampled_from(["content", "content", "section", "role", "tool", "args"])
        )
        for text in data.draw(st.lists(TYPED, min_size=1, max_size=3)):
            lab.editor.do(SetCardText(key, (field,), text))
            section[field] = text
    lab.wanted[index] = section


@pytest.mark.parametrize("known", ["", "admin_notes"])
def test_a_soul_without_sections_takes_a_first_one(qapp: QApplication, known: str) -> None:
    for text in ("A\n---template---\n", "A\n---template---", "A\r\n---template---\r\n# n\r\n"):
        lab = Lab(text)
        add(lab, known, None)
        lab.check()
        lab.document.undo()
        assert lab.document.text() == text
