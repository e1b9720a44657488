"""Find and replace in one document."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from editor.session.document import Document
from editor.session.search import Query, all_hits, next_hit, replace_hits
from editor.storage.textfile import decode, read

ALPHABET = "ab$\\1 \n😀é"


def document(text: str) -> Document:
    return Document(decode(text.encode()))


def as_text(found: Document, hits: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Hits in code points."""
    return [(found.offset_of(start), found.offset_of(end)) for start, end in hits]


@given(st.text(ALPHABET), st.text("ab$\\1😀é", min_size=1, max_size=2))
def test_hits_are_where_python_finds_them(qapp: QApplication, text: str, wanted: str) -> None:
    expected, place = [], text.find(wanted)
    while place >= 0:
        expected.append((place, place + len(wanted)))
        place = text.find(wanted, place + len(wanted))
    found = document(text)
    assert as_text(found, all_hits(found, Query(wanted, match_case=True))) == expected


@given(
    st.text("ab$\\1 😀\n\r"),
    st.text("ab$1😀", min_size=1, max_size=2),
    st.text("ab$\\1g<>😀", max_size=5),
)
def test_all_hits_are_replaced_literally_in_one_step(
    qapp: QApplication, text: str, wanted: str, by: str
) -> None:
    found = document(text)
    hits = all_hits(found, Query(wanted, match_case=True))
    assert replace_hits(found, hits, by) == text.count(wanted)
    assert found.text() == text.replace(wanted, by)
    if found.text() != text:
        found.undo()
        assert not found.is_modified()
    assert found.text() == text


def test_case_is_matched_when_asked(qapp: QApplication) -> None:
    found = document("a A É é")
    assert len(all_hits(found, Query("A"))) == 2
    assert len(all_hits(found, Query("é"))) == 2
    assert all_hits(found, Query("A", match_case=True)) == [(2, 3)]
    assert all_hits(found, Query("")) == []


def test_the_next_hit_goes_round() -> None:
    hits = [(0, 1), (4, 5), (8, 9)]
    assert next_hit(hits, 1) == (4, 5)
    assert next_hit(hits, 4) == (4, 5)
    assert next_hit(hits, 9) == (0, 1)
    assert next_hit(hits, 4, backwards=True) == (0, 1)
    assert next_hit(hits, 0, backwards=True) == (8, 9)
    assert next_hit([], 3) is None


def test_nothing_is_replaced_in_what_cannot_be_edited(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "latin.md").write_bytes(b"caf\xe9 caf")
    found = Document(read(tmp_path / "latin.md"))
    assert found.read_only_reason is not None
    assert replace_hits(found, all_hits(found, Query("caf")), "x") == 0
