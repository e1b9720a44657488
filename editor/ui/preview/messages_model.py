"""The messages of a soul as rows, for the Messages view and for who cannot see it."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from editor.session.livesoul import LiveSoul
from editor.session.soul_messages import MessagesChanged, MessageView
from editor.ui.preview.card_words import MOST_SPOKEN, card_words

MESSAGE_ROLE = Qt.ItemDataRole.UserRole.value
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class MessagesModel(QAbstractListModel):
    """Follows one live soul at a time; one changed message is one changed row."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._live: LiveSoul | None = None
        self._count = 0

    def show_live(self, live: LiveSoul | None) -> None:
        """Show the messages of `live`, or none."""
        if live is self._live:
            return
        if self._live is not None:
            self._live.messages_changed.disconnect(self._follow)
        self.beginResetModel()
        self._live = live
        self._count = live.count if live is not None else 0
        self.endResetModel()
        if live is not None:
            live.messages_changed.connect(self._follow)

    def message(self, row: int) -> MessageView:
        """Return the message of a row.

        Raises:
            IndexError: there is no such row.
        """
        if self._live is None:
            raise IndexError(row)
        return self._live.message(row)

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of messages."""
        return 0 if parent.isValid() else self._count

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a message's text, and what is said of it."""
        if not index.isValid() or self._live is None or index.row() >= self._live.count:
            return None
        message = self._live.message(index.row())
        if role == MESSAGE_ROLE:
            return message
        if role == Qt.ItemDataRole.DisplayRole:
            return message.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return card_words(message, message.characters).spoken
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            words = card_words(message, message.characters)
            return message.text[:MOST_SPOKEN] or words.empty
        return None

    def _follow(self, change: MessagesChanged) -> None:
        """Replace rows: those that stay are changed, the others come or go."""
        kept = min(change.removed, change.added)
        behind = change.first + kept
        if change.added > kept:
            self.beginInsertRows(QModelIndex(), behind, change.first + change.added - 1)
            self._count += change.added - kept
            self.endInsertRows()
        elif change.removed > kept:
            self.beginRemoveRows(QModelIndex(), behind, change.first + change.removed - 1)
            self._count -= change.removed - kept
            self.endRemoveRows()
        if kept:
            self.dataChanged.emit(self.index(change.first), self.index(behind - 1))
