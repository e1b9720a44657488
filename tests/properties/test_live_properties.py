"""The live preview equals a full rendering, whatever is typed and in whatever order."""

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.layers import Definition, Layer, PieceKind, Scope, joined
from editor.core.spans import Span
from editor.formats.frontmatter import Frontmatter
from editor.formats.prompt import PromptFormat
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.session.qtext import lines_as_qt
from editor.storage.textfile import decode

LINES = st.sampled_from(
    [
        *["---", "--- ", "...", "{", "}", "} x", '"a": 1', '"a": {', "a: 1", "a: [", " a", "- b"],
        *["", "  ", "\t", "\x85", "\u2028", "text", "  in $a", "$a$b", "${many} x", "$$5 $"],
        *["$c  ", "\U0001f600 $a \U0001f600", "$wide.", "\u2029", "x\u2029$many\ufdd0"],
        *["\xa0$a\xa0", "\ufeffx"],
    ]
)
HALF = re.compile("[\ud800-\udfff]")  # what the binding leaves out when it reads from Qt
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])
FRAGMENTS = st.one_of(
    st.lists(st.one_of(LINES, st.just("\n")), max_size=4).map("".join),
    st.sampled_from(["\n", "\r\n", "$", "a", "-", "{", "}", '"', " ", "\n\n", "---\n", "\ud800"]),
)
VALUES = st.sampled_from(
    [
        "",
        "v",
        "$a",
        "one\ntwo",
        "x\r\ny\rz\n",
        "\u2029",
        " pad ",
        "\U0001f600\n",
        "\ufeffm\n\ufffe",
        "\ud800",
    ]
)
TEXTS = st.lists(st.tuples(LINES, ENDS), max_size=14).map(
    lambda lines: "".join(line + end for line, end in lines)
)
HEADS = st.sampled_from(["", "", "---\na: 1\n---\n", '{\n"a": 1\n}\n', "---\n", "{\n", "\n\n"])
SCOPES = st.dictionaries(st.sampled_from(["a", "b", "many", "wide"]), VALUES)


def scope_of(values: dict[str, str]) -> Scope:
    layer = {name: Definition(name, value, "context") for name, value in values.items()}
    template = {"many": Definition("many", "T1\nT2", "template")}
    return Scope((Layer("context", layer), Layer("template", template)))


class Checked:
    """A live preview whose every state is compared with a rendering from scratch."""

    def __init__(self, text: str, scope: Scope, kind: FileKind) -> None:
        self.document = Document(decode(text.encode("utf-8", "surrogatepass")), kind)
        self.scope = scope
        self.live = LivePreview(self.document, scope)
        self.good = ""
        self.counts: Counter[str] = Counter()

    def check(self) -> None:
        document, live = self.document, self.live
        parsed = PromptFormat(document.kind).parse(document.text())
        fault = parsed.fields.fault if parsed.fields is not None else None
        found = live.stale
        if fault is not None:
            assert found is not None
            assert (found.message, found.offset) == (fault.message, fault.offset)
        else:
            assert found is None
            pieces = parsed.render(self.scope).messages[0].pieces
            self.good = joined(pieces)
            self.counts = Counter(piece.name for piece in pieces if piece.name)
            unresolved = sum(piece.kind is PieceKind.UNRESOLVED for piece in pieces)
            assert live.unresolved() == unresolved
            self.check_head(parsed.frontmatter)
            self.check_maps()
        assert live.text() == self.good
        assert live.names() == self.counts
        blocks = live.preview.blockCount()
        shown = [live.preview.findBlockByNumber(i).text() for i in range(blocks)]
        assert shown == [HALF.sub("", line) for line in lines_as_qt(self.good)]
        for row, line in enumerate(lines_as_qt(self.good)):
            assert joined(live.preview_pieces(row)) == line

    def check_head(self, expected: Frontmatter) -> None:
        found = self.live.head
        assert (found.kind, found.note, found.blank) == (
            expected.kind,
            expected.note,
            expected.blank,
        )
        assert (found.fields is None) == (expected.fields is None)
        if found.fields is not None:
            assert (found.fields.span, found.fields.tree) == (
                expected.fields.span,
                expected.fields.tree,
            )
        assert found.body.start == expected.body.start

    def check_maps(self) -> None:
        document, live = self.document, self.live
        rows = 0
        for number in range(document.line_count()):
            pieces = live.pieces(number)
            line = document.line(number)
            for piece in pieces:
                if piece.kind is not PieceKind.ESCAPE and piece.kind is not PieceKind.VALUE:
                    assert piece.source.of(line) == piece.text
            if live.reason is not None or number < live.head_lines:
                assert pieces == ()
        for row in range(live.preview.blockCount()):
            source, offset = live.source_line(row)
            rows = live.preview_line(source)
            if live.text():
                assert rows + offset == row
            place, column = live.source_position_at(row, 0)
            assert place == source
            back, _ = live.preview_position_of(place, column)
            assert rows <= back <= row or not live.text()


@given(
    data=st.data(),
    head=HEADS,
    text=TEXTS,
    values=SCOPES,
    kind=st.sampled_from([FileKind.PROMPT, FileKind.PROMPT, FileKind.TEMPLATE]),
)
def test_the_preview_equals_a_full_rendering_after_every_step(
    qapp: QApplication,
    data: st.DataObject,
    head: str,
    text: str,
    values: dict[str, str],
    kind: FileKind,
) -> None:
    checked = Checked(head + text, scope_of(values), kind)
    checked.check()
    document = checked.document
    for _ in range(data.draw(st.integers(1, 8))):
        step = data.draw(st.sampled_from(["edit", "edit", "type", "undo", "redo", "scope", "join"]))
        if step == "edit":
            size = len(document.text())
            start, end = sorted(data.draw(st.tuples(st.integers(0, size), st.integers(0, size))))
            end = min(end, start + data.draw(st.sampled_from([0, 1, 3, 1000])))
            document.apply([Edit(Span(start, end), data.draw(FRAGMENTS))])
        elif step == "type":
            cursor = QTextCursor(document.qdocument)
            offset = data.draw(st.integers(0, len(document.text())))
            cursor.setPosition(document.position_of(offset))
            cursor.insertText(data.draw(st.sampled_from(["\n", "$a", "-", "---\n", "{", " "])))
        elif step == "join":
            cursor = QTextCursor(document.qdocument)
            line = data.draw(st.integers(0, document.line_count() - 1))
            cursor.setPosition(document.qdocument.findBlockByNumber(line).position())
            cursor.deletePreviousChar()
        elif step == "scope":
            checked.scope = scope_of(data.draw(SCOPES))
            checked.live.set_scope(checked.scope)
            checked.live.finish()
        else:
            getattr(document, step)()
        checked.check()
