"""What tests of live souls share: a soul, its samples, and a workspace that holds both."""

from pathlib import Path

from PySide6.QtCore import QObject

from editor.core.kinds import FileKind
from editor.formats.samples import Samples, parse_samples
from editor.session.document import Document
from editor.session.livesoul import LiveSoul
from editor.session.soul_messages import MessagesChanged, SoulSetting
from editor.storage.textfile import decode
from tests.workspace.trees import write_tree

SOUL = """\
# Warden

Watch the gate.

---template---

# who it listens to
- section: admin_identity
  role: system
  content: |
    Admin: {{admin_pubkey}}
    Note: {{nobody}}
  provider:
    anthropic: |
      <admin>{{admin_pubkey}}</admin>

- section: weather
  role: system
  tool: weather_now
  content: It may rain.

- section: gates
  role: system
  tool: gate_list

- section: talk
  role: expand
  limit: 2

- section: notes
  role: user
  content: "Notes: {{admin_notes_content}}"
"""
SAMPLES = """\
values:
  admin_pubkey: ab12
tools:
  weather_now: {content: Fog.}
conversation:
  - {user: one, assistant: eins}
  - {user: two, assistant: zwei}
  - {user: three, assistant: drei}
"""
WORKSPACE = "souls: ['souls/*.md']\nsamples: samples.yaml\nsoul_variables: [harbour]\n"
KNOWN = frozenset(("admin_pubkey", "admin_notes_content", "harbour"))


def samples() -> Samples:
    return parse_samples(SAMPLES, ".yaml", "samples.yaml")


def soul_of(text: str = SOUL, provider: str | None = None) -> LiveSoul:
    document = Document(decode(text.encode()), FileKind.SOUL)
    live = LiveSoul(document, SoulSetting(samples(), KNOWN, provider))
    document.setParent(live)
    return live


def soul_house(root: Path) -> Path:
    """A workspace with one soul."""
    files = {"prompt-workspace.yaml": WORKSPACE, "samples.yaml": SAMPLES, "souls/warden.md": SOUL}
    return write_tree(root, {**files, "souls/plain.md": "# Plain\n", "p.md": "Hi $name\n"})


class Told(QObject):
    """What a live soul told, in order."""

    def __init__(self, live: LiveSoul) -> None:
        super().__init__(live)
        self.changes: list[MessagesChanged] = []
        self.names = self.stale = self.updated = 0
        live.messages_changed.connect(self.changes.append)
        live.names_changed.connect(self.on_names)
        live.stale_changed.connect(self.on_stale)
        live.updated.connect(self.on_updated)

    def on_names(self) -> None:
        self.names += 1

    def on_stale(self) -> None:
        self.stale += 1

    def on_updated(self) -> None:
        self.updated += 1
