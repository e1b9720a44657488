"""Extra variables: files whose text is a value as it stands.

See docs/formats.md, Extra variable folders.
"""

from editor.core.layers import Definition, Origin, Scope
from editor.core.spans import LineIndex
from editor.formats.base import FileKind
from editor.formats.definitions import LayerName
from editor.formats.frontmatter import split
from editor.formats.prompt import PromptFile, PromptFormat


class VariableFormat(PromptFormat):
    """Reads extra variable files."""

    def __init__(self) -> None:
        super().__init__(FileKind.VARIABLE)


def variable_definition(name: str, text: str, path: str | None) -> Definition:
    """Return what an extra variable file defines: its body, stripped, line ends folded.

    Args:
        name: The prefix of the folder and the file's stem.
        text: The file's decoded text.
        path: The file as the workspace names it.

    Raises:
        ParseFault: the frontmatter cannot be read.
    """
    file = PromptFile(text, split(text), FileKind.VARIABLE)
    value = variable_text(file)
    span = file.bodies[0].span
    origin = Origin(path, LineIndex(text).position(span.start), span)
    return Definition(name, value, LayerName.VARIABLES, origin)


def variable_text(file: PromptFile) -> str:
    """Return the text that an extra variable file stands for.

    Raises:
        ParseFault: the frontmatter cannot be read.
    """
    return file.render(Scope()).messages[0].text
