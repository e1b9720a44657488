"""A soul in a Nostr event as a document: its content is edited, the event around it is kept."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from editor.core.edits import Edit
from editor.core.kinds import FileKind
from editor.core.spans import Span
from editor.session.comparison import Missing, compare, disk_task
from editor.session.document import Document
from editor.session.recovery import OnDisk
from editor.session.saver import SaveOffer
from editor.storage.textfile import EncodeFault, digest_of
from editor.workspace.workspace import Workspace
from tests.session.benches import prepend
from tests.session.houses import House

EVENT = (
    '{"id": "ab", "kind": 31120,\r\n "tags": [["d", "x"]], '
    '"content": "You are caf\\u00e9.\\r\\n---template---\\n", "sig": "cd"}'
)
SOUL = "You are café.\r\n---template---\n"
CHANGED = (
    '{"kind": 31120,\r\n "tags": [["d", "x"]], '
    '"content": "Hm \\u00e9 You are caf\\u00e9.\\r\\n---template---\\n"}'
)


@pytest.fixture
def event(house: Path) -> Path:
    found = house / "soul.json"
    found.write_bytes(EVENT.encode())
    return found


@pytest.fixture
def home(start: Callable[[], House]) -> House:
    return start()


@pytest.fixture
def document(home: House, event: Path) -> Document:
    return home.bench.open(event)


def leave(home: House, document: Document) -> None:
    """End the program with unsaved text, which is kept for the next start."""
    home.journal.end()
    home.documents.close(document)


def test_what_is_edited_is_the_content(document: Document, event: Path) -> None:
    assert (document.kind, document.text()) == (FileKind.SOUL, SOUL)
    assert (document.usual_line_end, document.has_mixed_line_ends()) == ("\r\n", True)
    assert document.data() == EVENT.encode()
    assert document.is_as_on_disk()


def test_saving_changes_the_string_and_takes_the_signature_out(
    home: House, document: Document, event: Path
) -> None:
    before = event.stat().st_mtime_ns
    assert home.saver.save(document)
    assert event.stat().st_mtime_ns == before
    prepend(document, "Hm é ")
    assert home.saver.save(document)
    assert event.read_bytes() == CHANGED.encode()
    assert (document.is_modified(), home.refusals, home.conflicts) == (False, [], [])
    home.bench.look_at_disk_now()
    assert document.text() == "Hm é " + SOUL
    assert home.conflicts == []


def test_undoing_behind_a_save_gives_the_very_file_back(
    home: House, document: Document, event: Path
) -> None:
    prepend(document, "Hm é ")
    assert home.saver.save(document)
    document.undo()
    assert document.is_modified()
    assert home.saver.save(document)
    assert event.read_bytes() == EVENT.encode()


def test_a_byte_order_mark_stays_and_is_no_part_of_the_soul(home: House, event: Path) -> None:
    event.write_bytes(b"\xef\xbb\xbf" + EVENT.encode())
    document = home.bench.open(event)
    assert document.text() == SOUL
    prepend(document, "Hm é ")
    assert home.saver.save(document)
    assert event.read_bytes() == b"\xef\xbb\xbf" + CHANGED.encode()


def test_case_58_half_a_pair_goes_back_as_it_was_written(home: House, event: Path) -> None:
    text = '{"kind": 31120, "content": "keep \\ud83d\\u0000\\n\\u2028x\\u00a0"}'
    event.write_text(text)
    document = home.bench.open(event)
    assert document.text() == "keep \ud83d\0\n\u2028x\xa0"
    assert document.data() == text.encode()
    prepend(document, "I ")
    assert home.saver.save(document)
    assert event.read_text() == text.replace("keep", "I keep")


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": 1, "content": "hi"}',
        '{"kind": 31120, "content": 5}',
        '{"kind": 31120, "content": "a", "content": "b"}',
        '{"kind": 31120, "content": "a",}',
        "not even JSON",
    ],
)
def test_what_is_no_soul_is_edited_as_text(home: House, event: Path, text: str) -> None:
    event.write_text(text)
    (event.parent / "prompt-workspace.yaml").write_text("souls: ['*.json']\n")
    assert Workspace.open(event).kind_of(event) is FileKind.SOUL
    document = home.bench.open(event)
    assert (document.kind, document.text(), document.enclosure) == (FileKind.TEXT, text, None)
    document.apply([Edit(Span(0, 0), " ")])
    assert home.saver.save(document)
    assert event.read_text() == " " + text


def test_a_change_by_another_program_is_taken_over(
    home: House, document: Document, event: Path
) -> None:
    event.write_bytes(EVENT.replace('"d", "x"', '"d", "other"').encode())
    home.bench.look_at_disk_now()
    assert (document.text(), document.is_modified(), home.conflicts) == (SOUL, False, [])
    event.write_bytes(EVENT.replace("You are", "We are").encode())
    home.bench.look_at_disk_now()
    assert document.text() == SOUL.replace("You are", "We are")
    document.undo()
    assert document.text() == SOUL


def test_a_conflict_keeps_what_another_program_changed_around_the_content(
    home: House, document: Document, event: Path
) -> None:
    prepend(document, "Hm é ")
    theirs = EVENT.replace('"d", "x"', '"d", "other"').encode()
    event.write_bytes(theirs)
    assert not home.saver.save(document)
    assert event.read_bytes() == theirs
    home.bench.look_at_disk_now()
    change = home.bench.outside.change_of(document)
    assert change is not None
    assert change.is_text
    home.bench.outside.keep_mine(document, change)
    assert home.saver.save(document)
    assert event.read_bytes() == CHANGED.replace('"d", "x"', '"d", "other"').encode()


def test_theirs_can_be_taken_in_a_conflict(home: House, document: Document, event: Path) -> None:
    prepend(document, "Hm é ")
    theirs = EVENT.replace("You are", "We are").encode()
    event.write_bytes(theirs)
    assert home.saver.take_theirs(document)
    assert (document.text(), document.is_modified()) == (SOUL.replace("You are", "We are"), False)
    assert document.data() == theirs


def test_a_file_that_is_no_soul_any_more_keeps_the_text_and_says_why(
    home: House, document: Document, event: Path
) -> None:
    other = EVENT.replace("31120", "1").encode()
    event.write_bytes(other)
    home.bench.look_at_disk_now()
    assert home.conflicts == [document]
    change = home.bench.outside.change_of(document)
    assert change is not None
    assert change.fault == "This is a Nostr event of kind 1, not a soul (kind 31120)."
    assert not home.saver.take_theirs(document)
    assert (document.text(), event.read_bytes()) == (SOUL, other)
    event.write_bytes(EVENT.encode())
    home.bench.look_at_disk_now()
    assert home.bench.outside.change_of(document) is None
    assert not document.is_modified()


def test_the_comparison_with_the_disk_is_one_of_contents(
    home: House, document: Document, event: Path
) -> None:
    event.write_bytes(EVENT.replace("You are", "We are").encode())
    (hunk,) = compare(disk_task(document)).hunks
    assert (hunk.removed, hunk.added) == (("We are café.",), ("You are café.",))
    event.write_bytes(EVENT.replace('"d", "x"', '"d", "other"').encode())
    assert compare(disk_task(document)).missing is Missing.SAME_CONTENT
    event.write_bytes(EVENT.encode())
    found = compare(disk_task(document))
    assert (found.missing, found.hunks) == (None, ())


def test_save_as_keeps_the_event_around_the_new_content(
    home: House, document: Document, event: Path
) -> None:
    prepend(document, "Hm é ")
    assert not home.saver.save(document, event.with_name("soul.md"))
    (refusal,) = home.refusals
    assert "the name of a Nostr event ends with .json" in refusal.message
    assert refusal.offers == (SaveOffer.SAVE_AS,)
    assert not event.with_name("soul.md").exists()
    assert home.saver.save(document, event.with_name("other.json"))
    home.bench.moved(document)
    assert event.with_name("other.json").read_bytes() == CHANGED.encode()
    assert (event.read_bytes(), document.kind) == (EVENT.encode(), FileKind.SOUL)


def test_a_prompt_that_is_saved_over_an_event_is_no_event(home: House, event: Path) -> None:
    document = home.bench.open(event.parent / "p.md")
    assert home.saver.save(
        document, event, frozenset({SaveOffer.OVERWRITE}), digest_of(EVENT.encode())
    )
    home.bench.moved(document)
    assert document.kind is FileKind.TEXT


def test_a_text_that_no_string_can_hold_is_refused(document: Document, event: Path) -> None:
    # Two halves that were apart become one character by what is taken out between them; the
    # window cannot make this, another caller could.
    assert document.enclosure is not None
    with pytest.raises(EncodeFault):
        document._file.encode("\ud83d\ude00")
    assert event.read_bytes() == EVENT.encode()


def test_case_66_the_content_is_recovered_into_its_event(
    home: House, document: Document, event: Path, start: Callable[[], House]
) -> None:
    prepend(document, "Hm é ")
    assert home.kept() == ["Hm é " + SOUL]
    leave(home, document)
    again = start()
    assert again.offer().on_disk is OnDisk.AS_IT_WAS
    texts = again.recovery.texts(again.offer().number)
    assert texts is not None
    assert (texts.on_disk, texts.kept) == (SOUL, "Hm é " + SOUL)
    found = again.recovery.recover(again.offer().number)
    assert found is not None
    assert again.saver.save(found)
    assert event.read_bytes() == CHANGED.encode()


def test_case_66_an_event_that_is_gone_is_recovered_whole(
    home: House, document: Document, event: Path, start: Callable[[], House]
) -> None:
    prepend(document, "Hm é ")
    assert home.kept() == ["Hm é " + SOUL]
    event.unlink()
    leave(home, document)
    again = start()
    found = again.recovery.recover(again.offer().number)
    assert found is not None
    assert not again.saver.save(found)
    assert again.saver.save(found, choices=frozenset({SaveOffer.CREATE}))
    assert event.read_bytes() == CHANGED.encode()


def test_case_66_a_content_that_was_saved_is_not_offered(
    home: House, document: Document, event: Path, start: Callable[[], House]
) -> None:
    prepend(document, "Hm é ")
    assert home.kept() == ["Hm é " + SOUL]
    event.write_bytes(CHANGED.encode())
    leave(home, document)
    assert start().recovery.offers == ()


def test_case_66_a_content_is_not_put_into_what_is_no_event_by_now(
    home: House, document: Document, event: Path, start: Callable[[], House]
) -> None:
    prepend(document, "Hm é ")
    assert home.kept() == ["Hm é " + SOUL]
    other = json.dumps({"kind": 1, "content": "theirs"})
    event.write_text(other)
    leave(home, document)
    again = start()
    found = again.recovery.recover(again.offer().number)
    assert found is not None
    assert (found.path, found.text()) == (None, "Hm é " + SOUL)
    assert again.bench.open(event).text() == other
