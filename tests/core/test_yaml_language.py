"""Reading YAML into located trees, and edits in layouts that are allowed but seldom seen."""

import datetime
from itertools import pairwise

import pytest
import yaml

from editor.core.diagnostics import ParseFault
from editor.core.edits import EditRefused, apply_edits
from editor.core.tree import NodeKind, Path
from editor.core.yaml_language import YamlLanguage
from editor.core.yaml_scalars import number_value

YAML = YamlLanguage()


def sources(text: str) -> dict[Path, str]:
    return {path: node.span.of(text) for path, node in YAML.parse(text).walk() if path}


def set_(text: str, path: Path, value: object) -> str:
    return apply_edits(text, YAML.set(text, path, value))


def test_kinds_are_those_of_the_loaded_value() -> None:
    text = "s: x\ni: 0x10\nf: 1.5\nb: yes\nn:\nd: 2024-06-01\nm: {}\nl: []\nt: !!set {a}\nq: '1'\n"
    root = YAML.parse(text).root
    assert root is not None
    assert {entry.key: entry.node.kind.value for entry in root.entries} == {
        "s": "string", "i": "number", "f": "number", "b": "boolean", "n": "null", "d": "other",
        "m": "mapping", "l": "sequence", "t": "other", "q": "string",
    }  # fmt: skip
    assert root.value == yaml.safe_load(text)
    assert root.entries[5].node.value == datetime.date(2024, 6, 1)


def test_spans_count_code_points_whatever_ends_the_lines() -> None:
    text = "a: 😀 x\r\nb: 'é'\rc: &n !!str y # z\nd: |-\n  l1\n\n   l2\n\n# c\ne:\n\u2028f: *n"
    assert sources(text) == {
        ("a",): "😀 x", ("b",): "'é'", ("c",): "y", ("d",): "|-\n  l1\n\n   l2\n", ("e",): "",
    }  # fmt: skip
    alias = YAML.parse(text).find(("f",))
    assert alias is not None
    assert alias.span.of(text) == "*n"
    assert alias.inherited


def test_keys_are_text_as_it_stands() -> None:
    root = YAML.parse("on: 1\n1: 2\n'1': 3\nyes: 4\n\"a\\tb\": 5\n").root
    assert root is not None
    assert [(e.key, e.duplicate) for e in root.entries] == [
        ("on", True), ("1", True), ("1", True), ("yes", True), ("a\tb", False),
    ]  # fmt: skip


def test_merged_entries_come_behind_the_own_ones_unless_overridden() -> None:
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc:\n  <<: [*a, *b]\n  x: 9\n"
    node = YAML.parse(text).find(("c",))
    assert node is not None
    found = [(e.key, e.node.value, e.node.inherited) for e in node.entries[1:]]
    assert found[0] == ("x", 9, False)
    assert sorted(found[1:]) == [("y", 2, True), ("z", 4, True)]
    assert node.value == {"x": 9, "y": 2, "z": 4}


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    [
        ("a: [1\n", 6, "The list [ … ] is not closed"),
        ("a: !x b\n", 3, "tag"),
        ("a: 1\nb: 2024-13-45\n", 8, "not a valid timestamp"),
        ("? [a]\n: b\n", 2, "in quotes"),
        ("a: &a [*a]\n", 7, "contains itself"),
        ("a: *b\n", 3, "No anchor"),
        ("a: 1\n---\nb: 2\n", 5, "more than one"),
        ("a:\tb\n", 2, "safe_load"),
        ("k: {{name}}\n", 4, "begins with { or [ in quotes"),
        ("[" * 300 + "]" * 300, 200, "deep"),
        ("a: \x1b\n", 3, "U+001B"),
    ],
)
def test_faults_are_plain_and_placed(text: str, offset: int, words: str) -> None:
    with pytest.raises(ParseFault) as caught:
        YAML.parse(text)
    assert caught.value.offset == offset
    assert words in caught.value.message
    with pytest.raises(EditRefused, match="cannot be read"):
        YAML.set(text, ("new",), 1)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_no_depth_crashes(opening: str) -> None:
    with pytest.raises(ParseFault):
        YAML.parse(opening * 20_000)


def test_an_alias_bomb_is_a_fault_before_anything_is_built() -> None:
    names = "abcdefghi"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in pairwise(names)]
    with pytest.raises(ParseFault, match="expands to too much"):
        YAML.parse("\n".join(lines))


def test_texts_without_a_value_have_no_root() -> None:
    for text in ("", "\n\n", "# c\n", "---\n", "--- # c\n...\n"):
        assert YAML.parse(text).root is None
    root = YAML.parse("''").root
    assert root is not None
    assert root.kind is NodeKind.STRING


@pytest.mark.parametrize(
    ("text", "path", "value", "result"),
    [
        ("? a\n: b\n? c\n", ("a",), "x: y", "? a\n: 'x: y'\n? c\n"),
        ("? a\n: b\n? c\n", ("c",), "v", "? a\n: b\n? c\n: v\n"),
        ("a: [x: 1]\n", ("a", 0, "y"), 2, "a: [{x: 1, y: 2}]\n"),
        ("a: {b}\n", ("a", "b"), 1, "a: {b: 1}\n"),
        ("k: one\n  two\n\n  old # c\n", ("k",), "one two\nx", "k: one\n  two\n\n  x # c\n"),
        ("k: 'q\n  r'\n", ("k",), "q s", "k: 'q\n  s'\n"),
        ("k: >-\n  a\n  b\nz: 1\n", ("k",), "a b\nc", "k: >-\n  a\n  b\n\n  c\nz: 1\n"),
        ("k: &a !!str 1 # c\nz: 1\n", ("k",), 5, "k: &a 5 # c\nz: 1\n"),
        ("k: &a !!map\n  a: 1\nz: 1\n", ("k",), "x", "k: &a x\nz: 1\n"),
        ("k:\n  # on a\n  a: 1\n\n  b: 2 # t\n# end\n", ("k",), "x", "k: x\n# end\n"),
        ("k: v # c\n", ("k",), "l1\nl2\n", "k: | # c\n  l1\n  l2\n"),
        ("k: v # c\n", ("k",), ["a"], "k: # c\n  - a\n"),
        ("- v # c\n- w\n", (0,), {"a": 1, "b": 2}, "- a: 1 # c\n  b: 2\n- w\n"),
        ("a:\n    b: 1\n", ("p", "q"), {"r": 1}, "a:\n    b: 1\np:\n    q:\n        r: 1\n"),
        ("a:\n- 1\n", ("b",), [1, [2]], "a:\n- 1\nb:\n- 1\n- - 2\n"),
        ("a:\n", ("a", "b"), 1, "a:\n  b: 1\n"),
        ("a:  # c\n", ("a",), "x", "a: x  # c\n"),
        ("a: TRUE\n", ("a",), False, "a: FALSE\n"),
        ("b: |\r\n  x\r\n  y\n", ("b",), "x\nz\ny\n", "b: |\r\n  x\r\n  z\r\n  y\n"),
        ("a: 1\rb: 2\r", ("c",), 3, "a: 1\rb: 2\rc: 3\r"),
        ("--- |\n  text\n", (), "other\n", "--- |\n  other\n"),
        ("a: 1\nb: 2\nc: 3\n", (), {"a": 1, "c": 4, "d": 5}, "a: 1\nc: 4\nd: 5\n"),
        ("t: |\n  a\n\n\n# c\nz: 1\n", ("t",), False, "t: false\n\n\n# c\nz: 1\n"),
        ("on: 1\n1: 2\n", ("1",), 3, "on: 1\n1: 3\n"),
        ("a: 1\n", ("no",), 3, "a: 1\n'no': 3\n"),
    ],
)  # fmt: skip
def test_set_touches_only_what_it_must(text: str, path: Path, value: object, result: str) -> None:
    assert set_(text, path, value) == result


@pytest.mark.parametrize(
    ("text", "path", "result"),
    [
        ("a: 1\n# on b\nb: 2 # t\n\nc: 3\n", ("b",), "a: 1\n\nc: 3\n"),
        ("a: 1\n# not b's\n\nb: 2\n", ("b",), "a: 1\n# not b's\n\n"),
        ("k:\n  a: 1 # t\nz: 1\n", ("k", "a"), "k: {}\nz: 1\n"),
        ("k: # t\n- a\nz: 1\n", ("k", 0), "k: [] # t\nz: 1\n"),
        ("- a: 1 # t\n  # on b\n  b: 2\n", (0, "a"), "- # on b\n  b: 2\n"),
        ("- - a\n  - b\n", (0, 0), "- - b\n"),
        ("k: [ a, b ]\n", ("k", 1), "k: [ a ]\n"),
        ("k: [ a, b ]\n", ("k", 0), "k: [ b ]\n"),
        ("k: [ a ]\n", ("k", 0), "k: []\n"),
        ("k: [\n  a, # 1\n  b  # 2\n]\n", ("k", 1), "k: [\n  a # 1\n]\n"),
        ("k: [\n  a, # 1\n  b, # 2\n]\n", ("k", 0), "k: [\n  b, # 2\n]\n"),
        ("a: 1\nb: 2", ("b",), "a: 1\n"),
        ("a: |+\n  x\nb: 2\n\nc: 3\n", ("b",), "a: |+\n  x\nc: 3\n"),
    ],
)  # fmt: skip
def test_remove_takes_the_entry_and_its_comments(text: str, path: Path, result: str) -> None:
    assert apply_edits(text, YAML.remove(text, path)) == result


@pytest.mark.parametrize(
    ("text", "path", "value", "before", "result"),
    [
        ("a: 1\n# on b\nb: 2\n", ("n",), 0, "b", "a: 1\nn: 0\n# on b\nb: 2\n"),
        ("# head\na: 1\n", ("n",), 0, "a", "# head\nn: 0\na: 1\n"),
        ("- a: 1\n  b: 2\n", (0, "n"), 0, "a", "- n: 0\n  a: 1\n  b: 2\n"),
        ("- - a\n  - b\n", (0, 0), "x", None, "- - x\n  - a\n  - b\n"),
        ("k: []\n", ("k", 0), "x", None, "k: [x]\n"),
        ("k: [\n  a\n]\n", ("k", 1), "x", None, "k: [\n  a,\n  x\n]\n"),
        ("k: [\n  a, # 1\n]\n", ("k", 1), "x", None, "k: [\n  a, # 1\n  x,\n]\n"),
        ("k: {a: 1,  b: 2}\n", ("k", "n"), 0, "b", "k: {a: 1,  n: 0,  b: 2}\n"),
        ("", (0,), "x", None, "- x\n"),
    ],
)  # fmt: skip
def test_insert_follows_its_neighbours(
    text: str, path: Path, value: object, before: str | None, result: str
) -> None:
    assert apply_edits(text, YAML.insert(text, path, value, before)) == result


