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

__all__ = [
    "PromptContent",
    "PromptLoader",
    "PromptMetadataError",
    "PromptNotFoundError",
    "SlotError",
    "SlotResolution",
    "YamlConfigLoader",
    "load_prompt",
]
