"""The live messages of a soul equal those of the whole text, whatever is typed."""

from collections import Counter
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.layers import PieceKind
from editor.core.spans import LineIndex, Span
from editor.formats.base import Message
from editor.formats.samples import Samples
from editor.formats.soul import SoulFile, SoulFormat
from editor.formats.soul_assembly import personality
from editor.session import soul_parts
from editor.session.document import Document
from editor.session.livesoul import LiveSoul
from editor.session.soul_messages import MessagesChanged, SoulSetting
from editor.storage.textfile import decode

SAMPLES = Samples.of(
    {
        "values": {"a": "A", "many": [1, 2, 3], "wide": "\U0001f600\n{{a}}"},
        "tools": {"t": {"content": "from t", "x": 1}, "u": [{"args": {"n": 1}, "result": "one"}]},
        "conversation": [{"user": f"u{n}", "assistant": f"a{n}"} for n in range(5)],
    }
)
OTHER = Samples.of({"values": {"a": "B"}, "tools": {}, "conversation": []})
ITEMS = [
    "- section: one\n  role: system\n  content: |\n    Hi {{a}}\n    and {{ nobody }}\n",
    "- section: two\n  role: user\n  tool: t\n  content: x {{a}}\n",
    "- section: talk\n  role: expand\n  limit: 2\n",
    "- section: list\n  role: system\n  limit: 2\n  content: '{{many}} it''s {{a}}'\n",
    "- section: p\n  role: system\n  content: >-\n    {{wide}}\n    folded\n\n  provider:\n"
    '    anthropic: "<x>\\n{{a}}</x>"\n    openai: |+\n      {{a}}\n\n',
    "# a note\n\n- section: q\n  tool: u\n  args: '{\"n\": 1}'\n",
    '- {section: flow, role: system, content: "- {{a}}"}\n',
    "-\n  section: deep\n  content: a\n",
]
ODD = [
    *[
        "- &a section: x\n",
        "- tool: *a\n",
        "---template---\n",
        "---template--- \n",
        "---\n",
        "...\n",
    ],
    *[
        "- 'open\n",
        "  close'\n",
        "- [1\n",
        "]\n",
        "- \u2028- b\n",
        "  content: |\n",
        "    text {{a}}\n",
    ],
    *[
        "  x: 1\n",
        "\n",
        "# note\n",
        "  - nested\n",
        "- \n",
        "-\n",
        "-x\n",
        "\t- tab\n",
        "- a: !x 1\n",
    ],
    *[
        "%YAML 1.1\n",
        "content: top\n",
        "- <<: {content: m}\n",
        '- "a\n- b"\n',
        "\ufeff",
        "- {a: 1\n",
    ],
    *["[{section: f, content: '{{a}}'}]\n", "  content: |2\n", "   - in\n", "null\n", "- ? x\n"],
]
LINES = st.one_of(st.sampled_from(ITEMS), st.sampled_from(ITEMS), st.sampled_from(ODD))
BELOW = st.lists(st.one_of(st.sampled_from(ITEMS), st.sampled_from(ITEMS), LINES), max_size=6)
ABOVE = st.sampled_from(["", "# Me\n\nHello {{a}}\n\n", "x", "\n\n", "\r\n", "# One\rtwo\r\n"])
MARKERS = st.sampled_from(["---template---\n", "---template---\n\n", "---template--- \t\r\n", ""])
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])


@st.composite
def souls(draw: st.DrawFn) -> str:
    text = draw(ABOVE) + draw(MARKERS) + "".join(draw(BELOW))
    return text.replace("\n", draw(ENDS)) if "\r" not in text else text


