"""What the tests of the command share: a run and what it gave."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
