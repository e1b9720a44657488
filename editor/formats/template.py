"""Templates: files whose rendered body is the value of a variable named by the file's stem.

See docs/formats.md, Templates.
"""

from collections.abc import Iterator

from editor.core.diagnostics import Diagnostic, ParseFault
from editor.core.layers import Definition, Origin, Scope, joined
from editor.core.placeholders import Dollar, TokenKind
from editor.core.spans import LineIndex, Span
from editor.formats.base import FileKind, Rendered
from editor.formats.checks import warning
from editor.formats.definitions import LayerName
from editor.formats.frontmatter import split
from editor.formats.prompt import PromptFile, PromptFormat


class TemplateFormat(PromptFormat):
    """Reads templates."""

    def __init__(self) -> None:
        super().__init__(FileKind.TEMPLATE)


def render_template(text: str, scope: Scope) -> Rendered:
    """Render the body of a template with the names of `scope` that are no templates.

    Raises:
        ParseFault: the frontmatter cannot be read.
    """
    return PromptFile(text, split(text), FileKind.TEMPLATE).render(scope)


def template_definition(
    stem: str, text: str, scope: Scope, path: str | None, most: int | None = None
) -> Definition:
    """Return what a template file defines.

    Args:
        stem: The file's name without its suffix.
        text: The file's decoded text.
        scope: The layers of context, identity and extra variables.
        path: The file as the workspace names it.
        most: How many characters its value may have, if that is bounded.

    Raises:
        ParseFault: the frontmatter cannot be read, or the value would be larger.
    """
    pieces = render_template(text, scope).messages[0].pieces
    start = pieces[0].source.start if pieces else len(text)
    span = Span(start, pieces[-1].source.end if pieces else start)
    if most is not None and pieces and pieces[-1].output.end > most:
        raise ParseFault(f"With its values filled in it has more than {most} characters.", start)
    origin = Origin(path, LineIndex(text).position(start), span)
    return Definition(stem, joined(pieces), LayerName.TEMPLATE, origin, pieces=pieces)


def check_template_name(stem: str) -> Iterator[Diagnostic]:
    """Yield a warning, at the file's start, for a stem that no placeholder can name."""
    tokens = list(Dollar().tokens(f"${{{stem}}}"))
    if len(tokens) == 1 and tokens[0].kind is TokenKind.NAME and tokens[0].name == stem:
        return
    message = (
        f"No placeholder can name this template: {stem} is no identifier. Rename the file with "
        "letters, digits and _, not beginning with a digit."
    )
    yield warning(Span(0, 0), "template-name", message, name=stem)
