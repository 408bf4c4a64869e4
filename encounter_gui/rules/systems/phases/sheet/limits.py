"""How far a change by hand may fill or empty a gauge."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments


def limits(_one: Combatant, _gauge: str) -> adjustments.Limits:
    """Returns between what a gauge may be changed by hand: none of them goes below 0. Source: PHA-18."""
    return adjustments.Limits(least=0)
