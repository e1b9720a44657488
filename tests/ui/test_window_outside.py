"""Files outside the workspace: nothing there is written before the list of places is confirmed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from editor.ui.panels.context_panel import ContextPanel
from tests.ui.windowing import Answers, Control, Opened, write

Opener = Callable[..., Opened]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A workspace with its templates and contexts outside, and a link to a file outside."""
    write(
        tmp_path,
        {
            "work/prompt-workspace.yaml": "templates: ../shared\ncontexts: ~/contexts\n",
            "work/a.md": "$one and $two\n",
            "shared/one.md": "One",
            "shared/two.md": "Two",
            "home/contexts/c.yaml": "who: you\n",
            "rc.md": "mine\n",
        },
    )
    (tmp_path / "work" / "link.md").symlink_to(tmp_path / "rc.md")
    return tmp_path


def typed_and_saved(opened: Opened, path: Path, text: str = "x") -> None:
    opened.window.open(path)
    opened.type(text, into=opened.source)
    opened.press(Qt.Key.Key_S, Control)


def test_a_first_write_outside_is_held_and_all_places_are_listed(
    opener: Opener, house: Path
) -> None:
    opened = opener(house / "work" / "a.md")
    typed_and_saved(opened, house / "shared" / "one.md")
    assert (house / "shared" / "one.md").read_bytes() == b"One"
    assert opened.source.document().isModified()
    notice = opened.notice or ""
    assert notice.startswith("one.md was not saved yet")
    assert str(house / "shared") in notice
    assert str(house / "home" / "contexts") in notice
    assert opened.offers() == ["Save as…", "Write there", "Dismiss"]
    opened.take("Write there")
    assert (house / "shared" / "one.md").read_bytes() == b"xOne"
    assert opened.notice is None
    typed_and_saved(opened, house / "shared" / "two.md")  # confirmed once for the workspace
    assert (house / "shared" / "two.md").read_bytes() == b"xTwo"


def test_the_answer_is_kept_until_the_list_changes(opener: Opener, house: Path) -> None:
    first = opener(house / "work" / "a.md")
    typed_and_saved(first, house / "shared" / "one.md")
    first.take("Write there")
    first.close()
    second = opener(house / "work" / "a.md")
    typed_and_saved(second, house / "shared" / "one.md")
    assert (house / "shared" / "one.md").read_bytes() == b"xxOne"
    second.close()
    settings = house / "work" / "prompt-workspace.yaml"
    settings.write_text(settings.read_text() + "variables: [{folder: ../more, prefix: m_}]\n")
    third = opener(house / "work" / "a.md")
    typed_and_saved(third, house / "shared" / "one.md")
    assert (house / "shared" / "one.md").read_bytes() == b"xxOne"
    assert str(house / "more") in (third.notice or "")


def test_a_link_of_the_workspace_that_leads_outside_is_asked_about(
    opener: Opener, house: Path
) -> None:
    opened = opener(house / "work")
    typed_and_saved(opened, house / "work" / "link.md")
    assert (house / "rc.md").read_bytes() == b"mine\n"
    assert str(house / "rc.md") in (opened.notice or "")
    opened.take("Write there")
    assert (house / "rc.md").read_bytes() == b"xmine\n"
    assert (house / "work" / "link.md").is_symlink()


def test_files_of_the_workspace_and_files_from_elsewhere_need_no_question(
    opener: Opener, house: Path, answers: Answers
) -> None:
    write(house, {"elsewhere/b.md": "B"})
    opened = opener(house / "work" / "a.md")
    typed_and_saved(opened, house / "work" / "a.md")
    typed_and_saved(opened, house / "elsewhere" / "b.md")
    assert opened.notice is None
    assert (house / "elsewhere" / "b.md").read_bytes() == b"xB"
    answers.save.append(house / "shared" / "three.md")  # the user names the place himself
    opened.action("file.save_as").trigger()
    assert (house / "shared" / "three.md").read_bytes() == b"xB"


def test_the_panel_holds_a_context_outside_until_it_is_confirmed(
    opener: Opener, house: Path
) -> None:
    opened = opener(house / "work" / "a.md")
    project = opened.window.workbench.project
    assert project is not None
    project.set_value("who", "me")
    panel = opened.find(ContextPanel, "contextPanel")
    panel.save_as_requested.emit("new")
    new = house / "home" / "contexts" / "new.yaml"
    assert not new.exists()
    button = opened.find(QPushButton, "contextMessageAction")
    assert button.text() == "Write there"
    button.click()
    assert new.read_bytes() == b"who: me\n"
    assert not button.isVisible()
