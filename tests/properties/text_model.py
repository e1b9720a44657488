"""A text as a list of characters and line ends: what every action on a document must give.

Written from docs/formats.md alone and sharing nothing with the editor: each line keeps its
ending, a new line takes the ending of the line it was split from, joined lines keep that of
their last part.
"""

import re
from collections import Counter

BREAKS = ("\r\n", "\n", "\r")
_UNIT = re.compile("\r\n|.", re.DOTALL)


class TextModel:
    """Characters and line ends, one unit each; places count units."""

    def __init__(self, text: str) -> None:
        self.units = _UNIT.findall(text)
        ends = Counter(unit for unit in self.units if unit in BREAKS)
        self.usual = ends.most_common(1)[0][0] if ends else "\n"

    def __len__(self) -> int:
        return len(self.units)

    def text(self) -> str:
        """The text as it is saved. An empty line between ``\\r`` and ``\\n`` stays a line."""
        parts: list[str] = []
        for unit in self.units:
            parts.append("\r\n" if unit == "\n" and parts and parts[-1] == "\r" else unit)
        return "".join(parts)

    def edited(self, text: str) -> None:
        """Hold what edits made of the whole text; what is usual in the file stays."""
        self.units = _UNIT.findall(text)

    def is_as_written(self) -> bool:
        """Whether every line end is written as the line keeps it."""
        return "".join(self.units) == self.text()

    def replace(self, start: int, end: int, typed: str) -> None:
        """Put what is typed or pasted, whatever its line ends, in the place of units."""
        behind = (unit for unit in self.units[end:] if unit in BREAKS)
        ending = next(behind, self.usual)
        new = [ending if unit in BREAKS else unit for unit in _UNIT.findall(typed)]
        self.units[start:end] = new

    def seen(self, start: int, end: int) -> str:
        """The units as a copy holds them, with line feeds."""
        return "".join("\n" if unit in BREAKS else unit for unit in self.units[start:end])

    def position(self, place: int) -> int:
        """Where Qt counts a place: a character beyond U+FFFF is two, a line end one."""
        return sum(1 + (len(unit) == 1 and ord(unit) > 0xFFFF) for unit in self.units[:place])

    def place(self, position: int) -> int:
        """The place at a position in Qt's count.

        Raises:
            ValueError: the position is inside a character, or outside the text.
        """
        count = 0
        for place, unit in enumerate([*self.units, ""]):
            if count == position:
                return place
            count += 1 + (len(unit) == 1 and ord(unit) > 0xFFFF)
        raise ValueError(f"no character begins at {position}")
