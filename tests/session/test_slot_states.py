"""What comes out of each slot of a list: found in slices, told once, unsaved text included."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.session.slot_source import SlotSource
from editor.session.slot_states import SlotMark, SlotsDescribed
from editor.session.workbench import Workbench
from tests.session.benches import bench
from tests.workspace.trees import write_tree

__all__ = ["bench"]

FILES = {
    "prompt-workspace.yaml": "slots: {default: d, app: a}\n",
    "d/on.yaml": "enabled: true\ntemplate: x\n",
    "d/off.yaml": "enabled: false\n",
    "d/silent.yaml": "template: x\n",
    "d/empty.yaml": "enabled: true\ntemplate: ''\n",
    "d/bare.yaml": "enabled: true\n",
    "d/over.yaml": "enabled: false\ntemplate: x\n",
    "a/over.yaml": "enabled: true\n",
    "d/broken.yaml": "enabled: true\n",
    "a/broken.yaml": "[\n",
    "a/only.yaml": "enabled: true\ntemplate: y\n",
    "d/unread.yml": "enabled: true\n",
}


@pytest.fixture
def slots(bench: Workbench, tmp_path: Path) -> SlotSource:
    root = tmp_path / "ws"
    root.mkdir()
    write_tree(root, FILES)
    source = bench.open_folder(root).slots
    source.nodes()
    source.states.finish()
    return source


def marks(slots: SlotSource) -> dict[str, SlotMark | None]:
    states = {node.label: slots.states.of(node) for node in slots.nodes()}
    return {name: state.mark for name, state in states.items() if state is not None}


def test_every_slot_has_its_mark(slots: SlotSource) -> None:
    assert marks(slots) == {
        "bare": SlotMark.EMPTY,
        "broken": SlotMark.BROKEN,
        "empty": SlotMark.EMPTY,
        "off": SlotMark.DISABLED,
        "on": None,
        "only": None,
        "over": None,
        "silent": SlotMark.NOT_ENABLED,
    }
    nodes = {node.label: node for node in slots.nodes()}
    assert list(nodes) == sorted(nodes)
    over, on, only = nodes["over"], nodes["on"], nodes["only"]
    assert (over.path.parent.name, over.others[0].parent.name) == ("a", "d")
    assert (on.path.parent.name, on.has_app, on.has_default) == ("d", False, True)
    assert (only.path.parent.name, only.others, only.has_default) == ("a", (), False)
    state = slots.states.of(over)
    assert state is not None
    assert state.verdict == "enabled by the app layer with the template of the default layer"


def test_the_states_come_in_slices_after_the_list(
    bench: Workbench, tmp_path: Path, qtbot: QtBot
) -> None:
    root = tmp_path / "ws"
    root.mkdir()
    write_tree(root, FILES)
    slots = bench.open_folder(root).slots
    nodes = slots.nodes()
    assert len(nodes) == 8
    assert [slots.states.of(node) for node in nodes] == [None] * 8
    told: list[SlotsDescribed] = []
    slots.states.changed.connect(told.append)
    qtbot.waitUntil(lambda: all(slots.states.of(node) for node in nodes))
    assert frozenset(nodes) == frozenset().union(*(each.nodes for each in told))


def test_an_edit_tells_of_its_slot_alone(
    bench: Workbench, slots: SlotSource, tmp_path: Path, qtbot: QtBot
) -> None:
    document = bench.open(tmp_path / "ws" / "d" / "on.yaml")
    with qtbot.waitSignal(slots.states.changed) as told:
        document.replace_text("enabled: false\n")
    assert told.args is not None
    (news,) = told.args
    assert {node.label for node in news.nodes} == {"on"}
    assert marks(slots)["on"] is SlotMark.DISABLED
    document.undo()
    slots.states.finish()
    assert marks(slots)["on"] is None


def test_what_another_program_wrote_counts(
    bench: Workbench, slots: SlotSource, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "ws" / "a" / "off.yaml").write_text("enabled: true\ntemplate: now\n")
    bench.look_at_disk_now()
    qtbot.waitUntil(lambda: marks(slots).get("off", SlotMark.EMPTY) is None)
    (tmp_path / "ws" / "a" / "off.yaml").unlink()
    bench.look_at_disk_now()
    qtbot.waitUntil(lambda: marks(slots).get("off") is SlotMark.DISABLED)


def test_nothing_is_told_of_a_slot_as_it_was_before_it_lost_a_file(
    bench: Workbench, slots: SlotSource, tmp_path: Path, qtbot: QtBot
) -> None:
    told: list[SlotsDescribed] = []
    slots.states.changed.connect(told.append)
    before = next(node.slot for node in slots.nodes() if node.label == "over")
    (tmp_path / "ws" / "a" / "over.yaml").unlink()
    slots.states.look_again(before)
    bench.look_at_disk_now()
    qtbot.waitUntil(lambda: marks(slots).get("over") is SlotMark.DISABLED)
    slots.states.finish()
    assert {node.has_app for news in told for node in news.nodes if node.label == "over"} == {False}
