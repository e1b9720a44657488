"""Which variables a rendering uses, and what of them is missing."""

from pathlib import Path

import pytest

from editor.core.kinds import FileKind
from editor.session.context_values import ValueState
from editor.session.project import Project
from editor.session.usage import (
    Counts,
    context_uses,
    count_unresolved,
    identity_uses,
    names_used,
    prompt_kind,
)
from editor.session.workbench import Workbench


@pytest.fixture
def project(bench: Workbench, house: Path) -> Project:
    (house / "templates/both.md").write_text("$name $facet $facet $gone")
    return bench.open_folder(house)


def test_names_inside_templates_are_used_too(project: Project) -> None:
    scope = project.scope(FileKind.PROMPT)
    assert names_used({"both": 2, "name": 1, "nothing": 1}, scope) == {
        "both": 2,
        "name": 3,
        "facet": 4,
        "gone": 2,
        "nothing": 1,
    }


def test_a_field_for_each_name_the_context_sets_or_could_set(project: Project) -> None:
    project.set_value("day_YYYYMMDD", "20260123")
    project.set_value("own", "")
    scope = project.scope(FileKind.PROMPT)
    used = {"own": 1, "nothing": 1, "Day": 1, "day": 2, "name": 1, "now": 1, "hi": 1}
    uses = {each.name: each for each in context_uses(used, scope, project)}
    assert list(uses) == ["day", "day_YYYYMMDD", "now", "own", "nothing"]
    day = uses["day"]
    assert (day.value, day.state, day.hint, day.uses) == (
        None,
        ValueState.DERIVED,
        "Friday, January 23, 2026",
        3,
    )
    assert (uses["own"].value, uses["own"].state) == ("", ValueState.SET)
    assert (uses["nothing"].value, uses["nothing"].state) == (None, ValueState.UNSET)
    assert (uses["now"].state, uses["now"].hint) == (ValueState.DERIVED, project.now)
    assert uses["day_YYYYMMDD"].uses == 0  # set by hand, so it stays though nothing uses it


def test_identity_values_in_use_also_by_their_uppercase_form(project: Project) -> None:
    values = project.identity.values()
    assert [each.path for each in identity_uses(["Name", "n", "x"], values)] == ["name", "n"]
    assert identity_uses([], values) == ()


def test_what_is_missing_and_what_is_merely_not_set(project: Project) -> None:
    scope, known = project.scope(FileKind.PROMPT), project.known_names()
    names = {"facet": 2, "Facet": 1, "nothing": 3, "name": 1, "both": 2}
    # both: facet twice and gone once, for each of its two uses
    assert count_unresolved(names, scope, known) == Counts(unresolved=3 + 2, runtime=3 + 4)


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("", "prompt"),
        ('{\n"schedule": "daily"\n}\n', "generator"),
        ("---\ntools: x\n---\n", "agent"),
    ],
)
def test_what_a_prompt_is_by_its_head(bench: Workbench, house: Path, head: str, kind: str) -> None:
    (house / "k.md").write_text(f"{head}Body")
    assert prompt_kind(bench.live(bench.open(house / "k.md"))) == kind
    assert prompt_kind(bench.live(bench.open(house / "templates/hi.md"))) is None
