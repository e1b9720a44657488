"""Saves without end in a child process, kills it at a random moment, looks at the disk, repeats.

Run as a program: ``python -m tests.storage.kill_loop FOLDER TIMES SEED``. Prints a JSON object with
what was seen, or fails with an `AssertionError`.
"""

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from editor.storage.saving import is_temporary, remove_stale, save

LONGEST = 0.02
"""Seconds after its first save within which a child is killed."""


def content(number: int) -> bytes:
    """The text of save `number`: each differs from its neighbours in length and in every line."""
    return b"%d, line of a prompt\n" % number * (200 + number % 5 * 3_000)


def save_without_end(path: Path, first: int, acknowledge: int, backups: Path) -> None:
    for number in range(first, sys.maxsize):
        save(path, content(number + 1), content(number), backup_folder=backups)
        os.write(acknowledge, b"%d\n" % (number + 1))


def killed(path: Path, first: int, wait: float, backups: Path) -> int:
    """Let a child save and kill it; gives the number of the last save that it knew of."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            save_without_end(path, first, write, backups)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as acknowledged:
        last = int(acknowledged.readline())
        time.sleep(wait)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        for line in acknowledged:
            last = int(line)
    return last


def main(folder: Path, times: int, seed: int) -> dict[str, int]:
    """Kill `times` children in turn, every other one while it writes in place."""
    chance = random.Random(seed)
    backups = folder / "backups"
    seen: Counter[str] = Counter()
    for number in range(times):
        in_place = number % 2 == 1
        place = folder / str(number)
        place.mkdir()
        path = place / "p.md"
        path.write_bytes(content(0))
        if in_place:
            os.link(path, place / "other name.md")
        last = killed(path, 0, chance.uniform(0, LONGEST), backups)
        found = path.read_bytes()
        kept = [each.read_bytes() for each in backups.iterdir()] if backups.exists() else []
        if found == content(last):
            seen["old"] += 1
        elif found == content(last + 1):
            seen["new"] += 1
        else:
            assert in_place, f"killed save {last + 1}: {found[:40]!r}, {len(found)} bytes"
            assert content(last) in kept, f"killed save {last + 1} in place: no backup"
            seen["backup"] += 1
        seen["temporary files"] += sum(map(is_temporary, os.listdir(place)))
        remove_stale(place, time.time() + 1)
        assert sorted(os.listdir(place)) == (["other name.md"] if in_place else []) + ["p.md"]
        for each in kept and backups.iterdir():
            each.unlink()
    return {"kills": times, **seen}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
