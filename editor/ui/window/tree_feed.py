"""Feeds the workspace tree from the workspace that is shown."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.project import Project
from editor.session.slot_setting import sentence
from editor.session.slot_source import UnreadSlot
from editor.session.slot_states import SlotMark, SlotNode, SlotsDescribed, SlotState
from editor.session.workbench import Workbench
from editor.ui.panels.workspace_model import Badges
from editor.ui.panels.workspace_tree import TreeFile, WorkspaceTree


class TreeFeed(QObject):
    """Keeps the tree true.

    Signals:
        open_requested: The path of the file to open; of a slot that of the layer that wins.
    """

    open_requested = Signal(object)  # Path

    def __init__(self, workbench: Workbench, tree: WorkspaceTree) -> None:
        super().__init__(tree)
        self._workbench = workbench
        self._tree = tree
        self._project: Project | None = None
        self._broken: set[SlotNode] = set()
        self._nodes: tuple[SlotNode, ...] = ()
        self._unread: tuple[UnreadSlot, ...] = ()
        self._slots: tuple[TreeFile, ...] = ()
        self._slot_paths: frozenset[Path] = frozenset()
        tree.open_requested.connect(self._open)

    def show_project(self, project: Project | None) -> None:
        """Show the files of `project`."""
        if self._project is not None:
            self._project.files_changed.disconnect(self._show_files)
            self._project.slots.states.changed.disconnect(self._show_described)
        self._project = project
        if project is not None:
            project.files_changed.connect(self._show_files)
            project.slots.states.changed.connect(self._show_described)
        self._show_files()

    def show_current(self, document: Document | None) -> None:
        """Mark the file that is in front."""
        self._tree.show_current(document.path if document is not None else None)

    def refresh_modified(self) -> None:
        """Mark the files with unsaved work."""
        documents = self._workbench.documents.all()
        self._tree.show_modified(
            frozenset(each.path for each in documents if each.path and each.is_modified())
        )

    def _show_files(self) -> None:
        project = self._project
        if project is None:
            self._tree.show_files("", ())
            return
        found = project.files()
        files = [
            TreeFile(each.path, each.name, each.kind.value, project.detail_of(each))
            for each in found
            if each.kind is not FileKind.SLOT
        ]
        slots, unread_files = project.slots.nodes(), project.slots.unread_files()
        if slots is not self._nodes or unread_files is not self._unread:
            self._nodes, self._unread = slots, unread_files
            self._slot_paths = frozenset(each.path for each in slots)
            names = {each.path: each.name for each in found if each.kind is FileKind.SLOT}
            nodes = [_tree_slot(slot, names[slot.known_by]) for slot in slots]
            nodes += (
                TreeFile(each.path, each.name, FileKind.SLOT.value, label=each.path.name)
                for each in unread_files
            )
            self._slots = tuple(sorted(nodes, key=_by_label))
            self._broken.clear()
            said = self.tr("not read")
            self._show_badges(
                slots, {each.path: Badges((said,), said, each.why) for each in unread_files}
            )
        self._tree.show_files(str(project.root), (*files, *self._slots))
        self.show_current(self._workbench.front)
        self.refresh_modified()

    def _open(self, path: Path) -> None:
        if self._project is not None and path in self._slot_paths:
            path = self._project.slots.to_open(path)
        self.open_requested.emit(path)

    def _show_described(self, news: SlotsDescribed) -> None:
        self._show_badges(news.nodes)

    def _show_badges(
        self, slots: Iterable[SlotNode], more: Mapping[Path, Badges] = MappingProxyType({})
    ) -> None:
        if self._project is None:
            return
        states = self._project.slots.states
        badges = dict(more)
        for slot in slots:
            state = states.of(slot)
            badges[slot.path] = self._badges(slot, state)
            is_broken = state is not None and state.mark is SlotMark.BROKEN
            self._broken.add(slot) if is_broken else self._broken.discard(slot)
        self._tree.show_badges(badges, frozenset(each.path for each in self._broken))

    def _badges(self, slot: SlotNode, state: SlotState | None) -> Badges:
        if not slot.has_default:
            layers, said = self.tr("app"), self.tr("app layer only")
        elif slot.has_app:
            layers, said = self.tr("both"), self.tr("default and app layer")
        else:
            layers, said = self.tr("default"), self.tr("default layer")
        if state is None:
            return Badges((layers,), said)
        marks = {
            SlotMark.BROKEN: (self.tr("broken"), self.tr("broken")),
            SlotMark.DISABLED: (self.tr("off"), self.tr("disabled")),
            SlotMark.NOT_ENABLED: (self.tr("off"), self.tr("not enabled")),
            SlotMark.EMPTY: (self.tr("empty"), self.tr("without a template")),
        }
        tip = sentence(state.verdict)
        if state.mark is None:
            return Badges((layers,), said, tip)
        shown, told = marks[state.mark]
        return Badges((shown, layers), f"{told}, {said}", tip)


def _by_label(file: TreeFile) -> str:
    return file.label


def _tree_slot(slot: SlotNode, name: str) -> TreeFile:
    return TreeFile(
        slot.path,
        name,
        FileKind.SLOT.value,
        label=slot.label,
        others=slot.others,
        overridden=slot.has_app,
    )
