"""What a rendering can be compared with: the saved file, another context, a layer less."""

from dataclasses import dataclass, field
from enum import StrEnum

from editor.core.diagnostics import ParseFault
from editor.core.diff import Hunk, differences
from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.core.rendering import MOST_RENDERED
from editor.core.spans import LINE_END
from editor.formats.definitions import LayerName
from editor.formats.kinds import format_for
from editor.session.context_values import ContextValues
from editor.session.document import Document
from editor.session.liveview import LiveView
from editor.session.ondisk import read_as
from editor.session.project import Project
from editor.storage.textfile import TextFile, UnreadableFile
from editor.workspace.scopes import ScopeBuilder

LAYERS = (LayerName.CONTEXT, LayerName.IDENTITY, LayerName.VARIABLES, LayerName.TEMPLATE)


class Against(StrEnum):
    """What kind of thing the rendering is compared with; `DISK` compares the text itself."""

    SAVED = "saved"
    DISK = "disk"
    CONTEXT = "context"
    WITHOUT = "without"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the rendering is compared with.

    Attributes:
        against: The kind.
        name: The name of the saved context, or of the layer that is left out.
    """

    against: Against = Against.SAVED
    name: str = ""


class Missing(StrEnum):
    """Why there is nothing to compare with, or to be seen."""

    NOT_SAVED = "not-saved"
    UNREADABLE = "unreadable"
    SAME_TEXT = "same-text"
    SAME_CONTENT = "same-content"
    FAULT = "fault"
    SAVED_FAULT = "saved-fault"
    NO_CONTEXT = "no-context"
    TOO_LARGE = "too-large"


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of a comparison: two texts and their differences, or why there are none."""

    comparison: Comparison
    old: str = ""
    new: str = ""
    hunks: tuple[Hunk, ...] = ()
    missing: Missing | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """All that a comparison needs; plain values, so that it may be done in another thread.

    Attributes:
        comparison: What is asked.
        new: The rendering now.
        kind: What the file is.
        text: The source of the other rendering.
        scope: The scope of the other rendering.
        missing: Why there is no other rendering.
        same_form: Whether encoding and byte order mark are the same, where texts are compared.
        same_around: Whether what stands around the texts in their files is the same.
    """

    comparison: Comparison
    new: str
    kind: FileKind
    text: str = ""
    scope: Scope = field(default_factory=Scope)
    missing: Missing | None = None
    same_form: bool = True
    same_around: bool = True

    @property
    def size(self) -> int:
        """How many characters there are to render and to compare."""
        return len(self.new) + len(self.text)


def compare(task: Task) -> Compared:
    """Render the other text and tell the differences to the rendering now."""
    if task.missing is not None:
        return Compared(task.comparison, missing=task.missing)
    if task.comparison.against is Against.DISK:
        return _compare_texts(task)
    try:
        message = format_for(task.kind).parse(task.text).render(task.scope).messages[0]
    except ParseFault:
        is_saved = task.comparison.against is Against.SAVED
        fault = Missing.SAVED_FAULT if is_saved else Missing.FAULT
        return Compared(task.comparison, missing=fault)
    if message.size > MOST_RENDERED:
        return Compared(task.comparison, missing=Missing.TOO_LARGE)
    old = message.text
    return Compared(task.comparison, old, task.new, differences(old, task.new))


def _compare_texts(task: Task) -> Compared:
    """Tell the differences between two texts; bytes may differ though no line does."""
    old, new = LINE_END.sub("\n", task.text), LINE_END.sub("\n", task.new)
    if old == new and not (task.text == task.new and task.same_form):
        return Compared(task.comparison, missing=Missing.SAME_TEXT)
    if old == new and not task.same_around:
        return Compared(task.comparison, missing=Missing.SAME_CONTENT)
    return Compared(task.comparison, old, new, differences(old, new))


def choices(project: Project, kind: FileKind) -> tuple[Comparison, ...]:
    """Return everything a file of `kind` can be compared with."""
    layers = LAYERS[:-1] if kind is FileKind.TEMPLATE else LAYERS
    return (
        Comparison(),
        Comparison(Against.DISK),
        *(Comparison(Against.CONTEXT, name) for name in project.context_names()),
        *(Comparison(Against.WITHOUT, layer) for layer in layers),
    )


def comparison_task(project: Project, live: LiveView, comparison: Comparison) -> Task:
    """Gather what comparing the rendering `live` needs; nothing of the session is kept in it.

    Args:
        project: The workspace of the file.
        live: The rendering now.
        comparison: What it is compared with.
    """
    document = live.document
    if comparison.against is Against.DISK:
        return disk_task(document)
    new, kind, text = live.text(), document.kind, document.text()
    if comparison.against is Against.SAVED:
        saved = _saved_file(document)
        if isinstance(saved, Missing):
            return Task(comparison, new, kind, missing=saved)
        return Task(comparison, new, kind, saved.text, project.scope(kind))
    if comparison.against is Against.WITHOUT:
        scope = _scope(project, kind, project.context, comparison.name)
        return Task(comparison, new, kind, text, scope)
    name = comparison.name
    found = project.workspace.context_values(name, project.source_text)
    if found is None:
        return Task(comparison, new, kind, missing=Missing.NO_CONTEXT)
    values = ContextValues(found.values, {}, found.origins, name)
    return Task(comparison, new, kind, text, _scope(project, kind, values))


def disk_task(document: Document) -> Task:
    """Gather what comparing the whole text with what the disk holds needs; any file has both."""
    comparison, new, kind = Comparison(Against.DISK), document.text(), document.kind
    saved = _saved_file(document)
    if isinstance(saved, Missing):
        return Task(comparison, new, kind, missing=saved)
    same_form = (saved.bom, saved.encoding) == (document.bom, document.encoding)
    same_around = saved.enclosure == document.enclosure
    return Task(comparison, new, kind, saved.text, same_form=same_form, same_around=same_around)


def _saved_file(document: Document) -> TextFile | Missing:
    if document.path is None:
        return Missing.NOT_SAVED
    try:
        return read_as(document.path, document.encoding, document.enclosure is not None)
    except UnreadableFile:
        return Missing.UNREADABLE if document.path.exists() else Missing.NOT_SAVED


def _scope(project: Project, kind: FileKind, values: ContextValues, without: str = "") -> Scope:
    """The scope with other context values, or without a layer; `now` is the same."""
    builder = ScopeBuilder(project.workspace, project.source_text)
    return builder.scope(
        FileKind.TEMPLATE if kind is FileKind.TEMPLATE else FileKind.PROMPT,
        values.effective(),
        project.now,
        origins=values.origins_in_force(),
        without=(without,) if without else (),
    )
