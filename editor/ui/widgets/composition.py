"""What an input method composes: it is shown in an editor, and no text of a file yet.

None of it may be lost or land elsewhere, so it becomes text before anything else happens: a
save, a step back, another file in front, another widget with the focus.
"""

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget


@runtime_checkable
class Composes(Protocol):
    """An editor that knows what is being composed in it."""

    preedit: str
    """The text that is not committed yet; empty if no composition is open."""


def composes(editor: object) -> bool:
    """Whether a composition is open in `editor`."""
    return isinstance(editor, Composes) and bool(editor.preedit)


def is_composing() -> bool:
    """Whether a composition is open where the focus is."""
    return composes(QApplication.focusWidget())


def commit_composition() -> None:
    """Make text of what is composed where the focus is, as leaving the field would."""
    focus = QApplication.focusWidget()
    if composes(focus):
        QGuiApplication.inputMethod().commit()
        take_preedit(focus)


def take_preedit(editor: object) -> None:
    """Make text of what is composed in `editor`; nothing if its input method has done so."""
    if isinstance(editor, QWidget) and isinstance(editor, Composes) and editor.preedit:
        event = QInputMethodEvent()
        event.setCommitString(editor.preedit)
        QGuiApplication.inputMethod().reset()
        QCoreApplication.sendEvent(editor, event)
