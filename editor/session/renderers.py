"""How a source becomes the text that renderings are compared by; plain values for any thread."""

from dataclasses import dataclass
from typing import Protocol

from editor.core.kinds import FileKind
from editor.core.layers import Scope, joined
from editor.core.rendering import MOST_RENDERED
from editor.formats.kinds import format_for
from editor.formats.slot import SlotFormat, marked_pieces, no_mapping
from editor.formats.soul import SoulFormat
from editor.formats.wire import context_log
from editor.session.slot_setting import SlotSetting
from editor.session.soul_messages import SoulSetting


class Renderer(Protocol):
    """Renders sources."""

    def text(self, source: str) -> str | None:
        """Return the rendering of `source`; None if it is larger than anything is shown.

        Raises:
            ParseFault: it cannot be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class AsItIs:
    """Takes the source for its rendering."""

    def text(self, source: str) -> str:
        """Return `source`."""
        return source


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """Renders prompts and templates with the names of a scope."""

    kind: FileKind
    scope: Scope

    def text(self, source: str) -> str | None:
        """Return the text that is sent."""
        message = format_for(self.kind).parse(source).render(self.scope).messages[0]
        return None if message.size > MOST_RENDERED else message.text


@dataclass(frozen=True, slots=True)
class LogRenderer:
    """Renders souls as their context log."""

    setting: SoulSetting

    def text(self, source: str) -> str | None:
        """Return the context log."""
        setting = self.setting
        messages = SoulFormat().parse(source).assemble(setting.samples, setting.provider)
        return (
            None if sum(each.size for each in messages) > MOST_RENDERED else context_log(messages)
        )


@dataclass(frozen=True, slots=True)
class SlotRenderer:
    """Renders files of one layer of a slot: the template in effect, empty where there is none.

    Attributes:
        setting: The other layers, and how placeholders are shown.
        without: Layers that are left out.
    """

    setting: SlotSetting
    without: frozenset[str] = frozenset()

    def text(self, source: str) -> str | None:
        """Return the template as the preview shows it."""
        setting, file = self.setting, SlotFormat().parse(source)
        fault = file.fields.fault or no_mapping(file.fields)
        if fault is not None:
            raise fault
        overlay = setting.overlay(file.layer(setting.layer, setting.path))
        template = overlay.without(*self.without).template or ""
        shown = joined(marked_pieces(template, setting.syntax, setting.filling))
        return None if len(shown) > MOST_RENDERED else shown
