"""The saved contexts of a workspace: written without loss, renamed, deleted, filled from text.

A context file keeps its comments, its order and every value that did not change; values that
merely follow from others are not written (docs/formats.md, Context).
"""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from editor.core.edits import Edit, EditRefused, apply_edits
from editor.core.kinds import FileKind
from editor.core.spans import LineIndex
from editor.core.tree import NodeKind, Number
from editor.core.tree import Path as FieldPath
from editor.core.yaml_language import YamlLanguage
from editor.formats.context import ContextFile, ContextFormat
from editor.formats.runtime_values import SLOTS, RuntimeValue
from editor.session.context_values import ContextValues, SlotKey
from editor.session.document import Document
from editor.session.documents import Documents
from editor.session.trash import move_to_trash
from editor.storage.disk import shown
from editor.storage.refusals import SaveRefused
from editor.storage.textfile import EncodeFault
from editor.workspace.contexts import derive, parse_context
from editor.workspace.workspace import Workspace

_NAME = re.compile(r"[_a-zA-Z][_a-zA-Z0-9]*")
_NO_FILE_NAME = re.compile(r"[/\\:*?\"<>|\x00-\x1f\x7f]")
_LONGEST = 100
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")


def _tr(text: str) -> str:
    return QCoreApplication.translate("SavedContexts", text)


class ContextRefused(ValueError):
    """Something that cannot be done with a saved context: one sentence for the user.

    `outside` is the file if it lies outside the workspace and the user did not confirm that yet.
    """

    def __init__(self, message: str, outside: Path | None = None) -> None:
        super().__init__(message)
        self.outside = outside


def is_variable_name(name: str) -> bool:
    """Whether a placeholder can name it."""
    return _NAME.fullmatch(name) is not None


def as_json(values: ContextValues) -> str:
    """Return all values, those that follow included, as a caller of the API gives them."""
    return json.dumps(values.effective(), ensure_ascii=False, indent=2)


def parse_mapping(text: str) -> dict[str, str | None]:
    """Read a JSON or YAML mapping of names to single values; None is a name that is not set.

    A value that follows from the others by the calendar is left out: it would only hide what
    follows when they change.

    Raises:
        ContextRefused: it is no such mapping; the message names the line.
    """
    file = parse_context(Path("pasted.json"), text)
    if file.fields.fault is not None:
        yaml = parse_context(Path("pasted.yaml"), text)
        if yaml.fields.fault is None or not text.lstrip().startswith("{"):
            file = yaml
    if file.invalid:
        _refuse_line(file, file.invalid[0].span.start, file.invalid[0].message)
    for name, value in file.values.items():
        if not is_variable_name(name):
            message = _tr("{0} is no name for a variable.").format(name)
            _refuse_line(file, value.span.start, message)
    if not file.values:
        raise ContextRefused(_tr("There is no value in it: write one 'name: value' a line."))
    values = {name: value.text for name, value in file.values.items()}
    given = {name: value for name, value in values.items() if value is not None}
    follows = derive(given)
    return {
        name: value for name, value in values.items() if value is None or follows.get(name) != value
    }


def _refuse_line(file: ContextFile, offset: int, message: str) -> None:
    line = LineIndex(file.text).position(offset).line
    raise ContextRefused(_tr("Line {0}: {1}").format(line, message))


