"""Games that a ruleset describes in full, for tests: a small opposed one, and tables to play at."""

from pathlib import Path

from encounter_gui.paths import message_catalog
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.table import Table

ALLEY = Path(__file__).parents[1] / "rules" / "systems" / "declared" / "alley" / "ruleset.toml"
"""2d6 + Fight against 2d6 + Fight, the higher hits, a hit takes 1 of 3 Health."""

_MORE = """
[[conditions]]
key = "dazed"
name = "Dazed"
rounds = 2
effects = [{ on = "attack", amount = -1 }, { on = "defense", amount = -2 }]

[[conditions]]
key = "stunned"
name = "Stunned"
lasts = "round"

[[conditions]]
key = "marked"
name = "Marked"
effects = [{ on = "damage", amount = 1 }, { on = "soak", amount = -1 }]

[[gauges]]
key = "stress"
name = "Stress"
most = "6"
floor = "0"
counts_harm = true

[[item_fields]]
key = "harm"
name = "Harm"
on = ["weapon"]

[[item_fields]]
key = "armor"
name = "Armour"
on = ["armor"]

[[items]]
key = "pipe"
name = "Pipe"
kind = "weapon"
values = { harm = 2 }

[[items]]
key = "vest"
name = "Vest"
kind = "armor"
values = { armor = 1 }

[[items]]
key = "coat"
name = "Coat"
kind = "armor"
values = { armor = 2 }
"""

_BRAWL = """roll = "2d6 + fight"
against = "2d6 + fight"
draw = "target"
damage = "1"
"""

WAYS = {
    "by the margin": 'roll = "1d6 + fight"\nagainst = "4"\ndamage = "margin + harm"\n',
    "margin and dice": (
        'roll = "1d8 + fight"\nagainst = "1d4 + 3"\ndamage = "1d4 + max(margin, 2) // 2"\n'
        'soak = "1d3 + armor"\non_hit = "dazed"\n'
    ),
    "keeps the better": 'roll = "2d6kh1 + fight"\nagainst = "5"\ndamage = "1d6 + harm"\nsoak = "armor"\n',
    "under a skill": 'roll = "8 + 2 * fight - 1d20"\nagainst = "0"\ndamage = "1d3"\non_harm = "dazed"\n',
    "at least one": 'roll = "1d6"\nagainst = "2"\ndamage = "1d4"\nsoak = "1d4"\nleast = 1\n',
    "stress": 'roll = "1d6"\nagainst = "3"\ndamage = "1d4"\nlowers = "stress"\n',
    "a draw misses": 'roll = "1d6"\nagainst = "1d6"\ndraw = "target"\ndamage = "2"\n',
}
"""Ways in which an attack may be rolled and what it may do."""


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


def rich(way: str, *changes: tuple[str, str]) -> Ruleset:
    """Returns a game with weapons, armour, conditions and a second gauge; its attack is one of ``WAYS``."""
    health = ('most = "3"', 'most = "12"')
    return alley_with((_BRAWL, WAYS[way]), health, *changes, more=_MORE)
