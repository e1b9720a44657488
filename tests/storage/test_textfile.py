"""Bytes to text and back, and files that are no text."""

import codecs
import hashlib
import os
import stat
import threading
from pathlib import Path

import pytest

from editor.core.spans import usual_line_end
from editor.storage.disk import Disk, shown
from editor.storage.textfile import (
    DecodeFault,
    EncodeFault,
    UnreadableFile,
    decode,
    decode_for_reading,
    digest_of,
    encode,
    fitting_encodings,
    read,
    read_bytes,
    split_lines,
)


class NoOpen(Disk):
    """A disk on which opening anything is an error of the program."""

    def open(self, path: str, flags: int, mode: int = 0o600) -> int:
        raise AssertionError(f"opened {path}")


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf---\nname: demo\n---\nBody\n",
        b'\xef\xbb\xbf{\n  "a": 1\n}\nBody\n',
        b'\xef\xbb\xbf{"identity": {"name": "Ada"}}',
        b"\xef\xbb\xbf",
    ],
)
def test_case_11_bom_is_kept_and_is_not_text(data: bytes) -> None:
    found = decode(data)
    assert found.bom
    assert found.text == data[3:].decode()
    assert found.encode(found.text) == data


def test_case_11_a_file_without_bom_gains_none() -> None:
    found = decode(b"---\nname: demo\n---\n")
    assert not found.bom
    assert found.encode(found.text + "x") == b"---\nname: demo\n---\nx"


def test_case_11_a_second_bom_is_text() -> None:
    data = codecs.BOM_UTF8 * 2 + b"a"
    assert decode(data).text == "\ufeffa"
    assert decode(data).encode("\ufeffa") == data


@pytest.mark.parametrize(
    "text",
    [
        "---\na: 1\n---\n\n\nLine one  \nline two\n\n\n",
        "Hi $name",
        "",
        "\n",
        " \t",
        "a\r\nb\nc\rd\r\r\n",
    ],
)
def test_case_12_nothing_is_tidied(text: str) -> None:
    data = text.encode()
    found = decode(data)
    assert found.text == text
    assert found.encode(found.text) == data


@pytest.mark.parametrize(
    "text",
    ["a\x00b $name\x1b[0m\n", "t: |\n  a\x0cb\n", "a\x85b", "a\u2028b\u2029", "\ufdd0\U0001f600"],
)
def test_case_73_control_characters_are_kept(text: str) -> None:
    assert decode(text.encode()).text == text
    assert encode(text) == text.encode()


def test_case_41_bytes_that_are_not_utf8_name_their_place() -> None:
    data = b"---\r\ntitle: x\r\n---\r\ncaf\xe9 $name\n"
    with pytest.raises(DecodeFault) as caught:
        decode(data)
    assert caught.value.offset == data.index(b"\xe9")
    assert (caught.value.line, caught.value.column) == (4, 4)
    assert "0xE9" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_case_41_place_counts_the_bom_in_bytes_and_astral_characters_as_one() -> None:
    with pytest.raises(DecodeFault) as caught:
        decode(codecs.BOM_UTF8 + "\U0001f600é".encode() + b"\xff")
    assert caught.value.offset == 3 + 4 + 2
    assert caught.value.character == 2
    assert (caught.value.line, caught.value.column) == (1, 3)


