"""The Python API for souls: load one, and assemble the messages that an agent is given.

Rules: docs/formats.md, load_soul.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from editor.core.diagnostics import ParseFault, Severity
from editor.core.spans import LineIndex
from editor.formats.base import Message as Message
from editor.formats.samples import Samples, parse_samples
from editor.formats.soul import SoulFile, SoulFormat
from editor.formats.soul_assembly import personality
from editor.formats.soul_sections import Section
from editor.storage.disk import shown
from editor.workspace.config import absolute
from editor.workspace.reading import read_text
from editor.workspace.souls import SoulSource, soul_source


class _PlacedError(ValueError):
    """A text that cannot be used, and where.

    Attributes:
        path: The file, or None for a text.
        line, column: The place of the fault, starting at 1; columns count characters.
        reason: One sentence that says what is wrong there.
    """

    def __init__(self, path: Path | None, line: int, column: int, reason: str) -> None:
        super().__init__(path, line, column, reason)
        self.path = path
        self.line = line
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        file = "" if self.path is None else f"{shown(self.path)}, "
        return f"{file}line {self.line}, column {self.column}: {self.reason}"


class SoulError(_PlacedError):
    """A soul whose template part cannot be read, or a JSON file that holds no soul."""


class SamplesError(_PlacedError):
    """A sample file that cannot be used as it is."""


@dataclass(frozen=True)
class Soul:
    """A loaded soul.

    Attributes:
        text: The whole text; of an event, its content.
        path: The file, as an absolute path, or None for a text.
    """

    text: str
    path: Path | None = None

    @classmethod
    def of(cls, source: SoulSource, path: Path | None = None) -> "Soul":
        """Return the soul of a file.

        Raises:
            SoulError: its template part cannot be read.
        """
        soul = cls(source.text, path)
        fields = soul._file.fields
        if fields is not None and fields.fault is not None:
            offset = source.place(fields.fault.offset)
            raise _error(SoulError, path, source.file_text, offset, fields.fault.message)
        return soul

    @cached_property
    def _file(self) -> SoulFile:
        return SoulFormat().parse(self.text)

    @property
    def has_marker(self) -> bool:
        """Whether it has a template part of its own; without one the built-in order counts."""
        return self._file.has_marker

    @property
    def personality(self) -> str:
        """The text above the marker as it is sent."""
        return personality(self.text, self._file.split).text

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the template part in order, with their places in `text`."""
        return self._file.sections

    def assemble(
        self,
        samples: Mapping[str, object] | str | os.PathLike[str] | Samples | None = None,
        provider: str | None = None,
    ) -> list[Message]:
        """Return the messages in the order in which they are sent.

        Args:
            samples: What fills the soul: a mapping with the keys of a sample file, where a tool
                may also be a callable that takes the loaded `args` and gives the result; or the
                path of a sample file. Without it, everything is supplied at run time.
            provider: The provider whose texts stand in for those of the sections.

        Raises:
            TypeError: a mapping has not the shape of samples.
            Exception: whatever a callable raises.
            SamplesError: a sample file cannot be used.
            OSError: a sample file cannot be read.
        """
        return list(self._file.assemble(_samples_for(samples), provider))


def load_soul(source: Path | str) -> Soul:
    """Load a soul.

    Args:
        source: A `Path` is a file, ``.md`` or the ``.json`` of a Nostr event; a `str` is a text.

    Raises:
        SoulError: the template part cannot be read, or the event holds no soul.
        OSError: the file cannot be read or is not UTF-8.
    """
    if isinstance(source, str):
        return Soul.of(SoulSource(source))
    if not isinstance(source, Path):
        kind = type(source).__name__
        raise TypeError(f"A soul is loaded from a Path or from a text (str), not {kind}.")
    path = absolute(source)
    return Soul.of(_source(path, read_text(path)), path)


def _samples_for(
    given: Mapping[str, object] | str | os.PathLike[str] | Samples | None,
) -> Samples:
    if given is None:
        return Samples()
    if isinstance(given, Samples):
        return given
    if isinstance(given, Mapping):
        return Samples.of(given)
    path = Path(given)
    return read_samples(path, path.as_posix())


def read_samples(path: Path, name: str) -> Samples:
    """Return what the sample file at `path` holds.

    Args:
        path: The file.
        name: How the origins of values name it.

    Raises:
        SamplesError: something in it has a wrong shape.
        OSError: it cannot be read.
    """
    text = read_text(path)
    samples = parse_samples(text, path.suffix, name)
    for found in samples.invalid:
        if found.severity is not Severity.INFO:
            raise _error(SamplesError, path, text, found.span.start, found.message)
    return samples


def _source(path: Path, text: str) -> SoulSource:
    try:
        return soul_source(path, text)
    except ParseFault as fault:
        raise _error(SoulError, path, text, fault.offset, fault.message) from None


def _error(
    kind: type[_PlacedError], path: Path | None, text: str, offset: int, reason: str
) -> _PlacedError:
    place = LineIndex(text).position(offset)
    return kind(path, place.line, place.column, reason)
