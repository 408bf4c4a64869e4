"""How an encounter moves on: surprise, initiative, side after side, round after round. Source: CWN-13 to CWN-20."""

from collections.abc import Sequence

from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.asking import Rolling, choose
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Moment, TurnRules, slots_in
from encounter_gui.rules.systems.cwn.combat import screen_effects, total_defense
from encounter_gui.rules.systems.cwn.harm.falling import death_events
from encounter_gui.rules.systems.cwn.harm.first_aid import NIGHTS
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, scene_uses
from encounter_gui.rules.systems.cwn.sheet.records import (
    is_free_round,
    late_of,
    set_free_round,
    set_late,
)
from encounter_gui.rules.systems.cwn.turns import initiative, morale, order


class Rounds(TurnRules):
    """Sides act one after the other; they roll once per encounter. A surprise gives a free round before."""

    @override
    def with_end(
        self, context: RulesContext, combatant: Combatant, condition: Condition
    ) -> Condition:
        """Returns a condition with its end; Total Defense and a screen last to the own next turn.

        Source: CWN-14, CWN-36g, CWN-40.
        """
        is_said = condition.until is not None or duration_text(condition) is not None
        if condition.key not in (total_defense.KEY, "screening") or is_said:
            return super().with_end(context, combatant, condition)
        until = action_budget.until_next_turn(context.state, combatant.id)
        return replace(condition, until=until)

    @override
    def keeps_order(self, context: RulesContext) -> bool:
        """Returns whether the order is kept: that of a free round is not. Source: CWN-14, CWN-20."""
        return not is_free_round(context.state)

    @override
    def takes_part(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant is up and has not left. Source: CWN-19."""
        return not character.is_out(context.combatant(slot.who))

    @override
    def begin(self, resolution: Resolution) -> Rolling[Message]:
        """Begins with full soak; with a side surprised, a free round comes first for the others, if there are any.

        A fight is no rest: a week of it begins anew. Source: CWN-07, CWN-14, CWN-61.
        """
        yield from ()
        state = resolution.context.state
        is_free = _begins_free(state)
        broken = (
            ev.GaugeSet(who=each.id, gauge=NIGHTS, to=0)
            for each in state.combatants.values()
            if each.gauges.get(NIGHTS)
        )
        resolution.record(*broken, *scene_uses.soak_events(resolution.context))
        resolution.record(ev.RoundBegan(number=1))
        if is_free:
            resolution.record(set_free_round(is_on=True))
        else:  # a side of which only some were caught is not surprised; if all were, nobody gains by it
            for who in state.combatants:
                resolution.remove_conditions(who, "surprised")
        return say("cwn.log.surprise" if is_free else "cwn.log.round", round=1)

    @override
    def order(self, resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
        """Finds the first order, that of a free round, or that of the next round. Source: CWN-14, CWN-15, CWN-20."""
        context = resolution.context
        if context.state.slots:
            newcomers = order.missing(context)
            known = initiative.scores_of(context)
            members = [each for each in newcomers if character.team(each) not in known]
            rolled = yield from order.rolled_scores(context, members, known)
            return order.next_slots(context, newcomers, {**known, **rolled})
        if is_free_round(context.state):
            return (yield from _free_order(resolution))
        return (yield from _first_order(resolution))

    @override
    def begin_turns(self, resolution: Resolution, slots: Sequence[Slot]) -> None:
        """Begins the turn of a side: Morale is due, and what was to be done at once is over.

        Source: CWN-19, CWN-45k, CWN-66.
        """
        for each in resolution.context.state.combatants.values():
            resolution.set_gauge(each.id, "extra", 0)
        morale.begin_turn(resolution, slots)

    @override
    def end_round(self, resolution: Resolution) -> Rolling[None]:
        """Ends what lasts for the round; the mortally wounded die in time. Source: CWN-20, CWN-59."""
        yield from super().end_round(resolution)
        resolution.record(*death_events(resolution.context))

    @override
    def begin_round(self, resolution: Resolution, number: int) -> None:
        """Begins a round: everybody has a Main and a Move. Source: CWN-17."""
        state = resolution.context.state
        renewed = (
            event
            for combatant in state.combatants.values()
            for event in action_budget.round_events(combatant)
        )
        resolution.record(ev.RoundBegan(number=number), *renewed)
        if is_free_round(state):
            resolution.record(set_free_round(is_on=False))
        if late_of(state):
            resolution.record(set_late(()))

    @override
    def end_encounter(self, resolution: Resolution) -> None:
        """Ends the encounter, and with it the scene; its last round counts as a whole.

        Source: CWN-07, CWN-13, CWN-59.
        """
        resolution.record(*death_events(resolution.context))
        scene_uses.end_encounter(resolution)

    @override
    def comes_back(self, context: RulesContext, combatant: Combatant, key: str) -> bool:
        """Returns whether somebody is up whose defense, screen or place in the fight it is; the dead stay dead.

        Source: CWN-36g, CWN-40, CWN-59.
        """
        if key in character.DOWN and character.is_dead(combatant):
            return False
        return key not in scene_uses.OF_THE_FIGHT or not character.is_out(combatant)

    @override
    def resume(self, resolution: Resolution) -> None:
        """Ends screens of which one has fallen or left meanwhile. Source: CWN-40."""
        resolution.record(*screen_effects.follow_ups(resolution.context.state))

    @override
    def label(self, resolution: Resolution, moment: Moment) -> Message:
        """Returns the line in the log of a step."""
        context = resolution.context
        side, number = _group_name(context, context.state.group), context.state.round
        match moment:
            case "round":
                key = "cwn.log.round_acts" if side else "cwn.log.round"
                return say(key, round=number, side=side)
            case "order" if is_free_round(context.state):
                return say("cwn.log.free_round", sides=_sides_text(context))
            case "order":
                return say("cwn.log.order", order=_order_text(context))
            case "turn":
                return say("cwn.log.acts", side=side)


ROUNDS = Rounds()
"""How an encounter of this system moves on."""


def surprised_sides(state: EncounterState) -> tuple[Side, ...]:
    """Returns the sides of which everybody was caught who could be. Source: CWN-14."""
    able = _able(state)
    found: list[Side] = []
    for team in order.teams(able):
        members = order.of_team(able, team)
        common = [member for member in members if not order.is_alert(member)]
        if common and all(member.has("surprised") for member in common):
            found.append(team)
    return tuple(found)


def free_round_actors(state: EncounterState) -> tuple[Combatant, ...]:
    """Returns who acts in the free round that is on, or that the fight begins with; nobody: there is none.

    Source: CWN-14, CWN-45e.
    """
    if not (is_free_round(state) or (not state.round and _begins_free(state))):
        return ()
    caught = surprised_sides(state)
    return tuple(
        each
        for each in _able(state)
        if not each.has("helpless") and (not each.has("surprised") or _is_spared(each, caught))
    )


def _begins_free(state: EncounterState) -> bool:
    caught = surprised_sides(state)
    return bool(caught) and any(_is_spared(each, caught) for each in _able(state))


def _able(state: EncounterState) -> tuple[Combatant, ...]:
    return tuple(each for each in state.combatants.values() if not character.is_out(each))


def _is_spared(combatant: Combatant, caught: Sequence[Side]) -> bool:
    """Returns whether a combatant acts in a free round for which these sides were caught. Source: CWN-14, CWN-45e."""
    return order.is_alert(combatant) or character.team(combatant) not in caught


def _free_order(resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
    """Everybody acts but the surprised, side by side in the order the game master picks.

    Where nobody is left who could, there is no free round: initiative is rolled at once. Source: CWN-14.
    """
    able = _able(resolution.context.state)
    caught = surprised_sides(resolution.context.state)
    for each in able:
        if _is_spared(each, caught):
            resolution.remove_conditions(each.id, "surprised")
    acting = [
        each for each in resolution.context.state.combatants.values() if character.can_act(each)
    ]
    if not acting:
        resolution.record(set_free_round(is_on=False))
        for each in able:
            resolution.remove_conditions(each.id, "surprised")
        resolution.reason("cwn.why.all_surprised", "CWN-14")
        return (yield from _first_order(resolution))
    sides = yield from _pick(resolution.context, order.teams(acting))
    resolution.reason("cwn.why.surprise", "CWN-14")
    return order.free_slots(acting, sides)


def _pick(context: RulesContext, sides: Sequence[Side]) -> Rolling[tuple[Side, ...]]:
    """Asks which side is next until the order of all is known. Source: CWN-14."""
    left, picked = list(sides), list[Side]()
    while len(left) > 1:
        option = yield from choose(context, "next_side", None, left)
        side = next(each for each in left if each == option)
        left.remove(side)
        picked.append(side)
    return (*picked, *left)


def _first_order(resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
    """Every side rolls once per encounter. Source: CWN-15."""
    context = resolution.context
    everybody = tuple(context.state.combatants.values())
    members = tuple(each for each in everybody if not character.is_out(each)) or everybody
    known = initiative.scores_of(context)
    rolling = [each for each in members if character.team(each) not in known]
    rolled = yield from order.rolled_scores(context, rolling, known)
    first = yield from order.rolled_leads(context, members)
    order.tell_scores(resolution, rolling, rolled)
    sides = order.teams(members)
    scores = {side: {**known, **rolled}[side] for side in sides}
    return order.slots_of(everybody, scores, first)


def _group_name(context: RulesContext, group: int) -> str:
    """Returns what a group is called: the side, or the one combatant that acts apart from it."""
    there = [context.combatant(slot.who) for slot in slots_in(context, group)]
    able = [each for each in there if not character.is_out(each)] or there
    if len(able) == 1:
        return able[0].name
    return context.side_name(character.team(able[0])) if able else ""


def _sides_text(context: RulesContext) -> str:
    """Returns the sides in their order, each by its own name."""
    members = (context.combatant(slot.who) for slot in context.state.slots)
    sides = dict.fromkeys(character.team(member) for member in members)
    return ", ".join(context.side_name(side) for side in sides)


def _order_text(context: RulesContext) -> str:
    """Returns who acts in which order, with the scores."""
    scores: dict[int, int] = {}
    for slot in context.state.slots:
        scores.setdefault(slot.group, slot.score)
    return ", ".join(f"{_group_name(context, group)} {score}" for group, score in scores.items())
