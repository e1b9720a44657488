"""A line sequence behaves as a list does, whatever is cut and joined."""

from hypothesis import given
from hypothesis import strategies as st

from editor.session import linesequence
from editor.session.linesequence import LineSequence

HEIGHTS = st.lists(st.integers(0, 3), max_size=40)
STEPS = st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 60), HEIGHTS), max_size=12)


def height(item: int) -> int:
    return item


@given(start=HEIGHTS, steps=STEPS, repeat=st.sampled_from([1, 1, 30]))
def test_it_follows_a_list(
    start: list[int], steps: list[tuple[int, int, list[int]]], repeat: int
) -> None:
    model = start * repeat
    found = LineSequence(model, height)
    for first, removed, items in steps:
        first = min(first, len(model))
        removed = min(removed, len(model) - first)
        new = items * repeat
        model[first : first + removed] = new
        found.splice(first, removed, new)
        assert list(found) == model
        assert len(found) == len(model)
        assert found.total_height() == sum(model)
        assert found.part(first, 7) == model[first : first + 7]
        assert found.height_before(first) == sum(model[:first])
        if first < len(model):
            assert found[first] == model[first]
    rows = [(index, row) for index, item in enumerate(model) for row in range(item)]
    for at in {0, 1, len(rows) // 2, len(rows) - 1} & set(range(len(rows))):
        assert found.at_height(at) == rows[at]
    assert max(map(len, found._chunks)) <= 2 * linesequence._FULL


def test_a_place_is_found_without_walking_to_it() -> None:
    asked = 0

    def counted(item: int) -> int:
        nonlocal asked
        asked += 1
        return item

    found = LineSequence([1, 2, 0] * 20_000, counted)
    found.at_height(30_000)
    asked = 0
    for row in range(0, 60_000, 7):
        found[found.at_height(row)[0]]
    assert asked <= 60_000  # each chunk is summed up once
    found.splice(30_000, 2, [3, 1])
    asked = 0
    assert found.at_height(59_991) == (59_989, 1)
    assert found.at_height(30_003) == (30_001, 0)
    assert asked <= 4 * linesequence._FULL
