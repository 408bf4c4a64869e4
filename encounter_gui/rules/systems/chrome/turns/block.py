"""The turns of enemies within their block: each begins when its enemy acts, in any order the game master picks.

An enemy that waits has not begun; who has begun acts until the next one begins, waits, or the block is over: then its
turn ends, with fire, wounds and what lasts until then. What is left of its list may still be played in the block.

Source: CHR-22, CHR-26, CHR-27, CHR-38, CHR-50, CHR-60.
"""

from collections.abc import Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import OWN_TURNS
from encounter_gui.encounter.values import Slot
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.combat import frenzy
from encounter_gui.rules.systems.chrome.sheet import action_budget
from encounter_gui.rules.systems.chrome.turns import rounds


def take_turn(resolution: Resolution, who: CombatantId) -> Rolling[None]:
    """Begins the turn of an enemy that acts and has waited; whoever acted before it has ended its own.

    Source: CHR-22, CHR-26.
    """
    context = resolution.context
    combatant = context.state.combatants.get(who)
    if combatant is None or not action_budget.waits(context, combatant):
        return
    if frenzy.is_frenzied(combatant):
        return
    begun = [slot for slot in _open(resolution) if not context.state.waits(slot)]
    yield from end_turns(resolution, begun)
    turns.start_turns(rounds.ROUNDS, resolution, [_slot(resolution, who)])


def end_turns(resolution: Resolution, slots: Sequence[Slot]) -> Rolling[None]:
    """Ends turns of the block that acts, one after the other. Source: CHR-38, CHR-50, CHR-54."""
    for slot in slots:
        yield from turns.close_turns(rounds.ROUNDS, resolution, [slot])
        resolution.record(ev.SlotDone(who=slot.who, group=slot.group))


def wait(resolution: Resolution, command: do.Wait) -> Rolling[Message]:
    """Ends what a combatant does in this turn; an enemy's turn in its block ends with it. Source: CHR-22, CHR-26."""
    combatant = action_budget.require_actor(resolution.context, command.who)
    context = resolution.context
    if action_budget.goes_by_block(context, combatant):
        left = action_budget.actions_left(context, combatant)
        resolution.change_gauge(combatant.id, action_budget.USED, left)
    action_budget.end_turn(resolution, combatant.id)
    if context.state.memo.get(OWN_TURNS):
        yield from end_turns(
            resolution, [slot for slot in _open(resolution) if slot.who == combatant.id]
        )
    else:
        resolution.record(ev.SlotDone(who=combatant.id, group=context.state.group))
    return say("chrome.log.waits", who=combatant.name)


def _open(resolution: Resolution) -> list[Slot]:
    state = resolution.context.state
    return [slot for slot in turns.slots_in(resolution.context, state.group) if not slot.is_done]


def _slot(resolution: Resolution, who: CombatantId) -> Slot:
    return next(slot for slot in _open(resolution) if slot.who == who)
