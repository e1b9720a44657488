"""The command and souls: messages in every form, places, checks, and edits of sections.

What is expected is worked out here by hand, or from the sample files with PyYAML alone.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from editor import paths
from editor.core.edits import EditRefused, apply_edits
from editor.formats.soul_edits import set_in_sections
from tests.cli.running import Make, Run, quietly
from tests.workspace.trees import write_tree

RULE = "=" * 60
PERSONALITY = "# Technical Architect\n\nYou are a technical architect agent."
ARCHITECT = """\
# Technical Architect

You are a technical architect agent.

---template---

- section: admin_identity
  role: system
  content: |
    Administrator pubkey: {{admin_pubkey}}

- section: admin_profile
  role: system
  content: |
    Administrator profile: {{admin_kind0_json}}

- section: startup_events
  role: system
  content: |
    System configuration and startup state: {{startup_events_json}}

- section: adopted_skills
  role: system
  content: |
    {{adopted_skills_content}}

- section: dm_history
  role: expand
  limit: 2

- section: admin_notes
  role: system
  limit: 2
  content: |
    Recent administrator notes for context: {{admin_notes_content}}
"""
SAMPLES = """\
values:
  admin_pubkey: 8ff747
  admin_kind0_json: {name: Ada, likes: [tea, "é"]}
  startup_events_json: []
  adopted_skills_content: "Use {{admin_pubkey}} and $z as they are.\\n"
  admin_notes_content: [one, two, three]
conversation:
  - {user: First., assistant: Answer 1.}
  - {user: Good afternoon., assistant: Good afternoon!}
  - {user: "Third.\\n", assistant: Answer 3.}
"""
WORKSPACE = "souls: [souls/*]\nsamples: samples.yaml\nsoul_variables: [ours]\n"
HOUSE: dict[str, str | bytes] = {
    "prompt-workspace.yaml": WORKSPACE,
    "samples.yaml": SAMPLES,
    "souls/architect.md": ARCHITECT,
}
# What the agent of the design document is given, in its order.
EXPECTED = [
    ("system_prompt", "system", PERSONALITY),
    ("admin_identity", "system", "Administrator pubkey: 8ff747\n"),
    ("admin_profile", "system", 'Administrator profile: {"name":"Ada","likes":["tea","é"]}\n'),
    ("startup_events", "system", "System configuration and startup state: []\n"),
    ("adopted_skills", "system", "Use {{admin_pubkey}} and $z as they are.\n\n"),
    ("dm_history", "user", "Good afternoon."),
    ("dm_history", "assistant", "Good afternoon!"),
    ("dm_history", "user", "Third.\n"),
    ("dm_history", "assistant", "Answer 3."),
    ("admin_notes", "system", 'Recent administrator notes for context: ["one","two"]\n'),
]


def said(document: Any) -> list[tuple[str, str, str, str]]:
    keys = ("section", "role", "source", "text")
    return [tuple(message[key] for key in keys) for message in document["messages"]]


# --- render ---------------------------------------------------------------------------------------


def test_a_soul_is_rendered_in_the_order_of_its_sections(make: Make, run: Run) -> None:
    make(HOUSE)
    document = run("render", "souls/architect.md", "--format", "json").json
    assert list(document) == ["kind", "path", "metadata", "messages", "unresolved", "reason"]
    assert (document["kind"], document["path"]) == ("soul", "souls/architect.md")
    assert (document["metadata"], document["reason"], document["unresolved"]) == (None, None, [])
    assert [(section, role, text) for section, role, _, text in said(document)] == EXPECTED
    sources = [message["source"] for message in document["messages"]]
    assert sources == ["content"] * 5 + ["conversation"] * 4 + ["content"]


def test_the_wire_forms_are_those_of_the_providers(make: Make, run: Run) -> None:
    make(HOUSE)
    openai = run("render", "souls/architect.md", "--format", "openai")
    assert openai.json == {
        "messages": [{"role": role, "content": text} for _, role, text in EXPECTED]
    }
    anthropic = run("render", "souls/architect.md", "--format", "anthropic").json
    assert anthropic == {
        "system": "\n\n".join(
            [
                PERSONALITY,
                "Administrator pubkey: 8ff747",
                'Administrator profile: {"name":"Ada","likes":["tea","é"]}',
                "System configuration and startup state: []",
                "Use {{admin_pubkey}} and $z as they are.",
                'Recent administrator notes for context: ["one","two"]',
            ]
        ),
        "messages": [
            {"role": role, "content": text} for _, role, text in EXPECTED if role != "system"
        ],
    }


def test_the_text_of_a_soul_is_the_context_log(make: Make, run: Run) -> None:
    make(
        {**HOUSE, "souls/short.md": "You.\n---template---\n- {section: a, role: user, content: Hi}"}
    )
    expected = (
        "Sections: 2\n"
        "\n"
        f"{RULE}\nSection: system_prompt | role=system\n{RULE}\n\nYou.\n"
        "\n\n"
        f"{RULE}\nSection: a | role=user\n{RULE}\n\nHi\n"
    )
    assert run("render", "souls/short.md").text == expected
    assert run("render", "souls/short.md", "--format", "log").text == expected
    heads = re.findall(
        rf"^{RULE}\nSection: (\w+) \| role=(\w+)\n{RULE}\n\n",
        run("render", "souls/architect.md").text,
        re.MULTILINE,
    )
    assert heads == [(section, role) for section, role, _ in EXPECTED]


OVERRIDES = """\
You.
---template---
- section: who
  role: system
  tool: profile
  args: '{"b": [1, 2], "a": 1}'
  result_field: summary
  content: Never shown {{admin_pubkey}}.
  provider:
    anthropic: |
      <who>{{admin_pubkey}}</who>
