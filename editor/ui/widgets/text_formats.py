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
        self._of_tokens: dict[tuple[TokenRole, bool], QTextCharFormat] = {}
        self._of_layers: dict[tuple[str, bool], QTextCharFormat] = {}

    def of_token(self, role: TokenRole) -> QTextCharFormat:
        """Return the format of a token."""
        key = (role, self._theme.is_dark)
        made = self._of_tokens.get(key)
        if made is None:
            made = QTextCharFormat()
            made.setForeground(self._theme.color(role.value))
            if role in _BOLD:
                made.setFontWeight(QFont.Weight.Bold)
            made.setFontItalic(role in _ITALIC)
            self._of_tokens[key] = made
        return made

    def of_layer(self, layer: str) -> QTextCharFormat:
        """Return the format of a piece: a layer's name, or ``escape``, ``unfilled``,
        ``unresolved``.

        Unresolved placeholders have a wavy underline beside their colour.
        """
        key = (layer, self._theme.is_dark)
        made = self._of_layers.get(key)
        if made is None:
            made = QTextCharFormat()
            made.setForeground(self._theme.color(f"{layer}.text"))
            made.setBackground(self._theme.color(f"{layer}.tint"))
            if layer == "unresolved":
                made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                made.setUnderlineColor(self._theme.color("unresolved.underline"))
            self._of_layers[key] = made
        return made
