"""Field cases about JSON: what is not edited keeps its spelling and its place."""

import json
from typing import Any

import pytest

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused, apply_edits
from editor.core.json_language import JsonLanguage
from editor.core.tree import Number, Path

JSON = JsonLanguage()

CASE_38 = (
    '{"t":1.0,"b":1e5,"z":-0,"id":12345678901234567890,"s":"\\u00e9\\/","e":"é",'
    '"n":0.10,"big":1e400,"x":1, "x":2}'
)


def after_set(text: str, path: Path, value: object) -> str:
    return apply_edits(text, JSON.set(text, path, value))


@pytest.mark.parametrize("value", [0.7, Number("0.7")])
def test_case_38_one_number_changes_and_nothing_else(value: object) -> None:
    assert after_set(CASE_38, ("t",), value) == CASE_38.replace("1.0", "0.7", 1)


@pytest.mark.parametrize(
    ("old", "spelled"),
    [
        ("1.0", "1.10"),
        ("1e5", "1E+5"),
        ("-0", "0"),
        ("-0", "-0.0"),
        ("12345678901234567890", "12345678901234567891"),
        ("0.10", "0.1"),
        ("1e400", "1e4"),
    ],
)
def test_case_38_numbers_are_written_as_spelled(old: str, spelled: str) -> None:
    text = f'{{\n\t"a" : {old},\r\n "b": [ {old} ]}}'
    assert after_set(text, ("a",), Number(spelled)) == text.replace(old, spelled, 1)
    assert JSON.set(text, ("b", 0), Number(old)) == ()


def test_case_38_escapes_keep_their_spelling_beside_a_change() -> None:
    expected = CASE_38.replace('"\\u00e9\\/"', '"\\u00e9\\/x"')
    assert after_set(CASE_38, ("s",), "é/x") == expected
    assert after_set(CASE_38, ("e",), "éü") == CASE_38.replace('"é"', '"éü"')


@pytest.mark.parametrize(
    "text",
    ['{"a": NaN}', '{"a": -Infinity}', '{"a": 1} // b', '{"a": 1,}', "{/**/}", "[1,]", "{'a': 1}"],
)
def test_case_38_what_is_no_json_is_neither_read_nor_edited(text: str) -> None:
    with pytest.raises(ParseFault):
        JSON.parse(text)
    with pytest.raises(EditRefused):
        JSON.set(text, ("a",), 2)


def test_case_47_duplicate_keys_are_kept_and_marked() -> None:
    text = '{"a":1,\n"x":0,\n"a":2}'
    root = JSON.parse(text).root
    assert root is not None
    assert [(e.key, e.node.value, e.duplicate) for e in root.entries] == [
        ("a", 1, True),
        ("x", 0, False),
        ("a", 2, True),
    ]
    assert root.value == {"a": 2, "x": 0}
    assert after_set(text, ("x",), 5) == '{"a":1,\n"x":5,\n"a":2}'
    assert after_set(text, ("a",), 3) == '{"a":1,\n"x":0,\n"a":3}'
    with pytest.raises(EditRefused, match=r"'a'.*lines 1 and 3"):
        JSON.remove(text, ("a",))


def test_case_58_a_half_pair_that_is_not_edited_stays_an_escape() -> None:
    text = '{"s": "keep \\ud83d", "o": "x"}'
    assert after_set(text, ("o",), "y") == text.replace('"x"', '"y"')
    assert after_set(text, ("s",), "keep \ud83d!") == text.replace("d83d", "d83d!")
    assert after_set(text, ("o",), "\ud83d") == text.replace('"x"', '"\\ud83d"')


LAID_OUT = (
    '{\r\n\t"title" : "Triage",\r\n\r\n\t"tags": [ "a",  "b" ],\r\n\t"ver": 1.10,\r\n'
    '\t"hook": {"pre": "x"}\r\n}  \r\n\r\n'
)


def test_case_1_one_field_changes_only_its_bytes() -> None:
    assert after_set(LAID_OUT, ("title",), "Triage 2") == LAID_OUT.replace("Triage", "Triage 2")
    assert after_set(LAID_OUT, ("tags",), ["a", "c"]) == LAID_OUT.replace('"b"', '"c"')
    assert after_set(LAID_OUT, ("hook", "post"), "y") == LAID_OUT.replace(
        '"x"}', '"x", "post": "y"}'
    )
    assert after_set(LAID_OUT, ("new",), True) == LAID_OUT.replace(
        "}\r\n}", '},\r\n\t"new": true\r\n}'
    )


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\r", "  \n\n"])
def test_case_12_the_end_of_the_text_stays(end: str) -> None:
    assert after_set('{"a": 1}' + end, ("a",), 2) == '{"a": 2}' + end


def test_case_11_a_byte_order_mark_is_not_part_of_the_text_that_is_read() -> None:
    with pytest.raises(ParseFault, match="byte order mark") as caught:
        JSON.parse('\ufeff{"a": 1}')
    assert caught.value.offset == 0


@pytest.mark.parametrize(
    "value",
    [
        "Note: read",
        "Update #2 (new)",
        "{{name}}",
        "no",
        "1.10",
        "~",
        "",
        " pad ",
        'it\'s "x"',
        "a\nb",
        "\r\n",
        "\t",
        "\\",
        "\\u0041",
        "</x>",
        "\x00\x1f\x7f",
        "\u2028\u2029\x85",
        "😀",
    ],
)
@pytest.mark.parametrize("old", ['"old"', "1", "null", '""', '{"b": []}'])
def test_case_18_every_string_typed_reads_back(value: str, old: str) -> None:
    after = after_set(f'{{"a": {old}, "z": 0}}', ("a",), value)
    assert json.loads(after) == {"a": value, "z": 0}


@pytest.mark.parametrize(
    ("old", "new"), [("1", 1.0), ("1.0", 1), ("1", True), ("true", 1), ("0", False), ('"1"', 1)]
)
def test_case_54_equal_is_not_the_same(old: str, new: Any) -> None:
    text = f'{{ "a" :{old} }}'
    written = {True: "true", False: "false"}[new] if isinstance(new, bool) else repr(new)
    assert after_set(text, ("a",), new) == f'{{ "a" :{written} }}'
    assert JSON.set(f'{{ "a" :{written} }}', ("a",), new) == ()
