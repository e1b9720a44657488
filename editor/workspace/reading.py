"""The text of a file on disk, for everything that needs no more than its text."""

from pathlib import Path

from editor.storage.textfile import UnreadableFile, read


def read_text(path: Path) -> str:
    """Return the text of `path` with its own line ends, without the byte order mark.

    Raises:
        UnreadableFile: there is no file that can be read, or it is not UTF-8; the message is
            one line that names the file.
    """
    found = read(path)
    if found.fault is not None:
        raise UnreadableFile(path, f"{path.name}: {found.fault}")
    return found.text
