"""Walks through all widgets below one and reports what a person could not find or name."""

from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QWidget

# Parts that Qt builds inside its own controls begin their object names so.
QT_OWN = "qt_"


def visible_texts_missing_names(root: QWidget) -> list[str]:
    """Return a sentence for each focusable control without a name and each name given twice.

    A control's name is its accessible name, its own text, or the label it is the buddy of.
    Hidden controls count too: they are shown sooner or later.
    """
    widgets = [root, *root.findChildren(QWidget)]
    buddies = {
        label.buddy() for label in root.findChildren(QLabel) if label.buddy() and label.text()
    }
    nameless = [
        f"no accessible name: {described(widget)}"
        for widget in widgets
        if is_control(widget) and not is_named(widget) and widget not in buddies
    ]
    return nameless + list(given_twice(widgets))


def given_twice(widgets: list[QWidget]) -> Iterator[str]:
    """Yield a sentence for each object name that two widgets carry."""
    names = Counter(
        widget.objectName()
        for widget in widgets
        if widget.objectName() and not widget.objectName().startswith(QT_OWN)
    )
    for name, count in names.items():
        if count > 1:
            yield f"object name given {count} times: {name}"


def is_control(widget: QWidget) -> bool:
    """Whether Tab or a click leads into the widget, and it is no part of another control."""
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not is_part(widget)


def is_part(widget: QWidget) -> bool:
    """Whether Qt built the widget for a control of its own, such as a combo box's list."""
    parent: QObject | None = widget.parent()
    while parent is not None:
        if isinstance(parent, QComboBox | QAbstractSpinBox):
            return True
        parent = parent.parent()
    return widget.objectName().startswith(QT_OWN)


def is_named(widget: QWidget) -> bool:
    """Whether a screen reader has something to say for the widget."""
    if widget.accessibleName():
        return True
    return isinstance(widget, QAbstractButton) and bool(widget.text())


def described(widget: QWidget) -> str:
    """The widget's class and object name, and those it stands in."""
    parts = []
    found: QObject | None = widget
    while found is not None:
        parts.append(f"{type(found).__name__} {found.objectName()!r}")
        found = found.parent()
    return " in ".join(parts)
