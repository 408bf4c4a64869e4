"""What the bundle leaves out is nothing that the program imports, now or later."""

import importlib.metadata
import sys
import tomllib
from pathlib import Path

import pytest

import build
import bundle_contents
from bundle_contents import Import

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def imports() -> tuple[Import, ...]:
    """Everything that the program imports from elsewhere."""
    return bundle_contents.imports()


def write(folder: Path, text: str) -> Path:
    """Writes a package ``toy`` with one module and returns its folder."""
    package = folder / "toy"
    package.mkdir()
    (package / "door.py").write_text(text, encoding="utf-8")
    return package


def test_the_bundle_leaves_out_nothing_that_the_program_imports(imports: tuple[Import, ...]):
    """The players' view imports QtNetwork when it is first made: without it every start of the package crashed."""
    assert "PySide6.QtNetwork" in {each.module for each in imports}
    assert bundle_contents.describe(bundle_contents.excluded_imports(imports)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "from PySide6.QtNetwork import QHostAddress",
        "from PySide6 import QtNetwork",
        "def later():\n    import PySide6.QtNetwork",
        "class Lazy:\n    def go(self):\n        from PySide6.QtNetwork import QHostAddress",
        "import importlib\nmodule = importlib.import_module('PySide6.QtNetwork')",
    ],
)
def test_an_import_that_is_left_out_is_named_with_its_place(tmp_path: Path, text: str):
    """At the top, in a function, or by its name alone."""
    found = bundle_contents.imports(write(tmp_path, text))
    gaps = bundle_contents.excluded_imports(found, ["PySide6.QtNetwork"])
    assert {each.module for each in gaps} == {"PySide6.QtNetwork"}
    line = len(text.splitlines())
    assert f"PySide6.QtNetwork, imported in toy/door.py:{line}" in bundle_contents.describe(gaps)


def test_a_module_inside_a_package_that_is_left_out_is_missed_too(tmp_path: Path):
    """And one whose name only begins the same is not."""
    found = bundle_contents.imports(write(tmp_path, "import aiohttp.web\nimport aiohttp_other"))
    gaps = bundle_contents.excluded_imports(found, ["aiohttp"])
    assert [each.module for each in gaps] == ["aiohttp.web"]


def test_the_environment_of_the_bundle_holds_all_that_the_program_imports(
    imports: tuple[Import, ...],
):
    """aiohttp and segno among it, for the players' page; what is done without is refused with a sentence."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = build.needed(build.requirements(project, bundle_contents.EXTRAS))
    holders = importlib.metadata.packages_distributions()
    tops = {each.module.partition(".")[0] for each in imports}
    others = tops - {*sys.stdlib_module_names, *bundle_contents.DONE_WITHOUT}
    assert {"aiohttp", "segno", "qtawesome", "rapidfuzz", "lark"} <= others
    for top in others:
        assert {each.casefold().replace("_", "-") for each in holders[top]} & installed, top


def test_what_the_bundle_does_without_is_still_imported(imports: tuple[Import, ...]):
    """A name on that list that nobody imports any more would only hide the next mistake."""
    tops = {each.module.partition(".")[0] for each in imports}
    assert set(bundle_contents.DONE_WITHOUT) <= tops


def test_what_is_asked_for_by_name_is_there_with_its_files():
    """The icons are drawn with a font of qtawesome, which nothing imports."""
    for name, files in bundle_contents.DATA.items():
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        found = {path.suffix for path in Path(spec.origin).parent.glob(files)}
        assert {".ttf", ".json"} <= found
        assert name in bundle_contents.HIDDEN_IMPORTS


def test_what_pyinstaller_has_not_collected_is_named(tmp_path: Path):
    """Its own lists tell what it has: modules of Python, and compiled ones by their file."""
    (tmp_path / "PYZ-00.toc").write_text(
        "('/x/PYZ-00.pyz', [('aiohttp', '/x/aiohttp.py', 'PYMODULE')])", encoding="utf-8"
    )
    (tmp_path / "COLLECT-00.toc").write_text(
        "([('PySide6/QtCore.abi3.so', '/x/QtCore.abi3.so', 'EXTENSION'),"
        " ('libx.so', '/x/libx.so', 'BINARY')],)",
        encoding="utf-8",
    )
    modules = bundle_contents.collected_modules(tmp_path)
    assert modules == {"aiohttp", "PySide6.QtCore"}
    wanted = ("aiohttp", "PySide6.QtCore", "PySide6.QtNetwork", "json", "pyarrow")
    gaps = bundle_contents.missing_imports((Import(each, "toy.py:1") for each in wanted), modules)
    assert [each.module for each in gaps] == ["PySide6.QtNetwork"]


def test_every_module_of_the_program_is_to_be_collected():
    """Also those that are imported only by their name, such as the games."""
    own = bundle_contents.own_modules()
    assert {"encounter_gui", "encounter_gui.gui.players.networks"} <= own
    assert not any(each.endswith("__init__") for each in own)
