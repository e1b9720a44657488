"""Questions that a panel asks in place, without a dialog: a name, yes or no, a text to paste."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.ui.widgets.flow_layout import FlowLayout

_PASTE_HEIGHT = 120


class InPlace(QFrame):
    """A question with its answers; Escape says no, and the focus goes back where it came from."""

    cancelled = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("role", "in-place")
        self._came_from: QWidget | None = None
        self._question = QLabel(self)
        self._question.setWordWrap(True)
        self._question.setTextFormat(Qt.TextFormat.PlainText)
        self._message = QLabel(self)
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setProperty("role", "error")
        self._message.hide()
        self._answers = QWidget(self)
        self._flow = FlowLayout(self._answers, 8)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 8, 8)
        self._column.setSpacing(6)
        self._column.addWidget(self._question)
        self._column.addWidget(self._message)
        self._column.addWidget(self._answers)
        self.hide()

    @property
    def first(self) -> QWidget:
        """The widget that gets the focus."""
        raise NotImplementedError

    def ask(self, question: str) -> None:
        """Show the question and take the focus."""
        self._came_from = self.window().focusWidget()
        self._question.setText(question)
        self.setAccessibleName(question)
        self.show_message("")
        self.show()
        self.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_message(self, text: str) -> None:
        """Say why an answer is not taken."""
        self._message.setText(f"⚠ {text}" if text else "")
        self._message.setVisible(bool(text))

    def done(self) -> None:
        """Go; the focus goes back where it came from."""
        inside = self.isAncestorOf(self.window().focusWidget() or self.window())
        came_from, self._came_from = self._came_from, None
        if inside and came_from is not None and came_from.isVisible():
            came_from.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape says no."""
        if event.key() == Qt.Key.Key_Escape:
            self._cancel()
        else:
            super().keyPressEvent(event)

    def _cancel(self) -> None:
        self.done()
        self.cancelled.emit()

    def _button(self, text: str, name: str) -> QPushButton:
        button = QPushButton(text, self._answers)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        self._flow.addWidget(button)
        return button


class NameQuestion(InPlace):
    """Asks for a name; Enter gives it."""

    answered = Signal(object)  # str

    def __init__(self, name: str, parent: QWidget) -> None:
        """Build the question; its parts are called after `name`: ``<name>Field``, …"""
        super().__init__(name, parent)
        self._field = QLineEdit(self)
        self._field.setObjectName(f"{name}Field")
        self._field.setAccessibleName(self.tr("Name"))
        self._field.returnPressed.connect(self._answer)
        self._column.insertWidget(1, self._field)
        self._yes = self._button(self.tr("OK"), f"{name}Ok")
        self._yes.clicked.connect(self._answer)
        self._button(self.tr("Cancel"), f"{name}Cancel").clicked.connect(self._cancel)

    @property
    def first(self) -> QWidget:
        """See `InPlace`."""
        return self._field

    def ask_name(self, question: str, yes: str, suggested: str = "") -> None:
        """Ask for a name; `yes` is the word of the button that gives it."""
        self._field.setText(suggested)
        self._field.selectAll()
        self._yes.setText(yes)
        self._yes.setAccessibleName(yes)
        self.ask(question)

    def _answer(self) -> None:
        self.answered.emit(self._field.text().strip())


class YesNoQuestion(InPlace):
    """Asks whether to do something; the focus is on the answer that changes nothing."""

    confirmed = Signal()

    def __init__(self, name: str, yes: str, no: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self._button(yes, f"{name}Yes").clicked.connect(self.confirmed)
        self._no = self._button(no, f"{name}No")
        self._no.clicked.connect(self._cancel)

    @property
    def first(self) -> QWidget:
        """See `InPlace`."""
        return self._no


class PasteQuestion(InPlace):
    """Asks for a text of several lines; Ctrl+Enter gives it."""

    answered = Signal(object)  # str

    def __init__(self, name: str, yes: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self._field = QPlainTextEdit(self)
        self._field.setObjectName(f"{name}Field")
        self._field.setProperty("role", "field")
        self._field.setAccessibleName(self.tr("Values"))
        self._field.setTabChangesFocus(True)
        self._field.setFixedHeight(_PASTE_HEIGHT)
        self._field.installEventFilter(self)
        self._column.insertWidget(1, self._field)
        self._button(yes, f"{name}Ok").clicked.connect(self._answer)
        self._button(self.tr("Cancel"), f"{name}Cancel").clicked.connect(self._cancel)

    @property
    def first(self) -> QWidget:
        """See `InPlace`."""
        return self._field

    def ask_text(self, question: str, suggested: str) -> None:
        """Ask for a text, beginning with what is suggested."""
        self._field.setPlainText(suggested)
        self.ask(question)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ctrl+Enter gives the text."""
        if (
            event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self._answer()
            return True
        return super().eventFilter(watched, event)

    def _answer(self) -> None:
        self.answered.emit(self._field.document().toRawText().replace("\u2029", "\n"))


class MessageLine(QFrame):
    """A sentence under a panel's title, with one thing to do about it and a way to dismiss it."""

    acted = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._said = ("", "", "")
        self._label = QLabel(self)
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._action = QPushButton(self)
        self._action.setObjectName(f"{name}Action")
        self._action.setAutoDefault(False)
        self._action.setAccessibleName(self.tr("No action"))
        self._action.clicked.connect(self.acted)
        self._dismiss = QPushButton("×", self)
        self._dismiss.setObjectName(f"{name}Dismiss")
        self._dismiss.setAutoDefault(False)
        self._dismiss.setFixedWidth(28)
        self._dismiss.setAccessibleName(self.tr("Dismiss"))
        self._dismiss.setToolTip(self.tr("Dismiss"))
        self._dismiss.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        layout.setSpacing(6)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._action)
        layout.addWidget(self._dismiss)
        self.hide()

    def show_text(self, text: str, *, role: str = "notice-warning", action: str = "") -> None:
        """Say `text`; nothing if it is empty."""
        said = (text, role, action)
        if said == self._said and self.isHidden() is not bool(text):
            return
        self._said = said
        self._label.setText(text)
        self.setAccessibleName(text)
        self._action.setText(action)
        self._action.setAccessibleName(action or self.tr("No action"))
        self._action.setVisible(bool(action))
        self.setProperty("role", role)
        self.style().unpolish(self)
        self.style().polish(self)
        self.setVisible(bool(text))
