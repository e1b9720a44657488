"""The layers panel: where a name's value comes from, which layers lost, which do not speak."""

import math

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from editor.session import qtext
from editor.session.layerview import LayerRow, LayerView
from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.layer_rows import LayerRowView
from editor.ui.widgets.panel_title import PanelTitle

_MOST_LINES = 6
_MARGIN = 2
_AROUND = 2 * (_MARGIN + 2 + 1)
"""Pixels of margin, padding and border above and below the text."""
_MOST_CHARACTERS = 100_000
"""Of a longer value only the beginning is shown here."""


class _Value(QPlainTextEdit):
    """The effective value: to read, select and copy."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("effectiveValue")
        self.setReadOnly(True)
        self.setProperty("role", "field")
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        font = QFont("monospace")
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setPixelSize(12)
        self.setFont(font)
        self.document().setDocumentMargin(_MARGIN)
        self._text = ""
        self._fit()

    def show_text(self, text: str) -> None:
        """Show `text`; a selection stays if it is shown already."""
        if text != self._text:
            self._text = text
            self.setPlainText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew and fit."""
        super().resizeEvent(event)
        self._fit()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the characters as they are: Qt would turn U+00A0 into a blank."""
        return qtext.copied(qtext.selected_text(self.textCursor()))

    def _fit(self) -> None:
        """Be as high as the text, up to a few lines."""
        lines = max(1, round(self.document().size().height()))
        scrolls = lines > _MOST_LINES
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if scrolls else policy.ScrollBarAlwaysOff
        )
        line = math.ceil(QFontMetricsF(self.font()).lineSpacing())
        height = min(lines, _MOST_LINES) * line + _AROUND
        if height != self.height():
            self.setFixedHeight(height)


class LayersPanel(QWidget):
    """Shows one `LayerView` and tells what the user wants with its layers."""

    open_requested = Signal(object)
    """The `Origin` of a value that shall be shown where it stands."""
    override_requested = Signal(object)  # str
    """The name that shall get a value of its own in the layer that can be set on the spot."""

    def __init__(self, parent: QWidget | None = None, *, titled: bool = True) -> None:
        """Build the panel, with a title row of its own unless a tab says what it is."""
        super().__init__(parent)
        self.setObjectName("layersPanel")
        self._view: LayerView | None = None
        self._views: dict[str, LayerRowView] = {}
        self._name = self._label(mono=True)
        self._name.setObjectName("layersName")
        self._verdict = self._label()
        self._verdict.setObjectName("layersVerdict")
        self._value = _Value(self)
        self._value.setAccessibleName(self.tr("Effective value"))
        self._empty = EmptyNote(self)
        self._empty.show_text(
            self.tr(
                "Put the caret on a placeholder, or select a variable, to see which layer sets "
                "its value and which ones it hides."
            )
        )
        self._content = QWidget(self)
        self._layout = QVBoxLayout(self._content)
        self._layout.setContentsMargins(12, 8, 12, 8)
        self._layout.setSpacing(8)
        for widget in (self._name, self._value, self._verdict):
            self._layout.addWidget(widget)
        self._layout.addStretch(1)
        self._scroll = self._made_scroll()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        if titled:
            layout.addWidget(PanelTitle(self.tr("Layers"), self))
        layout.addWidget(self._scroll, 1)
        layout.addWidget(self._empty, 1)
        self.show_view(None)

    @property
    def view(self) -> LayerView | None:
        """What is shown."""
        return self._view

    def show_view(self, view: LayerView | None) -> None:
        """Show `view`; None shows what would appear here."""
        self._view = view
        self._scroll.setVisible(view is not None)
        self._empty.setVisible(view is None)
        if view is None:
            return
        self._name.setText(view.written)
        self._verdict.setText(view.verdict)
        self._value.setVisible(bool(view.value))
        self._value.show_text(_cut(view.value or ""))
        self._arrange([row.layer for row in view.rows])
        for row in view.rows:
            self._views[row.layer].show_row(row)

    def _arrange(self, layers: list[str]) -> None:
        """Have a row for each layer, in order; rows of layers that stay are kept."""
        if layers == list(self._views):
            return
        for layer in self._views.keys() - set(layers):
            view = self._views[layer]
            self._layout.removeWidget(view)
            view.hide()
            view.setParent(None)
            view.deleteLater()
        self._views = {layer: self._views.get(layer) or self._made(layer) for layer in layers}
        for place, view in enumerate(self._views.values()):
            self._layout.removeWidget(view)
            self._layout.insertWidget(3 + place, view)
            view.show()

    def _made(self, layer: str) -> LayerRowView:
        view = LayerRowView(layer, self._content)
        view.open_requested.connect(self._open)
        view.override_requested.connect(self._override)
        return view

    def _open(self, row: LayerRow) -> None:
        if row.origin is not None:
            self.open_requested.emit(row.origin)

    def _override(self) -> None:
        if self._view is not None:
            self.override_requested.emit(self._view.name)

    def _made_scroll(self) -> QScrollArea:
        scroll = QScrollArea(self)
        scroll.setWidget(self._content)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return scroll

    def _label(self, *, mono: bool = False) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setProperty("mono", mono)
        label.setProperty("strong", mono)
        return label


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + "…"
