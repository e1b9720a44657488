"""What was typed and saved before a kill, from the notes, and what may be missing after it.

A text that is missing was younger than the promise when the program died: one second old if typing
had paused for so long, else five seconds, or thirty in a large text (docs/reliability.md).
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

PAUSE, TYPING, TYPING_LARGE = 1_000.0, 5_000.0, 30_000.0
"""Milliseconds of the promises."""
LARGE = 1_000_000
NOT_DUE = 250.0
"""Milliseconds of slack at least: a timer, a switch of threads, the kill itself."""


@dataclass(frozen=True, slots=True)
class Version:
    """A text and when it came to be, in milliseconds of the monotonic clock."""

    at: float
    text: str
    size: int
    dirty: bool


@dataclass(slots=True)
class Life:
    """One open document until the program died."""

    path: str | None
    versions: list[Version] = field(default_factory=list)
    saving: str | None = None
    """The bytes of a save that was begun and has not returned."""

    @property
    def last(self) -> Version:
        return self.versions[-1]

    def at(self, texts: set[str]) -> int:
        """Return the latest version that is one of `texts`, or on the disk; the first at worst."""
        for number in reversed(range(len(self.versions))):
            version = self.versions[number]
            if version.text in texts or not version.dirty:
                return number
        return 0


@dataclass(frozen=True, slots=True)
class Loss:
    """What is missing of one document.

    Attributes:
        large: Whether its text is large.
        ms: The age of the oldest missing key when the program died; 0 if none is missing.
        rest: For how long a missing text had stayed the same, at most.
        slack: The milliseconds that the machine is granted.
    """

    large: bool
    ms: float = 0.0
    rest: float = 0.0
    slack: float = 0.0

    def is_beyond(self, slack: float) -> bool:
        """Whether more is missing than was promised, to a machine that is so late."""
        longest = TYPING_LARGE if self.large else TYPING
        return self.rest > PAUSE + slack or self.ms > longest + slack

    @property
    def is_violation(self) -> bool:
        """Whether more is missing than was promised."""
        return self.is_beyond(self.slack)


@dataclass(slots=True)
class Ledger:
    """One run of the program, from its notes."""

    lives: dict[int, Life] = field(default_factory=dict)
    events: list[dict[str, object]] = field(default_factory=list)
    keys: int = 0
    late: list[tuple[float, float]] = field(default_factory=list)
    longest_write: float = 0.0
    is_ready: bool = False
    platform: str = ""

    def slack(self, since: float) -> float:
        """What the machine is granted: how late the program's timers and the disk really were.

        A timer that is due while the event loop is held up is as late as that; so may the next
        one be that it starts. The same is true of the thread that writes.
        """
        return NOT_DUE + 2 * self.latest(since) + 2 * self.longest_write

    def latest(self, since: float = 0.0) -> float:
        """Return how late the event loop was at most, in notes taken `since` then."""
        return max((ms for at, ms in self.late if at >= since), default=0.0)

    def hear(self, line: bytes) -> None:
        """Take over one note."""
        event = json.loads(line)
        self.events.append(event)
        what, at = event["what"], event["t"] / 1e6
        if what == "late":
            self.late.append((at, event["ms"]))
        elif what == "kept":
            self.longest_write = max(self.longest_write, event["ms"])
        elif what == "ready":
            self.is_ready = True
            self.platform = event["platform"]
        elif what == "opened":
            self.lives[event["doc"]] = Life(event["path"], [_version(event, at)])
        elif what == "text":
            self.lives[event["doc"]].versions.append(_version(event, at))
            self.keys += self.is_ready
        elif what == "saving":
            self.lives[event["doc"]].saving = event["bytes"]
        elif what == "saved":
            life = self.lives[event["doc"]]
            life.saving = None
            last = life.last
            life.versions.append(Version(last.at, last.text, last.size, False))

    def said(self, *whats: str) -> list[dict[str, object]]:
        """Return the notes of these kinds."""
        return [event for event in self.events if event["what"] in whats]

    def loss(self, life: Life, texts: set[str], died: float) -> Loss:
        """Return what is missing of a document if `texts` are all that there is of it."""
        kept = life.at(texts)
        large = life.last.size > LARGE
        if kept == len(life.versions) - 1:
            return Loss(large)
        first = life.versions[kept + 1]
        ends = [*(each.at for each in life.versions[kept + 2 :]), died]
        rests = [
            end - version.at for version, end in zip(life.versions[kept + 1 :], ends, strict=True)
        ]
        return Loss(large, died - first.at, max(rests), self.slack(first.at))


def read_notes(path: Path) -> Ledger:
    """Read all notes of one run; a last line that was cut off is none."""
    ledger = Ledger()
    if path.exists():
        for line in path.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                ledger.hear(line)
    return ledger


def _version(event: dict[str, object], at: float) -> Version:
    text, size, dirty = event["text"], event["size"], event["dirty"]
    assert isinstance(text, str)
    assert isinstance(size, int)
    return Version(at, text, size, bool(dirty))
