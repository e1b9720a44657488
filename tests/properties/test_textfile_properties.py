"""What must hold for all bytes and texts: nothing is lost on the way in and out."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.storage.textfile import (
    DecodeFault,
    EncodeFault,
    decode,
    decode_for_reading,
    encode,
    split_lines,
)

TRICKY = st.sampled_from(
    [
        "\r",
        "\n",
        "\r\n",
        "\ufeff",
        "\x00",
        "\x85",
        "\u2028",
        "\xa0",
        "\U0001f600",
        "a",
        " ",
        "\ufdd0",
    ]
)
TEXTS = st.one_of(st.text(), st.lists(TRICKY).map("".join))
BYTES = st.one_of(
    st.binary(),
    st.tuples(st.sampled_from([b"", b"\xef\xbb\xbf"]), TEXTS.map(str.encode)).map(b"".join),
)


def first_odd_byte(data: bytes) -> int | None:
    """Where `data` stops being UTF-8, as Python's own decoder sees it."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


@given(BYTES)
def test_decode_then_encode_gives_the_same_bytes(data: bytes) -> None:
    odd = first_odd_byte(data)
    if odd is None:
        found = decode(data)
        assert encode(found.text, found.bom, found.encoding) == data
        assert found == decode_for_reading(data)
        return
    with pytest.raises(DecodeFault) as caught:
        decode(data)
    assert caught.value.offset == odd
    looked_at = decode_for_reading(data)
    with pytest.raises(EncodeFault):
        looked_at.encode(looked_at.text)


@given(BYTES, st.sampled_from(["latin-1", "cp1252", "utf-16-le", "utf-16-be", "shift_jis"]))
def test_any_encoding_gives_the_same_bytes_or_is_refused(data: bytes, encoding: str) -> None:
    with contextlib.suppress(DecodeFault):
        found = decode(data, encoding)
        assert encode(found.text, found.bom, found.encoding) == data


@given(TEXTS, st.booleans())
def test_encode_then_decode_gives_the_same_text(text: str, bom: bool) -> None:
    bom = bom or text.startswith("\ufeff")  # a first U+FEFF without a mark is one
    found = decode(encode(text, bom))
    assert (found.text, found.bom) == (text, bom)


@given(st.text(st.one_of(st.characters(), st.sampled_from("\ud800\udc00\udfff"))))
def test_case_58_a_text_is_encoded_whole_or_refused_at_the_first_odd_character(text: str) -> None:
    odd = re.search("[\ud800-\udfff]", text)
    if odd is None:
        assert encode(text) == text.encode()
    else:
        with pytest.raises(EncodeFault) as caught:
            encode(text)
        assert caught.value.offset == odd.start()


@given(TEXTS)
def test_lines_and_their_endings_joined_are_the_text(text: str) -> None:
    lines = split_lines(text)
    assert "".join(line + ending for line, ending in lines) == text
    assert all(ending in ("\r\n", "\n", "\r") for _, ending in lines[:-1])
    assert lines[-1][1] == ""
    assert not any("\r" in line or "\n" in line for line, _ in lines)
    assert len(lines) == len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
