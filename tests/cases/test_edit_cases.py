"""Cases from the field about an edit of one field, as people make it.

Each is typed into the form, given to the command line, and taken back; the bytes are written
out by hand.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from editor import cli
from editor.formats.prompt import PromptFormat
from editor.session.form_values import FormState, Intent, Lock, Remove, SetSource, SetText, Toggle
from tests.session.form_lab import Lab

pytestmark = pytest.mark.usefixtures("qapp")

BODY = "---\nBody $name\n"


_GROUP = {
    "type": "object",
    "properties": {"enabled": {"type": "boolean"}, "model": {"type": "string"}},
}
SCHEMA: dict[str, object] = {"type": "object", "properties": {"slot": _GROUP, "copy": _GROUP}}


@dataclass(frozen=True)
class Change:
    """A frontmatter before and after one value was set to a text, or to true or false."""

    before: str
    name: str
    value: str | bool
    after: str


def changed(before: str, name: str, value: str | bool, old: str, new: str) -> Change:
    """A change in which `old`, which stands there once, becomes `new`."""
    assert before.count(old) == 1
    return Change(before, name, value, before.replace(old, new))


CASE_1 = (
    '# owner: ops\ntitle: "Triage"   # shown in list\ntags: [a,  b]\nver: 1.10\n\n'
    "zeta: 'x'\nalpha: y\n"
)
CASE_2 = "template: |\n  Hello $name,  \n  - one\t\n\n  \n  end\nenabled: true   # keep me\n"
CASE_19 = (
    "lang: no\nver: 3.10\nmode: 0644\nat: 12:30\nday: 2024-06-01\n"
    "id: 123456789012345678901234567890\nx: ~\ntitle: t\n"
)
CASE_24 = "uid: abc\nquery: |-\n  first\n\n  second\nname: q\n"
CASE_43 = "template: |\n  a\n  # part of the text\n# real comment\n\nenabled: true\n"
LONG = "desc: " + "word " * 40 + "end\nenabled: true\n"
CHANGES = {
    "1": changed(CASE_1, "title", "Triage 2", '"Triage"', '"Triage 2"'),
    "1 single quotes": changed(CASE_1, "zeta", "it's", "'x'", "'it''s'"),
    "2": changed(CASE_2, "enabled", False, "true", "false"),
    "2 the block": changed(
        CASE_2, "template", "Hello $name,  \n- one\t\n\n\nthe end\n", "  end", "  the end"
    ),
    "19": changed(CASE_19, "title", "tt", ": t\n", ": tt\n"),
    "24 shorter": Change(CASE_24, "query", "one", "uid: abc\nquery: |-\n  one\nname: q\n"),
    "24 three lines": Change(
        CASE_24, "query", "a\n\nc", "uid: abc\nquery: |-\n  a\n\n  c\nname: q\n"
    ),
    "25": Change(
        "template: |\n  x\n",
        "template",
        "    indented first\nsecond\n",
        "template: |2\n      indented first\n  second\n",
    ),
    "25 a blank line first": Change(
        "template: |\n  x\n", "template", "\n    a\nb", "template: |2-\n\n      a\n  b\n"
    ),
    "43": changed(
        CASE_43,
        "template",
        "a\n# part of the text\nb\n",
        "  # part of the text\n",
        "  # part of the text\n  b\n",
    ),
    "44 keep": changed("t: |+\n  a\n\n\nb: 1\n", "t", "aa\n\n\n", "  a\n", "  aa\n"),
    "44 strip": changed("t: |-\n  a\n", "t", "aa", "  a\n", "  aa\n"),
    "44 a final line end more": changed("t: |-\n  a\nb: 1\n", "t", "a\n", "|-", "|"),
    "44 a final line end less": changed("t: |\n  a\nb: 1\n", "t", "a", "|\n", "|-\n"),
    "56": changed(
        "base: &b {model: m}\nslot:\n  <<: *b\n  enabled: true\ncopy: *b\n",
        "slot.enabled",
        False,
        "true",
        "false",
    ),
    "57": changed(LONG, "enabled", False, "true", "false"),
    "57 the long line": changed(LONG, "desc", "word " * 40 + "end!", "end\n", "end!\n"),
}


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_case_1_2_19_24_25_43_44_56_57_in_the_form_and_on_the_command_line(
    change: Change, end: str, tmp_path: Path
) -> None:
    before = ("---\n" + change.before + BODY).replace("\n", end)
    after = ("---\n" + change.after + BODY).replace("\n", end)
    lab = Lab(before, SCHEMA)
    assert lab.field(change.name).lock is None
    path = lab.field(change.name).path
    intent: Intent = (
        Toggle(path, change.value)
        if isinstance(change.value, bool)
        else SetText(path, change.value)
    )
    assert lab.do(intent) == after
    lab.document.undo()
    assert (lab.text, lab.document.is_modified()) == (before, False)
    file = tmp_path / "p.md"
    file.write_bytes(before.encode())
    value = change.value if isinstance(change.value, str) else str(change.value).lower()
    assert cli.main(["set", str(file), change.name, value]) == 0
    assert file.read_bytes() == after.encode()


STRINGS = [
    "Note: read", "Update #2 (new)", "{{name}}", "@x", "*x", "- x", "no", "1.10", "2024-06-01",
    "12:30", "~", "", " pad ", 'it\'s "x"', "a\nb", "---", "null", "😀: x", "yes #", "'", '"',
    "&a b", "!x", "% y", "[z", "k: {v", "|", "> a", "\t", "0644", "true", "é\u00a0e", "a\\n",
]  # fmt: skip


@pytest.mark.parametrize("old", ["old", "'old'", '"old"'])
def test_case_18_at_each_key_the_file_holds_exactly_what_is_in_the_field(old: str) -> None:
    """Not only the whole text but each beginning of it is the value for a moment."""
    lab = Lab(f"---\nfirst: 1\ntitle: {old}   # kept\nlast: x\n---\nBody\n")
    path = lab.field("title").path
    for text in STRINGS:
        for length in range(1 if old == "old" else len(text), len(text) + 1):
            typed = text[:length]
            after = lab.do(SetText(path, typed))
            assert PromptFormat().parse(after).metadata == {
                "first": 1,
                "title": typed,
                "last": "x",
            }
            assert lab.field("title").text == typed
            assert after.startswith("---\nfirst: 1\ntitle: ")
            assert "   # kept\n" in after
            assert after.endswith("\nlast: x\n---\nBody\n")


def test_case_24_a_removed_block_leaves_no_line() -> None:
    lab = Lab("---\n" + CASE_24 + BODY, None)
    assert lab.do(Remove(lab.field("query").path)) == "---\nuid: abc\nname: q\n" + BODY


def test_case_43_an_emptied_block_takes_no_comment_in() -> None:
    lab = Lab("---\n" + CASE_43 + BODY, None)
    after = lab.do(SetText(lab.field("template").path, ""))
    assert after.endswith("\n# real comment\n\nenabled: true\n" + BODY)
    assert yaml.safe_load(after.removeprefix("---\n").removesuffix(BODY)) == {
        "template": "",
        "enabled": True,
    }


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("---\n", "closes it"),
        ("---\ntitle: x\nBody without end\n", "closes it"),
        ("", ""),
        ("----\nIntro\n---\nRules\n", ""),
        ('{"a": 1}\nBody', ""),
    ],
)
def test_case_10_37_45_a_file_without_frontmatter_has_no_fields_and_says_why(
    text: str, note: str
) -> None:
    lab = Lab(text)
    form = lab.editor.form()
    assert form.state is FormState.NONE
    assert (note in form.note) if note else (form.note == "")
    assert lab.text == text


def test_case_47_the_field_that_stands_twice_is_off_and_its_neighbour_is_not() -> None:
    text = "---\ntitle: one\nx: 1\ntitle: two\n---\n"
    lab = Lab(text)
    field = lab.field("title")
    assert (field.text, field.lock_lines) == ("two", (2, 4))
    assert lab.do(SetSource(lab.field("x").path, "2")) == text.replace("x: 1", "x: 2")


def test_case_56_what_comes_through_an_alias_is_off() -> None:
    lab = Lab("---\n" + CHANGES["56"].before + BODY, SCHEMA)
    locks = [lab.field(name).lock for name in ("slot.model", "slot.enabled", "copy.model")]
    assert locks == [Lock.INHERITED, None, Lock.INHERITED]
