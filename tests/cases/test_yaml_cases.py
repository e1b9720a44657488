"""Cases from the field that concern YAML: exact bytes, each for its whole kind."""

import pytest
import yaml

from editor.core.diagnostics import ParseFault
from editor.core.edits import Edit, EditRefused, apply_edits
from editor.core.spans import Span
from editor.core.tree import Number
from editor.core.yaml_language import YamlLanguage
from editor.formats.frontmatter_edits import set_field

YAML = YamlLanguage()


def set_(text: str, path: tuple[str | int, ...], value: object) -> str:
    return apply_edits(text, YAML.set(text, path, value))


def test_case_1_only_two_characters_go_into_the_quotes() -> None:
    text = (
        '# owner: ops\ntitle: "Triage"   # shown in list\ntags: [a,  b]\nver: 1.10\n\n'
        "zeta: 'x'\nalpha: y\n"
    )
    at = text.index('"   # shown')
    assert YAML.set(text, ("title",), "Triage 2") == (Edit(Span(at, at), " 2"),)
    at = text.index("]\nver")
    assert YAML.set(text, ("tags",), ["a", "b", "c"]) == (Edit(Span(at, at), ",  c"),)
    assert set_(text, ("tags", 1), "B") == text.replace("a,  b", "a,  B")
    assert set_(text, ("zeta",), "it's") == text.replace("'x'", "'it''s'")


def test_case_1_escapes_around_an_edit_keep_their_spelling() -> None:
    text = 'k: "\\u00e9 old \\x41\\\n  \\ttail"  # c\n'
    assert set_(text, ("k",), "é new A\ttail") == text.replace("old", "new")


def test_case_2_a_neighbour_of_a_literal_block_is_edited() -> None:
    text = "template: |\n  Hello $name,  \n  - one\t\n\n  \n  end\nenabled: true   # keep me\n"
    assert set_(text, ("enabled",), False) == text.replace("true", "false")
    edited = set_(text, ("template",), "Hello $name,  \n- one\t\n\n\nthe end\n")
    assert edited == text.replace("  end", "  the end")


@pytest.mark.parametrize(
    "typed",
    ["Note: read", "Update #2 (new)", "{{name}}", "@x", "*x", "- x", "no", "1.10", "2024-06-01",
     "12:30", "~", "", " pad ", 'it\'s "x"', "a\nb", "&a", "!t", "%d", "`x`", "? a", "a: ", "#",
     "null", "0x1F", "1_000", "=", "<<", "---", "...", "| a", "> b", "[a", "{b", "a,b]", "on",
     ".inf", "\ttab", "0o7", "1e5", "é", "😀"],
)  # fmt: skip
@pytest.mark.parametrize("old", ["old", "'old'", '"old"', "|\n  old", "5", "", "yes", "[a]"])
def test_case_18_a_string_reads_back_as_that_string(old: str, typed: str) -> None:
    text = f"first: 1\nk: {old}\nlast: x  # c\n"
    result = set_(text, ("k",), typed)
    assert yaml.safe_load(result) == {"first": 1, "k": typed, "last": "x"}
    assert type(yaml.safe_load(result)["k"]) is str
    assert result.startswith("first: 1\nk: ")
    assert result.endswith("\nlast: x  # c\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("k: old\n", "k: it's\n"),
        ("k: 'old'\n", "k: 'it''s'\n"),
        ('k: "old"\n', 'k: "it\'s"\n'),
        ("k: {a: old}\n", "k: {a: it's}\n"),
    ],
)
def test_case_18_the_quoting_style_stays_if_it_can_hold_the_value(old: str, new: str) -> None:
    assert set_(old, ("k", "a") if "{" in old else ("k",), "it's") == new


def test_case_18_inside_flow_containers_commas_and_brackets_need_quotes() -> None:
    assert set_("k: [a, b]\n", ("k", 0), "x, y") == "k: ['x, y', b]\n"
    assert set_("k: {a: b}\n", ("k", "a"), "l1\nl2") == 'k: {a: "l1\\nl2"}\n'
    assert set_("k: {a}\n", ("k", "a"), "x") == "k: {a: x}\n"


