"""What of an encounter outlasts it. Source: CWN-07, CWN-13, CWN-58, CWN-60, CWN-62."""

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.aftermath import AftermathRules
from encounter_gui.rules.systems.cwn.harm import injuries
from encounter_gui.rules.systems.cwn.sheet import character

_WAKING = ("unconscious", "stable")
"""Conditions that end after ten minutes, with a hit point. Source: CWN-58, CWN-60."""


def _after_ten_minutes(context: RulesContext, combatant: Combatant) -> Combatant:
    """Returns a combatant ten minutes later: who only lies there is up with 1 HP. Source: CWN-58, CWN-60."""
    if not any(combatant.has(key) for key in _WAKING) or character.is_dead(combatant):
        return combatant
    left = max(character.hp_now(combatant), 1)
    return replace(
        combatant,
        gauges={**combatant.gauges, character.HP: left},
        conditions=tuple(each for each in combatant.conditions if each.key not in _WAKING),
    )


RULES = AftermathRules(
    gauges=(character.HP, character.STRAIN),
    over=frozenset({
        "surprised", "prone", "engaged", "withdrawn", "holding", "charging", "total_defense", "screening", "screened",
        "swarming", "flashed", "dazzled", "flash_guard", "suppressed", "concealed", "broken", "in_air", "helpless",
    }),
    counted=frozenset({"mortally_wounded"}),
    urgent=frozenset({"mortally_wounded"}),
    rested=_after_ten_minutes,
    mark_name=injuries.name_of,
    main_die=20,
    counts=(("attack", "traumatic"),),
)  # fmt: skip
"""What of an encounter outlasts it."""
