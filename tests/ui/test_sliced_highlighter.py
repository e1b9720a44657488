"""A long text is coloured in slices, with the colours it would have got at once."""

from collections.abc import Callable, Iterator

import pytest
import shiboken6
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from editor.core.layers import Definition, Layer, Scope
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.live import LivePreview
from editor.storage.textfile import decode
from editor.ui.preview.preview_highlighter import PreviewHighlighter
from editor.ui.theme import Theme, ThemeChoice
from editor.ui.widgets import sliced_highlighter
from editor.ui.widgets.highlighter import SourceHighlighter
from editor.ui.widgets.line_ranges import LineRanges
from editor.ui.widgets.sliced_highlighter import SlicedHighlighter
from editor.ui.widgets.text_formats import TextFormats

LINES = st.sampled_from(
    [
        *["---", "{", "}", '"a": 1,', "# $who", "- *x* $nope", "", "text", "$$ 😀 $name"],
        *["```python", "```", "~~~", "def f(): 'x'", '"""', "`c` **s**", "````", "$many", "$gone"],
    ]
)
VALUES = st.dictionaries(
    st.sampled_from(["who", "name", "nope", "many", "gone"]), st.sampled_from(["v", "", "a\nb\n"])
)


def scope_of(values: dict[str, str]) -> Scope:
    layer = {name: Definition(name, value, "context") for name, value in values.items()}
    return Scope((Layer("context", layer),))


class Shown:
    """A document with its pipeline and both highlighters."""

    def __init__(self, text: str, scope: Scope, theme: Theme) -> None:
        self.document = Document(decode(text.encode()))
        self.live = LivePreview(self.document, scope)
        formats = TextFormats(theme)
        self.source = SourceHighlighter(self.document.qdocument, self.live, formats, None)
        self.preview = PreviewHighlighter(self.live, formats, tints=True)

    @property
    def highlighters(self) -> tuple[SlicedHighlighter, SlicedHighlighter]:
        return self.source, self.preview

    def turn(self) -> None:
        """What a turn of the event loop does."""
        for each in self.highlighters:
            each._go_on()

    def finish(self) -> None:
        self.live.finish()
        while any(each.is_behind for each in self.highlighters) or self.source._fences:
            self.turn()
            self.source._read_fences()

    def colours(self) -> list[list[list[tuple[int, int, str, str]]]]:
        return [colours(each.document()) for each in self.highlighters]


Make = Callable[[str, Scope], Shown]


@pytest.fixture
def show(theme: Theme) -> Iterator[Make]:
    """Make what is shown; highlighters go while the documents are whole, not when collected."""
    made: list[Shown] = []

    def make(text: str, scope: Scope) -> Shown:
        made.append(Shown(text, scope, theme))
        return made[-1]

    yield make
    for shown in made:
        for each in shown.highlighters:
            shiboken6.delete(each)