def test_case_19_untouched_values_keep_their_bytes_and_numbers_their_spelling() -> None:
    text = (
        "lang: no\nver: 3.10\nmode: 0644\nat: 12:30\nday: 2024-06-01\n"
        "id: 123456789012345678901234567890\nx: ~\n"
    )
    assert set_(text, ("lang",), True) == text.replace("lang: no", "lang: yes")
    assert set_(text, ("ver",), Number("3.20")) == text.replace("3.10", "3.20")
    assert set_(text, ("ver",), Number("3.1")) == text.replace("3.10", "3.1")
    assert set_(text, ("ver",), "3.10") == text.replace("3.10", "'3.10'")
    assert set_(text, ("x",), "y") == text.replace("~", "y")
    assert set_(text, ("day",), Number("1e5")) == text.replace("2024-06-01", "1.0e+5")
    assert YAML.set(text, ("x",), None) == ()
    tree = YAML.parse(text)
    shown = [tree.find((key,)) for key in ("lang", "ver", "mode", "at", "day", "x")]
    assert [node.span.of(text) for node in shown if node] == [
        "no", "3.10", "0644", "12:30", "2024-06-01", "~",
    ]  # fmt: skip


def test_case_24_no_line_of_an_old_block_is_left_behind() -> None:
    text = "uid: abc\nquery: |-\n  first\n\n  second\nname: q\n"
    assert set_(text, ("query",), "one") == "uid: abc\nquery: |-\n  one\nname: q\n"
    assert set_(text, ("query",), 5) == "uid: abc\nquery: 5\nname: q\n"
    removed = apply_edits(text, YAML.remove(text, ("query",)))
    assert removed == "uid: abc\nname: q\n"
    assert set_(text, ("query",), "a\n\nc") == "uid: abc\nquery: |-\n  a\n\n  c\nname: q\n"


def test_case_25_an_indentation_indicator_is_added_where_needed() -> None:
    text = "template: |\n  x\n"
    first = set_(text, ("template",), "    indented first\nsecond\n")
    assert first == "template: |2\n      indented first\n  second\n"
    second = set_(text, ("template",), "\n    a\nb")
    assert second == "template: |2-\n\n      a\n  b\n"
    deep = set_("a:\n    - t: |+\n          x\n", ("a", 0, "t"), " y\n")
    assert deep == "a:\n    - t: |4+\n           y\n"


def test_case_43_a_comment_behind_a_block_stays_a_comment() -> None:
    text = "template: |\n  a\n  # part of the text\n# real comment\n\nenabled: true\n"
    assert set_(text, ("template",), "a\n# part of the text\nb\n") == (
        "template: |\n  a\n  # part of the text\n  b\n# real comment\n\nenabled: true\n"
    )
    emptied = set_(text, ("template",), "")
    assert yaml.safe_load(emptied) == {"template": "", "enabled": True}
    assert emptied.endswith("\n# real comment\n\nenabled: true\n")
    nested = "m:\n  t: |\n      a\n    # deeper comment\n  e: 1\n"
    emptied = set_(nested, ("m", "t"), "")
    assert yaml.safe_load(emptied) == {"m": {"t": "", "e": 1}}
    assert "\n    # deeper comment\n  e: 1\n" in emptied


@pytest.mark.parametrize(
    ("text", "value", "result"),
    [
        ("t: |+\n  a\n\n\nb: 1\n", "aa\n\n\n", "t: |+\n  aa\n\n\nb: 1\n"),
        ("t: |-\n  a\n", "aa", "t: |-\n  aa\n"),
        ("t: |\n  a", "aa", "t: |\n  aa"),
        ("t: |-\n  a\n", "a\n", "t: |\n  a\n"),
        ("t: |\n  a\n", "a", "t: |-\n  a\n"),
        ("t: |\n  a", "a\n", "t: |\n  a\n"),
        ("t: |+\n  a\n\n\nb: 1\n", "a", "t: |-\n  a\n\n\nb: 1\n"),
        ("t: |+\n  a\n\n\nb: 1\n", "a\n", "t: |+\n  a\nb: 1\n"),
        ("t: |\n  a\n\nb: 1\n", "a\n\n\n", "t: |+\n  a\n\n\nb: 1\n"),
        ("t: |2-  # c\n   a\n", " a\n", "t: |2  # c\n   a\n"),
    ],
)
def test_case_44_chomping_changes_only_with_the_final_line_ends(
    text: str, value: str, result: str
) -> None:
    assert set_(text, ("t",), value) == result
    assert yaml.safe_load(result)["t"] == value


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("", "k: v\n"),
        ("test: 1\n", "test: 1\nk: v\n"),
        ("test: 1", "test: 1\nk: v"),
        ("# only a comment\n", "# only a comment\nk: v\n"),
        ("test: 1\r\n", "test: 1\r\nk: v\r\n"),
        ("---\n# c\n...\n", "---\n# c\nk: v\n...\n"),
        ("a:\n  b: 1 # c\n\n# end\n", "a:\n  b: 1 # c\nk: v\n\n# end\n"),
        ("{}\n", "{k: v}\n"),
        ("t: |\n  a", "t: |-\n  a\nk: v"),
    ],
)
def test_case_45_a_key_is_added_to_any_text(text: str, result: str) -> None:
    assert set_(text, ("k",), "v") == result


