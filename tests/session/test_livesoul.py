"""The live messages of a soul: what they are, what they tell, and that a key costs one section."""

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.core.tokens import Mode
from editor.session.livesoul import LiveSoul
from editor.session.message_places import offset_at, source_offset
from editor.session.soul_messages import MessagesChanged, SoulSetting
from editor.session.sweep import Rerendered
from tests.session.souls import KNOWN, SOUL, Told, samples, soul_of


def rows(live: LiveSoul) -> list[tuple[str, str, str, str]]:
    return [(each.role, each.name, each.source, each.text) for each in live.messages()]


def type_behind(live: LiveSoul, before: str, text: str) -> None:
    """Type at the end of the first occurrence of `before`."""
    at = live.document.text().index(before) + len(before)
    cursor = QTextCursor(live.document.qdocument)
    cursor.setPosition(live.document.position_of(at))
    live.document.insert(cursor, text)


def line_of(live: LiveSoul, text: str) -> int:
    return live.document.text()[: live.document.text().index(text)].count("\n")


def test_the_messages_are_those_of_the_rules(qapp: QApplication) -> None:
    live = soul_of()
    assert rows(live) == [
        ("system", "system_prompt", "content", "# Warden\n\nWatch the gate."),
        ("system", "admin_identity", "content", "Admin: ab12\nNote: {{nobody}}\n"),
        ("system", "weather", "tool", "Fog."),
        ("system", "gates", "runtime", ""),
        ("user", "talk", "conversation", "two"),
        ("assistant", "talk", "conversation", "zwei"),
        ("user", "talk", "conversation", "three"),
        ("assistant", "talk", "conversation", "drei"),
        ("user", "notes", "content", "Notes: {{admin_notes_content}}"),
    ]
    assert live.names() == {"admin_pubkey": 1, "nobody": 1, "admin_notes_content": 1}
    assert live.unresolved() == 2
    assert [each.section for each in live.messages()] == [None, 0, 1, 2, 3, 3, 3, 3, 4]
    notes = live.message(8)
    assert (notes.characters, notes.tokens) == (30, 8)


def test_a_provider_chooses_its_override_and_nothing_else(qapp: QApplication) -> None:
    live = soul_of()
    told = Told(live)
    live.set_setting(SoulSetting(samples(), KNOWN, "anthropic"))
    assert rows(live)[1] == ("system", "admin_identity", "override", "<admin>ab12</admin>\n")
    assert (rows(live)[2][3], live.names()["admin_pubkey"]) == ("Fog.", 1)
    assert told.names == 1
    live.set_setting(live.setting)
    assert told.updated == 1


def test_a_key_in_a_content_reads_and_tells_its_section_alone(qapp: QApplication) -> None:
    live = soul_of()
    told, work = Told(live), live.parts.work
    read = (work.slices_read, work.wholes_read)
    type_behind(live, "Admin: ", "x")
    assert rows(live)[1][3] == "Admin: xab12\nNote: {{nobody}}\n"
    assert told.changes == [MessagesChanged(1, 1, 1)]
    assert (work.slices_read, work.wholes_read) == (read[0] + 1, read[1])


def test_a_key_in_the_personality_reads_no_section(qapp: QApplication) -> None:
    live = soul_of()
    told, work = Told(live), live.parts.work
    read = (work.slices_read, work.wholes_read)
    type_behind(live, "Watch", " well\n\nand")
    assert rows(live)[0][3] == "# Warden\n\nWatch well\n\nand the gate."
    assert told.changes == [MessagesChanged(0, 1, 1)]
    assert (work.slices_read, work.wholes_read) == read
    assert live.parts.first_line(1) == line_of(live, "- section: weather")


def test_a_section_moved_far_is_read_where_it_changed_only(qapp: QApplication) -> None:
    many = "".join(f"- section: s{n}\n  role: system\n  content: t{n}\n" for n in range(60))
    live = soul_of(f"me\n---template---\n{many}")
    work = live.parts.work
    read, text = (work.slices_read, work.wholes_read), live.document.text()
    start = text.index("- section: s50\n")
    end = text.index("- section: s51\n")
    moved = text[start:end]
    at = text.index("- section: s3\n")
    live.document.apply([Edit(Span(at, at), moved), Edit(Span(start, end), "")])
    names = [each.name for each in live.messages()]
    assert names[1:6] == ["s0", "s1", "s2", "s50", "s3"]
    assert (work.slices_read - read[0], work.wholes_read) == (0, read[1])
    live.document.undo()
    assert [each.name for each in live.messages()][4] == "s3"


def test_sections_that_come_and_go_are_told_as_such(qapp: QApplication) -> None:
    live = soul_of()
    told = Told(live)
    type_behind(
        live, "role: expand\n  limit: 2\n", "\n- section: new\n  role: system\n  content: N\n"
    )
    assert told.changes == [MessagesChanged(8, 0, 1)]
    assert rows(live)[8] == ("system", "new", "content", "N")
    type_behind(live, "limit: ", "0")  # 02 is two in YAML
    live.document.undo()
    live.document.undo()
    assert told.changes[-1] == MessagesChanged(8, 1, 0)


def test_while_the_yaml_has_a_fault_the_last_good_messages_stay(qapp: QApplication) -> None:
    live = soul_of()
    before, told = rows(live), Told(live)
    type_behind(live, "content: It may rain.", "\n  bad: [")
    assert live.stale is not None
    assert (rows(live), told.stale, told.changes) == (before, 1, [])
    # An open bracket is missed where the next item begins.
    assert live.stale_line == line_of(live, "- section: gates") + 1
    type_behind(live, "Watch", " on")
    assert live.stale_line == line_of(live, "- section: gates") + 1
    assert rows(live)[0][3] == "# Warden\n\nWatch on the gate."
    type_behind(live, "bad: [", "]")
    assert (live.stale, told.stale) == (None, 3)  # it came, was moved on, and went


