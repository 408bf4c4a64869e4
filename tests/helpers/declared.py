"""Games that a ruleset describes in full, for tests: a small opposed one, and tables to play at."""

from pathlib import Path

from encounter_gui.paths import message_catalog
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.table import Table

ALLEY = Path(__file__).parents[1] / "rules" / "systems" / "declared" / "alley" / "ruleset.toml"
"""2d6 + Fight against 2d6 + Fight, the higher hits, a hit takes 1 of 3 Health."""


def alley_with(*changes: tuple[str, str], more: str = "") -> Ruleset:
    """Returns the small opposed game with some of its text replaced, each of which occurs once, and more behind it."""
    text = ALLEY.read_text(encoding="utf-8")
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return build("alley", lambda _: {"ruleset.toml": text + more})


def table_of(ruleset: Ruleset) -> Table:
    """Returns an empty table of a declared game."""
    return Table(system_for("declared"), ruleset, message_catalog())
