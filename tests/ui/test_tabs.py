"""The titles of tabs: files with one name are told apart by their folders."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from editor.session.documents import Documents
from editor.ui.icons import Icons
from editor.ui.tabs import DocumentTabs


@pytest.mark.parametrize(
    ("files", "titles"),
    [
        (["a/s.yaml", "b/t.yaml"], ["s.yaml", "t.yaml"]),
        (["a/s.yaml", "b/s.yaml"], ["s.yaml – a", "s.yaml – b"]),
        (
            ["config/prompt_slots/s.yaml", ".app/prompt_slots/s.yaml", "x/s.yaml"],
            ["s.yaml – config/prompt_slots", "s.yaml – .app/prompt_slots", "s.yaml – x"],
        ),
    ],
)
def test_equal_names_are_told_apart_by_as_much_of_the_folder_as_it_takes(
    files: list[str], titles: list[str], tmp_path: Path, icons: Icons, qtbot: QtBot
) -> None:
    documents = Documents()
    tabs = DocumentTabs(icons)
    qtbot.addWidget(tabs)
    for file in files:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("enabled: true\n")
        tabs.add(documents.open(path))
    assert [tabs.tabText(number) for number in range(tabs.count())] == titles
