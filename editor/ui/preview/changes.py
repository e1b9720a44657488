"""The Changes view: how the rendering differs from the saved file, a context, a layer less."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from editor.session.comparison import Against, Compared, Comparison, Missing
from editor.ui.theme import Theme
from editor.ui.widgets.difference_view import DifferenceView
from editor.ui.widgets.quiet_combo import QuietCombo


class ChangesView(QWidget):
    """Shows a comparison and lets the user choose another."""

    comparison_chosen = Signal(object)
    """The `Comparison` the user wants."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("changes")
        label = QLabel(self.tr("Compare with"), self)
        label.setProperty("role", "muted")
        self._choice = QuietCombo(self)
        self._choice.setObjectName("comparisonChoice")
        self._choice.setAccessibleName(self.tr("Compare with"))
        self._choice.setMinimumContentsLength(8)
        self._choice.activated.connect(self._chosen)
        label.setBuddy(self._choice)
        self.difference = DifferenceView(theme, "difference", self)
        row = QHBoxLayout()
        row.setContentsMargins(12, 6, 8, 4)
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self._choice, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.difference, 1)

    def show_choices(self, choices: Sequence[Comparison], chosen: Comparison) -> None:
        """Offer these comparisons; the list stays as it is if it is the same."""
        if [self._choice.itemData(n) for n in range(self._choice.count())] != list(choices):
            self._choice.clear()
            for each in choices:
                self._choice.addItem(self._said(each), each)
        at = choices.index(chosen) if chosen in choices else -1
        if at != self._choice.currentIndex():
            self._choice.setCurrentIndex(at)

    def show_compared(self, compared: Compared) -> None:
        """Show the result of a comparison."""
        if compared.missing is not None:
            self.difference.show_note(self._reason(compared.missing))
        else:
            self.difference.show_texts(compared.old, compared.new, compared.hunks)

    def show_reason(self, sentence: str) -> None:
        """Show a sentence in the place of a comparison."""
        self.difference.show_note(sentence)

    def take_focus(self) -> None:
        """Give the focus to the difference, or to the choice if there is none."""
        if not self.difference.take_focus():
            self._choice.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _chosen(self, index: int) -> None:
        self.comparison_chosen.emit(self._choice.itemData(index))

    def _said(self, comparison: Comparison) -> str:
        if comparison.against is Against.SAVED:
            return self.tr("The saved file")
        if comparison.against is Against.DISK:
            return self.tr("The text on disk")
        if comparison.against is Against.CONTEXT:
            return self.tr("Context {0}").format(comparison.name)
        if comparison.against is Against.PROVIDER:
            if not comparison.name:
                return self.tr("Provider default")
            return self.tr("Provider {0}").format(comparison.name)
        if comparison.against is Against.LAYER:
            said = self.tr("Layers {0} and {1}: as they are written")
            return said.format(comparison.name, comparison.other)
        if comparison.against is Against.RESULT:
            said = self.tr("Layers {0} and {1}: what comes out")
            return said.format(comparison.name, comparison.other)
        if comparison.against is Against.VALUE:
            said = self.tr("{0} in the {1} layer, and below")
            return said.format(comparison.name, comparison.other)
        layers = {
            "context": self.tr("Without context"),
            "identity": self.tr("Without identity"),
            "variables": self.tr("Without extra variables"),
            "template": self.tr("Without templates"),
            "runtime": self.tr("Without runtime values"),
            "app": self.tr("Without the app layer"),
        }
        return layers[comparison.name]

    def _reason(self, missing: Missing) -> str:
        sentences = {
            Missing.NOT_SAVED: self.tr("There is no saved file to compare with yet."),
            Missing.UNREADABLE: self.tr("The saved file cannot be read now."),
            Missing.SAME_TEXT: self.tr(
                "The text is the same: only line ends, encoding or byte order mark differ."
            ),
            Missing.SAME_CONTENT: self.tr(
                "The content is the same: only other fields of the event differ."
            ),
            Missing.FAULT: self.tr("The file has an error: mend it to compare."),
            Missing.SAVED_FAULT: self.tr("The saved file has an error, so it has no rendering."),
            Missing.NO_CONTEXT: self.tr("This context is gone or cannot be read."),
            Missing.NO_VALUE: self.tr("This layer, or the ones below, no longer have a value."),
            Missing.TOO_LARGE: self.tr(
                "The other rendering has more than ten million characters, so it is not compared."
            ),
        }
        return sentences[missing]
