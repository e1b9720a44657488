"""Typing: at each key the preview is what `load_prompt` returns for the same text on disk."""

from collections.abc import Callable
from pathlib import Path
from string import Template

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QLabel

from editor import PromptMetadataError, load_prompt
from tests.ui.windowing import Control, Opened, Shift, write

Opener = Callable[..., Opened]
# What Qt changes in `toPlainText`.
AS_QT = str.maketrans({"\u00a0": " ", "\u2028": "\n", "\u2029": "\n"})


def sent(opened: Opened) -> str:
    """What `load_prompt` returns for a copy of the file as it stands in the window."""
    path = opened.front.path
    assert path is not None
    copy = path.with_name("copy_of_the_text.md")
    copy.write_bytes(opened.front.data())
    try:
        project = opened.window.workbench.project
        assert project is not None
        context = {**project.context.given(), "now": project.now}
        return load_prompt(copy.name, copy.parent, context).text.translate(AS_QT)
    finally:
        copy.unlink()


@pytest.mark.parametrize(
    "keys",
    [
        "Dear $who and ${preferred}s, $$5 or $5? ",
        "$voice_tone\n\n$greeting$facet",
        "${pre}ferred $Name's ${who $_a$b",
        "# Café 😀 $name\n- <b>x</b> & {{y}}",
    ],
)
def test_at_each_key_the_preview_is_what_load_prompt_returns(
    opener: Opener, tree: Path, keys: str
) -> None:
    opened = opener(tree / "hello.md")
    opened.place_caret(3)
    for key in keys:
        opened.type(key, into=opened.source)
        assert opened.rendered == sent(opened), key


def test_the_text_is_string_template_s_substitution(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.source.selectAll()
    typed = "$name $$name ${name}x $5 ${ $who $naméx $name_ $$$name"
    opened.type(typed)
    assert opened.rendered == Template(typed).safe_substitute(name="Ada Lovelace")


def test_deleting_pasting_undo_and_redo_are_followed_too(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    opened.caret_to_end()
    opened.source.insertPlainText("a\n$preferred\n\n  ")
    assert opened.rendered == sent(opened)
    opened.type("b", into=opened.source)
    for key, modifiers in (
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Backspace, Control),
        (Qt.Key.Key_Home, Control),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Z, Control),
        (Qt.Key.Key_Z, Control),
        (Qt.Key.Key_Z, Control | Shift),
        (Qt.Key.Key_A, Control),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Z, Control),
    ):
        opened.press(key, modifiers)
        if opened.source.toPlainText().startswith("{"):
            assert opened.rendered == sent(opened)
    while opened.source.document().isUndoAvailable():
        opened.press(Qt.Key.Key_Z, Control)
    assert opened.source.toPlainText() == (tree / "hello.md").read_text()
    assert not opened.source.document().isModified()
    assert opened.rendered == "Dear Ada, write about $facet, Calm and kind."


def test_frontmatter_is_no_part_of_what_is_sent_at_any_key(opener: Opener, tree: Path) -> None:
    write(tree, {"empty.md": ""})
    opened = opener(tree / "empty.md")
    for key in "---\ntitle: $name\n---\nHi $preferred\n":
        opened.type(key, into=opened.source)
        assert opened.rendered == sent(opened)
    assert opened.rendered == "Hi Ada"