class Checked:
    """A live soul whose every state is compared with the whole text read from scratch."""

    def __init__(self, text: str) -> None:
        self.document = Document(decode(text.encode("utf-8")), FileKind.SOUL)
        self.setting = SoulSetting(SAMPLES)
        self.live = LiveSoul(self.document, self.setting)
        self.told = [self.row(each.message) for each in self.live.messages()]
        self.good: SoulFile | None = None
        self.live.messages_changed.connect(self.follow)

    @staticmethod
    def row(message: Message) -> object:
        return message.role, message.section, message.source, message.text

    def follow(self, change: MessagesChanged) -> None:
        live = self.live
        fresh = [self.row(live.message(change.first + n).message) for n in range(change.added)]
        self.told[change.first : change.first + change.removed] = fresh

    def check(self) -> None:
        live, parsed = self.live, SoulFormat().parse(self.document.text())
        fault = parsed.fields.fault if parsed.fields is not None else None
        if fault is not None:
            assert live.stale is not None
            assert (live.stale.message, live.stale.offset) == (fault.message, fault.offset)
            line = LineIndex(parsed.text).position(fault.offset).line
            assert live.stale_line == line
        else:
            assert live.stale is None
            self.good = parsed
            self.check_places(parsed)
        found = [self.row(each.message) for each in live.messages()]
        assert found == self.expected(parsed)
        assert self.told == found
        pieces = [piece for each in live.messages() for piece in each.pieces]
        assert live.names() == Counter(piece.name for piece in pieces if piece.name)
        assert live.unresolved() == sum(each.kind is PieceKind.UNRESOLVED for each in pieces)

    def expected(self, parsed: SoulFile) -> list[object]:
        """The personality as it is, and the last good sections; the built-in ones are no such."""
        setting, split = self.setting, parsed.split
        if parsed.fields is None or parsed.fields.fault is None:
            return [*map(self.row, parsed.assemble(setting.samples, setting.provider))]
        below = ()
        if self.good is not None and self.good.has_marker:
            below = self.good.assemble(setting.samples, setting.provider)[1:]
        return [*map(self.row, (personality(parsed.text, split), *below))]

    def check_places(self, parsed: SoulFile) -> None:
        """Every section is found at its lines, and every placeholder of the file in its own."""
        live, index = self.live, LineIndex(parsed.text)
        assert live.parts.sections_count == len(parsed.sections)
        placed: dict[int, list[tuple[int, int, str | None]]] = {}
        for number, section in enumerate(parsed.sections):
            kept = live.parts.section(number)
            start = live.parts.slice_start(number)
            assert kept.shifted(start) == section
            line = index.position(section.span.start).line - 1
            assert live.parts.first_line(number) == line
            part = kept.span.of(live.parts.slice_text(number))
            assert part == section.span.of(parsed.text)
            for text in section.texts:
                if text.read_only:
                    continue
                for piece in text.render(self.setting.samples.scope()):
                    at = index.position(piece.source.start)
                    if piece.name is not None and piece.source.end <= index.line_span(at.line).end:
                        length = len(piece.source)
                        placed.setdefault(at.line - 1, []).append(
                            (at.column - 1, length, piece.name)
                        )
        for line in range(self.document.line_count()):
            found = [(p.source.start, len(p.source), p.name) for p in live.pieces(line)]
            assert found == placed.get(line, [])


FRAGMENTS = st.one_of(LINES, st.sampled_from(["\n", "a", " ", "{{a}}", "'", ":", "-", "\n\n", "|"]))
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["type", "edit", "undo", "redo", "setting"]),
        st.floats(0, 1),
        st.floats(0, 0.3),
        FRAGMENTS,
    ),
    max_size=8,
)


@given(text=souls(), steps=STEPS, most_at_once=st.sampled_from([0, soul_parts.LARGE]))
def test_live_messages_equal_those_of_the_whole_text(
    qapp: QApplication, text: str, steps: list[tuple[str, float, float, str]], most_at_once: int
) -> None:
    checked = Checked(text)
    checked.check()
    for step, at, length, fragment in steps:
        with patch.object(soul_parts, "LARGE", most_at_once):
            take(checked, step, at, length, fragment)
        checked.live.finish()
        checked.check()


def take(checked: Checked, step: str, at: float, length: float, fragment: str) -> None:
    document = checked.document
    if step == "type":
        cursor = QTextCursor(document.qdocument)
        size = document.qdocument.characterCount() - 1
        cursor.setPosition(int(at * size))
        cursor.setPosition(min(size, int((at + length) * size)), QTextCursor.MoveMode.KeepAnchor)
        document.insert(cursor, fragment)
    elif step == "edit":
        text = document.text()
        start = int(at * len(text))
        end = min(len(text), start + int(length * len(text)))
        document.apply([Edit(Span(start, end), fragment)])
    elif step == "undo":
        document.undo()
    elif step == "redo":
        document.redo()
    else:
        provider = [None, "anthropic", "openai"][int(at * 2.99)]
        checked.setting = SoulSetting(OTHER if length > 0.15 else SAMPLES, frozenset(), provider)
        checked.live.set_setting(checked.setting)
