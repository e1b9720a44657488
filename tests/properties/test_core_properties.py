"""What must hold for all texts: resolving, places, edits and paths."""

import re
import string
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from editor.core.edits import Edit, apply_edits, difference, minimal, ordered
from editor.core.layers import Definition, Layer, PieceKind, Scope, joined
from editor.core.placeholders import Dollar, TokenKind
from editor.core.rendering import Rendering, resolve
from editor.core.spans import FoldedText, LineIndex, Span
from editor.core.tree import Path, Tree, dotted_path, parse_path, settled

ANYTHING = st.characters(exclude_categories=[])
NAMES = st.sampled_from(["a", "b", "name", "Name", "_x1", "first_", "K", "ı", "ſ", "i", "s", "k"])
PARTS = st.one_of(
    st.sampled_from(["$", "$$", "${", "}", "{", "$a", "${name}", "$K", "${ı}", "$ſx", "\\", " "]),
    st.sampled_from(
        ["\r", "\n", "\r\n", "\x00", "\u2028", "\x85", "\u0130", "\U0001f600", "-", "1"]
    ),
    NAMES,
    ANYTHING,
)
TEXTS = st.lists(PARTS, max_size=20).map("".join)
LINES = st.lists(
    st.one_of(st.sampled_from(["\r", "\n", "\r\n", "a", "é", "\u2028"]), ANYTHING)
).map("".join)
VALUES = st.dictionaries(NAMES, st.one_of(TEXTS, st.integers(), st.booleans()))


def rendering(text: str, values: dict[str, object]) -> Rendering:
    definitions = {name: Definition(name, value, "context") for name, value in values.items()}
    return resolve(text, Scope((Layer("context", definitions),)), Dollar())


@given(TEXTS, VALUES)
@example("$\u212a $\u0131 ${\u017f}", {"K": "1", "k": "2", "i": "3", "s": "4"})
def test_resolving_is_string_template(text: str, values: dict[str, object]) -> None:
    result = rendering(text, values)
    assert result.text == string.Template(text).safe_substitute(values)
    assert result.text == joined(result.pieces) == "".join(piece.text for piece in result.pieces)


@given(TEXTS, VALUES)
def test_pieces_cover_source_and_output_without_a_gap(text: str, values: dict[str, object]) -> None:
    result = rendering(text, values)
    assert "".join(piece.source.of(text) for piece in result.pieces) == text
    done = out = 0
    for piece in result.pieces:
        assert (piece.source.start, piece.output.start) == (done, out)
        assert piece.output.of(result.text) == piece.text
        assert piece.source.end > done
        done, out = piece.source.end, piece.output.end
        if piece.kind in (PieceKind.LITERAL, PieceKind.UNRESOLVED):
            assert piece.text == piece.source.of(text)
        if piece.kind is PieceKind.VALUE:
            assert piece.text == str(values[piece.name or ""])
        assert (piece.name is None) == (piece.kind in (PieceKind.LITERAL, PieceKind.ESCAPE))
    assert (done, out) == (len(text), len(result.text))


@given(TEXTS)
def test_the_names_are_those_of_string_template(text: str) -> None:
    names = [token.name for token in Dollar().tokens(text) if token.kind is TokenKind.NAME]
    assert list(dict.fromkeys(names)) == string.Template(text).get_identifiers()


@given(TEXTS, VALUES)
def test_resolving_line_by_line_is_resolving_the_whole(
    text: str, values: dict[str, object]
) -> None:
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)
    assert "".join(lines) == text
    source = output = 0
    pieces = []
    for line in lines:
        part = rendering(line, values)
        pieces += [piece.shifted(source, output) for piece in part.pieces]
        source, output = source + len(line), output + len(part.text)
    whole = rendering(text, values)
    assert joined(pieces) == whole.text
    placed = [piece for piece in pieces if piece.kind is not PieceKind.LITERAL]
    assert placed == [piece for piece in whole.pieces if piece.kind is not PieceKind.LITERAL]


@given(st.lists(st.dictionaries(NAMES, st.integers(), max_size=4), max_size=4), NAMES)
def test_the_highest_layer_wins_and_the_losers_are_kept(
    layers: list[dict[str, int]], name: str
) -> None:
    scope = Scope(
        tuple(
            Layer(str(n), {key: Definition(key, value, str(n)) for key, value in values.items()})
            for n, values in enumerate(layers)
        )
    )
    lookup = scope.lookup(name)
    holders = [(str(n), values[name]) for n, values in enumerate(layers) if name in values]
    found = [lookup.winner, *lookup.shadowed] if lookup.winner else []
    assert [(d.layer, d.value) for d in found if d] == holders
    assert [entry.layer for entry in lookup.stack] == [str(n) for n in range(len(layers))]
    assert set(scope.names()) == {key for values in layers for key in values}


