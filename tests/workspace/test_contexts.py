"""Context values: `now`, what follows from a day and a segment, the layer, the catalogue."""

import calendar
import json
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor import paths
from editor.core.layers import Layer, Origin
from editor.workspace.contexts import Catalogue, context_layer, derive, format_now


class Nameless(tzinfo):
    """A time zone of a system that has no name for it."""

    def utcoffset(self, _moment: datetime | None) -> timedelta:
        return timedelta(hours=1)

    def dst(self, _moment: datetime | None) -> timedelta:
        return timedelta(0)

    def tzname(self, _moment: datetime | None) -> str | None:
        return None


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (
            datetime(2026, 2, 3, 10, 30, tzinfo=ZoneInfo("America/Los_Angeles")),
            "Tuesday, February 3, 2026 at 10:30 AM PST",
        ),
        (
            datetime(2026, 7, 4, 0, 5, tzinfo=ZoneInfo("America/Los_Angeles")),
            "Saturday, July 4, 2026 at 12:05 AM PDT",
        ),
        (datetime(2026, 12, 31, 12, 0, tzinfo=UTC), "Thursday, December 31, 2026 at 12:00 PM UTC"),
        (
            datetime(2026, 1, 1, 23, 59, tzinfo=timezone(timedelta(hours=-3), "ART")),
            "Thursday, January 1, 2026 at 11:59 PM ART",
        ),
        (datetime(2026, 5, 6, 1, 7), "Wednesday, May 6, 2026 at 1:07 AM"),
        (datetime(2026, 5, 6, 1, 7, tzinfo=Nameless()), "Wednesday, May 6, 2026 at 1:07 AM"),
    ],
)
def test_now_is_written_for_people(moment: datetime, expected: str) -> None:
    assert format_now(moment) == expected


@given(st.datetimes(min_value=datetime(1000, 1, 1)))
def test_now_reads_back_as_the_same_minute(moment: datetime) -> None:
    weekday, rest = format_now(moment).split(", ", 1)
    assert weekday == calendar.day_name[moment.weekday()]
    assert datetime.strptime(rest, "%B %d, %Y at %I:%M %p") == moment.replace(
        second=0, microsecond=0
    )
    assert " 0" not in rest


class Foreign(datetime):
    """A moment whose `strftime` answers in the words of another locale."""

    def strftime(self, _format: str) -> str:
        return "Dienstag"


def test_now_is_english_in_every_locale() -> None:
    moment = Foreign(2026, 2, 3, 10, 30)
    assert f"{moment:%A}" == "Dienstag"
    assert format_now(moment) == "Tuesday, February 3, 2026 at 10:30 AM"


def test_a_day_gives_its_written_form_by_the_calendar() -> None:
    assert derive({"day_YYYYMMDD": "20260123"}) == {"day": "Friday, January 23, 2026"}
    assert derive({"day_YYYYMMDD": "20260124"}) == {"day": "Saturday, January 24, 2026"}
    assert derive({"day_YYYYMMDD": "20240229"}) == {"day": "Thursday, February 29, 2024"}


@given(st.dates(min_value=date(1000, 1, 1)))
def test_every_day_gives_its_own_weekday(day: date) -> None:
    found = derive({"day_YYYYMMDD": day.isoformat().replace("-", "")})["day"]
    assert datetime.strptime(found, "%A, %B %d, %Y").date() == day
    assert found.startswith(calendar.day_name[calendar.weekday(day.year, day.month, day.day)])


@pytest.mark.parametrize(
    ("segment", "start", "end"),
    [
        ("143022_300", "2:30 PM", "2:35 PM"),
        ("000000_60", "12:00 AM", "12:01 AM"),
        ("115959_1", "11:59 AM", "12:00 PM"),
        ("235900_300", "11:59 PM", "12:04 AM"),
        ("120000_0", "12:00 PM", "12:00 PM"),
        ("093000_90000", "9:30 AM", "10:30 AM"),
    ],
)
def test_a_segment_gives_its_start_and_end(segment: str, start: str, end: str) -> None:
    assert derive({"segment": segment}) == {"segment_start": start, "segment_end": end}


