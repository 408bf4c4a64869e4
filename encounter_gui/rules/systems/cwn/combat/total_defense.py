"""Total Defense. Source: CWN-36g."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.commands import TotalDefense
from encounter_gui.rules.systems.cwn.sheet import action_budget

KEY = "total_defense"


def total_defense(resolution: Resolution, command: TotalDefense) -> Message:
    """Gives up an unspent Main, at any time, for +2 AC and no Shock. Source: CWN-36g, CWN-24."""
    actor = action_budget.require_instant(resolution.context, command.who)
    if actor.has(KEY):
        raise refuse("cwn.defends_already", rule="CWN-36g", who=actor.name)
    if not action_budget.has_own_main(actor):
        raise refuse("cwn.main_employed", rule="CWN-36g", who=actor.name)
    defend(resolution, actor.id)
    resolution.reason("cwn.why.defends", "CWN-36g")
    return say("cwn.log.defends", who=actor.name)


def defend(resolution: Resolution, who: CombatantId) -> None:
    """Goes over to Total Defense; ``count`` is the last round in which it stops Shock, if it ends first.

    Source: CWN-36g.
    """
    context = resolution.context
    is_short = context.switch("cwn.totalDefenseShockSpan") == "round"
    resolution.add_condition(
        who,
        Condition(
            key=KEY,
            count=context.state.round if is_short else None,
            until=until_next_turn(context.state, who),
        ),
    )
    action_budget.pay(resolution, who, "main")


def until_next_turn(state: EncounterState, who: CombatantId) -> Expiry:
    """Returns the start of a combatant's next turn: this round where it is still to come. Source: CWN-36g, CWN-40."""
    slot = action_budget.slot_of(state, who)
    is_to_come = slot is not None and slot.group > state.group
    return Expiry(round=state.round + (0 if is_to_come else 1), edge="start", whose=who)


def follow_ups(before: Combatant, target: Combatant, state: EncounterState) -> Iterator[ev.Event]:
    """Yields a Total Defense added by hand as one by command: it lasts to the own next turn. Source: CWN-36g."""
    defense = target.condition(KEY)
    if defense is None or defense is before.condition(KEY):
        return
    if defense.until is not None or duration_text(defense) is not None:
        return
    if state.slots:
        until = until_next_turn(state, target.id)
        yield ev.ConditionAdded(who=target.id, condition=replace(defense, until=until))
