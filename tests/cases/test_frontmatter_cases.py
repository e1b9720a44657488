"""Cases from the field that are about frontmatter; the numbers name them."""

import json
from itertools import product

import pytest
import yaml

from editor.core.edits import EditRefused, apply_edits
from editor.core.json_language import JsonLanguage
from editor.core.layers import Definition, Layer, Scope
from editor.core.yaml_language import YamlLanguage
from editor.formats.base import FileKind, Surroundings
from editor.formats.context import ContextFormat
from editor.formats.frontmatter import FrontmatterKind, split
from editor.formats.frontmatter_edits import add_frontmatter, remove_field, set_field
from editor.formats.kinds import format_for
from editor.formats.prompt import PromptFormat

ENDS = ["\n", "\r\n", "\r"]
NONE, JSON, YAML = FrontmatterKind.NONE, FrontmatterKind.JSON, FrontmatterKind.YAML


def body_of(text: str) -> str:
    return split(text).body.of(text)


def fields_of(text: str) -> object:
    return PromptFormat().parse(text).metadata


def with_field(text: str, name: str, value: object) -> str:
    return apply_edits(text, set_field(text, (name,), value))


def without_field(text: str, name: str) -> str:
    return apply_edits(text, remove_field(text, (name,)))


def codes(text: str, kind: FileKind = FileKind.PROMPT) -> list[str]:
    found = format_for(kind).parse(text).check(Scope(), Surroundings())
    return [each.code for each in found]


# --- 1, 12, 54: an edit changes only its value ---------------------------------------------------

CASE_1 = (
    '---\n# owner: ops\ntitle: "Triage"   # shown in list\ntags: [a,  b]\nver: 1.10\n\n'
    "zeta: 'x'\nalpha: y\n---\nBody $name\n"
)


def test_case_1_one_field_changes_nothing_else() -> None:
    assert with_field(CASE_1, "title", "Triage 2") == CASE_1.replace("Triage", "Triage 2")


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("tail", ["\n\n\nLine one  \nline two\n\n\n", "Hi $name", "", "\n", "x "])
@pytest.mark.parametrize(
    ("head", "after"),
    [("---\na: 1\n---\n", "---\na: 2\n---\n"), ('{\n  "a": 1\n}\n', '{\n  "a": 2\n}\n')],
)
def test_case_12_nothing_is_trimmed_by_an_edit(head: str, after: str, tail: str, end: str) -> None:
    text = (head + tail).replace("\n", end)
    assert with_field(text, "a", 2) == (after + tail).replace("\n", end)


@pytest.mark.parametrize("head", ["---\na:   1\n---\n", '{\n"a" :1}\n'])
def test_case_54_the_same_value_gives_no_edit(head: str) -> None:
    assert set_field(head + "Body", ("a",), 1) == ()


# --- 10: what is a fence and what is not ----------------------------------------------------------


def test_case_10_a_rule_in_the_body_stays_there() -> None:
    text = "---\ntitle: t\n---\nA\n\n---\n\nB\n\n---\nC\n"
    assert body_of(text) == "A\n\n---\n\nB\n\n---\nC\n"
    assert fields_of(text) == {"title": "t"}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "text",
    [
        "---\n\nExample\n",
        "----\nIntro\n---\nRules\n",
        "--- notes\nx\n---\ny\n",
        " ---\na: 1\n---\n",
        "+++\na = 1\n+++\n",
        "--\na: 1\n--\n",
        "---\na: 1\n ---\n",
        "---\na: 1\n----\n",
        "---\na: 1\n....\n",
        "---\na: 1\n--- x\n",
        "---",
        "---\n",
        "text\n---\na: 1\n---\n",
        "***\na: 1\n***\n",
        "",
        "\n",
    ],
)
def test_case_10_no_frontmatter_means_all_is_body(text: str, end: str) -> None:
    text = text.replace("\n", end)
    found = split(text)
    assert (found.kind, found.fields) == (NONE, None)
    assert found.body.of(text) == text
    assert PromptFormat().parse(text).metadata is None


@pytest.mark.parametrize("text", ["---\n\nExample\n", "---", "---\na: 1\n"])
def test_case_10_an_unclosed_fence_says_why_it_is_none(text: str) -> None:
    assert "closes it" in (split(text).note or "")
    with pytest.raises(EditRefused, match=r"closes it.*Add a frontmatter"):
        set_field(text, ("k",), "v")


# --- 11: the mark is not in the text; a stray one inside is no blank ------------------------------