- section: list
  role: system
  tool: list
  limit: 2
- section: nothing
  role: system
  tool: unknown
  content: Loses.
"""
TOOLS = """\
values: {admin_pubkey: 8ff7}
tools:
  profile:
    - {args: {a: 2}, result: {summary: wrong}}
    - args: {a: 1, b: [1, 2]}
      result: {summary: "As {{admin_pubkey}}", content: not this}
  list:
    content: [a, b, c]
"""


def test_an_override_wins_over_a_tool_and_a_tool_over_content(make: Make, run: Run) -> None:
    make({"prompt-workspace.yaml": "samples: t.yaml\n", "t.yaml": TOOLS, "s.md": OVERRIDES})
    arguments = ("render", "s.md", "--format", "json")
    plain = [
        ("system_prompt", "system", "content", "You."),
        ("who", "system", "tool", "As {{admin_pubkey}}"),
        ("list", "system", "tool", '["a","b"]'),
        ("nothing", "system", "runtime", ""),
    ]
    assert said(run(*arguments).json) == plain
    assert said(run(*arguments, "--provider", "Anthropic").json) == plain
    chosen = run(*arguments, "--provider", "anthropic").json
    overridden = ("who", "system", "override", "<who>8ff7</who>\n")
    assert said(chosen) == [plain[0], overridden, *plain[2:]]
    for form in ("openai", "anthropic"):
        found = run("render", "s.md", "--format", form)
        assert "nothing" not in found.text
        assert found.err == ""


def test_pieces_point_at_the_file_and_values_at_the_samples(make: Make, run: Run) -> None:
    soul = (
        OVERRIDES.replace("\n", "\r\n")
        + '- {section: q, role: user, content: "\\"{{lost}}\\""}\r\n'
    )
    root = make({"prompt-workspace.yaml": "samples: t.yaml\n", "t.yaml": TOOLS, "s.md": soul})
    document = run("render", "s.md", "--format", "json", "--provider", "anthropic").json
    source = (root / "s.md").read_bytes().decode()
    for message in document["messages"]:
        pieces = message["pieces"]
        assert "".join(piece["text"] for piece in pieces) == message["text"]
        ends = [piece["output"][1] for piece in pieces]
        assert [piece["output"][0] for piece in pieces] == [0, *ends][: len(pieces)]
    by_section = {message["section"]: message["pieces"] for message in document["messages"]}
    assert [
        (piece["kind"], source[slice(*piece["source"])], piece["name"], piece["layer"])
        for piece in by_section["who"]
    ] == [
        ("literal", "<who>", None, None),
        ("value", "{{admin_pubkey}}", "admin_pubkey", "values"),
        ("literal", "</who>\r\n", None, None),
    ]
    assert by_section["who"][1]["origin"] == {"path": "t.yaml", "line": 1, "column": 24}
    (tool,) = by_section["list"]
    assert (tool["kind"], tool["layer"], tool["origin"]["path"]) == ("value", "tool", "t.yaml")
    assert tool["shadowed"] == []
    plain = run("render", "s.md", "--format", "json").json
    (won,) = plain["messages"][1]["pieces"]
    line = 1 + source[: source.index("Never shown")].count("\n")
    loser = {"path": "s.md", "line": line, "column": len("  content: ") + 1}
    assert won["shadowed"] == [{"layer": "content", "origin": loser}]
    assert [
        (piece["kind"], source[slice(*piece["source"])], piece["text"]) for piece in by_section["q"]
    ] == [
        ("escape", '\\"', '"'),
        ("unresolved", "{{lost}}", "{{lost}}"),
        ("escape", '\\"', '"'),
    ]
    line = source[: source.index("{{lost}}")].count("\n") + 1
    column = source.splitlines()[line - 1].index("{{lost}}") + 1
    assert document["unresolved"] == [
        {"name": "lost", "path": "s.md", "line": line, "column": column, "via": None}
    ]


def test_what_was_said_has_its_place_in_the_samples(make: Make, run: Run) -> None:
    make(HOUSE)
    document = run("render", "souls/architect.md", "--format", "json").json
    spoken = [each for each in document["messages"] if each["source"] == "conversation"]
    lines = SAMPLES.splitlines()
    for message in spoken:
        (piece,) = message["pieces"]
        place = piece["origin"]
        assert place["path"] == "samples.yaml"
        rest = lines[place["line"] - 1][place["column"] - 1 :]
        assert rest.lstrip('"').startswith(message["text"].strip())


def test_samples_can_be_named_and_win_over_those_of_the_workspace(make: Make, run: Run) -> None:
    make({**HOUSE, "other.json": '{"values": {"admin_pubkey": 7, "admin_kind0_json": null}}'})
    document = run(
        "render", "souls/architect.md", "--format", "json", "--samples", "other.json"
    ).json
    texts = [message["text"] for message in document["messages"]]
    assert texts[1:3] == [
        "Administrator pubkey: 7\n",
        "Administrator profile: {{admin_kind0_json}}\n",
    ]
    assert [found["name"] for found in document["unresolved"]] == [
        "admin_kind0_json",
        "startup_events_json",
        "adopted_skills_content",
        "admin_notes_content",
    ]
    assert len(texts) == len(EXPECTED) - 4, "no conversation, no messages of it"


def test_strict_names_what_a_soul_leaves_as_typed(make: Make, run: Run) -> None:
    make(
        {
            **HOUSE,
            "souls/s.md": (
                "{{no}}\n---template---\n"
                "- {section: a, role: user, content: '{{a}} {{ b }} {{a}} {{c-d}}'}\n"
            ),
        }
    )
    found = run("render", "souls/s.md", "--strict", "--format", "openai")
    assert found.code == 1
    assert found.err == "prompt-editor: Left as typed: {{a}}, {{b}}.\n"
    assert found.json["messages"][1]["content"] == "{{a}} {{ b }} {{a}} {{c-d}}"
    assert run("render", "souls/architect.md", "--strict").code == 0


BUILT_IN = [
    ("system_prompt", "system"),
    ("admin_identity", "system"),
    ("admin_profile", "system"),
    ("admin_relay_list", "system"),
    ("startup_events", "system"),
    ("adopted_skills", "system"),
    *[("dm_history", "user"), ("dm_history", "assistant")] * 3,
    ("admin_notes", "system"),
]


def test_a_listed_file_without_the_marker_has_the_built_in_order(make: Make, run: Run) -> None:
    make({**HOUSE, "souls/plain.md": "I am.\r\n\r\n"})
    document = run("render", "souls/plain.md", "--format", "json").json
    assert [(section, role) for section, role, _, _ in said(document)] == BUILT_IN
    by_section = {section: (source, text) for section, _, source, text in said(document)}
    assert by_section["system_prompt"] == ("built-in", "I am.")
    assert by_section["admin_identity"] == (
        "built-in",
        "This is your administrator! Admin pubkey: 8ff747\n",
    )
    assert by_section["admin_relay_list"] == ("runtime", "")
    assert by_section["admin_notes"] == ("built-in", '["one","two","three"]\n')
    assert document["unresolved"] == []


def event(content: str) -> dict[str, object]:
    members = {"id": "0" * 64, "pubkey": "1" * 64, "created_at": 1, "kind": 31120, "tags": []}
    return {**members, "content": content, "sig": "2" * 128}


def test_an_event_is_rendered_like_the_soul_in_it(make: Make, run: Run) -> None:
    written = json.dumps(event(ARCHITECT), indent=1)
    root = make({**HOUSE, "souls/e.json": written, "e.json": written})
    document = run("render", "souls/e.json", "--format", "json").json
    assert [(section, role, text) for section, role, _, text in said(document)] == EXPECTED
    assert run("render", "e.json").out == run("render", "souls/architect.md").out
    source = (root / "e.json").read_text("utf-8")
    for message in document["messages"]:
        for piece in message["pieces"]:
            part = source[slice(*piece["source"])]
            if piece["kind"] == "literal":
                assert json.loads(f'"{part}"') == piece["text"]
            elif piece["layer"] == "values":
                assert part == "{{" + piece["name"] + "}}"


@pytest.mark.parametrize("name", ["tide_engineer", "quay_host", "honest_problems"])
@pytest.mark.parametrize("provider", [None, "anthropic", "openai"])
def test_a_sample_soul_is_what_the_rules_make_of_it(
    name: str, provider: str | None, run: Run
) -> None:
    root = paths.sample_prompts()
    arguments = ("--provider", provider) if provider else ()
    document = run("render", root / f"souls/{name}.md", "--format", "json", *arguments).json
    text = (root / f"souls/{name}.md").read_text("utf-8")
    samples = yaml.safe_load((root / "samples.yaml").read_text("utf-8"))
    assert said(document) == assembled(text, samples, provider)


def assembled(text: str, samples: Any, provider: str | None) -> list[tuple[str, str, str, str]]:
    """A soul's messages by the rules of the page, for souls that are well formed."""
    personality, template = text.split("\n---template---\n")
    found = [("system_prompt", "system", "content", personality.rstrip("\r\n"))]
    for section in yaml.safe_load(template):
        name, role, limit = section["section"], section["role"], section.get("limit")
        if role == "expand":
            turns = samples["conversation"][-min(limit or 100, 100) :]
            for turn in turns:
                found += [
                    (name, each, "conversation", turn[each]) for each in ("user", "assistant")
                ]
        elif provider in section.get("provider", {}):
            filled = fill(section["provider"][provider], samples["values"], limit)
            found.append((name, role, "override", filled))
        elif "tool" in section:
            result = result_of(samples["tools"].get(section["tool"]), section.get("args", "{}"))
            value = (result or {}).get(section.get("result_field", "content"))
            source = "runtime" if value is None else "tool"
            found.append((name, role, source, "" if value is None else written(value, limit)))
        else:
            filled = fill(section.get("content", ""), samples["values"], limit)
            found.append((name, role, "content", filled))
    return found


