"""Colours and fonts by role: palette, style sheet and text formats are made from a theme file.

Views ask for a role, never for a colour; a change of theme is one signal.
"""

import json
from enum import StrEnum
from pathlib import Path
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

INTERFACE_PIXELS = 13
EDITOR_PIXELS = 14


class ThemeChoice(StrEnum):
    """What the user chose; `SYSTEM` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


def load_roles(path: Path) -> dict[str, str]:
    """Read a theme file: role names and colours."""
    roles: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))["roles"]
    return roles


class Theme(QObject):
    """The roles in force, applied to the whole application."""

    changed = Signal()

    def __init__(
        self, application: QApplication, folder: Path, choice: ThemeChoice = ThemeChoice.SYSTEM
    ) -> None:
        super().__init__(application)
        self._application = application
        self._roles = {
            name: load_roles(folder / f"{name}.json")
            for name in (ThemeChoice.LIGHT, ThemeChoice.DARK)
        }
        self._style = (folder / "style.qss").read_text(encoding="utf-8")
        self._choice = choice
        self._in_force: dict[str, str] = {}
        self._effective: ThemeChoice | None = None
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._apply()

    @property
    def choice(self) -> ThemeChoice:
        """What the user chose."""
        return self._choice

    @property
    def is_dark(self) -> bool:
        """Whether the dark roles are in force."""
        return self._effective is ThemeChoice.DARK

    def choose(self, choice: ThemeChoice) -> None:
        """Use another theme from now on."""
        self._choice = choice
        self._apply()

    def name_of(self, role: str) -> str:
        """Return the colour of `role` as ``#RRGGBB``; an unknown role is a mistake (KeyError)."""
        return self._in_force[role]

    def color(self, role: str) -> QColor:
        """Return the colour of `role`."""
        return QColor(self.name_of(role))

    def editor_font(self, zoom: int = 100) -> QFont:
        """Return the fixed-width font of editor and preview, in `zoom` per cent of its size."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(max(6, round(EDITOR_PIXELS * zoom / 100)))
        font.setStyleHint(QFont.StyleHint.Monospace)
        return font

    def _wanted(self) -> ThemeChoice:
        """Which roles the choice asks for; asking the desktop is too slow for each colour."""
        if self._choice is not ThemeChoice.SYSTEM:
            return self._choice
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return ThemeChoice.DARK if dark else ThemeChoice.LIGHT

    def _follow_system(self) -> None:
        self._apply()

    def _apply(self) -> None:
        effective = self._wanted()
        if effective is self._effective:
            return
        self._effective = effective
        self._in_force = roles = self._roles[effective]
        font = self._application.font()
        font.setPixelSize(INTERFACE_PIXELS)
        self._application.setFont(font)
        self._application.setPalette(_palette(roles))
        names = {role.replace(".", "_").replace("-", "_"): color for role, color in roles.items()}
        self._application.setStyleSheet(Template(self._style).substitute(names))
        self.changed.emit()


def _palette(roles: dict[str, str]) -> QPalette:
    palette = QPalette()
    group = QPalette.ColorGroup
    role = QPalette.ColorRole
    for target, source in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "surface"),
        (role.AlternateBase, "window"),
        (role.Text, "text"),
        (role.Button, "window"),
        (role.ButtonText, "text"),
        (role.BrightText, "error"),
        (role.Light, "surface"),
        (role.Midlight, "window"),
        (role.Mid, "border"),
        (role.Dark, "border"),
        (role.Shadow, "border"),
        (role.Highlight, "selection"),
        (role.HighlightedText, "selection.text"),
        (role.Link, "link"),
        (role.LinkVisited, "link"),
        (role.ToolTipBase, "tooltip"),
        (role.ToolTipText, "tooltip.text"),
        (role.PlaceholderText, "muted"),
        (role.Accent, "accent"),
    ):
        palette.setColor(target, QColor(roles[source]))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, target, QColor(roles["disabled"]))
    return palette
