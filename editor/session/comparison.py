"""What a rendering can be compared with: the saved file, another context, a layer less."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from editor.core.diagnostics import ParseFault
from editor.core.diff import Hunk, differences
from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.formats.definitions import LayerName
from editor.formats.kinds import format_for
from editor.session.context_values import ContextValues
from editor.session.document import Document
from editor.session.live import LivePreview
from editor.session.project import Project
from editor.storage.textfile import UTF_8, DecodeFault, UnreadableFile, read
from editor.workspace.scopes import ScopeBuilder

LAYERS = (LayerName.CONTEXT, LayerName.IDENTITY, LayerName.VARIABLES, LayerName.TEMPLATE)


class Against(StrEnum):
    """What kind of thing the rendering is compared with."""

    SAVED = "saved"
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
    """Why there is nothing to compare with."""

    NOT_SAVED = "not-saved"
    UNREADABLE = "unreadable"
    FAULT = "fault"
    SAVED_FAULT = "saved-fault"
    NO_CONTEXT = "no-context"


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
    """

    comparison: Comparison
    new: str
    kind: FileKind
    text: str = ""
    scope: Scope = field(default_factory=Scope)
    missing: Missing | None = None

    @property
    def size(self) -> int:
        """How many characters there are to render and to compare."""
        return len(self.new) + len(self.text)


def compare(task: Task) -> Compared:
    """Render the other text and tell the differences to the rendering now."""
    if task.missing is not None:
        return Compared(task.comparison, missing=task.missing)
    try:
        old = format_for(task.kind).parse(task.text).render(task.scope).messages[0].text
    except ParseFault:
        is_saved = task.comparison.against is Against.SAVED
        fault = Missing.SAVED_FAULT if is_saved else Missing.FAULT
        return Compared(task.comparison, missing=fault)
    return Compared(task.comparison, old, task.new, differences(old, task.new))


def choices(project: Project, kind: FileKind) -> tuple[Comparison, ...]:
    """Return everything a file of `kind` can be compared with."""
    layers = LAYERS[:-1] if kind is FileKind.TEMPLATE else LAYERS
    return (
        Comparison(),
        *(Comparison(Against.CONTEXT, name) for name in project.context_names()),
        *(Comparison(Against.WITHOUT, layer) for layer in layers),
    )


class Comparer:
    """Prepares comparisons in one workspace."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def task(self, live: LivePreview, comparison: Comparison) -> Task:
        """Gather what comparing the rendering `live` needs."""
        document = live.document
        new, kind = live.text(), document.kind
        make: dict[Against, Callable[[Document, str], tuple[str, Scope] | Missing]] = {
            Against.SAVED: self._saved,
            Against.CONTEXT: self._in_context,
            Against.WITHOUT: self._without,
        }
        found = make[comparison.against](document, comparison.name)
        if isinstance(found, Missing):
            return Task(comparison, new, kind, missing=found)
        return Task(comparison, new, kind, *found)

    def _saved(self, document: Document, _name: str) -> tuple[str, Scope] | Missing:
        if document.path is None:
            return Missing.NOT_SAVED
        try:
            encoding = None if document.encoding == UTF_8 else document.encoding
            text = read(document.path, encoding).text
        except (UnreadableFile, DecodeFault):
            return Missing.UNREADABLE if document.path.exists() else Missing.NOT_SAVED
        return text, self.project.scope(document.kind)

    def _in_context(self, document: Document, name: str) -> tuple[str, Scope] | Missing:
        project = self.project
        saved = project.workspace.context_values(name, project.source_text)
        if saved is None:
            return Missing.NO_CONTEXT
        values = ContextValues(saved.values, {}, saved.origins, name)
        return document.text(), self._scope(document.kind, values)

    def _without(self, document: Document, name: str) -> tuple[str, Scope] | Missing:
        return document.text(), self._scope(document.kind, self.project.context, name)

    def _scope(self, kind: FileKind, values: ContextValues, without: str = "") -> Scope:
        builder = ScopeBuilder(self.project.workspace, self.project.source_text)
        return builder.scope(
            FileKind.TEMPLATE if kind is FileKind.TEMPLATE else FileKind.PROMPT,
            values.effective(),
            self.project.now,
            origins=values.origins_in_force(),
            without=(without,) if without else (),
        )