def fill(text: str, values: dict[str, Any], limit: int | None) -> str:
    def value(match: re.Match[str]) -> str:
        return written(values[match[1]], limit) if match[1] in values else match[0]

    return re.sub(r"\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}", value, text)


def written(value: Any, limit: int | None) -> str:
    if isinstance(value, str):
        return value
    kept = value[:limit] if isinstance(value, list) and limit else value
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def result_of(tool: Any, args: str) -> Any:
    if not isinstance(tool, list):
        return tool
    return next((each["result"] for each in tool if each["args"] == json.loads(args)), None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["souls/architect.md", "--context", "a=b"], "--context says nothing to a soul"),
        (["souls/architect.md", "--context-file", "c.yaml"], "--context-file says nothing"),
        (["souls/architect.md", "--identity", "i.json"], "--identity says nothing to a soul"),
        (["p.md", "--provider", "openai"], "--provider is for souls: this file is a prompt"),
        (["p.md", "--samples", "samples.yaml"], "--samples is for souls"),
        (["p.md", "--format", "openai"], "--format openai is for souls"),
        (["p.md", "--format", "log"], "so use text or json"),
        (["templates/t.md", "--format", "anthropic"], "this file is a template"),
        (["souls/architect.md", "--format", "yaml"], "invalid choice"),
        (["souls/architect.md", "--samples", "none.yaml"], "none.yaml does not exist"),
        (["souls/architect.md", "--samples", "broken.yaml"], "broken.yaml, line 3, column 1"),
        (["souls/architect.md", "--samples", "list.yaml"], "list.yaml, line 1, column 1: A sample"),
        (["souls/architect.md", "--samples", "shape.yaml"], "shape.yaml, line 2, column"),
        (["souls/list.md"], "souls/list.md, line 3, column 1"),
        (["souls/yaml.md"], "souls/yaml.md, line 4"),
        (["souls/note.json"], "note.json, line 1, column 10: This is a Nostr event"),
        (["note.json"], "note.json, line 1, column 10: This is a Nostr event of"),
        (["souls/bad.json"], "souls/bad.json, line 1, column"),
        (["samples.yaml"], "samples.yaml holds samples: give it with --samples"),
    ],
)  # fmt: skip
def test_what_cannot_be_rendered_is_refused_with_a_reason(
    arguments: list[str], words: str, make: Make, run: Run
) -> None:
    make(
        {
            **HOUSE,
            "p.md": "Hi",
            "templates/t.md": "T",
            "broken.yaml": "values:\n  a: [\n",
            "list.yaml": "- a\n",
            "shape.yaml": "conversation:\n  - {user: Hi}\n",
            "souls/list.md": "You\n---template---\nsection: a\n",
            "souls/yaml.md": "You\n---template---\n- section: a\n  content: {{admin_pubkey}}\n",
            "souls/note.json": '{"kind": 1, "content": "Hi"}',
            "note.json": '{"kind": 1, "content": "Hi"}',
            "souls/bad.json": '{"kind": 31120, "content": "Hi"',
        }
    )
    found = run("render", *arguments)
    assert (found.code, found.out) == (2, b"")
    assert words in found.err


