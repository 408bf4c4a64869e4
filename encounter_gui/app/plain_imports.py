"""Importing as Python does it, in a process with PySide, and PySide without what it has for its error messages.

PySide puts itself before every import of the process, to serve ``from __feature__ import …``, which nobody here uses:
it reads the source of each module that is imported and keeps it. That is a fifth of a start and 10 MB; and it looks
into modules that another thread has only half imported, of which a start died (ImportError in pydantic).

It also compiles from their source, at every start, the modules that it makes signatures with: they say what is wrong
with the arguments of a call, and write files for type checkers. That is another twentieth of a start. They are loaded
when one of their names is asked for.
"""

import builtins
from collections.abc import Callable
from types import CodeType

_PACKAGE = "shibokensupport/signature"
_LATER = frozenset(
    f"{_PACKAGE}/{name}.py"
    for name in (
        "layout", "parser", "errorhandler", "lib/enum_sig", "lib/pyi_generator", "lib/tool",
    )
)  # fmt: skip
"""The modules that are loaded later; one that a release of PySide does not have any more is not missed."""

_sources: dict[str, object] = {}
"""What they are compiled from, by file."""


def use_plain_imports() -> None:
    """Loads PySide, and gives importing back to Python."""
    at_once: Callable[..., CodeType] = builtins.compile

    def compiled(source: object, filename: object, *how: object, **also: object) -> CodeType:
        if isinstance(filename, str) and filename in _LATER:
            _sources[filename] = source
            source = f"from {__name__} import later\n__getattr__ = later(globals())\ndel later\n"
        return at_once(source, filename, *how, **also)

    names = vars(builtins)
    names["compile"] = compiled
    try:
        import PySide6.QtCore  # noqa: F401 - puts its import before Python's
    finally:
        names["compile"] = at_once
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def later(module: dict[str, object]) -> Callable[[str], object]:
    """Returns what a module looks its names up with until it is loaded: it is loaded by the first of them."""

    def load(name: str) -> object:
        if name.startswith("__"):  # what Python itself asks of every module
            raise AttributeError(name)
        module.pop("__getattr__", None)
        filename = f"{module['__name__']}".replace(".", "/") + ".py"
        at_once: Callable[..., CodeType] = compile
        exec(at_once(_sources.pop(filename, ""), filename, "exec"), module)  # noqa: S102 - as PySide does at once
        try:
            return module[name]
        except KeyError:
            raise AttributeError(name) from None

    return load
