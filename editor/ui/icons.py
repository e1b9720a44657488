"""Icons by name: SVG outlines painted in a role's colour, made once for each theme."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor.ui.theme import Theme

_SIZES = (16, 32)


class Icons(QObject):
    """The icons of one folder in the colours of a theme."""

    changed = Signal()
    """The colours changed; ask for icons again."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        super().__init__(theme)
        self._folder = folder
        self._theme = theme
        self._made: dict[tuple[str, str], QIcon] = {}
        theme.changed.connect(self.changed)

    def icon(self, name: str, role: str = "muted") -> QIcon:
        """Return icon `name` in the colour of `role`; a name without a file is a mistake."""
        key = (name, self._theme.name_of(role))
        if key not in self._made:
            self._made[key] = self._make(*key)
        return self._made[key]

    def _make(self, name: str, color: str) -> QIcon:
        svg = (self._folder / f"{name}.svg").read_text(encoding="utf-8")
        renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", color).encode()))
        icon = QIcon()
        for size in _SIZES:
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            icon.addPixmap(pixmap)
            icon.addPixmap(pixmap, QIcon.Mode.Selected)
        return icon
