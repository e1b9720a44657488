"""The fields of an open card."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.core.tree import Path
from editor.session.section_values import CardBody, CardField, CardHead, CardProblem
from editor.ui.forms.columns import Columns
from editor.ui.forms.sections.card_field_row import CardFieldRow
from editor.ui.forms.sections.card_texts import CardTexts
from editor.ui.widgets.text_formats import TextFormats

_OF_TOOLS = ("args", "result_field")
"""Fields that mean nothing without a tool."""
_LEFT = 28
_FIELDS = ("section", "tool", "args", "result_field")
"""What stands above the texts; every other row is below them, as YAML."""


class CardBodyView(QWidget):
    """Rows for the fields, texts behind tabs, and other fields as YAML."""

    intended = Signal(object)  # CardIntent
    left = Signal()
    fix_wanted = Signal(int)

    def __init__(self, key: int, formats: TextFormats, parent: QWidget) -> None:
        super().__init__(parent)
        self._key = key
        self._prefix = ""
        self._name = ""
        self._rows: dict[Path, CardFieldRow] = {}
        self._columns = Columns(self)
        self.texts = CardTexts(key, formats, self)
        self._others = Columns(self)
        self.texts.intended.connect(self.intended)
        self.texts.left.connect(self.left)
        self.texts.fix_wanted.connect(self.fix_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(_LEFT, 0, 10, 10)
        column.setSpacing(6)
        column.addWidget(self._columns)
        column.addWidget(self.texts)
        column.addWidget(self._others)

    def rename(self, prefix: str, name: str) -> None:
        """Take the names of another card."""
        self._prefix, self._name = prefix, name
        self.texts.rename(prefix, name)
        for path, row in self._rows.items():
            self._rename_row(path, row)

    def show_body(
        self,
        body: CardBody,
        head: CardHead,
        problems: Mapping[str, CardProblem],
        *,
        editable: bool,
    ) -> None:
        """Show the fields as they are now."""
        has_tool = any(field.text is not None for field in body.fields if field.name == "tool")
        shown = [field for field in body.fields if has_tool or _is_needed(field)]
        fields = {field.path: field for field in (*shown, *body.others)}
        for path in self._rows.keys() - fields.keys():
            self._drop(self._rows.pop(path))
        known = {field.path for field in shown}
        for path, field in fields.items():
            if path not in self._rows:
                self._rows[path] = self._made(path, as_yaml=path not in known)
            row = self._rows[path]
            row.show_field(field, problems.get(field.name))
            row.set_editable(editable and not field.lock)
        self._columns.place([(self._rows[field.path], field.name == "args") for field in shown])
        self._others.place([(self._rows[field.path], True) for field in body.others])
        self._others.setVisible(bool(body.others))
        self.texts.show_texts(body.texts, problems, editable=editable)
        self.texts.follow_provider(body.provider)
        has_texts = any(field.text is not None for field in body.texts)
        self.texts.setVisible(has_texts or head.source != "conversation")

    def tab_stops(self) -> tuple[QWidget, ...]:
        """Return the controls in the order of Tab."""
        fields = [row for path, row in self._rows.items() if path[0] in _FIELDS]
        others = [row for path, row in self._rows.items() if path[0] not in _FIELDS]
        return (
            *(stop for row in fields for stop in row.tab_stops()),
            *self.texts.tab_stops(),
            *(stop for row in others for stop in row.tab_stops()),
        )

    def field_editor(self, path: Path) -> QWidget | None:
        """Return the widget in which a field of a row is typed, or None."""
        row = self._rows.get(path)
        return None if row is None else row.value.editor

    def _made(self, path: Path, *, as_yaml: bool) -> CardFieldRow:
        row = CardFieldRow(self._key, path, self._title(path), self, as_yaml=as_yaml)
        row.intended.connect(self.intended)
        row.left.connect(self.left)
        row.fix_wanted.connect(self.fix_wanted)
        self._rename_row(path, row)
        return row

    def _rename_row(self, path: Path, row: CardFieldRow) -> None:
        part = ":".join(map(str, path))
        label = self.tr("{0} of {1}").format(self._title(path), self._name)
        row.rename(f"{self._prefix}:{part}", label)

    def _title(self, path: Path) -> str:
        """Return how people call a field; one that no section knows is called as it is written."""
        titles = {
            "section": self.tr("Section"),
            "tool": self.tr("Tool"),
            "args": self.tr("Args (JSON)"),
            "result_field": self.tr("Result field"),
        }
        name = ":".join(map(str, path))
        return titles.get(name, name)

    def _drop(self, row: CardFieldRow) -> None:
        row.blockSignals(True)
        row.hide()
        row.setParent(None)
        row.deleteLater()


def _is_needed(field: CardField) -> bool:
    return field.name not in _OF_TOOLS or field.text is not None
