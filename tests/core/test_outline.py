"""Headings of Markdown texts, against CommonMark's examples and what fences hide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.core.outline import Heading, current_heading, headings


def found(text: str) -> list[tuple[int, str, int]]:
    return [(each.level, each.title, each.line) for each in headings(text.split("\n"))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# foo", [(1, "foo", 0)]),
        ("###### foo", [(6, "foo", 0)]),
        ("####### foo", []),
        ("#5 bolt\n#hashtag", []),
        ("   ### foo", [(3, "foo", 0)]),
        ("    # foo", []),
        ("#                  foo                     ", [(1, "foo", 0)]),
        ("## foo ##\n  ###   bar    ###", [(2, "foo", 0), (3, "bar", 1)]),
        ("# foo ##################################", [(1, "foo", 0)]),
        ("### foo ### b", [(3, "foo ### b", 0)]),
        ("# foo#", [(1, "foo#", 0)]),
        ("## \n#\n### ###", [(2, "", 0), (1, "", 1), (3, "", 2)]),
        ("#\tfoo", [(1, "foo", 0)]),
        ("Foo bar\n# baz\nBar foo", [(1, "baz", 1)]),
        ("# $title of ${day}", [(1, "$title of ${day}", 0)]),
    ],
)
def test_headings_with_number_signs(text: str, expected: list[tuple[int, str, int]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Foo\n===\n\nBar\n---", [(1, "Foo", 0), (2, "Bar", 3)]),
        ("Foo\nbar\n===", [(1, "Foo bar", 0)]),
        ("Foo\n-------------------------\n\nFoo\n=", [(2, "Foo", 0), (1, "Foo", 3)]),
        ("   Foo\n---", [(2, "Foo", 0)]),
        ("Foo\n   ----      ", [(2, "Foo", 0)]),
        ("Foo\n= =\n\nFoo\n--- -", []),
        ("    Foo\n---", []),
        ("\n---\n", []),
        ("---\ntext", []),
        ("> foo\n-----", []),
        ("- Foo\n---", []),
        ("1. Foo\n---", []),
        ("- Foo\nBar\n---", []),
        ("- Foo\n\nBar\n---", [(2, "Bar", 2)]),
        ("> Foo\nBar\n===", []),
        ("Foo\n- Bar\n---", []),
        ("# Foo\n---", [(1, "Foo", 0)]),
        ("Foo\n\n===", []),
        ("```\ncode\n```\n---", []),
        ("=======\na\n=======", [(1, "a", 1)]),
        ("| a | b |\n---", []),
        ("<<<<<<< ours\na\n\nb\n=======\nc\n>>>>>>> theirs\nd\n=======", [(1, "d", 7)]),
    ],
)
def test_headings_that_are_underlined(text: str, expected: list[tuple[int, str, int]]) -> None:
    assert found(text) == expected


def test_nothing_inside_a_fence_is_a_heading() -> None:
    shell = "```sh\n# comment\ntext\n---\n~~~\n# still\n````\n"
    tildes = "~~~~ x\n# no\n```\n# no\n~~~~\n"
    text = f"# one\n{shell}# two\n{tildes}"
    assert found(text) == [(1, "one", 0), (1, "two", 8)]


def test_an_open_fence_hides_the_rest() -> None:
    assert found("# one\n```\n# two\n") == [(1, "one", 0)]


def test_numbers_count_from_the_first_line() -> None:
    assert headings(["a", "# b"], first=7) == (Heading(1, "b", 8),)


def test_the_heading_of_a_line_is_the_nearest_above_it() -> None:
    both = headings(["x", "# a", "y", "## b", "z"])
    titles = [each.title if (each := current_heading(both, n)) else None for n in range(5)]
    assert titles == [None, "a", "a", "b", "b"]
    assert current_heading((), 3) is None


LINES = st.lists(
    st.sampled_from(["# a", "##", "text", "", "```", "~~~~", "===", "---", "- x", "    # i"]),
    max_size=12,
)


@given(lines=LINES, more=st.lists(st.sampled_from(["text", "", "# a", "```"]), max_size=4))
def test_what_comes_later_changes_no_heading_but_the_last(
    lines: list[str], more: list[str]
) -> None:
    """Headings are in order, within the text, and a prefix of those of a longer text.

    A last paragraph can still become a heading by an underline, which `more` has none of.
    """
    some, all_of_them = headings(lines), headings([*lines, *more])
    assert all_of_them[: len(some)] == some
    numbers = [each.line for each in all_of_them]
    assert numbers == sorted(set(numbers))
    assert all(0 <= number < len(lines) + len(more) for number in numbers)
    assert all(1 <= each.level <= 6 for each in all_of_them)
