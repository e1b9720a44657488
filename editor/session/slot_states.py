"""What comes out of each slot of a workspace, found out a few milliseconds at a time."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from editor.formats.slot_overlay import Outcome
from editor.session.source_texts import SourceTexts
from editor.workspace.slot_list import Slot, overlay_of

SLICE = 8
"""Milliseconds of reading before the event loop has its turn."""
TELL = 250
"""Milliseconds after which what was found so far is told."""
AGAIN = 150
"""Milliseconds after the last key until the slot of an edited file is looked at again."""

Stamp = tuple[int, int] | int | None


class SlotMark(StrEnum):
    """Why nothing comes out of a slot, as a list marks it."""

    BROKEN = "broken"
    DISABLED = "disabled"
    NOT_ENABLED = "not enabled"
    EMPTY = "empty"


_MARKS = {
    Outcome.BROKEN: SlotMark.BROKEN,
    Outcome.DISABLED: SlotMark.DISABLED,
    Outcome.NOT_ENABLED: SlotMark.NOT_ENABLED,
    Outcome.NO_TEMPLATE: SlotMark.EMPTY,
    Outcome.EMPTY: SlotMark.EMPTY,
}


@dataclass(frozen=True, slots=True)
class SlotState:
    """What comes out of a slot by its files.

    Attributes:
        mark: Why nothing comes out, or None if a template does.
        verdict: What comes out and why, in words.
    """

    mark: SlotMark | None
    verdict: str


@dataclass(frozen=True, slots=True)
class SlotNode:
    """A slot in a list: one entry for all its files."""

    slot: Slot

    @property
    def label(self) -> str:
        """The slot's name."""
        return self.slot.name

    @property
    def path(self) -> Path:
        """Its file of the highest layer that has one."""
        slot = self.slot
        return slot.app if slot.has_app or slot.default is None else slot.default

    @property
    def others(self) -> tuple[Path, ...]:
        """Its files besides `path`, also one that is not there yet."""
        both = (self.slot.default, self.slot.app)
        return tuple(each for each in both if each is not None and each != self.path)

    @property
    def known_by(self) -> Path:
        """The file that tells it from others: that of its lowest layer."""
        return self.slot.default or self.slot.app

    @property
    def has_default(self) -> bool:
        """Whether the default layer has a file of it."""
        return self.slot.default is not None

    @property
    def has_app(self) -> bool:
        """Whether the app layer has a file of it."""
        return self.slot.has_app


@dataclass(frozen=True, slots=True)
class SlotsDescribed:
    """These slots have other states than before."""

    nodes: frozenset[SlotNode]


class SlotStates(QObject):
    """Knows the state of each slot once it has read its files; unsaved text counts.

    Signals:
        changed: A `SlotsDescribed`.
    """

    changed = Signal(object)  # SlotsDescribed

    def __init__(self, texts: SourceTexts, name_of: Callable[[Path], str], parent: QObject) -> None:
        """Look at nothing yet.

        Args:
            texts: Gives the texts of files.
            name_of: Names a file as the workspace does.
            parent: The owner.
        """
        super().__init__(parent)
        self._texts = texts
        self._name_of = name_of
        self._known: dict[Slot, SlotState] = {}
        self._stamps: dict[Slot, tuple[Stamp, Stamp]] = {}
        self._waiting: dict[Slot, None] = {}
        self._edited: dict[Slot, None] = {}
        self._news: set[Slot] = set()
        self._since = QElapsedTimer()
        self._since.start()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(AGAIN)
        self._pause.timeout.connect(self._look_at_edited)

    def of(self, node: SlotNode) -> SlotState | None:
        """Return the state of a slot, or None if it is not known yet."""
        return self._known.get(node.slot)

    def known(self) -> Mapping[Slot, SlotState]:
        """Return all states that are known."""
        return self._known

    def describe(self, slots: Iterable[Slot]) -> None:
        """Look at these slots and forget all others, later and in slices."""
        self._waiting = dict.fromkeys(slots)
        for gone in self._known.keys() - self._waiting.keys():
            self._known.pop(gone)
            self._stamps.pop(gone, None)
        # A slot that lost or got a file is another one: nothing more is told of the old one.
        self._edited = {slot: None for slot in self._edited if slot in self._waiting}
        self._news &= self._waiting.keys()
        if self._waiting:
            self._timer.start(0)

    def look_again(self, slot: Slot) -> None:
        """Look at a slot again, after a pause: one of its files is being edited."""
        self._edited[slot] = None
        self._pause.start()

    def finish(self) -> None:
        """Look at once at everything that waits."""
        self._waiting |= self._edited
        self._edited.clear()
        self._pause.stop()
        while self._waiting:
            self._look_at(self._next())
        self._timer.stop()
        self._tell()

    def _look_at_edited(self) -> None:
        edited, self._edited = self._edited, {}
        for slot in edited:
            self._look_at(slot)
        self._tell()

    def _next(self) -> Slot:
        slot = next(iter(self._waiting))
        del self._waiting[slot]
        return slot

    def _go_on(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._waiting and clock.elapsed() < SLICE:
            self._look_at(self._next())
        if not self._waiting:
            self._timer.stop()
            self._tell()
        elif self._since.hasExpired(TELL):
            self._tell()

    def _look_at(self, slot: Slot) -> None:
        """Read the files of a slot, unless they are as they were."""
        stamps = (self._stamp(slot.app), self._stamp(slot.default))
        if self._stamps.get(slot) == stamps:
            return
        overlay = overlay_of(slot, self._name_of, None, self._texts.fresh)
        state = SlotState(_MARKS.get(overlay.outcome), overlay.verdict)
        self._stamps[slot] = stamps
        if self._known.get(slot) != state:
            self._known[slot] = state
            self._news.add(slot)

    def _stamp(self, path: Path | None) -> Stamp:
        if path is None:
            return None
        document = self._texts.open_as(path)
        if document is not None:
            return document.changes
        try:
            found = path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def _tell(self) -> None:
        self._since.restart()
        if self._news:
            told, self._news = SlotsDescribed(frozenset(map(SlotNode, self._news))), set()
            self.changed.emit(told)
