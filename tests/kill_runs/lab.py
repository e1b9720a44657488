"""Starts the program, kills it, starts it again and compares, as often as is asked for."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import BinaryIO

from editor.storage.saving import is_temporary
from tests.kill_runs.ledger import Ledger, Loss, read_notes

ROOT = Path(__file__).resolve().parents[2]
TYPIST = Path(__file__).with_name("typist.py")
LINES = "Line with $who and some words.\n"
FILES: dict[str, bytes] = {
    "prompts/agent.md": b'{\n  "title": "Agent"\n}\n' + LINES.encode() * 30,
    "prompts/mixed.md": b"One\r\nTwo\rThree\nFour \xc2\xa0 \xe2\x80\xa8\r\nno end",
    "contexts/friday.yaml": b"facet: work\n# a comment\nday_YYYYMMDD: '20260123'\n",
    "prompts/large.md": (LINES.replace("\n", " ") * 10 + "\n").encode() * 3_500,
}
LONGEST_START = 120.0
"""Seconds until a program that starts must be ready."""
LONGEST_TYPING = 12.0
"""Seconds that it types at most before it is killed."""
LONGEST_CLEANING = 20.0
"""Seconds after a start until no temporary file may be left."""


@dataclass(slots=True)
class Figures:
    """What all runs came to."""

    runs: int = 0
    keys: int = 0
    platform: str = ""
    small: list[Loss] = field(default_factory=list)
    large: list[Loss] = field(default_factory=list)
    saves_cut: int = 0
    offered: int = 0
    recovered: int = 0
    left: int = 0
    discarded: int = 0
    needless: int = 0
    temporary: int = 0
    latest: float = 0.0
    longest_write: float = 0.0
    violations: list[str] = field(default_factory=list)

    def table(self) -> str:
        """Return the figures, one a line."""
        rows = [
            ("runs (each ends by SIGKILL)", self.runs),
            ("platform", self.platform),
            ("changes typed, pasted, undone", self.keys),
            ("texts unsaved when killed, small / large", f"{len(self.small)} / {len(self.large)}"),
            ("largest loss, small texts", f"{_largest(self.small):.0f} ms"),
            ("largest loss, large texts", f"{_largest(self.large):.0f} ms"),
            ("longest rest of a text that is missing", f"{self._rest():.0f} ms"),
            ("losses beyond the promise without any slack", self._beyond()),
            ("largest slack granted", f"{self._slack():.0f} ms"),
            ("saves that the kill cut off", self.saves_cut),
            ("texts offered / recovered / left / discarded", self._offers()),
            ("offers of a text older than what was saved", self.needless),
            ("temporary files a kill left, gone after the start", self.temporary),
            ("event loop late by at most", f"{self.latest:.0f} ms"),
            ("longest writing of a snapshot", f"{self.longest_write:.0f} ms"),
            ("violations", len(self.violations)),
        ]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)

    def _beyond(self) -> int:
        return sum(loss.is_beyond(0.0) for loss in (*self.small, *self.large))

    def _rest(self) -> float:
        return max((loss.rest for loss in (*self.small, *self.large)), default=0.0)

    def _slack(self) -> float:
        return max((loss.slack for loss in (*self.small, *self.large)), default=0.0)

    def _offers(self) -> str:
        return f"{self.offered} / {self.recovered} / {self.left} / {self.discarded}"


def _largest(losses: list[Loss]) -> float:
    return max((loss.ms for loss in losses), default=0.0)


class Lab:
    """One workspace and one state folder, through many deaths."""

    def __init__(self, folder: Path, seed: int, environment: dict[str, str]) -> None:
        self._folder = folder
        self._work = folder / "work"
        self._random = random.Random(seed)
        self.figures = Figures()
        home = folder / "home"
        home.mkdir(parents=True)
        self._environment = {
            **environment,
            "HOME": str(home),
            "PYTHONPATH": str(ROOT),
            **{
                f"PROMPT_EDITOR_{k}_DIR": str(home / k.lower()) for k in ("DATA", "CONFIG", "STATE")
            },
        }
        for name, data in FILES.items():
            path = self._work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self._saved = {str(self._work / name): _digest(data) for name, data in FILES.items()}
        self._seen: dict[str | None, set[str]] = defaultdict(set)
        self._undecided: set[tuple[str | None, str]] = set()
        self._before: Ledger | None = None
        self._died = 0.0

    def run(self, times: int) -> Figures:
        """Start and kill the program so many times, and start it once more at the end."""
        for number in range(times):
            self._start_and_kill(number)
            self.figures.runs += 1
        self._start_and_kill(times, is_last=True)
        return self.figures

    def _start_and_kill(self, number: int, is_last: bool = False) -> None:
        left = _temporary(self._folder)
        notes = self._folder / f"notes-{number}"
        with (self._folder / f"stderr-{number}").open("wb") as said:
            arguments = [sys.executable, str(TYPIST), str(notes), str(self._random.random())[2:]]
            program = subprocess.Popen(
                [*arguments, *self._paths(number)],
                cwd=self._work,
                env=self._environment,
                stderr=said,
            )
            try:
                self._wait_until_ready(program, notes)
                self._compare(number, read_notes(notes))
                self._wait_until_clean(number, left)
                if not is_last:
                    self._wait_for_the_moment(notes)
            finally:
                self._died = time.monotonic() * 1000
                program.send_signal(signal.SIGKILL)
                program.wait()
        self._before = read_notes(notes)
        self._take_over(self._before)

    def _paths(self, number: int) -> list[str]:
        """Every other start gets no paths and opens what was open."""
        return [] if number % 2 else [str(self._work), *map(str, map(self._work.joinpath, FILES))]

    def _wait_until_ready(self, program: "subprocess.Popen[bytes]", notes: Path) -> None:
        end = time.monotonic() + LONGEST_START
        while not read_notes(notes).is_ready:
            if program.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"the program did not start: {notes.name}")
            time.sleep(0.02)

    def _wait_until_clean(self, number: int, left: set[Path]) -> None:
        """What earlier kills left of saves must go; what this program writes now comes and goes."""
        end = time.monotonic() + LONGEST_CLEANING
        while any(path.exists() for path in left):
            if time.monotonic() > end:
                there = sorted(str(path) for path in left if path.exists())
                self.figures.violations.append(f"run {number}: temporary files stay: {there}")
                break
            time.sleep(0.02)
        self.figures.temporary += len(left)

    def _wait_for_the_moment(self, notes: Path) -> None:
        """Let it type for a while; every other time, wait for a save and cut that off."""
        changes = self._random.choice((2, 5, 10, 20, 40, 80))
        is_cut = self._random.random() < 0.5
        with notes.open("rb") as tail:
            tail.seek(0, os.SEEK_END)
            _wait_for(tail, b'"text"', changes, LONGEST_TYPING)
            if is_cut:
                _wait_for(tail, b'"saving"', 1, LONGEST_TYPING)
        time.sleep(self._random.uniform(0.0, 0.006 if is_cut else 1.5))

    # --- what is there after a kill -------------------------------------------------------------

    def _compare(self, number: int, after: Ledger) -> None:
        figures = self.figures
        figures.platform = after.platform
        offers = after.said("recovered", "left", "discarded")
        by_path: dict[str | None, set[str]] = defaultdict(set)
        for offer in offers:
            path, text = _facts(offer)
            by_path[path].add(text)
            if text not in self._seen[path]:
                figures.violations.append(f"run {number}: offered a text nobody typed: {path}")
            if not offer["seen"]:
                figures.violations.append(f"run {number}: an offer is not in sight: {path}")
        figures.offered += len(offers)
        figures.recovered += len(after.said("recovered"))
        figures.left += len(after.said("left"))
        figures.discarded += len(after.said("discarded"))
        self._compare_disk(number)
        self._compare_undecided(number, by_path)
        if self._before is not None:
            self._compare_texts(number, self._before, by_path)
        for offer in offers:
            if offer["what"] != "left":
                self._undecided.discard(_facts(offer))
            else:
                self._undecided.add(_facts(offer))

    def _compare_disk(self, number: int) -> None:
        """Every file is the last version that was saved, or the one whose save was cut off."""
        cut = {} if self._before is None else _cut_off(self._before)
        for path, saved in self._saved.items():
            found = _digest(Path(path).read_bytes())
            if found not in (saved, cut.get(path)):
                self.figures.violations.append(
                    f"run {number}: not a version that was saved: {path}"
                )
            self._saved[path] = found
        self.figures.saves_cut += len(cut)
        there = {str(path) for path in self._work.rglob("*") if path.is_file()}
        strange = there - self._saved.keys() - {str(path) for path in _temporary(self._work)}
        if strange:
            self.figures.violations.append(f"run {number}: files nobody made: {sorted(strange)}")

    def _compare_undecided(self, number: int, offered: dict[str | None, set[str]]) -> None:
        """What nobody decided on is offered until somebody does."""
        for path, text in self._undecided:
            if text not in offered[path] and not self._is_saved_text(path, text):
                self.figures.violations.append(f"run {number}: an offer was dropped: {path}")

    def _compare_texts(
        self, number: int, before: Ledger, offered: dict[str | None, set[str]]
    ) -> None:
        """Nothing that was typed is missing that was older than promised when the program died."""
        figures = self.figures
        figures.latest = max(figures.latest, before.latest())
        figures.longest_write = max(figures.longest_write, before.longest_write)
        for life in before.lives.values():
            name = Path(life.path).name if life.path else "untitled"
            if not life.last.dirty:
                stale = offered[life.path] - {text for _, text in self._undecided}
                figures.needless += bool(life.path and stale)
                continue
            texts = set(offered[life.path])
            if life.path:
                texts.add(self._saved[life.path])  # typed back to what is on the disk
            if life.path and life.saving == self._saved[life.path]:
                continue  # the save that was cut off had come through: nothing is missing
            loss = before.loss(life, texts, self._died)
            (figures.large if loss.large else figures.small).append(loss)
            if loss.is_violation:
                figures.violations.append(f"run {number}: {name}: {loss}")

    def _is_saved_text(self, path: str | None, text: str) -> bool:
        return path is not None and self._saved.get(path) == text

    def _take_over(self, ledger: Ledger) -> None:
        """Remember what was typed, and which saves came through."""
        self.figures.keys += ledger.keys
        for life in ledger.lives.values():
            self._seen[life.path] |= {version.text for version in life.versions}
        for event in ledger.said("saved"):
            path = ledger.lives[_number(event)].path
            if path is not None:
                self._saved[path] = str(event["bytes"])


def _wait_for(tail: BinaryIO, what: bytes, times: int, seconds: float) -> None:
    """Wait until a note of this kind was taken so many times, or for so long."""
    end = time.monotonic() + seconds
    while times > 0 and time.monotonic() < end:
        times -= tail.read().count(b'"what": ' + what)
        time.sleep(0.001)


def _cut_off(before: Ledger) -> dict[str, str]:
    return {
        life.path: life.saving
        for life in before.lives.values()
        if life.path is not None and life.saving is not None
    }


def _facts(event: dict[str, object]) -> tuple[str | None, str]:
    path = event["path"]
    return (None if path is None else str(path), str(event["text"]))


def _number(event: dict[str, object]) -> int:
    number = event["doc"]
    assert isinstance(number, int)
    return number


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _temporary(folder: Path) -> set[Path]:
    return {path for path in folder.rglob(".*") if is_temporary(path.name)}


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """An environment with a display of its own: Xvfb, or none where it is missing."""
    environment = dict(os.environ)
    environment.pop("WAYLAND_DISPLAY", None)
    program = which("Xvfb")
    if program is None:
        yield {**environment, "QT_QPA_PLATFORM": "offscreen"}
        return
    ours, theirs = os.pipe()
    arguments = [program, "-displayfd", str(theirs), "-screen", "0", "1440x900x24"]
    server = subprocess.Popen(
        [*arguments, "-nolisten", "tcp", "-noreset"], pass_fds=[theirs], stderr=subprocess.DEVNULL
    )
    os.close(theirs)
    try:
        with os.fdopen(ours) as told:
            number = told.readline().strip()
        environment.pop("QT_QPA_PLATFORM", None)
        yield {**environment, "DISPLAY": f":{number}"}
    finally:
        server.terminate()
        server.wait()
