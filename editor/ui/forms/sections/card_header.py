"""The line of a card: handle, number, name, role, what it is made of, and its commands."""

from PySide6.QtCore import QLocale, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from editor.session.section_values import (
    CardHead,
    CardSize,
    DuplicateCard,
    RemoveCard,
    SetCardText,
)
from editor.ui.forms.fold_button import FoldButton
from editor.ui.forms.sections.drag_handle import DragHandle
from editor.ui.forms.sections.leave_watch import LeaveWatch
from editor.ui.forms.sections.role_choice import RoleChoice
from editor.ui.icons import Icons
from editor.ui.widgets.elided_label import ElidedLabel
from editor.ui.widgets.plain_tip import plain_tip
from editor.ui.widgets.value_field import ValueField

HEADER_HEIGHT = 36
_MARGINS = 22
"""Pixels that no control of the line takes, but for the gaps between them."""
_GAP = 4
_ROOMY = 430
"""From so many pixels on there is room for the buttons that the menu has as well."""
_NUMBER_WIDTH = 20
_LIMIT_WIDTH = 48
_FOLD_WIDTH = 22
_NAME_WIDTH = 40
_SOURCE_WIDTH = 140
_SOURCE_LEAST = 60
_BUTTON = 26
_BADGE_HEIGHT = 20