def test_samples_of_the_workspace_that_are_broken_stop_nothing(make: Make, run: Run) -> None:
    make({**HOUSE, "samples.yaml": "values: {admin_pubkey: a}\nconversation: none\n"})
    found = run("render", "souls/architect.md", "--format", "openai").json
    assert found["messages"][1]["content"] == "Administrator pubkey: a\n"


# --- check ----------------------------------------------------------------------------------------


def test_a_sample_file_is_checked(make: Make, run: Run) -> None:
    make(
        {
            **HOUSE,
            "samples.yaml": "values: [a]\nconversation:\n- {user: 1}\nvalue: {}\nvalues: {}\n",
        }
    )
    found = run("check", "samples.yaml", "--format", "json")
    places = {(each["line"], each["code"], each["severity"]) for each in found.json}
    assert (3, "field-type", "warning") in places
    assert (4, "unknown-field", "info") in places
    assert any(code == "duplicate-key" for _, code, _ in places)
    make({"samples.yaml": "values: {\n"})
    found = run("check", "samples.yaml")
    assert found.code == 1
    assert "samples.yaml:2:1: error unreadable-file The samples cannot be read" in found.text


def test_the_sample_workspace_has_no_errors_but_those_on_purpose(run: Run) -> None:
    found = run("check", paths.sample_prompts(), "--format", "json")
    errors = {each["path"] for each in found.json if each["severity"] == "error"}
    assert errors == {"slots/app/place_names.yaml", "slots/app/unit_words.yaml"}
    souls = [each for each in found.json if each["path"].startswith(("souls/", "samples"))]
    noisy = {each["path"] for each in souls if each["severity"] != "info"}
    assert noisy <= {"souls/honest_problems.md"}


