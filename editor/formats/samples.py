"""Samples: values, tool results and a conversation that stand in for what an agent has at run time.

A sample file is YAML or JSON; a caller of the API gives the same as plain Python, where a tool may
be a function. Nothing here runs anything but such a function (docs/formats.md, Samples).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from editor.core.diagnostics import Diagnostic, ParseFault
from editor.core.json_language import JsonLanguage
from editor.core.layers import Definition, Layer, Origin, Scope
from editor.core.spans import LineIndex, Span
from editor.core.tree import Language, Node, NodeKind, Path, Tree, dotted_path
from editor.core.yaml_language import YamlLanguage
from editor.formats.checks import error, fault_span, info, nearest, warning
from editor.formats.soul_sections import MOST_ITEMS

VALUES = "values"
TOOLS = "tools"
CONVERSATION = "conversation"
_KEYS = (VALUES, TOOLS, CONVERSATION)

ToolCall = Callable[[dict[str, object]], object]
"""A tool of a caller: takes the loaded arguments and gives a result."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample value or a tool's sample result.

    Attributes:
        value: A text, or any JSON value.
        origin: Where it stands; None if a caller gave it.
    """

    value: object
    origin: Origin | None = None

    def text(self, limit: int | None = None) -> str:
        """Return the text that is inserted: a text as it is, another value as compact JSON.

        Args:
            limit: How many items of a list are kept; never more than `MOST_ITEMS`.
        """
        return inserted(self.value, limit)


@dataclass(frozen=True, slots=True)
class ToolSample:
    """What a tool gives.

    Attributes:
        result: The result: an object with fields, or the text itself.
        args: The arguments it is given for, or None for all others.
    """

    result: Sample
    args: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool's samples, or a caller's function."""

    samples: tuple[ToolSample, ...] = ()
    call: ToolCall | None = None

    def result(self, args: dict[str, object]) -> Sample | None:
        """Return what the tool gives for `args`, or None if there is no sample for them.

        Raises:
            Exception: whatever a caller's function raises.
        """
        if self.call is not None:
            return Sample(self.call(args))
        fitting = (each for each in self.samples if each.args == args)
        others = (each for each in self.samples if each.args is None)
        found = next(fitting, None) or next(others, None)
        return None if found is None else found.result


@dataclass(frozen=True, slots=True)
class Turn:
    """A user's message and the assistant's reply; a text that is not given gives no message."""

    user: Sample | None
    assistant: Sample | None


@dataclass(frozen=True)
class Samples:
    """Everything a soul is filled with.

    Attributes:
        values: The values of names.
        tools: The tools that have a sample or a function.
        conversation: The turns, oldest first.
        invalid: What a sample file holds and cannot be used, placed in that file.
    """

    values: Mapping[str, Sample] = field(default_factory=dict)
    tools: Mapping[str, Tool] = field(default_factory=dict)
    conversation: tuple[Turn, ...] = ()
    invalid: tuple[Diagnostic, ...] = ()
    _scopes: dict[int, Scope] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, given: Mapping[str, object]) -> "Samples":
        """Return samples from plain Python: the keys of a sample file; a tool may be a function.

        Raises:
            TypeError: a key that is not known, or a value of the wrong shape.
        """
        found = _Reader().samples(dict(given), None)
        if found.invalid:
            raise TypeError(found.invalid[0].message)
        return found

    def scope(self, limit: int | None = None) -> Scope:
        """Return the names that have a value; it is made once for each limit.

        Args:
            limit: How many items of a list are kept.
        """
        kept = kept_items(limit)
        if kept not in self._scopes:
            layer = {
                name: Definition(name, sample.text(kept), VALUES, sample.origin)
                for name, sample in self.values.items()
            }
            self._scopes[kept] = Scope((Layer(VALUES, layer),))
        return self._scopes[kept]


def kept_items(limit: int | None) -> int:
    """Return how many items of a list a section with `limit` keeps; none and 0 mean all."""
    return min(limit or MOST_ITEMS, MOST_ITEMS)


