"""The workspace tree's items: groups by kind, the folders in them, and the files."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from editor.core.hidden import on_one_line
from editor.ui.icons import Icons
from editor.ui.widgets.plain_tip import plain_tip

_KEY = Qt.ItemDataRole.UserRole
_PATH = Qt.ItemDataRole.UserRole + 1
_ICON = Qt.ItemDataRole.UserRole + 2
_LABEL = Qt.ItemDataRole.UserRole + 3
BADGES = Qt.ItemDataRole.UserRole + 4
"""The badges of a node, a tuple of texts."""
_PATHS = Qt.ItemDataRole.UserRole + 5
_BADGES_SAID = Qt.ItemDataRole.UserRole + 6
_MODIFIED_MARK = "●"
_DETAIL_ICONS = ("generator", "agent")


class Entry(Protocol):
    """What the model reads of a file."""

    @property
    def path(self) -> Path:
        """Where it is."""
        ...

    @property
    def name(self) -> str:
        """Its path in the workspace, with ``/``."""
        ...

    @property
    def kind(self) -> str:
        """The group it belongs to."""
        ...

    @property
    def detail(self) -> str:
        """What kind of prompt it is, or empty."""
        ...

    @property
    def label(self) -> str:
        """What its node is called if it is not by its name; then no folders are shown."""
        ...

    @property
    def others(self) -> tuple[Path, ...]:
        """Further files that its node stands for."""
        ...


@dataclass(frozen=True, slots=True)
class Badges:
    """Short labels of a node.

    Attributes:
        shown: As they are painted.
        said: As a screen reader says them.
        tip: More about the node, below its name.
    """

    shown: tuple[str, ...] = ()
    said: str = ""
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A top node: the kind of its files, its title and icon.

    Attributes:
        single: Whether its only file stands in its place.
    """

    kind: str
    title: str
    icon: str
    single: bool = False


