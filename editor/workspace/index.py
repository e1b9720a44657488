"""Which prompts use which names: kept for each file, asked by name.

A name counts for a prompt that names it and for one that names a template whose text names it.
Names are those of the one placeholder syntax of prompts (docs/formats.md, Placeholders).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from editor.core.kinds import FileKind
from editor.core.placeholders import Dollar
from editor.formats.kinds import format_for

NO_NAMES: frozenset[str] = frozenset()
_KINDS = (FileKind.PROMPT, FileKind.TEMPLATE)


def names_in(kind: FileKind, text: str) -> frozenset[str]:
    """Return the names of the placeholders in the bodies of a prompt or template.

    While the frontmatter cannot be read there is no body: any name in the file may be used.
    Files of other kinds name nothing.
    """
    if kind not in _KINDS or "$" not in text:
        return NO_NAMES
    bodies = format_for(kind).parse(text).bodies
    parts = [body.span.of(text) for body in bodies] or [text]
    return frozenset(
        token.name for part in parts for token in Dollar().tokens(part) if token.name is not None
    )


@dataclass(frozen=True, slots=True)
class _File:
    kind: FileKind
    names: frozenset[str]


class NameIndex:
    """The names that the files of a workspace use. A change costs what it touches."""

    def __init__(self) -> None:
        self._files: dict[Path, _File] = {}
        self._by_name: dict[str, set[Path]] = {}

    def update(self, path: Path, kind: FileKind, names: frozenset[str]) -> bool:
        """Note what the file at `path` names (see `names_in`); say whether that is news."""
        file = _File(kind, names)
        before = self._files.get(path)
        if before == file or (before is None and not names):
            return False
        self.remove(path)
        self._files[path] = file
        for name in names:
            self._by_name.setdefault(name, set()).add(path)
        return True

    def remove(self, path: Path) -> bool:
        """Forget a file; say whether it was known."""
        file = self._files.pop(path, None)
        if file is None:
            return False
        for name in file.names:
            paths = self._by_name[name]
            paths.discard(path)
            if not paths:
                del self._by_name[name]
        return True

    def uses(self, name: str) -> tuple[Path, ...]:
        """Return the prompts and templates whose rendering uses `name`, in order of path."""
        return tuple(sorted(self._using((name,))))

    def count(self, names: Iterable[str]) -> int:
        """Return how many prompts use at least one of `names`."""
        return sum(self._files[path].kind is FileKind.PROMPT for path in self._using(names))

    def _using(self, names: Iterable[str]) -> set[Path]:
        found: set[Path] = set()
        for name in names:
            direct = self._by_name.get(name, set())
            found |= direct
            for path in direct:
                # A template named inside another one stays as typed, so one step is all.
                if self._files[path].kind is FileKind.TEMPLATE:
                    users = self._by_name.get(path.stem, set())
                    found |= {each for each in users if self._files[each].kind is FileKind.PROMPT}
        return found
