"""`prompt-editor layers`: which layer decides each key, variable or section, and why.

Rules: docs/formats.md, layers.
"""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from editor.cli.common import GOOD, CommandError, Parser, add_workspace, as_json, write_json
from editor.cli.common import write_text
from editor.cli.fields import parse_value
from editor.core.diagnostics import ParseFault
from editor.core.hidden import on_one_line
from editor.core.kinds import FileKind
from editor.core.layers import Definition, LayerEntry, Lookup
from editor.core.tree import Number
from editor.formats.kinds import format_for
from editor.formats.slot_overlay import Overlay
from editor.storage.disk import shown
from editor.workspace.contexts import format_now
from editor.workspace.reading import read_text
from editor.workspace.scopes import ScopeBuilder
from editor.workspace.slots import is_slot_name
from editor.workspace.workspace import Workspace
