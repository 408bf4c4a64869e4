"""Names the rules of the game that no test names.

A rule has an id such as ``D6P-31``. It is required if ``rulesets/<id>/rules.toml`` lists it, if any other file of a
ruleset refers to it (``rule = "D6P-31"``), or if the code of a rule system cites it in a docstring or another string.
It is tested if a test carries ``@pytest.mark.rule("D6P-31")``, or a worked example names it (``rules = ["D6P-31"]`` for
the fight, ``rule = "D6P-31"`` in a step). A test that carries ``@pytest.mark.deep`` does not count, as the quick run
leaves it out. Prints the difference, and ids that no list knows; exit code 1 if any.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

ROOT = Path(__file__).resolve().parent.parent

RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]{1,5}-\d{2,3}[a-z]?\b")
"""The shape of a rule id: the prefix of its system, a number, sometimes a letter for one case of it."""

Toml = Any
"""What tomllib returns: nested mappings and lists down to plain values."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """What is wrong, sorted; all empty when nothing is."""

    untested: tuple[str, ...]
    unlisted: tuple[str, ...]
    systems_without_list: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing to complain about."""
        return not (self.untested or self.unlisted or self.systems_without_list)


def read_toml(path: Path) -> Toml:
    """Returns the content of a TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def pairs(data: Toml) -> Iterator[tuple[str, Toml]]:
    """Yields every key and value of nested data, at any depth; the items of a list come under the list's key."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key, value
            yield from pairs(value)
    elif isinstance(data, list):
        for item in data:
            yield from pairs(item)


def strings(value: Toml) -> list[str]:
    """Returns a string, or the strings of a list, as a list; of anything else nothing."""
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str)]


def only_ids(texts: Iterable[str]) -> set[str]:
    """Returns those texts that are a rule id and nothing else."""
    return {text for text in texts if RULE_ID.fullmatch(text)}


def listed_in(path: Path) -> set[str]:
    """Returns the ids a ``rules.toml`` lists, be they keys of a table or values named ``id``."""
    found = list(pairs(read_toml(path)))
    keys = (key for key, _ in found)
    values = (text for key, value in found if key == "id" for text in strings(value))
    return only_ids([*keys, *values])


def referred_in(path: Path) -> set[str]:
    """Returns the ids a ruleset file or a worked example refers to by ``rule`` or ``rules``."""
    named = (value for key, value in pairs(read_toml(path)) if key in {"rule", "rules"})
    return only_ids(text for value in named for text in strings(value))


def cited_in(path: Path) -> set[str]:
    """Returns everything shaped like an id in the docstrings and other strings of a module."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    texts = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {found for text in texts if isinstance(text, str) for found in RULE_ID.findall(text)}


def marked_in(path: Path) -> set[str]:
    """Returns the ids given to ``pytest.mark.rule(...)`` in a test module by tests that the quick run runs as well."""
    given = (
        arg.value
        for node in quick_nodes(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for arg in node.args
        if isinstance(arg, ast.Constant)
    )
    return only_ids(value for value in given if isinstance(value, str))


def quick_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yields a node and everything in it, except what is marked deep: a module, class, test or parameter."""
    if is_deep(node):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from quick_nodes(child)


def is_deep(node: ast.AST) -> bool:
    """Returns whether ``pytest.mark.deep`` is put on this very node."""
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            places = node.decorator_list
        case ast.Call() if ast.unparse(node.func) == "pytest.param":
            places = [each.value for each in node.keywords if each.arg == "marks"]
        case ast.Module():
            places = [each.value for each in node.body if is_own_mark(each)]
        case _:
            return False
    marks = (each for place in places for each in own_marks(place))
    return any(ast.unparse(each) == "pytest.mark.deep" for each in marks)


def is_own_mark(statement: ast.stmt) -> TypeGuard[ast.Assign]:
    """Returns whether a statement marks all tests of its module."""
    return isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "pytestmark"


def own_marks(place: ast.expr) -> list[ast.expr]:
    """Returns the marks that stand in one place: one, or a list of them."""
    return place.elts if isinstance(place, ast.List | ast.Tuple) else [place]


def prefix(rule: str) -> str:
    """Returns the part of an id that names its system."""
    return rule.partition("-")[0]


def listed(root: Path) -> set[str]:
    """Returns the ids all rulesets list."""
    return set[str]().union(*map(listed_in, root.glob("rulesets/*/rules.toml")))


def used(root: Path) -> set[str]:
    """Returns the ids ruleset files and the code of rule systems use, as far as their prefix is a listed one.

    Without that, ``UTF-16`` in a docstring would be a rule.
    """
    known = {prefix(rule) for rule in listed(root)}
    data = map(referred_in, root.glob("rulesets/*/*.toml"))
    code = map(cited_in, root.glob("encounter_gui/rules/systems/**/*.py"))
    found = set[str]().union(*data, *code)
    return {rule for rule in found if prefix(rule) in known}


def tested(root: Path) -> set[str]:
    """Returns the ids that worked examples, and tests of the quick run, name."""
    marks = map(marked_in, root.glob("tests/**/*.py"))
    fights = map(referred_in, root.glob("resources/examples/*.toml"))
    return set[str]().union(*marks, *fights)


def has_ruleset(manifest: Path) -> bool:
    """Returns whether a game comes with a ruleset, by its manifest: it does unless that says that it has no card."""
    if not manifest.is_file():
        return True
    said = ast.walk(ast.parse(manifest.read_text(encoding="utf-8")))
    return not any(
        isinstance(each, ast.keyword)
        and each.arg == "card"
        and isinstance(each.value, ast.Constant)
        and each.value.value is None
        for each in said
    )


def systems_without_list(root: Path) -> list[str]:
    """Returns the rule systems whose ruleset lists no rules; one without a card has no ruleset of its name."""
    systems = sorted(
        path.parent.name
        for path in root.glob("encounter_gui/rules/systems/*/__init__.py")
        if has_ruleset(path.with_name("manifest.py"))
    )
    return [name for name in systems if not (root / "rulesets" / name / "rules.toml").is_file()]


def report(root: Path) -> Report:
    """Compares what a checkout requires with what its tests name."""
    known, needed, shown = listed(root), used(root), tested(root)
    prefixes = {prefix(rule) for rule in known}
    unlisted = {rule for rule in needed | shown if prefix(rule) in prefixes} - known
    return Report(
        untested=tuple(sorted((known | needed) - shown)),
        unlisted=tuple(sorted(unlisted)),
        systems_without_list=tuple(systems_without_list(root)),
    )


def lines(found: Report) -> Iterator[str]:
    """Yields what to print, one rule a line."""
    for name in found.systems_without_list:
        yield f"rulesets/{name}/rules.toml is missing: it lists the system's rules by id"
    for rule in found.unlisted:
        yield f"{rule}: no rules.toml lists it"
    for rule in found.untested:
        yield f"{rule}: no test names it that runs without --deep"


def main(root: Path = ROOT) -> int:
    """Prints what is wrong and returns the exit code."""
    found = report(root)
    for line in lines(found):
        print(line)
    if not found.is_clean:
        return 1
    print(f"{len(listed(root))} rules, all named by tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
