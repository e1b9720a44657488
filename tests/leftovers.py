"""What programs that died left behind, for tests of recovery."""

from pathlib import Path

from editor import paths
from editor.storage.recovery import RecoveryStore, Snapshot, Unsaved, stored
from editor.storage.textfile import digest_of

WHEN = 1_769_178_600.0


def root() -> Path:
    """Where snapshots lie."""
    return paths.user_state_dir() / "recovery"


def kept() -> list[str]:
    """The texts on the disk, oldest first."""
    return [each.unsaved.text for each in stored(root()) if isinstance(each, Snapshot)]


def left_behind(
    path: Path | None,
    text: str,
    base: bytes | None = None,
    *,
    encoding: str = "utf-8",
    bom: bool = False,
) -> Path:
    """Leave a snapshot as a program that died does; return its file."""
    digest = None if base is None else digest_of(base)
    title = "" if path is None else path.name
    unsaved = Unsaved(text, path, "prompt", encoding, bom, digest, title, WHEN)
    return RecoveryStore(root()).write(unsaved)


def lose(store: RecoveryStore) -> None:
    """Let go of all folders as a killed program does."""
    for folder in (store._own, *store._claimed):
        if folder is not None:
            folder._close()