def test_case_41_the_file_opens_read_only_and_can_never_be_saved_so(tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    path.write_bytes(b"caf\xe9 $name\n")
    found = read(path)
    assert found.text == "caf\ufffd $name\n"
    assert found.read_only_reason is not None
    assert found.fault is not None
    assert found.digest == hashlib.sha256(b"caf\xe9 $name\n").hexdigest()
    with pytest.raises(EncodeFault):
        found.encode(found.text)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_case_41_reopened_as_another_encoding_it_is_saved_in_that(
    tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "p.md"
    path.write_bytes(b"---\ntitle: x\n---\ncaf\xe9 $name\n")
    found = read(path, encoding)
    assert found.text == "---\ntitle: x\n---\ncafé $name\n"
    assert found.read_only_reason is None
    changed = found.encode(found.text.replace("title: x", "title: y"))
    assert changed == b"---\ntitle: y\n---\ncaf\xe9 $name\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_case_41_utf16_keeps_its_byte_order_mark(encoding: str) -> None:
    data = "\ufeffHi $name\r\n".encode(encoding)
    found = decode(data, encoding)
    assert (found.text, found.bom) == ("Hi $name\r\n", True)
    assert found.encode(found.text) == data


def test_case_41_an_encoding_that_would_not_give_the_bytes_back_is_refused() -> None:
    data = b"+AGE-"  # a second spelling of "a" in UTF-7
    assert data.decode("utf-7") == "a"
    with pytest.raises(DecodeFault, match="same bytes"):
        decode(data, "utf-7")


def test_case_41_only_encodings_that_lose_nothing_are_offered() -> None:
    assert "utf-8" in fitting_encodings("café".encode())
    offered = fitting_encodings(b"caf\xe9 \x81!")  # 0x81 is nothing in cp1252, and an odd length
    assert "latin-1" in offered
    assert not {"utf-8", "cp1252", "utf-16-le"} & set(offered)
    assert "utf-16-le" in fitting_encodings("\ufeffcafé".encode("utf-16-le"))


def test_case_58_half_a_surrogate_pair_is_named_before_any_disk_is_touched() -> None:
    with pytest.raises(EncodeFault) as caught:
        encode("one\r\nkeep \ud83d")
    assert (caught.value.offset, caught.value.line, caught.value.column) == (10, 2, 6)
    assert "U+D83D" in str(caught.value)


def test_case_58_a_character_the_encoding_lacks_is_named() -> None:
    with pytest.raises(EncodeFault) as caught:
        encode("price 5 €", encoding="latin-1")
    assert (caught.value.line, caught.value.column) == (1, 9)


def test_case_58_an_escape_in_json_is_six_plain_characters() -> None:
    assert encode('{"a": "\\ud83d"}') == b'{"a": "\\ud83d"}'


def test_reading_never_raises_for_odd_bytes() -> None:
    assert decode_for_reading(b"\xef\xbb\xbf\x80").text == "\ufffd"
    assert decode_for_reading(b"good").read_only_reason is None


def test_case_63_a_write_protected_file_is_marked(tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    path.write_bytes(b"text")
    assert read(path).read_only_reason is None
    path.chmod(0o444)
    found = read(path)
    assert found.read_only_reason is not None
    assert found.encode("other") == b"other"


def test_split_lines_knows_three_line_ends_only() -> None:
    text = "a\u2028b\x0bc\x0cd\x85e\x1cf\r\ng\rh\n\ri"
    assert split_lines(text) == [
        ("a\u2028b\x0bc\x0cd\x85e\x1cf", "\r\n"),
        ("g", "\r"),
        ("h", "\n"),
        ("", "\r"),
        ("i", ""),
    ]
    assert split_lines("") == [("", "")]
    assert split_lines("a\n") == [("a", "\n"), ("", "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", "\n"), ("a", "\n"), ("a\r\nb\nc\r\n", "\r\n"), ("a\rb\r", "\r"), ("a\r\nb\n", "\r\n")],
)
def test_case_3_usual_line_end(text: str, expected: str) -> None:
    assert usual_line_end(text) == expected


def test_digest_is_sha256() -> None:
    assert digest_of(b"abc") == hashlib.sha256(b"abc").hexdigest()


def test_a_missing_file_a_folder_and_a_loop_are_one_line_each(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to("loop")
    for path in (tmp_path / "gone.md", tmp_path, loop, tmp_path / "f" / "x", Path("a\0b")):
        with pytest.raises(UnreadableFile) as caught:
            read(path)
        assert "\n" not in str(caught.value)
        assert str(caught.value).endswith(".")


def test_names_with_line_ends_or_odd_bytes_stay_one_line(tmp_path: Path) -> None:
    for name in (b"a\nb.md", b"a\xffb.md", b"a\x1b[2Jb"):
        with pytest.raises(UnreadableFile) as caught:
            read(os.path.join(os.fsencode(tmp_path).decode(), os.fsdecode(name)))
        assert str(caught.value).isprintable()


def test_a_fifo_is_refused_without_being_opened(tmp_path: Path) -> None:
    path = tmp_path / "pipe.md"
    os.mkfifo(path)
    with pytest.raises(UnreadableFile, match="not a regular file"):
        read(path, disk=NoOpen())


def test_a_device_is_refused_without_being_opened() -> None:
    with pytest.raises(UnreadableFile, match="not a regular file"):
        read("/dev/zero", disk=NoOpen())


def test_a_fifo_that_takes_the_place_of_a_file_does_not_block(tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    os.mkfifo(path)
    regular = tmp_path / "regular"
    regular.write_bytes(b"")

    class Late(Disk):
        def stat(self, path: str) -> os.stat_result:
            return os.stat(regular)

    caught: list[BaseException] = []

    def attempt() -> None:
        try:
            read(path, disk=Late())
        except UnreadableFile as error:
            caught.append(error)

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
    assert len(caught) == 1


def test_large_files_are_refused_before_reading_and_when_they_grow(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    with path.open("wb") as file:
        file.truncate(101 * 1024 * 1024)
    with pytest.raises(UnreadableFile, match="100 MB"):
        read(path, disk=NoOpen())
    small = tmp_path / "small.md"
    small.write_bytes(b"12345")
    assert read_bytes(small, limit=5) == b"12345"

    class Grown(Disk):
        def fstat(self, fd: int) -> os.stat_result:
            found = list(os.fstat(fd))
            found[stat.ST_SIZE] = 1
            return os.stat_result(found)

        def stat(self, path: str) -> os.stat_result:
            found = list(os.stat(path))
            found[stat.ST_SIZE] = 1
            return os.stat_result(found)

    with pytest.raises(UnreadableFile):
        read_bytes(small, limit=4, disk=Grown())


def test_a_denied_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    path.write_bytes(b"x")

    class Denied(Disk):
        def open(self, path: str, flags: int, mode: int = 0o600) -> int:
            raise PermissionError(13, "Permission denied", path)

    with pytest.raises(UnreadableFile, match="may not be read"):
        read(path, disk=Denied())


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("a\ud800b", "a\\ud800b"),
        ("\udfff", "\\udfff"),
        (Path("x/\ud83d.md"), "x/\\ud83d.md"),
        ("caf\udce9", "caf\\xe9"),
        ("a\nb", "a\\nb"),
        ("é/😀.md", "é/😀.md"),
    ],
)
def test_every_name_can_be_shown_on_one_line(path: str | Path, written: str) -> None:
    assert shown(path) == written


def test_a_reason_does_not_name_the_file(tmp_path: Path) -> None:
    for name in ("none", "."):
        with pytest.raises(UnreadableFile) as caught:
            read(tmp_path / name)
        assert str(tmp_path) in str(caught.value)
        assert str(tmp_path) not in caught.value.reason
