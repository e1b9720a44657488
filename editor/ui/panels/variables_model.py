"""The variables table's rows: filtered and sorted here, in one pass, so that many stay quick."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from editor.session.variable_list import VariableRow, VariableState
from editor.ui.widgets.plain_tip import plain_tip

NAME, VALUE, FROM, USES = range(4)
LAYER_ROLE = Qt.ItemDataRole.UserRole.value
_Index = QModelIndex | QPersistentModelIndex


class VariablesModel(QAbstractTableModel):
    """Shows those rows that the filter lets through, in the order that was asked for."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._all: tuple[VariableRow, ...] = ()
        self._rows: list[VariableRow] = []
        self._places: dict[str, int] = {}
        self._filter = ""
        self._column = -1
        self._order = Qt.SortOrder.AscendingOrder

    def show_rows(self, rows: tuple[VariableRow, ...]) -> None:
        """Show `rows`; without a chosen column in their own order."""
        if rows != self._all:
            self._all = rows
            self._arrange()

    def show_only(self, text: str) -> None:
        """Show the rows whose name or value has `text` in it; all for an empty one."""
        if text != self._filter:
            self._filter = text
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order by a column; by none for a negative one."""
        if (column, order) != (self._column, self._order):
            self._column, self._order = column, order
            self._arrange()

    def row(self, number: int) -> VariableRow | None:
        """Return a row that is shown, or None beyond the last."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def place_of(self, name: str) -> int | None:
        """Return at which row `name` is shown, or None."""
        return self._places.get(name)

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return the number of rows shown."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        """Return the number of columns."""
        return 0 if parent is not None and parent.isValid() else 4

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return a column's title."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            titles = (self.tr("Name"), self.tr("Value"), self.tr("From"), self.tr("Uses"))
            return titles[section] if 0 <= section < len(titles) else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        row = self.row(index.row())
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._tip(row))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == LAYER_ROLE:
            return row.layer or PLAIN_LAYER.get(row.state, "")
        return None

    def _text(self, row: VariableRow, column: int) -> str:
        if column == NAME:
            return row.name
        if column == USES:
            return str(row.uses)
        if row.state is VariableState.SET:
            return row.layer or "" if column == FROM else row.value or self.tr("(empty)")
        if column == VALUE:
            return self.tr("not set")
        if row.state is VariableState.RUNTIME:
            return self.tr("run time")
        return self.tr("⚠ nowhere")

    def _tip(self, row: VariableRow) -> str:
        if row.state is VariableState.RUNTIME:
            said = self.tr("Not set now: the program that runs the prompt gives it.")
        elif row.state is VariableState.UNRESOLVED:
            said = self.tr("Set nowhere: it is sent as typed.")
        else:
            said = row.value
        return f"${row.name}\n{said}" if said else f"${row.name}"

    def _arrange(self) -> None:
        self.beginResetModel()
        wanted = self._filter.strip().lstrip("$").casefold()
        rows = list(self._all)
        if wanted:
            rows = [row for row in rows if wanted in f"{row.name}\n{row.value}".casefold()]
        key = _KEYS.get(self._column)
        if key is not None:
            rows.sort(key=key, reverse=self._order is Qt.SortOrder.DescendingOrder)
        self._rows = rows
        self._places = {row.name: place for place, row in enumerate(rows)}
        self.endResetModel()


PLAIN_LAYER = {VariableState.UNRESOLVED: "unresolved", VariableState.RUNTIME: "escape"}
"""The colours of names that no layer defines."""

_KEYS: dict[int, Callable[[VariableRow], tuple[object, ...]]] = {
    NAME: lambda row: (row.name.casefold(), row.name),
    VALUE: lambda row: (row.value.casefold(),),
    FROM: lambda row: (row.layer or "", row.state),
    USES: lambda row: (row.uses,),
}


def _alignment(column: int) -> int:
    side = Qt.AlignmentFlag.AlignRight if column == USES else Qt.AlignmentFlag.AlignLeft
    return (side | Qt.AlignmentFlag.AlignVCenter).value
