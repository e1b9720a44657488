"""What became of the sections of a soul when its text changed."""

from dataclasses import dataclass

from editor.core.yaml_retyping import Retyped


@dataclass(frozen=True, slots=True)
class PartsChanged:
    """`removed` sections from number `first` on were replaced by `added` ones.

    Attributes:
        personality: Whether the personality changed, or that there is a marker.
        moved: For each of the added sections the number of the removed one, from `first` on,
            that it was before, or None for one that is new.
        typed: What was typed into one line of the one section, if nothing else changed.
        line: The number of that line in the section.
    """

    first: int = 0
    removed: int = 0
    added: int = 0
    personality: bool = False
    moved: tuple[int | None, ...] = ()
    typed: Retyped | None = None
    line: int = 0
