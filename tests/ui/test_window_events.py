"""Nostr events in the window: what is shown around the soul, what is said, export and import."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from tests.ui.windowing import Answers, Control, Opened, write

Opener = Callable[..., Opened]

EVENT = """{
  "id": "ab12",
  "pubkey": "f60d",
  "kind": 31120,
  "tags": [["d", "night"]],
  "content": "# Caf\\u00e9\\n\\n---template---\\n- section: a\\n  role: user\\n  content: hi\\n",
  "sig": "91fc"
}
"""
SOUL = "# Café\n\n---template---\n- section: a\n  role: user\n  content: hi\n"
OTHER = '{"kind": 1, "content": "a note"}\n'
WILL = "Saving will remove id and sig: the content is no longer what was signed."
DONE = "Removed id and sig: sign the event again before you publish it."


@pytest.fixture
def souls(tree: Path) -> Path:
    write(tree, {"soul.json": EVENT, "note.json": OTHER, "soul.md": SOUL, "p.md": "x\n"})
    return tree


def fields(opened: Opened) -> dict[str, str]:
    area = opened.find(QWidget, "eventFields")
    found = area.findChildren(QLineEdit)
    assert all(each.isReadOnly() for each in found if each.isVisible())
    return {each.objectName(): each.text() for each in found if each.isVisible()}


def test_the_soul_is_edited_and_the_event_around_it_is_shown(opener: Opener, souls: Path) -> None:
    opened = opener(souls / "soul.json")
    assert opened.source.toPlainText() == SOUL
    assert fields(opened) == {
        "event:id": '"ab12"',
        "event:pubkey": '"f60d"',
        "event:kind": "31120",
        "event:tags": '[["d", "night"]]',
        "event:sig": '"91fc"',
    }
    state = opened.find(QLabel, "eventState")
    assert (state.text(), opened.notice) == ("signed", None)
    opened.click("eventFold")
    assert fields(opened) == {}
    opened.click("eventFold")

    opened.place_caret(0, 2)
    opened.type("x", into=opened.source)
    assert (opened.notice, state.text()) == (WILL, "saving removes id and sig")
    opened.press(Qt.Key.Key_Z, Control)
    assert (opened.notice, state.text()) == (None, "signed")
    opened.type("xé", into=opened.source)
    assert opened.notice == WILL
    opened.press(Qt.Key.Key_S, Control)
    assert (opened.notice, state.text()) == (DONE, "not signed")
    lines = EVENT.splitlines(keepends=True)
    changed = lines[5].replace("# Caf", "# x\\u00e9Caf").replace('",\n', '"\n')
    assert (souls / "soul.json").read_text() == "".join([lines[0], *lines[2:5], changed, lines[7]])
    assert [*fields(opened)] == ["event:pubkey", "event:kind", "event:tags"]

    opened.window.open(souls / "plain.md")
    assert not opened.find(QWidget, "eventFields").isVisible()
    assert opened.notice is None


def test_another_kind_is_opened_as_text_and_the_reason_is_said(opener: Opener, souls: Path) -> None:
    opened = opener(souls / "note.json")
    reason = "This is a Nostr event of kind 1, not a soul (kind 31120)."
    assert opened.notice == f"{reason} It is opened as text."
    assert opened.source.toPlainText() == OTHER
    assert not opened.find(QWidget, "eventFields").isVisible()
    assert opened.find(QLabel, "previewReason").text() == reason


def test_a_soul_goes_out_as_an_event_and_comes_back(
    opener: Opener, answers: Answers, souls: Path
) -> None:
    opened = opener(souls / "soul.md")
    out, back = opened.action("file.export_event"), opened.action("file.import_soul")
    assert (out.isVisible(), back.isVisible()) == (True, False)
    answers.save = [souls / "made"]
    opened.type("y", into=opened.source)
    out.trigger()
    assert answers.suggested == [souls / "soul.json"]
    made = json.loads((souls / "made.json").read_text())
    assert sorted(made) == ["content", "created_at", "kind", "tags"]
    assert (made["kind"], made["tags"], made["content"]) == (31120, [], "y" + SOUL)
    assert abs(made["created_at"] - (souls / "made.json").stat().st_mtime) < 60
    assert opened.notice is not None
    assert "made.json" in opened.notice
    assert (souls / "soul.md").read_text() == SOUL

    opened.window.open(souls / "made.json")
    assert (out.isVisible(), back.isVisible()) == (False, True)
    before = (souls / "soul.md").read_text()
    answers.save = [souls / "soul.md", souls / "new"]
    back.trigger()  # it is open itself
    assert opened.notice is not None
    assert "open itself" in opened.notice
    assert (souls / "soul.md").read_text() == before
    back.trigger()
    assert (souls / "new.md").read_text() == "y" + SOUL
    assert opened.front.path == souls / "new.md"
    opened.window.open(souls / "plain.md")
    assert (out.isVisible(), back.isVisible()) == (False, False)


def test_a_name_that_the_dialog_did_not_ask_about_is_not_written_over(
    opener: Opener, answers: Answers, souls: Path
) -> None:
    opened = opener(souls / "soul.md")
    answers.save = [souls / "note", souls / "note.json", None]
    opened.action("file.export_event").trigger()
    assert (souls / "note.json").read_text() == OTHER
    assert opened.notice is not None
    assert "a file of that name exists" in opened.notice
    opened.action("file.export_event").trigger()  # the dialog asked about this one
    assert json.loads((souls / "note.json").read_text())["content"] == SOUL
    opened.action("file.export_event").trigger()
    assert answers.save == []
