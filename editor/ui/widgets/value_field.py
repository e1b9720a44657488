"""A field for one text value that is set, empty or not set.

The field shows what it is given and tells what the user typed; it holds no data of its own.
"""

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from editor.session import qtext
from editor.ui.widgets.composition import composes
from editor.ui.widgets.value_editors import LineEditor, LinesEditor

# Line breaks that the multi-line editor cannot tell from "\n". A value that holds one stays
# in the one-line editor, which keeps every character.
_ODD_BREAK = re.compile("[\r\u2029\ufdd0\ufdd1]")
_UNSET_WIDTH = 24
_RESET_WIDTH = 80
_TYPED_BREAK = re.compile("\r\n|[\r\u2028\u2029\ufdd0\ufdd1]")


def _kept_caret(old: str, new: str, caret: int) -> int:
    """Where a caret stands after `old` became `new`: beside the same character if it is there."""
    at = qtext.from_utf16(old, caret)
    if new.startswith(old[:at]):
        return caret
    if new.endswith(old[at:]):
        return qtext.utf16_length(new) - qtext.utf16_length(old[at:])
    return min(caret, qtext.utf16_length(new))


def _is_focused(widget: QWidget) -> bool:
    """Whether keys go to `widget` once its window is active."""
    return widget.window().focusWidget() is widget


