"""Whether a window can be shown, found out before Qt is asked: Qt would end with a core dump."""

import ctypes
import os
import sys
from importlib.util import find_spec
from pathlib import Path

_PLATFORM = "QT_QPA_PLATFORM"
_NO_DISPLAY = (
    "There is no display to show the window on. Use --screenshot FILE for a picture, or a "
    "subcommand such as render."
)


def use_no_display() -> None:
    """Let Qt draw without a display, as for a picture, unless a platform is chosen already."""
    if _is_linux() and _PLATFORM not in os.environ:
        os.environ[_PLATFORM] = "offscreen"


def why_no_window() -> str | None:
    """Return why no window can be shown and what mends it, or None if nothing speaks against it."""
    if not _is_linux() or _PLATFORM in os.environ or os.environ.get("WAYLAND_DISPLAY"):
        return None
    display = os.environ.get("DISPLAY")
    if not display:
        return _NO_DISPLAY
    missing = _missing_library()
    if missing is not None:
        package = _package_of(missing)
        return (
            f"The window needs the system library {missing}, which is not installed. On Debian or "
            f"Ubuntu: sudo apt-get install {package}"
        )
    if not _answers(display):
        return f"The display {display} does not answer. Is DISPLAY right?"
    return None


def _is_linux() -> bool:
    return sys.platform.startswith("linux")


def _missing_library() -> str | None:
    """Return the name of a library that Qt's X11 plugin needs and the system lacks, or None."""
    spec = find_spec("PySide6")
    folder = Path(spec.origin).parent if spec is not None and spec.origin else None
    if folder is None:
        return None
    plugin = folder / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        if os.path.isfile(plugin):
            ctypes.CDLL(str(plugin))
    except OSError as error:
        name, _, rest = str(error).partition(": ")
        return name if "cannot open shared object" in rest else None
    return None


def _package_of(library: str) -> str:
    stem, _, version = library.partition(".so.")
    special = {"libxcb-icccm": "libxcb-icccm4", "libglib-2.0": "libglib2.0-0"}
    return special.get(stem, f"{stem.lower()}{'-' if stem[-1:].isdigit() else ''}{version}")


def _answers(display: str) -> bool:
    """Whether an X server answers; without the library to ask, it is taken to."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed
