"""The Wire view: what a provider is sent, as JSON, and what is left out of it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.core.hidden import on_one_line
from editor.core.tokens import Mode
from editor.session.copying import WireForm
from editor.ui.preview.text_page import TextPage
from editor.ui.theme import Theme
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.plain_tip import plain_tip
from editor.ui.widgets.quiet_combo import QuietCombo
from editor.ui.widgets.text_formats import TextFormats


class WireView(QWidget):
    """Shows messages in the form of one provider and lets the user choose the form."""

    form_chosen = Signal(object)
    """The `WireForm` the user wants."""

    def __init__(self, theme: Theme, formats: TextFormats, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        label = QLabel(self.tr("Form"), self)
        label.setProperty("role", "muted")
        self._form = QuietCombo(self)
        self._form.setObjectName("wireForm")
        self._form.setAccessibleName(self.tr("Form"))
        self._form.addItem(self.tr("OpenAI"), WireForm.OPENAI)
        self._form.addItem(self.tr("Anthropic"), WireForm.ANTHROPIC)
        self._form.activated.connect(self._choose)
        label.setBuddy(self._form)
        self._note = ElidedLabel(self)
        self._note.setObjectName("wireNote")
        self._note.setProperty("role", "note")
        self.page = TextPage(theme, formats, Mode.JSON, self)
        self.page.setObjectName("wireView")
        self.page.setAccessibleName(self.tr("Messages as JSON"))
        row = QHBoxLayout()
        row.setContentsMargins(12, 6, 8, 4)
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self._form)
        row.addWidget(self._note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.page, 1)
        self.setFocusProxy(self.page)

    def show_form(self, form: WireForm) -> None:
        """Choose a form."""
        self._form.setCurrentIndex(max(0, self._form.findData(form)))

    def show_json(self, text: str, left_out: tuple[str, ...], *, anew: bool) -> None:
        """Show `text`, and which sections are supplied at run time and so are not in it."""
        self.page.show_text(text, anew=anew)
        names = ", ".join(on_one_line(name) or self.tr("(no name)") for name in left_out)
        said = self.tr("Without what is supplied at run time: {0}").format(names) if names else ""
        self._note.setText(said)
        self._note.setToolTip(plain_tip(said))
        self._note.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)

    def _choose(self, index: int) -> None:
        self.form_chosen.emit(WireForm(self._form.itemData(index)))
