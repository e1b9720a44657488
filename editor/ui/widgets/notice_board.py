"""Which notice is shown for the document in front, and which wait their turn."""

from dataclasses import dataclass, replace

from editor.core.hidden import on_one_line
from editor.session.document import Document
from editor.ui.widgets.notice_bar import Notice, NoticeLevel


@dataclass(frozen=True, slots=True)
class Told:
    """News for the notices of one document.

    Attributes:
        document: Whose notices they are; None for what is said without a file, or with any.
        notice: A new one, or None.
        settled: The keys of those that are over.
    """

    document: Document | None
    notice: Notice | None = None
    settled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Posted:
    """A notice and whose it is."""

    document: Document | None
    notice: Notice


class NoticeBoard:
    """The notices of all documents: one for each document and key.

    Errors of a file that offer something come first and stay until they are answered; those of a
    document that nobody can see, as it has no tab, are shown with its name wherever one is.
    """

    def __init__(self) -> None:
        self._posted: dict[tuple[Document | None, str], Notice] = {}
        self._seen: set[Document] = set()

    def hear(self, told: Told) -> None:
        """Take over what is new and drop what is settled."""
        for key in told.settled:
            self._posted.pop((told.document, key), None)
        if told.notice is not None:
            self._posted[told.document, told.notice.key] = told.notice

    def drop(self, posted: Posted) -> None:
        """Drop one notice."""
        self._posted.pop((posted.document, posted.notice.key), None)

    def drop_passing(self, document: Document) -> None:
        """Drop the mere information on a document: it was edited."""
        for (owner, key), notice in list(self._posted.items()):
            if owner is document and notice.level is NoticeLevel.INFO:
                del self._posted[owner, key]

    def see(self, document: Document) -> None:
        """Note that a document can be seen from now on."""
        self._seen.add(document)

    def forget(self, document: Document) -> None:
        """Drop all that is known of a document that is closed."""
        self._seen.discard(document)
        for owner, key in list(self._posted):
            if owner is document:
                del self._posted[owner, key]

    def waiting(self, front: Document | None) -> list[Posted]:
        """Return what there is to show while `front` is in front, the most urgent first."""
        own = [
            Posted(owner, notice if owner is front else _with_name(notice, owner))
            for (owner, _), notice in self._posted.items()
            if owner is front or notice.everywhere or self._is_unseen(owner)
        ]
        return sorted(own, key=_urgency)

    def has(self, document: Document | None, key: str) -> bool:
        """Whether a notice is still there: neither dismissed nor settled."""
        return (document, key) in self._posted

    def _is_unseen(self, owner: Document | None) -> bool:
        return owner is not None and owner not in self._seen


def _with_name(notice: Notice, owner: Document | None) -> Notice:
    path = owner.path if owner is not None else None
    name = on_one_line(path.name) if path is not None else ""
    return notice if name in notice.text else replace(notice, text=f"{name}: {notice.text}")


def _urgency(posted: Posted) -> int:
    notice = posted.notice
    if notice.level is NoticeLevel.ERROR:
        return 0 if notice.actions and not notice.everywhere else 1
    return 2 if notice.level is NoticeLevel.WARNING else 3
