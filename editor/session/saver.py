"""Saving with an answer for every refusal: what went wrong, and what the user may choose.

A file that changed on disk since it was loaded is never overwritten unless the user says so
(docs/formats.md, Saving).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.session.document import Document
from editor.session.documents import DiskChange, Documents, is_same_file
from editor.session.ondisk import digest_on_disk
from editor.storage.disk import shown
from editor.storage.refusals import Reason, SaveRefused
from editor.storage.textfile import UTF_8, DecodeFault, EncodeFault, UnreadableFile


class SaveOffer(StrEnum):
    """What the user may choose when a save was refused, or when a file changed outside."""

    COMPARE = "compare"
    KEEP_MINE = "keep mine"
    TAKE_THEIRS = "take theirs"
    OVERWRITE = "overwrite"
    CREATE = "create"
    FORCE = "force"
    IN_PLACE = "in place"
    SAVE_AS = "save as"
    AS_UTF_8 = "as utf-8"
    FOLLOW = "follow"
    OUTSIDE = "outside"


CONFLICT_OFFERS = (
    SaveOffer.COMPARE,
    SaveOffer.KEEP_MINE,
    SaveOffer.TAKE_THEIRS,
    SaveOffer.SAVE_AS,
)
"""What is offered where the text and the file both changed."""
GONE_OFFERS = (SaveOffer.SAVE_AS, SaveOffer.CREATE)

_OFFERS: dict[Reason, tuple[SaveOffer, ...]] = {
    Reason.CHANGED_ON_DISK: CONFLICT_OFFERS,
    Reason.EXISTS: (SaveOffer.SAVE_AS, SaveOffer.OVERWRITE),
    Reason.DELETED: GONE_OFFERS,
    Reason.DANGLING_LINK: GONE_OFFERS,
    Reason.READ_ONLY: (SaveOffer.SAVE_AS, SaveOffer.FORCE),
    Reason.FOLDER_READ_ONLY: (SaveOffer.SAVE_AS, SaveOffer.IN_PLACE),
    Reason.NO_TEMPORARY_FILE: (SaveOffer.SAVE_AS, SaveOffer.IN_PLACE),
    Reason.OUTSIDE: (SaveOffer.SAVE_AS, SaveOffer.OUTSIDE),
}


_ONCE = (SaveOffer.FORCE, SaveOffer.IN_PLACE)
"""What is not offered again when it was chosen and did not help."""
_OUTSIDE = (Reason.CHANGED_ON_DISK, Reason.DELETED, Reason.DANGLING_LINK)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A save that did not happen.

    Attributes:
        document: The document, still unsaved.
        message: One line for the user that names the file.
        offers: What can be done, the safest first.
        path: The other place it was to be saved at, or None for its own.
        choices: What the user had chosen before.
        outside: Whether it is because another program changed or deleted the file.
        change: What was seen on disk when the choices were offered, if that matters.
        moved_to: The name that a file which is gone seems to have now, or None.
        seen: The digest of what the place held when the user was asked to give that up, or None.
    """

    document: Document
    message: str
    offers: tuple[SaveOffer, ...]
    path: Path | None = None
    choices: frozenset[SaveOffer] = frozenset()
    outside: bool = False
    change: DiskChange | None = None
    moved_to: Path | None = None
    seen: str | None = None


