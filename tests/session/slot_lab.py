"""What tests of slots in the session share: a workspace with two layers, and what must come out.

What must come out is worked out with PyYAML alone, from the rules of docs/formats.md.
"""

from collections.abc import Mapping
from pathlib import Path

import yaml

from editor.session.document import Document
from editor.session.form_values import Intent, SetText
from editor.session.liveslot import LiveSlot
from editor.session.slot_edits import SlotEdits
from editor.session.slot_form import SlotFormEditor
from editor.session.slot_form_values import SetHere, SlotKey
from editor.session.workbench import Workbench
from tests.workspace.trees import write_tree

WORKSPACE = "slots: {default: slots/default, app: slots/app}\ncontexts: contexts\n"


class SlotLab:
    """A workspace with one slot ``s``, open in a workbench."""

    def __init__(
        self,
        bench: Workbench,
        root: Path,
        default: str | None = None,
        app: str | None = None,
        **more: str,
    ) -> None:
        root.mkdir(parents=True, exist_ok=True)
        files = {"prompt-workspace.yaml": WORKSPACE, **more}
        if default is not None:
            files["slots/default/s.yaml"] = default
        if app is not None:
            files["slots/app/s.yaml"] = app
        write_tree(root, files)
        self.bench, self.root = bench, root
        self.project = bench.open_folder(root)

    def open(self, layer: str) -> Document:
        """Open a layer's file and bring it to the front."""
        document = self.bench.open(self.root / "slots" / layer / "s.yaml")
        self.bench.bring_to_front(document)
        return document

    def live(self, document: Document) -> LiveSlot:
        live = self.bench.live(document)
        assert isinstance(live, LiveSlot)
        return live


def layer_of(text: str | None) -> dict[object, object] | None:
    """Return the keys that count in a file; None for one that no loader takes."""
    try:
        found = {} if text is None else yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return None
    if found is None:
        found = {}
    if not isinstance(found, dict):
        return None
    kept = dict(found)
    if not isinstance(kept.get("enabled"), bool):
        kept.pop("enabled", None)
    if not isinstance(kept.get("template"), str):
        kept.pop("template", None)
    return kept


def expected(
    default: str | None, app: str | None, runtime: Mapping[str, object] | None = None
) -> str | None:
    """Return the template that a loader gives, or None; also where it would raise."""
    layers = [layer_of(default), layer_of(app), layer_of(yaml.safe_dump(dict(runtime or {})))]
    merged: dict[object, object] = {}
    for layer in layers:
        if layer is None:
            return None
        merged.update(layer)
    template = merged.get("template")
    enabled = merged.get("enabled") is True
    return template if enabled and isinstance(template, str) and template else None


class FormLab(SlotLab):
    """A slot file in its form, without any widget; what is shown comes from the real file."""

    def __init__(self, bench: Workbench, root: Path, text: str, layer: str = "app") -> None:
        default = "enabled: true\ntemplate: Default\n" if layer == "app" else None
        super().__init__(bench, root, **{**({"default": default} if default else {}), layer: text})
        self.path = root / "slots" / layer / "s.yaml"
        self.path.write_bytes(text.encode())
        self.document = self.open(layer)
        edits = SlotEdits(self.project, bench.documents)
        self.editor = SlotFormEditor(self.document, self.live(self.document), edits)
        self.editor.form()

    @property
    def text(self) -> str:
        return self.document.text()

    def do(self, *intents: Intent | SetHere) -> str:
        """Do what is wanted and return the text."""
        for intent in intents:
            self.editor.do(intent)
        return self.text

    def type(self, key: str, text: str) -> str:
        """Make the field of `key` hold `text`, as if it was typed there, and leave it."""
        self.editor.do(SetText((key,), text))
        self.editor.end_visit()
        return self.text

    def row(self, key: str) -> SlotKey:
        form = self.editor.form()
        rows = {each.key: each for each in (form.enabled, form.template, *form.others)}
        return rows[key]

    def shown(self, key: str) -> str | None:
        """Return what the field of `key` shows."""
        field = self.row(key).field
        assert field is not None
        return field.text

    def saved(self) -> bytes:
        """Save the file and return its bytes."""
        self.bench.documents.save(self.document)
        return self.path.read_bytes()

    def loaded(self) -> dict[str, object]:
        """Save the file and return what PyYAML reads in it."""
        found = yaml.safe_load(self.saved())
        assert isinstance(found, dict)
        return found
