"""The layers panel: where a name's value comes from, which layers lost, which do not speak."""

import math
from dataclasses import replace

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
from editor.session.layer_commands import LayerWish
from editor.session.layerview import LayerView
from editor.session.slot_layers import SlotView
from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.layer_list import LayerList
from editor.ui.panels.layer_rows import LayerRowView
from editor.ui.panels.slot_stack import SlotStack
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
    """Shows one `LayerView`, or a `SlotView`, and tells what the user wants with its layers."""

    wished = Signal(object)
    """The `LayerWish` of the user."""

    def __init__(self, parent: QWidget | None = None, *, titled: bool = True) -> None:
        """Build the panel, with a title row of its own unless a tab says what it is."""
        super().__init__(parent)
        self.setObjectName("layersPanel")
        self._view: LayerView | None = None
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
        self._rows = LayerList(self._content)
        self._rows.wished.connect(self._wish)
        self._rows.step_wanted.connect(self._step)
        self.slot = SlotStack(self._content)
        self.slot.wished.connect(self.wished)
        self.slot.step_wanted.connect(self._step)
        for widget in (self._name, self._value, self._verdict, self._rows, self.slot):
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
        self._turn(has_view=view is not None, is_slot=False)
        if view is None:
            return
        self._name.setText(view.written)
        self._verdict.setText(view.verdict)
        self._value.setVisible(bool(view.value))
        self._value.show_text(_cut(view.value or ""))
        self._rows.show_rows(view.rows)

    def show_slot(self, view: SlotView) -> None:
        """Show a slot with all its keys."""
        self._view = None
        self._turn(has_view=True, is_slot=True)
        self.slot.show_view(view)

    def edit_runtime(self, key: str = "") -> None:
        """Give the focus to a runtime value of the slot that is shown, or to the first one."""
        self.slot.runtime.edit(key)
        focused = self.focusWidget()
        if focused is not None:
            self._scroll.ensureWidgetVisible(focused)

    def _turn(self, *, has_view: bool, is_slot: bool) -> None:
        self._scroll.setVisible(has_view)
        self._empty.setVisible(not has_view)
        self.slot.setVisible(is_slot)
        for widget in (self._name, self._verdict, self._rows):
            widget.setVisible(not is_slot)
        if is_slot:
            self._value.hide()

    def _wish(self, wish: LayerWish) -> None:
        if self._view is not None and not wish.name:
            wish = replace(wish, name=self._view.name)
        self.wished.emit(wish)

    def _step(self, by: int) -> None:
        """Give the focus to the row beside the one that has it."""
        rows = [each for each in self.findChildren(LayerRowView) if each.isVisible()]
        rows.sort(key=lambda row: row.mapTo(self, row.rect().topLeft()).y())
        at = next((place for place, row in enumerate(rows) if row.hasFocus()), None)
        if at is not None and 0 <= at + by < len(rows):
            rows[at + by].setFocus(Qt.FocusReason.TabFocusReason)
            self._scroll.ensureWidgetVisible(rows[at + by])

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
