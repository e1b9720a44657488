"""Nostr events: which are souls, what is said of the others, and how one is written back."""

import json

import pytest

from editor.core.diagnostics import Severity
from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.formats.base import Surroundings
from editor.formats.event import (
    Member,
    NotASoul,
    is_soul_event,
    read_event,
    unsigned_event,
    why_no_soul,
)
from editor.formats.kinds import format_for

EVENT = """{
  "id": "ab12",
  "pubkey": "f60d",
  "created_at": 1769205600,
  "kind": 31120,
  "tags": [["d", "night"],
           ["t", "x\\/y"]],
  "content": "# Caf\\u00e9\\n\\nRead \\/etc\\/x.\\n",
  "sig": "91fc"
}
"""


def test_the_soul_and_what_stands_beside_it() -> None:
    event = read_event(EVENT)
    assert event.content == "# Café\n\nRead /etc/x.\n"
    assert event.members == (
        Member("id", '"ab12"'),
        Member("pubkey", '"f60d"'),
        Member("created_at", "1769205600"),
        Member("kind", "31120"),
        Member("tags", '[["d", "night"],\n           ["t", "x\\/y"]]'),
        Member("sig", '"91fc"'),
    )
    assert event.signature == ("id", "sig")


def test_another_soul_keeps_the_style_of_the_string_and_every_other_line() -> None:
    text = read_event(EVENT).around("# Café\n\nRead /etc/x and /tmp/é.\n")
    lines = EVENT.splitlines()
    content = '  "content": "# Caf\\u00e9\\n\\nRead \\/etc\\/x and \\/tmp\\/\\u00e9.\\n"'
    assert text.splitlines() == [lines[0], *lines[2:7], content, lines[9]]


def test_an_event_on_one_line() -> None:
    text = '{"id":"a","kind":31120,"content":"é","sig":"b","tags":[]}'
    assert read_event(text).around("é€") == '{"kind":31120,"content":"é€","tags":[]}'


def test_case_38_an_ascii_file_stays_ascii() -> None:
    text = '{"kind": 31120, "tags": [["t", "caf\\u00e9"]], "content": "a", "n": 1.0}'
    assert read_event(text).around("a\U0001f600é") == text.replace(
        '"a"', '"a\\ud83d\\ude00\\u00e9"'
    )


def test_case_58_an_escaped_half_of_a_pair_stays_as_it_is_written() -> None:
    text = '{"kind": 31120, "content": "keep \\uD83D, and é"}'
    event = read_event(text)
    assert event.content == "keep \ud83d, and é"
    assert event.around("keep \ud83d, and é!") == text.replace("é", "é!")
    assert event.around("\udc00 keep \ud83d, and é") == text.replace("keep", "\\udc00 keep")


def test_undoing_what_was_saved_gives_the_file_back_that_was_opened() -> None:
    saved = read_event(EVENT).saved("x")
    assert (saved.content, saved.signature) == ("x", ())
    assert saved.source == read_event(EVENT).around("x")
    assert saved.saved("xy").around("# Café\n\nRead /etc/x.\n") == EVENT
    assert saved.opened == EVENT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"kind": 1, "content": "hi"}', "a Nostr event of kind 1, not a soul (kind 31120)."),
        ('{"kind": 31120, "tags": []}', "has no content"),
        ('{"kind": 31120, "content": ["x"]}', "content of this Nostr event is not a string"),
        ('{"kind": 31120, "content": null}', "content of this Nostr event is not a string"),
        ('{"kind": 31120,\n"content": "a",\n"content": "b"}', "more than once (lines 2, 3)"),
        ('{"kind": 31120, "kind": 31120, "content": "b"}', "more than once (line 1)"),
        ('{"kind": 31120, "content": "a",}', "a comma before '}' is not allowed (line 1, column"),
        ('{"kind": 31120, "content": "a\n"}', "must close on its line"),
        ('{"kind": 31120.0, "content": "a"}', None),
        ('{"kind": 31120e0, "content": "a"}', None),
        ('{"kind": "31120", "content": "a"}', None),
        ('{"kind": true, "content": "a"}', None),
        ('[{"kind": 31120, "content": "a"}]', None),
        ('{"name": "x"}', None),
        ('{"kind": 3, "contents": "x"}', None),
        ("", None),
        ("{", None),
        ("[" * 5000 + '"kind"', None),
    ],
)
def test_case_47_what_is_no_soul_is_refused_with_a_reason(text: str, message: str | None) -> None:
    with pytest.raises(NotASoul):
        read_event(text)
    found = why_no_soul(text)
    assert (found is None) is (message is None)
    if found is not None and message is not None:
        assert message in found.message


def test_a_soul_is_known_by_its_kind_alone() -> None:
    assert is_soul_event(EVENT.encode())
    assert is_soul_event(b"\xef\xbb\xbf" + EVENT.encode())
    assert is_soul_event(b'{"kind": 31120, "content": 5}')
    assert not is_soul_event(EVENT.replace("31120", "31121").encode())
    assert not is_soul_event(b'{"kind": 1, "content": "31120"}')
    assert not is_soul_event(b'{"kind": 31120, "content": "\xe9"}')
    assert not is_soul_event(b'[{"kind": 31120}]')


def test_a_check_says_why_a_json_file_is_no_soul() -> None:
    def said(text: str, suffix: str = ".json") -> list[tuple[str, str, int]]:
        found = format_for(FileKind.TEXT, suffix).parse(text).check(Scope(), Surroundings())
        return [(each.code, each.severity, each.span.start) for each in found]

    other, broken = '{"content": "hi", "kind": 1}', '{"kind": 31120, "content": 5}'
    assert said(other) == [("not-a-soul", Severity.INFO, other.index("1"))]
    assert said(broken) == [("not-a-soul", Severity.ERROR, broken.index("5"))]
    assert said(other, ".txt") == said('{"a": 1}') == said("no json") == []


def test_an_unsigned_event_has_what_a_signer_needs_and_no_more() -> None:
    text = unsigned_event('é "\n\ud83d', 7)
    assert json.loads(text) == {
        "kind": 31120,
        "created_at": 7,
        "tags": [],
        "content": 'é "\n\ud83d',
    }
    assert "é" in text
