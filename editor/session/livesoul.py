"""The live rendering of a soul: its chat messages, equal to its unsaved text at every key.

A key in a section reads the lines of that section again and assembles only it; a key in the
personality makes only the first message anew. Whatever can be known without that is left alone.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer, Signal

from editor.core.diagnostics import ParseFault
from editor.core.kinds import FileKind
from editor.core.layers import Piece
from editor.core.placeholders import Mustache, Syntax
from editor.core.rendering import MOST_RENDERED
from editor.core.tokens import Mode
from editor.formats.base import Message
from editor.formats.soul_assembly import Source, assemble_section, personality
from editor.formats.soul_builtin import builtin_messages
from editor.formats.soul_text import split_soul
from editor.session.document import Document
from editor.session.linechanges import LinesChanged
from editor.session.liveview import LiveView
from editor.session.no_preview import why_no_messages
from editor.session.soul_changes import PartsChanged
from editor.session.soul_messages import (
    Group,
    MessageGroups,
    MessagesChanged,
    MessageView,
    SoulSetting,
)
from editor.session.soul_parts import SoulParts
from editor.session.soul_places import SectionPlaces, places_of
from editor.session.soul_retyping import retyped_group
from editor.session.sweep import Rerendered

PAUSE = 150
"""Milliseconds after the last key until a large template part is read as a whole."""


class LiveSoul(LiveView):
    """The messages of one soul with one setting.

    Signals:
        sections_changed: A `PartsChanged`: some sections were replaced by others.
        messages_changed: A `MessagesChanged`: some messages were replaced by others.
    """

    sections_changed = Signal(object)  # PartsChanged
    messages_changed = Signal(object)  # MessagesChanged

    def __init__(
        self, document: Document, setting: SoulSetting, parent: QObject | None = None
    ) -> None:
        """Assemble `document` with `setting` and follow both from now on."""
        super().__init__(document, parent)
        self._setting = setting
        self.parts = SoulParts(document)
        self._groups = MessageGroups()
        self._is_built_in = False
        self._news: LinesChanged | None = None
        self._section_news: LinesChanged | None = None
        self._told_count = 0
        self._rerendered: list[Rerendered] = []
        self._stale_news = False
        self._told_reason: str | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._rest)
        self._assemble_all()
        self._news = None
        self._stale_news = False
        self._rerendered.clear()
        self._groups.names_before.clear()
        self._told_reason, self._told_count = self.reason, self.count
        self._followed = document.changes
        document.lines_changed.connect(self._on_lines_changed)
        document.settled.connect(self._on_settled)
        document.kind_changed.connect(self._on_kind_changed)
        document.read_only_changed.connect(self._on_kind_changed)

    @property
    def setting(self) -> SoulSetting:
        """What the soul is shown with."""
        return self._setting

    @property
    def syntax(self) -> Syntax:
        """Double braces."""
        return Mustache()

    @property
    def reason(self) -> str | None:
        """Why there are no messages, in one sentence, or None."""
        return why_no_messages(self._document, is_too_large=self._groups.size > MOST_RENDERED)

    @property
    def stale_line(self) -> int | None:
        """The line of the fault, from 1 as people count, or None."""
        return self.parts.fault_line

    @property
    def is_rendered(self) -> bool:
        """Whether the sections could ever be read."""
        return self.parts.is_read

    @property
    def count(self) -> int:
        """The number of messages; the last good ones while `stale`."""
        return 0 if self.reason is not None else self._groups.count

    def message(self, row: int) -> MessageView:
        """Return message number `row`.

        Raises:
            IndexError: there is no such message.
        """
        group, message = self._groups.at(row)
        return MessageView(message, self._section_of(group))

    def messages(self) -> tuple[MessageView, ...]:
        """Return all messages in order."""
        return tuple(self.message(row) for row in range(self.count))

    def sent(self) -> tuple[Message, ...]:
        """Return all messages as the formats know them, up to date."""
        self.finish()
        return tuple(self._messages())

    def rows_of(self, section: int | None) -> range:
        """Return the numbers of the messages of a section; of the personality for None."""
        group = 0 if section is None else section + 1
        return self._groups.rows(group) if group < len(self._groups) else range(0)

    def row_at(self, line: int) -> int | None:
        """Return the first message that is made of source line `line`, or None."""
        marker = self.parts.marker
        if marker is None or line < marker:
            rows = self.rows_of(None)
        else:
            section = self.parts.at_line(line)
            rows = range(0) if section is None else self.rows_of(section)
        return rows.start if rows and not self.reason else None

    def text(self) -> str:
        """Return the texts of all messages, with a blank line between two."""
        self.finish()
        return "\n\n".join(message.text.rstrip("\n") for message in self._messages())

    def names(self) -> Mapping[str, int]:
        """Return the placeholders of the messages and how often each occurs."""
        return MappingProxyType(self._groups.names)

    def unresolved(self) -> int:
        """Return how many placeholders were left as typed."""
        return self._groups.unresolved

    def pieces(self, source_line: int) -> tuple[Piece, ...]:
        """Return the placeholders of a line; their spans count from its start."""
        found = self._places_at(source_line)
        return () if found is None else found[0].pieces.get(found[1], ())

    def line_mode(self, source_line: int) -> Mode | None:
        """Return that the template part is YAML, but for the texts of its sections."""
        marker = self.parts.marker
        if marker is None or source_line < marker:
            return None
        found = self._places_at(source_line)
        return None if found is not None and found[1] in found[0].text_lines else Mode.YAML

    def set_visible(self, first: int, last: int) -> None:
        """Do nothing: sections are assembled at once."""

    def set_setting(self, setting: SoulSetting) -> None:
        """Assemble with other samples or for another provider."""
        if setting is self._setting:
            return
        old, self._setting = self._setting, setting
        if (old.samples, old.provider) != (setting.samples, setting.provider):
            self._assemble_all()
        self._tell()

    def finish(self) -> None:
        """Read at once what still waits for a pause."""
        self._pause.stop()
        if self.parts.is_due:
            self._take(self.parts.read_now())
            self._tell()

    def _messages(self) -> Iterator[Message]:
        return iter(()) if self.reason is not None else self._groups.messages()

    def _section_of(self, group: int) -> int | None:
        return group - 1 if group and not self._is_built_in else None

    def _places_at(self, line: int) -> tuple[SectionPlaces, int] | None:
        """Return what is known of the lines of a section, and the number of a line there."""
        section = self.parts.at_line(line)
        if section is None or self.reason is not None:
            return None
        group = self._groups.group(section + 1)
        if group.places is None:
            kept, text = self.parts.section(section), self.parts.slice_text(section)
            group.places = places_of(kept, text, self._setting.samples)
        return group.places, self.parts.line_in(section, line)

    def _on_kind_changed(self) -> None:
        if self._document.kind is FileKind.SOUL:
            self._begin_anew()
            self._tell()

    def _begin_anew(self) -> None:
        self._take(self.parts.read_again())
        self._assemble_all()

    def _on_lines_changed(self, change: LinesChanged) -> None:
        if self._followed != self._document.changes - 1:
            return  # one was missed: only all lines make sense again
        was_current = self.parts.is_current
        is_one_line = change.removed == change.added == 1
        first = self._text_lines(change.first)
        last = None if is_one_line else self._text_lines(change.old_end - 1)
        done = self.parts.update(change)
        self._take(done)
        if done is not None and not was_current:
            for section in range(done.first, done.first + done.added):
                self._note_lines(self.parts.lines(section))
        else:
            self._note_text(change.first, first)
            if not is_one_line:
                self._note_text(change.new_end - 1, last)
        self._followed = self._document.changes

    def _on_settled(self) -> None:
        if self._followed != self._document.changes:  # a fault of the program was in the way
            self._followed = self._document.changes
            self._begin_anew()
        if self.parts.is_due or self.parts.is_unproven:
            self._pause.start()
        self._tell()

    def _rest(self) -> None:
        """Read after the last key what was put off, and what was taken over without."""
        self.finish()
        change = self.parts.prove()
        if change is not None:
            self._take(change)
            self._tell()

    def _text_lines(self, line: int) -> frozenset[int] | None:
        found = self._places_at(line)
        return None if found is None else found[0].text_lines

    def _note_text(self, line: int, before: frozenset[int] | None) -> None:
        """Have the lines of a section coloured again if others of them are text than before."""
        if self._text_lines(line) != before:
            section = self.parts.at_line(line)
            if section is not None:
                self._note_lines(self.parts.lines(section))

    def _note_lines(self, lines: range) -> None:
        self._rerendered.append(Rerendered(lines.start, len(lines)))

    def _take(self, change: PartsChanged | None) -> None:
        """Assemble what changed."""
        self._look_at_fault()
        if change is None:
            return
        news, before = LinesChanged(change.first, change.removed, change.added), self._section_news
        self._section_news = news if before is None else before.then(news)
        if self.parts.has_marker is self._is_built_in:
            self._assemble_all()
            return
        if change.personality:
            self._put(0, 1, [self._personality()])
        if change.removed or change.added:
            old = self._groups.part(change.first + 1, change.removed)
            groups = [
                self._made(change, number, old) if was is None else old[was]
                for number, was in enumerate(change.moved)
            ]
            self._put(change.first + 1, change.removed, groups)

    def _look_at_fault(self) -> None:
        fault, before = self.parts.fault, self.stale
        self.stale = fault
        self._stale_news |= _told(fault) != _told(before)

    def _assemble_all(self) -> None:
        """Begin anew: another setting, a marker that came or went."""
        self._look_at_fault()
        self._is_built_in = not self.parts.has_marker
        if self._is_built_in:
            rest = [Group(builtin_messages("", self._setting.samples)[1:])]
        else:
            rest = list(map(self._assembled, range(self.parts.sections_count)))
        self._put(0, len(self._groups), [self._personality(), *rest])
        self._note_lines(range(self._document.line_count()))

    def _made(self, change: PartsChanged, number: int, old: list[Group]) -> Group:
        """Assemble a section, or only the line of it that was typed anew."""
        section, found = change.first + number, None
        if change.typed is not None:
            kept = self.parts.section(section)
            found = retyped_group(old[number], kept, change.typed, change.line, self._setting)
        return self._assembled(section) if found is None else found

    def _assembled(self, section: int) -> Group:
        setting, kept = self._setting, self.parts.section(section)
        return Group(assemble_section(kept, setting.samples, setting.provider))

    def _personality(self) -> Group:
        text = self.parts.personality_text()
        source = Source.BUILT_IN if self._is_built_in else Source.CONTENT
        return Group((personality(text, split_soul(text), source),))

    def _put(self, first: int, removed: int, groups: list[Group]) -> None:
        change = self._groups.replace(first, removed, groups)
        news = LinesChanged(change.first, change.removed, change.added)
        self._news = news if self._news is None else self._news.then(news)

    def _tell(self) -> None:
        """Emit what is new; nobody is in the midst of a change now."""
        rerendered, self._rerendered = self._rerendered, []
        news, self._news = self._news, None
        sections, self._section_news = self._section_news, None
        before, self._groups.names_before = self._groups.names_before, {}
        stale_news, self._stale_news = self._stale_news, False
        reason = self.reason
        if reason != self._told_reason:
            news = LinesChanged(0, self._told_count, self.count)
            self._told_reason = reason
            self.reason_changed.emit()
        elif reason is not None:
            news = None
        for each in dict.fromkeys(rerendered):
            self.rendered.emit(each)
        if stale_news:
            self.stale_changed.emit()
        self._told_count = self.count
        if sections is not None:
            change = PartsChanged(sections.first, sections.removed, sections.added)
            self.sections_changed.emit(change)
        if news is not None and (news.removed or news.added):
            self.messages_changed.emit(MessagesChanged(news.first, news.removed, news.added))
        if any(self._groups.names[name] != count for name, count in before.items()):
            self.names_changed.emit()
        self.updated.emit()


def _told(fault: ParseFault | None) -> tuple[str, int] | None:
    return None if fault is None else (fault.message, fault.offset)
