"""Conviction and Stress, and what else wears on an Operator. Source: CHR-05, CHR-17 to CHR-20, CHR-63, CHR-64."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import gauges
from encounter_gui.rules.engine.adjustments import Limits, LimitsOf
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome.rules import nerve
from encounter_gui.rules.systems.chrome.rules.at_table import at
from encounter_gui.rules.systems.chrome.sheet import character


def stress(resolution: Resolution, who: CombatantId, amount: int) -> None:
    """Takes Stress off current Conviction, never below 0. Source: CHR-05."""
    nerve.stress(*at(resolution, who), amount)


def regain(resolution: Resolution, who: CombatantId, amount: int) -> int:
    """Gives Conviction back, never above the most, and none to who doubts; returns how much.

    Source: CHR-19, CHR-63.
    """
    return int(nerve.regain(*at(resolution, who), amount))


def limits(context: RulesContext) -> LimitsOf:
    """Returns how far gauges may be changed by hand: an enemy has no Conviction. Source: CHR-05, CHR-11."""
    usual = gauges.limits(context)

    def limits_of(combatant: Combatant, gauge: str) -> Limits:
        if gauge == character.CONVICTION and not character.is_operator(combatant):
            return Limits(least=0, most=0)
        return usual(combatant, gauge)

    return limits_of
