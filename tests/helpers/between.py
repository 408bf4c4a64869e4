"""A party between fights, in any game, with every die scripted."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Setup
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


def between(game: str, *names: str, clock: int = 0) -> tuple[Table, tuple[CombatantId, ...]]:
    """Returns a table in the time between fights, and the ids of those who are there, the first two of them heroes."""
    table = Table(system_for(game), shipped(game), message_catalog())
    table.play(Setup(name="Time between fights", ruleset=game, between=True, clock=clock))
    creatures = [each for each in table.context.ruleset.creatures if each.side in ("pc", "foe")]
    for place, name in enumerate(names):
        side = "pc" if place < 2 else "foe"
        creature = next(each for each in creatures if each.side == side)
        table.play(Add(creature=creature.key, name=name))
    return table, tuple(table.context.state.combatants)
