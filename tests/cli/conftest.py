"""What the tests of the command share."""

from pathlib import Path

import pytest

from editor import cli
from tests.cli.running import Make, Ran, Run
from tests.workspace.trees import Tree, write_tree


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run the command in this process; what it says of faults is at most one line."""

    def ran(*arguments: str | Path) -> Ran:
        code = cli.main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        said = err.decode()
        assert said == "" or (said.count("\n") == 1 and said.endswith("\n"))
        assert "Traceback" not in said
        assert bool(said) == (code == 2 or said.startswith("prompt-editor: Left as typed"))
        return Ran(code, out, said)

    return ran


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Write files into a workspace that is the current folder."""

    def made(tree: Tree) -> Path:
        root = tmp_path / "ws"
        root.mkdir(exist_ok=True)
        monkeypatch.chdir(root)
        return write_tree(root, tree)

    return made
