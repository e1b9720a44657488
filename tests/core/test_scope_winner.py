"""The short way to the winner of a name says what the whole lookup says."""

from hypothesis import given
from hypothesis import strategies as st

from editor.core.layers import Definition, Layer, Scope

LAYERS = st.lists(st.dictionaries(st.sampled_from("abc"), st.text(max_size=2)), max_size=4)


@given(LAYERS, st.sampled_from("abcd"))
def test_the_winner_is_that_of_the_highest_layer_with_the_name(
    layers: list[dict[str, str]], name: str
) -> None:
    scope = Scope(
        tuple(
            Layer(f"l{n}", {key: Definition(key, value, f"l{n}") for key, value in each.items()})
            for n, each in enumerate(layers)
        )
    )
    having = [n for n, each in enumerate(layers) if name in each]
    winner = scope.winner(name)
    assert winner == scope.lookup(name).winner
    assert (winner.layer if winner else None) == (f"l{having[0]}" if having else None)
