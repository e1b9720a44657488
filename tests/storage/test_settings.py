"""Options: declared once, checked both ways, kept in a file that loses nothing."""

import json
import logging
import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.storage.disk import Disk
from editor.storage.options import declared
from editor.storage.settings import Preferences, Settings, WindowState, with_recent


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The folder of the settings, which does not exist yet."""
    return tmp_path / "config" / "prompt-editor"


def stored(place: Path, name: str = "settings.json") -> dict[str, Any]:
    found = json.loads((place / name).read_bytes())
    assert isinstance(found, dict)
    return found


def write(place: Path, content: bytes) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    path = place / "settings.json"
    path.write_bytes(content)
    return path


def test_without_a_file_the_defaults_stand_and_nothing_is_written(place: Path) -> None:
    settings = Settings(place)
    assert settings.preferences == Preferences()
    assert settings.window == WindowState()
    assert settings.preferences.theme == "system"
    assert settings.set_preferences(Preferences()) == frozenset()
    assert not place.exists()


def test_only_what_differs_from_the_default_is_kept(place: Path) -> None:
    settings = Settings(place)
    changed = settings.set_preferences(replace(settings.preferences, theme="dark", tab_width=2))
    assert changed == {"theme", "tab_width"}
    assert stored(place) == {"version": 1, "theme": "dark", "tab_width": 2}
    assert Settings(place).preferences == Preferences(theme="dark", tab_width=2)
    settings.set_preferences(replace(settings.preferences, theme="system"))
    assert stored(place) == {"version": 1, "tab_width": 2}
    assert os.listdir(place) == ["settings.json"]


def test_window_state_is_apart_from_preferences(place: Path) -> None:
    settings = Settings(place)
    odd = os.fsdecode(b"/a\xff/\xc3\xa9.md")
    settings.set_window(replace(settings.window, recent_files=(odd, "/b.md"), geometry="AdnQ"))
    assert Settings(place).window.recent_files == (odd, "/b.md")
    assert os.listdir(place) == ["window.json"]
    assert Settings(place).preferences == Preferences()


def test_a_bad_value_is_logged_and_the_default_stands(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = write(
        place,
        b'{"version": 1, "theme": "pink", "tab_width": true, "zoom": 10000, "word_wrap": 0,'
        b' "font_family": null, "show_tints": false}',
    )
    before = path.read_bytes()
    with caplog.at_level(logging.WARNING):
        assert Settings(place).preferences == Preferences(show_tints=False)
    logged = "\n".join(caplog.messages)
    assert all(key in logged for key in ("theme", "tab_width", "zoom", "word_wrap", "font_family"))
    assert "pink" not in logged
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"null", b"\xff\xfe\x00", b"[" * 100_000, b'{"a": 1} x']
)
def test_a_bad_file_is_moved_aside_and_never_deleted(place: Path, content: bytes) -> None:
    write(place, content)
    assert Settings(place).preferences == Preferences()
    write(place, content + b" ")
    settings = Settings(place)
    settings.set_preferences(Preferences(theme="dark"))
    assert stored(place) == {"version": 1, "theme": "dark"}
    assert (place / "settings.json.bad-1").read_bytes() == content
    assert (place / "settings.json.bad-2").read_bytes() == content + b" "


def test_keys_and_version_of_a_newer_program_are_kept(place: Path) -> None:
    write(place, b'{"version": 7, "later": {"a": [1]}, "zoom": 120}')
    settings = Settings(place)
    settings.set_preferences(replace(settings.preferences, zoom=100, theme="light"))
    assert stored(place) == {"version": 7, "later": {"a": [1]}, "theme": "light"}


def test_two_windows_keep_each_others_changes(place: Path) -> None:
    first, second = Settings(place), Settings(place)
    first.set_preferences(replace(first.preferences, theme="dark"))
    second.set_preferences(replace(second.preferences, zoom=150))
    assert Settings(place).preferences == Preferences(theme="dark", zoom=150)


def test_a_change_in_the_moment_of_writing_is_kept(place: Path) -> None:
    write(place, b'{"version": 1, "zoom": 120}')

    class TheyWriteOnce(Disk):
        done = False

        def sync(self, fd: int) -> None:
            super().sync(fd)
            if not self.done:
                self.done = True
                write(place, b'{"version": 1, "zoom": 130}')

    settings = Settings(place, disk=TheyWriteOnce())
    settings.set_preferences(replace(settings.preferences, theme="dark"))
    assert Settings(place).preferences == Preferences(theme="dark", zoom=130)


@pytest.mark.parametrize(
    "change",
    [{"theme": "pink"}, {"zoom": 0}, {"tab_width": True}, {"word_wrap": 1}, {"font_size": "12"}],
)
def test_a_value_that_is_not_allowed_changes_nothing(place: Path, change: dict[str, Any]) -> None:
    settings = Settings(place)
    [key] = change
    with pytest.raises(ValueError, match=key):
        settings.set_preferences(replace(settings.preferences, show_tints=False, **change))
    assert settings.preferences == Preferences()
    assert not place.exists()


def test_case_40_settings_that_cannot_be_kept_are_logged_and_in_force(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Full(Disk):
        def write(self, fd: int, data: memoryview) -> int:
            raise OSError(28, "No space left on device")

    write(place, b'{"version": 1, "zoom": 120}')
    settings = Settings(place, disk=Full())
    with caplog.at_level(logging.WARNING):
        settings.set_preferences(replace(settings.preferences, theme="dark"))
    assert settings.preferences.theme == "dark"
    assert len(caplog.messages) == 1
    assert stored(place) == {"version": 1, "zoom": 120}
    assert os.listdir(place) == ["settings.json"]


def test_a_folder_that_is_a_file_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "config").write_bytes(b"")
    settings = Settings(tmp_path / "config")
    settings.set_preferences(Preferences(theme="dark"))
    assert settings.preferences.theme == "dark"
    assert caplog.messages


@pytest.mark.parametrize("record", [Preferences, WindowState])
def test_every_option_is_declared_in_full(record: type) -> None:
    options = declared(record)
    assert [entry.key for entry in options] == [entry.name for entry in fields(record)]
    for entry in options:
        assert entry.check(entry.default) == entry.default
        assert entry.help
        assert "\n" not in entry.help


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_a_check_gives_a_value_of_its_option_or_refuses(value: object) -> None:
    for record in (Preferences, WindowState):
        for entry in declared(record):
            try:
                checked = entry.check(value)
            except ValueError:
                continue
            assert type(checked) is type(entry.default)
            assert entry.check(checked) == checked


def test_recent_places_start_with_the_last_one_and_hold_each_once() -> None:
    assert with_recent(("a", "b"), "b") == ("b", "a")
    many = tuple(str(number) for number in range(20))
    assert with_recent(many, "new") == ("new", *many[:19])
