"""What is remembered of slots from one start to the next: values that were tried, defaults."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from editor.formats.runtime_values import ValueType, typed_value
from editor.session.default_watch import DefaultWatch
from editor.session.memory import LeftContext, LeftWindow, Memory
from editor.session.workbench import Workbench
from editor.storage.settings import Settings
from tests.session.slot_houses import slot_house

TRIED = {
    ("recap", "enabled"): typed_value(ValueType.BOOLEAN, "true"),
    ("recap", "top"): typed_value(ValueType.NUMBER, "1.50"),
    ("recap", "template"): None,
    ("odd", "x"): typed_value(ValueType.YAML, "[1, {a: b}]"),
}


def test_runtime_values_that_were_tried_come_back(bench: Workbench, tmp_path: Path) -> None:
    left = LeftWindow(context=LeftContext("friday", {"facet": None}, TRIED))
    Memory(Settings(tmp_path / "s")).leave(left)
    found = Memory(Settings(tmp_path / "s")).left.context
    assert found == left.context
    assert found is not None
    project = slot_house(tmp_path, bench)
    project.restore_context(replace(found, name=None))
    assert project.runtime_slots("recap") == {"enabled": True, "top": 1.5}
    assert project.runtime_slots("odd") == {"x": [1, {"a": "b"}]}


@pytest.mark.parametrize(
    ("stored", "slots"),
    [
        (["friday", {}], {}),
        (["friday", {}, [["a", "b", ["number", "x"]]]], None),
        (["friday", {}, [["a", "b", ["never", "1"]]]], None),
        (["friday", {}, [["a"]]], None),
        (["friday", {}, 4], None),
        ([], None),
    ],
)
def test_what_was_stored_of_values_may_be_anything(
    tmp_path: Path, stored: list[object], slots: object
) -> None:
    settings = Settings(tmp_path)
    settings.set_window(replace(settings.window, context=json.dumps(stored)))
    found = Memory(settings).left.context
    assert (None if found is None else found.slots) == slots


def test_the_default_of_an_override_is_compared_with_that_of_its_last_save(
    bench: Workbench, tmp_path: Path
) -> None:
    slot_house(tmp_path, bench, recap="enabled: true\n")
    memory = Memory(Settings(tmp_path / "s"))
    watch = DefaultWatch(bench, memory)
    default = tmp_path / "prompt_slots/recap.yaml"
    document = bench.open(tmp_path / "over/recap.yaml")
    before = default.read_text()
    default.write_text(before + "more: 1\n")
    assert not watch.has_changed(document)  # nobody knows what it was made for
    document.replace_text("enabled: false\n")
    bench.documents.save(document)
    assert not watch.has_changed(document)
    default.write_text(before)
    assert watch.has_changed(document)
    assert DefaultWatch(bench, Memory(Settings(tmp_path / "s"))).has_changed(document)
    watch.remember(document)
    assert not watch.has_changed(document)
    default.unlink()
    assert not watch.has_changed(bench.open(tmp_path / "prompt-workspace.yaml"))
