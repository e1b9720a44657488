"""Cases from the field, seen in the whole window: what is shown, and what is on disk after it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QWidget

from editor import cli, load_prompt
from tests.ui.windowing import Control, Opened, write

Opener = Callable[..., Opened]

CASES = {
    "4 prices": ("Costs $5 or $19.99, ask $who", {"who": "Kim"}, "Costs $5 or $19.99, ask Kim"),
    "7 dollars in values": (
        "$a $b | $p | $s",
        {"a": "$b and $$x", "b": "B", "p": "C:\\new\\1\\g<0>", "s": "$s"},
        "$b and $$x B | C:\\new\\1\\g<0> | $s",
    ),
    "10 rules in the body": (
        "---\ntitle: t\n---\nA\n\n---\n\nB\n\n---\nC\n",
        {},
        "A\n\n---\n\nB\n\n---\nC",
    ),
    "10 no opener": ("----\nIntro\n---\nRules\n", {}, "----\nIntro\n---\nRules"),
    "11 a byte order mark": ("\ufeff---\nname: demo\n---\nBody\n", {}, "Body"),
    "29 escapes": (
        "Hello $$world, $name, $$$$who $$$who $$who",
        {"name": "Al", "who": "Kim"},
        "Hello $world, Al, $$who $Kim $who",
    ),
    "30 shell": (
        'echo "$HOME" && cd ${HOME:-/tmp} && echo $1 $? $(ls) $who',
        {"who": "Kim"},
        'echo "$HOME" && cd ${HOME:-/tmp} && echo $1 $? $(ls) Kim',
    ),
    "30 regex and formulas": (
        "^\\d+$ and $who; let $x$ and $$y$$ be $z; $\\frac{a}{b}$",
        {"who": "Kim", "x": "1", "z": "3"},
        "^\\d+$ and Kim; let 1$ and $y$ be 3; $\\frac{a}{b}$",
    ),
    "37 a body that begins with a brace": ("{{name}}, hello\n", {}, "{{name}}, hello"),
    "45 an empty head": ("---\n---\nBody $who", {"who": "x"}, "Body x"),
    "45 an unclosed head": ("---\ntitle: x\nBody\n", {}, "---\ntitle: x\nBody"),
    "46 three dots and lines of their own ends": (
        "--- \t\r\ntitle: x\r\n...\r\nBody\r\nb\r\n",
        {},
        "Body\nb",
    ),
    "49 where a name ends": (
        "$name's ${name}s $names $a$b$$a${a}b $first_$last $item1 ${item}1 \\$name",
        {"name": "Al", "a": "1", "b": "2", "last": "L", "item": "I"},
        "Al's Als $names 12$a1b $first_L $item1 I1 \\Al",
    ),
    "50 malformed": (
        "Hi ${who and $who ${ who } ${user-name} ${user.name} ${} ${{user}} $",
        {"who": "Kim"},
        "Hi ${who and Kim ${ who } ${user-name} ${user.name} ${} ${{user}} $",
    ),
    "51 empty and not set": ("[$a][$d][$e]", {"a": "0", "d": ""}, "[0][][$e]"),
    "59 markup in a value": ("Say: $q", {"q": '"a" & <b> it\'s `x`'}, 'Say: "a" & <b> it\'s `x`'),
    "60 blanks around the body": ("\n\n  Hi $who  \n\n", {"who": " K "}, "Hi  K "),
    "61 other tokens": (
        "<user>$user</user> <bot> {{char}} %s {0} $USER",
        {"user": "Kim"},
        "<user>Kim</user> <bot> {{char}} %s {0} $USER",
    ),
}


def test_case_4_7_10_11_29_30_37_45_46_49_50_51_59_60_61_are_shown_as_they_are_sent(
    opener: Opener, tmp_path: Path
) -> None:
    seen = {}
    opened = opener(tmp_path)
    for number, (name, (text, values, _)) in enumerate(CASES.items()):
        path = tmp_path / f"{number}" / "case.md"
        # A workspace of its own, so that no value is left from the case before.
        write(path.parent, {"case.md": text, "prompt-workspace.yaml": ""})
        opened.window.open(path)
        for variable, value in values.items():
            field = opened.field(f"context:{variable}")
            assert isinstance(field, QLineEdit)
            opened.focus(field)
            opened.type(value or "x")
            if not value:
                opened.press(Qt.Key.Key_Backspace)
        seen[name] = opened.rendered
    assert seen == {name: expected for name, (_, _, expected) in CASES.items()}


def test_case_60_the_command_and_the_api_send_what_the_preview_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same table as above, so that all three are held to one text, to the character."""
    write(tmp_path, {"prompt-workspace.yaml": ""})
    for text, values, expected in CASES.values():
        write(tmp_path, {"case.md": text})
        assert load_prompt("case", tmp_path, values).text == expected
        given = [word for item in values.items() for word in ("--context", "=".join(item))]
        assert cli.main(["render", str(tmp_path / "case.md"), "--format", "json", *given]) == 0
        (message,) = json.loads(capsys.readouterr().out)["messages"]
        assert message["text"] == expected
        assert "".join(piece["text"] for piece in message["pieces"]) == expected


