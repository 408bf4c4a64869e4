"""The shipped rulesets, loaded once."""

from functools import cache

from encounter_gui.paths import data_folder
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.ruleset import Ruleset


@cache
def shipped(ruleset: str) -> Ruleset:
    """Returns a ruleset that comes with the program."""
    return build(ruleset, read)


def read(ruleset: str) -> dict[str, str]:
    """Returns the texts of a shipped ruleset's files by name."""
    folder = data_folder("rulesets") / ruleset
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}
