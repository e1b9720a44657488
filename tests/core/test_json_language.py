"""JSON edits in the layouts that people write, and the words of refusals."""

import json
from typing import Any

import pytest

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused, apply_edits
from editor.core.json_language import JsonLanguage
from editor.core.tree import Number, Path

JSON = JsonLanguage()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", '{"k": 1}'),
        ("{ }", '{ "k": 1 }'),
        ("{\n}", '{\n  "k": 1\n}'),
        ("{\r\n}\r\n", '{\r\n  "k": 1\r\n}\r\n'),
        ('{"a":1}', '{"a":1,"k":1}'),
        ('{ "a": 1 }', '{ "a": 1, "k": 1 }'),
        ('{"a" : 1 , "b" : 2}', '{"a" : 1 , "b" : 2 , "k" : 1}'),
        ('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": 1\n}'),
        ('{\n   "a": 1,\n\n   "b": 2\n\n}\n', '{\n   "a": 1,\n\n   "b": 2,\n   "k": 1\n\n}\n'),
        ('{ "a": 1\n, "b": 2\n}', '{ "a": 1\n, "b": 2\n, "k": 1\n}'),
        ('{ "a": 1\n}', '{ "a": 1\n, "k": 1\n}'),
        ('{\r"a":1\r}', '{\r"a":1,\r"k":1\r}'),
        ('{"a":\n  {"b": 2}}', '{"a":\n  {"b": 2}, "k": 1}'),
    ],
)
def test_a_missing_key_is_added_as_its_neighbours_are_written(text: str, expected: str) -> None:
    assert apply_edits(text, JSON.set(text, ("k",), 1)) == expected


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ('{"a": 1}', "a", "{}"),
        ('{ "a": 1 }', "a", "{ }"),
        ('{\n  "a": 1\n}', "a", "{\n}"),
        ('{"a": 1, "b": 2, "c": 3}', "a", '{"b": 2, "c": 3}'),
        ('{"a": 1, "b": 2, "c": 3}', "b", '{"a": 1, "c": 3}'),
        ('{"a": 1, "b": 2, "c": 3}', "c", '{"a": 1, "b": 2}'),
        ('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', "a", '{\n  "b": 2,\n  "c": 3\n}'),
        ('{\n  "a": 1,\n  "b": 2,\n\n  "c": 3\n}', "b", '{\n  "a": 1,\n\n  "c": 3\n}'),
        ('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', "c", '{\n  "a": 1,\n  "b": 2\n}'),
        ('{ "a": 1\n, "b": 2\n, "c": 3\n}', "b", '{ "a": 1\n, "c": 3\n}'),
        ('{"a": 1, "b": 2,\n "c": 3}', "b", '{"a": 1,\n "c": 3}'),
    ],
)
def test_removing_takes_one_comma_and_the_entrys_own_line(
    text: str, key: str, expected: str
) -> None:
    assert apply_edits(text, JSON.remove(text, (key,))) == expected


def test_missing_parents_are_made_in_the_layout_of_the_place() -> None:
    text = '{\n    "a": 1\n}\n'
    after = apply_edits(text, JSON.set(text, ("hook", "pre"), [1]))
    assert after == json.dumps({"a": 1, "hook": {"pre": [1]}}, indent=4) + "\n"
    inline = '{"a": 1}'
    after = apply_edits(inline, JSON.set(inline, ("hook", "pre"), [1]))
    assert after == '{"a": 1, "hook": {"pre": [1]}}'


def test_new_objects_are_written_on_one_line_where_their_neighbours_are() -> None:
    text = '{\n  "hook": {"pre": "a"},\n  "x": 1\n}'
    after = apply_edits(text, JSON.set(text, ("load",), {"audio": True}))
    assert after == text.replace('"x": 1', '"x": 1,\n  "load": {"audio": true}')


def test_a_container_changes_only_where_it_differs() -> None:
    text = '{"a":{"b" : 1.0,"c":[1 ,2,3],  "d":"x"}}'
    value = {"a": {"b": 1.0, "c": [1, 3], "e": None}}
    assert apply_edits(text, JSON.set(text, (), value)) == '{"a":{"b" : 1.0,"c":[1 ,3],  "e":null}}'


def test_non_ascii_is_escaped_only_where_the_file_does() -> None:
    for text, written in (
        ('{"a": "\\u00fc", "b": "x"}', '"\\u00e9\\ud83d\\ude00"'),
        ('{"a": "ü\\u00fc", "b": "x"}', '"é😀"'),
        ('{"a": "\\\\u00fc \\u000b", "b": "x"}', '"é😀"'),
    ):
        assert apply_edits(text, JSON.set(text, ("b",), "é😀")) == text.replace('"x"', written)


