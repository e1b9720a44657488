"""Text formats of a theme: token roles and placeholder layers, made once for each theme."""

from PySide6.QtGui import QFont, QTextCharFormat

from editor.core.tokens import TokenRole
from editor.ui.theme import Theme

_BOLD = (TokenRole.HEADING, TokenRole.STRONG)
_ITALIC = (TokenRole.EMPHASIS, TokenRole.COMMENT)


class TextFormats:
    """Formats by role, for highlighters."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._made: dict[tuple[str, str, bool], QTextCharFormat] = {}

    def of_token(self, role: TokenRole) -> QTextCharFormat:
        """Return the format of a token."""
        key = ("token", role.value, self._theme.is_dark)
        if key not in self._made:
            char_format = QTextCharFormat()
            char_format.setForeground(self._theme.color(role.value))
            if role in _BOLD:
                char_format.setFontWeight(QFont.Weight.Bold)
            char_format.setFontItalic(role in _ITALIC)
            self._made[key] = char_format
        return self._made[key]

    def of_layer(self, layer: str) -> QTextCharFormat:
        """Return the format of a piece: a layer's name, ``escape`` or ``unresolved``.

        Unresolved placeholders have a wavy underline beside their colour.
        """
        key = ("layer", layer, self._theme.is_dark)
        if key not in self._made:
            char_format = QTextCharFormat()
            char_format.setForeground(self._theme.color(f"{layer}.text"))
            char_format.setBackground(self._theme.color(f"{layer}.tint"))
            if layer == "unresolved":
                char_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                char_format.setUnderlineColor(self._theme.color("unresolved.underline"))
            self._made[key] = char_format
        return self._made[key]
