"""Nostr events that are no souls, told by the command."""

import json

from tests.cli.running import Make, Run

OTHER = '{"kind": 1, "content": "a note"}\n'
BROKEN = '{"kind": 31120,\n "content": "a", "content": "b"}\n'


def test_a_check_tells_of_another_kind_and_of_an_event_that_is_not_sound(
    make: Make, run: Run
) -> None:
    make({"note.json": OTHER, "a.json": '{"name": "x"}\n'})
    found = run("check", "note.json", "a.json")
    assert (found.code, found.err) == (0, "")
    assert found.text == (
        "note.json:1:10: info not-a-soul "
        "This is a Nostr event of kind 1, not a soul (kind 31120).\n"
    )


def test_case_47_a_content_that_stands_twice_is_neither_rendered_nor_set(
    make: Make, run: Run
) -> None:
    root = make({"broken.json": BROKEN})
    assert run("check", "broken.json").code == 1
    for arguments in (("render", "broken.json"), ("set", "broken.json", "0.limit", "3")):
        found = run(*arguments)
        assert (found.code, found.out) == (2, b"")
        assert "content of this Nostr event stands more than once (line 2)" in found.err
    assert (root / "broken.json").read_text() == BROKEN


def test_a_clean_set_writes_nothing_and_keeps_the_signature(make: Make, run: Run) -> None:
    soul = "Y\n---template---\n- section: a\n  role: user\n  limit: 3\n"
    event = {"id": "x", "kind": 31120, "content": soul, "sig": "y"}
    root = make({"soul.json": json.dumps(event)})
    before = (root / "soul.json").stat().st_mtime_ns
    assert run("set", "soul.json", "0.limit", "3").code == 0
    assert (root / "soul.json").stat().st_mtime_ns == before
    assert json.loads((root / "soul.json").read_text()) == event