def test_a_file_that_is_listed_and_holds_no_soul(make: Make, run: Run) -> None:
    make({**HOUSE, "souls/note.json": '{"content": "Hi", "kind": 1}'})
    found = run("check", "souls/note.json")
    assert found.code == 1
    assert found.text.startswith(
        "souls/note.json:1:27: error unreadable-file This is a Nostr event"
    )


def test_places_and_fixes_of_an_event_are_those_of_its_file(make: Make, run: Run) -> None:
    soul = "😀 \"quoted\"\n---template---\n- {section: a, role: user, content: 'x\u00a0y'}\n"
    written = json.dumps(event(soul), indent=1, ensure_ascii=False)
    root = make({**HOUSE, "souls/e.json": written})
    (found,) = [
        each
        for each in run("check", "souls/e.json", "--format", "json").json
        if each["code"] == "hidden-character"
    ]
    line = written.splitlines()[found["line"] - 1]
    assert line[found["column"] - 1] == "\u00a0"
    (fix,) = found["fixes"]
    fixed = apply(root / "souls/e.json", fix["edits"])
    expected = event(soul.replace("\u00a0", " "))
    del expected["id"], expected["sig"]
    assert json.loads(fixed) == expected
    assert len(fix["edits"]) > 1, "what stays is not touched"