@pytest.mark.parametrize(
    ("text", "fields"),
    [("---\nname: demo\n---\nBody\n", {"name": "demo"}), ('{\n  "a": 1\n}\nBody\n', {"a": 1})],
)
def test_case_11_fields_are_read_without_the_mark_and_a_second_mark_is_text(
    text: str, fields: object
) -> None:
    data = b"\xef\xbb\xbf" + text.encode()
    decoded = data.decode("utf-8-sig")
    assert fields_of(decoded) == fields
    assert PromptFormat().parse(decoded).render(Scope()).messages[0].text == "Body"
    assert split("\ufeff" + decoded).kind is NONE


# --- 37: a body that begins with a brace ----------------------------------------------------------


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{\n  "n": "$name",\n  "c": $count\n}\n', 3, 8),
        ('{\n  "a": 1,\n}\nBody\n', 2, 9),
        ("{", 1, 2),
        ("{\n", 2, 1),
        ('{\n"a": NaN\n}\n', 2, 6),
        ("{\n$name\n}\n", 2, 1),
        ('{\n"a": 1 // why\n}\n', 2, 8),
    ],
)
def test_case_37_a_first_brace_without_json_is_an_error_at_its_place(
    text: str, line: int, column: int, end: str
) -> None:
    lines = text.split("\n")
    offset = sum(len(each) + len(end) for each in lines[: line - 1]) + column - 1
    text = text.replace("\n", end)
    file = PromptFormat().parse(text)
    assert file.fields is not None
    assert file.fields.fault is not None
    assert file.bodies == ()
    assert "empty frontmatter" in file.fields.fault.message
    assert file.fields.fault.offset == offset
    first = file.check(Scope(), Surroundings())[0]
    assert (first.code, first.severity) == ("invalid-frontmatter", "error")
    mended = apply_edits(text, first.fixes[0].edits)
    assert body_of(mended).strip() == text.strip()
    assert fields_of(mended) == {}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}\nBody',
        "{{name}}, hello\n",
        '{ \n"a": 1\n}\nBody',
        ' {\n"a": 1\n}\nBody',
        '{\n"a": 1\n} Body\n',
        '{\n"a": 1\n}}\n',
        '{\n"a": 1\n},\n{\n}\n',
        '{\n"a": 1\n}\x0b\nBody',
        '{\n"a": 1\n}\xa0\nBody',
        "{}\nBody",
        "{\x0b\n}\nBody",
    ],
)
def test_case_37_braces_that_are_no_block_are_body(text: str, end: str) -> None:
    text = text.replace("\n", end)
    found = split(text)
    assert (found.kind, found.fields, found.body.of(text)) == (NONE, None, text)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    ("text", "fields", "body"),
    [
        ("{\n}\nBody", {}, "Body"),
        ("{\n}", {}, ""),
        ("{\n}\n", {}, ""),
        ('{\n"a": "}\\n{", "b": {"c": [{}]}} \t\nBody', {"a": "}\n{", "b": {"c": [{}]}}, "Body"),
        ('{\n"a": {\n}\n}\nBody', {"a": {}}, "Body"),
        ('{\n"a": 1}\n{\n"b": 2\n}\n', {"a": 1}, '{\n"b": 2\n}\n'),
        ("{\n}\n{\n  $x\n}\n", {}, "{\n  $x\n}\n"),
    ],
)
def test_case_37_the_block_ends_where_json_says(
    text: str, fields: object, body: str, end: str
) -> None:
    text = text.replace("\n", end)
    found = split(text)
    assert found.kind is JSON
    assert found.body.of(text) == body.replace("\n", end)
    assert fields_of(text) == fields
    assert found.fields is not None
    assert json.loads(found.fields.span.of(text)) == fields


# --- 45: empty blocks, fences at the end of the file ----------------------------------------------


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\n---\nBody", "---\nk: v\n---\nBody"),
        ("---\ntest: 1\n---", "---\ntest: 1\nk: v\n---"),
        ("---\n# only a comment\n---\n", "---\n# only a comment\nk: v\n---\n"),
        ("--- \n---\t\n\nBody", "--- \nk: v\n---\t\n\nBody"),
        ("---\n...\nBody", "---\nk: v\n...\nBody"),
    ],
)
def test_case_45_a_key_gets_its_own_line(before: str, after: str, end: str) -> None:
    assert with_field(before.replace("\n", end), "k", "v") == after.replace("\n", end)


@pytest.mark.parametrize("end", ENDS)
def test_case_45_a_key_in_an_empty_json_block(end: str) -> None:
    text = f"{{{end}}}{end}Body"
    after = with_field(text, "k", "v")
    assert fields_of(after) == {"k": "v"}
    assert body_of(after) == "Body"
    assert after.splitlines()[0] == "{"
    assert "\n" not in after.replace(end, "")
    assert "\r" not in after.replace(end, "")


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\nk: v\n---\nBody", "---\n---\nBody"),
        ("---\nk: |\n  a\n\n  b\n---\n\nBody\n", "---\n---\n\nBody\n"),
        ("---\nk: [a]\n---", "---\n---"),
    ],
)
def test_case_45_removing_the_last_key_leaves_the_fences(before: str, after: str, end: str) -> None:
    assert without_field(before.replace("\n", end), "k") == after.replace("\n", end)


