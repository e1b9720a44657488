"""A field for a text of several lines whose placeholders are marked."""

from collections.abc import Callable

from PySide6.QtGui import QSyntaxHighlighter, QTextDocument
from PySide6.QtWidgets import QWidget

from editor.core.placeholders import Syntax, TokenKind
from editor.session.qtext import utf16_length
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.widgets.value_editors import LineEditor, LinesEditor
from editor.ui.widgets.value_field import ValueField

MOST_LINES = 14

MarkOf = Callable[[str], str]
"""Returns how the placeholder of a name is marked: a layer, or what it is."""


class PlaceholderMarks(QSyntaxHighlighter):
    """Marks the placeholders of a field."""

    def __init__(
        self, document: QTextDocument, formats: TextFormats, syntax: Syntax | None, mark_of: MarkOf
    ) -> None:
        """Mark placeholders.

        Args:
            document: The field's text.
            formats: Formats for marks.
            syntax: How placeholders are written; None marks nothing.
            mark_of: Tells how each is marked; when its answers change, `rehighlight`.
        """
        super().__init__(document)
        self._formats = formats
        self._syntax = syntax
        self._mark_of = mark_of

    def show_syntax(self, syntax: Syntax | None) -> None:
        """Look for placeholders that are written so."""
        if (syntax and syntax.name) != (self._syntax and self._syntax.name):
            self._syntax = syntax
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Mark the placeholders of one line."""
        if self._syntax is None:
            return
        for kind, start, end, name, _ in self._syntax.matches(text):
            if kind is TokenKind.NAME and name is not None:
                at = utf16_length(text[:start])
                length = utf16_length(text[start:end])
                self.setFormat(at, length, self._formats.of_layer(self._mark_of(name)))


class _ManyLines(LinesEditor):
    """Lines of a text that may be long."""

    def __init__(self, most_lines: int, forward_undo: bool, parent: QWidget) -> None:
        self.most_lines = most_lines
        super().__init__(forward_undo, parent)


class TextField(ValueField):
    """A field of a file that has several lines also for a text without line breaks."""

    def __init__(
        self,
        name: str,
        parent: QWidget,
        *,
        label: str = "",
        can_unset: bool = False,
        most_lines: int = MOST_LINES,
    ) -> None:
        """Build an empty field; see `ValueField`. It is as high as its text, within bounds."""
        self._most_lines = most_lines
        super().__init__(
            name, parent, label=label, forward_undo=True, can_unset=can_unset, long=True
        )

    def made_lines(self) -> LinesEditor:
        """Return an editor with room for more lines."""
        return _ManyLines(self._most_lines, True, self)

    def _wanted_editor(self, text: str) -> LineEditor | LinesEditor:
        return super()._wanted_editor(text + "\n")
