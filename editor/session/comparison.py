"""What a rendering can be compared with: the saved file, another context, a layer less."""

from dataclasses import dataclass, replace
from enum import StrEnum

from editor.core.diagnostics import ParseFault
from editor.core.diff import Hunk, differences
from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.core.spans import LINE_END
from editor.formats.definitions import LayerName
from editor.formats.wire import context_log
from editor.session.context_values import ContextValues
from editor.session.document import Document
from editor.session.liveslot import LiveSlot
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView
from editor.session.ondisk import read_as
from editor.session.project import Project
from editor.session.providers import providers
from editor.session.renderers import AsItIs, LogRenderer, Renderer, SlotRenderer, TextRenderer
from editor.storage.textfile import TextFile, UnreadableFile
from editor.workspace.scopes import ScopeBuilder

LAYERS = (LayerName.CONTEXT, LayerName.IDENTITY, LayerName.VARIABLES, LayerName.TEMPLATE)


class Against(StrEnum):
    """What kind of thing the rendering is compared with; `DISK` compares the text itself."""

    SAVED = "saved"
    DISK = "disk"
    CONTEXT = "context"
    WITHOUT = "without"
    PROVIDER = "provider"
    LAYER = "layer"
    """Two layers of a slot as they are written."""
    RESULT = "result"
    """What comes out with two layers of a slot on top."""
    VALUE = "value"
    """The value of a name in a layer, and the one below."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the rendering is compared with.

    Attributes:
        against: The kind.
        name: The name of the saved context, of the layer that is left out, of the lower layer, of
            the value, or of the provider; empty for no provider.
        other: The upper layer, or the one that has the value.
    """

    against: Against = Against.SAVED
    name: str = ""
    other: str = ""


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
    NO_VALUE = "no-value"


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
        render: Renders a source for the other rendering.
        text: The source of the other rendering.
        missing: Why there is no other rendering.
        same_form: Whether encoding and byte order mark are the same, where texts are compared.
        same_around: Whether what stands around the texts in their files is the same.
    """

    comparison: Comparison
    new: str
    render: Renderer
    text: str = ""
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
        old = task.render.text(task.text)
    except ParseFault:
        is_saved = task.comparison.against is Against.SAVED
        fault = Missing.SAVED_FAULT if is_saved else Missing.FAULT
        return Compared(task.comparison, missing=fault)
    if old is None:
        return Compared(task.comparison, missing=Missing.TOO_LARGE)
    return Compared(task.comparison, old, task.new, differences(old, task.new))


def _compare_texts(task: Task) -> Compared:
    """Tell the differences between two texts; bytes may differ though no line does."""
    old, new = LINE_END.sub("\n", task.text), LINE_END.sub("\n", task.new)
    if old == new and not (task.text == task.new and task.same_form):
        return Compared(task.comparison, missing=Missing.SAME_TEXT)
    if old == new and not task.same_around:
        return Compared(task.comparison, missing=Missing.SAME_CONTENT)
    return Compared(task.comparison, old, new, differences(old, new))


def choices(project: Project, live: LiveView) -> tuple[Comparison, ...]:
    """Return everything that the rendering `live` can be compared with."""
    always = (Comparison(), Comparison(Against.DISK))
    if isinstance(live, LiveSoul):
        known = (None, *providers(live))
        others = (each for each in known if each != live.setting.provider)
        return (*always, *(Comparison(Against.PROVIDER, each or "") for each in others))
    if isinstance(live, LiveSlot):
        above = (each.name for each in live.overlay.layers[:-1] if each.exists)
        return (*always, *(Comparison(Against.WITHOUT, name) for name in above))
    layers = LAYERS[:-1] if live.document.kind is FileKind.TEMPLATE else LAYERS
    return (
        *always,
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
    if comparison.against is Against.DISK:
        return disk_task(live.document)
    if isinstance(live, LiveSoul):
        return _soul_task(live, comparison)
    document = live.document
    new, kind, text = live.text(), document.kind, document.text()
    if isinstance(live, LiveSlot):
        return _slot_task(live, comparison, new)
    if comparison.against is Against.SAVED:
        return _saved_task(document, comparison, new, TextRenderer(kind, project.shown_scope(kind)))
    if comparison.against is Against.WITHOUT:
        scope = _scope(project, kind, project.context, comparison.name)
        return Task(comparison, new, TextRenderer(kind, scope), text)
    name = comparison.name
    found = project.workspace.context_values(name, project.source_text)
    if found is None:
        render = TextRenderer(kind, Scope())
        return Task(comparison, new, render, missing=Missing.NO_CONTEXT)
    values = ContextValues(found.values, {}, found.origins, name)
    return Task(comparison, new, TextRenderer(kind, _scope(project, kind, values)), text)


def disk_task(document: Document) -> Task:
    """Gather what comparing the whole text with what the disk holds needs; any file has both."""
    comparison, new, render = Comparison(Against.DISK), document.text(), AsItIs()
    saved = _saved_file(document)
    if isinstance(saved, Missing):
        return Task(comparison, new, render, missing=saved)
    same_form = (saved.bom, saved.encoding) == (document.bom, document.encoding)
    same_around = saved.enclosure == document.enclosure
    return Task(comparison, new, render, saved.text, same_form=same_form, same_around=same_around)


def _soul_task(live: LiveSoul, comparison: Comparison) -> Task:
    """The context log now beside that of the saved file, or for another provider."""
    document, setting = live.document, live.setting
    new = context_log(live.sent())
    if comparison.against is Against.SAVED:
        return _saved_task(document, comparison, new, LogRenderer(setting))
    other = replace(setting, provider=comparison.name or None)
    return Task(comparison, new, LogRenderer(other), document.text())


def _slot_task(live: LiveSlot, comparison: Comparison, new: str) -> Task:
    """The template now beside that of the saved file, or without a layer."""
    off = live.switched_off
    if comparison.against is Against.SAVED:
        return _saved_task(live.document, comparison, new, SlotRenderer(live.setting, off))
    without = SlotRenderer(live.setting, off | {comparison.name})
    return Task(comparison, new, without, live.document.text())


def _saved_task(document: Document, comparison: Comparison, new: str, render: Renderer) -> Task:
    saved = _saved_file(document)
    if isinstance(saved, Missing):
        return Task(comparison, new, render, missing=saved)
    return Task(comparison, new, render, saved.text)


def _saved_file(document: Document) -> TextFile | Missing:
    if document.path is None:
        return Missing.NOT_SAVED
    try:
        return read_as(document.path, document.encoding, document.enclosure is not None)
    except UnreadableFile as fault:
        is_missing = isinstance(fault.__cause__, FileNotFoundError | NotADirectoryError)
        return Missing.NOT_SAVED if is_missing else Missing.UNREADABLE


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
