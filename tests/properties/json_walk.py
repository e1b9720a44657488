"""Walks over JSON in any layout: numbers keep their spelling, strings their escapes."""

import json
import re
from collections import Counter
from random import Random
from typing import Any

from editor.core.json_language import JsonLanguage
from tests.properties.data_walk import KEYS, Place, Walk, value_of


class Spelled(float):
    """A number of JSON that remembers how it is written."""

    def __new__(cls, source: str) -> "Spelled":
        made = super().__new__(cls, source)
        made.source = source
        return made

    source: str

    def __repr__(self) -> str:
        return self.source

    def __deepcopy__(self, _memo: object) -> "Spelled":
        return self


BLANKS = re.compile(r"[ \t\r\n]*")
BARE = re.compile(r"[-+.\w]+")


def json_spans(text: str) -> dict[Place, tuple[int, int, int]]:
    """Where each entry, its value and the value's end stand, by a reader of the tests' own."""
    spans: dict[Place, tuple[int, int, int]] = {}

    def skip(index: int) -> int:
        found = BLANKS.match(text, index)
        assert found is not None
        return found.end()

    def read(index: int, path: Place, entry: int | None = None) -> int:
        index = skip(index)
        start = index
        if text[index] in "{[":
            keyed, number = text[index] == "{", 0
            index = skip(index + 1)
            while text[index] not in "}]":
                begin: int | None = None
                key: str | int = number
                if keyed:
                    begin = index
                    key, index = json.decoder.scanstring(text, index + 1)
                    index = skip(index) + 1
                index = skip(read(index, (*path, key), begin))
                number += 1
                if text[index] == ",":
                    index = skip(index + 1)
            end = index + 1
        elif text[index] == '"':
            end = json.decoder.scanstring(text, index + 1)[1]
        else:
            bare = BARE.match(text, index)
            assert bare is not None
            end = bare.end()
        spans[path] = (start if entry is None else entry, start, end)
        return end

    read(0, ())
    return spans


class JsonWalk(Walk):
    """JSON in any layout; numbers keep their spelling, strings their escapes."""

    language = JsonLanguage()

    def loaded(self, text: str) -> Any:
        return json.loads(text, parse_int=Spelled, parse_float=Spelled)

    def may_refuse(self, path: Place) -> bool:
        return False

    def check_rest(self, operation: str, path: Place, before: str) -> None:
        old, new = json_spans(before), json_spans(self.text)
        if operation == "set":
            _, start, end = old[path]
            assert self.text.startswith(before[:start]), self.log
            assert self.text.endswith(before[end:]), self.log
            return
        parent = path[:-1]
        _, start, end = old[parent]
        assert self.text.startswith(before[: start + 1]), self.log
        assert self.text.endswith(before[end - 1 :]), self.log
        ours = sorted(_sources(before, old, parent))
        theirs = sorted(_sources(self.text, new, parent))
        if operation != "move":  # one more, or one less; the others are as they were
            more, fewer = (ours, theirs) if operation == "remove" else (theirs, ours)
            assert not Counter(fewer) - Counter(more), self.log
            assert len(more) == len(fewer) + 1, self.log
        else:
            assert ours == theirs, self.log


def _sources(text: str, spans: dict[Place, tuple[int, int, int]], parent: Place) -> list[str]:
    return [
        text[start:end] if isinstance(path[-1], str) else text[value:end]
        for path, (start, value, end) in spans.items()
        if len(path) == len(parent) + 1 and path[:-1] == parent
    ]


def json_text(random: Random) -> str:
    """A JSON document in a layout of its own."""
    blanks = random.choice([[""], ["", " "], ["", " ", "\n", "\r\n\t", "  "]])

    def gap() -> str:
        return random.choice(blanks)

    def written(value: Any) -> str:
        if isinstance(value, dict):
            inner = f",{gap()}".join(
                f"{written(key)}{gap()}:{gap()}{written(child)}" for key, child in value.items()
            )
            return "{" + gap() + inner + gap() + "}"
        if isinstance(value, list):
            return "[" + gap() + f"{gap()},{gap()}".join(map(written, value)) + gap() + "]"
        if isinstance(value, float | int) and not isinstance(value, bool):
            return random.choice(["1.10", "1e5", "-0", "0.50", "12345678901234567890", "7"])
        return json.dumps(value, ensure_ascii=random.random() < 0.5)

    value = {key: value_of(random) for key in random.sample(KEYS, random.randint(0, 4))}
    if random.random() < 0.4:
        indent = random.choice([2, 4, "\t", None])
        text = json.dumps(value, indent=indent, ensure_ascii=random.random() < 0.5)
        return text.replace("\n", random.choice(["\n", "\r\n"])) + random.choice(["", "\n"])
    return gap() + written(value) + gap()