@pytest.mark.parametrize(
    ("data", "typed"),
    [
        (b"---\r\ntitle: x\r\n---\r\nHi $name\r\n", b"---\r\ntitle: x\r\n---\r\nHi $name\r\nZ"),
        ("Prix\u00a0: $n\u00a0\u20ac\n".encode(), "Prix\u00a0: $n\u00a0\u20ac\nZ".encode()),
        (b'\xef\xbb\xbf{\n  "a": 1\n}\nBody\n', b'\xef\xbb\xbf{\n  "a": 1\n}\nBody\nZ'),
        (
            b"---\na: 1\n---\n\n\nLine one  \nline\n\n\n",
            b"---\na: 1\n---\n\n\nLine one  \nline\n\n\nZ",
        ),
        (b"Hi $name", b"Hi $nameZ"),
        (
            "a\u2028b\u2029c\ufdd0d\x0ce\x00f\n".encode(),
            "a\u2028b\u2029c\ufdd0d\x0ce\x00f\nZ".encode(),
        ),
        (b"one\rtwo\r\nthree\n", b"one\rtwo\r\nthree\nZ"),
    ],
    ids=["3", "5", "11", "12", "12 no line end", "73", "mixed"],
)
def test_case_3_5_11_12_73_a_letter_typed_changes_one_byte(
    opener: Opener, tree: Path, data: bytes, typed: bytes
) -> None:
    write(tree, {"exact.md": data})
    opened = opener(tree / "exact.md")
    opened.caret_to_end()
    opened.type("Z", into=opened.source)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "exact.md").read_bytes() == typed
    opened.press(Qt.Key.Key_Z, Control)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "exact.md").read_bytes() == data


def test_case_37_a_first_line_that_opens_no_object_is_an_error_with_its_line(
    opener: Opener, tree: Path
) -> None:
    write(tree, {"a.md": '{\n  "n": "$name",\n  "c": $count\n}\n', "b.md": '{\n "a": 1,\n}\nB\n'})
    for name, line in (("a.md", 3), ("b.md", 2)):
        opened = opener(tree / name)
        bar = opened.find(QFrame, "staleBar")
        assert bar.isVisible()
        assert f"Line {line}:" in bar.findChild(QLabel).text()
        assert not opened.source.isReadOnly()


def test_case_14_undo_takes_back_typing_a_field_and_a_reload_one_by_one(
    opener: Opener, tree: Path
) -> None:
    journal = tree / "config/journal.json"
    original = journal.read_text()
    opened = opener(tree / "hello.md", journal)
    opened.type("\n", into=opened.source)
    opened.press(Qt.Key.Key_Tab, Control)
    field = opened.field("identity:preferred")
    opened.focus(field)
    opened.press(Qt.Key.Key_End)
    opened.type("abc")
    opened.press(Qt.Key.Key_S, Control)
    assert json.loads(journal.read_text())["identity"]["preferred"] == "Adaabc"
    journal.write_text(original)
    opened.window.workbench.look_at_disk_now()
    opened.press(Qt.Key.Key_Tab, Control)
    assert opened.source.toPlainText() == original
    opened.focus(opened.source)
    expected = [
        "\n" + original.replace('"Ada"', '"Adaabc"'),
        "\n" + original,
        original,
    ]
    for text in expected:
        opened.press(Qt.Key.Key_Z, Control)
        assert opened.source.toPlainText() == text
    opened.press(Qt.Key.Key_Z, Control)
    assert opened.source.toPlainText() == original