def test_a_fault_from_the_start_leaves_the_personality(qapp: QApplication) -> None:
    live = soul_of("me\n---template---\n- section: [\n")
    assert (live.is_rendered, [each.name for each in live.messages()]) == (False, ["system_prompt"])
    assert live.stale_line is not None


def test_a_large_part_with_a_fault_is_read_whole_after_a_pause(
    qapp: QApplication, qtbot: QtBot
) -> None:
    item = "- section: s\n  role: system\n  content: |\n" + "    text of some length\n" * 100
    live = soul_of("me\n---template---\n" + item * 40)
    before = live.parts.work.wholes_read
    with qtbot.waitSignal(live.stale_changed):
        type_behind(live, "section: s", "\n  x: [")
        assert (live.parts.work.wholes_read, live.stale) == (before, None)
    assert live.parts.work.wholes_read == before + 1
    type_behind(live, "x: [", "]")
    assert (live.stale, live.parts.work.wholes_read) == (None, before + 1)


@pytest.mark.parametrize(
    "part",
    [
        "- &a section: x\n  role: user\n  content: c\n- section: y\n  role: user\n  content: *a\n",
        "[{section: x, role: user, content: c}, {section: y, role: user, content: d}]\n",
        "- section: x\n  content: c\n- \u2028- y\n",
    ],
)
def test_what_cannot_be_read_in_parts_is_read_as_a_whole(qapp: QApplication, part: str) -> None:
    live = soul_of("me\n---template---\n" + part)
    before = live.parts.work.wholes_read
    type_behind(live, "c", "c")
    assert live.parts.work.wholes_read > before


def test_without_a_marker_the_built_in_order_stands(qapp: QApplication) -> None:
    live = soul_of("# Plain\n\nHello.\n")
    names = [each.name for each in live.messages()]
    assert names[:3] == ["system_prompt", "admin_identity", "admin_profile"]
    assert (rows(live)[0][2], rows(live)[1][2], rows(live)[2][2]) == (
        "built-in",
        "built-in",
        "runtime",
    )
    told = Told(live)
    type_behind(live, "Hello", " you")
    assert told.changes == [MessagesChanged(0, 1, 1)]
    live.document.replace_text(
        "# Plain\n---template---\n- section: s\n  role: user\n  content: c\n"
    )
    assert [each.name for each in live.messages()] == ["system_prompt", "s"]
    live.document.undo()
    assert [each.name for each in live.messages()] == names


def test_places_lead_to_the_source_and_back(qapp: QApplication) -> None:
    live = soul_of()
    text = live.document.text()
    message = live.message(1)
    value = message.pieces[1]
    assert value.name == "admin_pubkey"
    assert source_offset(live, 1, value, 2) == text.index("{{admin_pubkey}}")
    assert source_offset(live, 1, message.pieces[0], 3) == text.index("in: {{admin_pubkey}}")
    assert source_offset(live, 2, None, 0) == text.index("- section: weather")
    assert source_offset(live, 0, None, 0) == 0
    assert source_offset(soul_of("plain"), 1, None, 0) is None
    line, column = line_of(live, "Note"), len("    ")
    assert offset_at(live, 1, line, column) == len("Admin: ab12\n")
    assert live.row_at(line_of(live, "tool: weather_now")) == 2
    assert live.row_at(line_of(live, "role: expand")) == 4
    assert live.row_at(1) == 0
    assert live.row_at(line_of(live, "---template---")) is None


def test_lines_know_their_placeholders_and_what_they_are(qapp: QApplication) -> None:
    live = soul_of()
    line = line_of(live, "Admin: ")
    (piece,) = live.pieces(line)
    assert (piece.name, piece.source, piece.layer) == ("admin_pubkey", Span(11, 27), "values")
    (other,) = live.pieces(line_of(live, "<admin>"))
    assert (other.name, other.source.start) == ("admin_pubkey", 13)
    assert live.pieces(line_of(live, "Watch")) == ()
    modes = {name: live.line_mode(line_of(live, name)) for name in ("Watch", "Admin: ", "role:")}
    assert modes == {"Watch": None, "Admin: ": None, "role:": Mode.YAML}


def test_lines_that_become_text_are_told_to_be_coloured(qapp: QApplication) -> None:
    live = soul_of("me\n---template---\n- section: s\n  content:\n    # one\n    two\n")
    told: list[object] = []
    live.rendered.connect(told.append)
    assert live.line_mode(4) is Mode.YAML
    type_behind(live, "content:", " |")
    assert live.line_mode(4) is None
    (news,) = told
    assert isinstance(news, Rerendered)
    assert (news.first_line, news.lines) == (2, 5)


def test_sections_count_from_their_own_slices(qapp: QApplication) -> None:
    live = soul_of()
    parts = live.parts
    assert parts.sections_count == 5
    assert parts.slice_text(0).startswith("- section: admin_identity\n  role: system\n")
    assert parts.slice_start(1) == SOUL.index("- section: weather")
    assert (parts.section(1).index, parts.section(1).span.start) == (1, 0)
    content = parts.section(1).content
    assert content is not None
    assert content.span.of(parts.slice_text(1)) == "It may rain."
    assert parts.lines(4) == range(29, 33)
