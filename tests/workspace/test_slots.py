"""Slots: every combination of layers, what is read when, names, faults and threads.

What must come out is worked out here from the seed: enabled and a text that is not empty, each
from the highest layer that has it rightly, give the template; everything else gives None.
"""

import errno
import itertools
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from editor import PromptLoader, SlotError, YamlConfigLoader
from editor.formats.slot_overlay import Outcome, Overlay, SlotLayerName, runtime_layer
from editor.workspace import slots
from editor.workspace.config import SlotPlaces
from editor.workspace.slot_list import slot_of
from editor.workspace.workspace import Workspace
from tests.workspace.trees import write_tree


@dataclass(frozen=True)
class State:
    """A file, and what it says: None for a key that it does not have, or has wrong."""

    text: str | None
    enabled: bool | None = None
    template: str | None = None
    fault: type[Exception] | None = None


STATES = {
    "absent": State(None),
    "empty file": State(""),
    "only a comment": State("# nothing yet\n"),
    "disabled": State('enabled: false\ntemplate: ""\n', False, ""),
    "disabled with template": State("enabled: false\ntemplate: |\n  Off\n", False, "Off\n"),
    "enabled without template": State("enabled: true\n", True),
    "enabled with empty template": State("enabled: true\ntemplate: ''\n", True, ""),
    "enabled with template": State("enabled: yes\ntemplate: |\n  Hi {{x}}\n", True, "Hi {{x}}\n"),
    "template without enabled": State("template: Only text\n", None, "Only text"),
    "broken": State("enabled: [true\n", fault=SlotError),
    "list": State("- enabled: true\n", fault=TypeError),
    "text": State("just words\n", fault=TypeError),
    "enabled is text": State('enabled: "true"\ntemplate: T\n', None, "T"),
    "enabled is a number": State("enabled: 1\n"),
    "enabled is nothing": State("enabled:\n"),
    "template is a number": State("enabled: true\ntemplate: 42\n", True),
    "template is a mapping": State("enabled: true\ntemplate: {a: b}\n", True),
    "template is nothing": State("enabled: true\ntemplate:\n", True),
    "both wrong": State("enabled: 'no'\ntemplate: [a]\n"),
}
OVERRIDES: dict[str, tuple[Mapping[str, object] | None, bool | None, str | None]] = {
    "none": (None, None, None),
    "empty": ({}, None, None),
    "on": ({"enabled": True}, True, None),
    "off": ({"enabled": False}, False, None),
    "template": ({"template": "R $1"}, None, "R $1"),
    "both": ({"enabled": True, "template": "RT"}, True, "RT"),
    "emptied": ({"template": ""}, None, ""),
    "wrong": ({"enabled": "yes", "template": None}, None, None),
    "other key": ({"model": "x"}, None, None),
}


def _expected(app: State, default: State, enabled: bool | None, template: str | None) -> str | None:
    for state in (app, default):
        enabled = state.enabled if enabled is None else enabled
        template = state.template if template is None else template
    return template if enabled is True and template else None


def _write(folder: Path, state: State) -> None:
    if state.text is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "s.yaml").write_text(state.text, "utf-8")


@pytest.mark.parametrize("app", STATES)
def test_every_combination_of_layers(app: str, tmp_path: Path) -> None:
    for number, (default, override) in enumerate(itertools.product(STATES, OVERRIDES)):
        root, above = tmp_path / str(number), tmp_path / f"{number}a"
        _write(root / "prompt_slots", STATES[default])
        _write(above, STATES[app])
        values, enabled, template = OVERRIDES[override]
        loader = PromptLoader(root, above)
        where = (app, default, override)
        faults = [state.fault for state in (STATES[app], STATES[default]) if state.fault]
        if faults:
            with pytest.raises(faults[0]):
                loader.load("s", values)
            with pytest.raises(faults[0]):
                loader.resolve("s", values)
            continue
        wanted = _expected(STATES[app], STATES[default], enabled, template)
        assert loader.load("s", values) == wanted, where
        found = loader.resolve("s", values)
        assert found.template == wanted, where
        assert ("own default is used" in found.verdict) == (wanted is None), where