def test_case_15_the_caret_stays_in_a_field_that_is_typed_in(opener: Opener, tree: Path) -> None:
    opened = opener(tree / "hello.md")
    for name in ("identity:preferred", "context:facet"):
        field = opened.field(name)
        assert isinstance(field, QLineEdit)
        opened.focus(field)
        field.selectAll()
        opened.type("abcdef")
        field.setCursorPosition(3)
        opened.type("XY")
        assert (field.text(), field.cursorPosition()) == ("abcXYdef", 5)


def test_case_53_a_file_under_two_names_has_one_tab(opener: Opener, tree: Path) -> None:
    (tree.parent / "alias").symlink_to(tree)
    opened = opener(tree / "plain.md")
    opened.type("X", into=opened.source)
    opened.window.open(tree.parent / "alias/plain.md")
    assert opened.source.toPlainText() == "XPlain text for $who.\n"
    assert len(opened.window.workbench.documents.all()) == 1


def test_case_69_a_tab_closed_in_the_midst_of_typing_leaves_no_trace(
    opener: Opener, tree: Path
) -> None:
    for _ in range(3):
        opened = opener(tree / "hello.md", tree / "plain.md")
        opened.type("```python\nx = '$facet'\n", into=opened.source)
        opened.action("edit.find").trigger()
        opened.type("x", into=opened.source)
        opened.front.qdocument.setModified(False)
        opened.press(Qt.Key.Key_W, Control)
        opened.type("$name", into=opened.source)
        opened.close()


def test_case_41_bytes_that_are_not_utf_8_stay_whatever_is_set(opener: Opener, tree: Path) -> None:
    data = b"---\ntitle: x\n---\ncaf\xe9 $name\n"
    write(tree, {"old.md": data})
    opened = opener(tree / "old.md")
    title = opened.field("field:title")
    assert isinstance(title, QLineEdit)
    assert not title.isEnabled()
    opened.type("z", into=opened.source)
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "old.md").read_bytes() == data
    assert opened.front.read_only_reason is not None
    assert opened.notice is not None
    opened.take("Reopen as cp1252")
    title = opened.field("field:title")
    assert isinstance(title, QLineEdit)
    opened.focus(title)
    title.selectAll()
    opened.type("y")
    assert opened.rendered == "café Ada Lovelace"
    opened.press(Qt.Key.Key_S, Control)
    assert (tree / "old.md").read_bytes() == data.replace(b": x", b": y")


@pytest.mark.parametrize("place", ["sourceEditor", "identity:bio"])
def test_case_62_a_notice_takes_neither_the_focus_nor_enter(
    opener: Opener, tree: Path, place: str
) -> None:
    write(tree, {"config/journal.json": '{"identity": {"bio": "a\\nb"}}'})
    opened = opener(tree / "hello.md")
    if place.startswith("identity"):
        opened.window.views.bring_into_sight(opened.window.views.identity)
    opened.caret_to_end()
    opened.type("1", into=opened.source)
    field = opened.find(QWidget, place)
    opened.focus(field)
    opened.press(Qt.Key.Key_End)
    opened.type("2")
    (tree / "hello.md").write_text("theirs\n")
    opened.window.workbench.look_at_disk_now()
    opened.until(lambda: opened.notice is not None)
    said, offers = opened.notice, opened.offers()
    opened.type("3\n4")
    assert QApplication.focusWidget() is field
    assert (opened.notice, opened.offers()) == (said, offers)
    assert (tree / "hello.md").read_text() == "theirs\n"
    written = "23\n4" if place == "sourceEditor" else '"a23\\n4\\nb"'
    assert any(written in each.text() for each in opened.window.workbench.documents.all())
