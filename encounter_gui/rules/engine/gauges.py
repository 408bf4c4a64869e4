"""How far a running number goes, as the ruleset says: its most, and its floor where it has one."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.adjustments import Limits, LimitsOf
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.formula import evaluate
from encounter_gui.rules.model.ruleset import Ruleset

_NONE: Mapping[str, Callable[[RulesContext, Combatant], int]] = MappingProxyType({})


def most_of(context: RulesContext, combatant: Combatant, gauge: str) -> int | None:
    """Returns the most a combatant's gauge is filled to; None: the ruleset says nothing about it."""
    known = context.ruleset.gauge(gauge)
    return _value(context.ruleset, combatant, known.most) if known else None


def floor_of(context: RulesContext, combatant: Combatant, gauge: str) -> int | None:
    """Returns the least a combatant's gauge can be; None: there is no floor."""
    known = context.ruleset.gauge(gauge)
    return _value(context.ruleset, combatant, known.floor) if known else None


def _value(ruleset: Ruleset, combatant: Combatant, formula: str) -> int | None:
    if not formula:
        return None
    if formula.isdecimal():  # most floors, looked at whenever a gauge changes
        return int(formula)
    defaults = {field.key: field.default for field in ruleset.fields}
    return evaluate(formula, {**defaults, **combatant.sheet})


def limits(
    context: RulesContext, usual: Mapping[str, Callable[[RulesContext, Combatant], int]] = _NONE
) -> LimitsOf:
    """Returns how far gauges may be emptied and filled by hand.

    ``usual`` works out the most of gauges for which the ruleset has no formula.
    """

    def limits_of(combatant: Combatant, gauge: str) -> Limits:
        most = most_of(context, combatant, gauge)
        if most is None and gauge in usual:
            most = usual[gauge](context, combatant)
        return Limits(least=floor_of(context, combatant, gauge), most=most)

    return limits_of


def raised_to_floors(context: RulesContext, events: Iterable[ev.Event]) -> Iterable[ev.Event]:
    """Yields what sets gauges back to their floor that these events, true by now, have taken below it."""
    floors = context.ruleset.floors
    if not floors:
        return
    changed = {
        (event.who, event.gauge): None
        for event in events
        if isinstance(event, ev.GaugeChanged | ev.GaugeSet) and event.gauge in floors
    }
    for who, gauge in changed:
        combatant = context.state.combatants.get(who)
        floor = _value(context.ruleset, combatant, floors[gauge]) if combatant else None
        if combatant is not None and floor is not None and combatant.gauges[gauge] < floor:
            yield ev.GaugeSet(who=who, gauge=gauge, to=floor)
