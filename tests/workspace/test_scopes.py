"""The scope for a file: its layers, where its values stand, and what is not read twice."""

import json
from collections.abc import Mapping
from pathlib import Path
from string import Template

import pytest

from editor.core.kinds import FileKind
from editor.core.layers import Definition, Origin, PieceKind, Scope, joined
from editor.core.spans import Position
from editor.workspace import scopes
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.workspace import Workspace
from tests.workspace.trees import MakeTree

PROMPT, TEMPLATE = FileKind.PROMPT, FileKind.TEMPLATE
HOUSE = {
    "prompt-workspace.yaml": "variables:\n  - {folder: voice, prefix: v_}\n  - {folder: more}\n",
    "config/journal.json": '{\n  "identity": {"name": "Ada Lovelace",\n   "age": 36}\n}\n',
    "voice/tone.md": "---\nx: 1\n---\n\n Calm, $name. \n",
    "more/extra.md": "Extra",
    "templates/hello.md": '{\n"x": 1\n}\n\nHello $name,\n$who and $v_tone; $other.\n',
    "templates/other.md": "Other",
}


def value(scope: Scope, name: str) -> str | None:
    winner = scope.lookup(name).winner
    return None if winner is None else winner.text


def definition(scope: Scope, name: str) -> Definition:
    winner = scope.lookup(name).winner
    assert winner is not None
    return winner


def built(root: Path, kind: FileKind = PROMPT, **context: object) -> Scope:
    return ScopeBuilder(Workspace.open(root), read_text).scope(kind, context, "now!")


def test_the_layers_stand_in_their_order(make: MakeTree) -> None:
    scope = built(make(HOUSE), who="Kim")
    assert [layer.name for layer in scope.layers] == [
        "context",
        "identity",
        "variables",
        "template",
    ]
    values = {
        "who": "Kim",
        "Who": "Kim",
        "now": "now!",
        "name": "Ada Lovelace",
        "Name": "Ada lovelace",
        "age": "36",
        "v_tone": "Calm, $name.",
        "extra": "Extra",
        "other": "Other",
    }
    body = "Hello $name,\n$who and $v_tone; $other."
    known = {name: text for name, text in values.items() if name != "other"}
    values["hello"] = Template(body).safe_substitute(known)
    assert {name: value(scope, name) for name in values} == values


def test_context_wins_over_identity_over_variables_over_templates(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": "variables: [{folder: vars}]\n",
            "config/journal.json": json.dumps({"identity": {"a": "identity", "b": "identity"}}),
            **{f"vars/{name}.md": "variables" for name in "abc"},
            **{f"templates/{name}.md": "template" for name in "abcd"},
        }
    )
    scope = built(root, a="context")
    assert [value(scope, name) for name in "abcd"] == [
        "context",
        "identity",
        "variables",
        "template",
    ]
    assert [lost.layer for lost in scope.lookup("a").shadowed] == [
        "identity",
        "variables",
        "template",
    ]


def test_a_template_sees_no_templates_and_its_own_scope_has_none(make: MakeTree) -> None:
    root = make({"templates/a.md": "A $b $a", "templates/b.md": "B $a"})
    assert value(built(root), "a") == "A $b $a"
    assert value(built(root), "b") == "B $a"
    scope = built(root, TEMPLATE)
    assert [layer.name for layer in scope.layers] == ["context", "identity", "variables"]
    assert value(scope, "a") is None


def test_templates_and_extra_variables_have_no_uppercase_form(make: MakeTree) -> None:
    scope = built(make(HOUSE))
    assert value(scope, "Hello") is None
    assert value(scope, "V_tone") is None


def test_line_ends_of_sources_are_folded_and_values_of_callers_are_not(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": "variables: [{folder: vars}]\n",
            "vars/v.md": b"a\r\nb\rc\n",
            "templates/t.md": b"\xef\xbb\xbfx\r\n$who\ry\r\n",
        }
    )
    scope = built(root, who="1\r\n2")
    assert value(scope, "v") == "a\nb\nc"
    assert value(scope, "t") == "x\n1\r\n2\ny"


def test_every_value_knows_where_it_stands(make: MakeTree) -> None:
    root = make(HOUSE)
    saved = Origin("contexts/a.yaml", Position(3, 6))
    scope = ScopeBuilder(Workspace.open(root), read_text).scope(
        PROMPT, {"who": "Kim", "x": "y"}, "n", origins={"who": saved}
    )
    assert definition(scope, "who").origin == saved
    assert definition(scope, "x").origin == Origin()

    def places(name: str, path: str, line: int, column: int, source: str) -> None:
        origin = definition(scope, name).origin
        assert origin is not None
        assert origin.span is not None
        assert (origin.path, origin.position) == (path, Position(line, column))
        assert origin.span.of((root / path).read_text("utf-8")) == source

    places("name", "config/journal.json", 2, 24, '"Ada Lovelace"')
    places("Name", "config/journal.json", 2, 24, '"Ada Lovelace"')
    places("age", "config/journal.json", 3, 11, "36")
    places("v_tone", "voice/tone.md", 5, 2, "Calm, $name.")
    body = "Hello $name,\n$who and $v_tone; $other."
    places("hello", "templates/hello.md", 5, 1, body)


def test_a_template_holds_the_pieces_of_its_own_body(make: MakeTree) -> None:
    root = make(HOUSE)
    hello = definition(built(root, who="Kim"), "hello")
    text = (root / "templates/hello.md").read_text("utf-8")
    assert joined(hello.pieces) == hello.text
    placeholders = [piece for piece in hello.pieces if piece.kind is not PieceKind.LITERAL]
    assert [(piece.source.of(text), piece.layer) for piece in placeholders] == [
        ("$name", "identity"),
        ("$who", "context"),
        ("$v_tone", "variables"),
        ("$other", None),
    ]


