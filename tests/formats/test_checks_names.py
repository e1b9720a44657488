"""Checks of placeholders: codes, places, fixes that do what they say."""

import pytest

from editor.core.diagnostics import Diagnostic
from editor.core.edits import apply_edits
from editor.core.layers import Definition, Layer, Scope
from editor.formats.base import FileKind, Surroundings
from editor.formats.kinds import format_for
from editor.formats.template import template_definition
from tests.formats.scopes import scope_of

AROUND = Surroundings(
    known=frozenset({"day", "segment_start", "activity_type", "topic"}),
    schedules={
        "day": None,
        "segment_start": frozenset({"segment", "activity"}),
        "activity_type": frozenset({"activity"}),
    },
    template_names=frozenset({"daily_preamble", "footer"}),
)


def check(
    text: str,
    scope: Scope | None = None,
    around: Surroundings = AROUND,
    kind: FileKind = FileKind.PROMPT,
) -> tuple[Diagnostic, ...]:
    return format_for(kind).parse(text).check(scope or Scope(), around)


def marked(text: str, found: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(each.code, each.span.of(text)) for each in found]


def fixed(text: str, found: Diagnostic, number: int = 0) -> str:
    return apply_edits(text, found.fixes[number].edits)


def test_unresolved_is_what_nobody_knows_runtime_what_is_not_set() -> None:
    text = "{\n}\nHi $vistor, ${nobody}, $day, $Day and $vistor"
    assert marked(text, check(text)) == [
        ("unresolved-variable", "$vistor"),
        ("unresolved-variable", "${nobody}"),
        ("runtime-variable", "$day"),
        ("runtime-variable", "$Day"),
        ("unresolved-variable", "$vistor"),
    ]
    severities = {each.code: each.severity for each in check(text)}
    assert severities == {"unresolved-variable": "warning", "runtime-variable": "info"}


def test_a_defined_name_is_no_problem() -> None:
    scope = scope_of({"day": "x"}, {"name": "Ada"}, {"tone": "t"}, {"footer": "f"})
    assert check("$day $name $Name $tone $footer", scope) == ()


def test_cases_4_29_30_money_escapes_and_latex_are_no_problems() -> None:
    assert check("Costs $5 or $19.99, $$world $$$$ $1 $? $(ls) $\\frac{a}{b} a$ $") == ()


@pytest.mark.parametrize(
    ("text", "scope", "result"),
    [
        ("$activty_type", Scope(), "$activity_type"),
        ("${segment_strt}x", Scope(), "${segment_start}x"),
        ("$preferrd!", scope_of(identity={"preferred": "Ada"}), "$preferred!"),
        ("$NAME", scope_of(identity={"name": "Ada"}), "$name"),
        ("$daily_preambel", Scope(), "$daily_preamble"),
    ],
)
def test_the_nearest_name_is_offered(text: str, scope: Scope, result: str) -> None:
    (found,) = check(text, scope)
    assert found.code == "unresolved-variable"
    assert f"Did you mean ${result.strip('${}x!')}?" in found.message
    assert fixed(text, found) == result


@pytest.mark.parametrize("text", ["$HOME", "$vistor", "$x", "${zzzzzz}"])
def test_a_far_name_is_not_offered_but_text_is(text: str) -> None:
    (found,) = check(text)
    assert "Did you mean" not in found.message
    after = fixed(text, found)
    assert after == "$" + text
    assert check(after) == ()


def test_case_50_every_bad_brace_gets_a_gentle_mark_and_nothing_else() -> None:
    text = (
        "Hi ${who and $who ${ who } ${user-name} ${user.name} ${} ${wh\no} ${{user}} $ "
        "${HOME:-/tmp} ${1}"
    )
    scope = scope_of({"who": "Kim", "user": "U"})
    found = check(text, scope)
    assert {each.code for each in found} == {"malformed-placeholder"}
    assert {each.severity for each in found} == {"info"}
    assert [each.span.of(text) for each in found] == [
        "${who and ",
        "${ who }",
        "${user-name}",
        "${user.name}",
        "${}",
        "${wh",
        "${",
        "${HOME:-/tmp}",
        "${1}",
    ]
    assert fixed(text, found[1]) == text.replace("${ who }", "${who}")
    for each in found:
        after = fixed(text, each, len(each.fixes) - 1)
        assert len(check(after, scope)) == len(found) - 1
        assert rendered(after, scope) == rendered(text, scope)


def rendered(text: str, scope: Scope) -> str:
    return format_for(FileKind.PROMPT).parse(text).render(scope).messages[0].text


