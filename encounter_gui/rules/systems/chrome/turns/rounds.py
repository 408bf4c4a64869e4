"""How a fight moves on: Speed Checks, slot after slot, round after round.

Source: CHR-22, CHR-23, CHR-25 to CHR-27, CHR-50, CHR-57, CHR-60, CHR-63.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import OWN_TURNS
from encounter_gui.encounter.values import Combatant, Condition, Slot
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_with_round
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Moment, TurnRules, scene_ended
from encounter_gui.rules.model.commands import Finish
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome.checks import bolstering
from encounter_gui.rules.systems.chrome.combat import frenzy
from encounter_gui.rules.systems.chrome.harm import dying, nerve, ticks, wounds
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, owed
from encounter_gui.rules.systems.chrome.turns import initiative, order

LAST_ROUND_OF_SURPRISE = 1
"""The round that is lost by who is surprised before the first turn. Source: CHR-23."""

_ENDED_WITH_FIGHT = frozenset(
    ("surprised", "shocked", "exposed", "frenzy", "slow_start", "distracted", "goaded")
)


class Rounds(TurnRules):
    """Speed Checks once, Operators before and after the enemies, who act together; the order stays."""

    @override
    def keeps_order(self, context: RulesContext) -> bool:
        """Returns True: a round begins with the order of the last one, newcomers included. Source: CHR-25."""
        return True

    @override
    def takes_part(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant is there: a slot of one that cannot act is passed over, with what ends then."""
        return slot.who in context.state.combatants

    @override
    def is_turn(self, slot: Slot) -> bool:
        """Returns whether a slot is a turn, not the Major Action of a critical Speed Check. Source: CHR-25."""
        return not slot.lane

    @override
    def can_act(self, context: RulesContext) -> bool:
        """Returns whether anybody of the acting group can act. Source: CHR-27."""
        able = (context.combatant(who) for who in context.state.acting)
        return any(action_budget.can_act(context, each) for each in able)

    @override
    def left_undone(self, context: RulesContext, slot: Slot) -> str:
        """Returns that an enemy has not acted whose turn is still to begin in its block. Source: CHR-22, CHR-26."""
        if not context.state.waits(slot):
            return ""
        is_able = action_budget.can_act(context, context.combatant(slot.who))
        return context.texts.text_of("chrome.not_acted") if is_able else ""

    @override
    def beginning(self, resolution: Resolution, slots: Sequence[Slot]) -> Sequence[Slot]:
        """Gives enemies their actions: each begins its turn when it acts, one alone at once. Source: CHR-22, CHR-26."""
        context = resolution.context
        enemies = [each for each in slots if order.is_enemy_turn(context, each)]
        if not enemies:
            return slots
        resolution.record(
            ev.FightMemoSet(key=OWN_TURNS, value=str(context.state.round)),
            *_each(
                enemies, lambda who: action_budget.fresh_events(context, context.combatant(who))
            ),
        )
        return enemies if len(enemies) == 1 else ()

    @override
    def ending(self, resolution: Resolution, slots: Sequence[Slot]) -> Sequence[Slot]:
        """Returns whose turns have not ended yet; those of enemies that have not acted begin first. Source: CHR-26."""
        if not resolution.context.state.memo.get(OWN_TURNS):
            return slots
        state = resolution.context.state
        turns.start_turns(self, resolution, [slot for slot in slots if state.waits(slot)])
        resolution.record(ev.FightMemoSet(key=OWN_TURNS, value=False))
        return [slot for slot in slots if not slot.is_done]

    @override
    def may_leave(self, context: RulesContext) -> None:
        """Lets the turn end once nobody in a frenzy has still to attack. Source: CHR-63."""
        frenzy.require_no_frenzy(context)

    @override
    def order(self, resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
        """Rolls the Speed Checks that are missing, and orders all slots. Source: CHR-25, CHR-26."""
        state = resolution.context.state
        if not state.slots and all(map(character.is_out, state.combatants.values())):
            raise refuse("chrome.nobody_left")
        rolled = yield from initiative.speed_checks(resolution)
        extras = (*order.kept_extras(resolution.context), *rolled)
        slots = order.slots(resolution.context, extras) or state.slots
        order.forget_extras(resolution)
        return slots

    @override
    def begin_turns(self, resolution: Resolution, slots: Sequence[Slot]) -> None:
        """Gives actions, and marks lost turns as being lost. Source: CHR-23, CHR-28, CHR-38."""
        own = [slot for slot in slots if not slot.lane]
        resolution.record(*_each(own, lambda who: _mark_lost_turn(resolution.combatant(who))))
        context = resolution.context
        resolution.record(*chain.from_iterable(_beginning(context, slot) for slot in slots))
        resolution.record(*_owed_in_turn(resolution.context))

    @override
    def end_turns(self, resolution: Resolution, slots: Sequence[Slot]) -> Rolling[None]:
        """Ends lost turns; fire and wounds do their damage, a Presence appears. Source: CHR-50, CHR-60."""
        yield from ()
        for combatant in resolution.context.state.combatants.values():
            if frenzy.is_frenzied(combatant) and not frenzy.must_attack(
                resolution.context, combatant.id
            ):
                frenzy.end_frenzy(resolution, combatant.id)
        own = [slot for slot in slots if not slot.lane]
        resolution.apply(*_each(slots, lambda who: _no_majors(resolution.combatant(who))))
        resolution.record(*_each(own, lambda who: _end_lost_turn(resolution.combatant(who))))
        for slot in own:
            wounds.tick(resolution, slot.who)
            _appear(resolution, slot.who)

    @override
    def end_round(self, resolution: Resolution) -> Rolling[None]:
        """Ends conditions: some wake up; abilities of a Presence are fresh again. Source: CHR-22, CHR-57, CHR-60."""
        yield from ()
        context = resolution.context
        ending = ended_with_round(context.state, context.ruleset.time)
        resolution.record(*ending)
        ended = {
            event.who: None
            for event in ending
            if isinstance(event, ev.ConditionRemoved) and event.key in character.COLD
        }
        for who in ended:
            if not character.is_cold(resolution.combatant(who)):
                resolution.add_text("chrome.then.wakes", who=context.combatant(who).name)
        rolls_again = context.switch("chrome.rerollInitiativeEachRound")
        for combatant in resolution.context.state.combatants.values():
            resolution.set_record(combatant.id, bolstering.USED, ())
            if rolls_again and not character.is_out(combatant):
                resolution.set_record(combatant.id, order.INITIATIVE, {})

    @override
    def begin_round(self, resolution: Resolution, number: int) -> None:
        """Begins a round; before the first, nothing of an earlier fight counts. Source: CHR-22, CHR-23."""
        is_first = not resolution.context.state.slots
        resolution.record(ev.RoundBegan(number=number))
        if is_first:
            for combatant in resolution.context.state.combatants.values():
                forget_fight(resolution, combatant)
            ticks.catch_up(resolution)

    @override
    def end_encounter(self, resolution: Resolution) -> None:
        """Ends the scene, and what is only of a fight; fire and wounds go on by the clock. Source: CHR-50, CHR-63."""
        ticks.keep_ticks(resolution)
        resolution.record(*scene_ended(resolution.context, _ENDED_WITH_FIGHT))
        for combatant in resolution.context.state.combatants.values():
            resolution.set_record(combatant.id, character.UNNOTICED, ())
            resolution.set_record(combatant.id, bolstering.USED, ())
            resolution.set_gauge(combatant.id, character.MAJORS, 0)

    @override
    def comes_back(self, context: RulesContext, combatant: Combatant, key: str) -> bool:
        """Returns whether somebody is up to whom what is only of a fight happens. Source: CHR-57."""
        passing = key in _ENDED_WITH_FIGHT or key == character.MAJORS
        return not passing or not character.is_out(combatant)

    @override
    def label(self, resolution: Resolution, moment: Moment) -> Message:
        """Returns the line in the log of a step."""
        context = resolution.context
        names = _names_acting(context)
        match moment:
            case "order":
                return say("chrome.log.order", order=_order_text(context), tail="")
            case "turn":
                return say("chrome.log.acts", who=names, tail="")
            case "round" if context.state.slots:
                number = context.state.round
                return say("chrome.log.round", round=number, who=names or "–", tail="")
            case "round":
                return say("chrome.log.begins")


ROUNDS = Rounds()
"""How an encounter of this system moves on."""


def finish(resolution: Resolution, command: Finish) -> Rolling[Message]:
    """Ends the fight; a Presence that waited for its turn appears. Source: CHR-60, CHR-63."""
    label = yield from turns.finish(ROUNDS, resolution)
    dying.appear_without_turns(resolution)
    return label


def forget_fight(resolution: Resolution, combatant: Combatant) -> None:
    """Forgets what was true of a combatant in an earlier fight: order, turns, abilities used, courage found."""
    resolution.set_record(combatant.id, OWN_TURNS, "")
    if not order.is_rolled_ahead(combatant):
        resolution.set_record(combatant.id, order.INITIATIVE, {})
    resolution.set_record(combatant.id, bolstering.USED, ())
    gutless = combatant.condition("gutless")
    if gutless is not None and gutless.count:
        resolution.add_condition(combatant.id, Condition(key="gutless"))


# ---- turns


def _each(
    slots: Iterable[Slot], events_of: Callable[[CombatantId], Iterable[ev.Event]]
) -> Iterator[ev.Event]:
    """Yields the events of everybody of these slots."""
    return chain.from_iterable(events_of(slot.who) for slot in slots)


def _beginning(context: RulesContext, slot: Slot) -> Iterator[ev.Event]:
    """Yields what a turn begins with, after it is known whether it is lost. Source: CHR-25, CHR-26, CHR-28, CHR-31."""
    if order.is_enemy_turn(context, slot):
        yield ev.MemoSet(who=slot.who, key=OWN_TURNS, value=str(context.state.round))
        yield from action_budget.own_events(context, slot.who)
    else:
        yield from action_budget.turn_events(context, slot.who, is_extra=bool(slot.lane))


def _no_majors(combatant: Combatant) -> Iterator[ev.Event]:
    if combatant.gauges.get(character.MAJORS):
        yield ev.GaugeSet(who=combatant.id, gauge=character.MAJORS, to=0)


def _mark_lost_turn(combatant: Combatant) -> Iterator[ev.Event]:
    """Yields the marks of a turn that is lost now to surprise or shock. Source: CHR-23, CHR-38."""
    for key in character.HELD_BACK:
        known = combatant.condition(key)
        if known is not None and not character.lasts_longer(known):
            yield ev.ConditionAdded(who=combatant.id, condition=replace(known, count=1))


def _end_lost_turn(combatant: Combatant) -> Iterator[ev.Event]:
    """Yields the ends of the conditions by which this turn was lost. Source: CHR-23, CHR-38."""
    for key in character.HELD_BACK:
        known = combatant.condition(key)
        if known is not None and known.count == 1 and not character.lasts_longer(known):
            yield ev.ConditionRemoved(who=combatant.id, key=key)


def _owed_in_turn(context: RulesContext) -> Iterator[ev.Event]:
    """Yields what is owed now that it is the turn of others: courage, and the attack in a frenzy. Source: CHR-63."""
    tests = ((owed.GUTLESS, nerve.must_find_courage), (owed.FRENZY_ATTACK, frenzy.must_attack))
    for who, combatant in context.state.combatants.items():
        for kind, must in tests if combatant.conditions else ():
            if must(context, who) and not owed.is_owed(context, who, kind):
                yield ev.ObligationAdded(obligation=owed.obligation(kind, who))


def _appear(resolution: Resolution, who: CombatantId) -> None:
    """Makes a Presence appear at the end of what would have been the next turn. Source: CHR-60."""
    due = dying.presence_round(resolution.combatant(who))
    if due is not None and due <= resolution.context.state.round:
        dying.appear(resolution, who)


def _names_acting(context: RulesContext) -> str:
    able = (context.combatant(who) for who in context.state.acting)
    return names_of(each for each in able if action_budget.can_act(context, each))


def _order_text(context: RulesContext) -> str:
    slots = (slot for slot in context.state.slots if not slot.lane)
    return names_of(context.combatant(slot.who) for slot in slots)
