"""Which card is which: keys that sections keep when they are moved, edited, undone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from editor.session.soul_changes import PartsChanged
from editor.session.soul_parts import SoulParts


class SectionKeys:
    """Names the sections of one soul; a name is never given twice."""

    def __init__(self, parts: SoulParts) -> None:
        self._parts = parts
        self._next = 0
        self._keys: list[int] = []
        self._items: list[str] = []
        self._in_order: tuple[int, ...] | None = None
        self._plan: Callable[[list[int]], None] | None = None
        self.follow(PartsChanged(0, 0, parts.sections_count))

    def __len__(self) -> int:
        """Return the number of sections."""
        return len(self._keys)

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys in order of the sections."""
        if self._in_order is None:
            self._in_order = tuple(self._keys)
        return self._in_order

    def index(self, key: int) -> int | None:
        """Return the number of the section of this key now, or None if it is gone."""
        return self._keys.index(key) if key in self._keys else None

    @contextmanager
    def expecting(self, plan: Callable[[list[int]], None]) -> Iterator[None]:
        """Do what `plan` does to the keys when a change is told of meanwhile, or at the end."""
        self._plan = plan
        try:
            yield
            if self._plan is not None:  # equal sections changed places: the text is the same
                self.follow(PartsChanged())
        finally:
            self._plan = None

    def new(self) -> int:
        """Return a key that no section had."""
        self._next += 1
        return self._next

    def follow(self, change: PartsChanged) -> tuple[int, ...]:
        """Follow a change of the sections; return the keys of those that say something else.

        Without a plan a section is known by what stands in it, and one that was rewritten by its
        place among the others.
        """
        first, behind = change.first, change.first + change.removed
        items = [self._item(n) for n in range(first, first + change.added)]
        if self._plan is None and change.removed == change.added == 1:
            was, self._items[first] = self._items[first], items[0]  # nearly every key
            return (self._keys[first],) if items[0] != was else ()
        self._in_order = None
        plan, self._plan = self._plan, None
        if plan is not None:
            return self._follow_plan(plan, change, items)
        old = list(zip(self._keys[first:behind], self._items[first:behind], strict=True))
        self._keys[first:behind] = self._matched(old, items)
        self._items[first:behind] = items
        return self._told(dict(old), range(first, first + change.added))

    def _follow_plan(
        self, plan: Callable[[list[int]], None], change: PartsChanged, items: list[str]
    ) -> tuple[int, ...]:
        first, behind = change.first, change.first + change.removed
        before = dict(zip(self._keys, self._items, strict=True))
        planned = list(self._keys)
        plan(planned)
        if len(planned) == len(self._keys) + change.added - change.removed:
            self._keys = planned
        else:
            old = list(zip(self._keys[first:behind], self._items[first:behind], strict=True))
            self._keys[first:behind] = self._matched(old, items)
        self._items[first:behind] = items
        # With equal sections beside each other the change may be told of at another place.
        return self._told(before, range(len(self._keys)))

    def _told(self, before: Mapping[int, str], numbers: range) -> tuple[int, ...]:
        """Return the keys of the sections of these numbers that say something else than before."""
        return tuple(self._keys[n] for n in numbers if before.get(self._keys[n]) != self._items[n])

    def _matched(self, old: Sequence[tuple[int, str]], items: Sequence[str]) -> list[int]:
        known: dict[str, list[int]] = {}
        for key, item in old:
            known.setdefault(item, []).append(key)
        found: list[int | None] = []
        for item in items:
            waiting = known.get(item)
            found.append(waiting.pop(0) if waiting else None)
        taken = set(found)
        left = [key for key, _ in old if key not in taken]
        return [self._given(key, left) for key in found]

    def _given(self, key: int | None, left: list[int]) -> int:
        if key is not None:
            return key
        return left.pop(0) if left else self.new()

    def _item(self, number: int) -> str:
        found = self._parts.slice(number)
        return found.section.span.of(found.text)
