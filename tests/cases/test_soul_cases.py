"""Field cases about chat placeholders, in the sections of a soul.

What is right is what the cases say, written out by hand.
"""

import json

import pytest

from editor.core.layers import Scope
from editor.formats.base import Surroundings
from editor.formats.prompt import PromptFormat
from editor.formats.samples import Samples
from editor.formats.soul import SoulFormat
from tests.formats.scopes import scope_of


def section(content: str, style: str = "block") -> str:
    """A soul with one section that holds `content`, in one of the styles of YAML."""
    head = "---template---\n- section: s\n  role: user\n  content: "
    if style == "block":
        return head + "|\n" + "".join(f"    {line}\n" for line in content.split("\n"))
    return head + json.dumps(content) + "\n"


def sent(text: str, values: dict[str, object]) -> str:
    message = SoulFormat().parse(text).assemble(Samples.of({"values": values}))[1]
    return message.text.removesuffix("\n")


CASE_35 = "{{user1}} {{ user1 }} {{user_name}} {{user-name}} {{}} {{$now}} { {x} } {{a\nb}}"


@pytest.mark.parametrize("style", ["block", "quoted"])
def test_case_35_one_grammar_and_the_rest_is_plain_text(style: str) -> None:
    values: dict[str, object] = {
        name: f"<{name}>" for name in ("user1", "user_name", "user-name", "", "$now", "x", "a\nb")
    }
    text = section(CASE_35, style)
    assert sent(text, values) == (
        "<user1> <user1> <user_name> {{user-name}} {{}} {{$now}} { {x} } {{a\nb}}"
    )
    # A placeholder with a brace on either side is one all the same: the braces are text.
    assert sent(section("{{{x}}}", style), values) == "{<x>}"
    found = (
        SoulFormat()
        .parse(text)
        .check(Scope(), Surroundings(samples=Samples.of({"values": values})))
    )
    assert found == ()


@pytest.mark.parametrize("style", ["block", "quoted"])
def test_case_35_what_is_not_resolved_is_listed_once_for_each_place(style: str) -> None:
    text = section(CASE_35, style)
    found = SoulFormat().parse(text).check(Scope(), Surroundings())
    assert [(each.code, each.span.of(text)) for each in found] == [
        ("unresolved-variable", "{{user1}}"),
        ("unresolved-variable", "{{ user1 }}"),
        ("unresolved-variable", "{{user_name}}"),
    ]
    assert sent(text, {}) == CASE_35


CASE_36 = 'Return {"name": "{{subject}}", "k": {}} and {#x} {% y %} }} {{ --- $z ${z}'


@pytest.mark.parametrize("style", ["block", "quoted"])
def test_case_36_json_and_code_in_a_section_stay(style: str) -> None:
    text = section(CASE_36, style)
    wanted = 'Return {"name": "cat", "k": {}} and {#x} {% y %} }} {{ --- $z ${z}'
    assert sent(text, {"subject": "cat", "z": "no", "x": "no", "y": "no"}) == wanted
    around = Surroundings(samples=Samples.of({"values": {"subject": "cat"}}))
    assert SoulFormat().parse(text).check(Scope(), around) == ()


def test_case_36_in_a_prompt_double_braces_are_plain_text() -> None:
    (message,) = PromptFormat().parse(CASE_36).render(scope_of({"subject": "cat"})).messages
    assert message.text == CASE_36
