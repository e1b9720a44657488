"""Cases from the field through the section cards: lists, texts and chat placeholders in YAML."""

from collections.abc import Callable

import pytest
import yaml
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTabBar,
    QToolButton,
)

from tests.ui.form_windowing import caret_of, compose, turn_wheel, wheel
from tests.ui.section_windowing import SectionWindow, section_opener
from tests.ui.windowing import Alt, Control

__all__ = ["section_opener"]

Opener = Callable[..., SectionWindow]
HEAD = "# Soul\n\n---template---\n"


def sections(text: str) -> list[dict[str, object]]:
    """The list as PyYAML reads it."""
    found: list[dict[str, object]] = yaml.safe_load(text.split("---template---", 1)[1])
    return found


def marked(window: SectionWindow, index: int) -> list[str]:
    """What is marked as a placeholder in a content field."""
    field = window.opened.find(QPlainTextEdit, f"section:{index}:content")
    found = []
    block = field.document().firstBlock()
    while block.isValid():
        for each in block.layout().formats():
            if QTextCharFormat(each.format).hasProperty(
                QTextCharFormat.Property.BackgroundBrush.value
            ):
                units = block.text().encode("utf-16-le")
                part = units[2 * each.start : 2 * (each.start + each.length)]
                found.append(part.decode("utf-16-le"))
        block = block.next()
    return found


def test_case_2_54_a_block_beside_an_edited_field_keeps_every_byte(section_opener: Opener) -> None:
    text = HEAD + (
        "- section: a\n  content: |\n    Hello {{n}},  \n    - one\t\n\n      \n    end\n"
        "  limit: 5   # keep me\n"
    )
    window = section_opener(text)
    window.type(0, "limit", "7")
    assert window.text == text.replace("limit: 5 ", "limit: 7 ")
    window.press(Qt.Key.Key_Backspace)
    window.opened.type("5")
    assert window.text == text


def test_case_3_new_lines_take_the_line_end_of_their_neighbours(section_opener: Opener) -> None:
    text = (HEAD + "- section: a\n  content: |\n    one\n    two\n- section: b\n").replace(
        "\n", "\r\n"
    )
    window = section_opener(text)
    window.type(0, "content", "\nmore", at=3)
    window.click("section:0:duplicate")
    window.add("")
    assert window.text.count("\r\n") == window.text.count("\n")
    assert sections(window.text)[0]["content"] == "one\nmore\ntwo\n"
    assert len(sections(window.text)) == 4


def test_case_14_cards_and_text_share_one_history(section_opener: Opener) -> None:
    text = HEAD + "- section: a\n  role: user\n  content: |\n    one\n- section: b\n"
    window = section_opener(text)
    window.press(Qt.Key.Key_Z, Control)
    assert window.text == text
    window.opened.caret_to_end()
    window.opened.type("# x", into=window.opened.source)
    seen = [window.text]
    window.type(0, "content", "abc", at=3)
    seen.append(window.text)
    window.choose_role(0, "system")
    seen.append(window.text)
    window.click("section:1:duplicate")
    seen.append(window.text)
    window.opened.front.replace_text(window.text.replace("# Soul", "# Soul 2"))
    for expected in reversed(seen):
        window.press(Qt.Key.Key_Z, Control)
        assert window.text == expected
    window.press(Qt.Key.Key_Z, Control)
    assert window.text == text
    assert not window.opened.front.is_modified()


def test_case_15_the_caret_stays_where_it_is_typed(section_opener: Opener) -> None:
    block = "  limit: 12\n  content: |\n    abcdef\n  own: {a: 1}\n"
    window = section_opener(f"{HEAD}- section: abcdef\n  tool: abcdef\n{block}")
    for name, typed, at in (
        ("section", "XY", 3),
        ("tool", "XY", 3),
        ("content", "X\nY", 3),
        ("limit", "34", 1),
        ("own", "23", 5),
    ):
        before = window.shown(0, name)
        window.type(0, name, typed, at=at)
        assert window.shown(0, name) == before[:at] + typed + before[at:]
        assert caret_of(window.field(0, name)) == at + len(typed)
        assert QApplication.focusWidget() is window.field(0, name)


def test_case_16_what_is_typed_is_saved_with_the_focus_in_the_field(section_opener: Opener) -> None:
    window = section_opener(HEAD + "- section: a\n  content: |\n    one\n")
    path = window.opened.front.path
    assert path is not None
    window.type(0, "content", "more ", at=0)
    compose(window.field(0, "content"), "", "仮")
    window.press(Qt.Key.Key_S, Control)
    assert sections(path.read_text("utf-8"))[0]["content"] == "more 仮one\n"
    assert not window.opened.front.is_modified()


TYPED = [
    "Note: read", "Update #2 (new)", "{{name}}", "@x", "*x", "- x", "no", "1.10", "2024-06-01",
    "12:30", "~", " pad ", "it's \"x\"",
]  # fmt: skip