@pytest.mark.parametrize(
    ("app", "default", "override", "outcome", "said"),
    [
        ("absent", "absent", None, Outcome.MISSING, "no layer has this slot"),
        ("absent", "disabled", None, Outcome.DISABLED, "disabled by the default layer"),
        ("disabled", "enabled with template", None, Outcome.DISABLED, "disabled by the app layer"),
        (
            "enabled with template",
            "disabled",
            None,
            Outcome.OWN,
            "enabled by the app layer with its own template",
        ),
        (
            "enabled without template",
            "disabled with template",
            None,
            Outcome.BORROWED,
            "enabled by the app layer with the template of the default layer",
        ),
        (
            "disabled with template",
            "absent",
            {"enabled": True},
            Outcome.BORROWED,
            "enabled by the runtime layer with the template of the app layer",
        ),
        (
            "enabled with empty template",
            "enabled with template",
            None,
            Outcome.EMPTY,
            "enabled by the app layer, but the template is empty (app layer)",
        ),
        (
            "enabled without template",
            "absent",
            None,
            Outcome.NO_TEMPLATE,
            "no layer has a template",
        ),
        ("template without enabled", "empty file", None, Outcome.NOT_ENABLED, "no layer says"),
        (
            "enabled is text",
            "enabled with template",
            None,
            Outcome.BORROWED,
            "enabled must be true or false, without quotes, not a text (app layer)",
        ),
        ("broken", "enabled with template", None, Outcome.BROKEN, "app layer is broken: "),
        ("enabled with template", "list", None, Outcome.BROKEN, "default layer is broken: "),
    ],
)
def test_the_verdict_says_what_and_why(
    app: str,
    default: str,
    override: Mapping[str, object] | None,
    outcome: Outcome,
    said: str,
    tmp_path: Path,
) -> None:
    for folder, state in (("app", app), ("default", default)):
        _write(tmp_path / folder, STATES[state])
    layers = [
        slots.read_layer(name, tmp_path / name.value / "s.yaml", f"{name}/s.yaml")
        for name in (SlotLayerName.APP, SlotLayerName.DEFAULT)
    ]
    overlay = Overlay("s", (runtime_layer(override), *layers))
    assert overlay.outcome is outcome
    assert said in overlay.verdict
    assert overlay.verdict.endswith("the algorithm's own default is used") == (
        outcome not in (Outcome.OWN, Outcome.BORROWED, Outcome.BROKEN)
    )


