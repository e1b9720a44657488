"""The files that ship with the product: the sample workspace, catalogue, schemas, themes, icons.

Read here without the editor's own code, so that a fault in one cannot hide a fault in the other.
"""

import datetime
import json
import re
import string
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "sample_prompts"
RESOURCES = ROOT / "resources"
FORMATS_PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")

PROMPTS = sorted((SAMPLES / "prompts").rglob("*.md"))
TEMPLATES = sorted((SAMPLES / "templates").glob("*.md"))
CONTEXTS = sorted((SAMPLES / "contexts").glob("*.yaml"))
SOULS = sorted((SAMPLES / "souls").iterdir())
VOICES = sorted((SAMPLES / "voice").glob("*.md"))
SCHEMAS = sorted((RESOURCES / "schemas").glob("*.json"))
ICONS = sorted((RESOURCES / "icons").glob("*.svg"))
SHIPPED = sorted(path for top in (SAMPLES, RESOURCES) for path in top.rglob("*") if path.is_file())

HONEST = SAMPLES / "prompts" / "honest_problems.md"
CLEAN = [path for path in PROMPTS if path != HONEST]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def split_prompt(path: Path) -> tuple[dict[str, Any], str, str]:
    """The frontmatter of a sample, its notation ("json", "yaml" or ""), and the text below it."""
    text = path.read_text(encoding="utf-8")
    if text.startswith("{\n"):
        fields, end = json.JSONDecoder().raw_decode(text)
        return fields, "json", text[end:]
    if text.startswith("---\n"):
        head, body = text[4:].split("\n---\n", 1)
        return yaml.safe_load(head), "yaml", body
    return {}, "", text


def names_in(text: str) -> set[str]:
    return set(string.Template(text).get_identifiers())


def kind(fields: dict[str, Any]) -> str:
    if "tools" in fields:
        return "agent"
    return "generator" if "schedule" in fields else "prompt"


def catalogue() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = read_json(RESOURCES / "catalogues" / "context.json")
    return entries


def identity_names(value: dict[str, Any], prefix: str = "") -> set[str]:
    names: set[str] = set()
    for key, item in value.items():
        if isinstance(item, dict):
            names |= identity_names(item, f"{prefix}{key}_")
        elif isinstance(item, str | int | float):
            names |= {prefix + key, (prefix + key).capitalize()}
    return names


def known_names() -> set[str]:
    """Every name the sample workspace gives a value to, or the catalogue describes."""
    names = {entry["name"] for entry in catalogue()}
    for path in CONTEXTS:
        names |= set(yaml.safe_load(path.read_text(encoding="utf-8")))
    names |= {name.capitalize() for name in names}
    names |= identity_names(read_json(SAMPLES / "config" / "journal.json")["identity"])
    names |= {path.stem for path in TEMPLATES} | {f"voice_{path.stem}" for path in VOICES}
    return names


# The sample workspace


def test_the_sample_workspace_has_what_it_promises() -> None:
    assert len(PROMPTS) >= 12
    assert [path.stem for path in TEMPLATES] == [
        "activity_preamble",
        "daily_preamble",
        "segment_preamble",
    ]
    assert [path.stem for path in CONTEXTS] == ["friday_review", "segment_standup"]
    kinds = {kind(split_prompt(path)[0]) for path in PROMPTS}
    notations = {split_prompt(path)[1] for path in PROMPTS}
    assert kinds == {"agent", "generator", "prompt"}
    assert notations == {"json", "yaml", ""}


def test_the_workspace_file_names_places_that_exist() -> None:
    config = yaml.safe_load((SAMPLES / "prompt-workspace.yaml").read_text(encoding="utf-8"))
    places = [config[key] for key in ("templates", "identity", "contexts")]
    places += [entry["folder"] for entry in config["variables"]]
    assert all((SAMPLES / place).exists() for place in places)
    assert (SAMPLES / config["contexts"] / f"{config['context']}.yaml").is_file()
    assert config["variables"] == [{"folder": "voice", "prefix": "voice_"}]
    assert all(list(SAMPLES.glob(pattern)) for pattern in (*config["prompts"], *config["souls"]))
    assert (SAMPLES / config["samples"]).is_file()


@pytest.mark.parametrize("path", SHIPPED, ids=relative)
def test_shipped_text_is_utf8_with_line_feeds_and_a_final_newline(path: Path) -> None:
    data = path.read_bytes()
    assert b"\r" not in data
    assert data.endswith(b"\n")
    assert not data.startswith(b"\xef\xbb\xbf")
    assert data.decode("utf-8").strip()


