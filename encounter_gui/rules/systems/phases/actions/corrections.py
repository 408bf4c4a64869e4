"""The actions of a phase as a number the game master may correct. Source: PHA-23."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.by_hand.corrections import Correctable, OwnNumbers, reopen
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.view import SettableNumber


def _numbers(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    limit = character.action_limit(context, combatant)
    if not context.state.slots or not limit:
        return
    shown = SettableNumber(
        key="actions",
        name=context.texts.text_of("phases.numbers.actions"),
        value=character.actions_left(context, combatant),
        most=limit,
    )
    yield Correctable(shown=shown, write=partial(_set_left, who=combatant.id))


def _set_left(resolution: Resolution, to: int, *, who: CombatantId) -> None:
    """Sets how many actions are left: those used give way first, then those lost."""
    combatant = resolution.combatant(who)
    spent = character.action_limit(resolution.context, combatant) - to
    lost = min(combatant.gauges.get(character.LOST, 0), spent)
    if lost != combatant.gauges.get(character.LOST, 0):
        resolution.set_gauge(who, character.LOST, lost)
    resolution.set_gauge(who, character.USED, spent - lost)
    if to:
        reopen(resolution, who)


NUMBERS = OwnNumbers(numbers=_numbers)
"""Actions left of this phase."""
