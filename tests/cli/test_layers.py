"""`prompt-editor layers`, on files of our own, against what the layers say by hand."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editor.cli import main

WORKSPACE = "slots: {default: d, app: a}\ntemplates: templates\n"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        "prompt-workspace.yaml": WORKSPACE,
        "d/s.yaml": "enabled: true\ntemplate: D\nmodel: x\n",
        "a/s.yaml": "# ours\ntemplate: |\n  A {{n}}\n",
        "a/broken.yaml": "template: 'x\n",
        "p.md": "Hi $who from $tpl and $nobody\n",
        "templates/tpl.md": "T\n",
        "config/journal.json": '{"identity": {"who": "Kim"}}\n',
    }
    for name, text in files.items():
        path = tmp_path / "ws" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path / "ws")
    return tmp_path / "ws"


Ask = Callable[..., Any]


@pytest.fixture
def ask(house: Path, capfd: pytest.CaptureFixture[str]) -> Ask:
    def asked(*arguments: str) -> Any:
        assert main(["layers", *arguments, "--format", "json"]) == 0
        out, err = capfd.readouterr()
        assert err == ""
        return json.loads(out)

    return asked


def _row(layer: str, value: object = None, path: str | None = None, line: int | None = None) -> Any:
    return {"layer": layer, "value": value, "path": path, "line": line}


def test_every_key_of_a_slot_with_its_stack(ask: Ask) -> None:
    found = ask("s")
    assert found["name"] == "s"
    assert found["verdict"] == ("enabled by the default layer with the template of the app layer.")
    assert [(each["key"], each["value"], each["layer"]) for each in found["keys"]] == [
        ("enabled", True, "default"),
        ("template", "A {{n}}\n", "app"),
        ("model", "x", "default"),
    ]
    stack = found["keys"][1]["stack"]
    keys = ("layer", "value", "path", "line")
    assert [{key: each[key] for key in keys} for each in stack] == [
        _row("runtime"),
        _row("app", "A {{n}}\n", "a/s.yaml", 2),
        _row("default", "D", "d/s.yaml", 2),
    ]
    assert [each["set"] for each in stack] == [False, True, True]
    assert [each["wins"] for each in stack] == [False, True, False]


@pytest.mark.parametrize("name", ["s", "d/s.yaml", "a/s.yaml"])
def test_a_slot_is_named_by_its_name_or_any_file_of_it(name: str, ask: Ask) -> None:
    found = ask(name, "model", "--runtime", "model=7", "--runtime", "template=R")
    assert [each["key"] for each in found["keys"]] == ["model"]
    assert found["keys"][0]["value"] == 7
    assert found["keys"][0]["layer"] == "runtime"
    assert found["verdict"].startswith("enabled by the default layer with the template of the run")


def test_a_broken_layer_is_told_and_no_error(ask: Ask) -> None:
    found = ask("broken")
    assert found["verdict"].startswith("app layer is broken: a/broken.yaml, line 2, column 1: ")
    assert {each["layer"] for each in found["keys"]} == {None}
    assert [row["note"] for row in found["keys"][0]["stack"]] == [None, "broken", None]


def test_variables_of_a_prompt(ask: Ask) -> None:
    found = ask("p.md")
    assert [(each["key"], each["value"], each["layer"]) for each in found["keys"]] == [
        ("who", "Kim", "identity"),
        ("tpl", "T", "template"),
        ("nobody", None, None),
    ]
    assert found["verdict"] == "3 variables; set nowhere: $nobody."
    assert [row["layer"] for row in found["keys"][0]["stack"]] == [
        "context",
        "identity",
        "variables",
        "template",
    ]
    one = ask("p.md", "$who")
    assert one["verdict"] == "$who is set by identity."
    assert one["keys"] == found["keys"][:1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "nothing does not exist, and there is no slot of that name"),
        (["s", "absent"], "No layer of s mentions absent; there are enabled, template, model."),
        (["s", "--runtime", "x"], "--runtime takes KEY=VALUE"),
        (["prompt-workspace.yaml"], "has no layers"),
        (["p.md", "--runtime", "a=1"], "is no slot, so --runtime means nothing"),
    ],
)
def test_what_cannot_be_told_is_said_in_one_line(
    arguments: list[str], said: str, house: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["layers", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_text_for_people(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["layers", "s", "template"]) == 0
    assert capfd.readouterr().out == (
        "s: enabled by the default layer with the template of the app layer.\n"
        "\n"
        "template = A {{n}}\\n\n"
        "    runtime  not set\n"
        "  * app      A {{n}}\\n  (a/s.yaml:2)\n"
        "    default  D  (d/s.yaml:2)\n"
    )


SOUL = """\
# Watch

---template---

- section: profile
  role: system
  tool: who
  content: fallback {{admin_pubkey}}
  provider:
    anthropic: |
      <p>ours</p>
- section: late
  role: system
  tool: unknown_tool
- section: dm
  role: expand
"""
SAMPLES = "values: {admin_pubkey: KEY}\ntools: {who: {content: Noor}}\n"


def test_sections_of_a_soul(house: Path, ask: Ask) -> None:
    (house / "soul.md").write_text(SOUL)
    (house / "samples.yaml").write_text(SAMPLES)
    found = ask("soul.md", "--samples", "samples.yaml")
    keys = [(each["key"], each["value"], each["layer"]) for each in found["keys"]]
    assert keys == [("profile", "Noor", "tool"), ("late", "", "tool")]
    stack = found["keys"][0]["stack"]
    assert [(row["layer"], row["set"], row["wins"]) for row in stack] == [
        ("override", False, False),
        ("tool", True, True),
        ("content", True, False),
    ]
    assert stack[2]["line"] == 8
    with_provider = ask("soul.md", "profile", "--provider", "anthropic", "--samples=samples.yaml")
    assert with_provider["keys"][0]["value"] == "<p>ours</p>\n"
    assert with_provider["verdict"] == "profile is given by override and hides tool, content."
    late = ask("soul.md", "late")
    assert late["verdict"] == "late is given by tool, which is supplied at run time."
    assert found["verdict"] == "3 sections; dm takes the turns of the conversation."
    turns = ask("soul.md", "dm")
    assert (turns["keys"], "conversation" in turns["verdict"]) == ([], True)
    value = ask("soul.md", "{{admin_pubkey}}", "--samples", "samples.yaml")
    assert value["keys"][0]["value"] == "KEY"


def test_a_section_that_is_not_there(house: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (house / "soul.md").write_text(SOUL)
    assert main(["layers", "soul.md", "nope"]) == 2
    assert "soul.md has no section nope; there are profile, late, dm." in capfd.readouterr().err