def test_another_identity_may_be_chosen(make: MakeTree) -> None:
    root = make({**HOUSE, "other.json": '{"identity": {"name": "Bob"}}'})
    builder = ScopeBuilder(Workspace.open(root), read_text)
    for path, name in (
        (None, "Ada Lovelace"),
        (root / "other.json", "Bob"),
        (None, "Ada Lovelace"),
    ):
        assert value(builder.scope(PROMPT, {}, "n", path), "name") == name
    builder.scope(PROMPT, {}, "n", root / "nowhere.json")
    assert value(builder.scope(PROMPT, {}, "n", root / "nowhere.json"), "name") is None


@pytest.mark.parametrize(
    ("name", "text", "lost", "words"),
    [
        ("config/journal.json", "{", "name", "not valid JSON"),
        ("config/journal.json", '{"identity": [1]}', "name", "must be an object"),
        ("config/journal.json", b"\xff", "name", "not UTF-8"),
        ("voice/tone.md", "{\n broken\n", "v_tone", "not valid JSON"),
        ("voice/tone.md", b"caf\xe9", "v_tone", "not UTF-8"),
        ("templates/other.md", "{\n broken\n", "other", "not valid JSON"),
        ("templates/other.md", b"caf\xe9", "other", "not UTF-8"),
    ],
)
def test_a_faulty_source_defines_nothing_and_is_reported(
    name: str, text: str | bytes, lost: str, words: str, make: MakeTree
) -> None:
    root = make({**HOUSE, name: text})
    builder = ScopeBuilder(Workspace.open(root), read_text)
    for _ in range(2):
        scope = builder.scope(PROMPT, {"who": "Kim"}, "n")
        assert value(scope, lost) is None
        assert value(scope, "extra") == "Extra"
        (fault,) = builder.faults
        assert fault.path == root / name
        assert words in fault.message
    make({name: HOUSE[name]})
    assert value(builder.scope(PROMPT, {}, "n"), lost) is not None
    assert builder.faults == ()


def test_sources_that_are_not_there_are_no_fault(make: MakeTree) -> None:
    builder = ScopeBuilder(Workspace.open(make({"p.md": ""})), read_text)
    scope = builder.scope(PROMPT, {}, "n")
    assert sorted(scope.names()) == ["Now", "now"]
    assert builder.faults == ()


def test_unsaved_text_counts_and_each_file_is_read_once(make: MakeTree) -> None:
    root = make(HOUSE)
    read: list[Path] = []
    unsaved = {root / "templates/other.md": "Unsaved $who"}

    def text_of(path: Path) -> str:
        read.append(path)
        return unsaved.get(path) or read_text(path)

    scope = ScopeBuilder(Workspace.open(root), text_of).scope(PROMPT, {"who": "Kim"}, "n")
    assert value(scope, "other") == "Unsaved Kim"
    assert len(read) == len(set(read)) == 5


def test_the_folders_are_looked_at_once_until_they_are_looked_at_again(make: MakeTree) -> None:
    root = make({"templates/one.md": "1"})
    builder = ScopeBuilder(Workspace.open(root), read_text)
    assert value(builder.scope(PROMPT, {}, "n"), "one") == "1"
    (root / "templates/two.md").write_text("2")
    assert builder.scope(PROMPT, {}, "n").lookup("two").winner is None
    builder.look_again()
    assert value(builder.scope(PROMPT, {}, "n"), "two") == "2"


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that were rendered, in order."""
    names: list[str] = []
    render = scopes.template_definition

    def counting(
        stem: str, text: str, scope: Scope, path: str | None, most: int | None
    ) -> Definition:
        names.append(stem)
        return render(stem, text, scope, path, most)

    monkeypatch.setattr(scopes, "template_definition", counting)
    return names


def test_only_templates_that_use_what_changed_are_rendered_again(
    make: MakeTree, rendered: list[str]
) -> None:
    root = make(
        {
            "config/journal.json": '{"identity": {"name": "Ada"}}',
            "templates/day.md": "Today is $day.",
            "templates/both.md": "$name on $day",
            "templates/none.md": "Nothing $$day ${",
            "templates/who.md": "$name and $missing",
        }
    )
    builder = ScopeBuilder(Workspace.open(root), read_text)

    def after(context: Mapping[str, object]) -> set[str]:
        rendered.clear()
        builder.look_again()
        scope = builder.scope(PROMPT, context, "n")
        again = set(rendered)
        assert ScopeBuilder(Workspace.open(root), read_text).scope(PROMPT, context, "n") == scope
        return again

    assert after({"day": "Monday"}) == {"day", "both", "none", "who"}
    assert after({"day": "Monday"}) == set()
    assert after({"day": "Tuesday"}) == {"day", "both"}
    assert after({"day": "Tuesday", "unused": "x"}) == set()
    assert after({"day": "Tuesday", "missing": "found"}) == {"who"}
    make({"templates/none.md": "Another text"})
    assert after({"day": "Tuesday", "missing": "found"}) == {"none"}
    make({"config/journal.json": '{"identity": {"name": "Bob"}}'})
    assert after({"day": "Tuesday", "missing": "found"}) == {"both", "who"}
    make({"templates/new.md": "$day"})
    assert after({"day": "Tuesday", "missing": "found"}) == {"new"}


def test_the_last_of_two_extra_folders_wins(make: MakeTree) -> None:
    root = make(
        {
            "prompt-workspace.yaml": "variables: [{folder: a, prefix: x}, {folder: b}]\n",
            "a/y.md": "from a",
            "b/xy.md": "from b",
        }
    )
    assert value(built(root), "xy") == "from b"