def test_case_18_every_text_reads_back_as_exactly_that_text(section_opener: Opener) -> None:
    plain = HEAD + "- section: a\n  tool: t\n  content: plain\n- section: b\n  content: 'q'\n"
    window = section_opener(plain)
    for typed in TYPED:
        for index, name in ((0, "tool"), (0, "content"), (0, "section"), (1, "content")):
            window.type(index, name, typed)
            assert sections(window.text)[index][name] == typed
    window.clear(0, "tool")
    assert sections(window.text)[0]["tool"] == ""
    window.type(1, "content", "a\nb")
    assert sections(window.text)[1]["content"] == "a\nb"


def test_case_24_a_block_is_replaced_with_all_its_lines(section_opener: Opener) -> None:
    text = HEAD + "- section: abc\n  content: |-\n    first\n\n    second\n  role: user\n"
    window = section_opener(text)
    window.type(0, "content", "one")
    assert window.text == text.replace("first\n\n    second", "one")
    window.type(0, "content", "x\n\ny")
    assert window.text == text.replace("first\n\n    second", "x\n\n    y")
    unset = next(
        each
        for each in window.list.findChildren(QToolButton)
        if each.accessibleName() == "Unset Content of abc"
    )
    QTest.mouseClick(unset, Qt.MouseButton.LeftButton)
    assert sections(window.text) == [{"section": "abc", "role": "user"}]


def test_case_25_a_text_may_begin_with_blanks(section_opener: Opener) -> None:
    window = section_opener(HEAD + "- section: a\n  content: |\n    x\n- section: b\n")
    for typed in ("    indented first\nsecond\n", "\n    a\nb", "x\n"):
        window.clear(0, "content")
        QApplication.clipboard().setText(typed)
        window.opened.action("edit.paste").trigger()
        assert [each.get("content") for each in sections(window.text)] == [typed, None]
        assert window.shown(0, "content") == typed
    assert window.text.endswith("  content: |\n    x\n- section: b\n")


def test_case_35_the_cards_mark_what_the_engine_resolves(section_opener: Opener) -> None:
    text = (
        "{{user1}} {{ user1 }} {{user_name}} {{user-name}} {{}} {{$now}} {{{x}}} { {x} } {{a\nb}}\n"
    )
    body = "".join(f"    {line}\n" for line in text.splitlines())
    window = section_opener(f"{HEAD}- section: a\n  role: user\n  content: |\n{body}")
    assert window.shown(0, "content") == text
    assert marked(window, 0) == ["{{user1}}", "{{ user1 }}", "{{user_name}}", "{{x}}"]
    assert window.widget("section:0:unresolved").isVisible()
    window.type(0, "content", "\U0001f600", at=0)
    assert marked(window, 0)[0] == "{{user1}}"


def test_case_36_json_and_code_in_a_card_stay(section_opener: Opener) -> None:
    typed = 'Return {"name": "{{subject}}", "k": {}} and {#x} {% y %} }} {{ --- $z ${z}'
    window = section_opener(HEAD + "- section: a\n  content: |\n    x\n")
    window.type(0, "content", typed)
    assert sections(window.text)[0]["content"] == typed
    assert marked(window, 0) == ["{{subject}}"]


def test_case_43_a_comment_behind_a_block_stays_a_comment(section_opener: Opener) -> None:
    text = HEAD + ("- content: |\n    a\n    # part of the text\n# real comment\n\n- section: b\n")
    window = section_opener(text)
    assert window.shown(0, "content") == "a\n# part of the text\n"
    window.type(0, "content", "b\n", at=len("a\n# part of the text\n"))
    assert window.text == text.replace("text\n#", "text\n    b\n#")
    window.clear(0, "content")
    assert sections(window.text) == [{"content": ""}, {"section": "b"}]
    assert "\n# real comment\n\n- section: b\n" in window.text


@pytest.mark.parametrize(
    ("block", "changed", "value"),
    [
        ("|+\n    a\n\n\n- section: b\n", "|+\n    aa\n\n\n- section: b\n", "aa\n\n\n"),
        ("|-\n    a\n", "|-\n    aa\n", "aa"),
        ("|\n    a", "|\n    aa", "aa"),
    ],
)
def test_case_44_the_end_of_a_text_changes_only_with_its_final_line_ends(
    section_opener: Opener, block: str, changed: str, value: str
) -> None:
    head = HEAD + "- section: a\n  content: "
    window = section_opener(head + block)
    window.type(0, "content", "a", at=1)
    assert window.text == head + changed
    assert sections(window.text)[0]["content"] == value == window.shown(0, "content")
    window.type(0, "content", "\n", at=len(value))
    assert sections(window.text)[0]["content"] == value + "\n" == window.shown(0, "content")
    window.press(Qt.Key.Key_Backspace)
    assert sections(window.text)[0]["content"] == value == window.shown(0, "content")


