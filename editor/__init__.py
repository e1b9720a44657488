"""Prompt Editor: resolve, show and losslessly edit prompts for AI agents.

The public API for scripts; it needs no window (docs/formats.md, load_prompt).
"""

from editor.workspace.loaders import (
    PromptContent,
    PromptMetadataError,
    PromptNotFoundError,
    load_prompt,
)

__all__ = ["PromptContent", "PromptMetadataError", "PromptNotFoundError", "load_prompt"]
