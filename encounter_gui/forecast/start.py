"""From an open fight to what is forecast."""

from collections.abc import Iterable

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter.events import CombatantAdded
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.forecast.forecast import Plan
from encounter_gui.forecast.settling import battle_of
from encounter_gui.rules.engine.battle.battle import is_foe, takers
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.view.table import NameCell, Row

MOST_COMBATANTS = 120
"""Of more who take a side no forecast is made: what it needs grows with their number squared."""


def plan_of(system: System, context: RulesContext, orders: Orders, seed: int) -> Plan:
    """Returns what is forecast from this state on.

    Raises:
        RuleError: the fight has been ended, nobody takes a side or too many do, or fights of this system cannot be
            played out.
    """
    if context.state.stage == "ended":
        raise refuse("forecast.ended")
    sides = tuple(is_foe(each) for each in takers(context.state))
    if not sides:
        raise refuse("forecast.nobody")
    if len(sides) > MOST_COMBATANTS:
        raise refuse("forecast.too_many", most=MOST_COMBATANTS, count=len(sides))
    battle = battle_of(system, context)
    out = {row.who for row in system.rows(context) if row.is_out or _is_ghost(row)}
    return Plan(
        battle=battle,
        is_foe=sides,
        was_out=tuple(who in out for who in battle.who),
        orders=orders,
        seed=seed,
    )


def _is_ghost(row: Row) -> bool:
    """Returns whether somebody is dead and acts on all the same, but not in a forecast."""
    name = row.cells.get("name")
    return isinstance(name, NameCell) and name.is_ghost


def with_joined(context: RulesContext, combatants: Iterable[Combatant]) -> RulesContext:
    """Returns the state as it will be when these have joined, such as those who are planned."""
    added = (CombatantAdded(combatant=each) for each in combatants)
    return replace(context, state=fold(context.state, added))


def left_out_words(plan: Plan, context: RulesContext) -> tuple[str, ...]:
    """Returns what of the fight is not played, in words; none: all of it is."""
    bystanders = any(each.side == "neutral" for each in context.state.combatants.values())
    keys = (*plan.battle.left_out, *(("neutral",) if bystanders else ()))
    return tuple(context.texts.text(say(f"forecast.left_out.{key}")) for key in keys)
