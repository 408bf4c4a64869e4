"""A turn put off: delayed to a later place of this round, held for a moment, taken up again.

Where the rules of a game have no such thing the game master may still move somebody; the log says it was by hand. A
game that has it (Hold an Action of CWN-38) replaces the handler.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import InitiativeRules
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import HOLDING, MOVED, TurnRules, to_next_group
from encounter_gui.rules.model.commands import ActNow, Delay, HoldTurn

Groups = list[list[Slot]]


def delay(
    rules: InitiativeRules, turns: TurnRules, resolution: Resolution, command: Delay
) -> Rolling[Message]:
    """Puts a turn off until another has had its own; without another, to the end of this pass of the round.

    Raises:
        RuleError: the combatant has no turn to put off, or the other has none after it.
    """
    combatant = _require_turn(rules, resolution.context, command.who)
    other = resolution.context.known_combatant(command.after) if command.after else None
    yield from _put_off(turns, resolution, combatant, command.after)
    resolution.reason("rules.why.moved_by_hand")
    if other is None:
        return say("rules.log.delayed", who=combatant.name)
    return say("rules.log.delayed_after", who=combatant.name, other=other.name)


def hold(
    rules: InitiativeRules, turns: TurnRules, resolution: Resolution, command: HoldTurn
) -> Rolling[Message]:
    """Holds a turn: it comes last in this pass, or when it is taken up. ``until`` says what it waits for.

    Raises:
        RuleError: the combatant has no turn to hold.
    """
    combatant = _require_turn(rules, resolution.context, command.who)
    until = command.until.strip()
    yield from _put_off(turns, resolution, combatant, None)
    resolution.record(ev.MemoSet(who=combatant.id, key=HOLDING, value={"until": until}))
    resolution.reason("rules.why.moved_by_hand")
    key = "rules.log.held_until" if until else "rules.log.held"
    return say(key, who=combatant.name, until=until)


def act_now(rules: InitiativeRules, resolution: Resolution, command: ActNow) -> Message:
    """Has a combatant whose turn is still to come act next, right after those who act now.

    Raises:
        RuleError: it has no turn left in this round, or it is its turn.
    """
    combatant = _require_turn(rules, resolution.context, command.who)
    state = resolution.context.state
    mine = _slot_to_come(resolution.context, command.who)
    if mine is None or mine.group <= state.group:
        raise refuse("rules.acts_already", who=combatant.name)
    groups = _without(_groups(state.slots), mine)
    place = sum(1 for group in groups if group[0].group <= state.group)
    groups.insert(place, [mine])
    _set_order(resolution, groups)
    resolution.reason("rules.why.moved_by_hand")
    return say("rules.log.acts_next", who=combatant.name)


def _require_turn(rules: InitiativeRules, context: RulesContext, who: CombatantId) -> Combatant:
    combatant = context.active_combatant(who)
    if _slot_to_come(context, who) is None:
        raise refuse("rules.no_turn_left", who=combatant.name)
    if who in context.state.acting and rules.has_acted(context, combatant):
        raise refuse("rules.turn_begun", who=combatant.name)
    return combatant


def _slot_to_come(context: RulesContext, who: CombatantId) -> Slot | None:
    """Returns the first slot of a combatant that is not over; None: there is none."""
    state = context.state
    return next(
        (
            slot
            for slot in state.slots
            if slot.who == who and slot.group >= state.group and not slot.is_done
        ),
        None,
    )


def _put_off(
    turns: TurnRules, resolution: Resolution, combatant: Combatant, after: CombatantId | None
) -> Rolling[None]:
    """Moves a slot to a later place; if nobody is left in the acting group, the next begins its turn."""
    state = resolution.context.state
    mine = _slot_to_come(resolution.context, combatant.id)
    if mine is None:
        raise refuse("rules.no_turn_left", who=combatant.name)
    groups = _without(_groups(state.slots), mine)
    place = _place(resolution.context, groups, mine, after)
    groups.insert(place, [mine])
    is_alone = mine.group == state.group and len(state.acting) == 1
    now = _set_order(resolution, groups)
    if is_alone:
        resolution.record(ev.TurnMoved(group=now - 1))
        yield from to_next_group(turns, resolution)


def _set_order(resolution: Resolution, groups: Groups) -> int:
    """Records the order that groups make; returns the place of those who act, who stay the same."""
    now = resolution.context.state.group
    place = sum(1 for group in groups if group[0].group < now)
    resolution.record(
        ev.OrderSet(slots=_with_numbers(groups)), ev.FightMemoSet(key=MOVED, value=True)
    )
    if place != now and now >= 0:
        resolution.record(ev.TurnMoved(group=place))
    return place


def _place(context: RulesContext, groups: Groups, mine: Slot, after: CombatantId | None) -> int:
    """Returns the place among the groups behind another combatant's next turn, or the last of this pass."""
    places = [place for place, group in enumerate(groups) if group[0].lane == mine.lane]
    last = max(places, default=len(groups) - 1) + 1
    if after is None:
        if not any(groups[place][0].group > mine.group for place in places):
            raise refuse("rules.nobody_after", who=context.combatant(mine.who).name)
        return last
    for place, group in enumerate(groups):
        is_later = group[0].group >= mine.group and any(slot.who == after for slot in group)
        if is_later:
            return place + 1
    raise refuse(
        "rules.not_after",
        who=context.combatant(mine.who).name,
        other=context.known_combatant(after).name,
    )


def _groups(slots: Sequence[Slot]) -> Groups:
    found: dict[int, list[Slot]] = {}
    for slot in slots:
        found.setdefault(slot.group, []).append(slot)
    return [found[group] for group in sorted(found)]


def _without(groups: Groups, mine: Slot) -> Groups:
    rest = ([slot for slot in group if slot != mine] for group in groups)
    return [group for group in rest if group]


def _with_numbers(groups: Groups) -> tuple[Slot, ...]:
    return tuple(replace(slot, group=group) for group, slots in enumerate(groups) for slot in slots)
