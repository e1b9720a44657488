"""Diagnostics: what is wrong or worth knowing at a place, and edits that mend it.

Codes and severities are listed in docs/formats.md (Checks).
"""

from dataclasses import dataclass
from enum import StrEnum

from editor.core.edits import Edit
from editor.core.spans import Span


class Severity(StrEnum):
    """How much a diagnostic matters; `check` exits 1 for errors only."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend a diagnostic: edits of the file the diagnostic is about."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding in one file.

    Attributes:
        span: The place in the file's decoded text with its own line ends.
        severity: Error, warning or information.
        code: The stable name, such as ``unresolved-variable``.
        message: One sentence in plain words that says what to do.
        fixes: Ways to mend it, best first.
        name: The variable, field or key it is about, if any.
    """

    span: Span
    severity: Severity
    code: str
    message: str
    fixes: tuple[Fix, ...] = ()
    name: str | None = None


class ParseFault(ValueError):
    """A text that cannot be read: one sentence and the offset (code points) it is about."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset

    def shifted(self, by: int) -> "ParseFault":
        """Return the same fault for a text that begins `by` code points earlier."""
        return type(self)(self.message, self.offset + by)
