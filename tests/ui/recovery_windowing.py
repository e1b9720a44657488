"""What tests of recovery in the window share: a window that dies, and the rows of the panel."""

from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from tests.leftovers import lose
from tests.ui.windowing import Opened


def die(opened: Opened) -> None:
    """End a window as `kill -9` does: nothing is asked, nothing written, its lock is freed."""
    assert opened.window.recovery.journal.flush()  # as time would have done
    lose(opened.window.recovery._store)
    opened.close()


def is_offering(opened: Opened) -> bool:
    return opened.find(QFrame, "recoveryPanel").isVisible()


def said(opened: Opened, number: int) -> str:
    """What the row of an offer says, line by line."""
    row = opened.find(QFrame, f"recovery:{number}")
    return "\n".join(label.text() for label in row.findChildren(QLabel))


def rows(opened: Opened) -> list[str]:
    """The names of the rows."""
    found = opened.find(QFrame, "recoveryPanel").findChildren(QFrame)
    names = {each.objectName() for each in found if not each.isHidden()}
    return sorted(name for name in names if name.startswith("recovery:"))


def choices(opened: Opened, number: int) -> list[str]:
    """The buttons of a row that can be clicked."""
    row = opened.find(QFrame, f"recovery:{number}")
    return [each.text() for each in row.findChildren(QPushButton) if each.isVisible()]