class SavedContexts:
    """The context files of one workspace.

    Raises (all that change a file):
        ContextRefused: nothing was changed.
    """

    def __init__(self, workspace: Workspace, documents: Documents) -> None:
        self._workspace = workspace
        self._documents = documents

    def fault(self, name: str, read: Callable[[Path], str]) -> str | None:
        """Return why the context called `name` gives not all its values, or None.

        Args:
            name: The context.
            read: Gives the text of a file; may raise `OSError` or `ValueError`.
        """
        path = self._workspace.context_path(name)
        if path is None:
            return _tr("There is no context {0} any more.").format(name)
        try:
            file = parse_context(path, read(path))
        except (OSError, ValueError) as error:
            return str(error)
        if not file.invalid:
            return None
        line = LineIndex(file.text).position(file.invalid[0].span.start).line
        return _tr("{0}, line {1}: {2}").format(shown(path.name), line, file.invalid[0].message)

    def save(self, context: ContextValues) -> None:
        """Write the values into the file of the chosen context and save it."""
        path = self._path(context.name or "")
        self._require_place(path)
        was_open = self._documents.find(path)
        document = was_open or self._opened(path)
        try:
            text = _with_values(parse_context(path, document.text()), context)
            document.end_merge()
            document.replace_text(text)
            self._save(document)
        except EditRefused as refusal:
            message = _tr("{0} cannot take these values: {1}").format(shown(path.name), refusal)
            raise ContextRefused(message) from refusal
        finally:
            if was_open is None:
                self._documents.close(document)

    def save_as(self, name: str, context: ContextValues) -> None:
        """Make a new file ``<name>.yaml`` with the values, saved at once."""
        self._check_new_name(name)
        path = self._workspace.config.contexts / f"{name}.yaml"
        text = _with_values(parse_context(path, self._start(context.name)), context)
        self._require_place(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ContextRefused(str(error)) from error
        document = self._documents.new(FileKind.CONTEXT, path, text)
        try:
            self._save(document)
        finally:
            self._documents.close(document)

    def rename(self, old: str, new: str) -> None:
        """Give a context's file another name; its suffix stays."""
        path = self._path(old)
        self._check_new_name(new, instead_of=old)
        self._require_place(path)
        target = path.with_name(new + path.suffix)
        document = self._documents.find(path)
        try:
            if os.path.exists(target) and not target.samefile(path):
                raise ContextRefused(_tr("There is a file {0} already.").format(target.name))
            path.rename(target)
        except OSError as error:
            raise ContextRefused(str(error)) from error
        if document is not None:
            document.path = target

    def delete(self, name: str) -> None:
        """Move a context's file to the system's trash; nothing is deleted where there is none."""
        path = self._path(name)
        self._require_place(path)
        if not move_to_trash(path):
            message = _tr("{0} could not be moved to the trash, so it is still there.")
            raise ContextRefused(message.format(shown(path.name)))

    def _start(self, name: str | None) -> str:
        """The text a new context begins with: that of the one it is made from, in YAML."""
        path = self._workspace.context_path(name) if name else None
        if path is None:
            return ""
        try:
            text = self._documents.text_of(path)
        except OSError:
            return ""
        if path.suffix != ".json":
            return text
        slots = (parse_context(path, text).metadata or {}).get(SLOTS)
        return apply_edits("", YamlLanguage().set("", (SLOTS,), slots)) if slots else ""

    def _path(self, name: str) -> Path:
        path = self._workspace.context_path(name)
        if path is None:
            raise ContextRefused(_tr("There is no context {0} any more.").format(name))
        return path

    def _opened(self, path: Path) -> Document:
        try:
            return self._documents.open(path, FileKind.CONTEXT)
        except OSError as error:
            raise ContextRefused(str(error)) from error

    def _require_place(self, path: Path) -> None:
        try:
            self._documents.require_place(path)
        except SaveRefused as refusal:
            raise ContextRefused(str(refusal), outside=path) from refusal

    def _save(self, document: Document) -> None:
        if document.read_only_reason is not None:
            raise ContextRefused(document.read_only_reason)
        try:
            self._documents.save(document)
        except (SaveRefused, EncodeFault) as refusal:
            raise ContextRefused(str(refusal)) from refusal

    def _check_new_name(self, name: str, *, instead_of: str | None = None) -> None:
        if not name or name != name.strip() or name.startswith(".") or len(name) > _LONGEST:
            raise ContextRefused(_tr("Give it a name that begins with a letter or digit."))
        found = _NO_FILE_NAME.search(name)
        if found is not None:
            shown = found[0] if found[0].isprintable() else "?"
            raise ContextRefused(_tr("A name of a context cannot hold {0}").format(shown))
        others = (each for each in self._workspace.context_names() if each != instead_of)
        if name.casefold() in {each.casefold() for each in others}:
            raise ContextRefused(_tr("There is a context {0} already.").format(name))


def _with_values(file: ContextFile, context: ContextValues) -> str:
    """Return the text of a context file with what was typed written into it."""
    if file.invalid:
        raise ContextRefused(file.invalid[0].message)
    language = file.fields.language
    text = file.text
    given = context.given()
    for name, found in file.values.items():
        if name not in given and found.text is not None:
            text = apply_edits(text, language.remove(text, (name,)))
    for name, value in given.items():
        known = file.values.get(name)
        if known is None or known.text != value:
            text = apply_edits(text, language.set(text, (name,), _value(file, name, value)))
    for place, typed in context.typed_slots.items():
        text = apply_edits(text, _slot_edits(_reparsed(file, text), place, typed))
    done = _reparsed(file, text)
    reread = {name: each.text for name, each in done.values.items() if each.text is not None}
    if reread != given or _loaded(ContextValues(slots=done.slots)) != _loaded(context):
        raise EditRefused(_tr("the file would not read back with these values."))
    return text


def _slot_edits(file: ContextFile, place: SlotKey, value: RuntimeValue | None) -> tuple[Edit, ...]:
    """Write a key of a runtime layer, or take it out with what it leaves empty."""
    path: FieldPath = (SLOTS, *place)
    found = file.slots.get(place[0], {})
    if value is not None:
        known = found.get(place[1])
        return () if known == value else file.fields.language.set(file.text, path, value.written)
    if place[1] not in found:
        return ()
    if len(found) == 1:
        path = path[: 2 if len(file.slots) > 1 else 1]
    return file.fields.language.remove(file.text, path)


def _loaded(context: ContextValues) -> dict[SlotKey, object]:
    return {place: each.value for place, each in context.runtime().items()}


def _reparsed(file: ContextFile, text: str) -> ContextFile:
    return ContextFormat(file.fields.language).parse(text)


def _value(file: ContextFile, name: str, text: str) -> object:
    """The value to write: a number or boolean stays one if it reads as the text that was typed."""
    node = file.fields.tree.find((name,)) if file.fields.tree is not None else None
    if node is not None and node.kind is NodeKind.NUMBER and _NUMBER.fullmatch(text):
        return Number(text)
    if node is not None and node.kind is NodeKind.BOOLEAN and text in ("True", "False"):
        return text == "True"
    return text