def apply(path: Path, edits: list[dict[str, Any]]) -> str:
    text = path.read_text("utf-8")
    for edit in sorted(edits, key=lambda each: -int(each["start"])):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    return text


# --- set and unset --------------------------------------------------------------------------------

SECTIONS = """\
You.\r
---template---  \r
# head of the list\r
\r
- section: a   # the first\r
  role: system\r
  content: |\r
    Hi {{n}}\r
  provider:\r
    anthropic: "<a>{{n}}</a>"\r
\r
# belongs to b\r
-  section: 'b'\r
   role: expand\r
   limit: 12   # turns\r
- {section: c, role: user, content: "x", x.y: [1,  2]}\r
"""


@pytest.mark.parametrize(
    ("arguments", "old", "new"),
    [
        (["set", "1.limit", "20"], "limit: 12 ", "limit: 20 "),
        (["set", "0.provider.anthropic", "A {{n}}"], '"<a>{{n}}</a>"', '"A {{n}}"'),
        (["set", "1.section", "history"], "'b'", "'history'"),
        (["set", "2.role", "assistant"], "role: user", "role: assistant"),
        (["set", r"2.x\.y.0", "7"], "[1,  2]", "[7,  2]"),
        (["set", "1.limit", "12"], "", ""),
        (["set", "1.tool", "notes"], "# turns\r\n", "# turns\r\n   tool: notes\r\n"),
        (["unset", "1.limit"], "   limit: 12   # turns\r\n", ""),
        (["unset", r"2.x\.y"], ", x.y: [1,  2]", ""),
        (
            ["unset", "1"],
            SECTIONS[SECTIONS.index("# belongs") : SECTIONS.index("- {section")],
            "",
        ),
    ],
)
def test_a_field_of_a_section_is_set_and_no_other_byte(
    arguments: list[str], old: str, new: str, make: Make, run: Run
) -> None:
    root = make({"s.md": SECTIONS})
    found = run(arguments[0], "s.md", *arguments[1:])
    assert (found.code, found.out, found.err) == (0, b"", "")
    assert SECTIONS.count(old) == 1 or not old
    assert (root / "s.md").read_bytes().decode() == SECTIONS.replace(old, new, 1)