@pytest.mark.parametrize("path", CLEAN, ids=relative)
def test_a_clean_prompt_names_only_variables_that_exist(path: Path) -> None:
    fields, _, body = split_prompt(path)
    assert names_in(body) <= known_names()
    assert string.Template(body).is_valid()
    given = {
        entry["name"]: entry["schedules"] for entry in catalogue() if entry["schedules"] is not None
    }
    text = body + "".join(
        template.read_text(encoding="utf-8")
        for template in TEMPLATES
        if template.stem in names_in(body)
    )
    if "schedule" in fields:
        assert not {
            name for name in names_in(text) & set(given) if fields["schedule"] not in given[name]
        }


@pytest.mark.parametrize("path", CLEAN, ids=relative)
def test_the_fields_of_a_clean_prompt_are_known(path: Path) -> None:
    fields, _, _ = split_prompt(path)
    known = read_json(RESOURCES / "schemas" / "prompt.json")["properties"]
    assert set(fields) <= set(known)
    if "schema" in fields:
        assert isinstance(read_json(path.parent / fields["schema"]), dict)


def test_templates_name_variables_but_no_templates() -> None:
    names = known_names() - {path.stem for path in TEMPLATES}
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        assert names_in(text)
        assert names_in(text) <= names


def test_every_template_and_voice_is_used() -> None:
    used = set().union(*(names_in(split_prompt(path)[2]) for path in CLEAN))
    assert used >= {path.stem for path in TEMPLATES}
    assert used >= {f"voice_{path.stem}" for path in VOICES}


def test_the_honest_problems_are_really_there() -> None:
    fields, _, body = split_prompt(HONEST)
    known = read_json(RESOURCES / "schemas" / "prompt.json")["properties"]
    assert names_in(body) - known_names() == {"content_desription", "vistor", "HOME"}
    assert not string.Template(body).is_valid()
    assert {"${bad-name}", "$5"} <= set(re.findall(r"\$\{[^}]+\}|\$\d", body))
    assert fields["schedule"] == "daily"
    assert {"segment_start", "activity_type", "segment_preamble"} <= names_in(body)
    assert set(fields) - set(known) == {"colour"}
    assert not isinstance(fields["tier"], int)
    assert fields["provider"] == "openai"
    assert "thinking_budget" in fields
    assert HONEST.read_text(encoding="utf-8").count('"group"') == 2
    assert {"\u00a0", "\u200b"} <= set(body)


def test_only_the_honest_problems_hold_hidden_characters() -> None:
    hidden = re.compile("[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe0f\ufeff]")
    assert [path for path in SHIPPED if hidden.search(path.read_text("utf-8"))] == [HONEST]


def test_the_journal_holds_an_invented_secret_beside_the_identity() -> None:
    journal = read_json(SAMPLES / "config" / "journal.json")
    assert set(journal) > {"identity"}
    secret = journal["providers"]["anthropic"]["api_key"]
    assert secret.startswith("EXAMPLE")
    others = [path for path in SHIPPED if path != SAMPLES / "config" / "journal.json"]
    assert not [path for path in others if secret in path.read_text("utf-8")]
    identity = journal["identity"]
    assert set(identity["pronouns"]) == {"subject", "object", "possessive", "reflexive"}
    assert isinstance(identity["aliases"], list)
    assert isinstance(identity["email_addresses"], list)


# The sample souls


