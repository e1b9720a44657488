"""What the tests of the command share: a run and what it gave."""

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from editor import cli
from tests.workspace.trees import Tree


@dataclass(frozen=True)
class Ran:
    """What a run of the command gave."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def json(self) -> Any:
        assert self.text.endswith("}\n") or self.text.endswith("]\n")
        return json.loads(self.text)


Run = Callable[..., Ran]
Make = Callable[[Tree], Path]


def quietly(*arguments: str | Path) -> tuple[int, bytes, str]:
    """Run the command and return its code and what it wrote."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    err = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main([str(argument) for argument in arguments])
    written = out.buffer
    assert isinstance(written, io.BytesIO)
    return code, written.getvalue(), err.getvalue()
