"""The quick rendering says what the full one and `string.Template` say."""

import string

from hypothesis import given
from hypothesis import strategies as st

from editor.core.layers import Definition, Layer, Lookup, PieceKind, Scope
from editor.core.placeholders import Dollar
from editor.core.rendering import resolve, substitute

TEXTS = st.lists(
    st.sampled_from(["$a", "${b}", "$$", "$", "${", "$5", "$none", "a", "b c", "\n", "\U0001f600"])
).map("".join)
VALUES = st.dictionaries(st.sampled_from(["a", "b"]), st.sampled_from(["", "v", "$b", "x\ny"]))


@given(texts=st.lists(TEXTS, min_size=1, max_size=3), values=VALUES)
def test_it_gives_the_text_the_names_and_what_is_left(
    texts: list[str], values: dict[str, str]
) -> None:
    layer = {name: Definition(name, value, "context") for name, value in values.items()}
    scope = Scope((Layer("context", layer),))
    answers: dict[str, Lookup] = {}
    for text in texts:
        found = substitute(text, scope, Dollar(), answers)
        whole = resolve(text, scope, Dollar(), answers)
        assert whole == resolve(text, scope, Dollar())
        kept = string.Template(text).safe_substitute(values)
        assert found.text == whole.text == kept
        named = [piece for piece in whole.pieces if piece.name is not None]
        assert found.names == tuple(piece.name for piece in named)
        assert found.unresolved == sum(each.kind is PieceKind.UNRESOLVED for each in named)


@given(text=TEXTS)
def test_matches_are_tokens_in_tuples(text: str) -> None:
    assert [
        (token.kind, token.span.start, token.span.end, token.name, token.text)
        for token in Dollar().tokens(text)
    ] == list(Dollar().matches(text))