def test_the_same_in_an_event_takes_out_only_what_does_not_match_any_more(
    make: Make, run: Run
) -> None:
    written = (
        '{"id": "00", "kind":31120,\n "content":"' + json.dumps(SECTIONS)[1:-1] + '",\n "sig": "0"}'
    )
    root = make({"e.json": written})
    assert run("set", "e.json", "1.limit", "12").code == 0
    assert (root / "e.json").read_text("utf-8") == written
    assert run("set", "e.json", "1.limit", "20").code == 0
    after = (root / "e.json").read_text("utf-8")
    expected = written.replace("limit: 12", "limit: 20").replace('"id": "00", ', "")
    assert after == expected.replace(',\n "sig": "0"', "")
    assert run("unset", "e.json", "0.provider.none").code == 2


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        ("You.", ["set", "souls/s.md", "0.limit", "1"], "no template part"),
        ("You.", ["unset", "souls/s.md", "0"], "no template part"),
        ("Y\n---template---\n", ["set", "souls/s.md", "0.limit", "1"], "has no sections yet"),
        ("Y\n---template---\n- section: a\n", ["set", "souls/s.md", "limit", "1"], "number of a"),
        ("Y\n---template---\n- section: a\n", ["set", "souls/s.md", "1.limit", "1"], "“1”"),
        ("Y\n---template---\n- section: a\n", ["unset", "souls/s.md", "0.limit"], "no field 0"),
        ("Y\n---template---\na: 1\n", ["set", "souls/s.md", "0.limit", "1"], "line 3, column 1"),
        ("Y\n---template---\n- a: [\n", ["set", "souls/s.md", "0.a", "1"], "line 4, column 1"),
        (
            "Y\n---template---\n- &x {a: 1}\n- *x\n",
            ["set", "souls/s.md", "0.a", "2"],
            "&x is used again in line 4",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_set_in_a_soul_is_refused_and_nothing_is_written(
    text: str, arguments: list[str], words: str, make: Make, run: Run
) -> None:
    root = make({**HOUSE, "souls/s.md": text})
    found = run(*arguments)
    assert (found.code, found.out) == (2, b"")
    assert words in found.err
    assert (root / "souls/s.md").read_bytes().decode() == text


def test_a_fault_in_an_event_has_its_place_in_the_file(make: Make, run: Run) -> None:
    written = json.dumps(event("Y\n---template---\na: 1\n"))
    make({"e.json": written})
    column = written.index("a: 1") + 1
    for arguments in (("set", "e.json", "0.limit", "1"), ("render", "e.json")):
        found = run(*arguments)
        assert found.code == 2
        assert f"e.json, line 1, column {column}: " in found.err


NAMES = st.sampled_from(["section", "role", "content", "limit", "tool", "note"])
TEXTS = st.one_of(
    st.integers(-5, 500),
    st.text(max_size=12),
    st.sampled_from(["{{n}}", "---template---", "- a", "#", "a\nb\n"]),
)
FIELDS = st.dictionaries(NAMES, TEXTS, min_size=1, max_size=5)


@settings(max_examples=settings.default.max_examples * 2)
@given(st.lists(FIELDS, min_size=1, max_size=5), st.data())
def test_any_field_of_any_soul_can_be_set(
    sections: list[dict[str, Any]], data: st.DataObject
) -> None:
    personality = data.draw(st.sampled_from(["You.\n", "", "a\n\n", "# T\n---template--- no\n"]))
    template = "\n".join(yaml.safe_dump([each], allow_unicode=True) for each in sections)
    text = f"{personality}---template---\n{template}"
    index = data.draw(st.integers(0, len(sections) - 1))
    name = data.draw(NAMES)
    value = data.draw(TEXTS)
    try:
        after = apply_edits(text, set_in_sections(text, (index, name), value))
    except EditRefused:
        assert isinstance(value, str)  # a character that no YAML can hold
        return
    expected = yaml.safe_load(template)
    expected[index][name] = value
    assert after.startswith(f"{personality}---template---\n")
    assert yaml.safe_load(after.removeprefix(f"{personality}---template---\n")) == expected


# --- whatever the files hold ----------------------------------------------------------------------

FRAGMENTS = st.sampled_from(
    [
        *(
            "---template---\n",
            "\r\n",
            "\r",
            "- ",
            "section: a\n",
            "role: system\n",
            "role: expand\n",
        ),
        *(
            "  content: ",
            "{{a}}",
            "{{",
            "limit: 9",
            "tool: t\n",
            "args: '{}'\n",
            "provider: {p: x}\n",
        ),
        *("values:\n", "conversation:\n", "tools: {t: {content: [1]}}\n", "{", "}", "[", "]", '"'),
        *(
            "&x ",
            "*x",
            "<<: ",
            "!!t ",
            "| \n",
            "\ufeff",
            "\x00",
            "é😀",
            "#",
            ": ",
            "?",
            "user: a, ",
        ),
    ]
)
ANY_TEXT = st.one_of(st.text(max_size=20), st.lists(FRAGMENTS, max_size=16).map("".join))
ANY_BYTES = st.one_of(
    st.binary(max_size=30),
    ANY_TEXT.map(lambda text: text.encode("utf-8", "replace")),
    ANY_TEXT.map(lambda text: f"You\n---template---\n{text}".encode("utf-8", "replace")),
)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_a_soul_that_is_nested_without_end_is_refused(opening: str, make: Make, run: Run) -> None:
    deep = opening * 50_000
    soul = f"You\n---template---\n{deep}\n"
    make({**HOUSE, "souls/s.md": soul, "e.json": json.dumps(event(soul)), "deep.yaml": deep})
    for name in ("souls/s.md", "e.json"):
        assert run("render", name).code == 2
        assert run("check", name).code in (1, 2)
        assert run("set", name, "0.limit", "1").code == 2
    assert run("render", "souls/architect.md", "--samples", "deep.yaml").code == 2


@given(ANY_BYTES, ANY_BYTES, ANY_TEXT)
def test_no_soul_makes_the_command_fail_with_more_than_a_line(
    tmp_path_factory: pytest.TempPathFactory, soul: bytes, samples: bytes, content: str
) -> None:
    root = tmp_path_factory.mktemp("ws")
    tree = {"souls/s.md": soul, "souls/e.json": json.dumps(event(content)), "samples.yaml": samples}
    write_tree(root, {"prompt-workspace.yaml": WORKSPACE, **tree})
    for name in ("souls/s.md", "souls/e.json"):
        for arguments in (
            *(("render", root / name, "--format", form) for form in ("json", "log", "anthropic")),
            ("render", root / name, "--samples", root / "samples.yaml", "--provider", "p"),
            ("check", root / name, "--format", "json"),
            ("set", root / name, "0.limit", "3"),
            ("unset", root / name, "0"),
        ):
            before = (root / name).read_bytes()
            code, out, err = quietly(*arguments)
            assert code in (0, 1, 2)
            assert err.count("\n") == (1 if code == 2 else 0)
            if "json" in arguments and code != 2:
                json.loads(out)
            if code == 2 or arguments[0] in ("render", "check"):
                assert (root / name).read_bytes() == before
    assert quietly("check", root / "samples.yaml")[0] in (0, 1)


def test_arguments_of_a_tool_are_set_as_the_text_of_an_object(make: Make, run: Run) -> None:
    root = make({"a.md": "# A\n---template---\n- section: s\n  role: system\n  tool: t\n"})
    assert run("set", "a.md", "0.args", '{"n": 1}').code == 0
    written = (root / "a.md").read_text("utf-8")
    (section,) = yaml.safe_load(written.split("---template---\n")[1])
    assert section["args"] == '{"n": 1}'
    assert run("check", "a.md").code == 0
