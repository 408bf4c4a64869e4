"""Total Defense. Source: CWN-36g."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.commands import TotalDefense
from encounter_gui.rules.systems.cwn.sheet import action_budget


def total_defense(context: RulesContext, command: TotalDefense) -> Procedure:
    """Gives up an unspent Main, at any time, for +2 AC and no Shock. Source: CWN-36g, CWN-24."""
    yield from ()
    combatant = action_budget.instant(context, command.who)
    if combatant.has("total_defense"):
        raise refuse("cwn.defends_already", rule="CWN-36g", who=combatant.name)
    return Outcome(
        label=say("cwn.log.defends", who=combatant.name),
        events=defended(context, combatant),
        reasons=(Reason(text=say("cwn.why.defends"), rule="CWN-36g"),),
    )


def defended(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of a Total Defense; ``count`` is the last round in which it stops Shock, if it ends first.

    Source: CWN-36g.
    """
    is_short = context.switch("cwn.totalDefenseShockSpan") == "round"
    condition = Condition(
        key="total_defense",
        count=context.state.round if is_short else None,
        until=until_next_turn(context.state, combatant.id),
    )
    return (
        ev.ConditionAdded(who=combatant.id, condition=condition),
        *action_budget.paid(context, combatant, "main"),
    )


def until_next_turn(state: EncounterState, who: CombatantId) -> Expiry:
    """Returns the start of somebody's next turn: this round where it is still to come. Source: CWN-36g, CWN-40."""
    slot = action_budget.slot_of(state, who)
    is_to_come = slot is not None and slot.group > state.group
    return Expiry(round=state.round + (0 if is_to_come else 1), edge="start", whose=who)
