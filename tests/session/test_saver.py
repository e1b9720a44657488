"""Saving with an answer for each refusal."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.session.documents import Documents
from editor.session.saver import Refusal, SaveOffer, Saver
from editor.storage.textfile import digest_of
from tests.session.benches import prepend

MINE, THEIRS = b"mine base\n", b"theirs\n"


@pytest.fixture
def saver(qapp: QApplication) -> Saver:
    return Saver(Documents())


@pytest.fixture
def refusals(saver: Saver) -> list[Refusal]:
    told: list[Refusal] = []
    saver.refused.connect(told.append)
    return told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "p.md"
    found.write_bytes(b"base\n")
    return found


def test_a_save_is_told(saver: Saver, refusals: list[Refusal], path: Path) -> None:
    document = saver._documents.open(path)
    prepend(document, "mine ")
    told: list[object] = []
    saver.saved.connect(told.append)
    assert saver.save(document)
    assert (path.read_bytes(), told, refusals) == (MINE, [document], [])


def test_a_changed_file_offers_to_compare_and_three_ways_out(
    saver: Saver, refusals: list[Refusal], path: Path
) -> None:
    document = saver._documents.open(path)
    prepend(document, "mine ")
    path.write_bytes(THEIRS)
    assert not saver.save(document)
    (refusal,) = refusals
    assert refusal.document is document
    assert "p.md" in refusal.message
    assert "\n" not in refusal.message
    assert refusal.offers == (
        SaveOffer.COMPARE,
        SaveOffer.KEEP_MINE,
        SaveOffer.TAKE_THEIRS,
        SaveOffer.SAVE_AS,
    )
    assert path.read_bytes() == THEIRS
    assert saver.save(document, None, frozenset({SaveOffer.OVERWRITE}), digest_of(THEIRS))
    assert path.read_bytes() == MINE


def test_theirs_are_taken_as_one_step(saver: Saver, path: Path) -> None:
    document = saver._documents.open(path)
    prepend(document, "mine ")
    path.write_bytes(THEIRS)
    assert saver.take_theirs(document)
    assert (document.data(), document.is_modified()) == (THEIRS, False)
    document.undo()
    assert (document.data(), document.is_modified()) == (MINE, True)


def test_theirs_that_cannot_be_read_are_refused(
    saver: Saver, refusals: list[Refusal], path: Path
) -> None:
    document = saver._documents.open(path)
    path.unlink()
    assert not saver.take_theirs(document)
    assert refusals[0].offers == (SaveOffer.SAVE_AS,)
    assert document.data() == b"base\n"


@pytest.mark.parametrize("dirty", [False, True])
def test_case_52_a_deleted_file_is_made_again_only_when_told(
    saver: Saver, refusals: list[Refusal], path: Path, dirty: bool
) -> None:
    document = saver._documents.open(path)
    if dirty:
        prepend(document, "mine ")
    path.unlink()
    assert not saver.save(document)
    assert not path.exists()
    assert refusals[0].offers == (SaveOffer.SAVE_AS, SaveOffer.CREATE)
    assert saver.save(document, None, frozenset({SaveOffer.CREATE}))
    assert path.read_bytes() == (MINE if dirty else b"base\n")


def test_case_63_a_guarded_file_is_written_when_told(
    saver: Saver, refusals: list[Refusal], path: Path
) -> None:
    path.chmod(0o444)
    document = saver._documents.open(path)
    prepend(document, "mine ")
    assert not saver.save(document)
    assert SaveOffer.FORCE in refusals[0].offers
    assert saver.save(document, None, frozenset({SaveOffer.FORCE}))
    assert path.read_bytes() == MINE
    assert path.stat().st_mode & 0o777 == 0o444


def test_a_refusal_remembers_the_place_and_what_was_chosen(
    saver: Saver, refusals: list[Refusal], path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "guarded.md"
    other.write_bytes(b"old")
    other.chmod(0o444)
    document = saver._documents.open(path)
    prepend(document, "mine ")
    assert not saver.save(document, other)
    assert (refusals[-1].offers, refusals[-1].path) == (
        (SaveOffer.SAVE_AS, SaveOffer.OVERWRITE),
        other,
    )
    chosen = frozenset({SaveOffer.OVERWRITE})
    seen = refusals[-1].seen
    assert seen == digest_of(b"old")
    assert not saver.save(document, other, chosen, seen)
    assert (refusals[-1].choices, refusals[-1].seen) == (chosen, seen)
    assert saver.save(document, other, chosen | {SaveOffer.FORCE}, seen)
    assert (other.read_bytes(), path.read_bytes()) == (MINE, b"base\n")
    assert document.path == other


def test_another_open_file_is_never_written_over(
    saver: Saver, refusals: list[Refusal], path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "q.md"
    other.write_bytes(b"other")
    os.link(other, tmp_path / "hard.md")
    saver._documents.open(other)
    document = saver._documents.open(path)
    prepend(document, "mine ")
    for target in (other, tmp_path / "hard.md"):
        for choices in (frozenset[SaveOffer](), frozenset({SaveOffer.OVERWRITE})):
            assert not saver.save(document, target, choices)
            assert refusals[-1].offers == (SaveOffer.SAVE_AS,)
    assert other.read_bytes() == b"other"
    assert document.path == path


def test_case_58_a_character_without_bytes_is_named_and_nothing_is_lost(
    saver: Saver, refusals: list[Refusal], path: Path
) -> None:
    document = saver._documents.open(path)
    prepend(document, "keep \ud83d")
    assert not saver.save(document)
    assert refusals[0].offers == ()
    assert refusals[0].message
    assert path.read_bytes() == b"base\n"
    assert document.text() == "keep \ud83dbase\n"
