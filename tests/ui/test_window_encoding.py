"""Files that are not UTF-8, or no longer, or that hold what cannot be written."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from editor.storage.textfile import fitting_encodings
from tests.ui.windowing import Control, Opened, write

Opener = Callable[..., Opened]
TEXT = "Grüße an $who, 5 € für den Kaffee.\nZweite Zeile.\n"
OLD = TEXT.encode("cp1252")


@pytest.fixture
def old(opener: Opener, tree: Path) -> Opened:
    write(tree, {"old.md": OLD})
    return opener(tree / "old.md")


def test_each_encoding_that_fits_is_offered(old: Opened, tree: Path) -> None:
    assert old.source.isReadOnly()
    assert "line 1, column 3" in (old.notice or "")
    fitting = fitting_encodings(OLD)
    assert "cp1252" in fitting
    assert old.offers() == [*(f"Reopen as {name}" for name in fitting), "Dismiss"]
    old.window.resize(1000, 700)
    assert old.window.width() == 1000  # all those buttons fit


def test_a_reopened_file_is_edited_and_saved_in_its_encoding(old: Opened, tree: Path) -> None:
    old.take("Reopen as cp1252")
    assert old.notice is None
    assert not old.source.isReadOnly()
    assert old.source.toPlainText() == TEXT
    assert old.rendered == TEXT.strip()
    assert not old.source.document().isModified()
    old.type("Ä", into=old.source)
    old.press(Qt.Key.Key_S, Control)
    assert (tree / "old.md").read_bytes() == b"\xc4" + OLD
    assert "CP1252" in old.status
    (tree / "old.md").write_bytes(b"\xe4ndern\n")
    old.window.workbench.look_at_disk_now()
    assert old.source.toPlainText() == "ändern\n"


# Encoding, byte order mark, text, what is typed, what the encoding lacks.
ENCODED: list[tuple[str, bytes, str, str, str | None]] = [
    ("latin-1", b"", "caf\xe9\xa0$who\x85\r\nzwei\r", "\xff", "\u20ac"),
    ("cp1252", b"", "5 \u20ac \u2013 $who\n", "\u0160", "\u0429"),
    ("utf-16-le", b"\xff\xfe", "Gr\xfc\xdfe \U0001f600 $who\r\n\u2028", "\U0001f680", None),
    ("utf-16-be", b"\xfe\xff", "Gr\xfc\xdfe \U0001f600 $who\n", "\u0429", None),
    ("utf-16-le", b"", "Gr\xfc\xdfe \ud7ff\u0100\u0200\n", "\U0001f680", None),
    ("shift_jis", b"", "\u65e5\u672c\u8a9e $who\n\u30c6\u30ad\u30b9\u30c8\n", "\u732b", "\xe9"),
]


def test_cases_41_58_another_encoding_is_kept_to_the_last_byte(opener: Opener, tree: Path) -> None:
    opened = opener(tree)
    for number, (encoding, mark, text, typed, lacking) in enumerate(ENCODED):
        path = tree / f"odd{number}.md"
        data = mark + text.encode(encoding)
        path.write_bytes(data)
        opened.window.open(path)
        assert opened.source.isReadOnly()
        opened.type("x", into=opened.source)
        opened.press(Qt.Key.Key_S, Control)
        assert path.read_bytes() == data
        opened.take(f"Reopen as {encoding}")
        assert opened.front.text() == text
        opened.press(Qt.Key.Key_S, Control)
        assert path.read_bytes() == data
        opened.press(Qt.Key.Key_Home, Control)
        opened.type(typed)
        opened.press(Qt.Key.Key_S, Control)
        saved = mark + (typed + text).encode(encoding)
        assert path.read_bytes() == saved
        if lacking is not None:
            opened.type(lacking)
            opened.press(Qt.Key.Key_S, Control)
            assert path.read_bytes() == saved
            assert "Line 1, column 2" in (opened.notice or "")
            assert f"U+{ord(lacking):04X}" in (opened.notice or "")
            assert opened.front.is_modified()


def test_undo_does_not_lead_back_to_the_look(old: Opened, tree: Path) -> None:
    old.take("Reopen as cp1252")
    old.focus(old.source)
    old.press(Qt.Key.Key_Z, Control)
    assert old.source.toPlainText() == TEXT


def test_what_the_encoding_lacks_is_named_and_saved_as_utf_8(old: Opened, tree: Path) -> None:
    old.take("Reopen as cp1252")
    old.place_caret(1, 2)
    old.type("☃", into=old.source)
    old.press(Qt.Key.Key_S, Control)
    assert (tree / "old.md").read_bytes() == OLD
    assert "old.md" in (old.notice or "")
    assert "Line 2, column 3" in (old.notice or "")
    assert old.offers() == ["Save in UTF-8", "Dismiss"]
    old.take("Save in UTF-8")
    assert (tree / "old.md").read_bytes() == TEXT.replace("Zweite", "Zw☃eite").encode()
    assert old.notice is None


def test_a_clean_file_that_becomes_no_text_can_be_reopened_in_its_encoding(
    opener: Opener, tree: Path
) -> None:
    opened = opener(tree / "plain.md")
    (tree / "plain.md").write_bytes(OLD)
    opened.window.workbench.look_at_disk_now()
    assert opened.source.toPlainText() == "Plain text for $who.\n"
    assert "Reopen as cp1252" in opened.offers()
    opened.take("Reopen as cp1252")
    assert opened.source.toPlainText() == TEXT.replace("\r\n", "\n")
    assert not opened.source.isReadOnly()
    assert "Reopen as cp1252" not in opened.offers()
    (tree / "plain.md").write_text("Plain again.\n")
    opened.window.workbench.look_at_disk_now()
    assert not opened.source.isReadOnly()


def test_other_line_ends_outside_show_in_the_status(opener: Opener, tree: Path) -> None:
    write(tree, {"ends.md": "one\ntwo\n"})
    opened = opener(tree / "ends.md")
    assert "LF" in opened.status.split(" · ")
    (tree / "ends.md").write_bytes(b"one\r\ntwo\r\n")
    opened.window.workbench.look_at_disk_now()
    opened.settle()
    assert "CRLF" in opened.status.split(" · ")
    opened.caret_to_end()
    opened.type("\nthree\n", into=opened.source)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "ends.md").read_bytes() == b"one\r\ntwo\r\n\r\nthree\r\n"


def test_a_frontmatter_fault_from_the_start_shows_no_last_good_rendering(
    opener: Opener, tree: Path
) -> None:
    write(tree, {"broken.md": '{\n  "title": "x",\n  oops\n}\nbody\n'})
    opened = opener(tree / "broken.md")
    assert opened.rendered == ""
    stale = opened.find(QWidget, "staleBar")
    assert stale.isVisible()
    said = stale.findChild(QLabel).text()
    assert "last good" not in said
    assert "cannot be read" in said
    assert "Line 3" in said
    opened.place_caret(2, 2)
    for _ in "oops":
        opened.press(Qt.Key.Key_Delete)
    opened.type('"a": 1', into=opened.source)
    assert opened.rendered == "body"
    opened.type("x")
    assert "last good rendering. Line 3" in stale.findChild(QLabel).text()
