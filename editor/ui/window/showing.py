"""What the commands do that turn to a view or a panel."""

from PySide6.QtCore import QObject

from editor.ui.window.parts import Parts


class Showing(QObject):
    """Turns the views of one window."""

    def __init__(self, parts: Parts, parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts

    def show_rendered(self) -> None:
        """Turn the preview to the text as it is sent."""
        self._parts.views.preview.show_rendered()

    def show_formatted(self) -> None:
        """Turn the preview to the Markdown view."""
        self._parts.views.preview.show_formatted()

    def show_messages(self) -> None:
        """Turn the preview to the messages of a soul."""
        self._parts.views.preview.show_messages()

    def show_wire(self) -> None:
        """Turn the preview to what a provider is sent."""
        self._parts.views.preview.show_wire()

    def show_log(self) -> None:
        """Turn the preview to the context log."""
        self._parts.views.preview.show_log()

    def show_changes(self) -> None:
        """Turn the preview to the difference."""
        self._parts.views.preview.show_changes()

    def show_steps(self) -> None:
        """Turn the preview to the steps from layer to layer."""
        self._parts.views.preview.show_steps()

    def show_context(self) -> None:
        """Turn to the context panel."""
        self._parts.views.go_to(self._parts.views.context)

    def show_identity(self) -> None:
        """Turn to the identity panel."""
        self._parts.views.go_to(self._parts.views.identity)

    def show_variables(self) -> None:
        """Turn to the variables table."""
        self._parts.views.go_to(self._parts.views.variables)

    def show_layers(self) -> None:
        """Turn to the layers panel."""
        self._parts.views.go_to(self._parts.views.layers)

    def has_document(self) -> bool:
        """Whether there is a file in front."""
        return self._parts.workbench.front is not None

    def has_text(self) -> bool:
        """Whether the file in front is previewed as one text."""
        return self.has_document() and not self.has_messages()

    def has_messages(self) -> bool:
        """Whether the file in front is previewed as messages."""
        return self.has_document() and self._parts.views.preview.has_messages
