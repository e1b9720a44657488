"""The questions the user asked to be asked: choosing files, and what to do with unsaved work.

Everything else is said by a notice in the window. Tests put an object of their own here.
"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget


class UnsavedChoice(StrEnum):
    """What to do with unsaved work that is about to be closed."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


class Questions(Protocol):
    """Questions that wait for an answer."""

    def file_to_open(self, parent: QWidget, folder: Path) -> Path | None:
        """Ask for a file to open."""
        ...

    def folder_to_open(self, parent: QWidget, folder: Path) -> Path | None:
        """Ask for a workspace folder."""
        ...

    def file_to_save(self, parent: QWidget, suggested: Path) -> Path | None:
        """Ask where to save; an existing file is confirmed by the dialog."""
        ...

    def unsaved(self, parent: QWidget, names: Sequence[str]) -> UnsavedChoice:
        """Ask what to do with the unsaved files called so."""
        ...


def _tr(text: str) -> str:
    return QCoreApplication.translate("Dialogs", text)


class Dialogs:
    """The questions, asked by dialogs."""

    def file_to_open(self, parent: QWidget, folder: Path) -> Path | None:
        """Ask for a file to open."""
        filters = ";;".join((_tr("Prompt files (*.md *.json *.yaml *.yml)"), _tr("All files (*)")))
        name, _ = QFileDialog.getOpenFileName(parent, _tr("Open file"), str(folder), filters)
        return Path(name) if name else None

    def folder_to_open(self, parent: QWidget, folder: Path) -> Path | None:
        """Ask for a workspace folder."""
        name = QFileDialog.getExistingDirectory(parent, _tr("Open folder"), str(folder))
        return Path(name) if name else None

    def file_to_save(self, parent: QWidget, suggested: Path) -> Path | None:
        """Ask where to save; an existing file is confirmed by the dialog."""
        name, _ = QFileDialog.getSaveFileName(parent, _tr("Save as"), str(suggested))
        return Path(name) if name else None

    def unsaved(self, parent: QWidget, names: Sequence[str]) -> UnsavedChoice:
        """Ask what to do with the unsaved files called so."""
        box = QMessageBox(parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(_tr("Unsaved changes"))
        if len(names) == 1:
            box.setText(_tr("Save the changes to {0}?").format(names[0]))
        else:
            box.setText(_tr("Save the changes to {0} files?").format(len(names)))
            box.setInformativeText("\n".join(names))
        save = box.addButton(_tr("Save"), QMessageBox.ButtonRole.AcceptRole)
        discard = box.addButton(_tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(_tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(save)
        box.exec()
        clicked = box.clickedButton()
        box.deleteLater()
        if clicked is save:
            return UnsavedChoice.SAVE
        return UnsavedChoice.DISCARD if clicked is discard else UnsavedChoice.CANCEL
