"""No room that all games share knows one of them by name: what differs is data, or a hook of the system."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import encounter_gui
from encounter_gui.rules.systems import SYSTEMS

PACKAGE = Path(encounter_gui.__file__).parent
KNOWING = ("rules/systems", "encounter/lifts", "interchange/formats")
"""The systems, what lifts their old records, and the formats of their tools' files."""

MODULES = sorted(
    path.relative_to(PACKAGE).as_posix()
    for path in PACKAGE.rglob("*.py")
    if not path.relative_to(PACKAGE).as_posix().startswith(KNOWING)
)


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields the names and the strings of a module with their lines, less what is written for readers."""
    prose = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in prose:
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.ImportFrom(module=str(name)):
                yield node.lineno, name


def named(word: str) -> set[str]:
    """Returns the systems that a name or string names: whole, or as a part of a dotted or joined name."""
    parts = set(word.casefold().replace(".", "_").replace(":", "_").split("_"))
    found = parts & set(SYSTEMS)
    return found if word.casefold() in SYSTEMS else found - {"phases"}  # also an English word


@pytest.mark.parametrize("module", MODULES)
def test_no_shared_module_names_a_system(module):
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    knows = [(line, word) for line, word in words_of(tree) if named(word)]
    assert not knows


def test_the_search_finds_names_strings_and_imports():
    source = (
        '"""About cwn."""\nfrom a.chrome import x\ncwn_total = 1\nkey = "d6pool"\nkind = "phases"\n'
    )
    found = {line for line, word in words_of(ast.parse(source)) if named(word)}
    assert found == {2, 3, 4, 5}
