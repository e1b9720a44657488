"""The workspace tree: the files of a workspace by kind, one click away."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from editor.ui.icons import Icons
from editor.ui.panels.empty_note import EmptyNote
from editor.ui.panels.slot_filter import SlotFilterButton
from editor.ui.panels.workspace_model import BADGES, Badges, Group, WorkspaceModel
from editor.ui.widgets.badge_delegate import BadgeDelegate
from editor.ui.widgets.enter_tree import EnterTree
from editor.ui.widgets.panel_title import PanelTitle
from editor.ui.widgets.plain_tip import plain_tip

_SLOT = "slot"
# Up to so many files every folder is open until the user closes it.
_OPEN_ALL = 100


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file of the workspace.

    Attributes:
        path: Where it is.
        name: Its path in the workspace, with ``/``.
        kind: The kind of file: ``prompt``, ``template``, ``soul``, ``slot``, ``variable``,
            ``context``, ``samples``, ``identity`` or ``workspace``. Files of other kinds are not
            shown.
        detail: For a prompt, ``generator`` or ``agent``, or empty.
        label: For a slot its name: one node stands for all its files.
        others: For a slot its files besides the one at `path`.
        overridden: For a slot whether the app layer has a file of it.
    """

    path: Path
    name: str
    kind: str
    detail: str = ""
    label: str = ""
    others: tuple[Path, ...] = ()
    overridden: bool = False


class WorkspaceTree(QWidget):
    """Shows the files it is given and tells which one the user wants to open."""

    open_requested = Signal(object)  # Path

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("workspacePanel")
        self._files: tuple[TreeFile, ...] = ()
        self._open: dict[str, bool] = {}
        self._broken: frozenset[Path] = frozenset()
        self._title = PanelTitle(self.tr("Workspace"), self)
        self._filter = SlotFilterButton(icons, self)
        self._filter.chosen.connect(self._show_filtered)
        self._title.add(self._filter)
        self._model = WorkspaceModel(icons, self._groups(), self)
        self._view = self._made_view()
        self.setFocusProxy(self._view)
        self._empty = EmptyNote(self)
        self._empty.show_text(
            self.tr("Open a folder to see its prompts, souls, templates and contexts here.")
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._title)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._empty, 1)
        self._show_either()

    def show_files(self, title: str, files: tuple[TreeFile, ...]) -> None:
        """Show `files`; open folders and the selection stay.

        Args:
            title: The workspace's folder, shown when the pointer rests on the title.
            files: All files, in the order in which they stand in their folders.
        """
        self._title.setToolTip(plain_tip(title))
        self._view.setAccessibleDescription(title)
        if files == self._files:
            return
        self._files = files
        selected = self._model.key(self._view.currentIndex())
        scrolled = self._view.verticalScrollBar().value()
        self._model.fill(files)
        self._restore_folders()
        self._filter.setVisible(any(each.kind == _SLOT for each in files))
        self._show_filtered()
        self._select(self._model.find(selected))
        self._view.verticalScrollBar().setValue(scrolled)
        self._show_either()

    def show_current(self, path: Path | None) -> None:
        """Select the file in front and bring it into view; None selects nothing."""
        index = QModelIndex() if path is None else self._model.find_file(path)
        self._select(index)
        if index.isValid():
            self._view.scrollTo(index)

    def show_modified(self, paths: frozenset[Path]) -> None:
        """Mark the files with unsaved changes."""
        self._model.mark(paths)

    def show_problems(self, counts: Mapping[Path, int]) -> None:
        """Show how many problems each file has; one that is not named has none."""
        self._model.count(counts)

    def show_badges(self, badges: Mapping[Path, Badges], broken: frozenset[Path]) -> None:
        """Show badges at the nodes of these files; others keep theirs.

        Args:
            badges: The badges.
            broken: All slots with a file that cannot be read, by the path they open.
        """
        self._model.badge(badges)
        if broken != self._broken:
            self._broken = broken
            if self._filter.filter.broken:
                self._show_filtered()

    def _made_view(self) -> EnterTree:
        view = EnterTree(self)
        view.setObjectName("workspaceTree")
        view.setAccessibleName(self.tr("Files of the workspace"))
        view.setModel(self._model)
        view.setItemDelegate(BadgeDelegate(BADGES, view))
        view.setHeaderHidden(True)
        view.setUniformRowHeights(True)
        view.setIndentation(16)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setExpandsOnDoubleClick(False)
        view.clicked.connect(self._enter)
        view.entered_by_key.connect(self._enter)
        view.expanded.connect(self._note_expanded)
        view.collapsed.connect(self._note_collapsed)
        return view

    def _groups(self) -> tuple[Group, ...]:
        return (
            Group("prompt", self.tr("Prompts"), "prompt"),
            Group("template", self.tr("Templates"), "template"),
            Group("soul", self.tr("Souls"), "soul"),
            Group(_SLOT, self.tr("Slots"), "slot"),
            Group("variable", self.tr("Variables"), "variables"),
            Group("context", self.tr("Contexts"), "context"),
            Group("samples", self.tr("Samples of souls"), "samples", single=True),
            Group("identity", self.tr("Identity"), "identity", single=True),
            Group("workspace", self.tr("Workspace file"), "file", single=True),
        )

    def _enter(self, index: QModelIndex) -> None:
        path = self._model.path(index)
        if path is not None:
            self.open_requested.emit(path)
        else:
            self._view.setExpanded(index, not self._view.isExpanded(index))

    def _note_expanded(self, index: QModelIndex) -> None:
        self._open[self._model.key(index)] = True

    def _note_collapsed(self, index: QModelIndex) -> None:
        self._open[self._model.key(index)] = False

    def _restore_folders(self) -> None:
        few = len(self._files) <= _OPEN_ALL
        for index, is_group in self._model.branches():
            if self._open.get(self._model.key(index), few or is_group):
                self._view.expand(index)

    def _show_filtered(self) -> None:
        """Hide the slots that the filter leaves out, and say how many are left."""
        slots = [each for each in self._files if each.kind == _SLOT]
        top = self._model.find(f"{_SLOT}/")
        if not slots or not top.isValid():
            return
        wanted = self._filter.filter
        left = 0
        for row, slot in enumerate(slots):
            is_out = (wanted.overridden and not slot.overridden) or (
                wanted.broken and slot.path not in self._broken
            )
            left += not is_out
            if self._view.isRowHidden(row, top) is not is_out:
                self._view.setRowHidden(row, top, is_out)
        title = self.tr("Slots")
        shown = self.tr("Slots ({0} of {1})").format(left, len(slots)) if wanted else title
        self._model.caption(f"{_SLOT}/", shown)

    def _select(self, index: QModelIndex) -> None:
        if index.isValid():
            self._view.setCurrentIndex(index)
        else:
            self._view.selectionModel().setCurrentIndex(
                QModelIndex(), QItemSelectionModel.SelectionFlag.Clear
            )

    def _show_either(self) -> None:
        filled = self._model.rowCount() > 0
        self._view.setVisible(filled)
        self._empty.setVisible(not filled)
