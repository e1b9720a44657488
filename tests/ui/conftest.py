"""What the tests of views share: the light theme and its icons, and whole windows."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from editor.paths import resource
from editor.ui.icons import Icons
from editor.ui.theme import Theme, ThemeChoice
from tests.ui.windowing import answers, opener, tree

__all__ = ["answers", "icons", "opener", "theme", "tree"]


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme, applied to the application of this test only."""
    qapp.setStyle("Fusion")
    made = Theme(qapp, resource("themes"), ThemeChoice.LIGHT)
    yield made
    qapp.setStyleSheet("")
    made.deleteLater()


@pytest.fixture
def icons(theme: Theme) -> Icons:
    """The icons in the colours of `theme`."""
    return Icons(resource("icons"), theme)