def test_a_value_typed_into_the_frontmatter_changes_its_kind(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    assert "prompt" in opened.status
    opened.place_caret(1, len('  "title": "Hello"'))
    opened.source.insertPlainText(',\n  "schedule": "daily"')
    opened.settle()
    assert "generator" in opened.status
    assert opened.rendered == sent(opened)


def test_a_fault_keeps_the_last_good_rendering_and_tells_its_line(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md")
    bar = opened.find(QFrame, "staleBar")
    good = "Dear Ada, write about $facet, Calm and kind."
    assert not bar.isVisible()
    opened.place_caret(1, len('  "title": "Hello"'))
    opened.type(",", into=opened.source)
    with pytest.raises(PromptMetadataError) as told:
        sent(opened)
    assert bar.isVisible()
    label = bar.findChild(QLabel)
    assert f"Line {told.value.line}:" in label.text()
    assert told.value.reason in label.text()
    assert opened.rendered == good
    opened.caret_to_end()
    opened.type("more", into=opened.source)
    assert opened.rendered == good
    assert bar.isVisible()
    opened.place_caret(1, len('  "title": "Hello",'))
    opened.press(Qt.Key.Key_Backspace)
    assert not bar.isVisible()
    assert opened.rendered == f"{good}\nmore" == sent(opened)


def test_a_file_opened_with_a_fault_says_so(opener: Opener, tree: Path) -> None:
    write(tree, {"broken.md": "---\na: [1\n---\nBody $name\n"})
    opened = opener(tree / "broken.md")
    bar = opened.find(QFrame, "staleBar")
    assert bar.isVisible()
    opened.place_caret(1, len("a: [1"))
    opened.type("]", into=opened.source)
    assert not bar.isVisible()
    assert opened.rendered == "Body Ada Lovelace"


@pytest.mark.parametrize(
    "name", ["config/journal.json", "contexts/friday.yaml", "prompt-workspace.yaml"]
)
def test_a_file_that_is_not_sent_has_one_sentence_instead(
    opener: Opener, tree: Path, name: str
) -> None:
    opened = opener(tree / name)
    reason = opened.find(QLabel, "previewReason")
    assert reason.isVisible()
    assert reason.text().rstrip().endswith(".")
    assert not opened.preview.isVisible()
    assert "hunter2" not in opened.preview.toPlainText()


def test_a_template_in_front_shows_its_own_rendering(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "templates/greeting.md")
    assert opened.rendered == "Dear Ada,"
    opened.caret_to_end()
    opened.type("$greeting", into=opened.source)  # no template inside a template
    assert opened.rendered == "Dear Ada,\n$greeting"


def test_unsaved_text_of_a_template_counts_in_the_prompt_that_uses_it(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "hello.md", tree / "templates/greeting.md")
    opened.type("My ", into=opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.rendered == "My Dear Ada, write about $facet, Calm and kind."
    assert (tree / "templates/greeting.md").read_text() == "Dear $preferred,\n"
    opened.press(Qt.Key.Key_Tab, Control)
    opened.press(Qt.Key.Key_Z, Control)
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.rendered == "Dear Ada, write about $facet, Calm and kind."


def test_unsaved_text_of_an_extra_variable_counts(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "voice/tone.md")
    opened.type("Very ", into=opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.rendered == "Dear Ada, write about $facet, Very Calm and kind."


def test_unsaved_text_of_a_context_counts(opener: Opener, tree: Path) -> None:
    (tree / "prompt-workspace.yaml").write_text("context: monday\n")
    opened = opener(tree / "hello.md", tree / "contexts/monday.yaml")
    opened.source.selectAll()
    opened.type("facet: garden")
    opened.press(Qt.Key.Key_Tab, Control)
    assert "write about garden" in opened.rendered


def test_text_of_a_source_closed_without_saving_counts_no_more(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md", tree / "templates/greeting.md")
    opened.type("My ", into=opened.source)
    opened.window.workbench.front.qdocument.setModified(False)  # nothing is asked
    opened.press(Qt.Key.Key_W, Control)
    assert opened.rendered == "Dear Ada, write about $facet, Calm and kind."


def test_a_new_prompt_is_rendered_with_the_workspace_in_front(opener: Opener, tree: Path) -> None:
    opened = opener(tree)
    opened.press(Qt.Key.Key_N, Control)
    opened.type("Hi $preferred")
    assert opened.rendered == "Hi Ada"
    assert opened.source.document().isModified()


def test_the_caret_stays_where_it_is_typed(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "plain.md")
    opened.place_caret(0, len("Plain "))
    opened.type("XY", into=opened.source)
    assert opened.source.textCursor().position() == len("Plain XY")
    opened.source.moveCursor(QTextCursor.MoveOperation.Start)
    assert opened.rendered == "Plain XYtext for $who."