def test_case_45_the_last_key_leaves_comments_and_no_blank_line() -> None:
    text = "# head\nk: v # gone\n# foot\n"
    assert apply_edits(text, YAML.remove(text, ("k",))) == "# head\n# foot\n"
    assert apply_edits("k: v\n", YAML.remove("k: v\n", ("k",))) == ""
    assert YAML.parse("# head\n").root is None


def test_case_47_duplicate_keys_are_kept_and_the_last_is_effective() -> None:
    text = "title: one\nx: 1\ntitle: two\n"
    tree = YAML.parse(text)
    assert tree.root is not None
    assert [(e.key, e.duplicate) for e in tree.root.entries] == [
        ("title", True), ("x", False), ("title", True),
    ]  # fmt: skip
    assert set_(text, ("x",), 2) == text.replace("1", "2")
    assert set_(text, ("title",), "new") == text.replace("two", "new")
    with pytest.raises(EditRefused, match="more than once"):
        YAML.remove(text, ("title",))


def test_case_54_the_same_value_is_no_edit() -> None:
    text = "a:   'x'\nb:\n      -   1.50\n      - yes\nc: |+\n   l\n\nd: {}\n"
    for path, node in YAML.parse(text).walk():
        assert YAML.set(text, path, node.value) == ()
    assert YAML.set(text, ("b", 0), Number("1.50")) == ()


SECTIONS = (
    's:\n  - role: user   # who\n    content: "Hi {{n}}"\n'
    "  -  role: assistant\n     content: 'ok'\n"
    '  - {role: user, content: "x"}\n'
)


def test_case_55_one_word_changes_and_items_move_whole() -> None:
    assert set_(SECTIONS, ("s", 0, "content"), "Hello {{n}}") == SECTIONS.replace("Hi", "Hello")
    moved = apply_edits(SECTIONS, YAML.move(SECTIONS, ("s", 0), 1))
    assert moved == (
        "s:\n  -  role: assistant\n     content: 'ok'\n"
        '  - role: user   # who\n    content: "Hi {{n}}"\n'
        '  - {role: user, content: "x"}\n'
    )


def test_case_55_a_new_item_copies_its_neighbour() -> None:
    text = "s:\n  -  role: assistant\n     content: 'ok'\n"
    added = apply_edits(text, YAML.insert(text, ("s", 1), {"role": "user", "content": "a\nb\n"}))
    assert added == text + "  -  role: user\n     content: |\n       a\n       b\n"
    flow = "s: [a,   b]\n"
    assert apply_edits(flow, YAML.insert(flow, ("s", 1), "c")) == "s: [a,   c,   b]\n"


def test_case_55_moving_inside_flow_lists_and_without_a_last_break() -> None:
    text = "s: [a,  'b' , c]"
    assert apply_edits(text, YAML.move(text, ("s", 2), 0)) == "s: [c,  a , 'b']"
    text = "- a # 1\n# about b\n- b"
    assert apply_edits(text, YAML.move(text, (1,), 0)) == "# about b\n- b\n- a # 1"


MERGED = "base: &b {model: m}\nslot:\n  <<: *b\n  enabled: true\ncopy: *b\n"


def test_case_56_aliases_and_merge_keys_are_shown_and_read_only() -> None:
    assert set_(MERGED, ("slot", "enabled"), False) == MERGED.replace("true", "false")
    tree = YAML.parse(MERGED)
    for path in (("slot", "model"), ("copy",), ("copy", "model")):
        node = tree.find(path)
        assert node is not None
        assert node.inherited
        with pytest.raises(EditRefused):
            YAML.set(MERGED, path, "x")
    with pytest.raises(EditRefused, match="key of its own"):
        YAML.set(MERGED, ("slot", "model"), "x")


