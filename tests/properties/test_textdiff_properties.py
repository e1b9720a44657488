"""Edits that turn one text into another: blank lines and ends of all kinds, also at the end."""

from hypothesis import example, given
from hypothesis import strategies as st

from editor.core.edits import apply_edits
from editor.session.textdiff import line_edits

TEXTS = st.lists(st.sampled_from(["", "a", "b", "\n", "\r\n", "\r", "a\n", "\n\n"])).map("".join)


@given(TEXTS, TEXTS)
@example("", "a\r\nb\n\nc")
@example("a\n", "a\r\n\nb\n\n")
def test_the_edits_make_the_new_text(old: str, new: str) -> None:
    assert apply_edits(old, line_edits(old, new)) == new
