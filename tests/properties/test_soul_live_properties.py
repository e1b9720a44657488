"""The live messages of a soul equal those of the whole text, whatever is typed and in what order."""

from collections import Counter

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
        self.good: list[object] = []
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
            self.good = [self.row(parsed.assemble_personality()), *self.good[1:]]
        else:
            assert live.stale is None
            self.good = [*map(self.row, parsed.assemble(SAMPLES_OF(self), self.setting.provider))]
            self.check_places(parsed)
        found = [self.row(each.message) for each in live.messages()]
        assert found == self.good
        assert self.told == found
        pieces = [piece for each in live.messages() for piece in each.pieces]
        assert live.names() == Counter(piece.name for piece in pieces if piece.name)
        assert live.unresolved() == sum(each.kind is PieceKind.UNRESOLVED for each in pieces)

    def check_places(self, parsed: SoulFile) -> None:
        """Every placeholder of the file is found in its line, and every section at its own."""
        live, index = self.live, LineIndex(parsed.text)
        assert live.parts.sections_count == len(parsed.sections)
        for number, section in enumerate(parsed.sections):
            kept = live.parts.section(number)
            start = live.parts.slice_start(number)
            assert kept.shifted(start) == section
            line = index.position(section.span.start).line - 1
            assert live.parts.first_line(number) == line
            assert section.span.shifted(-start).of(
                live.parts.slice_text(number)
            ) == section.span.of(parsed.text)
