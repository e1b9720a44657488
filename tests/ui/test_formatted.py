"""The Formatted view: Markdown for reading, with nothing of the author's tags lost."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument, QTextListFormat, QTextTable
from PySide6.QtWidgets import QApplication, QLabel, QTextEdit
from pytestqt.qtbot import QtBot

from editor.ui.preview.formatted import MOST_CHARACTERS, FormattedView
from editor.ui.theme import Theme, ThemeChoice
from tests.ui.walking import visible_texts_missing_names

TAGS = st.from_regex(r"</?[a-zA-Z][a-zA-Z0-9_:.-]{0,8}( [a-z]{1,3}='[a-z]{0,3}')?>", fullmatch=True)
AROUND = st.sampled_from(["", "text ", "- ", "1. ", "## ", "> ", "**", "`", "$name ", "a & b "])


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> FormattedView:
    made = FormattedView(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def page(view: FormattedView) -> QTextEdit:
    found = view.findChild(QTextEdit, "formattedText")
    assert found is not None
    return found


def shown(view: FormattedView, text: str) -> str:
    view.show_text(text)
    return page(view).toPlainText()


def label(view: FormattedView, name: str) -> QLabel:
    found = view.findChild(QLabel, name)
    assert found is not None
    return found


def test_case_26_unknown_tags_are_shown_as_they_are_written(view: FormattedView) -> None:
    text = "<instructions>\n\n## Hi Al\n\n</instructions>\n\ntext <user_input> & <b>x</b>\n"
    assert shown(view, text).split("\n") == [
        "<instructions>",
        "Hi Al",
        "</instructions>",
        "text <user_input> & <b>x</b>",
    ]
    assert "Markdown" in label(view, "formattedLabel").text()
    assert label(view, "formattedLabel").isVisible()


@pytest.mark.parametrize(
    "text",
    [
        "<instructions>\nDo this.\n</instructions>",
        "<a><b>c</b></a>",
        "<div>\n**x**\n</div>",
        "<script>\nalert(1)\n</script>",
        "<style>b{}</style>",
        "<!-- a comment -->",
        "<?php x ?>",
        "<!DOCTYPE html>",
        "<![CDATA[x]]>",
        "<img src='http://127.0.0.1/x.png'>",
        "<br> <hr/> <table><tr><td>x</td></tr></table>",
        "<ns:tag>x</ns:tag> <user:name> <a:b><a:b><c:d>",
        "- <item>\n- `<code>`",
        "| a |\n|---|\n| <cell> |",
        "# <heading>",
    ],
)
def test_case_26_no_kind_of_tag_is_lost(view: FormattedView, text: str) -> None:
    found = shown(view, text)
    for part in text.replace("|", " ").replace("`", " ").replace("**", " ").split():
        if part.startswith("<") or part.endswith(">"):
            assert part in found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(st.tuples(AROUND, TAGS), min_size=1, max_size=5))
def test_case_26_whatever_stands_around_a_tag_it_is_shown(
    view: FormattedView, parts: list[tuple[str, str]]
) -> None:
    found = shown(view, "\n".join(around + tag for around, tag in parts))
    for _, tag in parts:
        assert tag in found


def test_case_59_values_are_not_escaped(view: FormattedView) -> None:
    assert shown(view, 'Say: "a" & <b> it\'s `x`') == 'Say: "a" & <b> it\'s x'


def test_case_59_code_has_no_escapes_either(view: FormattedView) -> None:
    assert shown(view, "`<a> & \\<b>`\n\n```\n<c> & \\<d>\n```") == "<a> & \\<b>\n<c> & \\<d>"


def test_case_61_tokens_of_others_stay_as_they_are(view: FormattedView) -> None:
    text = "<user>Kim</user> <bot> {{char}} %s {0} $USER ${x} $$"
    assert shown(view, text) == text


def test_blocks_are_formatted(view: FormattedView) -> None:
    found = shown(view, "# Head\n\n**bold** *it*\n\n- one\n- two\n\n1. first\n\n---\n\n    code")
    assert "*" not in found
    assert "#" not in found
    document = page(view).document()
    block = document.firstBlock()
    assert (block.text(), block.blockFormat().headingLevel()) == ("Head", 1)
    listed = [
        block.textList().format().style()
        for block in (document.findBlockByNumber(n) for n in range(document.blockCount()))
        if block.textList() is not None
    ]
    assert listed == [
        QTextListFormat.Style.ListDisc,
        QTextListFormat.Style.ListDisc,
        QTextListFormat.Style.ListDecimal,
    ]


def test_a_table_is_a_table_with_one_line_in_each_cell(view: FormattedView) -> None:
    view.show_text("    code\n\n| Name | Value |\n|---|---|\n| day | $day <x> |\n")
    (table,) = page(view).document().rootFrame().childFrames()
    assert isinstance(table, QTextTable)
    cells = []
    for row in range(2):
        for column in range(2):
            cell = table.cellAt(row, column)
            assert cell.firstCursorPosition().block() == cell.lastCursorPosition().block()
            cells.append(cell.firstCursorPosition().block().text())
    assert cells == ["Name", "Value", "day", "$day <x>"]


def test_a_rendering_that_begins_with_a_rule_loses_nothing(view: FormattedView) -> None:
    assert "title: x" in shown(view, "---\ntitle: x\n---\nbody")


def test_pictures_are_written_out_and_nothing_is_loaded(view: FormattedView) -> None:
    text = "![alt text](http://127.0.0.1/b.png) ![](file:///etc/hostname) end"
    assert shown(view, text) == text
    resource = page(view).loadResource(
        QTextDocument.ResourceType.ImageResource.value, QUrl("file:///etc/hostname")
    )
    assert resource is None


def test_links_are_shown_and_lead_nowhere(view: FormattedView) -> None:
    assert shown(view, "[text](http://127.0.0.1/)") == "text"
    flags = page(view).textInteractionFlags()
    assert not flags & flags.LinksAccessibleByMouse
    assert not flags & flags.LinksAccessibleByKeyboard


def test_copying_gives_plain_text(view: FormattedView) -> None:
    view.show_text("<a>\n**b**\u00a0c\n</a>")
    page(view).selectAll()
    page(view).copy()
    mime = QApplication.clipboard().mimeData()
    assert mime.text() == "<a>\nb\u00a0c\n</a>"
    assert not mime.hasHtml()


def test_the_place_stays_when_text_below_or_above_changes(view: FormattedView) -> None:
    parts = [f"paragraph {n}" for n in range(100)]
    view.show_text("\n\n".join(parts))
    bar = page(view).verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    top = _top_text(view)
    parts[90] = "changed"
    view.show_text("\n\n".join(parts))
    assert _top_text(view) == top
    view.show_text("\n\n".join(["new one", "new two", *parts]))
    assert _top_text(view) == top


def _top_text(view: FormattedView) -> str:
    return page(view).cursorForPosition(page(view).viewport().rect().topLeft()).block().text()


def test_at_the_top_it_stays_at_the_top(view: FormattedView) -> None:
    view.show_text("\n\n".join(f"paragraph {n}" for n in range(100)))
    view.show_text("\n\n".join(f"other {n}" for n in range(100)))
    assert page(view).verticalScrollBar().value() == 0


def test_equal_text_is_not_laid_out_again_and_keeps_the_selection(view: FormattedView) -> None:
    view.show_text("some text")
    page(view).selectAll()
    view.show_text("some text")
    assert page(view).textCursor().selectedText() == "some text"


def test_a_very_long_text_is_cut_and_the_view_says_so(view: FormattedView) -> None:
    line = "word " * 19 + "end\n\n"
    view.show_text(line * (2 * MOST_CHARACTERS // len(line)))
    assert "too long" in label(view, "formattedLabel").text()
    assert len(page(view).toPlainText()) <= MOST_CHARACTERS
    assert page(view).toPlainText().endswith("end")
    view.show_text("short")
    assert "too long" not in label(view, "formattedLabel").text()


def test_one_line_without_an_end_is_cut_too(view: FormattedView) -> None:
    view.show_text("x" * (MOST_CHARACTERS + 5))
    assert len(page(view).toPlainText()) == MOST_CHARACTERS


def test_a_reason_takes_the_place_of_a_text_and_goes_again(view: FormattedView) -> None:
    view.show_text("text")
    view.show_reason("The identity is <b>not</b> sent.")
    assert label(view, "formattedReason").isVisible()
    assert not label(view, "formattedLabel").isVisible()
    assert page(view).toPlainText() == ""
    view.show_text("text")
    assert page(view).isVisible()
    assert page(view).toPlainText() == "text"


def test_code_takes_the_colour_of_the_theme(view: FormattedView, theme: Theme) -> None:
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        theme.choose(choice)
        view.show_text("see `code` here")
        formats = page(view).document().firstBlock().begin()
        colours = []
        while not formats.atEnd():
            fragment = formats.fragment()
            colours.append((fragment.text(), fragment.charFormat().foreground().color()))
            formats += 1
        assert ("code", theme.color("markdown.code")) in colours


@pytest.mark.parametrize("text", ["a\0b", "\ufeffx", "\ud800", "\u2029", "`" * 5_000, "[" * 5_000])
def test_strange_texts_do_no_harm(view: FormattedView, text: str) -> None:
    view.show_text(text)
    view.show_text("good")
    assert page(view).toPlainText() == "good"


def test_everything_has_a_name(view: FormattedView) -> None:
    assert visible_texts_missing_names(view) == []
