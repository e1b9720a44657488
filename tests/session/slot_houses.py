"""A workspace with slots in two layers, for tests of what is done with them."""

from pathlib import Path

from editor.session.project import Project
from editor.session.workbench import Workbench
from editor.workspace.slot_list import Slot
from tests.workspace.trees import write_tree

MAKE = "slots:\n  default: prompt_slots\n  app: over\n"
TWO = "# How long a recap is.\nenabled: false\ntemplate: |\n  Sum {{day}} up. \n\nmodel: small\n"
FILES = {
    "prompt-workspace.yaml": MAKE,
    "prompt_slots/recap.yaml": TWO,
    "prompt_slots/odd.yaml": "base: &b\n  x: 1\nenabled: true\ntemplate: T\nwhen: 2026-01-02\n",
    "prompt_slots/broken.yaml": "enabled: [true\n",
    "prompt_slots/wrong.yaml": "enabled: 'yes'\ntemplate: 4\n",
}


def slot_house(root: Path, bench: Workbench, **more: str) -> Project:
    """Open a workspace; `more` are files of the app layer by slot."""
    write_tree(root, {**FILES, **{f"over/{name}.yaml": text for name, text in more.items()}})
    return bench.open_folder(root)


def slot(project: Project, name: str) -> Slot:
    """The slot called `name`."""
    return next(each for each in project.workspace.slots() if each.name == name)
