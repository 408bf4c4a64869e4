"""How far a running number goes, as the ruleset says: its most, and its floor where it has one."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from encounter_gui.core.ids import CombatantId
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


def lowered_to_most(
    before: RulesContext, after: RulesContext, who: CombatantId
) -> Iterable[ev.Event]:
    """Yields what sets gauges of a combatant to their most where a change of its sheet has taken that below them.

    A gauge that was filled beyond its most before stays as it is.
    """
    known, now = before.combatant(who), after.combatant(who)
    for gauge, value in now.gauges.items():
        old, new = most_of(before, known, gauge), most_of(after, now, gauge)
        if old is not None and new is not None and new < value <= old:
            yield ev.GaugeSet(who=who, gauge=gauge, to=new)


def raised_to_floors(context: RulesContext, events: Iterable[ev.Event]) -> Iterable[ev.Event]:
    """Yields what sets gauges back to their floor that these events, true by now, have taken below it."""
    floors = {each.key: each.floor for each in context.ruleset.gauges if each.floor}
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
