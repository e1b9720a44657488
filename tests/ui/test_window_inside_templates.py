"""Inside a template's text in the preview, values and unresolved placeholders are marked too."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QApplication

from editor.ui.theme import Theme
from tests.ui.windowing import Opened, write

Opener = Callable[..., Opened]
WAVE = QTextCharFormat.UnderlineStyle.WaveUnderline


def runs(opened: Opened, line: int) -> list[tuple[str, str, bool]]:
    """Each formatted stretch of a preview line: text, colour, wavy or not."""
    block = opened.preview.document().findBlockByNumber(line)
    units = block.text().encode("utf-16-le")
    return [
        (
            units[2 * each.start : 2 * (each.start + each.length)].decode("utf-16-le"),
            each.format.foreground().color().name().upper(),
            each.format.underlineStyle() is WAVE,
        )
        for each in block.layout().formats()
    ]


def test_values_and_gaps_inside_a_template_are_marked(opener: Opener, tree: Path) -> None:
    template = "😀 Dear $preferred,\n$nonsense and $$5 on $day\n"
    write(tree, {"templates/greeting.md": template, "hello.md": "To: $greeting!\n"})
    opened = opener(tree / "hello.md")
    opened.settle()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme = application.findChild(Theme)
    assert isinstance(theme, Theme)
    colors = {
        name: theme.name_of(f"{name}.text").upper()
        for name in ("template", "identity", "escape", "unresolved")
    }
    assert opened.rendered == "To: 😀 Dear Ada,\n$nonsense and $5 on $day!"
    assert ("Ada", colors["identity"], False) in runs(opened, 0)
    second = runs(opened, 1)
    assert ("$nonsense", colors["unresolved"], True) in second
    assert ("$", colors["escape"], False) in second
    assert ("$day", colors["unresolved"], True) in second
    assert (" and ", colors["template"], False) in second
