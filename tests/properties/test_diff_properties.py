"""What holds for the differences of any two texts."""

from hypothesis import given
from hypothesis import strategies as st

from editor.core.diff import Hunk, differences
from editor.core.edits import apply_edits
from editor.core.matching import Work, matching_runs
from editor.session.textdiff import line_edits

LINES = st.lists(st.sampled_from(["", "a", "b", "a b c", "a x c", "}", "é 😀", "\r", "$n it"]))
TEXTS = LINES.map("\n".join) | st.text(max_size=60)
WITH_ENDS = st.lists(st.sampled_from(["a", "b", "\n", "\r\n", "\r", ""]), max_size=20).map("".join)


def patched(old: str, hunks: tuple[Hunk, ...]) -> str:
    """Put into `old` what the hunks say, checking what they say of it."""
    lines = old.split("\n")
    parts: list[str] = []
    done = 0
    for hunk in hunks:
        assert hunk.old.start >= done
        assert tuple(lines[hunk.old.start : hunk.old.end]) == hunk.removed
        parts += lines[done : hunk.old.start]
        assert len(parts) == hunk.new.start
        parts += hunk.added
        done = hunk.old.end
    return "\n".join(parts + lines[done:])


@given(TEXTS, TEXTS)
def test_the_hunks_put_into_the_old_text_give_the_new_one(old: str, new: str) -> None:
    assert patched(old, differences(old, new)) == new


@given(TEXTS, TEXTS, st.integers(0, 200))
def test_so_they_do_with_any_budget(old: str, new: str, limit: int) -> None:
    assert patched(old, differences(old, new, Work(limit=limit))) == new


@given(TEXTS, TEXTS)
def test_equal_texts_and_no_others_have_no_hunks(old: str, new: str) -> None:
    assert differences(old, old) == ()
    assert (differences(old, new) == ()) == (old == new)


@given(TEXTS, TEXTS)
def test_each_line_of_a_hunk_is_in_one_row_in_order(old: str, new: str) -> None:
    for hunk in differences(old, new):
        assert [each.old for each in hunk.changes if each.old is not None] == list(
            range(hunk.old.start, hunk.old.end)
        )
        assert [each.new for each in hunk.changes if each.new is not None] == list(
            range(hunk.new.start, hunk.new.end)
        )


@given(TEXTS, TEXTS)
def test_outside_the_marked_words_a_changed_line_stays(old: str, new: str) -> None:
    before, after = old.split("\n"), new.split("\n")
    for hunk in differences(old, new):
        for change in hunk.changes:
            if change.old is None or change.new is None:
                continue
            mine, theirs = before[change.old], after[change.new]
            assert mine != theirs
            for span in reversed(change.removed):
                mine = mine[: span.start] + mine[span.end :]
            for span in reversed(change.added):
                theirs = theirs[: span.start] + theirs[span.end :]
            assert mine == theirs


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_runs_are_equal_in_order_and_apart(old: list[str], new: list[str]) -> None:
    end = (0, 0)
    for run in matching_runs(old, new):
        assert run.length > 0
        assert run.old >= end[0]
        assert run.new >= end[1]
        assert old[run.old : run.old + run.length] == new[run.new : run.new + run.length]
        end = (run.old + run.length, run.new + run.length)
    assert end[0] <= len(old)
    assert end[1] <= len(new)


@given(WITH_ENDS, WITH_ENDS)
def test_edits_by_lines_give_the_new_text(old: str, new: str) -> None:
    assert apply_edits(old, line_edits(old, new)) == new
