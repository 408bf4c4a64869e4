"""The check that no folder holds more modules than can be taken in at a glance."""

from pathlib import Path

import pytest

import folders


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with two modules in it, and three in a folder of it; ``__init__`` does not count."""
    package = tmp_path / "toy"
    for name in ("__init__", "a", "b", "inner/__init__", "inner/a", "inner/b", "inner/c"):
        path = package / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return package


def test_a_folder_with_too_many_modules_is_named_with_their_number(package: Path):
    assert folders.too_full(package, most=2) == {"toy/inner": 3}


def test_as_many_as_allowed_are_not_too_many(package: Path):
    assert folders.too_full(package, most=3) == {}


def test_what_is_too_full_is_printed_and_fails(package: Path, capsys: pytest.CaptureFixture[str]):
    for number in range(folders.MOST):
        (package / f"m{number}.py").touch()
    assert folders.main(package) == 1
    assert capsys.readouterr().out == "toy/ holds 17 modules; 15 are the most\n"


def test_the_package_itself_is_not_too_full():
    assert folders.main() == 0
