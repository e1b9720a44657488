"""What must hold for all Nostr events: another content changes the string, and nothing else."""

import json
from dataclasses import dataclass

from hypothesis import example, given
from hypothesis import strategies as st

from editor.core.edits import apply_edits
from editor.core.json_language import JsonLanguage
from editor.formats.event import read_event, unsigned_event, why_no_soul
from tests.properties.json_documents import SCALARS, SPACES, UNITS, exact, loaded

HEAD, TAIL = ("id", "sig"), ("pubkey", "created_at", "tags", "x")
NEW = "[Q;Q]"
"""Characters that no random string holds, so that what is new can be told from what is old."""


@dataclass(frozen=True)
class Written:
    """An event as a file writes it, in pieces: what stands before and behind the content."""

    before: str
    units: tuple[str, ...]
    after: str

    @property
    def text(self) -> str:
        return self.with_string("".join(self.units))

    def with_string(self, inside: str) -> str:
        return f'{self.before}"{inside}"{self.after}'


@st.composite
def events(draw: st.DrawFn, signed: bool | None = None) -> Written:
    """Random fields in a random order and layout; `signed` tells whether `id` and `sig` may be."""
    pool = TAIL if signed is False else (*HEAD, *TAIL)
    names = draw(st.lists(st.sampled_from(pool), max_size=5, unique=True))
    fields = [(json.dumps(name), draw(SCALARS)) for name in names]
    fields.append(('"kind"', "31120"))
    fields = draw(st.permutations(fields))
    units = tuple(draw(st.lists(UNITS.filter(is_not_new), max_size=8)))
    at = draw(st.integers(0, len(fields)))
    space = st.sampled_from(["", " ", "\n  ", "\r\n\t"])

    def written(pairs: list[tuple[str, str]]) -> list[str]:
        return [f"{key}{draw(SPACES)}:{draw(SPACES)}{value}" for key, value in pairs]

    comma = f"{draw(space)},{draw(space)}"
    first, last = written(fields[:at]), written(fields[at:])
    key = f'"content"{draw(SPACES)}:{draw(SPACES)}'
    before = draw(SPACES) + "{" + draw(space) + comma.join([*first, key])
    after = comma.join(["", *last]) + draw(space) + "}" + draw(SPACES)
    return Written(before, units, after)


def fields_of(text: str) -> dict[str, object]:
    fields = loaded(text)
    assert isinstance(fields, dict)
    return fields


def is_not_new(unit: str) -> bool:
    return not set(unit) & set(NEW)


CONTENTS = st.text(st.one_of(st.sampled_from('ab é/\n\\"\u2028\U0001f600'), st.characters()))


@given(events())
def test_the_content_is_what_json_reads_and_the_same_one_changes_no_character(
    event: Written,
) -> None:
    found = read_event(event.text)
    fields = fields_of(event.text)
    assert found.content == fields.pop("content")
    assert {each.name: exact(loaded(each.source)) for each in found.members} == {
        name: exact(value) for name, value in fields.items()
    }
    assert found.around(found.content) == event.text
    assert why_no_soul(event.text) is None


@given(events(), CONTENTS)
@example(Written('{"kind":31120,"content":', (), ',"id":1,"sig":2,"id":3}'), "x")
@example(Written('{"id":1,"kind":31120,"content":', ("\\ud83d", "a", "\\ud83d"), "}"), "\U0001f600")
def test_another_content_reads_back_and_takes_only_the_signature_away(
    event: Written, content: str
) -> None:
    found = read_event(event.text)
    before = fields_of(event.text)
    gone = () if content == before["content"] else ("id", "sig")
    expected = {name: value for name, value in before.items() if name not in gone}
    result = found.around(content)
    assert exact(loaded(result)) == exact(expected | {"content": content})
    assert found.saved(content).source == result
    assert found.saved(content).around(str(before["content"])) == event.text


@given(events(signed=False), CONTENTS)
def test_every_character_outside_the_string_stays(event: Written, content: str) -> None:
    result = read_event(event.text).around(content)
    assert result.startswith(event.before + '"')
    assert result.endswith('"' + event.after)


@given(events())
def test_the_signature_goes_as_any_field_of_a_json_file_goes(event: Written) -> None:
    found = read_event(event.text)
    expected = event.with_string("".join(event.units) + NEW)
    for member in found.members:
        if member.name in ("id", "sig"):
            expected = apply_edits(expected, JsonLanguage().remove(expected, (member.name,)))
    assert found.around(found.content + NEW) == expected


@given(events(signed=False), st.data())
def test_what_was_not_changed_keeps_its_spelling(event: Written, data: st.DataObject) -> None:
    units = event.units
    first = data.draw(st.integers(0, len(units)))
    last = data.draw(st.integers(first, len(units)))
    second = data.draw(st.integers(last, len(units)))
    values = [json.loads(f'"{unit}"') for unit in units]
    content = "".join([*values[:first], NEW, *values[last:second], NEW, *values[second:]])
    parts = (units[:first], (NEW,), units[last:second], (NEW,), units[second:])
    expected = event.with_string("".join("".join(part) for part in parts))
    assert read_event(event.text).around(content) == expected


@given(CONTENTS, st.integers(0, 2**40))
def test_an_exported_event_is_unsigned_and_holds_the_soul(content: str, when: int) -> None:
    text = unsigned_event(content, when)
    expected = {"kind": 31120, "created_at": when, "tags": [], "content": content}
    assert json.loads(text) == expected
    assert read_event(text).content == content
