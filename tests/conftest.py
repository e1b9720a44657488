"""What every test shares: an off-screen platform, private folders, no modal dialogs, no leaks."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import gc
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer

# The same examples at every CI run, so that no change fails by an older fault; new ones elsewhere.
settings.register_profile(
    "test",
    max_examples=24,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "fuzz", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))

# What would wait for a person: the class in QtWidgets and its functions.
MODAL = {
    "QDialog": ["exec"],
    "QMenu": ["exec"],
    "QMessageBox": ["about", "aboutQt", "critical", "information", "question", "warning"],
    "QFileDialog": [
        "getExistingDirectory",
        "getExistingDirectoryUrl",
        "getOpenFileName",
        "getOpenFileNames",
        "getOpenFileUrl",
        "getOpenFileUrls",
        "getSaveFileName",
        "getSaveFileUrl",
    ],
    "QInputDialog": ["getDouble", "getInt", "getItem", "getMultiLineText", "getText"],
    "QColorDialog": ["getColor"],
    "QFontDialog": ["getFont"],
}


@pytest.fixture(autouse=True)
def private_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home folder and the program's own folders are empty ones of this test."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for kind in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"PROMPT_EDITOR_{kind}_DIR", str(home / kind.lower()))


@pytest.fixture(autouse=True, scope="session")
def no_modal_dialogs() -> Iterator[None]:
    """A modal dialog raises; a test that wants one answers it with its own `monkeypatch`."""
    from PySide6 import QtWidgets

    def refusal(name: str) -> object:
        def refuse(*_args: object, **_named: object) -> None:
            raise AssertionError(f"{name} would wait for a person; the test gives no answer")

        return refuse

    with pytest.MonkeyPatch.context() as patch:
        for name, functions in MODAL.items():
            for function in functions:
                patch.setattr(getattr(QtWidgets, name), function, refusal(f"{name}.{function}"))
        yield


_FAILED = pytest.StashKey[bool]()
_KNOWN = pytest.StashKey[set[object] | None]()
MUCH_GARBAGE = 100_000


def pytest_configure() -> None:
    """Collect in the main thread only, as the program does (see `editor.session.collector`)."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look no more through what lives as long as the run: modules, tests and their code.

    Neither the collector nor the search for timers has to: not one timer is among it.
    """
    if "PySide6.QtCore" in sys.modules:
        assert not _timers(), "a timer was made while tests were collected"
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    if gc.get_count()[0] > MUCH_GARBAGE:
        gc.collect()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report


@pytest.fixture(autouse=True)
def nothing_left_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test with the application leaves no job, no running timer and no window behind."""
    if "qapp" not in request.fixturenames:
        yield
        return
    stash = request.session.stash
    # What was there after the test before this one: to search is slow, so it is done once a test.
    before = stash.get(_KNOWN, None)
    if before is None:
        before = set(_left_running())
    stash[_KNOWN] = None
    yield
    if request.node.stash.get(_FAILED, False):
        return  # Its traceback holds what it made, and it has failed already.
    left = _left_running()
    if left.keys() - before:
        # What only Python's own circles hold is no leak: it goes when the collector comes.
        gc.collect()
        left = _left_running()
    stash[_KNOWN] = set(left)
    new = [name for key, name in left.items() if key not in before]
    if new:
        pytest.fail("left behind by this test: " + ", ".join(sorted(new)))


def _left_running() -> dict[object, str]:
    """Windows, active timers and busy pool threads by identity, with a name for the message."""
    from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool
    from PySide6.QtWidgets import QApplication
    from shiboken6 import getCppPointer, isValid

    from editor.session.collector import Collector

    if QCoreApplication.instance() is None:
        return {}
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    timers = [
        found
        for found in _timers()
        if isValid(found)
        and found.isActive()
        and not isinstance(found.parent(), Collector)  # as old as the application
    ]
    left: dict[object, str] = {
        getCppPointer(found)[0]: f"{type(found).__name__} {found.objectName()!r}"
        for found in [*timers, *QApplication.topLevelWidgets()]
    }
    if not QThreadPool.globalInstance().waitForDone(2000):
        left["pool"] = "a job that does not end"
    return left


def _timers() -> list["QTimer"]:
    """Return the timers that Python knows, but those that were there before the first test."""
    from PySide6.QtCore import QTimer

    kinds = {QTimer, *QTimer.__subclasses__()}  # quicker to ask than `isinstance`, of all objects
    return [found for found in gc.get_objects() if type(found) in kinds]