@pytest.mark.parametrize(
    ("text", "path", "index", "result"),
    [
        ("a: 1 # t\n\n# on b\nb: 2\n", ("b",), 0, "# on b\nb: 2\n\na: 1 # t\n"),
        ("- - a\n  - b\n- c\n", (0, 0), 1, "- - b\n  - a\n- c\n"),
        ("- |\n  x\n- y", (0,), 1, "- y\n- |\n  x\n"),
        ("- x\n- |\n  y", (1,), 0, "- |-\n  y\n- x"),
        ("k: [\n  x, # 1\n  y  # 2\n]\n", ("k", 0), 1, "k: [\n  y,  # 2\n  x # 1\n]\n"),
        ("k: {a: 1,  b: 2 }\n", ("k", "b"), 0, "k: {b: 2,  a: 1 }\n"),
    ],
)  # fmt: skip
def test_move_carries_whole_entries(text: str, path: Path, index: int, result: str) -> None:
    assert apply_edits(text, YAML.move(text, path, index)) == result


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("set", (("l", 1), 0)), ("set", (("l", "x"), 0)), ("set", (("a", "x"), 0)),
        ("set", ((1,), 0)), ("set", (("a",), {1: 2})), ("set", (("a",), object())),
        ("remove", (("no",),)), ("remove", ((),)), ("insert", (("a",), 1)),
        ("insert", (("l", 5), 1)), ("insert", (("n",), 1, "no")), ("move", (("a",), 2)),
        ("move", (("l", 3), 0)),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused(operation: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises(EditRefused):
        getattr(YAML, operation)("a: 1\nl: [1]\n", *arguments)


MARKED = [
    "title: x\npriority: 1\n",
    "# head\n\n# of b\nb: &b |\n  x\n\nc: *b\n",
    "- a\n- k: 1\n  l: 2\n",
    "{a: 1, b: [x, y]}\n",
    "a: 'x' # note\nb:\n  c: >-\n    y\n    z\n",
    "--- # start\na: 1\nb: 2\n...\n",
    "# only a comment\n",
    "",
]


@pytest.mark.parametrize("gap", ["", "\n", "\n# of b\n"])
@pytest.mark.parametrize("last", ["c: |\n  z", "c:\n  k: |\n    z", "c: |+\n  z", "c: >\n  z"])
def test_a_last_entry_without_a_break_moves_above_a_block_that_keeps_its_own(
    gap: str, last: str
) -> None:
    text = f"a: |+\n  x\nb: 1\n{gap}b2: 2\n\n{last}"
    before = yaml.safe_load(text)
    for index in range(4):
        moved = apply_edits(text, YAML.move(text, ("c",), index))
        keys = ["a", "b", "b2"]
        keys.insert(index, "c")
        after = yaml.safe_load(moved)
        assert (after, list(after)) == (before, keys)


@pytest.mark.parametrize("text", MARKED)
def test_a_byte_order_mark_moves_every_place_and_changes_none(text: str) -> None:
    plain, marked = YAML.parse(text), YAML.parse("\ufeff" + text)
    assert yaml.safe_load("\ufeff" + text) == yaml.safe_load(text)
    assert (marked.root is None) == (plain.root is None)
    assert marked.text == "\ufeff" + text
    assert [(path, node.span.shifted(-1), node.value) for path, node in marked.walk()] == [
        (path, node.span, node.value) for path, node in plain.walk()
    ]
    for path, node in marked.walk():
        for entry, same in zip(node.entries, dict(plain.walk())[path].entries, strict=True):
            assert entry.key_span == (same.key_span.shifted(1) if same.key_span else None)


@pytest.mark.parametrize("text", MARKED)
def test_every_edit_behind_a_byte_order_mark_leaves_it_alone(text: str) -> None:
    marked = "\ufeff" + text
    nodes = dict(YAML.parse(text).walk())
    edits: list[tuple[object, ...]] = [("remove", path) for path in nodes if path]
    edits += [("set", path, "new\nlines") for path in nodes if path]
    edits += [("move", path, 0) for path in nodes if path]
    if not nodes or nodes[()].kind is NodeKind.MAPPING:
        edits += [("insert", ("new",), value) for value in (1, "x\n", {"k": ["v"]})]
    for name, *arguments in edits:
        results = []
        for source in (text, marked):
            try:
                made = getattr(YAML, str(name))(source, *arguments)
                results.append(apply_edits(source, made))
            except EditRefused as refused:
                results.append(f"refused: {refused}")
        assert results[1].removeprefix("\ufeff") == results[0]
        assert results[1].startswith(("\ufeff", "refused"))


@pytest.mark.parametrize("text", ["\ufeff\ufeffa: 1\n", "\ufeff\ufeff[a]\n", "\ufeff\ufeff"])
def test_a_second_byte_order_mark_is_a_fault_in_plain_words(text: str) -> None:
    with pytest.raises(ParseFault, match="byte order mark") as caught:
        YAML.parse(text)
    assert caught.value.offset == 1
    with pytest.raises(EditRefused, match="byte order mark"):
        YAML.set(text, ("a",), 2)
    with pytest.raises(EditRefused, match="byte order mark"):
        YAML.remove(text, ("a",))


AWKWARD = ["\n", "\n\n", "a\n\n\n", "\t\n", "\t", "x\n\t", " \n x", "#\n", "\u2028\n"]


@pytest.mark.parametrize(
    "text",
    [
        "a: x\n", "a: x", "a: x\n# tail", "a: |\n  x\n# tail", "a: |+\n  x\n\n# tail", "a: |\n  x",
        "a: [x]\n# tail", "a:\n  b: 1\n# tail", "a: {b: 1}", "# only", "", "a: 1\r\n# tail",
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", [*AWKWARD, {"k": "\n"}, ["\t\n", "a\n\n\n"]], ids=repr)
def test_every_value_can_be_added_to_every_layout(text: str, value: object) -> None:
    before = yaml.safe_load(text) or {}
    added = set_(text, ("new",), value)
    assert yaml.safe_load(added) == {**before, "new": value}
    for line in text.splitlines():
        assert line.rstrip("|+") in added  # a header may say anew how its block ends
    for key, old in before.items():
        if isinstance(old, dict):
            deeper = yaml.safe_load(set_(text, (key, "new"), value))
            assert deeper == {**before, key: {**old, "new": value}}
        elif isinstance(old, list):
            made = apply_edits(text, YAML.insert(text, (key, 1), value))
            assert yaml.safe_load(made) == {**before, key: [*old, value]}
        else:
            assert yaml.safe_load(set_(text, (key,), value)) == {**before, key: value}


@pytest.mark.parametrize(
    "typed", ["!!bool x", "!!timestamp x", "!!int", "!!float ''", '"\\UFFFFFFFF"', "[" * 3000]
)
def test_what_no_number_can_be_is_refused(typed: str) -> None:
    with pytest.raises(EditRefused, match="is not a number"):
        number_value(typed)
    edits = YamlLanguage().set("a: x\n", ("a",), typed)  # as a text it is like any other
    assert yaml.safe_load(apply_edits("a: x\n", edits)) == {"a": typed}
    edits = YamlLanguage().set("", (typed[:99],), 1)
    assert yaml.safe_load(apply_edits("", edits)) == {typed[:99]: 1}
