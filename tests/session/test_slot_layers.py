"""What the layers panel says of slots, for every combination of layers, with and without values.

The panel's words are held against the overlay, the command and the loader: all four must agree.
"""

import itertools
import json
from pathlib import Path

import pytest

from editor import PromptLoader
from editor.formats.slot_overlay import Overlay, SlotLayerName, runtime_layer
from editor.session.layer_commands import LayerCommand as Do
from editor.session.layerview import LayerView, RowState
from editor.session.slot_layers import SlotView, slot_view
from editor.workspace.slot_list import Slot
from editor.workspace.slots import read_layer
from tests.cli.running import quietly
from tests.workspace.test_slots import OVERRIDES, STATES, State, _write

RUNTIME, APP, DEFAULT = SlotLayerName
SAYS = (RowState.WINS, RowState.HIDDEN, RowState.SAME)


def _slot(root: Path) -> Slot:
    default, app = root / "prompt_slots/s.yaml", root / "over/s.yaml"
    return Slot("s", default if default.is_file() else None, app, app.is_file())


def _view(root: Path, override: str = "none") -> SlotView:
    slot = _slot(root)
    layers = [
        read_layer(APP, slot.app, "over/s.yaml"),
        read_layer(DEFAULT, root / "prompt_slots/s.yaml", "prompt_slots/s.yaml"),
    ]
    overlay = Overlay("s", (runtime_layer(OVERRIDES[override][0]), *layers))
    return slot_view(overlay, slot, lambda path: path.relative_to(root).as_posix())


def _house(root: Path, app: str, default: str) -> Path:
    _write(root / "over", STATES[app])
    _write(root / "prompt_slots", STATES[default])
    return root


def test_nothing_comes_out_of_a_file_that_no_program_reads(tmp_path: Path) -> None:
    layer = read_layer(DEFAULT, tmp_path / "s.yml", "s.yml")
    slot = Slot("s", tmp_path / "s.yml", tmp_path / "over/s.yaml", has_app=False)
    view = slot_view(Overlay("s", (layer,)), slot, str, "Only .yaml files are read.")
    assert (view.verdict, view.has_template) == ("Only .yaml files are read.", False)


@pytest.mark.parametrize("app", STATES)
def test_the_panel_says_what_comes_out_for_every_combination(app: str, tmp_path: Path) -> None:
    for number, default in enumerate(STATES):
        root = _house(tmp_path / str(number), app, default)
        faulty = bool(STATES[app].fault or STATES[default].fault)
        loader = PromptLoader(root, root / "over")
        for override, (values, _, _) in OVERRIDES.items():
            view = _view(root, override)
            where = (app, default, override)
            if faulty:
                assert not view.has_template, where
                assert "layer is broken" in view.verdict, where
            else:
                found = loader.resolve("s", values)
                assert view.has_template == (found.template is not None), where
                assert view.verdict.rstrip(".").lower() == found.verdict.rstrip(".").lower(), where
            _check_rows(view, where)


def _check_rows(view: SlotView, where: tuple[str, ...]) -> None:
    """Each row says what its layer's file says by itself, and one row wins where there is one."""
    app, default, override = where
    values, enabled, template = OVERRIDES[override]
    said = {
        RUNTIME: State("" if values else None, enabled, template),
        APP: STATES[app],
        DEFAULT: STATES[default],
    }
    for key in view.keys[:2]:
        states = [row.state for row in key.rows]
        values_said = [getattr(said[SlotLayerName(row.layer)], key.name) for row in key.rows]
        wins = next((n for n, value in enumerate(values_said) if value is not None), None)
        for number, (row, value) in enumerate(zip(key.rows, values_said, strict=True)):
            assert (row.state in SAYS) == (value is not None), (where, key.name, row)
            assert (row.state is RowState.WINS) == (number == wins), (where, key.name, row)
            broken = said[SlotLayerName(row.layer)].fault is not None
            assert (row.state is RowState.BROKEN) == broken, (where, key.name, row)
            if value is not None:
                written = str(value).lower() if isinstance(value, bool) else value
                assert row.value == written, (where, key.name, row)
        assert (key.value is not None) == (RowState.WINS in states), where


