"""A tab that is closed at once leaves nothing behind that still wants to colour it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from shiboken6 import isValid

from editor.ui.widgets.highlighter import SourceHighlighter
from tests.ui.windowing import Control, Opened

Opener = Callable[..., Opened]


def active_timers(owner: QObject) -> list[QTimer]:
    return [each for each in owner.findChildren(QTimer) if each.isActive()]


def test_case_69_a_tab_is_closed_while_its_code_waits_to_be_read(
    opener: Opener, tree: Path
) -> None:
    (tree / "plain.md").write_text("```python\n" + 'x = """\n' * 40 + "```\n" + "$who\n" * 3000)
    opened = opener(tree / "hello.md", tree / "plain.md")
    opened.place_caret(2, 0)
    opened.type("y", into=opened.source)
    highlighter = opened.source.document().findChild(SourceHighlighter)
    assert isinstance(highlighter, SourceHighlighter)
    assert active_timers(highlighter)
    opened.front.undo()
    opened.press(Qt.Key.Key_W, Control)
    assert not isValid(highlighter) or active_timers(highlighter) == []
    assert opened.front.path == tree / "hello.md"