@pytest.mark.parametrize("text", ["---\n", "", "---\ntitle: x\nBody without end\n", "Body"])
@pytest.mark.parametrize("kind", [JSON, YAML])
def test_case_45_without_frontmatter_one_is_added_only_when_asked(
    text: str, kind: FrontmatterKind
) -> None:
    with pytest.raises(EditRefused, match="Add a frontmatter"):
        set_field(text, ("k",), "v")
    after = apply_edits(text, add_frontmatter(text, kind, {"k": "v", "n": 3}))
    assert split(after).kind is kind
    assert fields_of(after) == {"k": "v", "n": 3}
    assert body_of(after).strip() == text.strip()
    assert after.endswith(text)


@pytest.mark.parametrize("end", ENDS)
def test_case_45_a_new_block_has_the_line_end_of_the_file(end: str) -> None:
    text = f"One{end}two{end}"
    assert apply_edits(text, add_frontmatter(text)) == f"{{{end}}}{end}{end}{text}"


@pytest.mark.parametrize(
    ("text", "block"), [("", "{\n}\n"), ("\nBody", "{\n}\n"), ("Body", "{\n}\n\n")]
)
def test_case_45_a_new_block_stands_apart_from_the_text(text: str, block: str) -> None:
    assert apply_edits(text, add_frontmatter(text)) == block + text


def test_case_45_a_second_block_is_refused() -> None:
    with pytest.raises(EditRefused, match="already"):
        add_frontmatter("---\n---\nBody")


# --- 46: the fence lines themselves ---------------------------------------------------------------


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    ("opener", "closer"), list(product(["---", "--- \t", "---  "], ["...", "---", "... ", "---\t"]))
)
def test_case_46_fences_are_kept_byte_for_byte(opener: str, closer: str, end: str) -> None:
    text = f"{opener}{end}title: x{end}{closer}{end}Body{end}"
    assert fields_of(text) == {"title": "x"}
    assert body_of(text) == f"Body{end}"
    assert with_field(text, "title", "y") == text.replace("title: x", "title: y")


# --- 47: duplicate keys ---------------------------------------------------------------------------


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "text",
    ["---\ntitle: one\nx: 1\ntitle: two\n---\n", '{\n"title": "one", "x":\n1, "title": "two"\n}\n'],
)
def test_case_47_both_are_kept_and_warned_of(text: str, end: str) -> None:
    lines = [i + 1 for i, line in enumerate(text.split("\n")) if "title" in line]
    lines = lines if len(lines) == 2 else [2, 3]
    text = text.replace("\n", end)
    assert fields_of(text) == {"title": "two", "x": 1}
    found = [
        each
        for each in PromptFormat().parse(text).check(Scope(), Surroundings())
        if each.code == "duplicate-key"
    ]
    assert [each.name for each in found] == ["title"]
    assert "title" in found[0].message
    assert f"lines {lines[0]} and {lines[1]}" in found[0].message
    assert found[0].span.of(text).strip('"') == "title"
    changed = with_field(text, "x", 2)
    assert changed.count("title") == 2
    assert fields_of(changed) == {"title": "two", "x": 2}


def test_case_47_nested_duplicates_are_named_with_their_path() -> None:
    text = '{\n"hook": {"pre": "a", "pre": "b"}\n}\n'
    found = PromptFormat().parse(text).check(Scope(), Surroundings())
    assert [(each.code, each.name) for each in found] == [("duplicate-key", "hook.pre")]


# --- 51: not set and empty ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["a:\nb: 0\nc: false\nd: ''\n", '{"a": null, "b": 0, "c": false, "d": ""}'],
)
def test_case_51_empty_is_a_value_and_null_is_not_set(text: str) -> None:
    language = JsonLanguage() if text.startswith("{") else YamlLanguage()
    names = {each.name: each for each in ContextFormat(language).parse(text).definitions()}
    assert {name: each.value for name, each in names.items()} == {"b": "0", "c": "False", "d": ""}
    scope = Scope((Layer("context", names),))
    rendered = PromptFormat().parse("[$a][$b][$c][$d][$e]").render(scope)
    assert rendered.messages[0].text == "[$a][0][False][][$e]"


# --- 60: the one rule of stripping ----------------------------------------------------------------


