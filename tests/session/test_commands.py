"""The table of commands."""

import pytest

from editor.session.commands import Command, CommandTable


def command(name: str, shortcut: str = "") -> Command:
    return Command(name, name.title(), lambda: None, shortcut)


def test_commands_stand_in_the_menu_of_their_id_in_order() -> None:
    table = CommandTable([command("file.b"), command("edit.x"), command("file.a")])
    assert [each.id for each in table] == ["file.b", "edit.x", "file.a"]
    assert [each.id for each in table.in_menu("file")] == ["file.b", "file.a"]
    assert table["edit.x"].menu == "edit"
    assert table.in_menu("go") == ()


def test_several_shortcuts() -> None:
    assert command("a.b").shortcuts == ()
    assert command("a.b", "Ctrl+Y; Ctrl+Shift+Z").shortcuts == ("Ctrl+Y", "Ctrl+Shift+Z")


def test_ids_and_shortcuts_are_given_once() -> None:
    with pytest.raises(ValueError, match=r"file\.a"):
        CommandTable([command("file.a"), command("file.a")])
    with pytest.raises(ValueError, match=r"Ctrl\+S"):
        CommandTable([command("file.a", "Ctrl+S"), command("file.b", "F1; Ctrl+S")])
