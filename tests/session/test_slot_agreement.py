"""Panel, `layers`, `load` and preview of slots: one table of what comes out, and all four agree.

What must come out is worked out by hand in `tests.workspace.test_slots`.
"""

import json
from pathlib import Path

import pytest

from editor import PromptLoader
from editor.formats.runtime_values import value_of
from editor.session.slot_layers import SlotView, slot_view
from editor.session.workbench import Workbench
from editor.workspace.slot_list import Slot
from tests.cli.running import quietly
from tests.session.benches import bench
from tests.session.slot_lab import SlotLab
from tests.workspace.test_slots import OVERRIDES, STATES, _expected

__all__ = ["bench"]

KINDS = (
    "absent",
    "empty file",
    "disabled",
    "enabled without template",
    "enabled with empty template",
    "enabled with template",
    "template without enabled",
    "broken",
    "list",
    "both wrong",
)
GIVEN = ("none", "on", "off", "both", "emptied", "wrong")


@pytest.mark.parametrize("app", KINDS)
def test_all_four_agree(bench: Workbench, tmp_path: Path, app: str) -> None:
    texts = {f"s{number}": STATES[default].text for number, default in enumerate(KINDS)}
    files = {f"slots/default/{name}.yaml": text for name, text in texts.items()}
    if STATES[app].text is not None:
        files |= {f"slots/app/{name}.yaml": STATES[app].text for name in texts}
    there = {name: text for name, text in files.items() if text is not None}
    lab = SlotLab(bench, tmp_path / "ws", **there)
    config = tmp_path / "config"
    config.mkdir()
    (config / "prompt_slots").symlink_to(lab.root / "slots" / "default")
    (lab.root / "slots" / "default").mkdir(parents=True, exist_ok=True)
    loader = PromptLoader(config, lab.root / "slots" / "app")
    for name, default in zip(texts, KINDS, strict=True):
        for override in GIVEN:
            where = (app, default, override)
            values, enabled, template = OVERRIDES[override]
            faults = [each.fault for each in (STATES[app], STATES[default]) if each.fault]
            wanted = _expected(STATES[app], STATES[default], enabled, template)
            if faults:
                wanted = None
                with pytest.raises(faults[0]):
                    loader.load(name, values)
            else:
                assert loader.load(name, values) == wanted, where
            own = [lab.root / "slots" / layer / f"{name}.yaml" for layer in ("app", "default")]
            files_there = [path for path in own if path.is_file()]
            for path in files_there:
                _check(lab, path, override, wanted, where)


def _check(
    lab: SlotLab, path: Path, override: str, wanted: str | None, where: tuple[str, ...]
) -> None:
    """Hold preview, panel and command for one file of a slot against what must come out."""
    name, values = path.stem, OVERRIDES[override][0] or {}
    for key in lab.project.runtime_slots(name):
        lab.project.set_runtime(name, key, None)
    for key, value in values.items():
        lab.project.set_runtime(name, key, value_of(value))
    document = lab.bench.open(path)
    lab.bench.bring_to_front(document)
    live = lab.live(document)
    assert (live.text() or None) == wanted, where
    assert (live.reason is None) == (wanted is not None), where
    slot: Slot = live.setting.slot
    view = slot_view(live.overlay, slot, lab.project.workspace.name_of)
    assert view.has_template == (wanted is not None), where
    given = [f"--runtime={key}={json.dumps(value)}" for key, value in values.items()]
    code, out, err = quietly("layers", str(path), "--format=json", *given)
    assert (code, err) == (0, ""), where
    told = json.loads(out)
    if live.reason is not None:
        assert live.reason.lower() == told["verdict"].lower(), where
    _agree(view, told, where)
    effective = {key["key"]: key["value"] for key in told["keys"]}
    if not view.is_broken:
        comes_out = effective["enabled"] is True and effective["template"]
        assert (comes_out or None) == wanted, where


def _agree(view: SlotView, told: dict[str, object], where: tuple[str, ...]) -> None:
    assert view.verdict.lower() == str(told["verdict"]).lower(), where
    keys = told["keys"]
    assert isinstance(keys, list)
    for shown, key in zip(view.keys, keys, strict=True):
        assert shown.name == key["key"], where
        marks = [(row.layer, row.state == "wins", row.place) for row in shown.rows]
        lines = (each["line"] for each in key["stack"])
        places = [f"line {line}" if line else None for line in lines]
        assert [mark[:2] for mark in marks] == [
            (each["layer"], each["wins"]) for each in key["stack"]
        ], where
        for (_, _, place), wanted in zip(marks, places, strict=True):
            assert wanted in (None, place), where
