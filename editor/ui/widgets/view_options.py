"""How text is shown: size, wrapping, tab stops, white space. None of it touches the text."""

from dataclasses import dataclass

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from editor.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """What the user chose.

    Attributes:
        zoom: Size of the text in per cent.
        word_wrap: Whether long lines are wrapped.
        tab_width: Columns from one tab stop to the next.
        white_space: Whether blanks, tabs and hidden characters are shown.
    """

    zoom: int = 100
    word_wrap: bool = True
    tab_width: int = 4
    white_space: bool = False


def apply_options(view: QPlainTextEdit, options: ViewOptions, theme: Theme) -> None:
    """Show the document of `view` as `options` say; call it again for another document."""
    font = theme.editor_font(options.zoom)
    if view.font() != font:
        view.setFont(font)
    document = view.document()
    if document.defaultFont() != font:
        document.setDefaultFont(font)
    wrap = QPlainTextEdit.LineWrapMode
    view.setLineWrapMode(wrap.WidgetWidth if options.word_wrap else wrap.NoWrap)
    view.setTabStopDistance(options.tab_width * view.fontMetrics().horizontalAdvance(" "))
    text_option = document.defaultTextOption()
    flags = QTextOption.Flag(0)
    if options.white_space:
        flags = QTextOption.Flag.ShowTabsAndSpaces
    if text_option.flags() != flags:
        text_option.setFlags(flags)
        document.setDefaultTextOption(text_option)
