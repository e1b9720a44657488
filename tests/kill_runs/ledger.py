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
        after_pause: Whether a text is missing that had rested for longer than was promised.
        slack: The milliseconds that the machine is granted in this run.
    """

    large: bool
    ms: float
    after_pause: bool
    slack: float

    @property
    def is_violation(self) -> bool:
        """Whether more is missing than was promised."""
        return self.after_pause or self.ms > (TYPING_LARGE if self.large else TYPING) + self.slack

    @property
    def is_beyond_promise(self) -> bool:
        """Whether it is more than was promised to a machine that is never late."""
        return self.ms > (TYPING_LARGE if self.large else TYPING)


@dataclass(slots=True)
class Ledger:
    """One run of the program, from its notes."""

    lives: dict[int, Life] = field(default_factory=dict)
    events: list[dict[str, object]] = field(default_factory=list)
    keys: int = 0
    latest: float = 0.0
    longest_write: float = 0.0
    is_ready: bool = False
    platform: str = ""

    @property
    def slack(self) -> float:
        """What this machine is granted: how late the program's timers and the disk really were."""
        return NOT_DUE + 2 * self.latest + 2 * self.longest_write

    def hear(self, line: bytes) -> None:
        """Take over one note."""
        event = json.loads(line)
        self.events.append(event)
        what, at = event["what"], event["t"] / 1e6
        if what == "late":
            self.latest = max(self.latest, event["ms"])
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
            return Loss(large, 0.0, False, self.slack)
        first = life.versions[kept + 1]
        ends = [*(each.at for each in life.versions[kept + 2 :]), died]
        rests = [
            end - version.at for version, end in zip(life.versions[kept + 1 :], ends, strict=True)
        ]
        rested = any(rest > PAUSE + self.slack for rest in rests)
        return Loss(large, died - first.at, rested, self.slack)


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