class CardHeader(QWidget):
    """One line, to be seen while the card is folded up too."""

    intended = Signal(object)  # CardIntent
    left = Signal()
    folded = Signal()
    """Fold the card up, or open it."""
    stepped = Signal(int)
    text_wanted = Signal()
    """Show the section in the text."""
    add_wanted = Signal()
    """Offer sections to add behind this one."""

    def __init__(self, key: int, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._key = key
        self._icons = icons
        self._prefix = ""
        self._menu: QMenu | None = None
        self._is_editable = True
        self._shown: tuple[CardHead, bool] | None = None
        self._shown_size: CardSize | None = None
        self._shown_problems: tuple[int, str, bool] | None = None
        self._told_unresolved = ""
        self._unresolved_count = 0
        self._name_width = 0
        self.setFixedHeight(HEADER_HEIGHT)
        self.handle = DragHandle(self)
        self.handle.stepped.connect(self.stepped)
        self._fold = FoldButton("", self)
        self._fold.setFixedWidth(_FOLD_WIDTH)
        self._fold.clicked.connect(self.folded)
        self._number = QLabel(self)
        self._number.setProperty("role", "muted")
        self._number.setFixedWidth(_NUMBER_WIDTH)
        self._number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._name = ElidedLabel(self)
        self._name.setProperty("strong", True)
        self._name.setMinimumWidth(_NAME_WIDTH)
        self._problems = QLabel(self)
        self._unresolved = QLabel(self)
        for badge, role in ((self._problems, "error"), (self._unresolved, "layer-unresolved")):
            badge.setProperty("role", role)
            badge.setProperty("chip", True)
            badge.setFixedHeight(_BADGE_HEIGHT)
            badge.hide()
        self._source = ElidedLabel(self)
        self._source.setMaximumWidth(_SOURCE_WIDTH)
        self._size = QLabel(self)
        for muted in (self._source, self._size):
            muted.setProperty("role", "muted")
        self._role = RoleChoice(self)
        self._role.chosen.connect(self._role_chosen)
        self._limit = ValueField("", self, forward_undo=True, can_unset=False)
        self._limit.setFixedWidth(_LIMIT_WIDTH)
        self._limit.edited.connect(self._limit_edited)
        self._duplicate = self._button(self.tr("Duplicate this section"))
        self._duplicate.clicked.connect(self._duplicate_wanted)
        self._delete = self._button(self.tr("Delete this section"))
        self._delete.clicked.connect(self._delete_wanted)
        self._more = self._button(self.tr("More commands"))
        self._more.setText("⋯")
        self._more.clicked.connect(self._open_menu)
        self._watch = LeaveWatch(self)
        self._watch.left.connect(self.left)
        self._watch.watch(self._limit.editor)
        self._watch.watch(self._role)
        self._lay_out()
        icons.changed.connect(self._take_icons)
        self._take_icons()

    def rename(self, index: int) -> None:
        """Take the names of card `index`."""
        self._prefix = prefix = f"section:{index}"
        self._number.setText(str(index + 1))
        for part, widget in (
            ("handle", self.handle),
            ("collapse", self._fold),
            ("number", self._number),
            ("name", self._name),
            ("problems", self._problems),
            ("unresolved", self._unresolved),
            ("source", self._source),
            ("size", self._size),
            ("role", self._role),
            ("duplicate", self._duplicate),
            ("delete", self._delete),
            ("more", self._more),
        ):
            widget.setObjectName(f"{prefix}:{part}")
        self._limit.rename(f"{prefix}:limit")

    def show_head(self, head: CardHead, size: CardSize, *, editable: bool) -> None:
        """Show what the section says and gives."""
        if (head, editable) != self._shown:
            self._shown = (head, editable)
            self._show_fields(head, editable)
        self._role.show_role(head.role)  # these two hold what was chosen, though it be refused
        self._role.setEnabled(editable and not head.role.lock)
        self._limit.show_value(head.limit.text, "–")
        if size != self._shown_size:
            self._shown_size = size
            self._show_size(size)

    def _show_fields(self, head: CardHead, editable: bool) -> None:
        self._is_editable = editable
        name = head.name or self.tr("no name")
        if self._name.text() != name:
            self._name.setText(name)
            self._name.setToolTip(plain_tip(name))
            self._call_by(name)
            self._name_width = self._name.sizeHint().width()
        self._source.setText(self._told_source(head))
        self._limit.set_editable(editable and not head.limit.lock)
        self._limit.setToolTip(
            self.tr("Limit: at most so many turns of the conversation, or items of a list")
        )
        for widget in (self._duplicate, self._delete, self.handle):
            widget.setEnabled(editable)

    def show_problems(self, count: int, told: str, *, is_error: bool) -> None:
        """Say how many problems the section has, and which."""
        if (count, told, is_error) == self._shown_problems:
            return
        self._shown_problems = (count, told, is_error)
        role = "error" if is_error else "warning"
        if self._problems.property("role") != role:
            self._problems.setProperty("role", role)
            self._problems.style().unpolish(self._problems)
            self._problems.style().polish(self._problems)
        self._problems.setText("⚠" if count == 1 else f"⚠ {count}")
        self._problems.setToolTip(plain_tip(told))
        self._problems.setAccessibleName(told)
        self._problems.setVisible(count > 0)
        self._fit()

    def show_open(self, is_open: bool) -> None:
        """Say whether the card is open."""
        self._fold.show_open(is_open)

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        return (
            self.handle,
            self._fold,
            self._role,
            *self._limit.tab_stops(),
            self._duplicate,
            self._delete,
            self._more,
        )

    def focus_first(self) -> None:
        """Take the keys."""
        self._fold.setFocus(Qt.FocusReason.OtherFocusReason)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the card, or fold it up, with a click beside the controls."""
        inside = self.rect().contains(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and inside:
            self.folded.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out in a narrow card what stands elsewhere too."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the whole name first; size, source and words take what room is left."""
        is_roomy = self.width() >= _ROOMY
        for button in (self._duplicate, self._delete):
            button.setVisible(is_roomy)
        kept = [self.handle, self._fold, self._number, self._role, self._limit, self._more]
        kept += [self._duplicate, self._delete] if is_roomy else []
        kept += [self._problems] if self._problems.text() and not self._problems.isHidden() else []
        room = self.width() - _MARGINS - _GAP - self._name_width - sum(map(_taken, kept))
        if self._unresolved_count:
            self._show_unresolved(in_words=True)
            if room < _taken(self._unresolved):
                self._show_unresolved(in_words=False)
            room -= _taken(self._unresolved)
        self._unresolved.setVisible(self._unresolved_count > 0)
        self._name.setMinimumWidth(self._name_width if room >= 0 else _NAME_WIDTH)
        has_size = room >= _taken(self._size)
        room -= _taken(self._size) if has_size else 0
        self._size.setVisible(has_size)
        self._source.setVisible(has_size and room >= min(_taken(self._source), _SOURCE_LEAST))

    def _show_size(self, size: CardSize) -> None:
        if size.characters is None:
            self._size.setText(self.tr("at run time"))
            self._size.setToolTip(self.tr("The program that runs the agent supplies this text"))
        else:
            number = QLocale().toString(size.characters)
            self._size.setText(self.tr("{0} chars").format(number))
            self._size.setToolTip(
                self.tr("The text that is sent has {0} characters").format(number)
            )
        self._told_unresolved = self.tr("%n unresolved", "", size.unresolved)
        self._unresolved_count = size.unresolved
        self._fit()

    def _show_unresolved(self, *, in_words: bool) -> None:
        """Say how many placeholders have no value; the number alone where room is short."""
        text = self._told_unresolved if in_words else str(self._unresolved_count)
        if self._unresolved.text() != text:
            self._unresolved.setText(text)
            self._unresolved.setToolTip(plain_tip(self._told_unresolved))
            self._unresolved.setAccessibleName(self._told_unresolved)

    def _told_source(self, head: CardHead) -> str:
        match head.source:
            case "override":
                return self.tr("for {0}").format(head.provider)
            case "tool":
                return self.tr("tool {0}").format(head.tool)
            case "conversation":
                return self.tr("conversation")
            case "content":
                return self.tr("content")
            case _:
                return self.tr("no text")

    def _call_by(self, name: str) -> None:
        """Name the controls for screen readers."""
        self.handle.setAccessibleName(self.tr("Move section {0}").format(name))
        self._fold.setAccessibleName(self.tr("Section {0}").format(name))
        self._role.setAccessibleName(self.tr("Role of {0}").format(name))
        self._limit.relabel(self.tr("Limit of {0}").format(name))
        self._duplicate.setAccessibleName(self.tr("Duplicate {0}").format(name))
        self._delete.setAccessibleName(self.tr("Delete {0}").format(name))
        self._more.setAccessibleName(self.tr("More commands for {0}").format(name))

    def _button(self, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("flat", True)
        button.setFixedWidth(_BUTTON)
        button.setIconSize(QSize(14, 14))
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _take_icons(self) -> None:
        for button, icon in ((self._duplicate, "copy"), (self._delete, "trash")):
            button.setIcon(self._icons.icon(icon))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 6, 0)
        row.setSpacing(_GAP)
        for widget in (self.handle, self._fold, self._number):
            row.addWidget(widget)
        row.addSpacing(4)
        row.addWidget(self._name, 1)
        for widget in (self._problems, self._unresolved):
            row.addWidget(widget)
        row.addWidget(self._source)
        row.addSpacing(4)
        row.addWidget(self._size)
        row.addSpacing(4)
        for control in (self._role, self._limit, self._duplicate, self._delete, self._more):
            row.addWidget(control)

    def _role_chosen(self, role: str) -> None:
        self.intended.emit(SetCardText(self._key, ("role",), role))
        self.left.emit()

    def _limit_edited(self, text: str) -> None:
        self._watch.watch(self._limit.editor)
        self.intended.emit(SetCardText(self._key, ("limit",), text))

    def _duplicate_wanted(self) -> None:
        self.intended.emit(DuplicateCard(self._key))

    def _delete_wanted(self) -> None:
        self.intended.emit(RemoveCard(self._key))

    def _up(self) -> None:
        self.stepped.emit(-1)

    def _down(self) -> None:
        self.stepped.emit(1)

    def _open_menu(self) -> None:
        if self._menu is None:
            self._menu = QMenu(self)
            self._menu.addAction(self.tr("Show in text"), self.text_wanted.emit)
            self._menu.addSeparator()
            self._changes = (
                self._menu.addAction(self.tr("Add section below…"), self.add_wanted.emit),
                self._menu.addAction(self.tr("Duplicate"), self._duplicate_wanted),
                self._menu.addAction(self.tr("Move up"), self._up),
                self._menu.addAction(self.tr("Move down"), self._down),
                self._menu.addAction(self.tr("Delete"), self._delete_wanted),
            )
        for action in self._changes:
            action.setEnabled(self._is_editable)
        self._menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height())))


def _taken(widget: QWidget) -> int:
    """Return the room that a control needs in the line, with the gap behind it."""
    wanted = widget.sizeHint().expandedTo(widget.minimumSize())
    return wanted.boundedTo(widget.maximumSize()).width() + _GAP