@given(st.times(), st.integers(0, 10**6))
def test_a_segment_ends_its_length_after_its_start(start: time, seconds: int) -> None:
    begin = datetime.combine(date(2026, 1, 1), start.replace(microsecond=0))
    found = derive({"segment": f"{begin:%H%M%S}_{seconds}"})
    end = begin + timedelta(seconds=seconds)
    assert datetime.strptime(found["segment_start"], "%I:%M %p").time() == begin.time().replace(
        second=0
    )
    assert datetime.strptime(found["segment_end"], "%I:%M %p").time() == end.time().replace(
        second=0
    )


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"day_YYYYMMDD": ""},
        {"day_YYYYMMDD": "20260230"},
        {"day_YYYYMMDD": "2026012"},
        {"day_YYYYMMDD": "202601234"},
        {"day_YYYYMMDD": "2026-1-3"},
        {"day_YYYYMMDD": "00000101"},
        {"day_YYYYMMDD": "٢٠٢٦٠١٢٣"},
        {"day_YYYYMMDD": "20260123\n"},
        {"segment": "143022"},
        {"segment": "143022_"},
        {"segment": "143022_-5"},
        {"segment": "243000_300"},
        {"segment": "146000_300"},
        {"segment": "143060_300"},
        {"segment": "143022_300 "},
        {"segment": "143022_" + "9" * 40},
        {"day": "Friday", "segment_start": "2:30 PM"},
    ],
)
def test_what_is_malformed_gives_nothing(values: dict[str, str]) -> None:
    assert derive(values) == {}


def values_of(layer: Layer) -> dict[str, str]:
    return {name: found.text for name, found in layer.definitions.items()}


def test_the_layer_holds_values_their_forms_and_now() -> None:
    layer = context_layer({"day_YYYYMMDD": 20260123, "who": "ada LOVELACE"}, "The time")
    assert layer.name == "context"
    assert values_of(layer) == {
        "day_YYYYMMDD": "20260123",
        "Day_yyyymmdd": "20260123",
        "who": "ada LOVELACE",
        "Who": "Ada lovelace",
        "now": "The time",
        "Now": "The time",
    }


def test_case_51_none_is_not_set_and_everything_else_is_a_value() -> None:
    layer = context_layer({"a": None, "b": 0, "c": False, "d": "", "e": 1.5}, "n")
    assert values_of(layer) == {
        "b": "0",
        "B": "0",
        "c": "False",
        "C": "False",
        "d": "",
        "D": "",
        "e": "1.5",
        "E": "1.5",
        "now": "n",
        "Now": "N",
    }


def test_a_given_now_wins_and_none_leaves_the_clock() -> None:
    assert values_of(context_layer({"now": "then"}, "clock"))["now"] == "then"
    assert values_of(context_layer({"now": None}, "clock"))["now"] == "clock"


def test_a_name_given_outright_wins_over_a_form() -> None:
    for values in ({"who": "kim", "Who": "KIM"}, {"Who": "KIM", "who": "kim"}):
        layer = context_layer(values, "n")
        assert values_of(layer)["Who"] == "KIM"
        assert values_of(layer)["who"] == "kim"
        assert not layer.definitions["Who"].generated


def test_values_remember_where_they_stand() -> None:
    origin = Origin("contexts/a.yaml")
    layer = context_layer({"a": "x", "b": "y"}, "n", {"a": origin})
    assert layer.definitions["a"].origin == origin
    assert layer.definitions["b"].origin == Origin()


def test_the_shipped_catalogue_is_the_documented_one() -> None:
    catalogue = Catalogue.load(paths.resource("catalogues", "context.json"))
    activity = {
        f"activity_{part}"
        for part in ("id", "type", "description", "level", "entities", "segments", "duration")
    }
    segment = {"segment", "segment_start", "segment_end"}
    plain = {"day", "day_YYYYMMDD", "facet", "activity_md_dir", "now"}
    assert set(catalogue.names()) == plain | segment | activity
    schedules = catalogue.schedules()
    assert {name: schedules[name] for name in plain} == dict.fromkeys(plain)
    assert all(schedules[name] == {"segment", "activity"} for name in segment)
    assert all(schedules[name] == {"activity"} for name in activity)


def test_the_catalogue_names_what_derive_gives() -> None:
    catalogue = Catalogue.load(paths.resource("catalogues", "context.json"))
    examples = {entry.name: entry.example for entry in catalogue.entries}
    derived = {entry.name for entry in catalogue.entries if entry.derived_from}
    found = derive(examples)
    assert set(found) == derived
    assert found == {name: examples[name] for name in derived}
    day = catalogue.find("day")
    assert day is not None
    assert day.derived_from == ("day_YYYYMMDD",)
    assert catalogue.find("nothing") is None


def test_a_catalogue_reads_what_its_file_says(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    entry = {
        "name": "x",
        "description": "D.",
        "example": "E",
        "schedules": ["a", "b"],
        "derived_from": None,
        "kind": "text",
    }
    path.write_text(json.dumps([entry]), "utf-8")
    (found,) = Catalogue.load(path).entries
    assert (found.name, found.description, found.example) == ("x", "D.", "E")
    assert found.schedules == {"a", "b"}
    assert found.derived_from == ()
    assert found.kind == "text"
