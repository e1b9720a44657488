"""Keys in the lines of blocks: what is taken over without reading is what reading gives."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.spans import Span
from editor.formats.samples import Samples
from editor.formats.soul_assembly import assemble_section
from editor.session.document import Document
from editor.session.livesoul import LiveSoul
from editor.session.soul_messages import SoulSetting
from editor.session.soul_places import places_of
from editor.session.soul_slices import read_slice
from editor.storage.textfile import decode

SAMPLES = Samples.of(
    {"values": {"a": "A", "wide": "\U0001f600\n{{a}}\n", "none": ""}, "conversation": []}
)
PARTS = ["x", " y", "{{a}}", "{{ nobody }}", "{{wide}}", "{{none}}", "\U0001f600", "- z", "#", " "]
WORDS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map("".join)
LINES = st.one_of(WORDS, WORDS, WORDS, st.sampled_from(["", "  deep {{a}}", "---"]))
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])
PLAIN = st.sampled_from(["x", "{", "}", "{{a}}", "{{wide}}", " ", "\U0001f600", ""])
KEYS = st.one_of(PLAIN, PLAIN, PLAIN, st.sampled_from(["\t", "\u2028", "\n", "\x85", "'", ":"]))
INDENT = 4
INNER = re.compile("(?:(?<=\r)|(?<=\n)) {4}[^\r\n]*")


@st.composite
def souls(draw: st.DrawFn) -> str:
    def block(indent: int) -> str:
        lines = ["a", *draw(st.lists(LINES, max_size=4)), "z {{a}}"]
        return "".join(f"{' ' * indent}{line}\n" if line else "\n" for line in lines)

    items = []
    for number in range(draw(st.integers(1, 3))):
        head = f"- section: s{number}\n  role: user\n  content: {draw(st.sampled_from('|>'))}\n"
        override = "" if draw(st.booleans()) else f"  provider:\n    openai: |-\n{block(6)}"
        items.append(
            f"{head}{block(4)}{override}" + draw(st.sampled_from(["", "\n", "  tool: t\n"]))
        )
    text = "# Me\n\n---template---\n" + "".join(items)
    return text.replace("\n", draw(ENDS))


def check(live: LiveSoul) -> None:
    """Every section, its messages and its places are those of its lines read anew."""
    parts, setting = live.parts, live.setting
    for index, kept in enumerate(parts.sections()):
        column = parts.column
        read = None if column is None else read_slice(parts.slice_text(index), 0, column)
        if read is None:
            continue
        assert kept == read.section
        expected = assemble_section(read.section, setting.samples, setting.provider)
        rows = live.rows_of(index)
        assert tuple(live.message(row).message for row in rows) == expected
        places = places_of(read.section, read.text, setting.samples)
        first = parts.first_line(index)
        for line in parts.lines(index):
            found = [(p.source, p.kind, p.name) for p in live.pieces(line)]
            wanted = places.pieces.get(line - first, ())
            assert found == [(p.source, p.kind, p.name) for p in wanted]
            is_text = line - first in places.text_lines
            assert (live.line_mode(line) is None) == is_text


@given(
    text=souls(),
    provider=st.sampled_from([None, "openai"]),
    places=st.lists(st.tuples(st.integers(0, 20), st.integers(-2, 12)), min_size=1, max_size=3),
    keys=st.lists(st.tuples(st.integers(0, 2), KEYS), min_size=1, max_size=12),
)
def test_keys_in_blocks_give_what_reading_gives(
    qapp: QApplication,
    text: str,
    provider: str | None,
    places: list[tuple[int, int]],
    keys: list[tuple[int, str]],
) -> None:
    document = Document(decode(text.encode()), FileKind.SOUL)
    live = LiveSoul(document, SoulSetting(SAMPLES, frozenset(), provider))
    for number, key in keys:
        where, column = places[number % len(places)]
        now = document.text()
        inner = list(INNER.finditer(now))
        if not inner:
            return
        line = inner[where % len(inner)]
        width = line.end() - line.start()
        at = line.start() + max(0, min(width, INDENT + column))
        gone = at + (not key and at < line.end())  # no key: one is deleted
        document.apply([Edit(Span(at, gone), key)])
        if live.stale is None:
            check(live)
    was = [each.message for each in live.messages()]
    assert live.parts.prove() is None
    assert [each.message for each in live.messages()] == was


def test_a_key_in_a_block_reads_nothing_until_the_pause(qapp: QApplication) -> None:
    text = "x\n---template---\n- section: s\n  content: |\n    one {{a}}\n    two\n- section: t\n"
    document = Document(decode(text.encode()), FileKind.SOUL)
    live = LiveSoul(document, SoulSetting(SAMPLES))
    work = live.parts.work
    document.apply([Edit(Span(at := text.index("one"), at), "x")])
    read = (work.slices_read, work.wholes_read)  # read alone for the first time
    for key in "y{{a}}":
        document.apply([Edit(Span(at, at), key)])
        check(live)
    assert (work.lines_retyped, work.slices_read, work.wholes_read) == (6, *read)
    assert live.parts.is_unproven
    live._pause.timeout.emit()
    assert not live.parts.is_unproven
    assert (work.slices_read, work.wholes_read) == read


def test_what_was_taken_over_wrongly_is_read(qapp: QApplication) -> None:
    text = "x\n---template---\n- section: s\n  content: |\n    one\n"
    document = Document(decode(text.encode()), FileKind.SOUL)
    live = LiveSoul(document, SoulSetting(SAMPLES))
    at = text.index("one")
    document.apply([Edit(Span(at, at), "x")])
    document.apply([Edit(Span(at, at), "y")])
    wrong = replace(live.parts.slice(0), section=replace(live.parts.section(0), name="wrong"))
    live.parts._slices.splice(0, 1, [wrong])
    live.parts._unproven.note(wrong, wrong)
    live._pause.timeout.emit()
    assert live.parts.section(0).name == "s"
    assert live.parts.work.wholes_read == 2
