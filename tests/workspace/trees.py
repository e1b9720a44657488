"""Makes folders of files for the tests of workspaces."""

from collections.abc import Callable, Mapping
from pathlib import Path

Tree = Mapping[str, str | bytes]
MakeTree = Callable[[Tree], Path]


def write_tree(root: Path, tree: Tree) -> Path:
    """Write files by name; a name that ends with a slash is a folder."""
    for name, content in tree.items():
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root
