"""A walk over a text of data: edit after edit, each held to what consumers must read.

A text that many edits have gone over has layouts that nobody writes by hand.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from editor.core.edits import EditRefused, apply_edits
from editor.core.tree import Language
from tests.properties.json_documents import exact

Place = tuple[str | int, ...]
Span = tuple[int, int]

WORDS = ["", "a", "two words", "it's", 'say "x"', "né😀", "$who {x}", "a: b", " #c", "- x", "no",
         "1.10", "~", "l1\nl2", "l1\n\n  l2\n", " pad ", "\t", "\x85", "\u2028", "\ufeff", "\x00",
         "tr\\ail\\", "%x", "@y", "`z`", "&a", "*b", "!t", "|", ">", "?", "---", "...",
         "\xa0"]  # fmt: skip
KEYS = ["a", "b", "two words", "k.d", "é", "no", "1", "x-y", "", "l\nl", "#", "😀"]


def value_of(random: Random, depth: int = 2) -> Any:
    """A value of any kind, small."""
    kind = random.randint(0, 9 if depth else 6)
    if kind <= 3:
        return random.choice(WORDS)
    if kind == 4:
        return random.choice([0, 7, -3, 1.5, 10**20, 1e300, -0.0])
    if kind == 5:
        return random.choice([True, False])
    if kind == 6:
        return None
    if kind == 7:
        return [value_of(random, depth - 1) for _ in range(random.randint(0, 3))]
    return {random.choice(KEYS): value_of(random, depth - 1) for _ in range(random.randint(0, 3))}


def places(value: Any, path: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every place in a value with what is there, the value itself first."""
    yield path, value
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(child, (*path, key))


def at(value: Any, path: Place) -> Any:
    for step in path:
        value = value[step]
    return value


class Walk:
    """Edits of one text in one language; `value` is what the text must be read as."""

    def __init__(self, random: Random, text: str) -> None:
        self.random = random
        self.text = text
        self.value = self.loaded(text)
        self.done: Counter[str] = Counter()
        self.log: list[object] = [text]

    # What the languages differ in.

    language: Language

    def loaded(self, text: str) -> Any:
        """What the consumers of such a file read."""
        raise NotImplementedError

    def check_rest(self, operation: str, path: Place, before: str) -> None:
        """What the edit did not mean is where and as it was."""
        raise NotImplementedError

    def may_refuse(self, path: Place) -> bool:
        """Whether an edit of this place may be refused."""
        raise NotImplementedError

    # One step.

    def step(self) -> None:
        """Make one edit and look at all of the text."""
        found = list(places(self.value))
        path, here = found[self.random.randint(0, len(found) - 1)]
        operations = ["set", "remove", "move"] if path else []
        if isinstance(here, dict | list) or not operations:
            operations += ["insert", "insert"]
        operation = self.random.choice(operations)
        wanted = copy.deepcopy(self.value)
        before = self.text
        try:
            path, edits = getattr(self, f"_{operation}")(wanted, path)
        except EditRefused:
            if not self.may_refuse(path):
                raise
            self.done[f"{operation} refused"] += 1
            return
        self.log.append((operation, path, edits))
        self.text = apply_edits(before, edits)
        read = self.loaded(self.text)
        if read is None and not wanted:
            wanted = None  # the last entry of a YAML text went
        same = repr(read) == repr(wanted)
        if operation == "set":  # keys that were there keep their order
            same = exact(read) == exact(wanted)
        assert same, (ascii(before), operation, path, ascii(self.text), ascii(wanted))
        if self.text != before:
            self.check_rest(operation, path, before)
        self.value = read
        self.done[operation] += 1

    def _set(self, wanted: Any, path: Place) -> Any:
        old = at(wanted, path)
        new = value_of(self.random)
        if isinstance(old, str) and self.random.randint(0, 2):
            cut = self.random.randint(0, len(old))
            new = old[:cut] + self.random.choice(WORDS) + old[cut + self.random.randint(0, 2) :]
        at(wanted, path[:-1])[path[-1]] = new
        return path, self.language.set(self.text, path, new)

    def _remove(self, wanted: Any, path: Place) -> Any:
        del at(wanted, path[:-1])[path[-1]]
        return path, self.language.remove(self.text, path)

    def _insert(self, wanted: Any, path: Place) -> Any:
        holder, new = at(wanted, path), value_of(self.random)
        if isinstance(holder, list):
            index = self.random.randint(0, len(holder))
            holder.insert(index, new)
            return (*path, index), self.language.insert(self.text, (*path, index), new)
        key = next(
            key for key in [*self.random.sample(KEYS, len(KEYS)), *map(str, range(99))]
            if key not in holder
        )  # fmt: skip
        pairs = list(holder.items())
        index = self.random.randint(0, len(pairs))
        pairs.insert(index, (key, new))
        before = pairs[index + 1][0] if index + 1 < len(pairs) else None
        holder.clear()
        holder.update(pairs)
        return (*path, key), self.language.insert(self.text, (*path, key), new, before)

    def _move(self, wanted: Any, path: Place) -> Any:
        holder = at(wanted, path[:-1])
        index = self.random.randint(0, len(holder) - 1)
        if isinstance(holder, list):
            holder.insert(index, holder.pop(int(path[-1])))
        else:
            pairs = list(holder.items())
            here = list(holder).index(path[-1])
            pairs.insert(index, pairs.pop(here))
            holder.clear()
            holder.update(pairs)
        return path, self.language.move(self.text, path, index)
