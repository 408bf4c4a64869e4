"""What a change or damage by hand would do, without doing it; a major injury is still open. Source: CWN-57."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import morale_seen
from encounter_gui.rules.systems.cwn.turns import morale
from encounter_gui.rules.systems.cwn.views import table
from encounter_gui.rules.view import OwedTest


def _brought_to(combatant: Combatant) -> list[str]:
    return list(filter(combatant.has, character.DOWN))


def _owed_items(before: RulesContext, after: RulesContext, who: CombatantId) -> Iterator[OwedTest]:
    """Yields the Morale check that a fall brings its side, once its turn begins. Source: CWN-19, CWN-66."""
    old, new = before.combatant(who), after.combatant(who)
    if character.is_down(old) or not character.is_down(new) or after.state.stage != "running":
        return
    side = new.side
    known = (*morale.points_of(before.state, side), *morale_seen(after.state, side))
    points = [each for each in morale.points_of(after.state, side) if each not in known]
    if points:
        text_of = after.texts.text_of
        reasons = ", ".join(text_of(f"cwn.morale.{each}") for each in points)
        text = text_of("cwn.damage.morale", points=reasons, side=after.side_name(side))
        yield OwedTest(title=text_of("cwn.owed.morale"), text=text)


RULES = ChangeRules(
    brought_to=_brought_to,
    gauges={character.HP: table.hp_cell, character.SOAK: table.soak_gauge},
    harmed=character.HP,
    owed=_owed_items,
)
