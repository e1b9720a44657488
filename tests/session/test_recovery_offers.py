"""What is offered after a crash, and what recovering does to files, documents and snapshots."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.session.recovery import OnDisk, Texts
from editor.session.saver import SaveOffer
from editor.storage.recovery import RecoveryStore
from editor.storage.textfile import digest_of
from tests.leftovers import WHEN, left_behind, lose, root
from tests.session.benches import prepend
from tests.session.houses import OLD, House


def test_an_offer_says_what_became_of_the_file(start: Callable[[], House], path: Path) -> None:
    left_behind(path, "mine\n", OLD)
    left_behind(None, "no place\n")
    left_behind(path.with_name("gone.md"), "gone\n", b"was there")
    left_behind(path.with_name("new.md"), "never there\n")
    left_behind(path, "of another base\n", b"something else")
    left_behind(path.parent, "a folder by now\n", OLD)
    offers = start().recovery.offers
    assert {(offer.name, offer.on_disk) for offer in offers} == {
        ("q.md", OnDisk.AS_IT_WAS),
        ("q.md", OnDisk.CHANGED),
        ("", OnDisk.NEVER_SAVED),
        ("gone.md", OnDisk.GONE),
        ("new.md", OnDisk.NEVER_SAVED),
        (path.parent.name, OnDisk.UNREADABLE),
    }
    assert {offer.kept_at for offer in offers} == {WHEN}
    times = {offer.name: offer.disk_at for offer in offers}
    assert (times["q.md"], times["gone.md"]) == (path.stat().st_mtime, None)


def test_case_66_text_that_is_on_disk_anyhow_is_not_offered(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, OLD.decode(), b"what it was made from")
    left_behind(None, "")
    house = start()
    assert house.recovery.offers == ()
    house.journal.end()
    assert os.listdir(root()) == []


def test_case_66_recovering_is_one_step_of_unsaved_text(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "quite\nanother\n$Name text\n", OLD)
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is house.documents.find(path)
    assert document is not None
    assert (document.text(), document.is_modified()) == ("quite\nanother\n$Name text\n", True)
    assert (house.recovery.offers, path.read_bytes()) == ((), OLD)
    document.undo()
    assert (document.text(), document.is_modified()) == (OLD.decode(), False)
    assert house.offer().on_disk is OnDisk.AS_IT_WAS
    assert house.kept() == ["quite\nanother\n$Name text\n"]


def test_case_66_saving_over_a_file_that_changed_since_is_refused(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "mine\n", OLD)
    path.write_bytes(b"theirs\n")
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert (document.text(), house.conflicts) == ("mine\n", [document])
    assert not house.saver.save(document)
    assert (path.read_bytes(), house.kept()) == (b"theirs\n", ["mine\n"])
    seen = digest_of(b"theirs\n")
    assert house.saver.save(document, None, frozenset({SaveOffer.OVERWRITE}), seen)
    assert (path.read_bytes(), house.kept()) == (b"mine\n", [])


def test_case_66_taking_theirs_after_a_recovery_settles_it(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "mine\n", OLD)
    path.write_bytes(b"theirs\n")
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    house.saver.take_theirs(document)
    assert (document.text(), document.is_modified(), house.kept()) == ("theirs\n", False, [])
    document.undo()
    assert (document.text(), house.kept()) == ("mine\n", ["mine\n"])


def test_case_66_undoing_a_recovery_over_a_changed_file_goes_back_to_the_file(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "mine\n", OLD)
    path.write_bytes(b"theirs\n")
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    document.undo()
    house.bench.look_at_disk_now()
    assert (document.text(), document.is_modified()) == ("theirs\n", False)
    prepend(document, "with ")
    assert house.saver.save(document)
    assert (path.read_bytes(), house.kept()) == (b"with theirs\n", ["mine\n"])


def test_case_66_recovering_into_unsaved_text_loses_neither(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "from before\n", OLD)
    house = start()
    document = house.documents.open(path)
    prepend(document, "mine ")
    house.recovery.recover(house.offer().number)
    assert document.text() == "from before\n"
    assert house.kept() == ["from before\n", "mine " + OLD.decode()]
    document.undo()
    assert document.text() == "mine " + OLD.decode()
    assert house.kept() == ["from before\n", "mine " + OLD.decode()]
    assert house.offer().name == "q.md"


def test_case_66_a_recovered_text_is_one_offer_after_the_next_crash(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "mine\n", OLD)
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    prepend(document, "still ")
    assert house.kept() == ["still mine\n"]
    lose(house.store)
    house.documents.close(document)
    again = RecoveryStore(root()).claim()
    assert len(again) <= 1


def test_case_66_discarding_removes_one_snapshot_and_no_other(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "one\n", OLD)
    left_behind(path.with_name("p.md"), "two\n", OLD)
    house = start()
    number = next(each.number for each in house.recovery.offers if each.name == "q.md")
    house.recovery.discard(number)
    assert (house.offer().name, house.kept()) == ("p.md", ["two\n"])
    house.recovery.discard(number)
    assert house.kept() == ["two\n"]


def test_case_66_offers_say_what_the_disk_holds_now(
    start: Callable[[], House], path: Path, qtbot: QtBot
) -> None:
    left_behind(path, "mine\n", OLD)
    house = start()
    number = house.offer().number
    path.write_bytes(b"theirs\n")
    with qtbot.waitSignal(house.recovery.changed):
        house.recovery.refresh()
    assert house.offer().on_disk is OnDisk.CHANGED
    assert house.recovery.texts(number) == Texts("theirs\n", "mine\n")
    path.unlink()
    assert house.recovery.texts(number) == Texts("", "mine\n")


def test_case_52_a_file_that_is_gone_is_made_only_when_the_user_says_so(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "mine\n", OLD)
    path.unlink()
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert (document.path, document.text(), document.is_modified()) == (path, "mine\n", True)
    assert house.conflicts == [document]
    assert not house.saver.save(document)
    assert not path.exists()
    document.undo()
    assert document.is_modified()
    document.redo()
    assert house.saver.save(document, choices=frozenset({SaveOffer.CREATE}))
    assert (path.read_bytes(), house.kept()) == (b"mine\n", [])


def test_case_52_a_folder_that_is_gone_keeps_nobody_from_the_text(
    start: Callable[[], House], path: Path, tmp_path: Path
) -> None:
    left_behind(tmp_path / "no" / "such" / "folder" / "p.md", "mine\n", OLD)
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    house.bench.bring_to_front(document)
    assert not house.saver.save(document)
    assert (document.text(), house.kept()) == ("mine\n", ["mine\n"])
    assert not (tmp_path / "no").exists()
    assert house.saver.save(document, path.with_name("elsewhere.md"))
    assert (path.with_name("elsewhere.md").read_bytes(), house.kept()) == (b"mine\n", [])


def test_a_text_that_was_never_saved_comes_back_as_such(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(None, "no place\n")
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert (document.path, document.text(), document.is_modified()) == (None, "no place\n", True)
    assert house.saver.save(document, path.with_name("new.md"))
    assert (path.with_name("new.md").read_bytes(), house.kept()) == (b"no place\n", [])


def test_a_file_made_by_others_in_the_place_of_a_new_one_is_not_overwritten(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "mine\n", None)
    house = start()
    assert house.offer().on_disk is OnDisk.CHANGED
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert not house.saver.save(document)
    assert (document.text(), path.read_bytes()) == ("mine\n", OLD)


def test_a_file_in_another_encoding_is_recovered_in_it(
    start: Callable[[], House], path: Path
) -> None:
    base = "caf\u00e9 \u20ac\n".encode("cp1252")
    path.write_bytes(base)
    left_behind(path, "mine caf\u00e9 \u20ac\n", base, encoding="cp1252")
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert house.saver.save(document)
    assert path.read_bytes() == "mine caf\u00e9 \u20ac\n".encode("cp1252")


def test_case_41_a_file_that_is_no_text_any_more_keeps_nobody_from_the_text(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, "mine\n", OLD)
    path.write_bytes(b"\xff\xfe\x00\xd8 no text")
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert (document.path, document.text(), document.is_modified()) == (None, "mine\n", True)
    assert path.read_bytes() == b"\xff\xfe\x00\xd8 no text"


def test_a_byte_order_mark_is_recovered_like_the_text(
    start: Callable[[], House], path: Path
) -> None:
    left_behind(path, OLD.decode(), OLD, bom=True)
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert document.is_modified()
    assert house.saver.save(document)
    assert path.read_bytes() == b"\xef\xbb\xbf" + OLD


@pytest.mark.parametrize(
    "text",
    [
        "a\r\nb\u2029\u2028\u0085\u00a0\ufdd0\nc\rd\r\r\n\U0001f600\0",
        "\r\n\r\r\n\n",
        "no end",
        "a\r\nb\nc\rd",
    ],
    ids=["odd characters", "only line ends", "no end", "as it was"],
)
def test_a_recovered_text_has_every_character_it_had(
    start: Callable[[], House], path: Path, text: str
) -> None:
    base = b"a\r\nb\nc\rd\n"
    path.write_bytes(base)
    left_behind(path, text, base)
    house = start()
    document = house.recovery.recover(house.offer().number)
    assert document is not None
    assert document.text() == text
    assert house.saver.save(document)
    assert path.read_bytes() == text.encode()
    document.undo()
    assert document.text() == base.decode()


def test_a_damaged_snapshot_is_offered_for_discarding_only(
    start: Callable[[], House], path: Path
) -> None:
    file = left_behind(path, "mine\n", OLD)
    file.write_bytes(file.read_bytes()[:-2])
    house = start()
    offer = house.offer()
    assert (offer.on_disk, offer.folder, offer.kept_at) == (OnDisk.DAMAGED, str(file), None)
    assert offer.why == "its text is not whole"
    assert house.recovery.recover(offer.number) is None
    assert house.recovery.texts(offer.number) is None
    assert house.recovery.offers == (offer,)
    house.recovery.discard(offer.number)
    assert house.journal.flush()
    assert not file.exists()


def test_names_are_shown_in_one_line(start: Callable[[], House], path: Path) -> None:
    left_behind(path.with_name("a\nb\u202e.md"), "mine\n", OLD)
    assert start().offer().name == "a\\nb\\u202e.md"


def test_a_text_closed_with_its_snapshot_unwritten_leaves_none(
    start: Callable[[], House], path: Path
) -> None:
    house = start()
    document = house.documents.open(path)
    document.apply([Edit(Span(0, 0), "x")])
    house.bench.close(document)
    assert house.kept() == []
