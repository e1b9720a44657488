"""What cards tell: one object speaks for all of them, so that hundreds are made quickly."""

from PySide6.QtCore import QObject, Signal


class CardSignals(QObject):
    """The signals of the cards of one list; cards are named by their keys."""

    intended = Signal(object)
    """A `CardIntent` of the user."""
    left = Signal()
    """The focus left a field."""
    fix_wanted = Signal(int)
    """Mend the problem of this number."""
    body_wanted = Signal(int)
    """This card is open and needs its fields."""
    text_wanted = Signal(int)
    """Show the section in the text."""
    add_wanted = Signal(int)
    """Offer sections to add behind this card."""
    dragged = Signal(int, object)
    """This card is dragged to a `QPoint` of the screen."""
    dropped = Signal(int, object)
    """This card was let go at a `QPoint` of the screen."""
    drag_ended = Signal()
    """No card is dragged any more."""
    height_changed = Signal(int)
    """This card may need another height."""
    built = Signal()
    """Controls were made."""
