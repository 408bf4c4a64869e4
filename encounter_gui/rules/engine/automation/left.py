"""What rules leave to the game master: proposals to confirm, and what is told so that it is done by hand."""

from collections.abc import Iterable, Sequence

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.automation.event_words import event_lines
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.general_commands import FLAGS
from encounter_gui.rules.engine.obligations import ObligationKind, kinds_of
from encounter_gui.rules.engine.resolution import Resolution, place_of, with_events
from encounter_gui.rules.model.automation import (
    PROPOSED,
    TOLD,
    events_of,
    handed_on,
    left_at,
    rule_of,
)


def _confirm(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Does what a rule proposes; what follows from it follows as far as the rules apply themselves."""
    yield from ()
    words = [event_lines(resolution.context, events_of(each)) for each in owed]
    for each in owed:
        resolution.carried, resolution.place = handed_on(each), place_of(each)
        resolution.as_of = left_at(each)
        resolution.confirm(*events_of(each), rule=rule_of(each))
    return resolution.with_clauses(say("rules.log.confirmed", what="; ".join(words)))


def _settle_done(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Takes the game master's word that they did what a rule demands; adds what no hand can enter."""
    yield from ()
    words = [event_lines(resolution.context, events_of(each)) for each in owed]
    for each in owed:
        resolution.carried, resolution.place = handed_on(each), place_of(each)
        resolution.as_of = left_at(each)
        left = _beyond_hands(resolution.context, events_of(each))
        resolution.confirm(*left, rule=rule_of(each))
    return resolution.with_clauses(say("rules.log.done_by_hand", what="; ".join(words)))


def _beyond_hands(context: RulesContext, events: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns those of the events that cannot be made by hand, and conditions put on with all that goes with them."""
    return tuple(event for event in events if not _is_for_hands(context, event))


def _is_for_hands(context: RulesContext, event: ev.Event) -> bool:  # noqa: PLR0911 - one case an event
    match event:
        case ev.GaugeChanged() | ev.GaugeSet():
            return context.ruleset.gauge(event.gauge) is not None
        case ev.ConditionRemoved():
            return context.ruleset.condition(event.key) is not None
        case ev.ConditionAdded():
            known = context.ruleset.condition(event.condition.key)
            combatant = context.state.combatants.get(event.who)
            # One that the game master did not put on is not wanted; one that is on gets its count, its cause, its end.
            has_it = combatant is not None and combatant.has(event.condition.key)
            return known is not None and known.by_hand and not has_it
        case ev.FlagSet():
            return event.flag in FLAGS
        case ev.SideChanged():
            return True
        case ev.SheetSet():
            return context.ruleset.field(event.field) is not None
        case _:
            return False


def _has_object(context: RulesContext, obligation: Obligation) -> bool:
    """Returns whether doing what is left would still change anything."""
    after = with_events(context, events_of(obligation))
    return after.state != context.state


KINDS = kinds_of(
    ObligationKind(
        kind=PROPOSED, rule="", settle=_confirm, priority=1, is_automatic=False, applies=_has_object
    ),
    ObligationKind(
        kind=TOLD,
        rule="",
        settle=_settle_done,
        priority=2,
        due="any_time",
        is_automatic=False,
        applies=_has_object,
    ),
)
"""What every game leaves to the game master where its rules do not apply themselves."""
