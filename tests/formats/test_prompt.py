"""Prompts, templates and extra variables: kinds, bodies, rendering with places in the file."""

import string

import pytest

from editor.core.diagnostics import ParseFault
from editor.core.layers import PieceKind, Scope
from editor.core.spans import Position, Span
from editor.formats.base import FileKind
from editor.formats.prompt import PromptFormat, PromptKind
from editor.formats.template import TemplateFormat, render_template, template_definition
from editor.formats.variable import VariableFormat, variable_definition
from tests.formats.scopes import scope_of


def sent(text: str, scope: Scope) -> str:
    (message,) = PromptFormat().parse(text).render(scope).messages
    assert (message.role, message.section, message.source) == (None, None, "body")
    return message.text


@pytest.mark.parametrize(
    ("head", "kind", "word"),
    [
        ("", PromptKind.PROMPT, "neither"),
        ("{\n}\n", PromptKind.PROMPT, "neither"),
        ('{\n"schedule": "daily"\n}\n', PromptKind.GENERATOR, "no tools"),
        ('{\n"schedule": "daily", "tools": "journal"\n}\n', PromptKind.AGENT, "tools"),
        ('{\n"tools": []\n}\n', PromptKind.AGENT, "tools"),
        ('{\n"hook": {"tools": 1, "schedule": 2}\n}\n', PromptKind.PROMPT, "neither"),
        ("---\nschedule: segment\n---\n", PromptKind.GENERATOR, "schedule"),
        ("---\nschedule:\n---\n", PromptKind.GENERATOR, "schedule"),
        ("{\nbroken\n}\n", PromptKind.PROMPT, "cannot be read"),
    ],
)
def test_the_kind_and_its_reason(head: str, kind: PromptKind, word: str) -> None:
    file = PromptFormat().parse(head + "Body")
    assert file.prompt_kind is kind
    assert word in file.kind_reason
    assert file.kind_reason.endswith(".")


def test_metadata_tells_no_block_from_an_empty_one() -> None:
    assert PromptFormat().parse("Body").metadata is None
    assert PromptFormat().parse("{\n}\nBody").metadata == {}
    assert PromptFormat().parse("---\n---\nBody").metadata == {}


def test_a_broken_block_is_never_sent() -> None:
    file = PromptFormat().parse('{\n  "a": 1,\n}\nBody')
    with pytest.raises(ParseFault) as caught:
        file.render(Scope())
    assert caught.value.offset == 10
    assert file.bodies == ()


def test_the_seeds_example() -> None:
    text = (
        '{\n "title": "Activity Synthesis",\n "color": "#00bcd4",\n "schedule": "segment"\n}\n'
        "\n$segment_preamble\n\n# Segment Activity Synthesis\n\nYour prompt content here...\n"
    )
    scope = scope_of(template={"segment_preamble": "For $name."}, identity={"name": "Ada"})
    assert sent(text, scope) == (
        "For $name.\n\n# Segment Activity Synthesis\n\nYour prompt content here..."
    )
    assert PromptFormat().parse(text).metadata == {
        "title": "Activity Synthesis",
        "color": "#00bcd4",
        "schedule": "segment",
    }


def test_context_wins_over_identity_over_variables_over_templates() -> None:
    layers = ("context", "identity", "variables", "template")
    for number in range(len(layers)):
        values = {layer: {"x": layer} for layer in layers[number:]}
        assert sent("$x", scope_of(**values)) == layers[number]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("head", ["", '{\n"a": 1\n}\n', "---\na: 1\n---\n", "\n\n"])
