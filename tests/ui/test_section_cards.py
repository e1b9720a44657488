"""The section cards in a window: fields, commands, drag, keys, focus, faults, large souls."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu, QPlainTextEdit, QToolButton

from tests.properties.soul_model import loaded
from tests.ui.form_windowing import caret_of, compose, wheel
from tests.ui.section_windowing import SectionWindow, section_opener
from tests.ui.walking import visible_texts_missing_names
from tests.ui.windowing import Alt, Control, Shift, answers, opener

__all__ = ["answers", "opener", "section_opener"]

Opener = Callable[..., SectionWindow]
SOUL = """# Soul

You are kind.

---template---
# Head note

# Who it is for
- section: who
  role: system   # first
  content: |
    Your administrator: {{admin_pubkey}}

-  section: notes
   role: system
   limit: 5
   content: |
     {{admin_notes_content}} {{nobody}}
   provider:
     anthropic: |
       <notes>{{admin_notes_content}}</notes>
   own: [a,  b]

- section: profile
  role: user
  tool: nostr_profile
  args: '{"n": 1}'

- {section: history, role: expand, limit: 12}

# Tail note
"""


def test_cards_show_what_the_sections_say(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    assert window.names() == ["who", "notes", "profile", "history"]
    assert window.shown(0, "content") == "Your administrator: {{admin_pubkey}}\n"
    assert window.shown(1, "limit") == "5"
    assert window.shown(1, "role") == "system"
    assert window.shown(1, "provider:anthropic") == "<notes>{{admin_notes_content}}</notes>\n"
    assert window.shown(1, "own") == "[a,  b]"
    assert window.shown(2, "tool") == "nostr_profile"
    assert window.shown(2, "args") == '{"n": 1}'
    assert window.shown(3, "limit") == "12"
    sizes = [window.opened.find(QLabel, f"section:{n}:size").text() for n in range(4)]
    assert sizes == ["24 chars", "17 chars", "at run time", "at run time"]
    unresolved = [window.field(n, "unresolved").isVisible() for n in range(4)]
    assert unresolved == [False, True, False, False]
    assert not window.opened.front.is_modified()
    assert visible_texts_missing_names(window.opened.window) == []
    assert not window.opened.window.views.form.isVisible()


def test_a_field_writes_its_own_bytes_and_a_visit_is_one_step(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.type(0, "content", "dear ", at=5)
    assert window.text == SOUL.replace("Your administrator", "Your dear administrator")
    window.type(1, "limit", "17")
    assert window.text.count("limit: 17") == 1
    window.type(1, "own", "[c]")
    assert "own: [c]\n" in window.text
    window.type(3, "section", "dm_history")
    assert "- {section: dm_history, role: expand, limit: 12}" in window.text
    window.type(2, "args", '{"n": 2}')
    assert "  args: '{\"n\": 2}'\n" in window.text
    steps = 0
    while window.opened.front.qdocument.isUndoAvailable():
        window.press(Qt.Key.Key_Z, Control)
        steps += 1
    assert (window.text, steps) == (SOUL, 5)
    assert not window.opened.front.is_modified()
    window.press(Qt.Key.Key_Z, Control | Shift)
    assert window.shown(0, "content").startswith("Your dear")


def test_a_role_is_chosen_and_an_unknown_one_kept_until_then(section_opener: Opener) -> None:
    text = SOUL.replace("role: user", "role: usr")
    window = section_opener(text)
    combo = window.opened.find(QComboBox, "section:2:role")
    assert combo.currentText() == "usr"
    assert [combo.itemText(n) for n in range(combo.count())] == [
        "usr", "system", "user", "assistant", "expand",
    ]  # fmt: skip
    assert not wheel(combo, -1)
    assert window.text == text
    window.until_note("usr")
    window.choose_role(2, "assistant")
    assert window.text == SOUL.replace("role: user", "role: assistant")
    window.opened.until(lambda: not any("usr" in note for note in window.notes()))


def test_what_is_no_count_is_refused_in_its_place(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.type(1, "limit", "many")
    assert window.text == SOUL
    assert any("whole number" in note for note in window.notes())
    assert window.opened.window.feeds.has_pending(window.opened.front)
    window.type(1, "limit", "7")
    assert window.text == SOUL.replace("limit: 5", "limit: 7")
    assert window.notes() == []
    window.clear(1, "limit")
    assert "limit: 5" not in window.text
    assert loaded(window.text)[1].keys() == {"section", "role", "content", "provider", "own"}


def test_problems_stand_beside_their_fields_and_are_mended(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.type(2, "args", "{")
    window.until_note("JSON")
    note = window.widget("section:2:args:note")
    assert note.isVisible()
    window.type(1, "limit", "500")
    window.until_note("100")
    fix = next(each for each in window.list.findChildren(QToolButton) if each.text() == "Write 100")
    QTest.mouseClick(fix, Qt.MouseButton.LeftButton)
    assert loaded(window.text)[1]["limit"] == 100


def test_commands_arrange_whole_sections(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.click("section:0:duplicate")
    who = SOUL[SOUL.index("# Who") : SOUL.index("\n-  section: notes")]
    assert window.text == SOUL.replace(who, f"{who}\n{who}")
    assert window.names() == ["who", "who", "notes", "profile", "history"]
    assert QApplication.focusWidget() is window.field(1, "collapse")
    window.click("section:1:delete")
    assert [each["section"] for each in loaded(window.text)] == [
        "who", "notes", "profile", "history",
    ]  # fmt: skip
    window.press(Qt.Key.Key_Z, Control)
    window.press(Qt.Key.Key_Z, Control)
    assert window.text == SOUL
    window.click("section:1:delete")
    notes = SOUL[SOUL.index("-  section: notes") : SOUL.index("\n- section: profile")]
    assert window.text == SOUL.replace(notes, "")


@pytest.mark.parametrize("text", [SOUL, SOUL.replace("\n", "\r\n")], ids=["lf", "crlf"])
def test_after_a_move_typing_goes_to_the_card_it_is_in(section_opener: Opener, text: str) -> None:
    window = section_opener(text)
    window.type(0, "content", "", at=4)
    focused = QApplication.focusWidget()
    window.press(Qt.Key.Key_Down, Alt)
    window.press(Qt.Key.Key_Down, Alt)
    assert window.names() == ["notes", "profile", "who", "history"]
    assert QApplication.focusWidget() is focused is window.field(2, "content")
    window.opened.type("X")
    assert loaded(window.text)[2]["content"] == "YourX administrator: {{admin_pubkey}}\n"
    window.press(Qt.Key.Key_Up, Alt)
    window.opened.type("Y")
    assert loaded(window.text)[1]["content"] == "YourXY administrator: {{admin_pubkey}}\n"
    assert caret_of(window.field(1, "content")) == 6
    head, _, tail = window.text.partition("-  section: notes")
    assert head.replace("\r\n", "\n").endswith("---template---\n# Head note\n\n")
    assert tail.replace("\r\n", "\n").endswith("\n\n# Tail note\n")
    assert window.text.count("\r\n") == (window.text.count("\n") if "\r" in text else 0)
    for _ in range(5):
        window.press(Qt.Key.Key_Z, Control)
    assert window.text == text
    window.opened.type("Z")
    assert loaded(window.text)[0]["content"].startswith("YourZ")


def test_a_card_is_dragged_by_its_handle(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.list.set_folded(False)
    for card in window.list.cards:
        card.open(False)
    window.opened.until(lambda: window.list.cards[3].y() < 200)
    window.drag(0, 2, below=True)
    assert window.names() == ["notes", "profile", "who", "history"]
    window.drag(2, 0)
    assert window.names() == ["who", "notes", "profile", "history"]
    assert loaded(window.text) == loaded(SOUL)
    assert window.text == SOUL
    window.opened.focus(window.field(3, "handle"))
    window.press(Qt.Key.Key_Up)
    assert window.names() == ["who", "notes", "history", "profile"]


def test_sections_are_added_behind_the_current_card(section_opener: Opener) -> None:
    window = section_opener(SOUL.replace("section: who", "section: admin_identity"))
    window.opened.focus(window.field(1, "section"))
    window.click("addSection")
    menu = window.opened.find(QMenu, "addSectionMenu")
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts == [
        "admin_identity (used)", "admin_profile", "admin_relay_list", "startup_events",
        "adopted_skills", "dm_history", "admin_notes", "Empty section",
    ]  # fmt: skip
    window.trigger(menu, "admin_notes")
    added = "-  section: admin_notes\n   role: system\n   limit: 10\n   content: |\n"
    assert (
        f"   own: [a,  b]\n\n{added}     {{{{admin_notes_content}}}}\n\n- section: prof"
        in window.text
    )
    window.add("")
    assert window.names()[2:4] == ["admin_notes", "new_section"]
    assert QApplication.focusWidget() is window.field(3, "section")
    window.type(3, "content", "One\nTwo\n")
    assert loaded(window.text)[3] == {
        "section": "new_section", "role": "system", "content": "One\nTwo\n",
    }  # fmt: skip
    assert "   content: |\n     One\n     Two\n" in window.text


def test_overrides_have_a_tab_each(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.click("section:0:addOverride")
    menu = window.opened.find(QMenu, "section:0:overrideMenu")
    window.trigger(menu, "openai")
    text = "Your administrator: {{admin_pubkey}}\n"
    assert loaded(window.text)[0]["provider"] == {"openai": text}
    field = window.field(0, "provider:openai")
    assert field.isVisible()
    window.type(0, "provider:openai", "Sir ", at=0)
    assert "  provider:\n    openai: |\n      Sir Your administrator" in window.text
    window.click("section:0:removeOverride")
    assert "provider" not in loaded(window.text)[0]
    assert window.field(0, "content").isVisible()
    window.click("section:0:addOverride")
    window.trigger(window.opened.find(QMenu, "section:0:overrideMenu"), "")
    window.opened.type("my model\n")
    assert list(loaded(window.text)[0]["provider"]) == ["my model"]
    window.click("section:0:renameOverride")
    window.opened.type("other\n")
    assert loaded(window.text)[0]["provider"] == {"other": text}


def test_the_caret_of_the_source_marks_a_card_and_back(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    source = window.opened.source
    window.opened.focus(source)
    line = SOUL[: SOUL.index("limit: 5")].count("\n")
    window.opened.place_caret(line, 8)
    assert [bool(card.property("current")) for card in window.list.cards] == [
        False, True, False, False,
    ]  # fmt: skip
    window.press(Qt.Key.Key_Down, Alt)
    assert window.names() == ["who", "profile", "notes", "history"]
    assert source.textCursor().block().text() == "   limit: 5"
    window.opened.type("X")
    assert "   limitX: 5" in window.text
    window.press(Qt.Key.Key_Z, Control)
    window.click("section:3:more")
    window.list.findChildren(QMenu)[-1].actions()[0].trigger()
    assert QApplication.focusWidget() is source
    assert source.textCursor().block().text().startswith("- {section: history")


def test_what_is_typed_in_the_source_shows_in_the_cards(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    line = SOUL[: SOUL.index("Your admin")].count("\n")
    window.opened.focus(window.opened.source)
    window.opened.place_caret(line, 4)
    window.opened.type("My ")
    assert window.shown(0, "content") == "My Your administrator: {{admin_pubkey}}\n"
    window.opened.place_caret(line - 3, 0)
    window.opened.type("-\n")
    assert len(window.list.cards) == 5


def test_sections_that_cannot_be_read_stay_and_are_locked(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    line = SOUL[: SOUL.index("limit: 5")].count("\n")
    window.opened.focus(window.opened.source)
    window.opened.place_caret(line, 3)
    window.opened.type("[")
    assert window.names() == ["who", "notes", "profile", "history"]
    fault = window.opened.find(QLabel, "sectionsFault")
    assert fault.isVisible()
    assert fault.text().startswith("Line ")
    content = window.opened.find(QPlainTextEdit, "section:0:content")
    assert content.isReadOnly()
    assert not window.field(0, "delete").isEnabled()
    window.press(Qt.Key.Key_Backspace)
    assert window.text == SOUL
    assert not fault.isVisible()
    assert not content.isReadOnly()
    window.type(0, "content", "X", at=0)
    assert loaded(window.text)[0]["content"].startswith("XYour")


def test_an_unquoted_placeholder_is_mended_from_the_cards(section_opener: Opener) -> None:
    window = section_opener(SOUL.replace("|\n    Your administrator: {{admin_pubkey}}", "{{x}}"))
    fix = window.opened.find(QToolButton, "sectionsFix")
    window.opened.until(fix.isVisible)
    QTest.mouseClick(fix, Qt.MouseButton.LeftButton)
    assert loaded(window.text)[0]["content"] == "{{x}}"
    assert window.shown(0, "content") == "{{x}}"


def test_a_soul_without_a_template_part_gets_one(section_opener: Opener) -> None:
    text = "# Soul\r\n\r\nYou are kind."
    window = section_opener(text)
    assert window.list.cards == ()
    window.click("writeTemplatePart")
    assert window.text.startswith(f"{text}\r\n\r\n---template---\r\n")
    assert len(window.list.cards) == len(loaded(window.text)) == 7
    command = window.opened.action("prompt.write_template_part")
    assert not command.isEnabled()
    written = window.text
    window.press(Qt.Key.Key_Z, Control)
    assert window.text == text
    command.trigger()
    assert window.text == written


def test_values_through_aliases_are_read_only(section_opener: Opener) -> None:
    window = section_opener(
        "A\n---template---\n- section: a\n  role: &r system\n  content: &c |\n    x\n"
        "- section: b\n  role: *r\n  content: *c\n"
    )
    content = window.opened.find(QPlainTextEdit, "section:1:content")
    assert content.isReadOnly()
    assert not window.field(1, "role").isEnabled()
    before = window.text
    window.type(0, "section", "z", at=1)
    assert window.text == before.replace("section: a", "section: az")
    window.click("section:0:delete")
    assert window.text == before.replace("section: a", "section: az")
    assert window.notes() != []


def test_a_read_only_file_locks_the_cards(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.opened.front.read_only_reason = "Only to look at."
    assert window.opened.find(QPlainTextEdit, "section:0:content").isReadOnly()
    assert not window.widget("addSection").isEnabled()
    assert "Only to look at." in window.notes()


def test_the_keys_alone_reach_everything(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.opened.focus(window.field(0, "handle"))
    seen = []
    for _ in range(60):
        seen.append(QApplication.focusWidget().objectName())
        window.press(Qt.Key.Key_Tab)
    first = [name for name in seen if name.startswith("section:0:")]
    second = [name for name in seen if name.startswith("section:1:")]
    assert first[:4] == [
        "section:0:handle", "section:0:collapse", "section:0:role", "section:0:limit",
    ]  # fmt: skip
    assert {"section:0:section", "section:0:tool", "section:0:content"} <= set(first)
    between = seen[len(first) : seen.index(second[0])]
    assert set(between) <= {""}  # a button beside a field, without a public name


def test_a_composition_in_a_card_is_left_alone(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.type(0, "content", "", at=0)
    field = window.field(0, "content")
    compose(field, "かな")
    window.opened.front.replace_text(window.text.replace("admin_notes_content}} {{", "x}} {{"))
    assert window.text.count("かな") == 0
    compose(field, "", "仮名")
    assert loaded(window.text)[0]["content"].startswith("仮名Your")
    assert window.shown(1, "content") == "{{x}} {{nobody}}\n"


def test_many_sections_open_folded_and_are_made_in_sight(section_opener: Opener) -> None:
    items = "".join(f"- section: s{n}\n  role: system\n  content: c{n}\n" for n in range(300))
    window = section_opener(f"A\n---template---\n{items}")
    made = [card for card in window.list.cards if card.content is not None]
    assert 0 < len(made) < 40
    assert not any(card.is_open for card in window.list.cards)
    assert len(window.list.cards) == 300
    window.list.go_to(window.list.cards[250].key, to_name=True)
    window.type(250, "content", "x", at=0)
    window.press(Qt.Key.Key_Up, Alt)
    window.opened.type("y")
    assert loaded(window.text)[249]["content"] == "xyc250"
    assert window.text.count("- section") == 300


def test_another_file_in_front_takes_the_cards_away(section_opener: Opener) -> None:
    window = section_opener(SOUL)
    window.type(0, "content", "X", at=0)
    window.click("section:2:collapse")
    (window.opened.front.path.parent / "prompts").mkdir()
    other = window.opened.front.path.parent / "prompts" / "p.md"
    other.write_text("Hello $name\n")
    window.opened.window.open(other)
    assert not window.list.isVisible()
    window.opened.window.views.tabs.step(-1)
    assert window.list.isVisible()
    assert window.shown(0, "content").startswith("XYour")
    assert [card.is_open for card in window.list.cards] == [True, True, False, True]


def test_the_message_of_the_card_with_the_keys_is_marked_and_in_sight(
    section_opener: Opener,
) -> None:
    items = "".join(
        f"- section: s{n}\n  role: user\n  content: |\n" + "    line\n" * 12 for n in range(12)
    )
    window = section_opener(f"A\n---template---\n{items}")
    view = window.opened.window.views.preview.messages.view
    window.type(9, "content", "X", at=0)
    live = window.opened.window.workbench.live(window.opened.front)
    assert view._marked == live.rows_of(9) == range(10, 11)
    assert "Xline" in live.message(10).text
    assert 10 in view.rows_in_sight()
    window.opened.focus(window.opened.source)
    window.opened.place_caret(0, 1)
    assert view._marked == range(1)
