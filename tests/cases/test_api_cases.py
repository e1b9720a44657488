"""Cases from the field on placeholders, through `load_prompt` on files as people write them."""

from pathlib import Path
from string import Template

import pytest

from editor import load_prompt

FRONTMATTERS = ["", "{\n}\n", '{\n  "title": "$who {x}"\n}\n\n', "---\ntitle: $who\n---\n"]


@pytest.fixture(params=FRONTMATTERS, ids=["none", "empty", "json", "yaml"])
def sent(request: pytest.FixtureRequest, tmp_path: Path) -> "Sent":
    """Writes a body under each kind of frontmatter and gives what is sent."""
    return Sent(tmp_path / "ws", request.param)


class Sent:
    """What is sent of a body with values."""

    def __init__(self, root: Path, frontmatter: str) -> None:
        root.mkdir()
        self._root = root
        self._frontmatter = frontmatter

    def __call__(self, body: str, **values: object) -> str:
        (self._root / "p.md").write_bytes((self._frontmatter + body).encode())
        return load_prompt("p", self._root, values).text


def test_case_4_prices_are_text(sent: Sent) -> None:
    assert sent("Costs $5 or $19.99, ask $who", who="Kim") == "Costs $5 or $19.99, ask Kim"
    assert sent("Costs $$5 for $who", who="Kim") == "Costs $5 for Kim"
    for price in ("$5", "$0.50", "$1,000", "$ 5", "5$", "5$.", "$-5", "$", "$%", "$€"):
        assert sent(f"at {price} for $who", who="Kim") == f"at {price} for Kim"


def test_case_7_values_are_put_in_as_they_are(sent: Sent) -> None:
    assert sent("$a $b", a="$b and $$x", b="B") == "$b and $$x B"
    assert sent("$p", p="C:\\new\\1\\g<0>") == "C:\\new\\1\\g<0>"
    assert sent("$a", a="$a") == "$a"
    for value in ("${b}", "$$$$", "\\0", "\\\\", "&", "%s", "{b}", "{{b}}", "a\r\nb\r", " x "):
        assert sent("<$a>", a=value, b="B") == f"<{value}>"


def test_case_7_values_of_files_are_put_in_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "config/journal.json").write_text(
        '{"identity": {"name": "$who $$ \\\\1", "who": "Kim"}}', "utf-8"
    )
    (tmp_path / "templates/t.md").write_text("[$name] $$who", "utf-8")
    (tmp_path / "p.md").write_text("$t ($name)", "utf-8")
    found = load_prompt("p", tmp_path).text
    assert found == "[$who $$ \\1] $who ($who $$ \\1)"


def test_case_29_escapes_are_no_variables(sent: Sent) -> None:
    body = "Hello $$world, $name, $$$$who $$$who $$who"
    assert sent(body, name="Al", who="Kim") == "Hello $world, Al, $$who $Kim $who"
    for count in range(8):
        expected = "$" * (count // 2) + ("Kim" if count % 2 else "who")
        assert sent("$" * count + "who", who="Kim") == expected


def test_case_30_shell_regex_and_latex(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/kim")
    shell = 'echo "$HOME" && cd ${HOME:-/tmp} && echo $1 $? $(ls) $who'
    assert sent(shell, who="Kim") == shell.replace("$who", "Kim")
    assert sent(r"^\d+$ and (a|b)$ and $who", who="Kim") == r"^\d+$ and (a|b)$ and Kim"
    assert sent(r"let $x$ and $$y$$ be $z", x=1, y=2, z=3) == "let 1$ and $y$ be 3"
    assert sent(r"$\frac{a}{b}$ $who", who="Kim") == r"$\frac{a}{b}$ Kim"


def test_case_49_where_a_name_ends(sent: Sent) -> None:
    body = "$name's ${name}s $names $a$b$$a${a}b $first_$last $item1 ${item}1 \\$name"
    values = {"name": "Al", "a": 1, "b": 2, "last": "L", "item": "I"}
    assert sent(body, **values) == "Al's Als $names 12$a1b $first_L $item1 I1 \\Al"
    for behind in "'\"-.,:;/()[]{}<>éß\u00a0\u200d中😀 \n":
        assert sent(f"[$name{behind}]", name="Al") == f"[Al{behind}]"
    for behind in ("_", "0", "z", "Z", "_9"):
        assert sent(f"[$name{behind}]", name="Al") == f"[$name{behind}]"


def test_case_49_names_are_case_sensitive(sent: Sent) -> None:
    assert sent("$NAME $nAme $name", name="Al") == "$NAME $nAme Al"


def test_case_50_malformed_braces_are_text(sent: Sent) -> None:
    body = "Hi ${who and $who ${ who } ${user-name} ${user.name} ${} ${wh\no} ${{user}} $"
    assert sent(body, who="Kim", user="U") == body.replace(" $who ", " Kim ")


def test_case_51_missing_empty_none_zero_and_false(sent: Sent) -> None:
    values = {"a": None, "b": 0, "c": False, "d": ""}
    assert sent("[$a][$b][$c][$d][$e]", **values) == "[$a][0][False][][$e]"
    assert sent("[$a][$b]", a=0.0, b=[]) == "[0.0][[]]"


def test_case_59_nothing_is_escaped_for_html(sent: Sent) -> None:
    value = '"a" & <b> it\'s `x` &amp; &#x27;'
    assert sent("Say: $q <i> & </i>", q=value) == f"Say: {value} <i> & </i>"


def test_case_61_no_magic_tokens(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "kim")
    body = "<user>$user</user> <bot> {{char}} %s {0} $USER"
    assert sent(body, user="Kim") == "<user>Kim</user> <bot> {{char}} %s {0} $USER"
    tokens = "{{user}} {user} <USER> %(user)s #{user} @user [[user]] {% user %} <%= user %> ~~"
    assert sent(tokens, user="Kim") == tokens


def test_cases_agree_with_string_template(sent: Sent) -> None:
    values = {"who": "Kim", "a": "$who", "_": "underscore", "x1": "one"}
    for body in ("$_ $x1 ${_}${x1}", "$$a $a$$", "$who$", "${who}}", "$$${who}", "$1$who"):
        assert sent(body, **values) == Template(body).safe_substitute(values)