def split_lines(text: str) -> list[str]:
    """Lines without their ends, found by hand."""
    lines, at = [""], 0
    while at < len(text):
        if text[at] in "\r\n":
            at += text[at : at + 2] == "\r\n"
            lines.append("")
        else:
            lines[-1] += text[at]
        at += 1
    return lines


@given(LINES)
def test_lines_and_columns(text: str) -> None:
    index = LineIndex(text)
    lines = split_lines(text)
    assert len(index) == len(lines)
    assert [index.line_span(n).of(text) for n in range(1, len(lines) + 1)] == lines
    for number, line in enumerate(lines, 1):
        for column in range(1, len(line) + 2):
            offset = index.offset(number, column)
            position = index.position(offset)
            assert (position.line, position.column) == (number, column)
        assert index.offset(number, len(line) + 99) == index.line_span(number).end
    ends = [(p.line, p.column) for p in map(index.position, range(len(text) + 1))]
    assert ends == sorted(ends)
    assert index.position(len(text) + 5) == index.position(len(text))
    assert index.position(-1) == index.position(0)


@given(LINES)
def test_folded_offsets_lead_back(text: str) -> None:
    folded = FoldedText(text)
    assert folded.text == text.replace("\r\n", "\n").replace("\r", "\n")
    offsets = [folded.to_original(offset) for offset in range(len(folded.text) + 1)]
    assert offsets[0] == 0
    assert offsets[-1] == len(text)
    for at, (start, end) in enumerate(pairwise(offsets)):
        original = text[start:end]
        assert original in (("\n", "\r", "\r\n") if folded.text[at] == "\n" else folded.text[at])
        span = folded.span_to_original(Span(at, at + 1))
        assert span.of(text) == original


SPLICES = st.tuples(st.integers(0, 12), st.integers(0, 12), LINES)


@given(LINES, st.lists(SPLICES, max_size=5))
def test_edits_made_at_once_are_edits_made_from_the_end(
    text: str, splices: list[tuple[int, int, str]]
) -> None:
    cuts = sorted(min(cut, len(text)) for a, b, _ in splices for cut in (a, b))
    edits = [Edit(Span(cuts[2 * n], cuts[2 * n + 1]), new) for n, (_, _, new) in enumerate(splices)]
    expected = text
    for edit in reversed(ordered(edits)):
        expected = expected[: edit.span.start] + edit.text + expected[edit.span.end :]
    assert apply_edits(text, edits) == expected
    assert apply_edits(text, reversed(ordered(edits)) if _distinct(edits) else edits) == expected
    assert apply_edits("x" + text, [edit.shifted(1) for edit in edits]) == "x" + expected


def _distinct(edits: list[Edit]) -> bool:
    return len({edit.span for edit in edits}) == len(edits)


@given(LINES, SPLICES)
@example("\r\n", (0, 2, "\n"))
@example("\r\n", (0, 2, "\r"))
@example("a\rb", (2, 2, "\n"))
@example("a\nb", (1, 1, "\r"))
@example("\r\n\r\n", (0, 4, "\r\n"))
@example("\r\r\n", (0, 3, "\r\n"))
def test_a_minimal_edit_gives_the_same_text_and_cuts_no_line_end(
    text: str, splice: tuple[int, int, str]
) -> None:
    start, end = sorted(min(cut, len(text)) for cut in splice[:2])
    edit = Edit(Span(start, end), splice[2])
    result = apply_edits(text, [edit])
    small = minimal(text, edit)
    if small is None:
        assert result == text
        return
    assert result != text
    assert apply_edits(text, [small]) == result
    assert start <= small.span.start
    assert small.span.end <= end
    for place in (small.span.start, small.span.end):
        if start < place < end:
            assert text[place - 1 : place + 1] != "\r\n"
    after = small.span.start + len(small.text)
    if small.span.start > start:
        assert result[small.span.start - 1 : small.span.start + 1] != "\r\n"
    if small.span.end < end:
        assert result[after - 1 : after + 1] != "\r\n"


@given(LINES, LINES, LINES, LINES)
def test_the_difference_of_two_texts(head: str, old: str, new: str, tail: str) -> None:
    before, after = head + old + tail, head + new + tail
    edit = difference(before, after)
    if edit is None:
        assert before == after
        return
    assert apply_edits(before, [edit]) == after
    assert len(edit.span) <= len(old) + 2
    assert edit.span.of(before) != edit.text


STEPS = st.one_of(st.text(st.one_of(st.sampled_from("\\.a1"), ANYTHING)), st.integers(0, 10**6))


@given(st.lists(STEPS, min_size=1).map(tuple))
def test_paths_survive_being_written_with_dots(path: Path) -> None:
    """Digits are read as an index; where there is no list, `settled` makes keys of them."""
    parsed = parse_path(dotted_path(path))
    assert len(parsed) == len(path)
    assert settled(Tree("", None), parsed) == tuple(str(step) for step in path)
    for step, back in zip(path, parsed, strict=True):
        assert back == step or (isinstance(step, str) and back == int(step))
