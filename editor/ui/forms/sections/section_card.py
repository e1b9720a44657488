"""One section as a card.

Its controls are made when the card first comes in sight: a soul may have hundreds of sections.
"""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QWidget

from editor.session.section_values import CardBody, CardHead, CardProblem, CardSize, MoveCard
from editor.ui.forms.sections.card_content import CardContent
from editor.ui.forms.sections.card_header import HEADER_HEIGHT
from editor.ui.forms.sections.card_signals import CardSignals
from editor.ui.icons import Icons
from editor.ui.widgets.text_formats import TextFormats
from editor.ui.widgets.value_editors import LineEditor

_TEXT_LEFT = 54
_BASELINE = 5
_ESTIMATE = 190
"""The height of an open card that was never in sight."""
_NO_PROBLEMS: Mapping[str, CardProblem] = {}


class SectionCard(QFrame):
    """A card; it is called ``section:<index>``."""

    def __init__(
        self, key: int, signals: CardSignals, icons: Icons, formats: TextFormats, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.key = key
        self.index = -1
        self.is_open = False
        self.content: CardContent | None = None
        self._signals = signals
        self._icons = icons
        self._formats = formats
        self._head: CardHead | None = None
        self._size = CardSize()
        self._body: CardBody | None = None
        self._problems = _NO_PROBLEMS
        self._given: frozenset[str] = frozenset()
        self._providers: tuple[str, ...] = ()
        self._refused = ""
        self._editable = True
        self.setProperty("role", "section-card")

    @property
    def name(self) -> str:
        """The section's name for people."""
        return (self._head.name if self._head else "") or self.tr("no name")

    @property
    def shows_fields(self) -> bool:
        """Whether its fields are made and open."""
        return self.is_open and self.content is not None

    def needed_height(self, width: int) -> int:
        """Return how high the card is at a width, or would be."""
        if self.content is not None:
            return self.content.needed_height(width)
        return HEADER_HEIGHT + 1 + (_ESTIMATE if self.is_open else 0)

    def place(self, box: QRect) -> None:
        """Stand here in the column."""
        if self.geometry() != box:
            self.setGeometry(box)
        self.fill()

    def fill(self) -> None:
        """Let the controls have all of the card."""
        if self.content is not None and self.content.size() != self.size():
            self.content.setGeometry(self.rect())

    def take_index(self, index: int) -> None:
        """Take the names of card `index`."""
        if index != self.index:
            self.index = index
            self._rename()

    def show_head(self, head: CardHead, size: CardSize | None) -> None:
        """Show what stands in the line; without `size` the one that was shown stays for now."""
        renamed = self._head is None or head.name != self._head.name
        self._head, self._size = head, size or self._size
        if renamed:
            self._rename()
        self._refresh_head()

    def show_body(self, body: CardBody) -> None:
        """Show the fields."""
        self._body = body
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
        if self.content is not None and self.content.body is not None:
            self.content.body.texts.show_given(names)
            self.content.body.texts.show_providers(providers)

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
        if bool(self.property("current")) != is_current:
            self.setProperty("current", is_current)
            self.style().unpolish(self)
            self.style().polish(self)

    def open(self, is_open: bool) -> None:
        """Open the card, or fold it up."""
        if is_open != self.is_open:
            self.is_open = is_open
            if self.content is not None:
                self._open_content()
            self._signals.height_changed.emit(self.key)

    def build(self) -> None:
        """Make the controls: the card is, or will be, in sight."""
        if self.content is not None:
            return
        self.content = CardContent(self.key, self._signals, self._icons, self._formats, self)
        self.content.folded.connect(self._toggle)
        self.content.stepped.connect(self._step)
        self._rename()
        self._refresh_head()
        self._open_content()
        self.content.setGeometry(self.rect())
        self.content.show()
        self._signals.built.emit()

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab, as far as they are made."""
        return () if self.content is None else self.content.tab_stops()

    def focus_first(self) -> None:
        """Take the keys."""
        self.build()
        if self.content is not None:
            self.content.header.focus_first()

    def focus_name(self) -> None:
        """Open the card and go to the section's name."""
        self.open(True)
        self.build()
        body = self.content.body if self.content is not None else None
        editor = body.field_editor(("section",)) if body is not None else None
        if isinstance(editor, LineEditor):
            editor.selectAll()
            editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def rehighlight(self) -> None:
        """Mark placeholders in the colours of now."""
        if self.content is not None and self.content.body is not None:
            self.content.body.texts.rehighlight()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint number and name of a card whose controls are still to be made."""
        super().paintEvent(event)
        if self.content is None:
            painter = QPainter(self)
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            place = QPoint(_TEXT_LEFT, HEADER_HEIGHT // 2 + _BASELINE)
            painter.drawText(place, f"{self.index + 1}  {self.name}")

    def _open_content(self) -> None:
        content = self.content
        if content is None:
            return
        is_first = self.is_open and content.body is None
        content.open(self.is_open)
        if is_first:
            self.show_given(self._given, self._providers)
            self._signals.body_wanted.emit(self.key)
            self._refresh_body()
            self._signals.built.emit()

    def _rename(self) -> None:
        self.setObjectName(f"section:{self.index}")
        self.setAccessibleName(self.tr("Section {0}: {1}").format(self.index + 1, self.name))
        if self.content is not None:
            self.content.rename(self.index, self.name)

    def _refresh_head(self) -> None:
        if self.content is not None and self._head is not None:
            self.content.show_head(
                self._head, self._size, self._problems, self._refused, editable=self._editable
            )

    def _refresh_body(self) -> None:
        if self.content is not None and self._body is not None and self._head is not None:
            self.content.show_fields(self._body, self._head, self._problems, self._editable)

    def _toggle(self) -> None:
        self.open(not self.is_open)

    def _step(self, by: int) -> None:
        self._signals.intended.emit(MoveCard(self.key, self.index + by))
