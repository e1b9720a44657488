"""Context values: the catalogue of known names, what follows from a day or a segment, and `now`.

Rules: docs/formats.md, Context.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

from editor.core.json_language import JsonLanguage
from editor.core.layers import Definition, Layer, Origin
from editor.core.yaml_language import YamlLanguage
from editor.formats.context import ContextFile, ContextFormat
from editor.formats.definitions import LayerName, layer_with_forms
from editor.formats.runtime_values import RuntimeValue

NOW = "now"

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DAY = re.compile(r"[0-9]{8}")
_SEGMENT = re.compile(r"([0-9]{6})_([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A context variable that prompts can count on.

    Attributes:
        name: The variable's name.
        description: One sentence for people.
        example: A value as it may be given.
        schedules: The schedules it is given for, or None for all.
        derived_from: The names it follows from (see `derive`); empty if it is given.
        kind: What a field for it should offer: ``text``, ``date``, ``segment``, ``number``.
    """

    name: str
    description: str
    example: str
    schedules: frozenset[str] | None
    derived_from: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The known context variables, in the order a panel shows them."""

    entries: tuple[CatalogueEntry, ...] = ()

    @classmethod
    def load(cls, path: Path) -> "Catalogue":
        """Read the catalogue that is shipped with the program.

        Raises:
            OSError, ValueError, KeyError: the installation is broken.
        """
        return cls(tuple(_entry(found) for found in json.loads(path.read_text("utf-8"))))

    def find(self, name: str) -> CatalogueEntry | None:
        """Return the entry called `name`, or None."""
        return next((entry for entry in self.entries if entry.name == name), None)

    def names(self) -> tuple[str, ...]:
        """Return the names in order."""
        return tuple(entry.name for entry in self.entries)

    def schedules(self) -> dict[str, frozenset[str] | None]:
        """Return, for each name, the schedules it is given for (None: all)."""
        return {entry.name: entry.schedules for entry in self.entries}


def _entry(found: Mapping[str, object]) -> CatalogueEntry:
    schedules = found["schedules"]
    return CatalogueEntry(
        str(found["name"]),
        str(found["description"]),
        str(found["example"]),
        frozenset(_texts(schedules)) if schedules is not None else None,
        tuple(_texts(found["derived_from"] or ())),
        str(found["kind"]),
    )


def _texts(found: object) -> Iterable[str]:
    return (str(item) for item in found) if isinstance(found, Iterable) else ()


def format_now(moment: datetime) -> str:
    """Return `moment` as ``Tuesday, February 3, 2026 at 10:30 AM PST``.

    English whatever the locale, no leading zeros. The time zone is the one that `moment` names;
    a moment without one, or on a system that has no name for it, ends with AM or PM.
    """
    zone = moment.tzname()
    text = f"{_written_day(moment.date())} at {_clock(moment)}"
    return f"{text} {zone}" if zone else text


DERIVED = frozenset(("day", "segment_start", "segment_end"))
"""The names that `derive` gives values to."""


def derive(values: Mapping[str, str]) -> dict[str, str]:
    """Return the values that follow from `values` by the calendar.

    ``day`` follows from ``day_YYYYMMDD`` (eight digits of a real day); ``segment_start`` and
    ``segment_end`` from ``segment`` (``HHMMSS_seconds``; an end past midnight is the clock of
    the next day). What is malformed gives nothing. Values that are set outright are the
    caller's to prefer: ``{**derive(values), **values}``.
    """
    result: dict[str, str] = {}
    day = _day(values.get("day_YYYYMMDD", ""))
    if day is not None:
        result["day"] = _written_day(day)
    segment = _segment(values.get("segment", ""))
    if segment is not None:
        result["segment_start"], result["segment_end"] = map(_clock, segment)
    return result


def _day(text: str) -> date | None:
    if not _DAY.fullmatch(text):
        return None
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        return None


def _segment(text: str) -> tuple[datetime, datetime] | None:
    """Start and end of a segment key, on a day of no meaning."""
    match = _SEGMENT.fullmatch(text)
    if match is None:
        return None
    hour, minute, second = (int(match[1][at : at + 2]) for at in (0, 2, 4))
    try:
        start = datetime(2000, 1, 1, hour, minute, second)
    except ValueError:
        return None
    return start, start + timedelta(seconds=int(match[2]))


def _written_day(day: date) -> str:
    return f"{_DAYS[day.weekday()]}, {_MONTHS[day.month - 1]} {day.day}, {day.year}"


def _clock(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


@dataclass(frozen=True, slots=True)
class SavedContext:
    """The values of a context file and where they stand; None is a name that is not set.

    Its runtime layers are by slot and key.
    """

    values: Mapping[str, str | None]
    origins: Mapping[str, Origin]
    slots: Mapping[str, Mapping[str, RuntimeValue]] = field(default_factory=dict)


def parse_context(path: Path, text: str) -> ContextFile:
    """Understand the text of a context file in the language that its name tells."""
    return ContextFormat(JsonLanguage() if path.suffix == ".json" else YamlLanguage()).parse(text)


def saved_context(file: ContextFile, name: str) -> SavedContext:
    """Return what a context file says; a name whose value is no scalar is left out.

    Args:
        file: The parsed file.
        name: The file as the workspace names it, for the origins.
    """
    origins = {found.name: found.origin for found in file.definitions(name)}
    return SavedContext(
        {found: value.text for found, value in file.values.items()},
        {found: origin for found, origin in origins.items() if origin is not None},
        file.slots,
    )


def context_layer(
    values: Mapping[str, object], now: str, origins: Mapping[str, Origin] | None = None
) -> Layer:
    """Return the context layer: what a caller gives, its uppercase-first forms, and `now`.

    Args:
        values: Names and values; None means not set, everything else becomes ``str(value)``.
        now: The value of ``now`` where `values` has none (see `format_now`).
        origins: Where values come from, for those that stand in a file.
    """
    known = origins or {}
    given = {name: str(value) for name, value in values.items() if value is not None}
    return layer_with_forms(
        LayerName.CONTEXT,
        [
            Definition(name, value, LayerName.CONTEXT, known.get(name, Origin()))
            for name, value in {NOW: now, **given}.items()
        ],
    )
