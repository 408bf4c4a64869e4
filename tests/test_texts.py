"""Every message the code can say has words, and its words ask for nothing the code does not give."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from encounter_gui.paths import data_folder

PACKAGE = Path(__file__).resolve().parents[1] / "encounter_gui"
SPEAKERS = {"say", "refuse", "word"}


def texts() -> dict[str, str]:
    """All English texts by key."""
    import tomllib

    found: dict[str, str] = {}
    for path in sorted((data_folder("resources") / "i18n" / "en").glob("*.toml")):
        for key, text in tomllib.loads(path.read_text(encoding="utf-8")).items():
            assert key not in found, f"{key} stands twice, once in {path.name}"
            found[key] = text
    return found


TEXTS = texts()


def said() -> Iterator[tuple[str, str, set[str] | None]]:
    """Every literal key the code says: where, the key, and the parameters given (None: not to be seen)."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if (
                name not in SPEAKERS
                or not isinstance(first, ast.Constant)
                or not isinstance(first.value, str)
            ):
                continue
            if "." not in first.value:
                continue
            names = {each.arg for each in node.keywords}
            given = None if None in names else {name for name in names if name}
            if given and name == "refuse":
                given -= {"rule"}
            yield f"{path.relative_to(PACKAGE.parent)}:{node.lineno}", first.value, given


@pytest.mark.parametrize(("where", "key", "given"), list(said()), ids=lambda each: str(each)[:60])
def test_what_the_code_says_has_words(where: str, key: str, given: set[str] | None) -> None:
    """The key has a text, and the text's parameters are all given."""
    assert key in TEXTS, f"{where}: {key} has no text"
    if given is not None:
        wanted = {name for _, name, _, _ in Formatter().parse(TEXTS[key]) if name}
        assert wanted <= given, f"{where}: {key} wants {sorted(wanted - given)}"


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_a_text_is_a_template(key: str) -> None:
    """Braces pair up and name what goes in."""
    for _, name, _, _ in Formatter().parse(TEXTS[key]):
        assert name is None or name.isidentifier(), TEXTS[key]


def test_every_action_has_words() -> None:
    """An action without a text would show its key in menus and in the list of shortcuts."""
    from encounter_gui.gui.actions import ACTIONS

    assert [spec.id for spec in ACTIONS if f"gui.action.{spec.id}" not in TEXTS] == []
