"""Feeds the frontmatter form from the document in front, and takes its wishes to the text."""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer

from editor.core.edits import EditRefused
from editor.core.kinds import FileKind
from editor.session.document import Document
from editor.session.form import FormEditor
from editor.session.form_region import HeadRegion
from editor.session.form_values import AddField, Intent
from editor.session.liveview import LiveView
from editor.session.project import Project
from editor.session.workbench import Workbench
from editor.ui.forms.frontmatter_form import FrontmatterForm

PAUSE = 1000
"""Typing that stops for so many milliseconds is an undo step."""

_WITH_FORM = (FileKind.PROMPT, FileKind.TEMPLATE, FileKind.VARIABLE)
_NO_SCHEMA: Mapping[str, object] = MappingProxyType({})


class FormFeed(QObject):
    """Joins the form to the document in front."""

    def __init__(self, workbench: Workbench, form: FrontmatterForm, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._form = form
        self._editors: dict[Document, FormEditor] = {}
        self._schemas: dict[tuple[Project, FileKind], Mapping[str, object]] = {}
        self._project: Project | None = None
        self._document: Document | None = None
        self._live: LiveView | None = None
        self._doing = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._end_step)
        form.intended.connect(self._do)
        form.left.connect(self._end_visit)
        form.folded.connect(self.refresh)
        workbench.documents.closed.connect(self._forget)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Show the fields of `document`; what was typed into the one before is told first."""
        self.flush()
        if self._document is not None:
            self._document.kind_changed.disconnect(self._kind_changed)
        if self._live is not None:
            self._live.head_changed.disconnect(self._head_changed)
        self._end_visit()
        self._document, self._live = document, live
        if document is not None:
            document.kind_changed.connect(self._kind_changed)
        if live is not None:
            live.head_changed.connect(self._head_changed)
        self.refresh()

    def show_project(self, project: Project | None) -> None:
        """Take the schemas of `project`; they are read again when its files change."""
        if project is self._project:
            return
        if self._project is not None:
            self._project.files_changed.disconnect(self._read_schemas)
        self._project = project
        if project is not None:
            project.files_changed.connect(self._read_schemas)
        self._read_schemas()

    def flush(self) -> None:
        """Put into the text what was typed into the form and is not there yet.

        To be called before saving, switching, closing and whatever reads the text.
        """
        if self._editor() is not None:
            self._form.flush()

    def has_pending(self, document: Document) -> bool:
        """Whether something typed into the form of `document` is not valid yet.

        It is in no text, so closing the file would lose it.
        """
        editor = self._editors.get(document)
        return editor is not None and editor.has_pending()

    def refresh(self) -> None:
        """Show the fields as they are now."""
        editor = self._editor()
        self._form.offer(editor is not None)
        if editor is not None:
            self._form.show_form(editor.form())

    def _editor(self) -> FormEditor | None:
        document, live = self._document, self._live
        if document is None or live is None or document.kind not in _WITH_FORM:
            return None
        if document not in self._editors:
            region = HeadRegion(document, live)
            self._editors[document] = FormEditor(document, region, self._schema_for(document))
        return self._editors[document]

    def _schema_for(self, document: Document) -> Mapping[str, object]:
        project = self._workbench.project_of(document)
        key = (project, document.kind)
        if key not in self._schemas:
            self._schemas[key] = project.workspace.schema(document.kind) or _NO_SCHEMA
        return self._schemas[key]

    def _read_schemas(self) -> None:
        self._schemas.clear()
        for document, editor in self._editors.items():
            editor.use_schema(self._schema_for(document))
        self.refresh()

    def _head_changed(self) -> None:
        if not self._doing:
            self.refresh()

    def _do(self, intent: Intent) -> None:
        editor = self._editor()
        if editor is None:
            return
        self._doing = True
        try:
            editor.do(intent)
        except EditRefused as error:
            self.refresh()
            self._form.say(str(error))
            self._form.give_back(intent)
            return
        finally:
            self._doing = False
        self._pause.start()
        self.refresh()
        if isinstance(intent, AddField):
            self._form.focus_field(intent.path)

    def _end_step(self) -> None:
        if self._document is not None:
            self._document.end_merge()

    def _end_visit(self) -> None:
        self._pause.stop()
        if self._document is not None and self._document in self._editors:
            self._editors[self._document].end_visit()
            self.refresh()

    def _kind_changed(self) -> None:
        if self._document is not None and self._document in self._editors:
            self._editors[self._document].use_schema(self._schema_for(self._document))
        self.refresh()

    def _forget(self, document: Document) -> None:
        self._editors.pop(document, None)
        if document is self._document:
            self._document = self._live = None
