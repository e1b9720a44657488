"""A real program that saves, really killed: the old text or the new, whole, and nothing left."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import editor


@pytest.mark.skipif(sys.platform == "win32", reason="this system has neither fork nor SIGKILL")
@pytest.mark.parametrize(
    "times", [10, pytest.param(400, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_case_40_a_program_killed_while_saving_leaves_the_old_text_or_the_new(
    tmp_path: Path, times: int
) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tests.storage.kill_loop", str(tmp_path), str(times), "7"],
        cwd=Path(editor.__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    seen = json.loads(result.stdout)
    assert seen["kills"] == times
    assert sum(seen.get(each, 0) for each in ("old", "new", "backup")) == times
    if times > 100:  # that many hit every step
        assert seen["old"]
        assert seen["new"]
        assert seen["backup"]
        assert seen["temporary files"]