def test_case_56_the_anchor_is_never_changed_by_surprise() -> None:
    for path in (("base", "model"), ("base",)):
        with pytest.raises(EditRefused):
            YAML.set(MERGED, path, "x")
    with pytest.raises(EditRefused):
        YAML.remove(MERGED, ("base",))
    own = apply_edits(MERGED, YAML.insert(MERGED, ("slot", "model"), "x"))
    assert own == MERGED.replace("true\n", "true\n  model: x\n")
    assert set_("a: &x 1\nb: 2\n", ("a",), 3) == "a: &x 3\nb: 2\n"


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        (MERGED, ("base", "model"), "&b is used again in lines 3 and 5"),
        (MERGED, ("base",), "&b is used again in lines 3 and 5"),
        ("a: &x 1\nb: *x\n", ("a",), "&x is used again in line 2:"),
        ("a: &x [1, &y 2]\nb: *y\n", ("a", 1), "&y is used again in line 2:"),
        ("a: &x [1, &y 2]\nb: *y\n", ("a",), "&y is used again in line 2:"),
        ("a: &x\r\n  - k: 1\r\nb: [*x,\r\n  *x, *x]\r\n", ("a", 0, "k"), "lines 3 and 4"),
        ("a: &x 1\nb: *x\nc: *x\nd: *x\n", ("a",), "lines 2, 3 and 4"),
        ("a: &x k\n*x : 2\n", ("a",), "line 2:"),
        ("\ufeffa: &x 1\nb: *x\n", ("a",), "line 2:"),
    ],
)
def test_case_56_a_refusal_names_the_anchor_and_the_lines_of_its_aliases(
    text: str, path: tuple[str | int, ...], words: str
) -> None:
    with pytest.raises(EditRefused, match=words):
        YAML.set(text, path, "other")
    with pytest.raises(EditRefused, match=words):
        YAML.remove(text, path)


def test_case_56_the_lines_are_those_of_the_file() -> None:
    text = "---\na: &x 1\nb: *x\n---\nBody\n"
    with pytest.raises(EditRefused, match="&x is used again in line 3:"):
        set_field(text, ("a",), 2)


def test_case_56_an_anchor_without_another_use_can_change() -> None:
    assert set_("a: &x [1, 2]\nb: &y 2\nc: *y\n", ("a", 0), 3) == "a: &x [3, 2]\nb: &y 2\nc: *y\n"


def test_case_57_a_long_line_stays_one_line() -> None:
    text = "desc: " + "word " * 40 + "end\nenabled: true\n"
    assert set_(text, ("enabled",), False) == text.replace("true", "false")
    assert set_(text, ("desc",), "word " * 40 + "end!") == text.replace("end\n", "end!\n")
    fresh = set_("a: 1\n", ("b",), "word " * 40 + "end")
    assert fresh == "a: 1\nb: " + "word " * 40 + "end\n"


@pytest.mark.parametrize("character", ["\x00", "\x0c", "\x1b", "\x7f", "\ufffe"])
def test_case_73_a_character_yaml_does_not_allow_is_named(character: str) -> None:
    with pytest.raises(ParseFault, match=f"U\\+{ord(character):04X}") as caught:
        YAML.parse(f"t: |\n  a{character}b\n")
    assert caught.value.offset == 8


@pytest.mark.parametrize("text", ["t: |\n  a\n", "t: a\n", "t: 'a'\n", 't: "a"\n', "t: >\n  a\n"])
@pytest.mark.parametrize("pasted", ["a\x85b\n", "a\x0cb", "\x00", "a\u2028b", "a\rb\n", "a\r\nb"])
def test_case_73_a_paste_that_breaks_a_block_is_written_with_escapes(
    text: str, pasted: str
) -> None:
    result = set_(text, ("t",), pasted)
    assert yaml.safe_load(result) == {"t": pasted}
    assert result.startswith('t: "')


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("null\n", "k: v\n"),
        ("~", "k: v"),
        ("# head\nnull\n# tail\n", "# head\nk: v\n# tail\n"),
        ("null # note\r\n", " # note\r\nk: v\r\n"),
        ("&x null\n", "&x \nk: v\n"),
    ],
)
def test_case_45_a_key_takes_the_place_of_null(text: str, result: str) -> None:
    assert set_(text, ("k",), "v") == result
    assert yaml.safe_load(result) == {"k": "v"}
