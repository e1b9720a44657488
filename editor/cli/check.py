"""`prompt-editor check`: what is wrong or worth knowing in files and workspaces.

Rules: docs/formats.md, Checks and check.
"""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from editor.cli.common import (
    FINDINGS,
    GOOD,
    CommandError,
    Parser,
    add_workspace,
    write_json,
    write_out,
)
from editor.core.diagnostics import Severity
from editor.core.hidden import on_one_line
from editor.core.kinds import FileKind
from editor.storage.disk import shown
from editor.workspace.checking import Checker, Finding, check_workspace, in_order
from editor.workspace.discovery import WorkspaceFile
from editor.workspace.workspace import Workspace


def parser(prog: str) -> Parser:
    """Return the parser of this subcommand's arguments."""
    result = Parser(prog, "Check files, folders or, without a PATH, the current workspace.")
    result.add_argument("paths", metavar="PATH", type=Path, nargs="*")
    result.add_argument("--format", choices=("text", "json"), default="text")
    add_workspace(result)
    return result


def run(arguments: argparse.Namespace) -> int:
    """Check and write the findings; 1 if one of them is an error.

    Raises:
        CommandError, OSError: the arguments are not as they must be.
    """
    explicit: Path | None = arguments.workspace
    paths: list[Path] = arguments.paths
    found: dict[tuple[Path, Finding], None] = {}  # each once, though PATHs may overlap
    for path in paths:
        if not os.path.exists(path):
            raise CommandError(f"{shown(path)} does not exist: check the name.")
        workspace = Workspace.open(path, explicit)
        found |= {(workspace.root, finding): None for finding in _checked(workspace, path)}
    if not paths:
        workspace = Workspace.open(explicit or Path(), explicit)
        found |= {(workspace.root, finding): None for finding in check_workspace(workspace)}
    findings = in_order(finding for _, finding in found)
    if arguments.format == "json":
        write_json([_as_json(finding) for finding in findings])
    else:
        lines = "".join(_line(finding) for finding in findings)
        write_out(lines.encode("utf-8", "backslashreplace"))
    errors = any(finding.diagnostic.severity is Severity.ERROR for finding in findings)
    return FINDINGS if errors else GOOD


def _checked(workspace: Workspace, path: Path) -> Iterable[Finding]:
    place = workspace.placed(path)
    if os.path.isdir(place):
        below = None if place == workspace.root else place
        return check_workspace(workspace, below=below)
    file = WorkspaceFile(place, workspace.name_of(place), workspace.kind_of(place))
    if file.kind is FileKind.TEMPLATE:
        return check_workspace(workspace, below=place)  # only the others tell whether it is used
    return Checker(workspace).check(file)


def _line(finding: Finding) -> str:
    place, said = finding.position, finding.diagnostic
    text = f"{finding.name}:{place.line}:{place.column}: {said.severity} {said.code} {said.message}"
    return on_one_line(text) + "\n"


def _as_json(finding: Finding) -> dict[str, object]:
    said = finding.diagnostic
    return {
        "path": finding.name,
        "line": finding.position.line,
        "column": finding.position.column,
        "severity": said.severity.value,
        "code": said.code,
        "message": said.message,
        "fixes": [
            {
                "title": fix.title,
                "edits": [
                    {
                        "path": finding.name,
                        "start": edit.span.start,
                        "end": edit.span.end,
                        "text": edit.text,
                    }
                    for edit in fix.edits
                ],
            }
            for fix in said.fixes
        ],
    }
