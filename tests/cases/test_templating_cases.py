r"""Field cases about `$` placeholders: the rendering is exactly ``string.Template``'s.

The expected texts are those of the documentation of `string.Template`, written out by hand.
"""

import string

import pytest

from editor.core.layers import Definition, Layer, PieceKind, Scope
from editor.core.placeholders import Dollar
from editor.core.rendering import Rendering, resolve
from editor.formats.prompt import PromptFormat


def rendered(text: str, **values: object) -> Rendering:
    definitions = {name: Definition(name, value, "context") for name, value in values.items()}
    return resolve(text, Scope((Layer("context", definitions),)), Dollar())


def check(text: str, expected: str, names: list[str], **values: object) -> None:
    result = rendered(text, **values)
    assert result.text == expected
    assert list(result.names()) == names
    assert string.Template(text).safe_substitute(values) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Costs $5 or $19.99, ask $who", "Costs $5 or $19.99, ask Kim"),
        ("Costs $$5 for $who", "Costs $5 for Kim"),
        ("$who pays $0, $ 3 and 4$", "Kim pays $0, $ 3 and 4$"),
    ],
)
def test_case_4_prices_are_no_variables(text: str, expected: str) -> None:
    check(text, expected, ["who"], who="Kim")


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("$a $b", {"a": "$b and $$x", "b": "B"}, "$b and $$x B"),
        ("$p", {"p": "C:\\new\\1\\g<0>"}, "C:\\new\\1\\g<0>"),
        ("$a", {"a": "$a"}, "$a"),
        ("$a$b", {"a": "$", "b": "b"}, "$b"),
        ("${a}b}", {"a": "${", "b": "B"}, "${b}"),
        ("$$$a", {"a": "$$"}, "$$$"),
    ],
)
def test_case_7_a_value_is_never_read_again(
    text: str, values: dict[str, str], expected: str
) -> None:
    result = rendered(text, **values)
    assert result.text == expected
    assert string.Template(text).safe_substitute(values) == expected


def test_case_29_two_dollars_are_an_escape_and_no_variable() -> None:
    text = "Hello $$world, $name, $$$$who $$$who $$who"
    check(text, "Hello $world, Al, $$who $Kim $who", ["name", "who"], name="Al", who="Kim")
    pieces = rendered(text, name="Al", who="Kim").pieces
    escapes = [piece for piece in pieces if piece.kind is PieceKind.ESCAPE]
    assert [(piece.source.of(text), piece.text) for piece in escapes] == [("$$", "$")] * 5


@pytest.mark.parametrize(
    ("text", "expected", "names"),
    [
        (
            'echo "$HOME" && cd ${HOME:-/tmp} && echo $1 $? $(ls) $who',
            'echo "$HOME" && cd ${HOME:-/tmp} && echo $1 $? $(ls) Kim',
            ["HOME", "who"],
        ),
        (r"^\d+$ and (a|b)$ and $who", r"^\d+$ and (a|b)$ and Kim", ["who"]),
        (r"let $x$ and $$y$$ be $z", "let 1$ and $y$ be 3", ["x", "z"]),
        (r"$\frac{a}{b}$ $who", r"$\frac{a}{b}$ Kim", ["who"]),
    ],
)
def test_case_30_shell_regex_and_latex(text: str, expected: str, names: list[str]) -> None:
    check(text, expected, names, who="Kim", x=1, y=2, z=3)


@pytest.mark.parametrize(
    ("text", "expected", "names"),
    [
        ("$name's", "Al's", ["name"]),
        ("${name}s", "Als", ["name"]),
        ("$names", "$names", ["names"]),
        ("$a$b$$a${a}b", "12$a1b", ["a", "b"]),
        ("$first_$last", "$first_L", ["first_", "last"]),
        ("$item1", "$item1", ["item1"]),
        ("${item}1", "I1", ["item"]),
        ("\\$name", "\\Al", ["name"]),
        ("$Name $NAME $name", "$Name $NAME Al", ["Name", "NAME", "name"]),
        ("$naïve $name\u00e9", "$naïve Al\u00e9", ["na", "name"]),
    ],
)
def test_case_49_where_a_name_ends(text: str, expected: str, names: list[str]) -> None:
    check(text, expected, names, name="Al", a=1, b=2, last="L", item="I")


def test_case_50_malformed_braces_stay_and_rendering_goes_on() -> None:
    text = "Hi ${who and $who ${ who } ${user-name} ${user.name} ${} ${wh\no} ${{user}} $"
    check(text, text.replace(" $who ", " Kim "), ["who"], who="Kim", user="U")


def test_case_51_empty_zero_and_false_are_values_and_missing_is_not() -> None:
    result = rendered("[$b][$c][$d][$e]", b=0, c=False, d="")
    assert result.text == "[0][False][][$e]"
    assert [piece.name for piece in result.unresolved()] == ["e"]
    empty = next(piece for piece in result.pieces if piece.name == "d")
    assert (empty.kind, empty.text) == (PieceKind.VALUE, "")


def test_case_59_values_are_inserted_as_they_are() -> None:
    value = '"a" & <b> it\'s `x`'
    check("Say: $q", "Say: " + value, ["q"], q=value)


def test_case_61_no_magic_tokens_and_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "from-the-environment")
    text = "<user>$user</user> <bot> {{char}} %s {0} $USER"
    expected = "<user>Kim</user> <bot> {{char}} %s {0} $USER"
    check(text, expected, ["user", "USER"], user="Kim")


CASE_36 = 'Return {"name": "{{subject}}", "k": {}} and {#x} {% y %} }} {{ --- $z ${z}'


def test_case_36_braces_of_other_templating_are_plain_text() -> None:
    """In `.md` files only `$` begins a placeholder; the chat part of the case is about souls."""
    expected = 'Return {"name": "{{subject}}", "k": {}} and {#x} {% y %} }} {{ --- 1 1'
    check(CASE_36, expected, ["z"], z="1", subject="cat", x="no", y="no")


@pytest.mark.parametrize("head", ["", "---\ntitle: t\n---\n", '{\n"title": "t"\n}\n'])
def test_case_36_in_a_prompt_file(head: str) -> None:
    layer = Layer("context", {"subject": Definition("subject", "cat", "context")})
    rendering = PromptFormat().parse(head + CASE_36 + "\n").render(Scope((layer,)))
    assert rendering.messages[0].text == CASE_36