def test_each_key_has_a_winner_and_the_layers_that_lost(tmp_path: Path) -> None:
    _write(tmp_path / "prompt_slots", State("enabled: true\ntemplate: D\nmodel: a\n"))
    _write(tmp_path / "app", State("# ours\ntemplate: A\nmodel:\n"))
    found = PromptLoader(tmp_path, tmp_path / "app").resolve("s", {"model": "run"})
    assert list(found.keys) == ["enabled", "template", "model"]
    told = {
        key: [(entry.layer, entry.definition and entry.definition.value) for entry in lookup.stack]
        for key, lookup in found.keys.items()
    }
    assert told == {
        "enabled": [("runtime", None), ("app", None), ("default", True)],
        "template": [("runtime", None), ("app", "A"), ("default", "D")],
        "model": [("runtime", "run"), ("app", None), ("default", "a")],
    }
    model = found.keys["model"].stack[1].definition
    assert model is not None
    assert model.value is None  # written as nothing, which is a value
    assert model.origin is not None
    assert model.origin.position is not None
    assert model.origin.position.line == 3
    assert model.origin.path == str(tmp_path / "app" / "s.yaml")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are read, in order, as folder and name."""
    seen: list[str] = []
    before = slots.read_layer

    def watched(
        layer: SlotLayerName, path: Path, *rest: object, **named: object
    ) -> slots.SlotLayer:
        seen.append(f"{path.parent.name}/{path.name}")
        # Whatever else is given goes through as it is.
        return before(layer, path, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(slots, "read_layer", watched)
    return seen


def test_the_default_layer_is_read_at_once_and_the_app_layer_when_it_is_asked_for(
    tmp_path: Path, reads: list[str]
) -> None:
    default, app = tmp_path / "prompt_slots", tmp_path / "app"
    for folder in (default, app):
        folder.mkdir()
        for name in ("a", "b"):
            (folder / f"{name}.yaml").write_text(f"enabled: true\ntemplate: {folder.name}\n")
    loader = PromptLoader(tmp_path, app)
    assert reads == ["prompt_slots/a.yaml", "prompt_slots/b.yaml"]
    assert loader.load("a") == "app"
    assert reads[2:] == ["app/a.yaml"]
    assert loader.load("a") == "app"
    (default / "late.yaml").write_text("enabled: true\ntemplate: late\n")
    assert loader.load("late") is None  # the default layer was read before it was there
    assert reads.pop() == "app/late.yaml"
    (app / "a.yaml").write_text("enabled: true\ntemplate: new\n")
    assert loader.load("a") == "app"
    assert len(reads) == 3
    loader.refresh("a")
    assert loader.load("a") == "new"
    assert sorted(reads[3:]) == ["app/a.yaml", "prompt_slots/a.yaml"]
    loader.refresh()
    assert reads[5:] == [f"prompt_slots/{name}.yaml" for name in ("a", "b", "late")]
    assert loader.load("late") == "late"


def test_a_folder_loader_reads_a_file_once_and_gives_the_caller_its_own(
    tmp_path: Path, reads: list[str]
) -> None:
    (tmp_path / "one.yaml").write_text("enabled: 'x'\nlist: [1]\n")
    (tmp_path / "two.yml").write_text("enabled: true\n")
    (tmp_path / ".hidden.yaml").write_text("a: 1\n")
    loader = YamlConfigLoader(tmp_path)
    assert reads == []
    assert loader.names() == ["one"]
    assert loader.find("one") == tmp_path / "one.yaml"
    assert loader.find("two") is None
    first = loader.load("one")
    assert first == {"enabled": "x", "list": [1]}
    assert isinstance(first["list"], list)
    first["list"].append(2)
    assert loader.load("one") == {"enabled": "x", "list": [1]}
    assert loader.load("absent") == {}
    assert reads == [f"{tmp_path.name}/one.yaml", f"{tmp_path.name}/absent.yaml"]
    (tmp_path / "absent.yaml").write_text("now: here\n")
    assert loader.load("absent") == {}
    loader.refresh("absent")
    assert loader.load("absent") == {"now": "here"}


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/b", "/etc/passwd", "a\\b", "a b", "-a", ".a", "a\n", "é", "~"],
)
def test_a_name_leads_out_of_no_folder(name: str, tmp_path: Path) -> None:
    loader = PromptLoader(tmp_path, tmp_path)
    for ask in (loader.load, loader.resolve, YamlConfigLoader(tmp_path).load):
        with pytest.raises(ValueError, match="not the name of a slot"):
            ask(name)


def test_a_fault_names_the_file_and_the_place_and_hides_no_other_slot(tmp_path: Path) -> None:
    folder = tmp_path / "prompt_slots"
    folder.mkdir()
    (folder / "bad.yaml").write_text("enabled: true\ntemplate: 'x\n")
    (folder / "bytes.yaml").write_bytes(b"template: caf\xe9\n")
    (folder / "good.yaml").write_text("enabled: true\ntemplate: ok\n")
    loader = PromptLoader(tmp_path, tmp_path / "nowhere")
    assert loader.load("good") == "ok"
    with pytest.raises(SlotError, match=r"bad\.yaml, line \d+, column \d+: "):
        loader.load("bad")
    with pytest.raises(SlotError, match=r"bytes\.yaml, line 1, column 14: "):
        loader.load("bytes")
    (folder / "bad.yaml").write_text("enabled: true\ntemplate: x\n")
    with pytest.raises(SlotError):
        loader.load("bad")
    loader.refresh("bad")
    assert loader.load("bad") == "x"


def test_the_app_layer_is_in_the_home_folder_by_default(tmp_path: Path) -> None:
    home = Path.home()
    assert tmp_path in home.parents
    folder = home / ".everos" / "prompt_slots"
    folder.mkdir(parents=True)
    (folder / "s.yaml").write_text("enabled: true\ntemplate: mine\n")
    assert PromptLoader(tmp_path).load("s") == "mine"


def test_what_cannot_be_read_in_the_default_layer_is_no_slot_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "prompt_slots"
    (folder / "folder.yaml").mkdir(parents=True)
    (folder / "link.yaml").symlink_to(tmp_path / "nowhere")
    loader = PromptLoader(tmp_path, tmp_path / "app")
    assert loader.names() == []
    for name in ("folder", "link"):
        with pytest.raises(SlotError, match=rf"{name}\.yaml: "):
            loader.load(name)
    assert loader.load("other") is None

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(slots.os, "listdir", refuse)
    shut = PromptLoader(tmp_path, tmp_path / "app")
    with pytest.raises(SlotError):
        shut.load("folder")


def test_a_file_that_cannot_be_looked_at_is_no_error(tmp_path: Path) -> None:
    name = "a" * 300  # no disk takes it; so it goes for a folder that must not be looked into
    assert YamlConfigLoader(tmp_path).find(name) is None
    slot = slot_of(tmp_path / f"{name}.yaml", SlotPlaces(None, tmp_path / "app"), {})
    assert (slot.name, slot.has_app) == (name, False)


def test_an_override_must_be_a_mapping(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="override must be a mapping"):
        # Of a wrong type on purpose.
        PromptLoader(tmp_path, tmp_path).load("s", ["enabled"])  # type: ignore[arg-type]


def test_many_threads_read_each_file_once_and_agree(tmp_path: Path, reads: list[str]) -> None:
    app = tmp_path / "app"
    app.mkdir()
    for number in range(20):
        (app / f"s{number}.yaml").write_text(f"enabled: true\ntemplate: t{number}\n")
    loader = PromptLoader(tmp_path, app)
    wrong: list[object] = []
    start = threading.Barrier(8)

    def work() -> None:
        start.wait()
        for number in range(20):
            found = loader.load(f"s{number}")
            if found != f"t{number}":
                wrong.append(found)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    own = [each for each in reads if each.startswith("app/")]
    assert len(own) == len(set(own)) == 20


def test_a_name_too_long_for_a_file_has_none(tmp_path: Path) -> None:
    name = "x" * 300
    assert YamlConfigLoader(tmp_path).find(name) is None
    assert YamlConfigLoader(tmp_path).load(name) == {}
    assert PromptLoader(tmp_path, tmp_path).load(name, {"enabled": True, "template": "t"}) == "t"


def test_an_app_folder_that_may_not_be_looked_into_breaks_its_layer_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tree(
        tmp_path,
        {
            "prompt-workspace.yaml": "slots: {default: d, app: a}\n",
            "d/s.yaml": "enabled: true\ntemplate: T\n",
            "a/": "",
        },
    )
    closed = str(tmp_path / "a" / "s.yaml")
    for name in ("stat", "open"):  # a user who may do anything runs tests in some places
        monkeypatch.setattr(os, name, _refusing(getattr(os, name), closed))
    workspace = Workspace.open(tmp_path / "d" / "s.yaml")
    slot = workspace.slot_of(tmp_path / "d" / "s.yaml")
    assert workspace.overlay(slot).verdict.startswith("app layer is broken: a/s.yaml: ")
    assert workspace.overlay(workspace.slots()[0]).broken is not None
    assert YamlConfigLoader(tmp_path / "a").find("s") is None
    assert YamlConfigLoader(tmp_path / "a").names() == []
    with pytest.raises(SlotError, match="may not be read"):
        PromptLoader(tmp_path, tmp_path / "a").load("s")


def _refusing(real: Callable[..., Any], closed: str) -> Callable[..., Any]:
    def asked(path: Any, *more: Any, **named: Any) -> Any:
        if isinstance(path, str | Path) and str(path) == closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), closed)
        return real(path, *more, **named)

    return asked
