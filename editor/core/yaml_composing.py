"""The events of PyYAML's C parser composed into raw nodes, bounded in depth and size.

The events have exact marks in code points and tell aliases from their anchors; composing them
here lets nesting and the growth through aliases be bounded before any value is built.
"""

from dataclasses import dataclass, field

import yaml

from editor.core.diagnostics import ParseFault
from editor.core.yaml_loading import Loader, marks_of, place_of

MAX_DEPTH = 200
MAX_EXPANSION = 100_000
MAX_NODES = 600_000
"""Keys and values of one text; a text with more is no settings file and would take minutes."""
MAX_NUMBER = 3_500
"""Characters of one number: Python refuses to write numbers of more than 4,300 digits."""
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


@dataclass(slots=True, eq=False)
class RawNode:
    """A node of the event stream before values are known.

    Attributes:
        node: PyYAML's node, to be constructed; of an alias that of its anchor.
        start: The offset of the first character, anchor and tag included.
        end: The end of the source.
        properties: How many of anchor and tag are written.
        tagged: Whether a tag is written.
        children: Items, or keys and values in turn.
        alias: The anchor's node if this is an alias.
        size: The number of nodes it stands for, aliases expanded.
        done: Whether all children are known.
    """

    node: yaml.Node | None
    start: int
    end: int
    properties: int = 0
    tagged: bool = False
    children: "list[RawNode]" = field(default_factory=list)
    alias: "RawNode | None" = None
    size: int = 1
    done: bool = True


class Composer:
    """Turns the events of one document into raw nodes, bounded in depth and size.

    Attributes:
        body_end: Where the document's content ends.
        doubtful: Whether it holds what the two loaders of PyYAML are known to read differently.
    """

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._anchors: dict[str, RawNode] = {}
        self._written = 0
        self.body_end = 0
        self.doubtful = False

    def document(self) -> RawNode | None:
        """Compose the one document of the stream; None if there is none."""
        loader = self._loader
        loader.take()
        event = loader.take()
        if isinstance(event, yaml.StreamEndEvent):
            self.body_end = place_of(event.start_mark)
            return None
        raw = self._compose(loader.take(), 1)
        self.body_end = place_of(loader.take().start_mark)
        after = loader.take()
        if not isinstance(after, yaml.StreamEndEvent):
            place = place_of(after.start_mark)
            raise ParseFault("The text holds more than one YAML document.", place)
        if raw.size - self._written > MAX_EXPANSION:
            raise ParseFault("The YAML expands to too much through its aliases.", raw.start)
        return raw

    def _compose(self, event: yaml.Event, depth: int) -> RawNode:
        start, end = place_of(event.start_mark), place_of(event.end_mark)
        assert isinstance(event, yaml.NodeEvent)
        if isinstance(event, yaml.AliasEvent):
            assert event.anchor is not None
            target = self._anchors.get(event.anchor)
            if target is None:
                raise ParseFault(f"No anchor is called “{event.anchor}”.", start)
            if not target.done:
                raise ParseFault(f"The anchor “{event.anchor}” contains itself.", start)
            return RawNode(target.node, start, end, alias=target, size=target.size)
        if depth > MAX_DEPTH:
            raise ParseFault("The YAML is nested too deeply.", start)
        self._written += 1
        if self._written > MAX_NODES:
            raise ParseFault(f"The YAML has more than {MAX_NODES} keys and values.", start)
        tag: str | None = getattr(event, "tag", None)
        raw = RawNode(None, start, end, (event.anchor is not None) + (tag is not None))
        raw.tagged = tag is not None
        self.doubtful |= raw.tagged
        if event.anchor is not None:
            if event.anchor in self._anchors:
                raise ParseFault(f"The anchor “{event.anchor}” is set twice.", start)
            self._anchors[event.anchor] = raw
        if isinstance(event, yaml.ScalarEvent):
            if tag is None or tag == "!":
                tag = self._loader.tag_of(yaml.ScalarNode, event.value, event.implicit)
            if tag in _NUMBERS and len(event.value) > MAX_NUMBER:
                raise ParseFault(f"A number has more than {MAX_NUMBER} characters.", start)
            raw.node = yaml.ScalarNode(tag, event.value, *marks_of(event), event.style)
            return raw
        self._children(event, raw, tag, depth)
        return raw

    def _children(self, event: yaml.Event, raw: RawNode, tag: str | None, depth: int) -> None:
        assert isinstance(event, yaml.CollectionStartEvent)
        raw.done = False
        mapping = isinstance(event, yaml.MappingStartEvent)
        kind = yaml.MappingNode if mapping else yaml.SequenceNode
        if tag is None or tag == "!":
            tag = self._loader.tag_of(kind, None, event.implicit)
        while not isinstance(following := self._loader.take(), yaml.CollectionEndEvent):
            child = self._compose(following, depth + 1)
            raw.children.append(child)
            raw.size += child.size
        raw.end = place_of(following.end_mark)
        raw.done = True
        nodes = [child.node for child in raw.children]
        if mapping:
            pairs = list(zip(nodes[::2], nodes[1::2], strict=True))
            raw.node = yaml.MappingNode(tag, pairs, *marks_of(event), event.flow_style)
        else:
            raw.node = yaml.SequenceNode(tag, nodes, *marks_of(event), event.flow_style)
        if event.flow_style:
            flow = self._loader.source[raw.start : raw.end]
            self.doubtful |= ":" in flow.replace(": ", "") or "?" in flow
