"""The fields of a combatant of a declared game: how the state keeps each, and what writes it."""

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.fields import Body, PlaceField, derived, gauge
from encounter_gui.rules.model.games.declared_game import HEALTH
from encounter_gui.rules.model.ruleset import ConditionDef, Ruleset
from encounter_gui.rules.systems.declared import sheet

ENDLESS = 2**40
"""The last round of a condition that does not end by itself."""


def gauge_place(ruleset: Ruleset, key: str) -> int:
    """Returns the place of a gauge among those of the ruleset; of the main one for an empty key."""
    keys = [each.key for each in ruleset.gauges]
    return keys.index(key or HEALTH)


def condition_place(ruleset: Ruleset, key: str) -> int:
    """Returns the place of a condition, from 1; 0 for an empty key, a place that nobody ever has."""
    return 1 + [each.key for each in ruleset.conditions].index(key) if key else 0


def rounds_of(known: ConditionDef) -> int:
    """Returns how many rounds a condition lasts by the ruleset, this one counted; 0: no end."""
    return known.rounds or (1 if known.lasts == "round" else 0)


def _gauges(context: RulesContext, one: Combatant) -> tuple[int, ...]:
    return tuple(one.gauges.get(each.key, 0) for each in context.ruleset.gauges)


def _gauge_events(
    context: RulesContext, one: Combatant, change: tuple[int, int]
) -> tuple[ev.Event, ...]:
    place, to = change
    key = context.ruleset.gauges[place].key
    by = int(to) - one.gauges.get(key, 0)
    return (ev.GaugeChanged(who=one.id, gauge=key, by=by),)


def _until(context: RulesContext, one: Combatant) -> tuple[int, ...]:
    """Returns the last round of each condition, 0 for one that is not there; before them the place of none."""
    return 0, *(_last_round(one.condition(each.key)) for each in context.ruleset.conditions)


def _last_round(condition: Condition | None) -> int:
    if condition is None:
        return 0
    until = condition.until
    return ENDLESS if until is None or until.at is not None else until.round


def ends_at_turn(combatant: Combatant) -> bool:
    """Returns whether a turn ends one of somebody's conditions, which a forecast lets end with the round."""
    ends = (each.until for each in combatant.conditions)
    return any(each is not None and each.whose is not None for each in ends)


def _until_events(
    context: RulesContext, one: Combatant, change: tuple[int, int]
) -> tuple[ev.Event, ...]:
    place, last = change
    key = context.ruleset.conditions[place - 1].key
    until = Expiry(round=int(last)) if last < ENDLESS else None
    return (ev.ConditionAdded(who=one.id, condition=Condition(key=key, until=until)),)


class Fighter(Body):
    """A combatant: its gauges and its conditions by their place in the ruleset, and how often it has attacked."""

    gauges = PlaceField(_gauges, _gauge_events, count=0)
    until = PlaceField(_until, _until_events, count=0)
    is_in = derived(lambda context, one: not sheet.is_out(one))
    attacks = gauge(sheet.ATTACKS, ends="turn")
