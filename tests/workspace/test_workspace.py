"""A workspace: its saved contexts and what its checks may know."""

import json

from editor.core.kinds import FileKind
from editor.core.spans import Position
from editor.workspace.workspace import Workspace
from tests.workspace.trees import MakeTree


def test_saved_contexts_are_read_with_their_places(make: MakeTree) -> None:
    root = make(
        {
            "contexts/b.yaml": "# c\nday: Monday\nn: 1.10\nempty: ''\nunset:\nslots: {s: {a: 1}}\n",
            "contexts/a.json": '{"day": "Tuesday", "list": [1]}',
            "contexts/.hidden.yaml": "x: 1\n",
            "contexts/broken.yml": "a: [",
        }
    )
    house = Workspace.open(root)
    assert house.context_names() == ("a", "b", "broken")
    b = house.context_values("b")
    assert b is not None
    assert b.values == {"day": "Monday", "n": "1.10", "empty": "", "unset": None}
    assert b.origins["n"].path == "contexts/b.yaml"
    assert b.origins["n"].position == Position(3, 4)
    a = house.context_values("a")
    assert a is not None
    assert a.values == {"day": "Tuesday"}
    broken = house.context_values("broken")
    assert broken is not None
    assert broken.values == {}
    assert house.context_values("nothing") is None


def test_a_context_that_is_no_text_has_no_values(make: MakeTree) -> None:
    house = Workspace.open(make({"contexts/a.yaml": b"a: caf\xe9\n"}))
    assert house.context_values("a") is None


def test_a_context_says_why_it_gives_nothing_or_not_all(make: MakeTree) -> None:
    root = make(
        {
            "contexts/good.yaml": "a: 1\n",
            "contexts/empty.yaml": "",
            "contexts/broken.yml": "a: 1\nb: [\n",
            "contexts/part.yaml": "a: 1\nb: [1]\n",
            "contexts/list.json": "[1]",
            "contexts/bytes.yaml": b"a: x\nb: caf\xe9\n",
        }
    )
    house = Workspace.open(root)
    assert house.context_fault("good") is None
    assert house.context_fault("empty") is None
    places = {}
    for name in ("broken", "part", "list", "bytes", "nothing"):
        fault = house.context_fault(name)
        assert fault is not None
        assert "\n" not in fault.message
        places[fault.path.relative_to(root).as_posix()] = fault.position
    assert places == {
        "contexts/broken.yml": Position(3, 1),
        "contexts/part.yaml": Position(2, 4),
        "contexts/list.json": Position(1, 1),
        "contexts/bytes.yaml": Position(2, 7),
        "contexts/nothing.yaml": None,
    }
    part = house.context_values("part")
    assert part is not None
    assert part.values == {"a": "1"}
    unsaved = house.context_fault("good", lambda _: "a: [\n")
    assert unsaved is not None
    assert unsaved.position == Position(2, 1)


def test_unsaved_contexts_count(make: MakeTree) -> None:
    house = Workspace.open(make({"contexts/a.yaml": "a: 1\n"}))
    found = house.context_values("a", lambda _path: "b: 2\n")
    assert found is not None
    assert found.values == {"b": "2"}


def test_checks_know_the_catalogue_all_contexts_and_the_templates(make: MakeTree) -> None:
    root = make(
        {
            "contexts/a.yaml": "mine: 1\nunset:\n",
            "contexts/b.json": '{"ours": true}',
            "templates/t.md": "",
            "templates/u.md": "",
        }
    )
    around = Workspace.open(root).surroundings(FileKind.PROMPT)
    assert {"mine", "unset", "ours", "day", "segment", "now"} <= around.known
    assert "t" not in around.known
    assert around.template_names == {"t", "u"}
    assert around.schedules["activity_id"] == {"activity"}
    assert around.schedules["day"] is None


def test_the_schema_of_the_workspace_is_added_to_the_shipped_one(make: MakeTree) -> None:
    own = {
        "properties": {"priority": {"type": "string"}, "team": {"type": "string"}},
        "required": ["team"],
    }
    root = make(
        {"prompt-workspace.yaml": "schemas: {prompt: own.json}\n", "own.json": json.dumps(own)}
    )
    schema = Workspace.open(root).schema(FileKind.PROMPT)
    assert schema is not None
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert properties["priority"] == {"type": "string"}
    assert properties["team"] == {"type": "string"}
    assert "title" in properties
    assert schema["required"] == ["team"]


def test_a_schema_that_cannot_be_read_adds_nothing(make: MakeTree) -> None:
    shipped = Workspace.open(make({})).schema(FileKind.PROMPT)
    for text in ("{", "[]", b"\xff"):
        root = make({"prompt-workspace.yaml": "schemas: {prompt: own.json}\n", "own.json": text})
        assert Workspace.open(root).schema(FileKind.PROMPT) == shipped
    assert shipped is not None


def test_kinds_without_fields_have_no_schema(make: MakeTree) -> None:
    house = Workspace.open(make({}))
    assert house.schema(FileKind.CONTEXT) is None
    assert house.schema(FileKind.IDENTITY) != house.schema(FileKind.PROMPT)
    assert house.schema(FileKind.TEMPLATE) == house.schema(FileKind.PROMPT)
