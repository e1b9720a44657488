"""The button that copies the rendering in front in one of several forms."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from editor.session.copying import CopyForm


class _FormAction(QAction):
    """One form."""

    wanted = Signal(object)  # CopyForm

    def __init__(self, form: CopyForm, text: str, parent: QObject) -> None:
        super().__init__(text, parent)
        self.setObjectName(f"copyAs:{form.value}")
        self._form = form
        self.triggered.connect(self._tell)

    def _tell(self) -> None:
        self.wanted.emit(self._form)


class CopyButton(QToolButton):
    """Offers the forms that the rendering has."""

    wanted = Signal(object)
    """The `CopyForm` the user wants on the clipboard."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("copyAs")
        self.setText(self.tr("Copy as ▾"))
        self.setAccessibleName(self.tr("Copy as"))
        self.setToolTip(self.tr("Copy all of it in another form"))
        self.setProperty("flat", True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._forms: tuple[CopyForm, ...] | None = None
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self.show_forms(())

    def show_forms(self, forms: Sequence[CopyForm]) -> None:
        """Offer `forms`."""
        if tuple(forms) == self._forms:
            return
        self._forms = tuple(forms)
        self._menu.clear()
        for form in forms:
            action = _FormAction(form, self._said(form), self._menu)
            action.wanted.connect(self.wanted)
            self._menu.addAction(action)
        self.setEnabled(bool(forms))

    def _said(self, form: CopyForm) -> str:
        return {
            CopyForm.TEXT: self.tr("Text"),
            CopyForm.OPENAI: self.tr("OpenAI JSON"),
            CopyForm.ANTHROPIC: self.tr("Anthropic JSON"),
            CopyForm.LOG: self.tr("Context log"),
            CopyForm.CALL: self.tr("load_prompt call"),
        }[form]
