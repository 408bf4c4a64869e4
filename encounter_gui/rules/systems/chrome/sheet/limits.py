"""How far a change by hand may fill or empty a gauge."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.systems.chrome.sheet import character


def limits(combatant: Combatant, gauge: str) -> adjustments.Limits:
    """Returns 0 as the least, and full Health and Conviction as the most that is given back.

    Source: CHR-04, CHR-05, CHR-57.
    """
    if gauge == character.HEALTH:
        return adjustments.Limits(least=0, most=character.health(combatant))
    if gauge == character.CONVICTION:
        return adjustments.Limits(least=0, most=character.conviction(combatant))
    return adjustments.Limits(least=0)
