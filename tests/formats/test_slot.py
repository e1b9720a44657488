"""Checks of slot files, against places and codes worked out by hand."""

from collections.abc import Mapping

import pytest
import yaml

from editor.core.layers import Scope
from editor.core.placeholders import Braces, Mustache, TokenKind
from editor.core.spans import Position
from editor.formats.base import Surroundings
from editor.formats.slot import SlotFormat, file_layer
from editor.formats.slot_overlay import SlotAround, SlotLayer, SlotLayerName

DEFAULT = "enabled: true\ntemplate: |\n  Hi {{name}}, {{ day }}\nmodel: small\n"


def _around(layer: SlotLayerName, below: str | None, unread: str | None = None) -> Surroundings:
    lower = SlotLayer(SlotLayerName.DEFAULT)
    if below is not None:
        lower = file_layer(SlotLayerName.DEFAULT, "d.yaml", below)
    return Surroundings(slot=SlotAround(layer, lower, unread, Mustache()))


def _found(text: str, around: Surroundings) -> list[tuple[str, str]]:
    """Codes and the text each is about, in order."""
    said = SlotFormat().parse(text).check(Scope(), around)
    return [(each.code, each.span.of(text)) for each in said]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("# only this\n", []),
        ("enabled: false\ntemplate: ''\n", []),
        ("enabled: true\ntemplate: T\nmodel: x\n", []),
        ("- a\n", [("slot-not-mapping", "-")]),
        ("just text\n", [("slot-not-mapping", "j")]),
        ("enabled: [\n", [("unreadable-file", "")]),
        ("enabled: 'yes'\n", [("slot-wrong-type", "'yes'")]),
        ("enabled: 1\ntemplate: 5\n", [("slot-wrong-type", "1"), ("slot-wrong-type", "5")]),
        ("enabled:\n", [("slot-wrong-type", "")]),
        ("enabled: true\n", [("slot-enabled-empty", "enabled")]),
        ("enabled: true\ntemplate: ''\n", [("slot-enabled-empty", "template")]),
        ("enabled: no\nenabled: yes\ntemplate: T\n", [("duplicate-key", "enabled")]),
        ("enabled: no\ntemplte: T\n", [("unknown-field", "templte")]),
        ("enabled: no\ntemplate: a\u200bb\n", [("hidden-character", "\u200b")]),
    ],
)
def test_a_file_of_the_default_layer(text: str, wanted: list[tuple[str, str]]) -> None:
    assert _found(text, _around(SlotLayerName.DEFAULT, None)) == wanted


@pytest.mark.parametrize(
    ("text", "below", "wanted"),
    [
        ("enabled: false\n", DEFAULT, []),
        ("enabled: true\n", None, ["override-without-default", "slot-enabled-empty"]),
        ("enabled: true\n", DEFAULT, ["override-equals-default"]),
        ("enabled: true\nmodel: small\n", DEFAULT, ["override-equals-default"] * 2),
        ("template: ''\n", DEFAULT, ["slot-enabled-empty"]),
        ("template: Hello {{name}} of {{place}}\n", DEFAULT, ["placeholder-not-in-default"]),
        ("template: Hello {{nme}}\n", "enabled: false\ntemplate: ''\n", []),
        ("count: 1\n", "count: true\n", []),
    ],
)
def test_a_file_of_the_app_layer(text: str, below: str | None, wanted: list[str]) -> None:
    found = [code for code, _ in _found(text, _around(SlotLayerName.APP, below))]
    assert sorted(found) == sorted(wanted)


def test_a_placeholder_that_the_default_lacks_is_marked_where_it_stands() -> None:
    text = "template: |\n  Hello {{nmae}}\n"
    (found,) = SlotFormat().parse(text).check(Scope(), _around(SlotLayerName.APP, DEFAULT))
    assert (found.code, found.span.of(text)) == ("placeholder-not-in-default", "{{nmae}}")
    assert "Did you mean {{name}}?" in found.message


def test_a_file_that_no_loader_reads_says_so() -> None:
    around = _around(SlotLayerName.DEFAULT, None, "Only .yaml files are read.")
    assert _found("a: 1\n", around) == [("slot-not-read", "")]
    assert _found("enabled: true\n", around) == [("slot-not-read", "")]


def test_a_slip_of_a_key_can_be_renamed() -> None:
    text = "enabled: no\ntempalte: T\n"
    (found,) = SlotFormat().parse(text).check(Scope(), _around(SlotLayerName.DEFAULT, None))
    (fix,) = found.fixes
    (edit,) = fix.edits
    assert text[: edit.span.start] + edit.text + text[edit.span.end :] == (
        "enabled: no\ntemplate: T\n"
    )


@pytest.mark.parametrize(
    ("text", "values", "wanted"),
    [
        ("{a} {b_2} {{c}} }}", {"a": 1, "b_2": 2}, "1 2 {c} }"),
        ("{{{a}}} {{{{a}}}}", {"a": 1}, "{1} {{a}}"),
        ("{{a} {a}}", {"a": 1}, None),
    ],
)
def test_braces_are_read_as_str_format_does(
    text: str, values: Mapping[str, object], wanted: str | None
) -> None:
    filled, at = "", 0
    for token in Braces().tokens(text):
        part = str(values[token.name]) if token.name is not None else token.text
        filled += text[at : token.span.start] + part
        at = token.span.end
    filled += text[at:]
    if wanted is not None:
        assert filled == wanted == text.format(**values)
    else:
        with pytest.raises(ValueError, match="encountered"):
            text.format(**values)


@pytest.mark.parametrize("text", ["{}", "{0}", "{a.b}", "{a!r}", "{a:>9}", '{"a": 1}', "{ a }"])
def test_other_fields_in_braces_are_text(text: str) -> None:
    assert [each for each in Braces().tokens(text) if each.kind is TokenKind.NAME] == []


def test_a_block_that_begins_with_a_tab_says_how_it_is_read_everywhere() -> None:
    text = "template: |\n  \tx\n"
    fault = file_layer(SlotLayerName.APP, "s.yaml", text).fault
    assert fault is not None
    assert fault.position == Position(2, 3)
    assert fault.message.endswith("behind its | or >, as in |2.")
    mended = file_layer(SlotLayerName.APP, "s.yaml", text.replace("|", "|2"))
    assert mended.mapping == yaml.safe_load(text) == {"template": "\tx\n"}
