"""What the bundle carries and what it leaves out, and whether that leaves the program all it imports.

``encounter-gui.spec`` takes its lists from here. Many modules are imported only once something is first shown: a list
that leaves one of them out is found by reading the program, before anything is built.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

__all__ = ["DATA", "EXCLUDES", "HIDDEN_IMPORTS", "PLUGINS"]  # what the specification takes

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "encounter_gui"

EXTRAS = ("share",)
"""The optional dependencies that the bundle has as well: its players' page works."""

DONE_WITHOUT = ("distributed", "pyarrow")
"""What the program imports and the bundle has not: the extra ``cluster``, refused with a sentence where it lacks."""

# What is only there for tests, checks and other programs. pyqtgraph imports parametertree, canvas, flowchart, dockarea
# and pydoc when a chart is first shown: they must stay.
EXCLUDES = (
    *("tkinter", "_tkinter", "turtle", "idlelib", "lib2to3", "pydoc_data", "ensurepip", "venv"),
    *("distutils", "hypothesis", "mypy", "pytest", "_pytest", "pygments", "rich", "IPython"),
    *(f"PySide6.Qt{part}" for part in ("Qml", "Quick", "QuickWidgets", "Test", "Sql", "Designer")),
    *(f"PySide6.Qt{part}" for part in ("Help", "Xml", "Concurrent", "UiTools", "DBus")),
    *("matplotlib", "scipy", "pandas", "PIL", "setuptools", "pip", "pkg_resources"),
    *("pyqtgraph.opengl", "pyqtgraph.examples", "pyqtgraph.jupyter", "OpenGL"),
    *("numpy.f2py", "numpy.testing", "numpy.distutils"),
    *(f"sqlalchemy.dialects.{each}" for each in ("mysql", "oracle", "mssql", "postgresql")),
)

HIDDEN_IMPORTS = ("qtawesome",)
"""What is asked for by name only, where no analysis finds it: the fonts of the icons are looked for beside it."""

DATA: Mapping[str, str] = {"qtawesome": "fonts/phosphor-*"}
"""Files that a package is read for, by package."""

PLUGINS: Mapping[str, str] = {
    "platforms": "xcb offscreen wayland minimal windows cocoa",
    "platformthemes": "xdgdesktopportal",
    "imageformats": "svg jpeg gif webp",
    "iconengines": "svgicon",
    "platforminputcontexts": "composeplatforminputcontextplugin ibusplatforminputcontextplugin",
    "printsupport": "cupsprintersupport",
    "styles": "modernwindowsstyle macstyle",
    "wayland-shell-integration": "xdg-shell",
    "wayland-decoration-client": "bradient",
}
"""The plugins of Qt that are carried, by folder; of other folders none is."""


class Import(NamedTuple):
    """A module that the program imports, by its full name, and the file and line where it does."""

    module: str
    place: str


def imports(package: Path = PACKAGE) -> tuple[Import, ...]:
    """Returns what the modules of a package import from elsewhere, at the top or only when it is needed."""
    found = (each for path in sorted(package.rglob("*.py")) for each in _imports_of(path, package))
    return tuple(each for each in found if _top(each.module) != package.name)


def _imports_of(path: Path, package: Path) -> Iterator[Import]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for module in _modules_in(node):
            yield Import(
                module,
                f"{path.relative_to(package.parent).as_posix()}:{getattr(node, 'lineno', 0)}",
            )


def _modules_in(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (each.name for each in names)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            yield module
            inner = (f"{module}.{each.name}" for each in names)
            yield from (each for each in inner if is_module(each))
        case ast.Call(
            func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(str(it))]
        ):
            if name in ("import_module", "__import__", "find_spec"):
                yield it


@cache
def is_module(name: str) -> bool:
    """Returns whether there is a module of this name on this machine, rather than a name inside one."""
    if _top(name) in sys.stdlib_module_names:
        return False
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def excluded_imports(
    found: Iterable[Import], excludes: Iterable[str] = EXCLUDES
) -> tuple[Import, ...]:
    """Returns those imports that a bundle without these modules cannot follow."""
    without = tuple(excludes)
    return tuple(each for each in found if any(_is_in(each.module, name) for name in without))


def missing_imports(found: Iterable[Import], modules: frozenset[str]) -> tuple[Import, ...]:
    """Returns those imports from other packages that are not among the modules of a bundle."""
    carried = {*sys.stdlib_module_names, *DONE_WITHOUT}
    others = (each for each in found if _top(each.module) not in carried)
    return tuple(each for each in others if each.module not in modules)


def own_modules(package: Path = PACKAGE) -> frozenset[str]:
    """Returns the names of the modules of a package."""
    paths = (path.relative_to(package.parent) for path in package.rglob("*.py"))
    return frozenset(
        ".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths
    )


def collected_modules(work: Path) -> frozenset[str]:
    """Returns the names of the modules in a bundle, from the lists that PyInstaller leaves in its work folder."""
    pure = (name for name, *_ in _entries(work / "PYZ-00.toc"))
    compiled = (name for name, _, kind in _entries(work / "COLLECT-00.toc") if kind == "EXTENSION")
    return frozenset((*pure, *(name.partition(".")[0].replace("/", ".") for name in compiled)))


def _entries(toc: Path) -> Iterator[tuple[str, str, str]]:
    """Yields the (name, source, kind) of a list, which PyInstaller writes as a Python literal."""
    for part in ast.literal_eval(toc.read_text(encoding="utf-8")):
        if isinstance(part, list):
            yield from (each for each in part if isinstance(each, tuple) and len(each) == 3)


def describe(gaps: Iterable[Import]) -> str:
    """Returns a line for each import that fails, with the places that have it."""
    places: dict[str, list[str]] = {}
    for each in gaps:
        places.setdefault(each.module, []).append(each.place)
    return "\n".join(f"  {module}, imported in {', '.join(at)}" for module, at in places.items())


def _top(module: str) -> str:
    return module.partition(".")[0]


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
