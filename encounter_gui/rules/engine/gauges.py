"""How far a running number goes, as the ruleset says: its most, and its floor where it has one."""

from collections.abc import Iterable

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.adjustments import Limits, LimitsOf
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.formula import evaluate
from encounter_gui.rules.model.ruleset import GaugeDef, Ruleset


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


def limits(context: RulesContext) -> LimitsOf:
    """Returns how far gauges may be emptied and filled by hand."""

    def limits_of(combatant: Combatant, gauge: str) -> Limits:
        least, most = floor_of(context, combatant, gauge), most_of(context, combatant, gauge)
        return Limits(least=least, most=most)

    return limits_of


def raised_to_floors(before: RulesContext, after: RulesContext) -> Iterable[ev.Event]:
    """Yields what sets gauges that have fallen below their floor back to it; a follow-up of every command."""
    floored = [each for each in after.ruleset.gauges if each.floor]
    if not floored:
        return
    for key, combatant in after.state.combatants.items():
        known = before.state.combatants.get(key)
        if known is not combatant and known is not None:
            yield from _raised(after, known, combatant, floored)


def _raised(
    context: RulesContext, before: Combatant, after: Combatant, gauges: Iterable[GaugeDef]
) -> Iterable[ev.Event]:
    if before.gauges is after.gauges:
        return
    for gauge in gauges:
        value = after.gauges.get(gauge.key)
        if value is None or value >= before.gauges.get(gauge.key, 0):
            continue
        floor = _value(context.ruleset, after, gauge.floor)
        if floor is not None and value < floor:
            yield ev.GaugeSet(who=after.id, gauge=gauge.key, to=floor)
