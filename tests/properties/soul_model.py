"""What section commands must do to a text, told line by line with PyYAML's own marks."""

import re
from dataclasses import dataclass
from typing import Any

import yaml

MARKER = "---template---"


def template_of(text: str) -> str:
    """The text below the marker line, with its own line ends."""
    found = re.search(rf"(?:^|(?<=[\r\n])){MARKER}[ \t]*(?:\r\n|\n|\r|\Z)", text)
    return text[found.end() :] if found else ""


def loaded(text: str) -> list[Any]:
    """The section list as a consumer reads it."""
    folded = template_of(text).replace("\r\n", "\n").replace("\r", "\n")
    return yaml.safe_load(folded) or []


@dataclass
class Block:
    """One section: the numbers of its first comment line, its first line and behind its last."""

    above: int
    first: int
    end: int


def blocks(text: str) -> tuple[list[str], list[Block]]:
    """The lines of the template part with their ends, and where each section stands."""
    template = template_of(text)
    lines = re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z", template)
    root = yaml.compose("".join(re.sub(r"[\r\n]+\Z", "\n", line) for line in lines))
    found = []
    for node in root.value if root is not None else ():
        first = node.start_mark.line
        while not lines[first].lstrip(" ").startswith("-"):
            first -= 1
        end = last_line(node) + 1
        while end - 1 > first and not lines[end - 1].strip():
            end -= 1
        column = len(lines[first]) - len(lines[first].lstrip(" "))
        for number in range(end, len(lines)):  # a comment that stands deeper is part of it
            shown = lines[number].strip()
            if shown and not (shown[0] == "#" and lines[number].startswith(" " * (column + 1))):
                break
            end = number + 1 if shown else end
        above = first
        while above and lines[above - 1].startswith(" " * column + "#"):
            above -= 1
        found.append(Block(above if above else first, first, end))
    return lines, found


def last_line(node: yaml.Node) -> int:
    """The number of the last line that says something of a value."""
    if isinstance(node, yaml.ScalarNode):
        inside = node.style not in ("|", ">") and node.end_mark.column > 0
        return node.end_mark.line if inside else node.end_mark.line - 1
    if node.flow_style:
        return node.end_mark.line
    children = [
        part for pair in node.value for part in (pair if isinstance(pair, tuple) else [pair])
    ]
    return max(node.start_mark.line, *map(last_line, children)) if children else node.end_mark.line


def moved(text: str, index: int, to: int) -> str:
    """The text with section `index` as number `to`; what stands between sections stays there."""
    lines, found = blocks(text)
    own = ["".join(lines[each.above : each.end]) for each in found]
    starts = [each.above for each in found]
    gaps = [
        "".join(lines[a.end : b]) for a, b in zip(found, [*starts[1:], len(lines)], strict=True)
    ]
    own.insert(to, own.pop(index))
    head = "".join(lines[: starts[0]])
    template = template_of(text)
    body = "".join(part for pair in zip(own, gaps, strict=True) for part in pair)
    return text[: len(text) - len(template)] + head + body


def removed(text: str, index: int) -> str:
    """The text without the lines of section `index` and the comments directly above it."""
    lines, found = blocks(text)
    gone = found[index]
    template = template_of(text)
    kept = "".join([*lines[: gone.above], *lines[gone.end :]])
    return text[: len(text) - len(template)] + kept


def outside(text: str, index: int) -> tuple[str, str]:
    """What stands before and behind the lines of section `index`."""
    lines, found = blocks(text)
    block = found[index]
    template = template_of(text)
    head = text[: len(text) - len(template)] + "".join(lines[: block.first])
    return head, "".join(lines[block.end :])
