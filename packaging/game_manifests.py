"""Names what a game of the program lacks: a text, a help page, a sample, a card's words, a list of rules, a contract.

What belongs to a game its manifest says, ``encounter_gui/rules/systems/<id>/manifest.py``. Beside that a game needs the
texts that all games need, a title and a tip for each column of its table, a title for each test it may have somebody
owe, and every text that its code names in full. Prints what is missing; exit code 1 if anything is.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from encounter_gui.rules.model.games.manifest import (  # noqa: E402 - found beside this folder
    CARD_TEXTS,
    EVERY_GAME,
    Manifest,
)
from encounter_gui.rules.systems import EVERY_SYSTEM, manifests, system_for  # noqa: E402

RULESET_FILES = ("ruleset.toml", "rules.toml", "import.toml", "strangers.toml", "SOURCES.md")
"""What the ruleset of a game with a card has in its folder."""

_KEY = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)+")


def texts_of(root: Path) -> Mapping[str, str]:
    """Returns all English texts by key."""
    found: dict[str, str] = {}
    for path in sorted((root / "resources" / "i18n" / "en").glob("*.toml")):
        found.update(tomllib.loads(path.read_text(encoding="utf-8")))
    return found


def needed_texts(game: Manifest, root: Path) -> Iterator[tuple[str, str]]:
    """Yields each text that a game must have, with who asks for it."""
    for end in EVERY_GAME:
        yield f"{game.id}.{end}", "every game needs it"
    for end in game.texts:
        yield f"{game.id}.{end}", "its manifest says so"
    system = system_for(game.id)
    for column in system.table().columns:
        yield f"{game.id}.column.{column.key}", "the title of a column"
        yield f"{game.id}.column.{column.key}.tip", "the tip of a column"
    for kind in system.rules().kinds:
        yield f"{game.id}.owed.{kind}", "the title of a test that somebody may owe"
    yield from named_texts(game, root)
    if game.card is not None:
        for end in CARD_TEXTS:
            yield f"welcome.{game.id}.{end}", "the words of its card"


def named_texts(game: Manifest, root: Path) -> Iterator[tuple[str, str]]:
    """Yields the texts that the code of a game names in full, as arguments of calls, with where that is."""
    folder = root / "encounter_gui" / "rules" / "systems" / game.id
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or _name_of(node) not in _SPEAKERS or not node.args:
                continue
            for each in node.args[:1]:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    key = each.value
                    if key.startswith(f"{game.id}.") and _KEY.fullmatch(key):
                        yield key, f"{path.relative_to(root)}:{node.lineno}"


_SPEAKERS = frozenset(
    {"say", "refuse", "refuse_as_so", "text_of", "text", "reason", "add_text", "clause", "sentence"}
)
"""What is called with the key of a text as its first argument."""


def _name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def missing(game: Manifest, root: Path = ROOT) -> Iterator[str]:
    """Yields in words what a game lacks."""
    texts, told = texts_of(root), set[str]()
    for key, reason in needed_texts(game, root):
        if key not in texts and key not in told:
            told.add(key)
            yield f"{game.id}: the text {key} is missing ({reason})"
    for page in game.help:
        if not (root / "resources" / "help" / f"{page}.md").is_file():
            yield f"{game.id}: the help page resources/help/{page}.md is missing"
    if game.card is not None:
        yield from _missing_files(game, game.card.sample, root)
    yield from _missing_contract(game, root)


def _missing_files(game: Manifest, sample: str, root: Path) -> Iterator[str]:
    path = root / "resources" / "samples" / f"{sample}.toml"
    if not path.is_file():
        yield f"{game.id}: its sample {path.relative_to(root)} is missing"
    for name in RULESET_FILES:
        if not (root / "rulesets" / game.id / name).is_file():
            yield f"{game.id}: rulesets/{game.id}/{name} is missing"


def _missing_contract(game: Manifest, root: Path) -> Iterator[str]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    module = f"encounter_gui.rules.systems.{game.id}"
    contracts = project["tool"]["importlinter"]["contracts"]
    known = [each for each in contracts if each["name"] == game.layers]
    if not known:
        yield f"{game.id}: pyproject.toml has no contract “{game.layers}”"
    elif module not in known[0].get("containers", ()):
        yield f"{game.id}: the contract “{game.layers}” does not name {module}"


def all_missing(root: Path = ROOT) -> Iterator[str]:
    """Yields in words what the games of the program lack, and games without a manifest."""
    known = {each.id: each for each in manifests()}
    for system in EVERY_SYSTEM:
        if system in known:
            yield from missing(known[system], root)
        else:
            yield f"{system}: it has no manifest"
    places = [each.card.place for each in known.values() if each.card is not None]
    if sorted(places) != list(range(1, len(places) + 1)):
        yield f"the places of the cards are {sorted(places)}: expected 1 to {len(places)}"


def main() -> int:
    """Prints what is missing and returns the exit code."""
    found = list(all_missing())
    for line in found:
        print(line)
    if not found:
        print(f"{len(EVERY_SYSTEM)} games have all that belongs to them")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
