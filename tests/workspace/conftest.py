"""What the tests of workspaces share."""

from pathlib import Path

import pytest

from tests.workspace.trees import MakeTree, Tree, write_tree


@pytest.fixture
def make(tmp_path: Path) -> MakeTree:
    """Write a tree of files into a folder `ws` that nothing above marks as a workspace."""

    def made(tree: Tree) -> Path:
        root = tmp_path / "ws"
        root.mkdir(exist_ok=True)
        return write_tree(root, tree)

    return made
