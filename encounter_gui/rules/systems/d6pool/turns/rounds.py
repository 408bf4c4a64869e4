"""How a turn begins, who acts in it and when, and what it ends with. Source: D6P-13 to D6P-16, D6P-43."""

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import Held
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Moment, TurnRules
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.commands import Apply
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.rules import fighter
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget, declarations, initiative


class Rounds(TurnRules):
    """Initiative every turn, equal totals act together, high ones a second time at its end."""

    holds_ties = True
    tie_rule = "D6P-15"

    @override
    def takes_part(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant has anything to do in its slot. Source: D6P-16, D6P-48."""
        return action_budget.takes_part(context.combatant(slot.who), slot)

    @override
    def is_to_roll(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether results wait for a combatant of a tie, as it has not acted. Source: D6P-15."""
        return action_budget.is_to_roll(context, slot)

    @override
    def is_spent(self, event: ev.Event) -> bool:
        """Returns whether an event takes actions, dice for dodging or rounds: gone for all of a tie. Source: D6P-15."""
        return fighter.is_spent(event)

    @override
    def merge(self, resolution: Resolution, held: Sequence[Held]) -> None:
        """Makes true what has waited in a tie; wounds and cures add up, cures to Health. Source: D6P-15, D6P-46."""
        super().merge(resolution, _capped(resolution.context, held))

    @override
    def told_of_tie(self, before: RulesContext, after: RulesContext) -> Iterable[Message]:
        """Returns who is wounded, stunned, down or dead by what has happened at once. Source: D6P-15."""
        return wounds.told_of(before, after)

    @override
    def has_begun(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant has attacked or done something else in its action. Source: D6P-15, D6P-17."""
        combatant = context.combatant(slot.who)
        return action_budget.has_rolled(combatant) or bool(combatant.gauges.get("acted"))

    @override
    def left_undone(self, context: RulesContext, slot: Slot) -> str:
        """Returns what a combatant declared for this turn and has not begun. Source: D6P-14, D6P-17, D6P-18."""
        combatant = context.combatant(slot.who)
        is_now = slot.group == context.state.group and action_budget.takes_part(combatant, slot)
        drop = declarations.drop_left(context, combatant) if is_now and not slot.lane else ""
        is_open = is_now and action_budget.is_to_roll(context, slot)
        has_intent = is_open and not self.has_begun(context, slot)
        intent = combatant.memo_text("intent") if has_intent else ""
        return ", ".join(each for each in (drop, intent) if each)

    @override
    def order(self, resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
        """Rolls the initiative of everybody who has none in this turn at once; what was declared is true now.

        Source: D6P-15, D6P-08, D6P-18.
        """
        context = resolution.context
        able, kept = initiative.able(context), initiative.kept_totals(context)
        rolled = yield from initiative.rolled_totals(
            resolution, [each for each in able if each.id not in kept]
        )
        totals = {each.id: {**kept, **rolled}[each.id] for each in able}
        resolution.record(*declarations.reveal_events(resolution.context))
        return initiative.in_order(context, totals)

    @override
    def may_leave(self, context: RulesContext) -> None:
        """Keeps a turn until what was thrown in it has gone off. Source: D6P-40."""
        obligations.require_gone_off(context)

    @override
    def begin_turns(self, resolution: Resolution, slots: Sequence[Slot]) -> None:
        """Gives each member of a group a whole action. Source: D6P-17."""
        gauges, records = action_budget.ACTION_GAUGES, action_budget.ACTION_RECORDS
        combatants = (resolution.combatant(slot.who) for slot in slots)
        cleared = (turns.without_done(each, gauges, records) for each in combatants)
        resolution.record(*(event for events in cleared for event in events))

    @override
    def end_round(self, resolution: Resolution) -> Rolling[None]:
        """Ends what lasts for the turn; whoever bleeds loses a wound each minute. Source: D6P-43, D6P-13."""
        yield from super().end_round(resolution)
        for who, combatant in resolution.context.state.combatants.items():
            if combatant.has("bleeding"):
                wounds.bleed(resolution, who)

    @override
    def begin_round(self, resolution: Resolution, number: int) -> None:
        """Begins a turn: dodge dice renewed, nothing done yet. Source: D6P-13, D6P-31."""
        resolution.record(ev.RoundBegan(number=number))
        context = resolution.context
        combatants = context.state.combatants.values()
        resolution.record(
            *(event for each in combatants for event in _renewal_events(context, each))
        )
        if number > 1:  # what was rolled before the first turn is for that turn
            for each in combatants:
                resolution.set_record(each.id, initiative.INITIATIVE, {})

    @override
    def label(self, resolution: Resolution, moment: Moment) -> Message:
        """Returns the line in the log of a step."""
        context = resolution.context
        match moment:
            case "round":
                return say("d6pool.log.turn", turn=context.state.round)
            case "order":
                return say("d6pool.log.order", order=turns.order_text(context))
            case "turn":
                return say("d6pool.log.acts", who=turns.names_acting(self, context))


def _capped(context: RulesContext, held: Sequence[Held]) -> Sequence[Held]:
    """Returns what has waited, with no more cured than there is room for once all of it is true. Source: D6P-46."""
    left: dict[CombatantId, int] = {}
    for each in (event for one in held for event in one.events if _changes_health(event)):
        combatant = context.state.combatants.get(each.who)
        if combatant is not None:
            now = left.get(each.who, character.health_now(combatant))
            left[each.who] = now + each.by
    over = {
        who: to - character.health(context.combatant(who))
        for who, to in left.items()
        if to > character.health(context.combatant(who))
    }
    return [replace(one, events=tuple(_less(over, each) for each in one.events)) for one in held]


def _less(over: dict[CombatantId, int], event: ev.Event) -> ev.Event:
    """Returns a cure without what is ``over``, which is taken off there; any other event as it is."""
    if not _changes_health(event) or event.by <= 0:
        return event
    less = min(event.by, over.get(event.who, 0))
    if less:
        over[event.who] -= less
    return replace(event, by=event.by - less)


def _changes_health(event: ev.Event) -> TypeGuard[ev.GaugeChanged]:
    return isinstance(event, ev.GaugeChanged) and event.gauge == character.HEALTH


def _renewal_events(context: RulesContext, combatant: Combatant) -> Iterable[ev.Event]:
    """Yields what a turn begins with for one combatant. Source: D6P-31, D6P-14."""
    gauges = (*action_budget.ACTION_GAUGES, *action_budget.TURN_GAUGES)
    records = (*action_budget.TURN_RECORDS, *action_budget.ACTION_RECORDS)
    yield from turns.without_done(combatant, gauges, ("intent", "plan", *records))
    dodge = character.dodge_pool(context, combatant)
    if combatant.gauges.get(character.DODGE) != dodge:
        yield ev.GaugeSet(who=combatant.id, gauge=character.DODGE, to=dodge)


ROUNDS = Rounds()
"""How an encounter of this system moves on."""


def apply_held(resolution: Resolution, command: Apply) -> Rolling[Message]:
    """Makes the held results of a tie true once all of it have rolled, or one by one. Source: D6P-15."""
    return turns.release(ROUNDS, obligations.KINDS, resolution, one_by_one=command.one_by_one)


def view_of_tie(context: RulesContext, who: CombatantId) -> RulesContext:
    """Returns what a combatant's rolls are made from: in a tie its own held results count. Source: D6P-15."""
    return turns.seen_by(ROUNDS, context, who, wounds.follow_ups)


def is_tied(context: RulesContext) -> bool:
    """Returns whether two or more act at once now, or results are still held. Source: D6P-15."""
    return turns.is_tied(ROUNDS, context)
