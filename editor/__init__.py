"""Prompt Editor: resolve, show and losslessly edit prompts for AI agents.

The public API for scripts; it needs no window (docs/formats.md, load_prompt).
"""

from editor.workspace.loaders import (
    PromptContent,
    PromptMetadataError,
    PromptNotFoundError,
    load_prompt,
)
from editor.workspace.slots import PromptLoader, SlotError, SlotResolution, YamlConfigLoader
from editor.workspace.soul_loader import Message, SamplesError, Soul, SoulError, load_soul

__all__ = [
    "Message",
    "PromptContent",
    "PromptLoader",
    "PromptMetadataError",
    "PromptNotFoundError",
    "SamplesError",
    "SlotError",
    "SlotResolution",
    "Soul",
    "SoulError",
    "YamlConfigLoader",
    "load_prompt",
    "load_soul",
]
