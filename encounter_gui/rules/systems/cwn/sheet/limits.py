"""How far a change by hand may fill or empty a gauge."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.sheet import character


def limits(context: RulesContext) -> adjustments.LimitsOf:
    """Hit points, soak and Strain are filled to their most; nothing goes below 0. Source: CWN-05, CWN-07, CWN-62."""

    def limits_of(combatant: Combatant, gauge: str) -> adjustments.Limits:
        most = {
            character.HP: character.most_hp,
            character.SOAK: character.most_soak,
            character.STRAIN: character.most_strain,
        }
        known = most.get(gauge)
        return adjustments.Limits(least=0, most=known(context, combatant) if known else None)

    return limits_of
