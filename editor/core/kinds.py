"""Kinds of files: what a file is to its workspace."""

from enum import StrEnum


class FileKind(StrEnum):
    """What a file is; discovery decides it from the place and the content."""

    PROMPT = "prompt"
    TEMPLATE = "template"
    VARIABLE = "variable"
    IDENTITY = "identity"
    CONTEXT = "context"
    WORKSPACE = "workspace"
    SOUL = "soul"
    SAMPLES = "samples"
    SLOT = "slot"
    TEXT = "text"
