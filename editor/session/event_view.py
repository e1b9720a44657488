"""What the window shows and says of a Nostr event whose soul is edited, as plain values."""

from dataclasses import dataclass

from editor.core.kinds import FileKind
from editor.formats.event import Event, unsigned_event, why_no_soul
from editor.session.document import Document
from editor.workspace.souls import holds_event


@dataclass(frozen=True, slots=True)
class EventField:
    """A field beside the content; `source` is its value as the file writes it."""

    name: str
    source: str


@dataclass(frozen=True, slots=True)
class EventView:
    """The event around the soul.

    Attributes:
        fields: Its fields as its file holds them, in order, without the content.
        signature: The names of those that match this content alone: `id` and `sig`, if there.
        leaving: Those of them that go when the text is saved as it is.
    """

    fields: tuple[EventField, ...]
    signature: tuple[str, ...]
    leaving: tuple[str, ...]


def event_view(document: Document) -> EventView | None:
    """Return the event around the text of `document`, or None. Costs a pass if it is modified."""
    event = document.enclosure
    if not isinstance(event, Event):
        return None
    fields = tuple(EventField(each.name, each.source) for each in event.members)
    leaving = event.leaving(document.text()) if document.is_modified() else ()
    return EventView(fields, event.signature, leaving)


def why_no_event(document: Document) -> str | None:
    """Return why a JSON text that seems to be meant as an event was not opened as a soul.

    Returns:
        One sentence, or None for every other document. Costs a pass.
    """
    path = document.path
    if document.kind is not FileKind.TEXT or path is None or not holds_event(path):
        return None
    fault = why_no_soul(document.text())
    return None if fault is None else fault.message


def exported(document: Document, seconds: float) -> str:
    """Return the text of an unsigned event with the soul that `document` is as its content.

    Args:
        document: The soul.
        seconds: When the event is made, since 1970.
    """
    return unsigned_event(document.text(), int(seconds))