def test_a_variable_of_another_schedule() -> None:
    text = '{\n"schedule": "daily"\n}\n$day $segment_start $Activity_type'
    found = check(text)
    assert marked(text, found) == [
        ("runtime-variable", "$day"),
        ("variable-not-for-schedule", "$segment_start"),
        ("variable-not-for-schedule", "$Activity_type"),
    ]
    assert "schedule activity or segment; this one has daily" in found[1].message


@pytest.mark.parametrize(
    ("head", "codes"),
    [
        ('{\n"schedule": "activity"\n}\n', ["runtime-variable"]),
        ('{\n"schedule": "segment"\n}\n', ["variable-not-for-schedule"]),
        ('{\n"schedule": 5\n}\n', ["runtime-variable"]),
        ("", ["runtime-variable"]),
    ],
)
def test_the_schedule_of_the_prompt_counts(head: str, codes: list[str]) -> None:
    assert [each.code for each in check(head + "$activity_type")] == codes


def test_a_value_of_the_moment_does_not_hide_the_wrong_schedule_but_another_layer_does() -> None:
    text = '{\n"schedule": "daily"\n}\n$activity_type'
    now = scope_of(context={"activity_type": "call"})
    assert [each.code for each in check(text, now)] == ["variable-not-for-schedule"]
    assert check(text, scope_of(identity={"activity_type": "x"})) == ()


def test_a_template_that_needs_another_schedule_is_told_where_it_is_used() -> None:
    made = template_definition("footer", "For $activity_type at $day", Scope(), "t/footer.md")
    scope = Scope((Layer("template", {"footer": made}),))
    text = '{\n"schedule": "daily"\n}\n$footer'
    (found,) = check(text, scope)
    assert found.code == "variable-not-for-schedule"
    assert "$footer uses $activity_type" in found.message


def test_a_template_in_a_template_stays_and_says_why() -> None:
    text = "Hi $footer $daily_preamble $nobody $day"
    scope = scope_of(template={"footer": "F", "daily_preamble": "D"})
    found = check(text, scope, kind=FileKind.TEMPLATE)
    assert marked(text, found) == [
        ("template-in-template", "$footer"),
        ("template-in-template", "$daily_preamble"),
        ("unresolved-variable", "$nobody"),
        ("runtime-variable", "$day"),
    ]
    assert found[0].severity == "warning"


def test_an_uppercase_form_that_changes_more_than_the_first_letter() -> None:
    scope = scope_of({"day": "friday"}, {"name": "Ada Lovelace", "bio": "writes"})
    text = "$Name $Bio $Day $name ${Name}s"
    found = check(text, scope)
    assert marked(text, found) == [("uppercase-form", "$Name"), ("uppercase-form", "${Name}")]
    assert found[0].severity == "info"
    assert "“Ada lovelace” instead of “Ada Lovelace”" in found[0].message
    assert fixed(text, found[1]) == "$Name $Bio $Day $name ${name}s"


def test_a_written_form_is_as_the_author_wants_it() -> None:
    assert check("$Name", scope_of(identity={"name": "Ada Lovelace", "Name": "ADA"})) == ()


def test_a_shadowed_variable_is_told_once_with_its_files() -> None:
    definitions = (
        Definition("x", "1", "context"),
        Definition("x", "2", "identity"),
        Definition("x", "3", "template"),
    )
    scope = Scope(tuple(Layer(each.layer, {"x": each}) for each in definitions))
    text = "$x and ${x}"
    (found,) = check(text, scope)
    assert (found.code, found.severity, found.span.of(text)) == ("shadowed-variable", "info", "$x")
    assert "context wins over identity and template" in found.message


def test_two_layers_are_enough_to_shadow() -> None:
    (found,) = check("$x", scope_of(variables={"x": "1"}, template={"x": "2"}))
    assert found.code == "shadowed-variable"
    assert "variables wins over template" in found.message


def test_generated_forms_shadow_nothing() -> None:
    assert check("$Name", scope_of({"name": "ada"}, {"name": "bob"})) == ()
    assert check("$Name", scope_of({"name": "ada"}, {"Name": "Bob"})) == ()
    assert check("$Name", scope_of({"Name": "Ada"}, {"name": "bob"})) == ()


def test_extra_variables_have_no_placeholders() -> None:
    assert check("$nobody ${bad-name}", kind=FileKind.VARIABLE) == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_count_in_the_file(end: str) -> None:
    text = f"{{{end}}}{end}{end} One{end}{end}$nobody \U0001f600 ${{x y}}{end}"
    assert marked(text, check(text)) == [
        ("unresolved-variable", "$nobody"),
        ("malformed-placeholder", "${x y}"),
    ]