def soul_parts(path: Path) -> tuple[str, list[dict[str, Any]] | None]:
    """Personality and sections of a sample soul; no sections without the marker."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        text = json.loads(text)["content"]
    personality, marker, template = text.partition("\n---template---\n")
    return personality, yaml.safe_load(template) if marker else None


def soul_samples() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((SAMPLES / "samples.yaml").read_text("utf-8"))
    return loaded


PREDEFINED = {
    *("admin_pubkey", "admin_kind0_json", "admin_kind10002_json", "startup_events_json"),
    *("adopted_skills_content", "admin_notes_content"),
}


def test_the_souls_are_of_all_kinds_and_two_of_them_differ_in_order_and_limits() -> None:
    souls = {path.name: soul_parts(path)[1] for path in SOULS}
    assert list(souls) == [
        "honest_problems.md",
        "night_watch.json",
        "old_hand.md",
        "quay_host.md",
        "tide_engineer.md",
    ]
    assert souls["old_hand.md"] is None
    named = {
        name: {section["section"]: section for section in souls[f"{name}.md"] or ()}
        for name in ("tide_engineer", "quay_host")
    }
    engineer, host = named["tide_engineer"], named["quay_host"]
    assert [section["dm_history"]["limit"] for section in (engineer, host)] == [20, 8]
    assert [section["admin_notes"]["limit"] for section in (engineer, host)] == [5, 20]
    assert list(engineer).index("adopted_skills") < list(engineer).index("admin_notes")
    assert list(host).index("admin_notes") < list(host).index("adopted_skills")
    assert "startup_events" in engineer
    assert "startup_events" not in host
    providers = {
        key for part in named.values() for s in part.values() for key in s.get("provider", ())
    }
    assert providers == {"anthropic", "openai"}


@pytest.mark.parametrize("path", SOULS, ids=relative)
def test_a_sample_soul_names_what_has_a_value(path: Path) -> None:
    config = yaml.safe_load((SAMPLES / "prompt-workspace.yaml").read_text("utf-8"))
    values = soul_samples()["values"]
    assert set(values) == PREDEFINED | {"harbour", "tides_json"}
    assert config["soul_variables"] == ["harbour", "tides_json", "duty_phone"]
    used = re.findall(r"\{\{(\w+)\}\}", yaml.safe_dump(soul_parts(path)[1]))
    without = {"admin_pubkee", "ship_of_the_day", "duty_phone"}
    assert set(used) - set(values) == (without if path.stem == "honest_problems" else set())


def test_the_samples_hold_values_results_and_a_long_conversation() -> None:
    samples = soul_samples()
    assert list(samples) == ["values", "tools", "conversation"]
    turns = samples["conversation"]
    assert len(turns) > 20, "a limit of 20 must leave something out"
    assert all(set(turn) == {"user", "assistant"} for turn in turns)
    assert len(samples["values"]["admin_notes_content"]) > 20
    results = samples["tools"]["gauge_status"]
    assert [set(result) for result in results] == [{"args", "result"}] * 2
    tools = [s for path in SOULS for s in soul_parts(path)[1] or () if "tool" in s]
    assert {s["tool"] for s in tools} - set(samples["tools"]) == {"harbour_weather"}
    args = [json.loads(s["args"]) for s in tools if s["tool"] == "gauge_status"]
    assert all(each in [result["args"] for result in results] for each in args)


def test_the_page_knows_the_fields_of_sections_and_the_keys_of_samples() -> None:
    fields = ["section", "role", "tool", "args", "result_field", "content", "limit", "provider"]
    assert [row[0] for row in table(page_section("Soul"))] == fields
    assert [row[0] for row in table(page_section("Samples"))] == list(soul_samples())
    used = {key for path in SOULS for section in soul_parts(path)[1] or () for key in section}
    assert used - set(fields) == {"resultfield"}, "the slip of the honest problems"
    assert used > set(fields) - {"resultfield"}
    named = set(re.findall(r"`(\w+)`", page_section("The text of a section")))
    assert named >= PREDEFINED


def test_the_event_is_one_of_the_kind_of_souls() -> None:
    event = read_json(SAMPLES / "souls" / "night_watch.json")
    assert list(event) == ["id", "pubkey", "created_at", "kind", "tags", "content", "sig"]
    assert event["kind"] == 31120
    assert re.fullmatch("[0-9a-f]{64}", event["id"])
    assert re.fullmatch("[0-9a-f]{64}", event["pubkey"])
    assert re.fullmatch("[0-9a-f]{128}", event["sig"])
    assert ["d", "night-watch"] in event["tags"]


# Days and hours


DAY = re.compile(r"(?P<weekday>[A-Z][a-z]+day), (?P<date>[A-Z][a-z]+ \d{1,2}, \d{4})")


@pytest.mark.parametrize(
    "path", [*SHIPPED, ROOT / "docs" / "formats.md"], ids=lambda path: path.name
)
def test_written_days_agree_with_the_calendar(path: Path) -> None:
    for match in DAY.finditer(path.read_text(encoding="utf-8")):
        day = datetime.datetime.strptime(match["date"], "%B %d, %Y")
        assert f"{day:%A}" == match["weekday"], match[0]


@pytest.mark.parametrize("path", CONTEXTS, ids=relative)
def test_a_saved_context_agrees_with_itself(path: Path) -> None:
    values = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert all(isinstance(value, str | int | float | datetime.date) for value in values.values())
    assert isinstance(values["segment"], str), "unquoted, YAML reads it as a number"
    assert isinstance(values["day_YYYYMMDD"], str)
    day = datetime.datetime.strptime(values["day_YYYYMMDD"], "%Y%m%d")
    assert values["day"] == f"{day:%A}, {day:%B} {day.day}, {day.year}"
    start = datetime.datetime.strptime(values["segment"].split("_")[0], "%H%M%S")
    assert values["segment_start"] == f"{start:%I:%M %p}".lstrip("0")
    assert all(name.isidentifier() for name in values)


# The catalogue


def page_section(title: str) -> str:
    match = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#|\Z)", FORMATS_PAGE, re.M | re.S)
    assert match is not None, title
    return match[2]


def table(section: str) -> list[list[str]]:
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in row.strip("|").split(" | ")] for row in rows]


def test_the_catalogue_equals_the_list_in_the_docs() -> None:
    listed = [
        [entry["name"], ", ".join(entry["schedules"] or ["all"]), entry["example"]]
        for entry in catalogue()
    ]
    assert listed == table(page_section("Context"))


def test_catalogue_entries_are_complete() -> None:
    names = [entry["name"] for entry in catalogue()]
    assert len(names) == len(set(names)) == 15
    for entry in catalogue():
        keys = ["name", "description", "example", "schedules", "derived_from", "kind"]
        assert list(entry) == keys
        assert entry["kind"] in {"text", "date", "segment", "number"}
        assert entry["description"].endswith(".")
        assert set(entry["derived_from"] or []) <= set(names)
        if entry["kind"] == "number":
            assert float(entry["example"]) >= 0
    assert next(e for e in catalogue() if e["name"] == "activity_md_dir")["example"][-1] == "/"


def test_catalogue_examples_fit_together() -> None:
    example = {entry["name"]: entry["example"] for entry in catalogue()}
    day = datetime.datetime.strptime(example["day"], "%A, %B %d, %Y")
    assert example["day_YYYYMMDD"] == f"{day:%Y%m%d}"
    clock, seconds = example["segment"].split("_")
    start = datetime.datetime.strptime(clock, "%H%M%S")
    end = start + datetime.timedelta(seconds=int(seconds))
    assert example["segment_start"] == f"{start:%I:%M %p}".lstrip("0")
    assert example["segment_end"] == f"{end:%I:%M %p}".lstrip("0")


def test_the_checks_of_the_docs_are_each_listed_once_with_a_severity() -> None:
    rows = table(page_section("Checks"))
    codes = [row[0] for row in rows]
    assert len(codes) == len(set(codes)) == 41
    assert {row[1] for row in rows} == {"error", "warning", "info"}
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)+", code) for code in codes)
    assert all(len(row) == 4 and row[2] and row[3] for row in rows)


# The schemas


KEYWORDS = {
    *("$schema", "$defs", "$ref", "title", "description", "type", "enum", "pattern", "format"),
    *("minimum", "maximum", "items", "properties", "required", "additionalProperties"),
    *("default", "examples", "oneOf"),
}


def subschemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for key in ("properties", "$defs"):
        for child in schema.get(key, {}).values():
            yield from subschemas(child)
    for child in [*schema.get("oneOf", []), *([schema["items"]] if "items" in schema else [])]:
        yield from subschemas(child)


@pytest.mark.parametrize("path", SCHEMAS, ids=relative)
def test_a_schema_uses_only_the_keywords_the_forms_know(path: Path) -> None:
    root = read_json(path)
    assert root["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    types = {"string", "integer", "number", "boolean", "object", "array", "null"}
    for schema in subschemas(root):
        assert set(schema) <= KEYWORDS
        assert schema.get("type", "string") in types
        assert schema.get("format", "color") in {"color", "date", "uri"}
        for choice in schema.get("oneOf", []):
            assert choice["type"] in types
        if "$ref" in schema:
            assert schema["$ref"].removeprefix("#/$defs/") in root["$defs"]


@pytest.mark.parametrize("path", SCHEMAS, ids=relative)
def test_every_field_of_a_schema_has_words_for_its_author(path: Path) -> None:
    for schema in subschemas(read_json(path)):
        for name, field in schema.get("properties", {}).items():
            assert field["title"], name
            assert field["description"].endswith("."), name


def test_the_prompt_schema_knows_the_fields_of_the_docs() -> None:
    listed = re.findall(r"^- [^:\n]+: (.*)$", page_section("Fields"), re.M)
    fields = set(re.findall(r"`(\w+)`", " ".join(listed))) - {"pre", "post"}
    schema = read_json(RESOURCES / "schemas" / "prompt.json")
    assert set(schema["properties"]) == fields
    assert len(fields) == 29
    assert set(schema["properties"]["hook"]["properties"]) == {"pre", "post"}
    assert schema["additionalProperties"] is True


# The themes


def theme(name: str) -> dict[str, str]:
    loaded = read_json(RESOURCES / "themes" / f"{name}.json")
    assert loaded["name"] == name
    roles: dict[str, str] = loaded["roles"]
    return roles


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.1 defines it, 0 to 1, of "#RRGGBB"."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


LAYERS = ("context", "identity", "variables", "template", "escape", "unresolved")
STATES = ("warning", "error", "info", "success")
TOKEN_GROUPS = ("markdown", "frontmatter", "code", "placeholder", "comment", "tag")


def text_pairs(roles: dict[str, str]) -> list[tuple[str, str]]:
    """Every (text role, background role) the window draws."""
    tokens = [role for role in roles if role.split(".")[0] in TOKEN_GROUPS]
    pairs = [(token, back) for token in [*tokens, "text"] for back in ("surface", "current-line")]
    for text in ("text", "muted", "accent", "link", *STATES):
        pairs += [(text, back) for back in ("window", "surface", "hover")]
    pairs += [(f"{layer}.text", f"{layer}.tint") for layer in (*LAYERS, "unfilled")]
    for state in STATES:
        pairs += [(state, f"{state}.tint"), ("text", f"{state}.tint")]
    for change in ("added", "removed"):
        pairs += [(f"{change}.text", f"{change}.{back}") for back in ("tint", "word")]
        pairs += [("text", f"{change}.tint")]
    return [
        *pairs,
        ("accent.text", "accent"),
        ("selection.text", "selection"),
        ("tooltip.text", "tooltip"),
        ("text", "search.hit"),
        ("text", "search.current"),
        ("line-number.current", "gutter"),
        ("line-number.current", "current-line"),
    ]


MARK_PAIRS = [
    ("line-number", "gutter"),
    ("line-number", "current-line"),
    ("disabled", "window"),
    ("disabled", "surface"),
    ("focus", "window"),
    ("focus", "surface"),
    ("unresolved.underline", "surface"),
    ("unresolved.underline", "unresolved.tint"),
]


def test_contrast_is_reckoned_as_the_standard_does() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


def test_both_themes_have_the_same_roles() -> None:
    assert list(theme("light")) == list(theme("dark"))


@pytest.mark.parametrize("name", ["light", "dark"])
def test_theme_colours_are_opaque_and_readable(name: str) -> None:
    roles = theme(name)
    assert all(re.fullmatch("#[0-9A-F]{6}", colour) for colour in roles.values())
    text = [pair for pair in text_pairs(roles) if contrast(*(roles[r] for r in pair)) < 4.5]
    marks = [pair for pair in MARK_PAIRS if contrast(*(roles[r] for r in pair)) < 3]
    assert text == []
    assert marks == []


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_placeholder_has_its_layers_colour(name: str) -> None:
    roles = theme(name)
    assert {layer: roles[f"placeholder.{layer}"] for layer in LAYERS} == {
        layer: roles[f"{layer}.text"] for layer in LAYERS
    }
    assert len({roles[f"{layer}.tint"] for layer in LAYERS}) == len(LAYERS)


# The icons


@pytest.mark.parametrize("path", ICONS, ids=relative)
def test_an_icon_is_a_small_drawing_in_the_colour_of_its_text(path: Path) -> None:
    root = ET.parse(path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root)
    if path.stem != "app":
        assert root.get("viewBox") == "0 0 16 16"
        assert root.get("stroke") == "currentColor"
        assert "#" not in path.read_text(encoding="utf-8")


def test_the_set_of_icons_is_whole() -> None:
    assert {path.stem for path in ICONS} == {
        *("app", "file", "folder", "prompt", "generator", "agent", "template", "identity"),
        *("context", "variables", "warning", "error", "info", "close", "search", "new", "open"),
        *("save", "chevron-right", "chevron-down", "refresh", "plus", "copy", "trash"),
        *("slot", "filter", "soul", "samples"),
    }
