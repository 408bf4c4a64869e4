"""Total Defense. Source: CWN-36g."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.commands import TotalDefense
from encounter_gui.rules.systems.cwn.rules import defense as rules
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
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
    """Goes over to Total Defense. Source: CWN-36g."""
    people, is_sure = {"who": who}, True
    without_dice(at_table(TablePlay(resolution), Fighter, rules.defend, people, is_sure))


def follow_ups(before: Combatant, target: Combatant, state: EncounterState) -> Iterator[ev.Event]:
    """Yields a Total Defense added by hand as one by command: it lasts to the own next turn. Source: CWN-36g."""
    defense = target.condition(KEY)
    if defense is None or defense is before.condition(KEY):
        return
    if defense.until is not None or duration_text(defense) is not None:
        return
    if state.stage == "running":
        until = action_budget.until_next_turn(state, target.id)
        yield ev.ConditionAdded(who=target.id, condition=replace(defense, until=until))
