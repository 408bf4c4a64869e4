"""Every message the code can say has words, and its words ask for nothing the code does not give."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from encounter_gui.paths import data_folder

PACKAGE = Path(__file__).resolve().parents[1] / "encounter_gui"
SPEAKERS = {"say", "refuse", "refuse_as_so", "word"}


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


SAID = list(said())
MODULES = sorted({where.rpartition(":")[0] for where, _, _ in SAID})


@pytest.mark.parametrize("module", MODULES)
def test_what_the_code_says_has_words(module: str) -> None:
    """Each key has a text, and the text's parameters are all given."""
    wrong = []
    for where, key, given in SAID:
        if where.rpartition(":")[0] != module:
            continue
        if key not in TEXTS:
            wrong.append(f"{where}: {key} has no text")
        elif given is not None:
            wanted = {name for _, name, _, _ in Formatter().parse(TEXTS[key]) if name}
            if not wanted <= given:
                wrong.append(f"{where}: {key} wants {sorted(wanted - given)}")
    assert wrong == []


def test_a_text_is_a_template() -> None:
    """Braces pair up and name what goes in."""
    wrong = [
        f"{key}: {text}"
        for key, text in TEXTS.items()
        for _, name, _, _ in Formatter().parse(text)
        if name is not None and not name.isidentifier()
    ]
    assert wrong == []


def test_every_action_has_words() -> None:
    """An action without a text would show its key in menus and in the list of shortcuts."""
    from encounter_gui.gui.control.actions import ACTIONS

    assert [spec.id for spec in ACTIONS if f"gui.action.{spec.id}" not in TEXTS] == []
