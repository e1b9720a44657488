"""One section as a card: a line, and below it, while it is open, its fields.

Its controls are made when the card first comes in sight: a soul may have hundreds of sections.
"""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from editor.session.section_values import CardBody, CardHead, CardProblem, CardSize, MoveCard
from editor.ui.forms.sections.card_body import CardBodyView
from editor.ui.forms.sections.card_header import HEADER_HEIGHT, CardHeader
from editor.ui.forms.sections.card_note import CardNote
from editor.ui.icons import Icons
from editor.ui.widgets.text_formats import TextFormats

_IN_HEADER = ("role", "limit", "")
"""What the notes below the line are about; the others stand beside their fields."""
_ESTIMATE = 190
"""The height of an open card that was never in sight."""


class SectionCard(QFrame):
    """A card; it is called ``section:<index>``."""

    intended = Signal(object)  # CardIntent
    left = Signal()
    fix_wanted = Signal(int)
    body_wanted = Signal(int)
    """The card of this key is open and needs its fields."""
    text_wanted = Signal(int)
    """Show the section of this key in the text."""
    add_wanted = Signal(int)
    """Offer sections to add behind this key."""
    dragged = Signal(int, object)
    """The card of this key is dragged to a `QPoint` of the screen."""
    dropped = Signal(int, object)
    """The card of this key was let go at a `QPoint` of the screen."""
    drag_ended = Signal()
    """The card stays where it is."""
    height_changed = Signal()
    built = Signal()
    """Controls were made."""

    def __init__(self, key: int, icons: Icons, formats: TextFormats, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = key
        self.index = -1
        self.is_open = False
        self.header: CardHeader | None = None
        self.body: CardBodyView | None = None
        self._icons = icons
        self._formats = formats
        self._head: CardHead | None = None
        self._size = CardSize()
        self._fields: CardBody | None = None
        self._problems: Mapping[str, CardProblem] = {}
        self._given: frozenset[str] = frozenset()
        self._providers: tuple[str, ...] = ()
        self._refused = ""
        self._editable = True
        self._notes: tuple[CardNote, ...] = ()
        self.setProperty("role", "section-card")
        self.setProperty("current", False)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(2, 0, 0, 1)
        self._column.setSpacing(0)

    @property
    def name(self) -> str:
        """The section's name for people."""
        return (self._head.name if self._head else "") or self.tr("no name")

    def needed_height(self, width: int) -> int:
        """Return how high the card is at a width, or would be."""
        if self.header is None:
            return HEADER_HEIGHT + 1 + (_ESTIMATE if self.is_open else 0)
        layout = self._column
        if layout.hasHeightForWidth():
            return layout.totalHeightForWidth(width)
        return layout.totalSizeHint().height()

    def take_index(self, index: int) -> None:
        """Take the names of card `index`."""
        if index != self.index:
            self.index = index
            self._rename()

    def show_head(self, head: CardHead, size: CardSize) -> None:
        """Show what stands in the line."""
        renamed = self._head is None or head.name != self._head.name
        self._head, self._size = head, size
        if renamed:
            self._rename()
        self._refresh_head()

    def show_body(self, body: CardBody) -> None:
        """Show the fields."""
        self._fields = body
        self._refresh_body()

    def show_problems(self, problems: Mapping[str, CardProblem]) -> None:
        """Show what checks have found, by the name of the field."""
        if problems != self._problems:
            self._problems = problems
            self._refresh_head()
            self._refresh_body()

    def show_given(self, names: frozenset[str], providers: tuple[str, ...]) -> None:
        """Say which placeholders have a value, and which providers other sections name."""
        self._given, self._providers = names, providers
        if self.body is not None:
            self.body.texts.show_given(names)
            self.body.texts.show_providers(providers)

    def say(self, message: str) -> None:
        """Say why a wish could not be fulfilled, until something else is shown; "" for nothing."""
        if message != self._refused:
            self._refused = message
            self._refresh_head()

    def set_editable(self, editable: bool) -> None:
        """Let the user edit, or only read."""
        if editable != self._editable:
            self._editable = editable
            self._refresh_head()
            self._refresh_body()

    def mark(self, is_current: bool) -> None:
        """Show whether the card is the one that commands mean."""
        if self.property("current") != is_current:
            self.setProperty("current", is_current)
            self.style().unpolish(self)
            self.style().polish(self)

    def open(self, is_open: bool) -> None:
        """Open the card, or fold it up."""
        if is_open == self.is_open:
            return
        self.is_open = is_open
        if self.header is not None:
            self.header.show_open(is_open)
            self._show_body_part()
        self.height_changed.emit()

    def toggle(self) -> None:
        """Open the card if it is folded up, else fold it up."""
        self.open(not self.is_open)

    def build(self) -> None:
        """Make the controls: the card is, or will be, in sight."""
        if self.header is not None:
            return
        self.header = CardHeader(self.key, self._icons, self)
        self.header.intended.connect(self.intended)
        self.header.left.connect(self.left)
        self.header.folded.connect(self.toggle)
        self.header.stepped.connect(self.step)
        self.header.text_wanted.connect(self._want_text)
        self.header.add_wanted.connect(self._want_add)
        self.header.handle.dragged.connect(self._drag)
        self.header.handle.dropped.connect(self._drop)
        self.header.handle.cancelled.connect(self.drag_ended)
        self.header.show_open(self.is_open)
        self._column.addWidget(self.header)
        self._notes = tuple(self._made_note() for _ in _IN_HEADER)
        self._rename()
        self._refresh_head()
        self._show_body_part()
        self.header.show()
        self.built.emit()

    def step(self, by: int) -> None:
        """Ask for a move by one place."""
        self.intended.emit(MoveCard(self.key, self.index + by))

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab, as far as they are made."""
        if self.header is None:
            return ()
        inner = self.body.tab_stops() if self.body is not None else ()
        return (*self.header.tab_stops(), *inner)

    def focus_first(self) -> None:
        """Take the keys."""
        self.build()
        if self.header is not None:
            self.header.focus_first()

    def focus_name(self) -> None:
        """Open the card and go to the section's name."""
        self.open(True)
        self.build()
        editor = self.body.field_editor(("section",)) if self.body is not None else None
        if editor is not None:
            editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def rehighlight(self) -> None:
        """Mark placeholders in the colours of now."""
        if self.body is not None:
            self.body.texts.rehighlight()

    def event(self, event: QEvent) -> bool:
        """Hear that what is in the card needs another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.height_changed.emit()
        return super().event(event)

    def _rename(self) -> None:
        prefix = f"section:{self.index}"
        self.setObjectName(prefix)
        self.setAccessibleName(self.tr("Section {0}: {1}").format(self.index + 1, self.name))
        if self.header is not None:
            self.header.rename(self.index)
        for note, part in zip(self._notes, _IN_HEADER, strict=False):
            note.rename(f"{prefix}:{part or 'item'}:note")
        if self.body is not None:
            self.body.rename(prefix, self.name)

    def _refresh_head(self) -> None:
        if self.header is None or self._head is None:
            return
        self.header.show_head(self._head, self._size, editable=self._editable)
        found = list(self._problems.values())
        told = "\n".join(each.message for each in found)
        self.header.show_problems(len(found), told, is_error=any(each.is_error for each in found))
        fields = {"role": self._head.role, "limit": self._head.limit}
        for note, part in zip(self._notes, _IN_HEADER, strict=False):
            problem = self._problems.get(part)
            if not part and self._refused:
                problem = CardProblem("", self._refused, True)
            note.show_about(fields.get(part), problem)

    def _refresh_body(self) -> None:
        if self.body is not None and self._fields is not None and self._head is not None:
            self.body.show_body(self._fields, self._head, self._problems, editable=self._editable)

    def _show_body_part(self) -> None:
        """Make the fields when they are first to be seen."""
        if self.is_open and self.body is None:
            self.body = CardBodyView(self.key, self._formats, self)
            self.body.intended.connect(self.intended)
            self.body.left.connect(self.left)
            self.body.fix_wanted.connect(self.fix_wanted)
            self._column.addWidget(self.body)
            self.body.rename(self.objectName(), self.name)
            self.show_given(self._given, self._providers)
            self.body_wanted.emit(self.key)
            self._refresh_body()
            self.body.show()
            self.built.emit()
        elif self.body is not None:
            self.body.setVisible(self.is_open)

    def _made_note(self) -> CardNote:
        note = CardNote(self)
        note.setContentsMargins(28, 0, 10, 4)
        note.fix_wanted.connect(self.fix_wanted)
        self._column.addWidget(note)
        return note

    def _drag(self, at: QPoint) -> None:
        self.dragged.emit(self.key, at)

    def _drop(self, at: QPoint) -> None:
        self.dropped.emit(self.key, at)

    def _want_text(self) -> None:
        self.text_wanted.emit(self.key)

    def _want_add(self) -> None:
        self.add_wanted.emit(self.key)