class ValueField(QWidget):
    """Edits one value.

    The widget in which the user types carries the object name and the accessible name; it is
    a line edit for values without line breaks and a plain text edit for all others.
    """

    edited = Signal(object)  # str
    unset_requested = Signal()

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        label: str = "",
        forward_undo: bool = False,
        can_unset: bool = True,
        long: bool = False,
    ) -> None:
        """Build an empty field.

        Args:
            name: The object name of the editing widget, such as ``context:day``.
            parent: The widget it stands in.
            label: What it edits, for screen readers; `name` if empty.
            forward_undo: Whether undo and redo belong to the window (a file's field).
            can_unset: Whether a value that is set can be taken back.
            long: Whether also a value without line breaks is shown on several lines.
        """
        super().__init__(parent)
        self._name = name
        self._label = label or name
        self._forward_undo = forward_undo
        self._can_unset = can_unset
        self._long = long
        self._description = ""
        self._editable = True
        self._value: str | None = None
        self._hint = ""
        self._resets = False
        self._held: tuple[str | None, str] | None = None
        self._look: tuple[QWidget, bool, bool, str, bool] | None = None
        self._line = LineEditor(forward_undo, self)
        self._lines: LinesEditor | None = None
        self._editor: LineEditor | LinesEditor = self._line
        self._line.textEdited.connect(self._line_edited)
        self._line.composed.connect(self._show_held)
        self._unset = self._unset_button()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._line, 1)
        self._layout.addWidget(self._unset, 0, Qt.AlignmentFlag.AlignTop)
        self._keep_room_for_unset()
        self._take_over(self._line)
        self._refresh()

    @property
    def value(self) -> str | None:
        """What is shown: a text, or None for not set."""
        return self._value

    @property
    def editor(self) -> QWidget:
        """The widget in which the user types now."""
        return self._editor

    def rename(self, name: str) -> None:
        """Give the widget in which the user types another object name."""
        self._name = name
        self._editor.setObjectName(name)

    def relabel(self, label: str) -> None:
        """Tell screen readers another name of what is edited."""
        if label != self._label:
            self._label = label
            self._editor.setAccessibleName(label)
            self._unset.setAccessibleName(self._unset_name())

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return (self._editor, self._unset) if self._can_unset else (self._editor,)

    def made_lines(self) -> LinesEditor:
        """Return the editor for values with line breaks; it is made when first needed."""
        return LinesEditor(self._forward_undo, self)

    def show_value(self, value: str | None, hint: str = "") -> None:
        """Show a value; caret and widget stay as they are if the text is the same.

        While a composition is open the value waits for its end.

        Args:
            value: The text, or None for not set.
            hint: Shown greyed when not set: the derived value, or an example.
        """
        if composes(self._editor):
            self._held = (value, hint)
            return
        self._value = value
        self._hint = hint
        text = value or ""
        wanted = self._wanted_editor(text)
        if wanted is not self._editor and not self._stays_for(text):
            self._switch(wanted)
        old = self._editor.text()
        if old != text:
            self._editor.replace(text, _kept_caret(old, text, self._editor.caret))
        self._refresh()

    def show_description(self, text: str) -> None:
        """Describe the value to screen readers."""
        if text != self._description:
            self._description = text
            self._editor.setAccessibleDescription(text)

    def set_editable(self, editable: bool) -> None:
        """Let the user edit, or only read and copy."""
        if editable != self._editable:
            self._editable = editable
            self._refresh()

    def offer_reset(self, on: bool) -> None:
        """Say that taking the value away gives a derived one back, or that it leaves none."""
        if on is self._resets:
            return
        self._resets = on
        self._unset.setText(self.tr("Reset") if on else "×")
        self._unset.setMinimumWidth(0 if on else _UNSET_WIDTH)
        self._unset.setMaximumWidth(_RESET_WIDTH if on else _UNSET_WIDTH)
        self._unset.setToolTip(
            self.tr("Reset: show the value that follows from the others")
            if on
            else self.tr("Unset: take the value away (an empty value is a value)")
        )
        self._unset.setAccessibleName(self._unset_name())

    def follow_in_tab_order(self, previous: QWidget | None) -> QWidget:
        """Put the field behind `previous` in the order of Tab and return its last control."""
        for widget in filter(None, (self._line, self._lines, self._unset)):
            if previous is not None:
                QWidget.setTabOrder(previous, widget)
            previous = widget
        return self._unset

    def _wanted_editor(self, text: str) -> LineEditor | LinesEditor:
        if not (self._long or "\n" in text) or _ODD_BREAK.search(text):
            return self._line
        if self._lines is None:
            self._lines = self.made_lines()
            self._lines.hide()
            self._lines.textChanged.connect(self._lines_edited)
            self._lines.composed.connect(self._show_held)
            self._layout.insertWidget(1, self._lines, 1)
            QWidget.setTabOrder(self._line, self._lines)
        return self._lines

    def _stays_for(self, text: str) -> bool:
        """Whether the editor stays although the other one fits better: the user is in it."""
        editor = self._editor
        return editor is self._lines and _is_focused(editor) and not _ODD_BREAK.search(text)

    def _switch(self, editor: LineEditor | LinesEditor) -> None:
        """Put the other editor in the place of this one, with text, caret and focus."""
        before = self._editor
        focused = _is_focused(before)
        self._editor = editor
        editor.replace(self._value or "", before.caret)
        before.setObjectName("")
        self._take_over(editor)
        editor.show()
        if focused:
            editor.setFocus()
        before.hide()

    def _take_over(self, editor: LineEditor | LinesEditor) -> None:
        editor.setObjectName(self._name)
        editor.setAccessibleName(self._label)
        editor.setAccessibleDescription(self._description)
        self.setFocusProxy(editor)

    def _refresh(self) -> None:
        """Bring everything but the text in line with the value."""
        text = self._value or ""
        holds = self._editor.text() == text
        unset = self._value is None
        look = (self._editor, holds, unset, self._hint, self._editable)
        if look == self._look:
            return
        self._look = look
        self._editor.setPlaceholderText(
            (self._hint or self.tr("not set")) if unset else self.tr("empty")
        )
        self._editor.setReadOnly(not self._editable or not holds)
        self._editor.setToolTip(
            "" if holds else self.tr("A field cannot show this value; edit it in the text.")
        )
        self._unset.setVisible(self._can_unset and not unset)
        self._unset.setEnabled(self._editable)

    def _line_edited(self, text: str) -> None:
        if _ODD_BREAK.search(text) and not _ODD_BREAK.search(self._value or ""):
            # Pasted lines: their ends become the one line end that values are written with.
            head = text[: qtext.from_utf16(text, self._line.caret)]
            folded = _TYPED_BREAK.sub("\n", head)
            text = _TYPED_BREAK.sub("\n", text)
            self._line.replace(text, qtext.utf16_length(folded))
        self._changed(text)
        wanted = self._wanted_editor(text)
        if wanted is not self._editor and self._value == text:
            self._switch(wanted)

    def _lines_edited(self) -> None:
        # The signal also tells of texts that were shown and of mere changes of layout.
        if self._lines is self._editor and self._lines.text() != (self._value or ""):
            self._changed(self._lines.text())

    def _changed(self, text: str) -> None:
        self._value = text
        self._held = None
        self._refresh()
        self.edited.emit(text)

    def _show_held(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            self.show_value(*held)

    def _keep_room_for_unset(self) -> None:
        """Let all fields end at one line, whether they are set or not."""
        policy = self._unset.sizePolicy()
        policy.setRetainSizeWhenHidden(self._can_unset)
        self._unset.setSizePolicy(policy)

    def _unset_name(self) -> str:
        return (self.tr("Reset {0}") if self._resets else self.tr("Unset {0}")).format(self._label)

    def _unset_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setText("×")
        button.setFixedWidth(_UNSET_WIDTH)
        button.setToolTip(self.tr("Unset: take the value away (an empty value is a value)"))
        button.setAccessibleName(self._unset_name())
        button.setProperty("flat", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self.unset_requested)
        return button
