"""The workspace file: its keys, and what is said of wrong ones."""

import pytest

from editor.core.layers import Scope
from editor.formats.base import Surroundings
from editor.formats.workspacefile import (
    SlotSettings,
    VariableFolder,
    WorkspaceFile,
    WorkspaceFileFormat,
    WorkspaceSettings,
)

WHOLE = """\
prompts: [prompts/**/*.md, '*.md']
souls:
  - souls/*.md
exclude: [drafts/**]
templates: think/templates
identity: ~/journal.json
contexts: contexts
context: friday
variables:
  - folder: voice
    prefix: voice_
  - {folder: ../more}
slots: {default: a, app: ~/b, placeholders: braces}
samples: samples.yaml
soul_variables: [one, two]
schemas: {prompt: schema.json}
"""


def parse(text: str) -> WorkspaceFile:
    return WorkspaceFileFormat().parse(text)


def said(text: str) -> list[tuple[str, str | None, int]]:
    found = parse(text).check(Scope(), Surroundings())
    return [(each.code, each.name, each.span.start) for each in found]


def test_all_keys() -> None:
    assert parse(WHOLE).settings == WorkspaceSettings(
        prompts=("prompts/**/*.md", "*.md"),
        souls=("souls/*.md",),
        exclude=("drafts/**",),
        templates="think/templates",
        identity="~/journal.json",
        contexts="contexts",
        context="friday",
        variables=(VariableFolder("voice", "voice_"), VariableFolder("../more", "")),
        slots=SlotSettings("a", "~/b", "braces"),
        samples="samples.yaml",
        soul_variables=("one", "two"),
        schemas={"prompt": "schema.json"},
    )
    assert said(WHOLE) == []


@pytest.mark.parametrize("text", ["", "# nothing\n", "{}\n"])
def test_all_keys_are_optional(text: str) -> None:
    assert parse(text).settings == WorkspaceSettings()
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "code", "name", "marked"),
    [
        ("template: x\n", "unknown-field", "template", "template"),
        ("prompts: x.md\n", "field-type", "prompts", "x.md"),
        ("prompts: [a, 5]\n", "field-type", "prompts.1", "5"),
        ("templates: [a]\n", "field-type", "templates", "[a]"),
        ("templates: ''\n", "field-type", "templates", "''"),
        ("variables: {folder: a}\n", "field-type", "variables", "{folder: a}"),
        ("variables: [{prefix: a}]\n", "field-type", "variables.0", "{prefix: a}"),
        ("variables: [{folder: a, prefx: b}]\n", "field-type", "variables.0.prefx", "b}"),
        ("slots: {placeholders: percent}\n", "field-type", "slots.placeholders", "percent"),
        ("schemas: {soul: a}\n", "field-type", "schemas.soul", "a}"),
        ("context: 5\n", "field-type", "context", "5"),
    ],
)
def test_a_wrong_key_is_told_at_its_place_and_counts_as_not_given(
    text: str, code: str, name: str, marked: str
) -> None:
    assert said(text) == [(code, name, text.index(marked))]
    assert parse(text).settings == WorkspaceSettings()


def test_what_is_right_beside_something_wrong_still_counts() -> None:
    text = "variables: [{folder: 1}, {folder: a}]\nslots: {app: 1, default: d}\ncontext: c\n"
    settings = parse(text).settings
    assert settings.variables == (VariableFolder("a"),)
    assert settings.slots == SlotSettings("d")
    assert settings.context == "c"


def test_a_slip_is_offered_its_neighbour() -> None:
    text = "template: x\n"
    (found,) = parse(text).check(Scope(), Surroundings())
    assert "Did you mean templates?" in found.message
    assert [edit.text for edit in found.fixes[0].edits] == ["templates"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("prompts: [\n", "unreadable-file"),
        ("a: 1\nb\n", "unreadable-file"),
        ("- a\n- b\n", "field-type"),
        ("text", "field-type"),
    ],
)
def test_a_file_that_is_no_mapping_is_told(text: str, code: str) -> None:
    assert [each for each, _, _ in said(text)] == [code]
    assert parse(text).settings == WorkspaceSettings()
