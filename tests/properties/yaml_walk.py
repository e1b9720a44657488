"""Walks over YAML in any layout: comments stay, and so does what stands around the entry."""

import re
from collections import Counter
from random import Random
from typing import Any

import yaml

from editor.core.yaml_language import YamlLanguage
from tests.properties.data_walk import Place, Span, Walk


def yaml_nodes(text: str) -> dict[Place, tuple[int, int, int]]:
    """Where each entry, its value and the value's end stand, as PyYAML in Python composes it."""
    spans: dict[Place, tuple[int, int, int]] = {}
    loader = yaml.SafeLoader("")

    def read(node: Any, path: Place, entry: int | None = None) -> None:
        start, end = node.start_mark.index, node.end_mark.index
        spans[path] = (start if entry is None else entry, start, end)
        if isinstance(node, yaml.MappingNode):
            for key, child in node.value:
                name = loader.construct_object(key, deep=True)
                read(child, (*path, name), key.start_mark.index)
        elif isinstance(node, yaml.SequenceNode):
            for number, child in enumerate(node.value):
                read(child, (*path, number))

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is not None:
        read(root, ())
    return spans


COMMENT = re.compile(r"#c\d+")


class YamlWalk(Walk):
    """YAML in any layout: comments stay, and so does what stands around the entry."""

    language = YamlLanguage()

    def loaded(self, text: str) -> Any:
        return unshared(yaml.safe_load(text))

    def may_refuse(self, path: Place) -> bool:
        return "&A" in self.text

    def check_rest(self, operation: str, path: Place, before: str) -> None:
        if "&A" in before:
            return  # an alias is composed where its anchor stands
        old, after = yaml_nodes(before), self.text
        first = _alike(before, after)  # the old text from here to `last` is not there any more
        last = len(before) - min(
            _alike(before[::-1], after[::-1]), min(len(before), len(after)) - first
        )
        told = (ascii(before), operation, path, ascii(after))
        # The value that is set, or the container of what comes, goes or moves; comments and the
        # container's key stand between it and the scalars above and below.
        place = path if operation == "set" else path[:-1]
        low, high = _around(old, place, len(before))
        assert low <= first, told
        assert last <= high, told
        kept = Counter(COMMENT.findall(before)) - Counter(COMMENT.findall(after))
        if operation in ("remove", "set"):
            kept -= Counter(COMMENT.findall(before[slice(*_around(old, path, len(before)))]))
        assert not kept, told


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _around(spans: dict[Place, tuple[int, int, int]], place: Place, length: int) -> Span:
    """From the end of the scalar above a place to the start of the entry below it."""
    if not place:
        return 0, length
    start, _, end = spans[place]
    others = {path: span for path, span in spans.items() if path[: len(place)] != place}
    parents = {path[:-1] for path in spans if path}
    above = max((s[2] for p, s in others.items() if p not in parents and s[2] <= start), default=0)
    below = min((s[0] for s in others.values() if s[0] >= end), default=length)
    return above, below


def unshared(value: Any) -> Any:
    """A copy in which nothing stands at two places."""
    if isinstance(value, dict):
        return {key: unshared(child) for key, child in value.items()}
    return [unshared(child) for child in value] if isinstance(value, list) else value


class YamlWriter:
    """Writes a YAML document by hand, with comments that can be told apart."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.comments = 0
        self.anchors = 0
        self.step = random.randint(1, 4)
        self.shares = random.random() < 0.15

    def pick(self, *options: str) -> str:
        return self.random.choice(list(options))

    def comment(self) -> str:
        self.comments += 1
        return f"#c{self.comments}"

    def scalar(self) -> str:
        source = self.pick("1", "1.10", "0644", "true", "No", "~", "word", "two words", "né 😀",
                           "''", "'it''s'", '""', '"tab\\t \\u00e9 \\" q"', '"a # b"', "'x: y'",
                           "2024-06-01", "!!str 5", "12:30")  # fmt: skip
        if self.shares and self.random.random() < 0.3:
            self.anchors += 1
            return f"&A{self.anchors} {source}"
        if self.anchors and self.random.random() < 0.3:
            return f"*A{self.random.randint(1, self.anchors)}"
        return source

    def flow(self, depth: int) -> str:
        parts = [self.flow(depth - 1) if depth and self.random.random() < 0.3 else self.scalar()
                 for _ in range(self.random.randint(0, 3))]  # fmt: skip
        if self.random.random() < 0.5:
            return "[" + self.pick(", ", ",  ").join(parts) + "]"
        return "{" + ", ".join(f"k{n}: {part}" for n, part in enumerate(parts)) + "}"

    def lines(self, column: int, depth: int) -> list[str]:
        """The lines of a block mapping or list."""
        items = self.random.random() < 0.4
        found: list[str] = []
        for number in range(self.random.randint(1, 4)):
            if number and self.random.random() < 0.3:
                found += self.random.choice(
                    [[""], [" " * column + self.comment()], ["", self.comment()]]
                )
            head = " " * column + ("-" if items else self.random.choice(
                [f"k{number}:", f'"q {number}":', f"'é{number}':"]))  # fmt: skip
            found += self.entry(head, column, depth)
        return found

    def entry(self, head: str, column: int, depth: int) -> list[str]:
        tail = f"  {self.comment()}" if self.random.random() < 0.25 else ""
        kind = self.pick("scalar", "scalar", "flow", "block", "deeper", "none", "lines")
        inside = " " * (column + self.step)
        if kind == "deeper" and depth:
            return [head + tail, *self.lines(column + self.step, depth - 1)]
        if kind == "block":
            body = [inside + self.pick("text", "  deeper", "trail  ", "- dash", "") for _ in "abc"]
            return [f"{head} {self.pick('|', '>', '|-', '|+', '>-')}{tail}", inside + "first",
                    *(line.rstrip(" ") if not line.strip() else line for line in body)]  # fmt: skip
        if kind == "none":
            return [head + tail]
        if kind == "lines":
            return [f"{head} one", inside + "two", "", inside + "three"]
        return [f"{head} {self.flow(1) if kind == 'flow' else self.scalar()}{tail}"]


def yaml_text(random: Random) -> str:
    """A YAML document in a layout of its own that its consumers can read."""
    writer = YamlWriter(random)
    ending = random.choice(["\n", "\n", "\r\n", "\r"])
    lines = writer.lines(0, 2)
    if random.random() < 0.3:
        lines = [writer.comment(), "", *lines]
    if random.random() < 0.3:
        lines += [random.choice(["", writer.comment()])]
    return ending.join(lines) + random.choice([ending, ending, ""])