@pytest.mark.parametrize("head", ["", "---\na: 1\n---\n", '{\n"a": 1\n}\n'])
@pytest.mark.parametrize(
    ("body", "sent"),
    [
        ("\n\n  Hi $name  \n\n", "Hi Al"),
        ("\xa0\u2028Hi $name\x0b\x1f", "Hi Al"),
        ("  \n ", ""),
        ("", ""),
        ("Hi\n\n\n $name", "Hi\n\n\n Al"),
        ("$pad", "  "),
        ("\u200bHi\ufeff", "\u200bHi\ufeff"),
    ],
)
def test_case_60_only_the_body_is_stripped(head: str, body: str, sent: str) -> None:
    values = {"name": "Al", "pad": "  "}
    definitions = {name: Definition(name, value, "context") for name, value in values.items()}
    scope = Scope((Layer("context", definitions),))
    for kind in (FileKind.PROMPT, FileKind.TEMPLATE):
        rendered = format_for(kind).parse(head + body).render(scope)
        assert rendered.messages[0].text == sent


# --- the fences never divide a value --------------------------------------------------------------


@pytest.mark.parametrize(
    "value", ["---", "a\n---\nb", "...", "\n---\n", "a\n...\n", "}", "}\nx", "---\n"]
)
@pytest.mark.parametrize("text", ["---\na: x\n---\nBody", '{\n"a": "x"\n}\nBody', "---\n---\nBody"])
def test_a_value_that_looks_like_a_fence_is_held(value: str, text: str) -> None:
    after = with_field(text, "a", value)
    assert fields_of(after) == {"a": value}
    assert body_of(after) == "Body"


@pytest.mark.parametrize("region", ["- a\n- b\n", "just text\n", "42\n", "[a, b]\n", "'x'\n"])
def test_yaml_that_is_no_mapping_is_an_error(region: str) -> None:
    text = f"---\n{region}---\nBody"
    assert not isinstance(yaml.safe_load(region), dict)
    assert codes(text) == ["invalid-frontmatter"]
    assert PromptFormat().parse(text).bodies == ()


@pytest.mark.parametrize("region", ["", "# why\n", "\n\n", "  # x\n\n"])
def test_yaml_without_a_value_has_no_fields(region: str) -> None:
    text = f"---\n{region}---\nBody"
    assert yaml.safe_load(region) is None
    assert fields_of(text) == {}
    assert body_of(text) == "Body"


@pytest.mark.parametrize("region", ["a: [\n", "a: b: c\n", "a: 'x\n", "\ta: 1\n", "a: \x0c\n"])
def test_yaml_that_cannot_be_read_is_an_error_inside_the_block(region: str) -> None:
    text = f"---\n{region}---\nBody"
    file = PromptFormat().parse(text)
    assert file.fields is not None
    assert file.fields.fault is not None
    assert 4 <= file.fields.fault.offset <= 4 + len(region) + 3
    assert "not valid YAML" in file.fields.fault.message
    assert file.metadata == {}


@pytest.mark.parametrize("block", ["---\na: 1\n---\nBody", '{\n"a": 1\n}\nBody', "---\n---\n"])
@pytest.mark.parametrize("blank", ["\n", " \t\n", "\n\r\n\r", "\n\n\n"])
def test_frontmatter_below_blank_lines_is_body_and_warned_of(block: str, blank: str) -> None:
    text = blank + block
    found = PromptFormat().parse(text).check(Scope(), Surroundings())
    assert split(text).kind is NONE
    assert [each.code for each in found] == ["frontmatter-not-first"]
    assert apply_edits(text, found[0].fixes[0].edits) == block


@pytest.mark.parametrize(
    "block", ["null", "~", "Null", "# note\nnull # more", "!!null", "null\n\n"]
)
def test_a_yaml_block_of_null_has_no_fields_as_an_empty_one(block: str) -> None:
    text = f"---\n{block}\n---\nBody\n"
    file = PromptFormat().parse(text)
    assert yaml.safe_load(block) is None
    assert (file.metadata, file.render(Scope()).messages[0].text) == ({}, "Body")
    schema = {"type": "object"}
    assert file.check(Scope(), Surroundings(schema=schema)) == ()
    changed = apply_edits(text, set_field(text, ("title",), "x"))
    again = PromptFormat().parse(changed)
    assert (again.metadata, again.render(Scope()).messages[0].text) == ({"title": "x"}, "Body")


@pytest.mark.parametrize("block", ["text", "- a", "1", "false", '""', "2026-01-30"])
def test_a_yaml_block_of_another_value_is_no_fields(block: str) -> None:
    file = PromptFormat().parse(f"---\n{block}\n---\nBody\n")
    assert file.fields is not None
    assert file.fields.fault is not None
