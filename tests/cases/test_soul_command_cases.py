"""Cases from the field on YAML lists and texts, in a soul that the command changes."""

from pathlib import Path

import pytest
import yaml

from tests.cli.running import quietly

HEAD = "You are one.\n\n---template---\n"


def changed(tmp_path: Path, template: str, *arguments: str) -> str:
    """Return what `set` or `unset` makes of a template part; the rest must stand."""
    file = tmp_path / "soul.md"
    file.write_bytes((HEAD + template).encode())
    command, path, *value = arguments
    assert quietly(command, file, path, *value) == (0, b"", "")
    text = file.read_bytes().decode()
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD)


BLOCK = "- content: |\n    a\n    # part of the text\n  # real comment\n\n  section: s\n"


def test_case_43_a_comment_behind_a_sections_text_stays_a_comment(tmp_path: Path) -> None:
    text = changed(tmp_path, BLOCK, "set", "0.content", "a\n# part of the text\nb\n")
    assert text == BLOCK.replace("of the text\n", "of the text\n    b\n")
    empty = changed(tmp_path, BLOCK, "set", "0.content", "")
    assert yaml.safe_load(empty) == [{"content": "", "section": "s"}]
    assert "  # real comment\n\n  section: s\n" in empty


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("- content: |+\n    a\n\n\n  section: s\n", "aa\n\n\n"),
        ("- section: s\n  content: |-\n    a\n", "aa"),
        ("- section: s\n  content: |\n    a", "aa"),
    ],
)
def test_case_44_the_end_of_a_sections_text_stays(
    template: str, value: str, tmp_path: Path
) -> None:
    text = changed(tmp_path, template, "set", "0.content", value)
    assert text == template.replace("    a", "    aa")
    assert yaml.safe_load(text) == [{"section": "s", "content": value}]


ITEMS = (
    '- role: user   # who\n  content: "Hi {{n}}"\n'
    "-  role: assistant\n   content: 'ok'\n"
    '- {role: user, content: "x"}\n'
)


def test_case_55_one_word_of_one_section_changes(tmp_path: Path) -> None:
    text = changed(tmp_path, ITEMS, "set", "0.content", "Hello {{n}}")
    assert text == ITEMS.replace("Hi", "Hello")
    assert changed(tmp_path, ITEMS, "set", "2.role", "system") == ITEMS.replace(
        "{role: user", "{role: system"
    )
    assert changed(tmp_path, ITEMS, "unset", "1") == ITEMS.replace(
        "-  role: assistant\n   content: 'ok'\n", ""
    )


def test_case_54_the_same_value_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "soul.md"
    file.write_text(HEAD + ITEMS, "utf-8")
    before = file.stat()
    assert quietly("set", file, "0.content", "Hi {{n}}")[0] == 0
    after = file.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_case_57_a_long_line_of_a_section_stays_one_line(tmp_path: Path) -> None:
    template = "- content: " + "word " * 40 + "end\n  limit: 1\n"
    assert changed(tmp_path, template, "set", "0.limit", "2") == template.replace("1", "2")
    value = "word " * 40 + "end!"
    assert changed(tmp_path, template, "set", "0.content", value) == template.replace("end", "end!")
