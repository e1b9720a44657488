"""The wheel carries what the program reads, and works where there is no checkout."""

import os
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# As it is before a test moves the home folder: a download is then made only once.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
SHIPPED = {"resources": "editor/_resources", "sample_prompts": "editor/_sample_prompts"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def read(wheel: Path, pattern: str) -> bytes:
    """The one file of the wheel whose name matches."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if re.fullmatch(pattern, name)]
        return archive.read(name)


@pytest.mark.parametrize("folder", SHIPPED)
def test_the_wheel_carries_every_shipped_file_byte_for_byte(wheel: Path, folder: str) -> None:
    files = {
        f"{SHIPPED[folder]}/{path.relative_to(ROOT / folder).as_posix()}": path.read_bytes()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = {
            name: archive.read(name)
            for name in archive.namelist()
            if name.startswith(SHIPPED[folder] + "/")
        }
    assert packed == files


@pytest.mark.parametrize(
    "pattern",
    [
        r"editor/_resources/themes/.+",
        r"editor/_resources/schemas/.+\.json",
        r"editor/_resources/catalogues/.+",
        r"editor/_sample_prompts/.+\.md",
        r"editor/_sample_prompts/souls/.+\.json",
        r"editor/_sample_prompts/samples\.yaml",
    ],
)
def test_the_wheel_has_at_least_one(wheel: Path, pattern: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert any(re.fullmatch(pattern, name) for name in archive.namelist())


def test_the_wheel_holds_one_package_and_its_metadata_only(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"editor"}
    assert len(tops) == 2


def test_the_wheel_makes_both_commands(wheel: Path) -> None:
    lines = read(wheel, r".+\.dist-info/entry_points\.txt").decode().split("\n")
    command, window = lines.index("[console_scripts]"), lines.index("[gui_scripts]")
    assert lines[command + 1] == "prompt-editor = editor.cli:main"
    assert lines[window + 1] == "prompt-editor-window = editor.cli:main_window"


def test_the_wheel_refuses_the_qt_that_aborts(wheel: Path) -> None:
    metadata = message_from_bytes(read(wheel, r".+\.dist-info/METADATA"))
    (qt,) = [line for line in metadata.get_all("Requires-Dist", []) if "pyside6" in line.lower()]
    assert "<6.12" in qt
    assert metadata["License-Expression"] == "MIT"


def test_the_lock_has_a_hash_for_every_version_and_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    entries = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)[1:]
    assert len(entries) > 20
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in lock
    assert "index" not in lock


@pytest.mark.slow
def test_an_installed_wheel_renders_the_samples_and_draws_the_window(
    wheel: Path, tmp_path: Path
) -> None:
    bin_folder = _clean_environment(wheel, tmp_path)

    def run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
        environment = ENVIRONMENT | {"HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
        return subprocess.run(
            [bin_folder / program, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    where = run("python", "-c", "from editor.paths import sample_prompts; print(sample_prompts())")
    samples = Path(where.stdout.decode().strip())
    assert samples.is_relative_to(tmp_path)

    files = [*samples.glob("prompts/**/*.md"), *samples.glob("souls/*")]
    rendered = [run("prompt-editor", "render", path) for path in files]
    assert [done.stderr for done in rendered if b"Traceback" in done.stderr] == []
    assert sum(done.returncode == 0 and bool(done.stdout.strip()) for done in rendered) >= 17

    picture = tmp_path / "window.png"
    drawn = run("prompt-editor", "--screenshot", picture)
    assert (drawn.returncode, b"Traceback" in drawn.stderr) == (0, False)
    assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def _clean_environment(wheel: Path, folder: Path) -> Path:
    """A virtual environment with the wheel and its run-time needs, in the locked versions."""
    constraints = folder / "constraints.txt"
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    pins = re.findall(r"^[a-z0-9][^\\\n]*", lock, flags=re.MULTILINE)
    constraints.write_text("\n".join(pins), encoding="utf-8")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True, env=ENVIRONMENT)
    bin_folder = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [bin_folder / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    for step in (["install", "--constraint", constraints, wheel], ["check"]):
        subprocess.run([*pip, *step], check=True, cwd=folder, env=ENVIRONMENT)
    return bin_folder
