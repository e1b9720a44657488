"""Differences of texts: hunks, rows, words, and what comparing costs."""

import random

import pytest

from editor.core.diff import Change, Hunk, differences
from editor.core.matching import Work, matching_runs
from editor.core.spans import Span

WORDS = ["the", "a", "of", "prompt", "write", "about", "meeting", "$name", "notes"]


def parts(text: str, spans: tuple[Span, ...]) -> list[str]:
    return [span.of(text) for span in spans]


def changed_words(old: str, new: str) -> tuple[list[str], list[str]]:
    """The words that differ in two texts of one line that became one another."""
    (hunk,) = differences(old, new)
    (change,) = hunk.changes
    assert (change.old, change.new) == (0, 0)
    return parts(old, change.removed), parts(new, change.added)


def long_text(lines: int, seed: int = 1) -> list[str]:
    choose = random.Random(seed)
    return [" ".join(choose.choice(WORDS) for _ in range(9)) for _ in range(lines)]


def test_equal_texts_have_no_difference() -> None:
    assert differences("", "") == ()
    assert differences("a\n$b\n", "a\n$b\n") == ()


def test_an_added_line() -> None:
    (hunk,) = differences("one\nthree\n", "one\ntwo\nthree\n")
    assert hunk == Hunk(Span(1, 1), Span(1, 2), (), ("two",), (Change(None, 1),))


def test_a_removed_line() -> None:
    (hunk,) = differences("one\ntwo\nthree", "one\nthree")
    assert hunk == Hunk(Span(1, 2), Span(1, 1), ("two",), (), (Change(1, None),))


def test_a_line_end_at_the_end_is_an_added_empty_line() -> None:
    (hunk,) = differences("one", "one\n")
    assert (hunk.removed, hunk.added) == ((), ("",))


@pytest.mark.parametrize(
    ("old", "new", "gone", "came"),
    [
        ("Write about Ada now", "Write about Bob now", ["Ada"], ["Bob"]),
        ("Write about Ada", "Write about Ada today", [], [" today"]),
        ("See $name there", "See Ada there", ["$name"], ["Ada"]),
        ("a b c d e", "a x y d e", ["b c"], ["x y"]),
        ("on 2:30 PM now", "on 2:45 PM now", ["30"], ["45"]),
        ("Grüße 😀 an alle", "Grüße 🎈 an alle", ["😀"], ["🎈"]),
        ("blanks  two here", "blanks two here", ["  "], [" "]),
    ],
)
def test_the_words_that_differ_in_a_changed_line(
    old: str, new: str, gone: list[str], came: list[str]
) -> None:
    assert changed_words(old, new) == (gone, came)


def test_lines_without_a_common_word_are_removed_and_added() -> None:
    (hunk,) = differences("alpha beta gamma", "one two three")
    assert hunk.changes == (Change(0, None), Change(None, 0))


def test_the_lines_that_are_most_alike_belong_together() -> None:
    old = "Write a short note about the day\nEnd here with a sum of hours"
    new = "Begin by reading\nWrite a long note about the day\nEnd here with a sum of minutes"
    (hunk,) = differences(old, new)
    assert [(each.old, each.new) for each in hunk.changes] == [(None, 0), (0, 1), (1, 2)]


def test_equal_lines_that_occur_often_do_not_confuse_it() -> None:
    old = ["", "}", "", "}", "first", "", "}"]
    new = ["", "}", "", "}", "first", "second", "", "}"]
    (hunk,) = differences("\n".join(old), "\n".join(new))
    assert (hunk.removed, hunk.added) == ((), ("second",))


def test_the_fewest_lines_are_told() -> None:
    # No line is unique, so only the search for the shortest edit finds these two.
    old = list("abcabba" * 2)
    new = list("cbabac" * 2)
    kept = sum(run.length for run in matching_runs(old, new))
    assert kept == longest_common(old, new)


def longest_common(old: list[str], new: list[str]) -> int:
    """The length of the longest common subsequence, by the textbook's table."""
    row = [0] * (len(new) + 1)
    for one in old:
        before = row[:]
        for j, other in enumerate(new):
            row[j + 1] = before[j] + 1 if one == other else max(before[j + 1], row[j])
    return row[-1]


def test_a_few_changes_in_a_megabyte_cost_a_few_steps_per_line() -> None:
    old = long_text(22_000)
    new = old[:]
    for line in (5, 9_000, 15_000):
        new[line] = "changed " + new[line]
    work = Work()
    hunks = differences("\n".join(old), "\n".join(new), work)
    assert [hunk.old.start for hunk in hunks] == [5, 9_000, 15_000]
    assert work.steps < 6 * len(old)


@pytest.mark.parametrize("limit", [1, 1_000, 100_000])
def test_comparing_ends_with_its_budget(limit: int) -> None:
    choose = random.Random(3)
    old = [choose.choice("ab") for _ in range(30_000)]
    new = [choose.choice("ab") for _ in range(30_000)]
    work = Work(limit=limit)
    hunks = differences("\n".join(old), "\n".join(new), work)
    assert hunks
    assert work.steps < limit + 5 * (len(old) + len(new))


def test_one_very_long_line_is_told_as_a_whole() -> None:
    old, new = "x y " * 50_000, "y x " * 50_000
    work = Work()
    (hunk,) = differences(old, new, work)
    assert (hunk.removed, hunk.added) == ((old,), (new,))
    assert work.steps < 100_000


def test_many_lines_against_many_others_cost_no_more_than_their_number() -> None:
    old, new = long_text(3_000, 1), [line.upper() for line in long_text(3_000, 2)]
    work = Work()
    differences("\n".join(old), "\n".join(new), work)
    assert work.steps < 400_000
