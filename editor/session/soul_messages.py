"""The messages of a soul as views show them, kept section by section."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from editor.core.layers import Piece, PieceKind
from editor.formats.base import Message
from editor.formats.samples import Samples
from editor.formats.soul_assembly import Source
from editor.session.linesequence import LineSequence
from editor.session.soul_places import SectionPlaces


@dataclass(frozen=True, slots=True)
class SoulSetting:
    """What a soul is shown with.

    Attributes:
        samples: Values, tool results and the conversation.
        known: Names that are merely not set now: the predefined ones and the workspace's own.
        provider: The provider whose overrides count, or None.
    """

    samples: Samples
    known: frozenset[str] = frozenset()
    provider: str | None = None


@dataclass(frozen=True)
class MessageView:
    """One chat message.

    Attributes:
        message: The message as it was assembled; its pieces point into the section's slice.
        section: The number of its section, or None: the personality, or a built-in section.
    """

    message: Message
    section: int | None = None

    @property
    def role(self) -> str:
        """Who it is from; empty if the section does not say."""
        return self.message.role or ""

    @property
    def name(self) -> str:
        """The section's name; empty if it has none."""
        return self.message.section or ""

    @property
    def source(self) -> str:
        """Where its text comes from, a `Source`."""
        return self.message.source

    @property
    def is_given_at_run_time(self) -> bool:
        """Whether only the program that runs the agent knows its text."""
        return self.message.source == Source.RUNTIME

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What the text is made of."""
        return self.message.pieces

    @cached_property
    def text(self) -> str:
        """The text as it is sent."""
        return self.message.text

    @property
    def characters(self) -> int:
        """How long the text is, in code points."""
        return self.message.size

    @cached_property
    def tokens(self) -> int:
        """An estimate: UTF-8 bytes divided by four (docs/formats.md, Output)."""
        return -(-len(self.text.encode("utf-8", "surrogatepass")) // 4)


@dataclass(frozen=True, slots=True)
class MessagesChanged:
    """`removed` messages from number `first` on were replaced by `added` ones."""

    first: int
    removed: int
    added: int


class Group:
    """The messages of one section, and the names they use.

    Attributes:
        places: Where placeholders stand in the section's lines, once somebody has asked.
    """

    __slots__ = ("messages", "names", "places", "size", "unresolved")

    def __init__(self, messages: Iterable[Message]) -> None:
        self.messages = tuple(messages)
        pieces = [piece for each in self.messages for piece in each.pieces]
        self.names = Counter(piece.name for piece in pieces if piece.name is not None)
        self.unresolved = sum(piece.kind is PieceKind.UNRESOLVED for piece in pieces)
        self.size = sum(each.size for each in self.messages)
        self.places: SectionPlaces | None = None


def _height(group: Group) -> int:
    return len(group.messages)


class MessageGroups:
    """Groups of messages in order; the first is the personality, then one for each section.

    `names_before` holds the counts of names as they were before they were touched, for whoever
    wants to know what changed and empties it.
    """

    def __init__(self) -> None:
        self._groups: LineSequence[Group] = LineSequence((), _height)
        self.names: Counter[str] = Counter()
        self.names_before: dict[str, int] = {}
        self.unresolved = self.size = 0

    def __len__(self) -> int:
        """Return the number of groups."""
        return len(self._groups)

    @property
    def count(self) -> int:
        """The number of messages."""
        return self._groups.total_height()

    def replace(self, first: int, removed: int, groups: list[Group]) -> MessagesChanged:
        """Put groups in the place of `removed` groups from number `first` on."""
        row = self._groups.height_before(first)
        old = self._groups.part(first, removed)
        self._groups.splice(first, removed, groups)
        self._count(old, -1)
        self._count(groups, 1)
        return MessagesChanged(row, sum(map(_height, old)), sum(map(_height, groups)))

    def group(self, number: int) -> Group:
        """Return group `number`."""
        return self._groups[number]

    def part(self, first: int, count: int) -> list[Group]:
        """Return `count` groups from number `first` on."""
        return self._groups.part(first, count)

    def at(self, row: int) -> tuple[int, Message]:
        """Return the number of the group of a message, and the message.

        Raises:
            IndexError: there is no such message.
        """
        group, inside = self._groups.at_height(row)
        return group, self._groups[group].messages[inside]

    def rows(self, group: int) -> range:
        """Return the numbers of the messages of a group."""
        first = self._groups.height_before(group)
        return range(first, first + _height(self._groups[group]))

    def messages(self) -> Iterator[Message]:
        """Yield all messages in order."""
        for group in self._groups:
            yield from group.messages

    def _count(self, groups: Iterable[Group], by: int) -> None:
        for group in groups:
            self.unresolved += by * group.unresolved
            self.size += by * group.size
            for name, count in group.names.items():
                self.names_before.setdefault(name, self.names[name])
                self.names[name] += by * count
                if not self.names[name]:
                    del self.names[name]
