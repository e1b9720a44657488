"""The section cards without a window: odd lists, large lists, and what is remembered of typing."""

import pytest
from PySide6.QtWidgets import QApplication

from editor.session import soul_parts
from editor.session.livesoul import LiveSoul
from editor.session.section_editor import SectionEditor
from editor.session.section_values import AddCard, CardField, MoveCard, RemoveCard, SetCardText
from tests.properties.soul_model import loaded
from tests.session.souls import soul_of

MERGED = (
    "A\n---template---\n- &a\n  section: one\n  role: user\n  content: &c 'One'\n"
    "- section: two\n  role: user\n  content: |\n    Two\n  provider: {openai: 'deux'}\n"
    "- <<: *a\n  section: three\n"
)


def editor_of(text: str) -> tuple[SectionEditor, LiveSoul]:
    """The cards of a soul, and the rendering they follow."""
    live = soul_of(text)
    editor = SectionEditor(live.document, live)
    live.sections_changed.connect(editor.follow)
    return editor, live


def test_sections_that_inherit_are_arranged_as_lines(qapp: QApplication) -> None:
    editor, _ = editor_of(MERGED)
    one, two, three = loaded(MERGED)
    editor.do(MoveCard(editor.cards().keys[2], 1))
    assert loaded(editor.document.text()) == [one, three, two]
    editor.do(AddCard("", editor.cards().keys[1]))
    assert [each["section"] for each in loaded(editor.document.text())] == [
        "one", "three", "new_section", "two",
    ]  # fmt: skip
    editor.do(RemoveCard(editor.cards().keys[1]))
    assert "<<" not in editor.document.text()
    for _ in range(3):
        editor.document.undo()
    assert editor.document.text() == MERGED


@pytest.mark.parametrize("path", [("content",), ("provider", "openai")])
def test_a_list_that_is_read_late_takes_what_is_typed(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]
) -> None:
    monkeypatch.setattr(soul_parts, "LARGE", 0)
    editor, live = editor_of(MERGED)
    key = editor.cards().keys[1]

    def field() -> CardField:
        return next(each for each in editor.body(key).texts if each.path == path)

    before = field()
    for text in ("T\n", "Tw\n"):
        editor.do(SetCardText(key, path, text))
        assert (field().text, field().refused) == (text, "")
    assert not editor.has_pending()
    assert loaded(editor.document.text())[1][path[0]] in ("Tw\n", {"openai": "Tw\n"})
    editor.document.undo()
    assert editor.document.text() == MERGED
    live.finish()
    assert field() == before


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85"])
def test_a_dash_behind_an_odd_line_end_is_at_the_first_column(qapp: QApplication, end: str) -> None:
    text = f"A\n---template---\n{end}- section: one\n  role: user\n"
    editor, _ = editor_of(text)
    editor.do(AddCard("", editor.cards().keys[0]))
    assert [each["section"] for each in loaded(editor.document.text())] == ["one", "new_section"]
