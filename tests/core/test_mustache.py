"""Mustache placeholders: one grammar, written down; everything else is plain text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.core.layers import Definition, Layer, PieceKind, Scope
from editor.core.placeholders import Mustache, TokenKind
from editor.core.rendering import resolve, substitute

FIRST = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
PARTS = [
    *("{{a}}", "{{ b }}", "{{\tc}}", "{{", "}}", "{", "}", " ", "a", "b", "{{a", "}}}", "\n"),
    *("ä", "\U0001f600", "{{a\n}}", "{{9}}", "{{}}", "$a", "${b}"),
]
TEXTS = st.lists(st.sampled_from(PARTS)).map("".join)
VALUES = st.dictionaries(st.sampled_from("abc"), st.sampled_from(["", "v", "{{b}}", "{{", "a}}"]))


def filled(text: str, values: dict[str, str]) -> str:
    """What the grammar says, by hand: one pass from the left, character by character."""
    made, at = "", 0
    while at < len(text):
        end = at + 2
        while text[end : end + 1] in (" ", "\t") and end < len(text):
            end += 1
        begin = end
        while end < len(text) and (
            text[end] in FIRST or (end > begin and text[end] in "0123456789")
        ):
            end += 1
        name, close = text[begin:end], end
        while close < len(text) and text[close] in " \t":
            close += 1
        if text.startswith("{{", at) and name and text.startswith("}}", close):
            typed = text[at : close + 2]
            made, at = made + values.get(name, typed), close + 2
        else:
            made, at = made + text[at], at + 1
    return made


@given(text=TEXTS, values=VALUES)
def test_one_pass_from_the_left(text: str, values: dict[str, str]) -> None:
    scope = Scope((Layer("values", {n: Definition(n, v, "values") for n, v in values.items()}),))
    rendering = resolve(text, scope, Mustache())
    assert rendering.text == filled(text, values)
    assert substitute(text, scope, Mustache()).text == rendering.text
    assert "".join(piece.source.of(text) for piece in rendering.pieces) == text
    for piece in rendering.pieces:
        typed = piece.source.of(text)
        if piece.kind is PieceKind.VALUE:
            assert piece.name is not None
            assert piece.text == values[piece.name]
            assert typed.strip("{} \t") == piece.name
        else:
            assert piece.text == typed
            assert piece.kind in (PieceKind.LITERAL, PieceKind.UNRESOLVED)


@given(text=TEXTS)
def test_tokens_are_names_only(text: str) -> None:
    for token in Mustache().tokens(text):
        assert token.kind is TokenKind.NAME
        assert token.text == token.span.of(text)
        assert "\n" not in token.text


@pytest.mark.parametrize("name", ["a", "_x9", "Admin_Pubkey"])
def test_a_written_placeholder_is_read(name: str) -> None:
    written = Mustache().written(name)
    assert written == "{{" + name + "}}"
    assert [token.name for token in Mustache().tokens(f"x{written}y")] == [name]
    assert Mustache.name == "mustache"
