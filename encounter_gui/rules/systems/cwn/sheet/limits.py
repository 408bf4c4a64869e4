"""How far a change by hand may fill or empty a gauge."""

from encounter_gui.rules.engine import adjustments, gauges
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.sheet import character


def limits(context: RulesContext) -> adjustments.LimitsOf:
    """Returns the limits of the ruleset; soak is filled to what is worn. Source: CWN-05, CWN-07, CWN-62."""
    return gauges.limits(context, {character.SOAK: character.most_soak})
