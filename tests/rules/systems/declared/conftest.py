"""A table for games that a ruleset describes in full."""

from pathlib import Path

import pytest

from encounter_gui.paths import message_catalog
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.table import Table

_ALLEY = Path(__file__).parent / "alley" / "ruleset.toml"


def alley_with(*changes: tuple[str, str]) -> Ruleset:
    """Returns the small opposed game with some of its text replaced; each occurs once."""
    text = _ALLEY.read_text(encoding="utf-8")
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return build("alley", lambda _: {"ruleset.toml": text})


def table_of(ruleset: Ruleset) -> Table:
    """Returns an empty table of a declared game."""
    return Table(system_for("declared"), ruleset, message_catalog())


@pytest.fixture
def alley() -> Table:
    """A table of the small opposed game."""
    return table_of(alley_with())