def test_a_string_that_escapes_its_slashes_goes_on_doing_so() -> None:
    text = '{"a": "http:\\/\\/x"}'
    assert apply_edits(text, JSON.set(text, ("a",), "http://x/y")) == '{"a": "http:\\/\\/x\\/y"}'


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("s", "x"), 1, "s is a single value"),
        (("n", "x"), 1, "n is a single value"),
        (("l", 2), 1, "there is no item 2"),
        (("l", "x"), 1, "there is no item x"),
        (("s",), float("nan"), "no nan"),
        (("s",), float("-inf"), "no -inf"),
        (("s",), Number("0x10"), "not a number"),
        (("s",), Number(""), "not a number"),
        (("s",), {1: 2}, "keys in JSON are text"),
        (("s",), {"a": {2}}, "type set"),
        pytest.param(("s",), 10**5000, "too many digits", id="digits"),
    ],
)
def test_refusals_say_why(path: Path, value: object, words: str) -> None:
    with pytest.raises(EditRefused, match=words):
        JSON.set('{"s": "x", "n": null, "l": [1, 2]}', path, value)


def test_a_value_without_end_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(EditRefused, match="deeper"):
        JSON.set("[1]", (0,), endless)


@pytest.mark.parametrize(
    ("spelled", "written"),
    [(".5", "0.5"), ("+1", "1"), ("1.", "1.0"), ("007", "7"), ("-.5e3", "-0.5e3")],
)
def test_a_number_that_json_spells_otherwise(spelled: str, written: str) -> None:
    assert apply_edits("[0]", JSON.set("[0]", (0,), Number(spelled))) == f"[{written}]"


def test_entries_that_cannot_be_inserted_moved_or_removed() -> None:
    text = '{"a": 1, "l": [1]}'
    for refused in (
        lambda: JSON.insert(text, ("a",), 2),
        lambda: JSON.insert(text, ("b",), 2, before="z"),
        lambda: JSON.insert(text, ("l", 2), 2),
        lambda: JSON.insert(text, ("l", 0), 2, before="a"),
        lambda: JSON.insert(text, ("z", "y"), 2),
        lambda: JSON.insert(text, ("a", "y"), 2),
        lambda: JSON.insert(text, (), 2),
        lambda: JSON.remove(text, ("z",)),
        lambda: JSON.remove(text, ()),
        lambda: JSON.move(text, ("a",), 2),
        lambda: JSON.move(text, ("a",), -1),
    ):
        with pytest.raises(EditRefused):
            refused()


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    [
        ("", 0, "ends where a value"),
        ('{\n  "a": 1\n  "b": 2\n}', 13, "expected ',' or '}'"),
        ('{"a" 1}', 5, "expected ':'"),
        ('{"a": 1,}', 7, "comma before '}'"),
        ("[1 2]", 3, "expected ',' or ']'"),
        ('["a', 1, "no closing quote"),
        ('["a\\', 1, "no closing quote"),
        ('["a\nb"]', 3, "close on its line"),
        ('["a\tb"]', 3, r"\\u0009"),
        ('["\\x"]', 2, "not a valid escape"),
        ("{a: 1}", 1, "key in double quotes"),
        ("[01]", 2, "expected ','"),
        ("[NaN]", 1, "NaN is not"),
        ("{} x", 3, "unexpected text"),
        pytest.param("[" * 100_000 + "]" * 100_000, 200, "deeper than 200", id="lists"),
        pytest.param('{"a":' * 100_000, 1000, "deeper than 200", id="objects"),
        pytest.param("9" * 5000, 0, "too many digits", id="digits"),
    ],
)
def test_faults_name_their_place(text: str, offset: int, words: str) -> None:
    with pytest.raises(ParseFault, match=words) as caught:
        JSON.parse(text)
    assert caught.value.offset == offset


def test_the_deepest_text_that_is_read_is_also_edited() -> None:
    text = '{"a":' * 199 + "[1]" + "}" * 199
    assert apply_edits(text, JSON.set(text, ("a",) * 199 + (0,), 2)) == text.replace("1", "2")


def test_the_end_of_an_object_is_found_without_reading_on() -> None:
    text = 'x{"}": "}"}} not json'
    assert JSON.scan_object(text, 1) == 11
    for start in (0, 2):
        with pytest.raises(ParseFault) as caught:
            JSON.scan_object(text, start)
        assert caught.value.offset == start
