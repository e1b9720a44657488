"""The workspace file ``prompt-workspace.yaml`` (docs/formats.md, Workspace).

Paths, globs and names are given as written; `editor.workspace` finds what they mean.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from editor.core.diagnostics import Diagnostic
from editor.core.layers import Scope
from editor.core.spans import Span
from editor.core.tree import Path, dotted_path
from editor.core.yaml_language import YamlLanguage
from editor.formats.base import Body, Fields, FileKind, Rendered, Surroundings
from editor.formats.checks import error, fault_span, in_order, warning
from editor.formats.checks_fields import (
    check_duplicate_keys,
    check_field_types,
    check_unknown_fields,
)
from editor.formats.checks_text import check_conflict_markers, check_hidden_characters
from editor.formats.fields import loaded, whole_fields
from editor.formats.schema import Schema, schema_faults, subschema

FILE_NAME = "prompt-workspace.yaml"


@dataclass(frozen=True, slots=True)
class VariableFolder:
    """A folder of extra variables and the prefix of their names."""

    folder: str
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class SlotSettings:
    """The folders that hold slots, and how their placeholders are written."""

    default: str | None = None
    app: str | None = None
    placeholders: str = "mustache"


@dataclass(frozen=True, slots=True)
class WorkspaceSettings:
    """What a workspace file says; None for a key that it does not have or has wrong.

    Attributes:
        prompts: Globs of the files that are prompts.
        souls: Globs of the files that are souls.
        exclude: Globs of files to leave out.
        templates: The templates folder.
        identity: The file with the ``identity`` object.
        contexts: The folder of saved contexts.
        context: The name of the context to begin with.
        variables: The folders of extra variables.
        slots: Where slots are.
        samples: The sample file of souls.
        soul_variables: Names that souls may use beside the predefined ones.
        schemas: For a kind of file (``prompt``), the file with its JSON Schema.
    """

    prompts: tuple[str, ...] | None = None
    souls: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()
    templates: str | None = None
    identity: str | None = None
    contexts: str | None = None
    context: str | None = None
    variables: tuple[VariableFolder, ...] = ()
    slots: SlotSettings = field(default_factory=SlotSettings)
    samples: str | None = None
    soul_variables: tuple[str, ...] = ()
    schemas: Mapping[str, str] = field(default_factory=dict)


def workspace_schema() -> Schema:
    """Return the JSON Schema of the workspace file."""
    text = {"type": "string", "minLength": 1}
    texts = {"type": "array", "items": text}
    variable = {
        "type": "object",
        "properties": {"folder": text, "prefix": {"type": "string"}},
        "required": ["folder"],
        "additionalProperties": False,
    }
    slots = {
        "type": "object",
        "properties": {
            "default": text,
            "app": text,
            "placeholders": {"type": "string", "enum": ["mustache", "braces", "dollar", "none"]},
        },
        "additionalProperties": False,
    }
    schemas = {"type": "object", "properties": {"prompt": text}, "additionalProperties": False}
    return {
        "type": "object",
        "properties": {
            **dict.fromkeys(("prompts", "souls", "exclude", "soul_variables"), texts),
            **dict.fromkeys(("templates", "identity", "contexts", "context", "samples"), text),
            "variables": {"type": "array", "items": variable},
            "slots": slots,
            "schemas": schemas,
        },
    }


@dataclass(frozen=True)
class WorkspaceFile:
    """A workspace file, understood as far as it can be."""

    text: str
    fields: Fields
    kind: FileKind = FileKind.WORKSPACE
    bodies: tuple[Body, ...] = ()

    @property
    def metadata(self) -> Mapping[str, object] | None:
        """The loaded mapping; None while it cannot be read."""
        return None if self.fields.fault is not None else loaded(self.fields.tree)

    @cached_property
    def settings(self) -> WorkspaceSettings:
        """What the file says. A value of a wrong type counts as not given."""
        return _Reader(self.metadata or {}).settings()

    def render(self, scope: Scope) -> Rendered:
        """Nothing of this file is sent."""
        return Rendered(())

    def check(self, scope: Scope, around: Surroundings) -> tuple[Diagnostic, ...]:
        """Return everything worth saying about the file, in order of place."""
        schema = workspace_schema()
        return in_order(
            [
                *self._faults(),
                *check_field_types(self.fields, schema),
                *check_unknown_fields(self.text, self.fields, schema, frozenset()),
                *check_duplicate_keys(self.text, self.fields),
                *self._absent(around.absent),
                *check_conflict_markers(self.text),
                *check_hidden_characters(self.text, Span(0, len(self.text))),
            ]
        )

    def _absent(self, absent: Mapping[Path, str]) -> Iterator[Diagnostic]:
        tree = self.fields.tree
        for path, sentence in absent.items():
            node = None if tree is None else tree.find(path)
            if node is not None:
                yield warning(node.span, "field-type", sentence, name=dotted_path(path))

    def _faults(self) -> Iterator[Diagnostic]:
        fault = self.fields.fault
        if fault is not None:
            yield error(fault_span(self.text, fault.offset), "unreadable-file", fault.message)


@dataclass(frozen=True, slots=True)
class WorkspaceFileFormat:
    """Reads workspace files."""

    kind: FileKind = FileKind.WORKSPACE

    def parse(self, text: str) -> WorkspaceFile:
        """Understand `text` as far as possible. Never raises for any text."""
        return WorkspaceFile(text, whole_fields(text, YamlLanguage()))


class _Reader:
    """Takes what is right out of a loaded workspace file."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values
        self._schema = workspace_schema()

    def _right(self, *path: str) -> object:
        """Return the value at a path of keys, or None if it is absent or not as it must be."""
        here: object = self._values
        for step in path:
            here = here.get(step) if isinstance(here, Mapping) else None
        wrong = any(schema_faults(subschema(self._schema, path), here))
        return None if here is None or wrong else here

    def _text(self, *path: str) -> str | None:
        value = self._right(*path)
        return value if isinstance(value, str) else None

    def _texts(self, key: str) -> tuple[str, ...] | None:
        value = self._right(key)
        return tuple(map(str, value)) if isinstance(value, list) else None

    def _variables(self) -> Iterator[VariableFolder]:
        listed = self._values.get("variables")
        for each in listed if isinstance(listed, list) else []:
            if not any(schema_faults(subschema(self._schema, ("variables", 0)), each)):
                yield VariableFolder(str(each["folder"]), str(each.get("prefix", "")))

    def settings(self) -> WorkspaceSettings:
        schema = self._text("schemas", "prompt")
        return WorkspaceSettings(
            prompts=self._texts("prompts"),
            souls=self._texts("souls"),
            exclude=self._texts("exclude") or (),
            templates=self._text("templates"),
            identity=self._text("identity"),
            contexts=self._text("contexts"),
            context=self._text("context"),
            variables=tuple(self._variables()),
            slots=SlotSettings(
                self._text("slots", "default"),
                self._text("slots", "app"),
                self._text("slots", "placeholders") or "mustache",
            ),
            samples=self._text("samples"),
            soul_variables=self._texts("soul_variables") or (),
            schemas={} if schema is None else {"prompt": schema},
        )