def inserted(value: object, limit: int | None = None) -> str:
    """Return `value` as the text that is inserted; see `Sample.text`."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        value = value[: kept_items(limit)]
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    except (TypeError, ValueError, RecursionError):
        return str(value)  # YAML can hold what JSON cannot, such as a list for a key


def parse_samples(text: str, suffix: str, path_name: str | None = None) -> Samples:
    """Read a sample file. Never raises for any text.

    Args:
        text: The decoded text.
        suffix: The file's suffix with its dot; ``.json`` is JSON, everything else YAML.
        path_name: The file as the workspace names it, for the origins.
    """
    is_json = suffix.casefold() == ".json"
    language: Language = JsonLanguage() if is_json else YamlLanguage()
    try:
        tree = language.parse(text)
    except ParseFault as fault:
        message = f"The samples cannot be read: {fault.message}"
        return Samples(invalid=(error(fault_span(text, fault.offset), "unreadable-file", message),))
    root = tree.root
    return _Reader(tree, path_name).samples(None if root is None else root.value, root)


class _Reader:
    """Makes samples of loaded values; what has the wrong shape is told and left out."""

    def __init__(self, tree: Tree | None = None, path_name: str | None = None) -> None:
        """Read the values of `tree`, or without one those of a caller."""
        self._tree = tree
        self._path_name = path_name
        self._lines = None if tree is None else LineIndex(tree.text)
        self._told: list[Diagnostic] = []

    def samples(self, value: object, node: Node | None) -> Samples:
        keys = self._mapping((), value, node)
        for key in keys:
            if key not in _KEYS:
                self._unknown(key, keys[key][1])
        nothing = (None, None)
        values = self._mapping((VALUES,), *keys.get(VALUES, nothing))
        tools = self._mapping((TOOLS,), *keys.get(TOOLS, nothing))
        read = {name: self._tool((TOOLS, name), *each) for name, each in tools.items()}
        conversation = self._list((CONVERSATION,), *keys.get(CONVERSATION, nothing))
        return Samples(
            {name: self._sample(*each) for name, each in values.items() if each[0] is not None},
            {name: tool for name, tool in read.items() if tool is not None},
            tuple(self._turn((CONVERSATION, at), *each) for at, each in enumerate(conversation)),
            tuple(self._told),
        )

    def _mapping(self, path: Path, value: object, node: Node | None) -> "dict[str, _Placed]":
        """Return the values of a mapping by key, each with its node if it has a place."""
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            subject = f"The key {dotted_path(path)}" if path else "A sample file"
            self._tell(path, node, f"{subject} must hold a mapping, one 'name: value' a line.")
            return {}
        nodes = {} if node is None else {str(entry.key): entry.node for entry in node.entries}
        return {str(key): (each, nodes.get(str(key))) for key, each in value.items()}

    def _list(self, path: Path, value: object, node: Node | None) -> "list[_Placed]":
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            self._tell(path, node, f"The key {dotted_path(path)} must hold a list.")
            return []
        nodes = [None] * len(value) if node is None else [entry.node for entry in node.entries]
        return list(zip(value, nodes, strict=True))

    def _tool(self, path: Path, value: object, node: Node | None) -> Tool | None:
        if value is None:
            return None
        if self._tree is None and callable(value):
            return Tool(call=value)
        if not isinstance(value, list | tuple):
            return Tool((ToolSample(self._sample(value, node)),))
        items = enumerate(self._list(path, value, node))
        found = (self._tool_sample((*path, index), *each) for index, each in items)
        return Tool(tuple(sample for sample in found if sample is not None))

    def _tool_sample(self, path: Path, value: object, node: Node | None) -> ToolSample | None:
        fields = self._mapping(path, value, node) if isinstance(value, Mapping) else {}
        args = fields.get("args", (None, None))[0]
        if "result" not in fields or not (args is None or isinstance(args, Mapping)):
            subject = dotted_path(path)
            self._tell(
                path, node, f"{subject} must have a result, and args only as a mapping of names."
            )
            return None
        return ToolSample(self._sample(*fields["result"]), args)

    def _turn(self, path: Path, value: object, node: Node | None) -> Turn:
        said = self._mapping(path, value, node) if isinstance(value, Mapping) else {}
        texts = {
            name: self._sample(*said[name])
            for name in ("user", "assistant")
            if name in said and isinstance(said[name][0], str)
        }
        if len(texts) < 2:
            subject = dotted_path(path)
            self._tell(path, node, f"{subject} must have one text for user and one for assistant.")
        return Turn(texts.get("user"), texts.get("assistant"))

    def _sample(self, value: object, node: Node | None) -> Sample:
        if node is None or self._lines is None:
            return Sample(value)
        position = self._lines.position(node.span.start)
        return Sample(value, Origin(self._path_name, position, node.span))

    def _unknown(self, key: str, node: Node | None) -> None:
        near = nearest(key, _KEYS)
        guess = f"Did you mean {near}?" if near else f"Known are {', '.join(_KEYS)}."
        message = f"The key {key} says nothing to samples. {guess}"
        self._told.append(info(self._span(node), "unknown-field", message, name=key))

    def _tell(self, path: Path, node: Node | None, message: str) -> None:
        name = dotted_path(path) or None
        self._told.append(warning(self._span(node), "field-type", message, name=name))

    def _span(self, node: Node | None) -> Span:
        if node is None or self._tree is None:
            return Span(0, 0)
        if node.kind in (NodeKind.MAPPING, NodeKind.SEQUENCE):
            return fault_span(self._tree.text, node.span.start)
        return node.span


_Placed = tuple[object, Node | None]
"""A loaded value, and where it stands if it is of a file."""
