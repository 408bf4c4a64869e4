"""Whom a condition fits that is put on by hand. Source: CHR-11, CHR-57."""

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.chrome.sheet import character

_OF_OPERATORS = frozenset(
    (
        *("presence", "slow_start", "ultra_sharp", "adrenaline", "grit"),
        *("gutless", "on_the_edge", "reality_blur", "crushing_doubt", "trust_no_one", "frenzy"),
        *("favoured", "hindered", "panic_due", "distortion_due", "fainted"),
    )
)
"""Conditions of rolls and minds: enemies have no Stats, no Saves and no Panic, and never roll. Source: CHR-11."""

_OF_THE_DEAD = frozenset(("presence", "distracted", "goaded", "distortion_due", "in_cover"))


def unfit(context: RulesContext, combatant: Combatant, known: ConditionDef) -> RuleError | None:
    """Returns why a condition cannot be put on a combatant; None: it can. Source: CHR-11, CHR-57."""
    if known.key in _OF_OPERATORS and not character.is_operator(combatant):
        return refuse("chrome.unfit_enemy", rule="CHR-11", who=combatant.name, condition=known.name)
    if character.is_dead(combatant) and known.key not in _OF_THE_DEAD:
        return refuse("rules.unfit_dead", rule="CHR-57", who=combatant.name, condition=known.name)
    return None
