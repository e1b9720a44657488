"""Feeds the section cards from the soul in front, and takes their wishes to the text."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from editor.core.edits import EditRefused
from editor.session.document import Document
from editor.session.documents import UnreadableFile
from editor.session.livesoul import LiveSoul
from editor.session.liveview import LiveView
from editor.session.problems import Problem, Problems
from editor.session.providers import providers
from editor.session.section_editor import SectionEditor
from editor.session.section_problems import first_fix, problems_by_card
from editor.session.section_values import (
    AddCard,
    AddOverride,
    CardIntent,
    DuplicateCard,
    ListState,
    MoveCard,
    RemoveCard,
    RenameOverride,
    WriteTemplatePart,
)
from editor.session.soul_changes import PartsChanged
from editor.session.workbench import Workbench
from editor.ui.forms.sections.section_list import SectionList
from editor.ui.theme import Theme
from editor.ui.widgets.source_editor import SourceEditor

PAUSE = 1000
"""Typing that stops for so many milliseconds is an undo step."""
SIZE_PAUSE = 150
"""Milliseconds after the last key until the size of its section is told."""


class SectionFeed(QObject):
    """Joins the cards to the soul in front.

    Signals:
        failed: Why a problem could not be mended, in one sentence.
        meant: The number of the section whose card has the keys, or None.
    """

    failed = Signal(object)  # str
    meant = Signal(object)  # int | None

    def __init__(
        self,
        workbench: Workbench,
        problems: Problems,
        cards: SectionList,
        source: SourceEditor,
        theme: Theme,
    ) -> None:
        super().__init__(cards)
        self._problems = problems
        self._list = cards
        self._source = source
        self._editors: dict[Document, SectionEditor] = {}
        self._live: LiveSoul | None = None
        self._editor: SectionEditor | None = None
        self._shown: tuple[Problem, ...] = ()
        self._are_sections_told = False
        self._told: set[int] = set()
        self._opened: dict[Document, frozenset[int]] = {}
        self._unsized: set[int] = set()
        self._sizing = QTimer(self)
        self._sizing.setSingleShot(True)
        self._sizing.setInterval(SIZE_PAUSE)
        self._sizing.timeout.connect(self._show_sizes)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._end_step)
        cards.intended.connect(self._do)
        cards.left.connect(self._end_visit)
        cards.body_wanted.connect(self._show_body)
        cards.text_wanted.connect(self._show_in_text)
        cards.line_wanted.connect(self._show_line)
        cards.known_wanted.connect(self._offer_known)
        cards.fix_wanted.connect(self._fix)
        cards.arranged.connect(self.refresh)
        cards.current_changed.connect(self._tell_meant)
        source.caret_moved.connect(self._caret_moved)
        problems.changed.connect(self._show_problems)
        theme.changed.connect(cards.rehighlight)
        workbench.documents.closed.connect(self._forget)

    def show(self, document: Document | None, live: LiveView | None) -> None:
        """Show the sections of `document`, if it is a soul."""
        self._end_visit()
        self._unsized.clear()
        if self._live is not None:
            self._join(self._live, joined=False)
        before, self._editor = self._editor, None
        self._live = live if isinstance(live, LiveSoul) else None
        if document is not None and self._live is not None:
            self._editor = self._editor_of(document, self._live)
            self._join(self._live, joined=True)
        if before is not self._editor:
            if before is not None:
                self._opened[before.document] = self._list.open_keys()
            self._list.clear(self._opened.get(document) if document is not None else None)
        self._list.offer(self._editor is not None)
        self.refresh()
        self._caret_moved()

    def refresh(self) -> None:
        """Show all cards as they are now."""
        editor, live = self._editor, self._live
        if editor is None or live is None or self._list.must_wait():
            return
        self._show_names()
        self._list.show_list(editor.cards())
        editor.changed()
        for key in editor.cards().keys:
            self._show_card(key)
        self._show_problems()

    def has_pending(self, document: Document) -> bool:
        """Whether something typed into a card of `document` is not valid yet, so in no text."""
        editor = self._editors.get(document)
        return editor is not None and editor.has_pending()

    def has_cards(self) -> bool:
        """Whether the file in front is a soul."""
        return self._editor is not None

    def has_current(self) -> bool:
        """Whether there is a section that commands mean."""
        return self._editor is not None and self._list.current is not None

    def move_current(self, by: int) -> None:
        """Move the section that is meant up (-1) or down (1); the source's caret goes along."""
        editor, key, live = self._editor, self._list.current, self._live
        index = editor.index(key) if editor is not None and key is not None else None
        if editor is None or key is None or live is None or index is None:
            return
        line, column = self._source.place()
        inside = line - live.parts.first_line(index)
        self._do(MoveCard(key, index + by))
        moved = editor.index(key)
        if self._source.hasFocus() and moved is not None and moved != index:
            self._source.go_to_line(live.parts.first_line(moved) + inside, column)
            self._caret_moved()  # it may be where it was, in a section that is another one now

    def duplicate_current(self) -> None:
        """Put a copy behind the section that is meant."""
        if self._list.current is not None:
            self._do(DuplicateCard(self._list.current))

    def remove_current(self) -> None:
        """Take out the section that is meant."""
        if self._list.current is not None:
            self._do(RemoveCard(self._list.current))

    def lacks_template_part(self) -> bool:
        """Whether the file in front is a soul without a template part that can be written."""
        cards = self._editor.cards() if self._editor is not None else None
        return cards is not None and cards.state is ListState.NO_MARKER and not cards.read_only

    def write_template_part(self) -> None:
        """Write the built-in order into the soul in front."""
        self._do(WriteTemplatePart())

    def add(self) -> None:
        """Offer sections to add behind the one that is meant."""
        self._list.open_add_menu()

    def _editor_of(self, document: Document, live: LiveSoul) -> SectionEditor:
        known = self._editors.get(document)
        if known is None or not known.follows(live):
            known = self._editors[document] = SectionEditor(document, live)
            live.sections_changed.connect(known.follow)
        return known

    def _join(self, live: LiveSoul, *, joined: bool) -> None:
        document = live.document
        for signal, slot in (
            (live.sections_changed, self._sections_changed),
            (live.messages_changed, self._messages_changed),
            (live.stale_changed, self._show_state),
            (live.updated, self._updated),
            (document.read_only_changed, self._show_state),
        ):
            if joined:
                signal.connect(slot)
            else:
                signal.disconnect(slot)

    def _sections_changed(self, change: PartsChanged) -> None:
        """Show the cards that changed, after the editor has heard of it."""
        editor = self._editor
        if editor is None or self._list.must_wait():
            return
        self._are_sections_told = True
        self._list.show_list(editor.cards())
        changed = editor.changed()
        is_key = change.removed == change.added == 1
        for key in changed:
            self._show_card(key, sized=not is_key)
        self._told.update(changed)

    def _messages_changed(self, _change: object) -> None:
        """Show sizes again when values or the provider changed and no section did."""
        if not self._are_sections_told:
            self.refresh()

    def _updated(self) -> None:
        self._are_sections_told = False

    def _show_state(self) -> None:
        if self._editor is not None and not self._list.must_wait():
            self._list.show_list(self._editor.cards())
            self._show_problems()

    def _show_card(self, key: int, *, sized: bool = True) -> None:
        """Show a card; its size at once or, without `sized`, after a pause."""
        editor = self._editor
        if editor is None or editor.index(key) is None:
            return
        self._list.show_head(key, editor.head(key), editor.size(key) if sized else None)
        if self._list.is_open(key):
            self._list.show_body(key, editor.body(key))
        if not sized:
            self._unsized.add(key)
            self._sizing.start()

    def _show_sizes(self) -> None:
        """Tell the sizes that waited: at every key a card would be laid out again."""
        editor = self._editor
        waiting, self._unsized = self._unsized, set()
        for key in waiting:
            if editor is not None and editor.index(key) is not None:
                self._list.show_head(key, editor.head(key), editor.size(key))

    def _show_body(self, key: int) -> None:
        if self._editor is not None and self._editor.index(key) is not None:
            self._list.show_body(key, self._editor.body(key))

    def _show_names(self) -> None:
        if self._live is not None:
            given = frozenset(self._live.setting.samples.values)
            self._list.show_given(given, providers(self._live))

    def _show_problems(self) -> None:
        editor, live = self._editor, self._live
        if editor is None or live is None:
            return
        found = self._problems.of(editor.document)
        if not self._problems.are_current(editor.document):
            return
        self._shown = found
        if live.parts.fault is not None:
            self._list.offer_fix(first_fix(found))
        else:
            self._list.show_problems(problems_by_card(found, live.parts, editor.cards().keys))

    def _do(self, intent: CardIntent) -> None:
        editor = self._editor
        if editor is None:
            return
        key = None if isinstance(intent, AddCard | WriteTemplatePart) else intent.key
        at = editor.index(key) if key is not None else None
        self._told.clear()
        try:
            made = editor.do(intent)
        except EditRefused as error:
            self._list.say(key, str(error))
            return
        self._list.say(key, "")
        if key is not None and key not in self._told:
            self._show_card(key)  # what was typed may be refused, and in no text
        if isinstance(intent, AddOverride | RenameOverride):
            self._show_names()
        self._pause.start()
        self._follow(intent, made, at)

    def _follow(self, intent: CardIntent, made: int | None, at: int | None) -> None:
        """Bring in sight what came of a wish."""
        editor = self._editor
        if editor is None:
            return
        if made is not None:
            self._list.go_to(made, to_name=intent == AddCard("", getattr(intent, "behind", None)))
        elif isinstance(intent, MoveCard):
            self._list.show_list(editor.cards())  # equal sections change places in no text
            self._list.reveal(intent.key)
            self._tell_meant()
        elif isinstance(intent, RemoveCard) and at is not None and not self._source.hasFocus():
            keys = editor.cards().keys
            if keys:
                self._list.go_to(keys[min(at, len(keys) - 1)], to_name=False)

    def _fix(self, number: int) -> None:
        if number >= len(self._shown):
            return
        problem = self._shown[number]
        try:
            self._problems.apply(problem, problem.fixes[0])
        except (EditRefused, UnreadableFile) as error:
            self.failed.emit(str(error))

    def _offer_known(self) -> None:
        if self._editor is not None:
            self._list.offer_known(self._editor.known_sections())

    def _show_in_text(self, key: int) -> None:
        editor, live = self._editor, self._live
        index = editor.index(key) if editor is not None else None
        if live is not None and index is not None:
            self._show_line(live.parts.first_line(index) + 1)

    def _tell_meant(self) -> None:
        editor, key = self._editor, self._list.current
        has_keys = editor is not None and key is not None and self._list.holds_focus()
        self.meant.emit(editor.index(key) if editor and key is not None and has_keys else None)

    def _show_line(self, line: int) -> None:
        self._source.go_to_line(line)
        self._source.setFocus(Qt.FocusReason.OtherFocusReason)

    def _caret_moved(self) -> None:
        """Mark the card of the section that the caret is in, unless the keys go to a card."""
        editor, live = self._editor, self._live
        if editor is None or live is None or self._list.holds_focus():
            return
        self._tell_meant()
        if self._source.shown is not editor.document:
            return
        index = live.parts.at_line(self._source.textCursor().blockNumber())
        keys = editor.cards().keys
        key = keys[index] if index is not None and index < len(keys) else None
        if key != self._list.current:
            self._list.mark(key)
            if key is not None:
                self._list.reveal(key)

    def _end_step(self) -> None:
        if self._editor is not None:
            self._editor.document.end_merge()

    def _end_visit(self) -> None:
        self._pause.stop()
        if self._editor is not None:
            self._editor.end_visit()
            if self._list.current is not None and not self._list.must_wait():
                self._show_card(self._list.current)

    def _forget(self, document: Document) -> None:
        self._opened.pop(document, None)
        editor = self._editors.pop(document, None)
        if editor is not None and editor is self._editor:
            self._editor = self._live = None
