"""The live pipeline: what it tells, what it keeps, and that a key costs the same in any file."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout, QPlainTextEdit
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.layers import Definition, Layer, Scope, joined
from editor.core.spans import Span
from editor.session.document import Document
from editor.session.live import LivePreview, Rerendered
from editor.session.livebody import Work
from editor.storage.textfile import decode


def scope_of(**values: str) -> Scope:
    return Scope((Layer("context", {n: Definition(n, v, "context") for n, v in values.items()}),))


def live_of(text: str, kind: FileKind = FileKind.PROMPT, **values: str) -> LivePreview:
    document = Document(decode(text.encode()), kind)
    live = LivePreview(document, scope_of(**values))
    document.setParent(live)
    return live


def shown(live: LivePreview) -> list[str]:
    return [live.preview.findBlockByNumber(i).text() for i in range(live.preview.blockCount())]


def edit(live: LivePreview, start: int, end: int, text: str) -> None:
    live.document.apply([Edit(Span(start, end), text)])


class Heard:
    """What a live preview told, by name of the signal."""

    def __init__(self, live: LivePreview) -> None:
        self.rendered: list[Rerendered] = []
        self.names = self.stale = self.head = self.updated = 0
        live.rendered.connect(self.rendered.append)
        live.names_changed.connect(self.on_names)
        live.stale_changed.connect(self.on_stale)
        live.head_changed.connect(self.on_head)
        live.updated.connect(self.on_updated)

    def on_names(self) -> None:
        self.names += 1

    def on_stale(self) -> None:
        self.stale += 1

    def on_head(self) -> None:
        self.head += 1

    def on_updated(self) -> None:
        self.updated += 1


def test_case_60_the_body_is_stripped_before_values_are_put_in(qapp: QApplication) -> None:
    live = live_of("---\na: 1\n---\n\n  Hi $name  \n\n", name=" K ")
    assert live.text() == "Hi  K "
    assert shown(live) == ["Hi  K "]
    live.set_scope(scope_of(name="\n"))
    assert live.text() == "Hi \n"
    assert shown(live) == ["Hi ", ""]


def test_case_21_columns_behind_an_emoji_are_those_that_qt_counts(qapp: QApplication) -> None:
    live = live_of("\U0001f600 $who \U0001f600 x\n", who="\U0001f600\U0001f600")
    assert live.text() == "\U0001f600 \U0001f600\U0001f600 \U0001f600 x"
    # In UTF-16 the source is "😀😀 $who 😀😀 x" with one unit for each half.
    assert live.preview_position_of(0, 3) == (0, 3)
    assert live.preview_position_of(0, 7) == (0, 7)
    assert live.preview_position_of(0, 10) == (0, 10)
    assert live.source_position_at(0, 5) == (0, 3)
    assert live.source_position_at(0, 11) == (0, 11)


def test_case_62_a_large_file_previews_whole(qapp: QApplication) -> None:
    block = "a plain line of text, as most of them are, long enough to be one\n" * 15
    text = (block + "line $a\n") * 3_000
    live = live_of(text, a="v")
    assert len(text) > 2_900_000
    assert live.text() == text.rstrip().replace("$a", "v")
    assert live.preview.blockCount() == 48_000


def test_case_42_a_value_of_several_lines_shifts_the_map(qapp: QApplication) -> None:
    live = live_of("---\n---\none $v two\nthree\n", v="1\r\n2\u20293")
    assert shown(live) == ["one 1", "2", "3 two", "three"]
    assert [live.source_line(row) for row in range(4)] == [(2, 0), (2, 1), (2, 2), (3, 0)]
    assert [live.preview_line(line) for line in range(5)] == [0, 0, 0, 3, 3]
    assert live.source_position_at(2, 3) == (2, 8)
    assert live.preview_position_of(2, 5) == (0, 4)
    assert live.preview_position_of(2, 7) == (2, 2)
    assert [joined(live.preview_pieces(row)) for row in range(4)] == shown(live)
    assert [piece.output for piece in live.preview_pieces(2)] == [Span(0, 1), Span(1, 5)]
    assert [piece.source for piece in live.pieces(2)] == [Span(0, 4), Span(4, 6), Span(6, 10)]


@pytest.mark.parametrize(
    ("broken", "mended"),
    [("{\n1\n}\nBody $a", "{\n}\nBody $a"), ("---\na: [\n---\nx", "---\n---\nx")],
)
def test_while_the_head_has_a_fault_the_last_good_rendering_stays(
    qapp: QApplication, broken: str, mended: str
) -> None:
    live = live_of(mended, a="v")
    good, lines = live.text(), shown(live)
    heard = Heard(live)
    live.document.replace_text(broken)
    assert live.stale is not None
    assert live.stale_line in (2, 3)
    live.document.apply([Edit(Span(len(broken), len(broken)), "\nmore $b")])
    live.set_scope(scope_of(a="w"))
    assert (live.text(), shown(live)) == (good, lines)
    assert (heard.stale, heard.updated) == (1, 2)
    live.document.undo()
    live.document.undo()
    assert live.stale is None
    assert shown(live) == [line.replace("v", "w") for line in lines]
    assert live.text() == good.replace("v", "w")
    assert heard.stale == 2


def test_a_file_opened_with_a_fault_renders_as_soon_as_it_is_mended(qapp: QApplication) -> None:
    live = live_of('{\n"a": \n}\nBody $a', a="v")
    assert live.text() == ""
    assert live.stale is not None
    edit(live, 7, 7, "1")
    assert live.stale is None
    assert live.text() == "Body v"
    assert live.head_lines == 3
    assert live.head.fields is not None
    assert live.head.fields.language.name == "json"


def test_a_fence_that_closes_far_below_takes_the_lines_between_out(qapp: QApplication) -> None:
    live = live_of("---\na: 1\n" + "b: 2\n" * 100 + "--\nBody")
    assert live.text().startswith("---\na: 1")
    assert live.head.note is not None
    heard = Heard(live)
    end = live.document.text().index("--\nBody") + 2
    edit(live, end, end, "-")
    assert live.text() == "Body"
    assert live.head_lines == 103
    assert heard.head == 1
    live.document.undo()
    assert live.head_lines == 0
    assert live.text() == live.document.text()


def test_a_selection_in_the_preview_stays_while_its_text_is_unchanged(qapp: QApplication) -> None:
    live = live_of("one $a\ntwo $a three\nfour", a="v")
    cursor = QTextCursor(live.preview)
    cursor.setPosition(8)
    cursor.setPosition(11, QTextCursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == "o v"
    edit(live, 0, 0, "new\n$a\n")
    edit(live, len(live.document.text()), len(live.document.text()), " $b\n")
    edit(live, 13, 13, "!")
    assert cursor.selectedText() == "o v"
    place = live.document.text().index("three")
    edit(live, place, place, "!")
    assert cursor.selectedText() == "o v"


@pytest.mark.parametrize(
    "kind", [kind for kind in FileKind if kind not in ("prompt", "template", "slot")]
)
def test_other_kinds_have_a_reason_instead_of_a_preview(qapp: QApplication, kind: FileKind) -> None:
    live = live_of("Hi $name", kind, name="K")
    assert live.reason is not None
    assert live.reason.endswith(".")
    edit(live, 0, 0, "$x\n")
    assert (live.text(), dict(live.names()), live.pieces(0)) == ("", {}, ())
    live.document.kind = FileKind.PROMPT
    assert live.reason is None
    assert live.text() == "$x\nHi K"
    live.document.kind = kind
    assert live.text() == ""


def test_a_template_does_not_see_templates(qapp: QApplication) -> None:
    scope = Scope((Layer("template", {"t": Definition("t", "T", "template")}),))
    document = Document(decode(b"$t"), FileKind.TEMPLATE)
    live = LivePreview(document, scope)
    assert live.text() == "$t"
    document.kind = FileKind.PROMPT
    assert live.text() == "T"


def test_names_and_their_news(qapp: QApplication) -> None:
    live = live_of("$a $a ${b}\n$$c $d", a="1")
    assert dict(live.names()) == {"a": 2, "b": 1, "d": 1}
    assert live.unresolved() == 2
    heard = Heard(live)
    edit(live, 0, 0, "plain ")
    assert (heard.names, heard.updated) == (0, 1)
    edit(live, 0, 0, "$d ")
    assert dict(live.names()) == {"a": 2, "b": 1, "d": 2}
    assert (heard.names, live.unresolved()) == (1, 3)


def test_a_scope_change_tells_the_lines_that_use_it_and_only_those(qapp: QApplication) -> None:
    live = live_of("x\n$a\n$a\n$b\n$a", a="1", b="2")
    heard = Heard(live)
    before = replace(live.work)
    live.set_scope(scope_of(a="3", b="2"))
    live.finish()
    assert heard.rendered == [Rerendered(1, 2), Rerendered(4, 1)]
    assert live.work.lines_resolved - before.lines_resolved == 3
    assert live.text() == "x\n3\n3\n2\n3"
    live.set_scope(scope_of(a="3", b="2"))
    assert len(heard.rendered) == 2
    live.set_scope(scope_of(a="4", b="9"), frozenset({"b"}))
    assert heard.rendered[2:] == [Rerendered(3, 1)]


def test_a_large_scope_change_is_done_in_slices_visible_lines_first(
    qapp: QApplication, qtbot: QtBot
) -> None:
    live = live_of("$a\n" * 6_000, a="1")
    live.set_visible(4_000, 4_010)
    live.set_scope(scope_of(a="2"))
    assert [joined(live.pieces(line)) for line in (4_000, 4_010)] == ["2", "2"]
    edit(live, 0, 0, "new $a\n")
    qtbot.waitUntil(lambda: live.preview.lastBlock().text() == "2")
    assert live.text() == "new 2\n" + "\n".join(["2"] * 6_000)


def test_undo_in_a_view_keeps_both_texts_together(qapp: QApplication, qtbot: QtBot) -> None:
    live = live_of("Hi $name\nsecond", name="K")
    document = live.document.qdocument
    document.setDocumentLayout(QPlainTextDocumentLayout(document))
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    view.setDocument(document)
    for key in ("$", "n", "a", "m", "e", "\n"):
        view.insertPlainText(key)
    assert live.text() == "K\nHi K\nsecond"
    while document.isUndoAvailable():
        view.undo()
    assert live.text() == "Hi K\nsecond"
    assert not live.document.is_modified()


@dataclass(frozen=True)
class Key:
    """One thing a user does at a line in the middle."""

    name: str
    act: Callable[[Document, int], None]


def at(document: Document, line: int, column: int) -> QTextCursor:
    cursor = QTextCursor(document.qdocument.findBlockByNumber(line))
    cursor.movePosition(QTextCursor.MoveOperation.Right, n=column)
    return cursor


KEYS = [
    Key("letter", lambda document, line: at(document, line, 3).insertText("x")),
    Key("enter", lambda document, line: at(document, line, 3).insertText("\n")),
    Key("join", lambda document, line: at(document, line, 0).deletePreviousChar()),
    Key("undo", lambda document, line: document.undo()),
    Key("undo the enter", lambda document, line: document.undo()),
    Key("redo", lambda document, line: document.redo()),
    Key("paste", lambda document, line: at(document, line, 0).insertText("$a\n$b\n")),
    Key("field", lambda document, line: document.apply([Edit(Span(5, 5), "7")])),
]


PLAIN = "a plain line of text as most lines of a prompt are, some longer and some shorter\n"


@pytest.mark.parametrize("value", ["v", "one\ntwo\nthree"])
@pytest.mark.parametrize("head", ["---\na: 1\n---\n", '{\n"a": 1\n}\n', ""])
def test_case_67_a_key_costs_the_same_at_4_kb_and_at_1_mb(
    qapp: QApplication, value: str, head: str
) -> None:
    work: list[list[tuple[str, int, int, int]]] = []
    block = PLAIN * 3 + "a line of $a text\n"
    for size in (4_096, 1_048_576):
        live = live_of(head + block * (size // len(block)), a=value)
        middle = live.document.line_count() // 8 * 4
        done = []
        for key in KEYS:
            before = replace(live.work)
            reads = live.document.whole_reads
            key.act(live.document, middle)
            assert live.document.whole_reads == reads
            done.append((key.name, *spent(before, live.work)))
        body = live.document.text().partition("\n---\n")[2] or live.document.text()
        body = body.partition("\n}\n")[2] or body
        assert live.text() == body.strip().replace("$a", value)
        work.append(done)
    assert work[0] == work[1]
    assert all(lines <= 4 and characters < 600 for _, lines, characters, _ in work[1])


@pytest.mark.parametrize("size", [4_096, 1_048_576])
@pytest.mark.parametrize("broken", ["{\n1\n}\n", "---\na: [\n---\n"])
def test_a_key_reads_no_whole_text_while_the_head_has_a_fault(
    qapp: QApplication, broken: str, size: int
) -> None:
    live = live_of(broken + PLAIN * (size // len(PLAIN)))
    reads = live.document.whole_reads
    for line in (1, 30):
        for _ in range(3):
            at(live.document, line, 1).insertText("x")
            assert live.stale_line in (2, 3)
    assert live.document.whole_reads == reads


def spent(before: Work, after: Work) -> tuple[int, int, int]:
    return (
        after.lines_resolved - before.lines_resolved,
        after.characters_copied - before.characters_copied,
        after.heads_parsed - before.heads_parsed,
    )
