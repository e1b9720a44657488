"""What the tests of the form's logic share: a document with its form, without any widget."""

from PySide6.QtWidgets import QApplication

from editor.core.kinds import FileKind
from editor.core.layers import Scope
from editor.core.tree import parse_path
from editor.session.document import Document
from editor.session.form import FormEditor, field_at
from editor.session.form_region import HeadRegion
from editor.session.form_values import FormField, Intent
from editor.session.live import LivePreview
from editor.storage.textfile import decode

SCHEMA: dict[str, object] = {
    "type": "object",
    "required": ["title"],
    "properties": {
        "title": {"title": "Title", "type": "string"},
        "note": {"type": "string", "examples": ["one"]},
        "color": {"type": "string", "format": "color"},
        "due": {"type": "string", "format": "date"},
        "when": {"type": "string", "examples": ["daily", "weekly"]},
        "priority": {"title": "Priority", "type": "integer", "minimum": 1, "maximum": 99},
        "ratio": {"type": "number"},
        "draft": {"type": "boolean"},
        "size": {"enum": ["small", "large", 3, None]},
        "tools": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "marks": {"type": "array", "items": {"type": "integer"}},
        "hook": {
            "title": "Hooks",
            "type": "object",
            "properties": {"pre": {"type": "string"}, "post": {"type": "string"}},
        },
        "load": {
            "type": "object",
            "properties": {"talk": {"$ref": "#/$defs/source"}, "seen": {"$ref": "#/$defs/source"}},
        },
        "either": {"oneOf": [{"type": "number"}, {"type": "string"}]},
    },
    "$defs": {
        "source": {
            "oneOf": [
                {"type": "boolean"},
                {"type": "string", "enum": ["required"]},
                {"type": "object"},
            ]
        }
    },
}


class Lab:
    """A document and its form."""

    def __init__(
        self,
        text: str,
        schema: dict[str, object] | None = SCHEMA,
        kind: FileKind = FileKind.PROMPT,
    ) -> None:
        assert QApplication.instance() is not None
        self.document = Document(decode(text.encode("utf-8", "surrogatepass")), kind)
        self.live = LivePreview(self.document, Scope(()))
        self.document.setParent(self.live)
        self.editor = FormEditor(self.document, HeadRegion(self.document, self.live), schema)
        self.editor.form()

    @property
    def text(self) -> str:
        return self.document.text()

    def field(self, name: str) -> FormField:
        """Return the field that is shown under a dotted name."""
        form = self.editor.form()
        found = field_at((*form.fields, *form.others), parse_path(name))
        assert found is not None, name
        return found

    def names(self) -> list[str]:
        form = self.editor.form()
        return [each.name for each in (*form.fields, *form.others)]

    def do(self, *intents: Intent) -> str:
        """Do what is wanted and return the text."""
        for intent in intents:
            self.editor.do(intent)
        return self.text
