"""Finding out what prompts are, a few at a time."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.core.kinds import FileKind
from editor.session.describer import Describer
from editor.workspace.discovery import WorkspaceFile

TEXTS = {
    "g.md": '{\n"schedule": "daily"\n}\n',
    "a.md": "---\ntools: x\nschedule: daily\n---\n",
    "p.md": "text",
    "broken.md": "---\na: [\n---\n",
}


def read(path: Path) -> str:
    if path.name not in TEXTS:
        raise OSError(path)
    return TEXTS[path.name]


def files(*names: str, kind: FileKind = FileKind.PROMPT) -> list[WorkspaceFile]:
    return [WorkspaceFile(Path(name), name, kind) for name in names]


def test_prompts_are_read_and_told_at_the_end(qapp: QApplication, qtbot: QtBot) -> None:
    parent = QObject()
    describer = Describer(read, parent)
    with qtbot.waitSignal(describer.described):
        describer.describe(files(*TEXTS, "gone.md"))
        assert describer.detail(Path("g.md")) == ""
    assert {name: describer.detail(Path(name)) for name in [*TEXTS, "gone.md"]} == {
        "g.md": "generator",
        "a.md": "agent",
        "p.md": "",
        "broken.md": "",
        "gone.md": "",
    }


def test_other_files_are_not_read(qapp: QApplication, qtbot: QtBot) -> None:
    parent = QObject()
    asked: list[Path] = []

    def noted(path: Path) -> str:
        asked.append(path)
        return read(path)

    describer = Describer(noted, parent)
    with qtbot.waitSignal(describer.described):
        describer.describe([*files("g.md", kind=FileKind.TEMPLATE), *files("p.md", "a.md")])
    assert asked == [Path("p.md"), Path("a.md")]