@pytest.mark.parametrize(
    ("app", "default"),
    [*zip(STATES, reversed(STATES), strict=True), *itertools.product(["disabled"], STATES)],
)
def test_the_panel_and_the_command_agree(
    app: str, default: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = _house(tmp_path, app, default)
    (root / "prompt-workspace.yaml").write_text("slots: {default: prompt_slots, app: over}\n")
    for override in ("none", "both", "wrong"):
        given = [
            f"--runtime={k}={json.dumps(v)}" for k, v in (OVERRIDES[override][0] or {}).items()
        ]
        code, out, err = quietly("layers", "s", "--format=json", f"--workspace={root}", *given)
        if app == default == "absent":
            assert code != 0
            continue
        assert (code, err) == (0, "")
        told, view = json.loads(out), _view(root, override)
        assert view.verdict.lower() == told["verdict"].lower()
        assert [each.name for each in view.keys] == [each["key"] for each in told["keys"]]
        for key, wanted in zip(view.keys, told["keys"], strict=True):
            _check_key(key, wanted)


def _check_key(key: LayerView, told: dict[str, object]) -> None:
    stack = told["stack"]
    assert isinstance(stack, list)
    for row, entry in zip(key.rows, stack, strict=True):
        assert row.layer == entry["layer"]
        assert (row.state in SAYS) == entry["set"]
        assert (row.state is RowState.WINS) == entry["wins"]
        assert (row.state in (RowState.WRONG, RowState.BROKEN)) == (entry["note"] is not None)
        if entry["line"] is not None:
            assert row.place == f"line {entry['line']}"
            assert row.origin is not None
            assert row.origin.path == entry["path"]


def _row(view: SlotView, key: str, layer: str) -> tuple[RowState, str, tuple[Do, ...]]:
    found = next(each for each in view.keys if each.name == key)
    row = next(each for each in found.rows if each.layer == layer)
    return row.state, row.words, row.commands


def test_what_can_be_done_with_each_row(tmp_path: Path) -> None:
    (tmp_path / "over").mkdir()
    (tmp_path / "prompt_slots").mkdir()
    (tmp_path / "over/s.yaml").write_text("enabled: true\ntemplate: Ours\nmodel: a\n")
    (tmp_path / "prompt_slots/s.yaml").write_text("enabled: false\ntemplate: T\nmodel: a\n")
    view = _view(tmp_path)
    assert _row(view, "enabled", "app") == (
        RowState.WINS,
        "wins",
        (Do.DISABLE, Do.OPEN, Do.PIN, Do.RESET, Do.COMPARE),
    )
    assert _row(view, "enabled", "default") == (
        RowState.HIDDEN,
        "hidden by the app layer",
        (Do.ENABLE, Do.OPEN),
    )
    assert _row(view, "enabled", "runtime")[2] == (Do.ENABLE, Do.DISABLE)
    assert _row(view, "template", "runtime") == (RowState.UNSET, "not set here", (Do.OVERRIDE,))
    assert _row(view, "model", "app")[2] == (Do.OPEN, Do.RESET, Do.COMPARE)  # pinned already
    assert _row(view, "model", "default")[:2] == (RowState.SAME, "same value")
    assert [(row.words, row.place, row.commands) for row in view.files] == [
        ("no values given", "", (Do.OVERRIDE,)),
        (
            "decides enabled, template, model",
            "over/s.yaml",
            (Do.OPEN, Do.RESET_FILE, Do.COMPARE, Do.OPEN_FOLDER),
        ),
        ("decides nothing", "prompt_slots/s.yaml", (Do.OPEN, Do.OPEN_FOLDER)),
    ]


def test_a_missing_a_broken_and_a_wrong_layer_say_so(tmp_path: Path) -> None:
    root = _house(tmp_path, "absent", "both wrong")
    view = _view(root)
    assert view.files[1].words == "no file and no folder yet"
    assert view.files[1].commands == (Do.OVERRIDE_FILE,)
    assert _view(root, "on").files[0].commands == (Do.OVERRIDE, Do.RESET_FILE, Do.COMPARE)
    (root / "over").write_text("no folder\n")
    assert _view(root).files[1].words == "no file of this slot: its folder is a file"
    (root / "over").unlink()
    state, words, commands = _row(view, "enabled", "default")
    assert state is RowState.WRONG
    assert words == ("does not count: enabled must be true or false, without quotes, not a text")
    assert commands == (Do.ENABLE, Do.DISABLE, Do.OPEN)
    assert view.keys[0].verdict == "No layer gives enabled a value that counts."
    _write(root / "over", STATES["broken"])
    view = _view(root, "on")
    assert view.files[1].words.startswith("broken, line ")
    assert view.files[1].origin is not None
    assert view.is_broken
    assert view.files[0].words == "would decide enabled"
    assert _row(view, "enabled", "app") == (RowState.BROKEN, "cannot be read", (Do.OPEN,))
    assert _row(view, "enabled", "runtime")[1] == "would win"
