"""Shows the event around the soul in front, as its file holds it."""

from PySide6.QtCore import QObject

from editor.session.document import Document
from editor.session.event_view import event_view
from editor.ui.forms.event_fields import EventFields


class EventFeed(QObject):
    """Joins the fields of the event to the document in front."""

    def __init__(self, fields: EventFields) -> None:
        super().__init__(fields)
        self._fields = fields
        self._document: Document | None = None

    def show(self, document: Document | None) -> None:
        """Show what stands around the text of `document`, and follow it from now on."""
        before, self._document = self._document, document
        for each, join in ((before, False), (document, True)):
            for signal in (each.enclosure_changed, each.modified_changed) if each else ():
                signal.connect(self.refresh) if join else signal.disconnect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the event as it is now."""
        self._fields.show_event(event_view(self._document) if self._document else None)