def test_pieces_know_their_place_in_the_file(head: str, end: str) -> None:
    text = (head + "One $a\n\ntwo $$ ${b}!\n\n").replace("\n", end)
    file = PromptFormat().parse(text)
    (message,) = file.render(scope_of(context={"a": "A\r\nA"})).messages
    assert message.text == "One A\r\nA\n\ntwo $ ${b}!"
    assert [(piece.kind, piece.source.of(text)) for piece in message.pieces] == [
        (PieceKind.LITERAL, "One "),
        (PieceKind.VALUE, "$a"),
        (PieceKind.LITERAL, f"{end}{end}two "),
        (PieceKind.ESCAPE, "$$"),
        (PieceKind.LITERAL, " "),
        (PieceKind.UNRESOLVED, "${b}"),
        (PieceKind.LITERAL, "!"),
    ]
    for piece in message.pieces:
        assert piece.output.of(message.text) == piece.text
    (body,) = file.bodies
    assert body.span == Span(message.pieces[0].source.start, message.pieces[-1].source.end)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("Costs $5 or $19.99, ask $who", {"who": "Kim"}, "Costs $5 or $19.99, ask Kim"),
        ("Costs $$5 for $who", {"who": "Kim"}, "Costs $5 for Kim"),
        ("$a $b", {"a": "$b and $$x", "b": "B"}, "$b and $$x B"),
        ("$p", {"p": "C:\\new\\1\\g<0>"}, "C:\\new\\1\\g<0>"),
        ("Say: $q", {"q": "'\"a\" & <b> it's `x`'"}, "Say: '\"a\" & <b> it's `x`'"),
        (
            "<user>$user</user> <bot> {{char}} %s {0} $USER",
            {"user": "Kim"},
            "<user>Kim</user> <bot> {{char}} %s {0} $USER",
        ),
    ],
)
def test_cases_4_7_59_61_the_rendered_text(
    text: str, values: dict[str, str], expected: str
) -> None:
    scope = scope_of(variables=values)
    assert sent(text, scope) == expected
    assert string.Template(text).safe_substitute(values) == expected


def test_a_template_is_rendered_once_and_without_other_templates() -> None:
    text = "---\nfor: days\n---\n\nThe $day of $preferred, $other, $$x\r\n"
    scope = scope_of(
        context={"day": "$preferred"}, identity={"preferred": "Ada"}, template={"other": "no"}
    )
    assert TemplateFormat().parse(text).kind is FileKind.TEMPLATE
    (message,) = TemplateFormat().parse(text).render(scope).messages
    assert message.text == "The $preferred of Ada, $other, $x"
    assert render_template(text, scope).messages[0] == message

    made = template_definition("daily", text, scope, "templates/daily.md")
    assert (made.name, made.value, made.layer) == ("daily", message.text, "template")
    assert made.origin is not None
    assert (made.origin.path, made.origin.position) == ("templates/daily.md", Position(5, 1))
    assert made.origin.span is not None
    assert made.origin.span.of(text) == "The $day of $preferred, $other, $$x"
    assert [piece.source.of(text) for piece in made.pieces if piece.name] == [
        "$day",
        "$preferred",
        "$other",
    ]


def test_a_template_in_a_prompt_keeps_its_own_pieces() -> None:
    made = template_definition("pre", "Hi $name", scope_of(identity={"name": "Ada"}), "t/pre.md")
    (message,) = PromptFormat().parse("$pre!").render(scope_of(template={"pre": ""})).messages
    assert message.text == "!"
    scope = scope_of()
    layer = scope.layer("template")
    assert layer is not None
    assert isinstance(layer.definitions, dict)
    layer.definitions["pre"] = made
    (message,) = PromptFormat().parse("$pre!").render(scope).messages
    assert message.text == "Hi Ada!"
    assert [piece.text for piece in message.pieces[0].pieces] == ["Hi ", "Ada"]


@pytest.mark.parametrize("text", ["", "  \n", "{\n}\n", "---\na: 1\n---\n \n"])
def test_an_empty_body_is_an_empty_value(text: str) -> None:
    assert template_definition("t", text, Scope(), None).value == ""
    assert variable_definition("v", text, None).value == ""
    assert sent(text, Scope()) == ""


def test_a_broken_template_or_variable_gives_no_value() -> None:
    with pytest.raises(ParseFault):
        template_definition("t", "{\nx\n}\n", Scope(), None)
    with pytest.raises(ParseFault):
        variable_definition("v", "{\nx\n}\n", None)


def test_an_extra_variable_is_stripped_and_not_rendered() -> None:
    text = '{\r\n"a": 1\r\n}\r\n\r\n  Be $kind\r\nand $$ calm \r\n'
    made = variable_definition("voice_tone", text, "voice/tone.md")
    assert (made.name, made.value, made.layer) == (
        "voice_tone",
        "Be $kind\nand $$ calm",
        "variables",
    )
    assert made.origin is not None
    assert (made.origin.path, made.origin.position) == ("voice/tone.md", Position(5, 3))
    file = VariableFormat().parse(text)
    assert file.kind is FileKind.VARIABLE
    assert file.bodies[0].syntax is None
    assert file.render(scope_of(context={"kind": "x"})).messages[0].text == made.value
