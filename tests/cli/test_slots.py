"""`prompt-editor render` and `check` of slots, beside what the loader gives."""

import json
from pathlib import Path

import pytest
import yaml

from editor import PromptLoader
from editor.cli import main

SAMPLES = Path(__file__).resolve().parents[2] / "sample_prompts"
CASES = {
    "own": ("enabled: false\ntemplate: ''\n", "enabled: true\ntemplate: |\n  Hi {{ n }}\n  {{}}\n"),
    "borrowed": ("enabled: false\ntemplate: D\n", "enabled: true\n"),
    "default": ("enabled: true\ntemplate: |+\n  D\n\n", None),
    "quoted": ('enabled: true\ntemplate: "a\\tb\\u00e9 {{x}}\\n"\n', None),
    "folded": ("enabled: true\ntemplate: >\n  a {{x}}\n  b\n", None),
    "off": ("enabled: true\ntemplate: D\n", "enabled: false\n"),
    "empty": ("enabled: true\ntemplate: D\n", "template: ''\n"),
    "unsaid": ("template: D\n", None),
    "no_text": ("enabled: true\n", None),
    "only_app": (None, "enabled: true\ntemplate: A\n"),
    "wrong": ("enabled: true\ntemplate: D\n", "enabled: 'no'\n"),
    "hollow": ("", None),
}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "ws"
    for folder in ("config/prompt_slots", "app"):
        (root / folder).mkdir(parents=True)
    (root / "prompt-workspace.yaml").write_text("slots: {app: app}\n")
    for name, (default, app) in CASES.items():
        if default is not None:
            (root / f"config/prompt_slots/{name}.yaml").write_text(default)
        if app is not None:
            (root / f"app/{name}.yaml").write_text(app)
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize("runtime", [{}, {"enabled": False}, {"template": "R {{z}}"}])
@pytest.mark.parametrize("name", CASES)
def test_render_writes_what_the_loader_gives(
    name: str, runtime: dict[str, object], house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    wanted = PromptLoader(house / "config", house / "app").load(name, runtime)
    given = [f"--runtime={key}={json.dumps(value)}" for key, value in runtime.items()]
    code = main(["render", name, *given])
    out, err = capfd.readouterr()
    assert (code, out) == ((0, wanted) if wanted is not None else (1, ""))
    assert err.count("\n") == (wanted is None)
    code = main(["render", name, *given, "--format", "json"])
    out, err = capfd.readouterr()
    found = json.loads(out)
    assert err == ""
    assert code == (wanted is None)
    assert (found["reason"] is None) == (wanted is not None)
    texts = [message["text"] for message in found["messages"]]
    assert texts == ([] if wanted is None else [wanted])
    for message in found["messages"]:
        assert "".join(piece["text"] for piece in message["pieces"]) == wanted


@pytest.mark.parametrize("name", ["own", "folded", "quoted"])
def test_pieces_point_at_the_file(
    name: str, house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", name, "--format", "json"]) == 0
    found = json.loads(capfd.readouterr().out)
    text = (house / found["path"]).read_text()
    marked = [piece for piece in found["messages"][0]["pieces"] if piece["name"]]
    assert [piece["kind"] for piece in marked] == ["unresolved"]
    for piece in marked:
        assert text[slice(*piece["source"])] == piece["text"]
    assert [each["name"] for each in found["unresolved"]] == [each["name"] for each in marked]
    assert found["metadata"] == yaml.safe_load(text)


def test_a_slot_is_rendered_by_any_of_its_files(
    house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for file in ("config/prompt_slots/borrowed.yaml", "app/borrowed.yaml"):
        assert main(["render", file]) == 0
        assert capfd.readouterr().out == "D"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["off"], "off: disabled by the app layer: the algorithm's own default is used."),
        (["bad"], "bad: app layer is broken: app/bad.yaml, line 2, column 1: "),
        (["nowhere"], "nowhere does not exist, and there is no slot of that name"),
        (["own", "--format", "openai"], "A slot is no list of messages"),
        (["own", "--context", "a=b"], "This is a slot, so --context means nothing for it."),
        (["own", "--provider", "openai"], "so --provider means nothing for it."),
        (["nowhere", "--context", "a=b"], "nowhere does not exist"),
        (["own", "--runtime", "x"], "--runtime takes KEY=VALUE"),
        (["app/own.yml"], "own.yml: Only .yaml files are read, so own.yaml counts"),
        (["p.md", "--runtime", "a=b"], "is no slot, so --runtime means nothing"),
    ],
)
def test_what_cannot_be_rendered_is_said_in_one_line(
    arguments: list[str], said: str, house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (house / "app/bad.yaml").write_text("template: 'x\n")
    (house / "app/own.yml").write_text("enabled: true\ntemplate: never\n")
    (house / "p.md").write_text("Hi\n")
    assert main(["render", *arguments]) == (1 if arguments == ["off"] else 2)
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_the_sample_slots_show_every_verdict(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(SAMPLES)
    said = {}
    names = {path.stem for path in (SAMPLES / "slots").rglob("*.yaml")}
    for name in sorted(names):
        assert main(["layers", name]) == 0
        said[name] = capfd.readouterr().out.splitlines()[0].removeprefix(f"{name}: ")
    default_used = "the algorithm's own default is used."
    assert said.pop("place_names").startswith("app layer is broken: slots/app/place_names.yaml")
    assert said.pop("unit_words").startswith("enabled by the default layer with its own template; ")
    assert said == {
        "boundary_detection": f"disabled by the default layer: {default_used}",
        "daily_recap": "enabled by the default layer, but the template is empty (app layer): "
        + default_used,
        "episode_extract": "enabled by the app layer with its own template.",
        "event_log": "enabled by the app layer with the template of the default layer.",
        "foresight": "enabled by the default layer with its own template.",
        "link_people": f"enabled by the default layer, but no layer has a template: {default_used}",
        "mood_trace": f"no layer says enabled: {default_used}",
        "profile_merge": f"disabled by the app layer: {default_used}",
        "quay_digest": "enabled by the app layer with its own template.",
    }


def test_check_knows_slots_of_both_layers(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (house / "app/own.yml").write_text("enabled: true\n")
    assert main(["check", "--format", "json"]) == 1
    found = json.loads(capfd.readouterr().out)
    told = {(each["path"], each["code"]) for each in found}
    assert ("app/own.yml", "slot-not-read") in told
    assert ("app/only_app.yaml", "override-without-default") in told
    assert ("app/empty.yaml", "slot-enabled-empty") in told
    assert ("config/prompt_slots/no_text.yaml", "slot-enabled-empty") in told
    assert ("app/wrong.yaml", "slot-wrong-type") in told
    assert {each["path"] for each in found if each["severity"] == "error"} == {"app/wrong.yaml"}
