"""The slim bar above the panes: the context that is in force, and the provider."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from editor.ui.widgets.context_choice import ContextChoice
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.provider_choice import ProviderChoice

_HEIGHT = 36


class TopBar(QFrame):
    """Holds the choices that change what everything is rendered with."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAccessibleName(self.tr("What is rendered with"))
        self.setProperty("role", "panel-title")
        self.setFixedHeight(_HEIGHT)
        self.context = ContextChoice(self)
        self.context.setObjectName("contextChoice")
        self.provider = ProviderChoice(self)
        self._provider_label = self._label(self.tr("Provider"), self.provider)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 0)
        layout.setSpacing(8)
        layout.addStretch(1)
        layout.addWidget(self._label(self.tr("Context"), self.context))
        layout.addWidget(self.context)
        layout.addSpacing(8)
        layout.addWidget(self._provider_label)
        layout.addWidget(self.provider)
        self.offer_provider(False)

    def offer_provider(self, on: bool) -> None:
        """Show the choice of a provider, or not: only souls have texts of their own for one."""
        self.provider.setVisible(on)
        self._provider_label.setVisible(on)

    def _label(self, text: str, control: QWidget) -> ElidedLabel:
        label = ElidedLabel(self)
        label.setText(text)
        label.setProperty("role", "muted")
        label.setBuddy(control)
        return label
