"""The scope for a file: context over identity over extra variables over templates.

Built again at every change, so that what did not change is not read twice: parsed sources and
rendered templates are kept as long as their text and the values they use stay the same
(docs/formats.md, One idea and Variables).
"""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from editor.core.diagnostics import ParseFault
from editor.core.kinds import FileKind
from editor.core.layers import Definition, Layer, Lookup, Origin, Scope
from editor.core.rendering import MOST_RENDERED
from editor.formats.definitions import LayerName, layer_with_forms
from editor.formats.identity import IdentityFormat
from editor.formats.template import template_definition
from editor.formats.variable import variable_definition
from editor.workspace.contexts import context_layer
from editor.workspace.places import template_files, variable_files
from editor.workspace.reading import SourceFault as SourceFault
from editor.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class _Source:
    """What a file gave when its text was `text`: definitions, or a fault."""

    text: str
    definitions: tuple[Definition, ...] = ()
    fault: SourceFault | None = None


@dataclass(frozen=True, slots=True)
class _Template:
    """A source that was rendered with these answers for the names it uses."""

    source: _Source
    used: tuple[Lookup, ...] = ()


class ScopeBuilder:
    """Builds scopes for the files of one workspace and remembers what it has parsed."""

    def __init__(
        self,
        workspace: Workspace,
        read: Callable[[Path], str],
        most: int | None = MOST_RENDERED,
    ) -> None:
        """Prepare.

        Args:
            workspace: Where the sources lie.
            read: Gives the text of a file, unsaved text included; raises `OSError` or
                `ValueError` for what cannot be read. Called once per file and scope.
            most: How many characters a rendered template may have: one that has more defines
                nothing. None for no bound.
        """
        self._workspace = workspace
        self._read = read
        self._most = most
        self._faults: list[SourceFault] = []
        self._identity: tuple[Path, _Source, Layer] | None = None
        self._variables: dict[Path, _Source] = {}
        self._templates: dict[Path, _Template] = {}
        self._template_files: tuple[Path, ...] | None = None
        self._variable_files: tuple[tuple[Path, str], ...] | None = None

    def look_again(self) -> None:
        """Look for templates and variables on disk again with the next scope."""
        self._template_files = self._variable_files = None

    @property
    def faults(self) -> tuple[SourceFault, ...]:
        """The sources of the last scope that could not be read."""
        return tuple(self._faults)

    def scope(
        self,
        kind: FileKind,
        context: Mapping[str, object],
        now: str,
        identity: Path | None = None,
        origins: Mapping[str, Origin] | None = None,
        without: Collection[str] = (),
    ) -> Scope:
        """Return the scope for a file of `kind`; unreadable sources define nothing.

        Args:
            kind: A template's scope has no template layer: a template named inside a template
                stays unresolved.
            context: The values of the context layer; None means not set.
            now: The value of ``now`` unless `context` has one (see `format_now`).
            identity: The file to take the identity from, instead of the workspace's own.
            origins: Where context values come from, for those that stand in a file.
            without: Names of layers to leave out; templates are rendered without them too.
        """
        self._faults = []
        all_layers = (
            context_layer(context, now, origins),
            self._identity_layer(identity or self._workspace.config.identity),
            self._variables_layer(),
        )
        layers = tuple(layer for layer in all_layers if layer.name not in without)
        if kind is FileKind.TEMPLATE or LayerName.TEMPLATE in without:
            return Scope(layers)
        return Scope((*layers, self._template_layer(Scope(layers))))

    def _identity_layer(self, path: Path) -> Layer:
        text = self._text(path)
        if text is None:
            return Layer(LayerName.IDENTITY)
        if self._identity is None or self._identity[0] != path or self._identity[1].text != text:
            source = self._parsed_identity(path, text)
            layer = layer_with_forms(LayerName.IDENTITY, source.definitions)
            self._identity = (path, source, layer)
        self._report(self._identity[1])
        return self._identity[2]

    def _parsed_identity(self, path: Path, text: str) -> _Source:
        parsed = IdentityFormat().parse(text)
        fault = None
        if parsed.invalid:
            found = parsed.invalid[0]
            fault = SourceFault(path, found.message, found.span.start)
        return _Source(text, parsed.definitions(self._workspace.name_of(path)), fault)

    def _variables_layer(self) -> Layer:
        kept: dict[Path, _Source] = {}
        definitions: dict[str, Definition] = {}
        if self._variable_files is None:
            self._variable_files = tuple(variable_files(self._workspace.config))
        for path, name in self._variable_files:
            text = self._text(path)
            if text is None:
                continue
            source = self._variables.get(path)
            if source is None or source.text != text:
                source = self._source(path, text, self._variable(path, name, text))
            kept[path] = source
            self._report(source)
            definitions.update({found.name: found for found in source.definitions})
        self._variables = kept
        return Layer(LayerName.VARIABLES, definitions)

    def _template_layer(self, scope: Scope) -> Layer:
        kept: dict[Path, _Template] = {}
        definitions: dict[str, Definition] = {}
        if self._template_files is None:
            self._template_files = tuple(template_files(self._workspace.config))
        for path in self._template_files:
            text = self._text(path)
            if text is None:
                continue
            template = self._templates.get(path)
            if template is None or not _still_holds(template, text, scope):
                source = self._source(path, text, self._template(path, text, scope))
                template = _Template(source, _used(source))
            kept[path] = template
            self._report(template.source)
            definitions.update({found.name: found for found in template.source.definitions})
        self._templates = kept
        return Layer(LayerName.TEMPLATE, definitions)

    def _variable(self, path: Path, name: str, text: str) -> Callable[[], Definition]:
        return lambda: variable_definition(name, text, self._workspace.name_of(path))

    def _template(self, path: Path, text: str, scope: Scope) -> Callable[[], Definition]:
        name = self._workspace.name_of(path)
        return lambda: template_definition(path.stem, text, scope, name, self._most)

    def _source(self, path: Path, text: str, make: Callable[[], Definition]) -> _Source:
        try:
            return _Source(text, (make(),))
        except ParseFault as fault:
            return _Source(text, (), SourceFault(path, fault.message, fault.offset))

    def _text(self, path: Path) -> str | None:
        """The text of a source; None, with a fault unless the file is simply not there."""
        try:
            return self._read(path)
        except (OSError, ValueError) as error:
            if os.path.lexists(path):
                self._faults.append(SourceFault(path, str(error)))
            return None

    def _report(self, source: _Source) -> None:
        if source.fault is not None:
            self._faults.append(source.fault)


def _used(source: _Source) -> tuple[Lookup, ...]:
    """The answers a template was rendered with, each name once."""
    pieces = source.definitions[0].pieces if source.definitions else ()
    found = {piece.name: piece.lookup for piece in pieces if piece.name is not None}
    return tuple(lookup for lookup in found.values() if lookup is not None)


def _still_holds(template: _Template, text: str, scope: Scope) -> bool:
    return template.source.text == text and all(
        scope.lookup(lookup.name) == lookup for lookup in template.used
    )
