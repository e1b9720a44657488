"""The table of formats: which one reads a kind of file."""

from editor.core.json_language import JsonLanguage
from editor.core.yaml_language import YamlLanguage
from editor.formats.base import FileKind, Format
from editor.formats.context import ContextFormat
from editor.formats.identity import IdentityFormat
from editor.formats.plain import PlainFormat
from editor.formats.prompt import PromptFormat
from editor.formats.samplesfile import SamplesFormat
from editor.formats.slot import SlotFormat
from editor.formats.soul import SoulFormat
from editor.formats.template import TemplateFormat
from editor.formats.variable import VariableFormat
from editor.formats.workspacefile import WorkspaceFileFormat


def format_for(kind: FileKind, path_suffix: str = ".md") -> Format:
    """Return the format of `kind`; `path_suffix` (with its dot) tells JSON from YAML."""
    json = path_suffix.casefold() == ".json"
    formats: dict[FileKind, Format] = {
        FileKind.PROMPT: PromptFormat(),
        FileKind.TEMPLATE: TemplateFormat(),
        FileKind.VARIABLE: VariableFormat(),
        FileKind.IDENTITY: IdentityFormat(),
        FileKind.CONTEXT: ContextFormat(JsonLanguage() if json else YamlLanguage()),
        FileKind.SAMPLES: SamplesFormat(JsonLanguage() if json else YamlLanguage()),
        FileKind.SOUL: SoulFormat(),
        FileKind.WORKSPACE: WorkspaceFileFormat(),
        FileKind.SLOT: SlotFormat(),
    }
    return formats.get(kind, PlainFormat(json))
