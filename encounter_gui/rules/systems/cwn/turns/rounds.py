"""How an encounter moves on: surprise, initiative, side after side, round after round. Source: CWN-13 to CWN-20."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_at_turn, ended_with_round
from encounter_gui.rules.engine.obligations import Kinds, require_settled
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.harm.falling import death_events
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, scene_uses
from encounter_gui.rules.systems.cwn.sheet.records import (
    is_free_round,
    late_of,
    set_free_round,
    set_late,
)
from encounter_gui.rules.systems.cwn.turns import morale, order


def step(resolution: Resolution, kinds: Kinds) -> Rolling[Message]:
    """Moves the encounter on: it begins, the order is found, the next side acts, the next round begins.

    Source: CWN-14.
    """
    state = resolution.context.state
    if not state.combatants:
        raise refuse("cwn.nobody")
    if state.stage != "running":
        return _begin(resolution)
    if state.slots:
        return (yield from _advance(resolution, kinds))
    if is_free_round(state):
        return (yield from _free_round(resolution))
    return (yield from _order(resolution))


def _begin(resolution: Resolution) -> Message:
    """An encounter begins with full soak; with a side surprised, a free round comes first. Source: CWN-07, CWN-14."""
    state = resolution.context.state
    resolution.record(ev.StageSet(to="running"))
    if state.stage == "ended" and state.round:
        return say("cwn.log.resumed")
    is_free = bool(surprised_sides(state))
    resolution.record(*scene_uses.soak_events(resolution.context), ev.RoundBegan(number=1))
    if is_free:
        resolution.record(set_free_round(is_on=True))
    else:  # a side of which only some were caught is not surprised
        for who in state.combatants:
            resolution.remove_conditions(who, "surprised")
    return say("cwn.log.surprise" if is_free else "cwn.log.round", round=1)


def surprised_sides(state: EncounterState) -> tuple[Side, ...]:
    """Returns the sides of which everybody was caught who could be. Source: CWN-14."""
    able = [each for each in state.combatants.values() if not character.is_out(each)]
    found: list[Side] = []
    for team in order.teams(able):
        members = order.of_team(able, team)
        common = [member for member in members if not order.is_alert(member)]
        if common and all(member.has("surprised") for member in common):
            found.append(team)
    return tuple(found)


def _free_round(resolution: Resolution) -> Rolling[Message]:
    """Everybody acts but the surprised, side by side in the order the game master picks. Source: CWN-14."""
    state = resolution.context.state
    caught = surprised_sides(state)
    for each in state.combatants.values():
        is_spared = order.is_alert(each) or character.team(each) not in caught
        if is_spared and not character.is_out(each):
            resolution.remove_conditions(each.id, "surprised")
    combatants = resolution.context.state.combatants.values()
    acting = [each for each in combatants if character.can_act(each)]
    sides = yield from _picked(resolution.context, order.teams(acting))
    slots = order.free_slots(acting, sides)
    resolution.record(ev.OrderSet(slots=slots))
    resolution.reason("cwn.why.surprise", "CWN-14")
    _begin_turn(resolution, _first(resolution.context.state))
    names = ", ".join(resolution.context.side_name(side) for side in sides)
    return say("cwn.log.free_round", sides=names)


def _picked(context: RulesContext, sides: Sequence[Side]) -> Rolling[tuple[Side, ...]]:
    """Asks which side is next until the order of all is known. Source: CWN-14."""
    left, picked = list(sides), list[Side]()
    while len(left) > 1:
        option = yield from choose(context, "next_side", None, left)
        side = next(each for each in left if each == option)
        left.remove(side)
        picked.append(side)
    return (*picked, *left)


def _order(resolution: Resolution) -> Rolling[Message]:
    """Every side rolls once per encounter. Source: CWN-15."""
    context = resolution.context
    everybody = tuple(context.state.combatants.values())
    members = tuple(each for each in everybody if not character.is_out(each)) or everybody
    scores = yield from order.rolled_scores(context, members)
    first = yield from order.rolled_leads(context, members)
    for team, score in scores.items():
        resolution.fact("initiative", side=team, total=score)
        dexterity = order.dexterity_of(context, order.of_team(members, team))
        resolution.reason(
            "cwn.why.initiative",
            "CWN-15",
            side=context.side_name(team),
            die=score - dexterity,
            dexterity=dexterity,
            total=score,
        )
    resolution.record(ev.OrderSet(slots=order.slots_of(everybody, scores, first)))
    text = _order_text(resolution.context)
    _begin_turn(resolution, _first(resolution.context.state))
    return say("cwn.log.order", order=text)


def _advance(resolution: Resolution, kinds: Kinds) -> Rolling[Message]:
    """The next side begins, or the next round. Source: CWN-19, CWN-20."""
    require_settled(kinds, resolution.context, "turn_end")
    _end_turn(resolution)
    group = next_group(resolution.context.state)
    if group is None:
        return (yield from _next_round(resolution))
    _begin_turn(resolution, group)
    return say("cwn.log.acts", side=_group_name(resolution.context, group))


def _end_turn(resolution: Resolution) -> None:
    """Ends the turns of the acting side, and what lasts to their end. Source: CWN-17, CWN-36i."""
    state = resolution.context.state
    done = (
        ev.SlotDone(who=slot.who, group=slot.group)
        for slot in state.slots
        if slot.group == state.group and not slot.is_done
    )
    ended = (event for who in state.acting for event in ended_at_turn(state, who, "end"))
    resolution.record(*done, *ended)


def next_group(state: EncounterState, after: int | None = None) -> int | None:
    """Returns the next group in which somebody can act; None: the round is over. Source: CWN-19."""
    last = state.group if after is None else after
    groups = (
        slot.group
        for slot in state.slots
        if slot.group > last and not character.is_out(state.combatants[slot.who])
    )
    return min(groups, default=None)


def _first(state: EncounterState) -> int:
    found = next_group(state, -1)
    return 0 if found is None else found


def _begin_turn(resolution: Resolution, group: int) -> None:
    """Begins the turn of a group: what lasted until then ends, and Morale is due. Source: CWN-19, CWN-36g, CWN-66."""
    state = resolution.context.state
    ended = (
        event
        for slot in state.slots
        if slot.group == group
        for event in ended_at_turn(state, slot.who, "start")
    )
    resolution.record(ev.TurnMoved(group=group), *ended)
    morale.begin_turn(resolution, group)


def _next_round(resolution: Resolution) -> Rolling[Message]:
    """A round ends, the next begins in the same order; a side that is new rolls for its place. Source: CWN-20."""
    context = resolution.context
    newcomers = order.missing(context)
    is_free = is_free_round(context.state)
    scores: order.Scores = {}
    if newcomers and not is_free:
        scores = yield from order.rolled_scores(context, newcomers)
    resolution.record(*ended_with_round(context.state), *death_events(context))
    number = context.state.round + 1
    _begin_round(resolution, number)
    if is_free:
        resolution.record(set_free_round(is_on=False))
        return say("cwn.log.round", round=number)
    resolution.record(ev.OrderSet(slots=order.next_slots(context, newcomers, scores)))
    if late_of(context.state):
        resolution.record(set_late(()))
    group = _first(resolution.context.state)
    _begin_turn(resolution, group)
    return say("cwn.log.round_acts", round=number, side=_group_name(resolution.context, group))


def _begin_round(resolution: Resolution, number: int) -> None:
    combatants = resolution.context.state.combatants.values()
    renewed = (event for each in combatants for event in action_budget.round_events(each))
    resolution.record(ev.RoundBegan(number=number), *renewed)


def _group_name(context: RulesContext, group: int) -> str:
    """Returns what a group is called: the side, or the one combatant that acts apart from it."""
    state = context.state
    there = [state.combatants[slot.who] for slot in state.slots if slot.group == group]
    able: list[Combatant] = [each for each in there if not character.is_out(each)] or there
    if not able:
        return ""
    if len(able) == 1:
        return able[0].name
    return context.side_name(character.team(able[0]))


def _order_text(context: RulesContext) -> str:
    scores: dict[int, int] = {}
    for slot in context.state.slots:
        scores.setdefault(slot.group, slot.score)
    return ", ".join(f"{_group_name(context, group)} {score}" for group, score in scores.items())
