"""Words of schemas and of checks in the user's language."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from editor.session.form_values import Addable, Form, FormField


def worded(form: Form) -> Form:
    """Return `form` with all that is not the file's own in the user's language."""
    return replace(
        form,
        fields=tuple(map(_field, form.fields)),
        others=tuple(map(_field, form.others)),
        addable=tuple(map(_addable, form.addable)),
        fault=_said(form.fault),
        note=_said(form.note),
        read_only=_said(form.read_only),
    )


def _field(field: FormField) -> FormField:
    return replace(
        field,
        title=_said(field.title),
        description=_said(field.description),
        fault=_said(field.fault),
        refused=_said(field.refused),
        fields=tuple(map(_field, field.fields)),
    )


def _addable(each: Addable) -> Addable:
    return replace(
        each,
        title=_said(each.title),
        description=_said(each.description),
        group=_said(each.group),
    )


def _said(text: str) -> str:
    return QCoreApplication.translate("Schema", text) if text else ""