class WorkspaceModel(QStandardItemModel):
    """Files under their groups; a folder that all files of a group share is left out."""

    def __init__(self, icons: Icons, groups: tuple[Group, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._icons = icons
        self._groups = groups
        self._by_key: dict[str, QStandardItem] = {}
        self._by_path: dict[Path, QStandardItem] = {}
        self._modified: frozenset[Path] = frozenset()
        self._problems: Mapping[Path, int] = {}
        self._badges: dict[Path, Badges] = {}

    def fill(self, files: Iterable[Entry]) -> None:
        """Show `files` and nothing else."""
        self.clear()
        self._by_key.clear()
        self._by_path.clear()
        by_kind: dict[str, list[Entry]] = {}
        for file in files:
            by_kind.setdefault(file.kind, []).append(file)
        for group in self._groups:
            members = by_kind.get(group.kind, [])
            if group.single and len(members) == 1:
                self.appendRow(self._file_item(group, members[0], group.title))
            elif members:
                self.appendRow(self._group_item(group, members))

    def mark(self, paths: frozenset[Path]) -> None:
        """Mark the files at `paths` as modified, and no others."""
        changed = paths ^ self._modified
        self._modified = paths
        self._show_labels(changed)

    def count(self, problems: Mapping[Path, int]) -> None:
        """Show how many problems files have, and no other numbers."""
        paths = {*problems, *self._problems}
        changed = [path for path in paths if problems.get(path) != self._problems.get(path)]
        self._problems = problems
        self._show_labels(changed)

    def badge(self, badges: Mapping[Path, Badges]) -> None:
        """Show badges at the nodes of these files, now and after a new `fill`."""
        for path, found in badges.items():
            if self._badges.get(path) != found:
                self._badges[path] = found
                item = self._by_path.get(path)
                if item is not None:
                    self._show_badges(item, found)

    def caption(self, key: str, text: str) -> None:
        """Show a text in the place of a node's label."""
        item = self._by_key.get(key)
        if item is not None:
            item.setText(text)
            item.setAccessibleText(text)

    def key(self, index: QModelIndex) -> str:
        """Return what tells a node from all others, also after a new `fill`."""
        return str(index.data(_KEY) or "")

    def path(self, index: QModelIndex) -> Path | None:
        """Return the path of a file's node, or None for a folder."""
        path: Path | None = index.data(_PATH)
        return path

    def find(self, key: str) -> QModelIndex:
        """Return the node with this key, or an invalid index."""
        item = self._by_key.get(key)
        return QModelIndex() if item is None else item.index()

    def find_file(self, path: Path) -> QModelIndex:
        """Return the node of a file, or an invalid index."""
        item = self._by_path.get(path)
        return QModelIndex() if item is None else item.index()

    def branches(self) -> Iterator[tuple[QModelIndex, bool]]:
        """Yield every node that has children, and whether it is a group."""
        for item in self._by_key.values():
            if item.hasChildren():
                yield item.index(), item.parent() is None

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Paint icons in the theme's colours of this moment."""
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icons.icon(super().data(index, _ICON))
        return super().data(index, role)

    def _group_item(self, group: Group, members: list[Entry]) -> QStandardItem:
        top = self._item(group.title, f"{group.kind}/", group.icon)
        shared = _shared_folder([file.name for file in members])
        folders: dict[tuple[str, ...], QStandardItem] = {(): top}
        for file in members:
            if file.label:
                top.appendRow(self._file_item(group, file, file.label))
                continue
            parts = tuple(file.name.split("/"))
            for depth in range(len(shared) + 1, len(parts)):
                inside = parts[len(shared) : depth]
                if inside not in folders:
                    key = f"{group.kind}/{'/'.join(parts[:depth])}/"
                    folders[inside] = self._item(inside[-1], key, "folder")
                    folders[inside[:-1]].appendRow(folders[inside])
            folder = folders[parts[len(shared) : -1]]
            folder.appendRow(self._file_item(group, file, parts[-1]))
        return top

    def _file_item(self, group: Group, file: Entry, label: str) -> QStandardItem:
        icon = file.detail if file.detail in _DETAIL_ICONS else group.icon
        item = self._item(label, f"{group.kind}/{file.name}", icon)
        item.setData(file.path, _PATH)
        name = on_one_line(file.name)
        item.setToolTip(plain_tip(f"{name}\n{file.detail}" if file.detail else name))
        item.setData((file.path, *file.others), _PATHS)
        self._by_path.update(dict.fromkeys((file.path, *file.others), item))
        badges = self._badges.get(file.path)
        if badges is None:
            self._show_label(item)
        else:
            self._show_badges(item, badges)
        return item

    def _show_badges(self, item: QStandardItem, badges: Badges) -> None:
        item.setData(badges.shown, BADGES)
        item.setData(badges.said, _BADGES_SAID)
        name = on_one_line(str(item.data(_KEY)).partition("/")[2])
        item.setToolTip(plain_tip("\n".join(filter(None, (name, badges.tip)))))
        self._show_label(item)

    def _item(self, label: str, key: str, icon: str) -> QStandardItem:
        label = on_one_line(label)
        item = QStandardItem(label)
        item.setData(key, _KEY)
        item.setData(icon, _ICON)
        item.setData(label, _LABEL)
        self._by_key[key] = item
        return item

    def _show_labels(self, paths: Iterable[Path]) -> None:
        for path in paths:
            item = self._by_path.get(path)
            if item is not None:
                self._show_label(item)

    def _show_label(self, item: QStandardItem) -> None:
        label, paths = str(item.data(_LABEL)), item.data(_PATHS)
        modified = not self._modified.isdisjoint(paths)
        problems = sum(self._problems.get(path, 0) for path in paths)
        shown, said = [label], [label, *filter(None, (item.data(_BADGES_SAID),))]
        if modified:
            shown.append(_MODIFIED_MARK)
            said.append(self.tr("modified"))
        if problems:
            shown.append(str(problems))
            said.append(
                self.tr("1 problem") if problems == 1 else self.tr("%n problems", "", problems)
            )
        item.setText(" ".join(shown))
        item.setAccessibleText(", ".join(said))


def _shared_folder(names: list[str]) -> tuple[str, ...]:
    """The leading folders that all `names` lie in."""
    folders = [name.split("/")[:-1] for name in names]
    shared: list[str] = []
    for parts in zip(*folders, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return tuple(shared)
