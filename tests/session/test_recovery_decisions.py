"""A recovered text goes when the user saved or gave up that very text, and for no other reason."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from editor.session import recovery as module
from editor.session.ondisk import DiskChange, change_on_disk
from editor.session.recovery import Texts
from editor.session.saver import SaveOffer
from editor.storage.disk import Disk
from editor.storage.recovery import RecoveryStore, Snapshot, stored
from editor.storage.saving import SaveRefused
from editor.storage.textfile import digest_of
from tests.leftovers import left_behind, root
from tests.session.benches import prepend
from tests.session.houses import OLD, House

Start = Callable[[], House]


def bases() -> list[tuple[str, str | None]]:
    """The encoding and the base of each snapshot on the disk."""
    found = [each.unsaved for each in stored(root()) if isinstance(each, Snapshot)]
    return [(each.encoding, each.base) for each in found]


@pytest.mark.parametrize("was_there", [False, True], ids=["gone at first", "gone later"])
def test_case_52_a_recovered_text_is_never_replaced_by_itself(
    start: Start, path: Path, was_there: bool
) -> None:
    left_behind(path, OLD.decode(), OLD, bom=was_there)
    if not was_there:
        path.unlink()
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    if was_there:
        path.unlink()
        house.bench.look_at_disk_now()
    path.write_bytes(b"theirs\n")  # another branch is checked out
    house.bench.look_at_disk_now()
    assert (document.text(), document.is_modified()) == (OLD.decode(), True)
    assert house.kept() == [OLD.decode()]
    assert house.bench.outside.change_of(document) == DiskChange(digest_of(b"theirs\n"))
    house.saver.take_theirs(document)
    assert (document.text(), house.kept()) == ("theirs\n", [])


def test_a_text_recovered_over_another_leaves_the_first_to_be_decided(
    start: Start, path: Path
) -> None:
    left_behind(path, "A\n", OLD)
    left_behind(path, "B\n", OLD)
    house = start()
    first, second = house.recovery.offers
    texts = [house.recovery.texts(each.number) for each in (first, second)]
    document = house.recovery.recover(first.number)
    assert document is not None
    prepend(document, "more ")
    house.recovery.recover(second.number)
    held = texts[0].kept if texts[0] else ""
    again = house.recovery.texts(house.offer().number)
    assert again == Texts(OLD.decode(), f"more {held}")
    assert house.saver.save(document)
    assert path.read_bytes().decode() == (texts[1].kept if texts[1] else "")
    assert house.kept() == [f"more {held}"]
    house.recovery.discard(house.offer().number)
    assert house.kept() == []


def test_undoing_a_recovery_over_another_keeps_all_that_is_offered(
    start: Start, path: Path
) -> None:
    left_behind(path, "A\n", OLD)
    left_behind(path, "B\n", OLD)
    house = start()
    document = None
    for offer in house.recovery.offers:
        document = house.recovery.recover(offer.number)
    assert document is not None
    document.undo()
    prepend(document, "on ")
    assert {document.text()[3:], "A\n", "B\n"} == {"A\n", "B\n"}
    assert sorted(house.kept()) == sorted(["A\n", "B\n", document.text()])
    for offer in house.recovery.offers:
        house.recovery.discard(offer.number)
    assert house.kept() == [document.text()]
    assert house.saver.save(document)
    assert house.kept() == []


def test_undoing_a_recovery_takes_back_what_the_text_is_made_from(start: Start, path: Path) -> None:
    left_behind(path, "caf\u00e9\n", b"another base", encoding="latin-1")
    house = start()
    document = house.documents.open(path)
    prepend(document, "mine ")
    house.recovery.recover(house.offer().number)
    recovered = house.documents.origin_of(document)
    assert (recovered.digest, recovered.encoding) == (digest_of(b"another base"), "latin-1")
    document.undo()
    assert house.documents.origin_of(document).digest == digest_of(OLD)
    assert (document.encoding, document.bom) == ("utf-8", False)
    document.redo()
    assert house.documents.origin_of(document) == recovered
    with pytest.raises(SaveRefused):  # the disk does not hold what this text was made from
        house.documents.save(document)
    document.undo()
    house.documents.save(document)
    assert path.read_bytes() == b"mine " + OLD
    document.redo()
    assert document.digest == digest_of(b"mine " + OLD)


def test_another_step_in_the_place_of_an_undone_recovery_is_made_from_the_file(
    start: Start, path: Path
) -> None:
    left_behind(path, "kept\n", b"another base", bom=True)
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    document.undo()
    prepend(document, "mine ")
    assert (document.digest, document.bom) == (digest_of(OLD), False)
    assert house.saver.save(document)
    assert path.read_bytes() == b"mine " + OLD


def test_a_snapshot_says_what_its_text_is_made_from_now(start: Start, path: Path) -> None:
    house = start()
    document = house.documents.open(path)
    prepend(document, "mine ")
    assert house.kept() == ["mine " + OLD.decode()]
    path.write_bytes(b"theirs\n")
    house.bench.look_at_disk_now()
    change = house.bench.outside.change_of(document)
    assert change is not None
    house.bench.outside.keep_mine(document, change)
    assert house.journal.flush()
    assert bases() == [("utf-8", digest_of(b"theirs\n"))]
    house.documents.use_encoding(document, "utf-16")
    assert house.journal.flush()
    assert bases() == [("utf-16", digest_of(b"theirs\n"))]


class Full(Disk):
    """A disk that is full while `on` is set."""

    on = False

    def write(self, fd: int, data: memoryview) -> int:
        if self.on:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(fd, data)


def test_case_40_a_snapshot_given_back_is_written_until_it_is_on_the_disk(
    start: Start, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_behind(path, "kept\n", OLD)
    disk = Full()
    monkeypatch.setattr(
        "tests.session.houses.RecoveryStore", lambda root: RecoveryStore(root, disk=disk)
    )
    house = start()
    told: list[str] = []
    house.journal.failed.connect(told.append)
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    prepend(document, "more ")
    assert house.journal.flush()
    disk.on = True
    document.undo()
    document.undo()
    assert not house.journal.flush()
    assert told == ["was not saved: the disk is full."]
    disk.on = False
    assert house.kept() == ["kept\n"]
    assert not house.journal._is_failing


def test_a_comparison_says_why_there_is_no_text_on_disk(start: Start, path: Path) -> None:
    left_behind(path, "caf\u00e9\n", OLD, encoding="cp1252")
    house = start()
    number = house.offer().number
    path.write_bytes("\u0141\n".encode())  # 0x81 is no character of cp1252
    assert house.recovery.texts(number) == Texts("\u0141\n", "caf\u00e9\n")
    path.write_bytes(b"\x81 is neither\n")
    texts = house.recovery.texts(number)
    assert texts is not None
    assert "UTF-8" in texts.why
    path.unlink()
    path.mkdir()
    texts = house.recovery.texts(number)
    assert texts is not None
    assert (texts.on_disk, bool(texts.why)) == ("", True)


def test_recovering_looks_at_its_own_file_alone(start: Start, path: Path) -> None:
    left_behind(path, "kept\n", OLD)
    house = start()
    other = house.documents.open(path.with_name("p.md"))
    before = other.text()
    path.with_name("p.md").write_text("theirs\n")
    house.recovery.recover(house.offer().number)
    assert other.text() == before
    house.bench.look_at_disk_now()
    assert other.text() == "theirs\n"


def test_each_offer_reads_its_file_once_and_a_save_those_of_its_file(
    start: Start, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(path: Path, digest: str, encoding: str) -> DiskChange | None:
        read.append(path.name)
        return change_on_disk(path, digest, encoding)

    monkeypatch.setattr(module, "change_on_disk", counted)
    for name in ("q.md", "p.md", "q.md"):
        left_behind(path.with_name(name), f"kept {len(name)}\n", OLD)
    house = start()
    assert sorted(read) == ["p.md", "q.md", "q.md"]
    read.clear()
    document = house.documents.open(path.with_name("templates") / "hi.md")
    prepend(document, "x")
    assert house.saver.save(document)
    assert read == []
    document = house.documents.open(path.with_name("p.md"))
    prepend(document, "x")
    assert house.saver.save(document)
    assert read == ["p.md"]


def test_case_66_text_on_disk_is_known_by_its_bytes(start: Start, path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbftyped\r\n")
    other = path.with_name("p.md")
    other.write_bytes("caf\u00e9".encode("cp1252"))
    for text, bom in (("typed\r\n", True), ("typed\n", True), ("typed\r\n", False)):
        left_behind(path, text, OLD, bom=bom)
    left_behind(other, "caf\u00e9", OLD, encoding="cp1252")
    left_behind(other, "caf\u00e9", OLD)
    left_behind(other, "caf\u00e9 \ud800", OLD)
    left_behind(None, "")
    left_behind(None, " ")
    house = start()
    texts = [house.recovery.texts(each.number) for each in house.recovery.offers]
    assert sorted(each.kept for each in texts if each is not None) == sorted(
        ["typed\n", "typed\r\n", "caf\u00e9", "caf\u00e9 \ud800", " "]
    )


def test_the_word_to_overwrite_counts_for_what_was_seen(start: Start, path: Path) -> None:
    house = start()
    document = house.documents.open(path)
    prepend(document, "mine ")
    other = path.with_name("other.md")
    other.write_bytes(b"seen\n")
    assert not house.saver.save(document, other)
    refusal = house.refusals[-1]
    assert (SaveOffer.OVERWRITE in refusal.offers, refusal.seen) == (True, digest_of(b"seen\n"))
    other.write_bytes(b"newer\n")
    chosen = refusal.choices | {SaveOffer.OVERWRITE}
    assert not house.saver.save(document, other, chosen, refusal.seen)
    assert other.read_bytes() == b"newer\n"
    assert (SaveOffer.OVERWRITE in house.refusals[-1].offers) is True
    assert house.saver.save(document, other, chosen, house.refusals[-1].seen)
    assert other.read_bytes() == b"mine " + OLD


def test_the_word_to_overwrite_counts_for_what_was_seen_of_a_new_file_too(
    start: Start, path: Path
) -> None:
    house = start()
    place = path.with_name("new.md")
    document = house.documents.new(path=place, text="mine\n")
    place.write_bytes(b"seen\n")
    assert not house.saver.save(document)
    seen = house.refusals[-1].seen
    place.write_bytes(b"newer\n")
    chosen = frozenset({SaveOffer.OVERWRITE})
    assert not house.saver.save(document, None, chosen, seen)
    assert SaveOffer.OVERWRITE in house.refusals[-1].offers
    assert house.saver.save(document, None, chosen, house.refusals[-1].seen)
    assert place.read_bytes() == b"mine\n"
