"""The values of YAML as its consumers load them, and faults in plain words.

`yaml.safe_load` runs PyYAML's pure Python loader; positions come from its C loader, which
reads a little more (a tab behind a colon, for one). A text is valid only if both give the same
value (docs/formats.md, Files). The Python loader is some ten times slower, so it is asked
for short texts and for texts that hold what the two are known to read differently.
"""

import re
from collections.abc import Callable
from typing import cast

import yaml

from editor.core.diagnostics import ParseFault

_ALWAYS_CHECKED = 500
_QUOTED = 60
"""Characters of a value that a message quotes."""
_LONGEST_WORDS = 200
"""Characters of PyYAML's own words, which quote tags."""
_DOUBTFUL = re.compile("[\t\x85\u2028\u2029]|\r(?!\n)|^%", re.MULTILINE)
_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LOAD_FAULTS = (
    ValueError,
    KeyError,
    AttributeError,
    TypeError,
    IndexError,
    OverflowError,
)
"""What PyYAML's constructors raise for a value that its type does not allow."""
_MERGE = ("tag:yaml.org,2002:merge", "tag:yaml.org,2002:value")


class Loader(yaml.CSafeLoader):
    """PyYAML's C parser and safe constructor, which remembers each node's value."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.source = text

    def take(self) -> yaml.Event:
        """Return the next event of the C parser."""
        return cast(yaml.Event, self.get_event())

    def tag_of(self, kind: type[yaml.Node], value: str | None, implicit: object) -> str:
        """Return the tag that a node without one resolves to."""
        resolve = cast(Callable[..., str], self.resolve)
        return resolve(kind, value, implicit)

    def construct_all(self, root: yaml.Node) -> None:
        """Construct `root` and everything below it, as `yaml.safe_load` does.

        Raises:
            ParseFault: a value that its type does not allow, such as a day 32.
            yaml.YAMLError: an unknown tag or a key that cannot be one.
        """
        try:
            self.construct_object(root)
            while self.state_generators:
                waiting = self.state_generators
                self.state_generators = []
                for generator in waiting:
                    for _ in generator:
                        pass
        except LOAD_FAULTS as error:
            raise self._fault(root) from error

    def value_of(self, node: yaml.Node) -> object:
        """Return the loaded value of `node`, a node of the constructed document."""
        if node in self.constructed_objects:
            return cast(object, self.constructed_objects[node])
        if isinstance(node, yaml.ScalarNode) and node.tag in _MERGE:
            return node.value
        return cast(object, self.construct_object(node, deep=True))

    def _fault(self, node: yaml.Node) -> ParseFault:
        """Find the scalar that cannot be constructed."""
        start = place_of(node.start_mark)
        waiting: list[yaml.Node] = [node]
        while waiting:
            found = waiting.pop()
            if isinstance(found, yaml.ScalarNode):
                try:
                    self.value_of(found)
                except (*LOAD_FAULTS, yaml.YAMLError):
                    kind = str(found.tag).rpartition(":")[2]
                    place = place_of(found.start_mark)
                    return ParseFault(f"“{_brief(found.value)}” is not a valid {kind}.", place)
            elif isinstance(found, yaml.MappingNode):
                waiting += [part for pair in reversed(found.value) for part in reversed(pair)]
            else:
                waiting += reversed(found.value)
        return ParseFault("The YAML holds a value that cannot be loaded.", start)


def _brief(text: str, most: int = _QUOTED) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def place_of(mark: object) -> int:
    """Return the offset of a mark."""
    return int(getattr(mark, "index", 0))


def marks_of(event: yaml.Event) -> tuple[yaml.Mark, yaml.Mark]:
    """Return both marks of an event, as nodes take them."""
    return cast(yaml.Mark, event.start_mark), cast(yaml.Mark, event.end_mark)


def check_characters(text: str) -> None:
    """Refuse the first character that YAML does not allow.

    Raises:
        ParseFault: naming the character.
    """
    match = _UNREADABLE.search(text)
    if match:
        raise ParseFault(f"YAML does not allow the character U+{ord(match[0]):04X}.", match.start())


_PLAIN_WORDS = (
    (
        "did not find expected node content",
        "A value is missing here, or a bracket, a quote or a comma is one too many.",
    ),
    ("did not find expected ',' or '}'", "The braces { … } are not closed, or a comma is missing."),
    ("did not find expected ',' or ']'", "The list [ … ] is not closed, or a comma is missing."),
    (
        "did not find expected key",
        "This line fits nowhere: check its indentation, and the quotes above it.",
    ),
    ("could not find expected ':'", "A colon is missing behind this key."),
    ("mapping values are not allowed", "A colon is not expected here: put the text in quotes."),
    (
        "found character that cannot start any token",
        "This character cannot begin a value: put the value in quotes. A tab cannot indent.",
    ),
    (
        "found a tab character where an indentation space is expected",
        "A block of text begins with a tab, which not every reader of YAML takes: write how far "
        "it is indented behind its | or >, as in |2.",
    ),
    ("found unexpected end of stream", "A quote is opened and not closed."),
    ("found unhashable key", "A key must be plain text: put what begins with { or [ in quotes."),
    ("found undefined alias", "This alias names an anchor that does not exist."),
    (
        "did not find expected '-' indicator",
        "This line is no item of the list: check its indentation.",
    ),
)


def fault_of(error: yaml.YAMLError) -> ParseFault:
    """Return `error` as one sentence and an offset."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    context = getattr(error, "context", None)
    for libyaml, plain in _PLAIN_WORDS:
        if libyaml in str(problem):
            return ParseFault(plain, place_of(mark))
    words = f"{problem} {context}" if context else str(problem)
    words = _brief(words, _LONGEST_WORDS)
    return ParseFault(f"{words[:1].upper()}{words[1:]}.", place_of(mark))


def check_pure(text: str, value: object, doubtful: bool, length: int) -> None:
    """Compare `value`, as the C loader read it, with what `yaml.safe_load` gives.

    Args:
        text: The whole text.
        value: What the C loader gave.
        doubtful: Whether the text's structure alone makes the comparison worth its time.
        length: How long the whole text is, of which `text` may be a part; a short one is always
            compared.

    Raises:
        ParseFault: `yaml.safe_load` refuses the text or reads another value.
    """
    if length > _ALWAYS_CHECKED and not doubtful and not _DOUBTFUL.search(text):
        return
    try:
        other = yaml.safe_load(text)
    except yaml.YAMLError as error:
        fault = fault_of(error)
        message = f"PyYAML's safe_load, which consumers call, refuses this. {fault.message}"
        raise ParseFault(message, fault.offset) from error
    except (*LOAD_FAULTS, RecursionError) as error:
        raise ParseFault("PyYAML's safe_load, which consumers call, refuses this.", 0) from error
    if not same(value, other):
        raise ParseFault("PyYAML's two loaders read this text differently.", 0)


def same(one: object, other: object) -> bool:
    """Whether two loaded values are equal, also in type, order of keys and NaN."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return len(one) == len(other) and all(
            same(a, b) and same(one[a], other[b]) for a, b in zip(one, other, strict=True)
        )
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return repr(one) == repr(other) if isinstance(one, float) else one == other
