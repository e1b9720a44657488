"""Where shipped files and the user's folders are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from editor import paths


def test_resources_and_samples_are_found_beside_the_package() -> None:
    assert paths.resource("schemas", "prompt.json").is_file()
    assert (paths.sample_prompts() / "prompts").is_dir()


def test_a_wheel_reads_its_own_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_resources", "_sample_prompts"):
        (tmp_path / "editor" / name).mkdir(parents=True)
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "editor")
    assert paths.resource("themes") == tmp_path / "editor" / "_resources" / "themes"
    assert paths.sample_prompts() == tmp_path / "editor" / "_sample_prompts"


@pytest.mark.parametrize(
    "parts",
    [("..",), ("themes", "..", "..", "x"), ("/etc/passwd",), ("a", "/b"), ("a\\..\\b",), ("C:x",)],
    ids=str,
)
def test_no_resource_lies_outside_the_resources(parts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not a path inside the resources"):
        paths.resource(*parts)


@pytest.mark.parametrize(
    ("variable", "folder"),
    [
        ("PROMPT_EDITOR_DATA_DIR", paths.user_data_dir),
        ("PROMPT_EDITOR_CONFIG_DIR", paths.user_config_dir),
        ("PROMPT_EDITOR_STATE_DIR", paths.user_state_dir),
    ],
)
def test_a_variable_moves_a_folder_of_the_user(
    variable: str, folder: Callable[[], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "moved"))
    assert folder() == tmp_path / "moved"
    monkeypatch.setenv(variable, "")
    assert folder() != tmp_path / "moved"
    assert "prompt-editor" in folder().parts


def test_asking_makes_no_folder(tmp_path: Path) -> None:
    before = set(tmp_path.rglob("*"))
    for folder in (paths.user_data_dir, paths.user_config_dir, paths.user_state_dir):
        assert folder().is_relative_to(tmp_path)
    assert set(tmp_path.rglob("*")) == before