def colours(document: QTextDocument) -> list[list[tuple[int, int, str, str]]]:
    """Start, length, foreground and background of each stretch of each line."""
    found = []
    block = document.firstBlock()
    while block.isValid():
        found.append(
            [
                (
                    part.start,
                    part.length,
                    part.format.foreground().color().name(),
                    part.format.background().color().name(),
                )
                for part in block.layout().formats()
            ]
        )
        block = block.next()
    return found


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text is long, a slice is one line or none, and a change colours two at once."""
    monkeypatch.setattr(sliced_highlighter, "LONG", 0)
    monkeypatch.setattr(sliced_highlighter, "SLICE", 0)
    monkeypatch.setattr(sliced_highlighter, "AT_ONCE", 2)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), values=VALUES)
def test_slices_give_the_colours_of_one_go_whatever_is_done_meanwhile(
    show: Make, slow: None, data: st.DataObject, values: dict[str, str]
) -> None:
    seen = show("\n".join(data.draw(st.lists(LINES, max_size=30))), scope_of(values))
    scope = scope_of(values)
    for _ in range(data.draw(st.integers(0, 6))):
        step = data.draw(st.sampled_from(["edit", "edit", "undo", "turn", "sight", "scope", "all"]))
        if step == "edit":
            start, end = (data.draw(st.integers(0, len(seen.document.text()))) for _ in range(2))
            cursor = QTextCursor(seen.document.qdocument)
            cursor.setPosition(seen.document.position_of(start))
            cursor.setPosition(seen.document.position_of(end), QTextCursor.MoveMode.KeepAnchor)
            seen.document.insert(cursor, "\n".join(data.draw(st.lists(LINES, max_size=5))))
        elif step == "undo":
            seen.document.undo()
        elif step == "sight":
            first = data.draw(st.integers(0, 30))
            for each in seen.highlighters:
                each.set_sight(range(first, first + 4))
        elif step == "scope":
            scope = scope_of(data.draw(VALUES))
            seen.live.set_scope(scope)
        elif step == "all":
            for each in seen.highlighters:
                each.rehighlight()
        else:
            seen.turn()
    if seen.live.stale is not None:
        return  # a head with a fault is coloured as far as last known
    seen.finish()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sliced_highlighter, "LONG", 10_000)
        fresh = show(seen.document.text(), scope)
        fresh.finish()
        assert seen.colours() == fresh.colours()


def test_what_is_coloured_at_once_does_not_grow_with_the_text(show: Make) -> None:
    counts = []
    for lines in (1_500, 6_000):
        shown = show("word $name and $who line\n" * lines, scope_of({"name": "v"}))
        for each in shown.highlighters:
            each.set_sight(range(10, 50))
        counts.append([each.blocks_highlighted for each in shown.highlighters])
        assert colours(shown.live.preview)[10:50] == [colours(shown.live.preview)[10]] * 40
        assert colours(shown.live.preview)[10] != []
        for each in shown.highlighters:
            each.set_sight(range(lines - 20, lines))
        assert colours(shown.document.qdocument)[-3] == colours(shown.document.qdocument)[10]
    assert counts == [[40, 40], [40, 40]]


def test_after_pasting_and_undoing_much_only_what_is_in_sight_is_coloured_at_once(
    show: Make, theme: Theme
) -> None:
    shown = show("$name\n", scope_of({"name": "v"}))
    shown.finish()
    for each in shown.highlighters:
        each.set_sight(range(30))
    before = [each.blocks_highlighted for each in shown.highlighters]
    shown.document.replace_text("$name $who\n" * 5_000)
    shown.document.undo()
    shown.document.redo()
    for each, count in zip(shown.highlighters, before, strict=True):
        assert each.blocks_highlighted - count <= 2 * 30 + 5
        assert each.is_behind
    assert (
        colours(shown.live.preview)[:30]
        == [[(0, 1, *tint(theme, "context")), (2, 4, *tint(theme, "unresolved"))]] * 30
    )


def tint(theme: Theme, layer: str) -> tuple[str, str]:
    return theme.color(f"{layer}.text").name(), theme.color(f"{layer}.tint").name()


def test_a_key_colours_its_line_alone_while_the_rest_still_waits(show: Make) -> None:
    shown = show("# $name\n" * 5_000, scope_of({"name": "v"}))
    cursor = QTextCursor(shown.document.qdocument.findBlockByNumber(2_500))
    for text, lines in (("x", 1), ("```\n", 3)):
        before = [each.blocks_highlighted for each in shown.highlighters]
        cursor.insertText(text)
        after = [each.blocks_highlighted for each in shown.highlighters]
        assert [new - old for new, old in zip(after, before, strict=True)] == [lines, lines]


def test_a_fence_opened_above_much_text_colours_the_rest_in_slices(
    show: Make, theme: Theme
) -> None:
    shown = show("# $name\n" * 3_000, scope_of({}))
    shown.finish()
    before = shown.source.blocks_highlighted
    QTextCursor(shown.document.qdocument).insertText("```\n")
    assert shown.source.blocks_highlighted - before <= sliced_highlighter.AT_ONCE + 10
    assert shown.source.is_behind
    shown.finish()
    assert colours(shown.document.qdocument)[2_500] == [(2, 5, *tint(theme, "unresolved"))]


def test_the_slices_run_by_themselves_and_end(show: Make, theme: Theme, qapp: QApplication) -> None:
    shown = show("$name\n" * 1_500, scope_of({}))
    while any(each.is_behind for each in shown.highlighters):
        qapp.processEvents()
    qapp.processEvents()
    assert not any(each._turn.isActive() for each in shown.highlighters)
    found = colours(shown.document.qdocument)
    assert found[:-1] == [[(0, 5, *tint(theme, "unresolved"))]] * 1_500


def test_a_few_lines_that_wait_are_coloured_without_all_the_lines_behind_them(
    show: Make, qapp: QApplication
) -> None:
    shown = show("$name\n" * 1_500, scope_of({}))
    source = shown.highlighters[0]
    while source.is_behind:
        qapp.processEvents()
    before = source.blocks_in_slices
    source.set_sight(range(40))
    source.colour_soon(range(100, 110))
    while source.is_behind:
        qapp.processEvents()
    assert source.blocks_in_slices == before + 10


def test_a_highlighter_without_its_document_rests(show: Make) -> None:
    shown = show("```python\n" + "$name\n" * 1_500, scope_of({}))
    shown.source.set_sight(range(40))
    for each in shown.highlighters:
        assert any(timer.isActive() for timer in each.findChildren(QTimer))
        each.setDocument(None)
        assert not any(timer.isActive() for timer in each.findChildren(QTimer))


def test_another_theme_recolours_a_long_text(show: Make, theme: Theme) -> None:
    shown = show("$name\n" * 1_500, scope_of({}))
    shown.finish()
    dark = not theme.is_dark
    theme.choose(ThemeChoice.DARK if dark else ThemeChoice.LIGHT)
    for each in shown.highlighters:
        each.rehighlight()
    shown.finish()
    assert colours(shown.live.preview)[1_400] == [(0, 5, *tint(theme, "unresolved"))]
    assert colours(shown.document.qdocument)[1_400] == [(0, 5, *tint(theme, "unresolved"))]


STEP = st.one_of(
    st.tuples(st.just("add"), st.integers(0, 40), st.integers(0, 9), st.just(0)),
    st.tuples(st.just("remove"), st.integers(0, 40), st.integers(0, 9), st.just(0)),
    st.tuples(st.just("follow"), st.integers(0, 40), st.integers(0, 9), st.integers(0, 9)),
)


@given(steps=st.lists(STEP, max_size=20), part=st.tuples(st.integers(0, 50), st.integers(0, 20)))
def test_ranges_of_lines_behave_as_a_set(
    steps: list[tuple[str, int, int, int]], part: tuple[int, int]
) -> None:
    model: set[int] = set()
    found = LineRanges()
    for step, first, count, added in steps:
        lines = range(first, first + count)
        if step == "add":
            model |= set(lines)
            found.add(lines)
        elif step == "remove":
            model -= set(lines)
            found.remove(lines)
        else:
            change = LinesChanged(first, count, added)
            model = {new for line in model if (new := change.moved(line)) is not None}
            found.follow(change)
        whole = [line for each in found.within(range(1_000)) for line in each]
        assert whole == sorted(model)
        assert bool(found) == bool(model)
        assert all(each for each in found.within(range(1_000)))
    asked = range(part[0], sum(part))
    assert found.first_within(asked) == min(model & set(asked), default=None)
    assert [line for each in found.within(asked) for line in each] == sorted(model & set(asked))
    assert [line in found for line in range(60)] == [line in model for line in range(60)]
