"""How far a change by hand may fill or empty a gauge."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.systems.d6pool.sheet import character


def limits(combatant: Combatant, gauge: str) -> adjustments.Limits:
    """Nobody is healed above full Health; only Temporary Health goes below 0. Source: D6P-04, D6P-31, D6P-46."""
    if gauge == character.HEALTH:
        return adjustments.Limits(most=character.health(combatant))
    return adjustments.Limits(least=0)
