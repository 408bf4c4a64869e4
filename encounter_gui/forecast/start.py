"""From an open fight to what is forecast."""

from collections.abc import Iterable

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.events import CombatantAdded
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.forecast.forecast import Plan
from encounter_gui.forecast.settling import battle_of
from encounter_gui.rules.engine.battlefield.battle import is_foe, takers
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, never
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System

MOST_COMBATANTS = 120
"""Of more who take a side no forecast is made: what it needs grows with their number squared."""


def plan_of(
    system: System,
    context: RulesContext,
    orders: Orders,
    seed: int,
    is_stopped: IsStopped = never,
) -> Plan:
    """Returns what is forecast from this state on.

    Raises:
        RuleError: the fight has been ended, or it is the time between fights; nobody takes a side or too many do, or
            fights of this system cannot be played out.
        StoppedError: ``is_stopped`` said so.
    """
    if context.state.stage == "ended":
        raise refuse("forecast.ended")
    if context.state.stage == "between":
        raise refuse("forecast.between")
    sides = tuple(is_foe(each) for each in takers(context.state))
    if not sides:
        raise refuse("forecast.nobody")
    if len(sides) > MOST_COMBATANTS:
        raise refuse("forecast.too_many", most=MOST_COMBATANTS, count=len(sides))
    battle = battle_of(system, system.about_to_begin(context), is_stopped)
    return Plan(
        battle=battle,
        is_foe=sides,
        was_out=battle.was_out,
        orders=orders,
        seed=seed,
    )


def with_joined(context: RulesContext, combatants: Iterable[Combatant]) -> RulesContext:
    """Returns the state as it will be when these have joined, such as those who are planned."""
    added = (CombatantAdded(combatant=each) for each in combatants)
    return replace(context, state=fold(context.state, added))
