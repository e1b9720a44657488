"""Feeds form and preview of slots from the file in front, and takes wishes to the text."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from editor.core.edits import EditRefused
from editor.session.document import Document
from editor.session.form_values import Intent
from editor.session.liveslot import LiveSlot
from editor.session.liveview import LiveView
from editor.session.slot_edits import SlotEdits
from editor.session.slot_form import SlotFormEditor
from editor.session.slot_form_values import SetHere
from editor.session.slot_setting import SlotShowing, sentence
from editor.session.workbench import Workbench
from editor.ui.forms.slots.slot_form import SlotFormView
from editor.ui.preview.slot_head import SlotHead
from editor.ui.theme import Theme
from editor.ui.window.file_flow import FileFlow
from editor.ui.window.layer_deeds import LayerDeeds

PAUSE = 1000
"""Typing that stops for so many milliseconds is an undo step."""


class SlotFeed(QObject):
    """Joins the form to the slot in front."""

    def __init__(
        self,
        workbench: Workbench,
        form: SlotFormView,
        head: SlotHead,
        files: FileFlow,
        deeds: LayerDeeds,
        theme: Theme,
    ) -> None:
        super().__init__(form)
        self._workbench = workbench
        self._form = form
        self._head = head
        self._files = files
        self._editors: dict[Document, SlotFormEditor] = {}
        self._live: LiveSlot | None = None
        self._editor: SlotFormEditor | None = None
        self._doing = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._end_step)
        form.intended.connect(self._do)
        form.left.connect(self._end_visit)
        form.file_chosen.connect(self._go_to)
        form.wished.connect(deeds.do)
        head.chosen.connect(self._choose)
        theme.changed.connect(form.rehighlight)
        workbench.documents.closed.connect(self._forget)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Show the keys of `document`, if it is a slot."""
        self.flush()
        self._end_visit()
        if self._live is not None:
            self._live.updated.disconnect(self._updated)
            self._live.document.read_only_changed.disconnect(self.refresh)
        self._editor = None
        self._live = live if isinstance(live, LiveSlot) else None
        if document is not None and self._live is not None:
            self._editor = self._editor_of(document, self._live)
            self._live.updated.connect(self._updated)
            document.read_only_changed.connect(self.refresh)
        self._form.offer(self._editor is not None)
        self.refresh()

    def refresh(self) -> None:
        """Show the keys and the verdict as they are now."""
        live = self._live
        if self._editor is not None and live is not None:
            self._form.show_form(self._editor.form())
            showing = SlotShowing(live.setting.placeholders, live.setting.fill)
            verdict = live.setting.unread or sentence(live.verdict)
            # In the place of a template the preview says it itself.
            self._head.show_slot("" if verdict == live.reason else verdict, showing)

    def flush(self) -> None:
        """Put into the text what was typed into the form and is not there yet."""
        if self._editor is not None:
            self._form.flush()

    def has_pending(self, document: Document) -> bool:
        """Whether something typed into the form of `document` is not valid yet, so in no text."""
        editor = self._editors.get(document)
        return editor is not None and editor.has_pending()

    def _editor_of(self, document: Document, live: LiveSlot) -> SlotFormEditor:
        known = self._editors.get(document)
        if known is None or not known.follows(live):
            edits = SlotEdits(self._workbench.project_of(document), self._workbench.documents)
            known = self._editors[document] = SlotFormEditor(document, live, edits)
        return known

    def _updated(self) -> None:
        if not self._doing:
            self.refresh()

    def _do(self, intent: Intent | SetHere) -> None:
        editor = self._editor
        if editor is None:
            return
        self._doing = True
        try:
            editor.do(intent)
        except EditRefused as error:
            self.refresh()
            self._form.say(str(error))
            return
        finally:
            self._doing = False
        self._pause.start()
        self.refresh()
        if isinstance(intent, SetHere):
            self._form.focus_key(intent.key)

    def _choose(self, showing: SlotShowing) -> None:
        if self._live is not None:
            self._workbench.project_of(self._live.document).slots.show_with(showing)

    def _go_to(self, path: Path) -> None:
        self._files.flush()
        self._files.open(path)

    def _end_step(self) -> None:
        if self._editor is not None:
            self._editor.document.end_merge()

    def _end_visit(self) -> None:
        self._pause.stop()
        if self._editor is not None:
            self._editor.end_visit()
            self.refresh()

    def _forget(self, document: Document) -> None:
        editor = self._editors.pop(document, None)
        if editor is not None and editor is self._editor:
            self._editor = self._live = None
