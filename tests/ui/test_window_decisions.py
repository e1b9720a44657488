"""What the user says in a notice or a question counts for what was shown, and for nothing newer."""

import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session import documents as documents_module
from editor.storage.disk import Disk
from editor.storage.saving import Saved, save
from editor.ui.dialogs import UnsavedChoice
from tests.leftovers import kept, left_behind, root
from tests.ui.windowing import Answers, Control, Opened

Opener = Callable[..., Opened]
PLAIN = b"Plain text for $who.\n"


@pytest.fixture
def prompt(tree: Path) -> Path:
    return tree / "plain.md"


def look(opened: Opened) -> None:
    opened.window.workbench.look_at_disk_now()


def meanwhile(
    answers: Answers,
    monkeypatch: pytest.MonkeyPatch,
    choice: UnsavedChoice,
    happens: Callable[[], object],
) -> None:
    """Answer the next question with `choice`, but let something happen while it is asked."""
    ask = answers.unsaved

    def unsaved(parent: QWidget, names: Sequence[str]) -> UnsavedChoice:
        if not answers.asked_about:
            happens()
        return ask(parent, names)

    monkeypatch.setattr(answers, "unsaved", unsaved)
    answers.choices.insert(0, choice)


def test_case_52_what_becomes_unsaved_while_the_window_asks_is_asked_about_too(
    opener: Opener, tree: Path, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.window.workbench.bring_to_front(
        opened.window.workbench.documents.find(tree / "hello.md")
    )
    opened.type("x", into=opened.source)

    def deleted() -> None:
        (tree / "plain.md").unlink()
        look(opened)

    meanwhile(answers, monkeypatch, UnsavedChoice.DISCARD, deleted)
    answers.choices.append(UnsavedChoice.CANCEL)
    assert not opened.window.close()
    assert answers.asked_about == [("hello.md",), ("plain.md",)]
    assert opened.window.recovery.journal.flush()
    assert PLAIN.decode() in kept()
    answers.choices.append(UnsavedChoice.DISCARD)
    assert opened.window.close()
    assert kept() == []


@pytest.mark.parametrize("choice", [UnsavedChoice.SAVE, UnsavedChoice.DISCARD])
def test_a_text_that_changes_while_its_tab_asks_is_asked_about_again(
    opener: Opener,
    prompt: Path,
    answers: Answers,
    monkeypatch: pytest.MonkeyPatch,
    choice: UnsavedChoice,
) -> None:
    opened = opener(prompt)
    opened.type("x", into=opened.source)
    front = opened.front
    meanwhile(answers, monkeypatch, choice, lambda: front.apply([Edit(Span(0, 0), "more ")]))
    answers.choices.append(UnsavedChoice.CANCEL)
    opened.press(Qt.Key.Key_W, Control)
    saved = choice is UnsavedChoice.SAVE
    assert (front in opened.window.workbench.documents.all()) is not saved
    assert prompt.read_bytes() == (b"more x" if saved else b"") + PLAIN
    assert len(answers.asked_about) == (1 if saved else 2)


def test_the_end_of_the_journal_leaves_what_nobody_decided_on(opener: Opener, prompt: Path) -> None:
    opened = opener(prompt)
    opened.type("x", into=opened.source)
    opened.window.recovery.journal.end()
    assert kept() == ["x" + PLAIN.decode()]


def compose(opened: Opened, text: str) -> None:
    opened.focus(opened.source)
    QApplication.sendEvent(opened.source, QInputMethodEvent(text, []))


def test_case_68_taking_theirs_leaves_nothing_of_a_composition(
    opener: Opener, prompt: Path
) -> None:
    opened = opener(prompt)
    opened.type("Mine ", into=opened.source)
    prompt.write_bytes(b"theirs\n")
    look(opened)
    compose(opened, "COMP")
    opened.take("Take theirs")
    opened.press(Qt.Key.Key_Tab, Control)
    assert (opened.front.text(), opened.front.is_modified()) == ("theirs\n", False)
    opened.front.undo()
    assert opened.front.text() == "Mine COMP" + PLAIN.decode()


def test_case_68_keeping_mine_saves_what_is_composed(opener: Opener, prompt: Path) -> None:
    opened = opener(prompt)
    opened.type("Mine ", into=opened.source)
    prompt.write_bytes(b"theirs\n")
    opened.press(Qt.Key.Key_S, Control)
    compose(opened, "COMP")
    opened.take("Keep mine")
    assert prompt.read_bytes() == b"Mine COMP" + PLAIN


def test_case_68_recovering_comes_behind_what_is_composed(opener: Opener, prompt: Path) -> None:
    left_behind(prompt, "kept\n", PLAIN)
    opened = opener(prompt)
    compose(opened, "COMP")
    opened.click("recoverFile:1")
    assert opened.front.text() == "kept\n"
    opened.front.undo()
    assert opened.front.text() == "COMP" + PLAIN.decode()


def test_a_refused_save_of_a_file_that_came_back_otherwise_keeps_the_text_in_sight(
    opener: Opener, prompt: Path
) -> None:
    opened = opener(prompt)
    prompt.unlink()
    look(opened)
    prompt.write_bytes(b"theirs\n")
    opened.press(Qt.Key.Key_S, Control)
    assert (opened.front.text(), opened.front.is_modified()) == (PLAIN.decode(), True)
    assert opened.offers() == ["Compare", "Keep mine", "Take theirs", "Save as…", "Dismiss"]
    assert prompt.read_bytes() == b"theirs\n"


def test_a_refused_save_of_what_the_disk_holds_by_now_needs_no_answer(
    opener: Opener, prompt: Path
) -> None:
    opened = opener(prompt)
    opened.type("Mine ", into=opened.source)
    prompt.write_bytes(b"Mine " + PLAIN)
    opened.press(Qt.Key.Key_S, Control)
    assert (opened.notice, opened.front.is_modified()) == (None, False)


class NoTemporary(Disk):
    """A folder that takes no new file."""

    def open(self, path: str, flags: int, mode: int = 0o600) -> int:
        if path.endswith(".prompt-editor.tmp"):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return super().open(path, flags, mode)


def test_the_word_to_replace_a_file_counts_for_what_it_held_then(
    opener: Opener, prompt: Path, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def guarded(*given: object, **named: object) -> Saved:
        return save(*given, **named, disk=NoTemporary())  # type: ignore[arg-type]

    monkeypatch.setattr(documents_module, "save", guarded)
    other = prompt.with_name("other.md")
    other.write_bytes(b"seen\n")
    opened = opener(prompt)
    opened.type("Mine ", into=opened.source)
    answers.save.append(other)
    opened.action("file.save_as").trigger()
    assert "Save in place, with a backup" in opened.offers()
    other.write_bytes(b"an hour later\n")
    opened.take("Save in place, with a backup")
    assert other.read_bytes() == b"an hour later\n"
    assert opened.offers() == ["Save as…", "Overwrite with mine", "Dismiss"]
    opened.take("Overwrite with mine")
    assert other.read_bytes() == b"Mine " + PLAIN


def test_case_53_a_renamed_file_that_is_open_by_now_is_not_opened_twice(
    opener: Opener, prompt: Path
) -> None:
    opened = opener(prompt)
    opened.type("Mine ", into=opened.source)
    mine = opened.front
    new = prompt.with_name("new.md")
    prompt.rename(new)
    look(opened)
    opened.window.open(new)
    opened.window.show_document(mine)
    opened.take("Follow it")
    assert opened.front.path == new
    assert "Its text" not in (opened.notice or "")
    assert "plain.md" in (opened.notice or "")
    assert [each.path for each in opened.window.workbench.documents.all()] == [prompt, new]
    opened.window.show_document(mine)
    assert opened.offers() == ["Save as…", "Create it again", "Dismiss"]


def test_case_52_a_name_that_is_another_file_s_by_now_is_not_followed(
    opener: Opener, prompt: Path
) -> None:
    opened = opener(prompt)
    opened.type("Mine ", into=opened.source)
    new = prompt.with_name("new.md")
    prompt.rename(new)
    look(opened)
    new.write_bytes(b"another text\n")
    opened.take("Follow it")
    assert (opened.front.path, new.read_bytes()) == (prompt, b"another text\n")
    assert opened.offers() == ["Save as…", "Create it again", "Dismiss"]


def test_case_40_that_text_is_not_safe_is_said_whatever_is_in_front(
    opener: Opener, tree: Path, prompt: Path, answers: Answers
) -> None:
    root().parent.parent.mkdir(parents=True, exist_ok=True)
    root().parent.write_bytes(b"a file where the folder was to be")
    opened = opener(tree / "hello.md", prompt)
    opened.type("x", opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    opened.type("y", opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    assert not opened.window.recovery.journal.flush()
    for _ in range(2):
        assert "not safe from a crash" in (opened.notice or "")
        opened.press(Qt.Key.Key_Tab, Control)
    answers.choices.append(UnsavedChoice.DISCARD)
    opened.press(Qt.Key.Key_W, Control)
    assert "not safe from a crash" in (opened.notice or "")
    answers.choices.append(UnsavedChoice.DISCARD)
    opened.press(Qt.Key.Key_W, Control)
    assert opened.notice is None
