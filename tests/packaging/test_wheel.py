"""The wheel carries the data that lies beside the package in a checkout, and finds it there."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def data_files(folder: str) -> set[str]:
    """Returns the files of a data folder of the checkout, as paths from the root."""
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in files}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel with the locked hatchling: no isolated environment, so no network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("encounter_gui-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpacks the wheel far from the checkout, as an installation would."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run_installed(site: Path, code: str) -> str:
    """Runs code with the unpacked wheel first on the path and returns what it prints."""
    lines = f"import sys; sys.path.insert(0, {str(site)!r}); {code}"
    command = [sys.executable, "-c", lines]
    done = subprocess.run(command, cwd=site, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.mark.parametrize("folder", ["resources", "rulesets"])
def test_the_wheel_carries_every_data_file(wheel: Path, folder: str) -> None:
    """A ruleset or icon that stays behind would be missed only on someone else's machine."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    wanted = {f"encounter_gui/_data/{name}" for name in data_files(folder)}
    assert wanted
    assert wanted <= names


def test_the_wheel_carries_no_tests_and_no_tools(wheel: Path) -> None:
    """What people install is the program."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"encounter_gui"}


@pytest.mark.parametrize("folder", ["resources", "rulesets"])
def test_an_installed_copy_finds_its_own_data(installed: Path, folder: str) -> None:
    """And not that of a checkout which happens to be on the path as well."""
    code = f"from encounter_gui import paths; print(paths.data_folder({folder!r}))"
    found = Path(run_installed(installed, code))
    assert found == installed / "encounter_gui" / "_data" / folder
    assert any(found.iterdir())


def test_both_programs_start_the_same_main(installed: Path) -> None:
    """One for terminals, one without a console window on Windows."""
    (entry_points,) = installed.glob("*.dist-info/entry_points.txt")
    starts = [line for line in entry_points.read_text("utf-8").splitlines() if "=" in line]
    assert starts == [
        "encounter-gui = encounter_gui.__main__:main",
        "encounter-gui-window = encounter_gui.__main__:main",
    ]
