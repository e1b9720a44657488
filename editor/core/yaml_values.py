"""Ways to make a node hold a value, the least invasive first."""

from collections.abc import Iterator

from editor.core.edits import Edit
from editor.core.spans import Span
from editor.core.tree import NodeKind
from editor.core.yaml_block_edits import replace_value
from editor.core.yaml_blocks import revised_folded, revised_literal
from editor.core.yaml_places import Place, habits_of
from editor.core.yaml_scalars import (
    check_text,
    double,
    inline_string,
    revised,
    scalar_source,
    single,
)
from editor.core.yaml_writing import STYLES, Written, flow_source, written, written_literal

Edits = tuple[Edit, ...]


def value_edits(place: Place, value: object) -> Iterator[Edits]:
    """Yield edits that may make the node at `place` hold `value`, best first."""
    for edits in _styles(place, value):
        yield edits
    if place.node.tagged:
        for edits in _styles(place, value):
            yield (*_without_tag(place), *edits)


def _styles(place: Place, value: object) -> Iterator[Edits]:
    if isinstance(value, str):
        check_text(value)
        yield from _string(place, value)
        return
    if place.flow:
        yield _flow(place, flow_source(value))
    elif isinstance(value, dict | list | tuple) and value:
        if place.node.style == "flow" and not place.node.alias and place.node.entries:
            yield replace_value(place, Written(flow_source(value)))
        habits = habits_of(place.tree)
        for style in STYLES:
            new = written(value, place.column, habits, place.in_list, style)
            yield replace_value(place, new)
    elif isinstance(value, dict | list | tuple):
        yield replace_value(place, Written(flow_source(value)))
    else:
        old = place.node.span.of(place.tree.text) if place.node.style == "plain" else ""
        yield replace_value(place, Written(scalar_source(value, old)))


def _flow(place: Place, source: str) -> Edits:
    """Put one line of source in the place of a value inside a flow container."""
    text, span, entry = place.tree.text, place.node.span, place.entry
    if len(span) == 0 and entry is not None:
        if entry.key_span is not None and not entry.colon:
            source = f": {source}"
        elif text[span.start - 1] == ":" or place.node.behind > place.node.outer:
            source = f" {source}"
    return (Edit(span, source),)


def _string(place: Place, value: str) -> Iterator[Edits]:
    node, text = place.node, place.tree.text
    style = node.style if node.kind is NodeKind.STRING and not node.alias else "plain"
    if node.block is not None and node.kind is NodeKind.STRING:
        yield from _block_string(place, value)
        yield replace_value(place, Written(double(value)))
        return
    several = "\n" in value
    if style in ("double", "single") or (style == "plain" and node.kind is NodeKind.STRING):
        source = revised(node.span.of(text), style, str(node.value), value)
        if source and (style == "double" or not several):
            yield (Edit(node.span, source),)
        if source and several and "\n" in str(node.value):
            yield (Edit(node.span, source),)
    if several and not place.flow and style != "double":
        yield from _new_literal(place, value)
    for source in _inline(style, value, place.flow):
        yield _flow(place, source) if place.flow else replace_value(place, Written(source))


def _inline(style: str, value: str, flow: bool) -> Iterator[str]:
    """The one-line forms: the old quotes first, double quotes last."""
    if style == "plain":
        yield from inline_string(value, flow)
        return
    quotes = single(value)
    if style == "single" and quotes is not None:
        yield quotes
    yield double(value)


def _new_literal(place: Place, value: str) -> Iterator[Edits]:
    for indicated in (False, True):
        made = written_literal(value, place.column, habits_of(place.tree), indicated)
        if made is not None:
            yield replace_value(place, made)


def _block_string(place: Place, value: str) -> Iterator[Edits]:
    """Ways to keep a block scalar a block scalar."""
    node, lines = place.node, place.tree.lines
    block = node.block
    assert block is not None
    if node.style == "folded":
        made = revised_folded(lines, block, str(node.value), value)
        if made is not None:
            yield made
        yield from _new_literal(place, value)
        return
    indent = block.parent + max(1, min(habits_of(place.tree).step, 9))
    for indicated in (False, True):
        made = revised_literal(lines, block, value, indent, indicated)
        if made is not None:
            yield made
    yield from _new_literal(place, value)


def _without_tag(place: Place) -> Edits:
    """Take the tag away; an anchor stays."""
    node, text = place.node, place.tree.text
    words = node.behind - node.outer and text[node.outer : node.behind].split()
    kept = " ".join(word for word in words or () if word.startswith("&"))
    end = node.behind
    if not kept:
        while end < node.span.start and text[end] in " \t":
            end += 1
    return (Edit(Span(node.outer, end), kept),)