class Saver(QObject):
    """Saves documents and tells the outcome."""

    saved = Signal(object)
    """A `Document` that is on disk as it is."""
    refused = Signal(object)
    """A `Refusal`."""

    def __init__(self, documents: Documents, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents

    def save(
        self,
        document: Document,
        path: Path | None = None,
        choices: frozenset[SaveOffer] = frozenset(),
        seen: str | None = None,
    ) -> bool:
        """Save `document`; say whether it is on disk now.

        Args:
            document: The document; a clean one is not written.
            path: Where to save it from now on; by default its own path.
            choices: What the user chose after refusals.
            seen: The digest of what to overwrite means: the user's word counts for no other.
        """
        if SaveOffer.OUTSIDE in choices and document.path is not None:
            self._documents.confirm_place(document.path)
        if SaveOffer.AS_UTF_8 in choices:
            self._documents.use_encoding(document, UTF_8)
        try:
            self._documents.save(
                document,
                path,
                over=seen if SaveOffer.OVERWRITE in choices else None,
                create=SaveOffer.CREATE in choices,
                force=SaveOffer.FORCE in choices,
                allow_in_place=SaveOffer.IN_PLACE in choices,
            )
        except SaveRefused as error:
            stays = path is None or is_same_file(document.path, path)
            stays = stays and not self._documents.is_unborn(document)
            offers = self._offers(document, path, error.reason, stays, choices)
            outside = stays and error.reason in _OUTSIDE
            if SaveOffer.OVERWRITE in offers:
                seen = digest_on_disk(Path(error.path))
            refusal = Refusal(document, str(error), offers, path, choices, outside, seen=seen)
            self.refused.emit(refusal)
            return False
        except EncodeFault as error:
            self.refused.emit(replace(_not_encoded(document, error, path, choices), seen=seen))
            return False
        self.saved.emit(document)
        return True

    def write(self, path: Path, text: str, over: str | None) -> str | None:
        """Write a text that is no document's; return why it is not there, in one line, or None.

        Args:
            path: The place that the user chose.
            text: The whole text.
            over: The digest of what may be lost there; None if nothing may be there.
        """
        try:
            self._documents.write(path, text, over)
        except SaveRefused as error:
            return str(error)
        except EncodeFault as error:
            return f"{shown(path.name)} was not written. {error}"
        return None

    def take_theirs(self, document: Document) -> bool:
        """Take over what is on disk, as one undoable edit; say whether it could be read."""
        try:
            self._documents.reload(document)
        except UnreadableFile as error:
            self.refused.emit(Refusal(document, str(error), (SaveOffer.SAVE_AS,)))
            return False
        return True

    def encodings_for(self, document: Document) -> tuple[str, ...]:
        """Return the encodings in which the file of `document` can be edited."""
        return self._documents.fitting_encodings(document)

    def reopen(self, document: Document, encoding: str) -> bool:
        """Read a file again in an encoding that the user chose; say whether it could be read."""
        try:
            self._documents.reopen(document, encoding)
        except (UnreadableFile, DecodeFault) as error:
            message = f"{_name(document)} was not read again. {error}"
            self.refused.emit(Refusal(document, message, ()))
            return False
        return True

    def _offers(
        self,
        document: Document,
        path: Path | None,
        reason: Reason,
        stays: bool,
        choices: frozenset[SaveOffer],
    ) -> tuple[SaveOffer, ...]:
        if path is not None and self._documents.find(path) not in (None, document):
            return (SaveOffer.SAVE_AS,)  # never over another open file
        if not stays and reason is Reason.CHANGED_ON_DISK:
            reason = Reason.EXISTS  # the other file is not what the text came from
        offers = _OFFERS.get(reason, (SaveOffer.SAVE_AS,))
        return tuple(each for each in offers if each not in _ONCE or each not in choices)


def offers_for(change: DiskChange, was_moved: bool) -> tuple[SaveOffer, ...]:
    """Return what the user may do about an outside change."""
    if change.gone:
        return (SaveOffer.FOLLOW, *GONE_OFFERS) if was_moved else GONE_OFFERS
    if change.is_text:
        return CONFLICT_OFFERS
    if change.digest is not None:  # to take theirs is to reopen it in its own encoding
        return (SaveOffer.COMPARE, SaveOffer.KEEP_MINE, SaveOffer.SAVE_AS)
    return (SaveOffer.SAVE_AS,)


def _not_encoded(
    document: Document, error: EncodeFault, path: Path | None, choices: frozenset[SaveOffer]
) -> Refusal:
    """Say what cannot be written, and offer the encoding that has every character."""
    reason = error if document.fault is None else document.fault
    offers = (SaveOffer.AS_UTF_8,) if document.fault is None and _fits_utf_8(document) else ()
    message = f"{_name(document)} was not saved. {reason}"
    return Refusal(document, message, offers, path, choices)


def _fits_utf_8(document: Document) -> bool:
    try:
        document.text().encode()
    except UnicodeEncodeError:
        return False
    return True


def _name(document: Document) -> str:
    return shown(document.path.name) if document.path is not None else "Untitled"