def test_case_47_a_duplicate_key_is_kept_and_locked(section_opener: Opener) -> None:
    text = HEAD + "- section: a\n  tool: one\n  tool: two\n  role: user\n"
    window = section_opener(text)
    tool = window.opened.find(QLineEdit, "section:0:tool")
    assert (tool.text(), tool.isReadOnly()) == ("two", True)
    window.type(0, "section", "b")
    assert window.text == text.replace("section: a", "section: b")


def test_case_48_the_wheel_changes_nothing_in_the_cards(section_opener: Opener) -> None:
    item = "- section: s{0}\n  role: user\n  limit: 5\n  content: |\n    a\n  provider: {{p: x}}\n"
    text = HEAD + "".join(item.format(n) for n in range(6))
    window = section_opener(text)
    kinds = (QComboBox, QAbstractSpinBox, QSlider, QTabBar)
    controls = [found for kind in kinds for found in window.list.findChildren(kind)]
    assert controls
    for control in controls:
        for focused in (False, True):
            if focused:
                control.setFocus()
            assert not wheel(control, -1)
    assert window.text == text
    bar = window.list._scroll.verticalScrollBar()
    before = bar.value()
    turn_wheel(window.field(0, "role"), -3)
    assert bar.value() > before


def test_case_55_untouched_items_keep_their_layout(section_opener: Opener) -> None:
    one = '- role: user   # who\n  content: "Hi {{n}}"\n'
    two = "-  role: assistant\n   content: 'ok'\n"
    three = '- {role: user, content: "x"}\n'
    window = section_opener(HEAD + one + two + three)
    window.type(0, "content", "ello", at=1)
    window.press(Qt.Key.Key_Delete)
    hello = one.replace("Hi", "Hello")
    assert window.text == HEAD + hello + two + three
    window.press(Qt.Key.Key_Down, Alt)
    assert window.text == HEAD + two + hello + three
    window.press(Qt.Key.Key_Down, Alt)
    assert window.text == HEAD + two + three + hello
    window.click("section:0:duplicate")
    assert window.text == HEAD + two + two + three + hello
    window.opened.focus(window.field(1, "role"))
    window.add("")
    new = "-  section: new_section\n   role: system\n   content: |\n"
    assert window.text == HEAD + two + two + new + three + hello


def test_case_56_an_alias_is_read_only_and_its_anchor_stays(section_opener: Opener) -> None:
    text = HEAD + "- &b\n  section: a\n  role: user\n- <<: *b\n  limit: 3\n- section: c\n"
    window = section_opener(text)
    assert not window.field(1, "role").isEnabled()
    window.type(1, "limit", "4")
    assert window.text == text.replace("limit: 3", "limit: 4")
    window.type(0, "section", "x")
    assert window.text == text.replace("limit: 3", "limit: 4")  # the alias would change too
    assert any("&b" in note for note in window.notes())


def test_case_57_a_long_line_stays_one_line(section_opener: Opener) -> None:
    text = HEAD + "- section: a\n  content: " + "word " * 40 + "end\n  role: user\n"
    window = section_opener(text)
    window.choose_role(0, "system")
    assert window.text == text.replace("role: user", "role: system")
    window.type(0, "content", "!", at=len("word " * 40 + "end"))
    assert window.text == text.replace("end\n", "end!\n").replace("role: user", "role: system")


def test_case_65_a_long_text_is_not_cut(section_opener: Opener) -> None:
    long = "x" * 40_000
    text = HEAD + f'- section: a\n  tool: {long}\n  content: "a\\nb\\tc"\n  role: user\n'
    window = section_opener(text)
    window.type(0, "tool", "y", at=5)
    window.choose_role(0, "system")
    expected = text.replace("xxxxxx", "xxxxxyx", 1).replace("role: user", "role: system")
    assert window.text == expected
    assert window.shown(0, "content") == "a\nb\tc"


def test_case_68_a_composition_is_no_text_until_it_is_committed(section_opener: Opener) -> None:
    text = HEAD + "- section: a\n  content: |\n    one\n- section: b\n"
    window = section_opener(text)
    window.type(0, "content", "", at=3)
    field = window.field(0, "content")
    compose(field, "か")
    assert window.text == text
    window.opened.focus(window.field(1, "section"))
    assert sections(window.text)[0]["content"] == "oneか\n"


def test_case_73_what_yaml_cannot_hold_is_written_with_escapes(section_opener: Opener) -> None:
    window = section_opener(HEAD + "- section: a\n  content: |\n    one\n")
    window.type(0, "content", "", at=3)
    QApplication.clipboard().setText("\x85!")
    window.opened.action("edit.paste").trigger()
    assert sections(window.text)[0]["content"] == "one\x85!\n"
