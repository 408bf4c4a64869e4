"""What a change or damage by hand would do, without doing it. Source: PHA-18, PHA-60, PHA-61."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules
from encounter_gui.rules.systems.phases.sheet import character

_USUAL = 10
"""Levels of Fatigue a gauge has room for, if nobody has more."""

_TOLD = ("dead", "clinically_dead", "unconscious", "incapacitated", "stunned", "prone")
"""Conditions a wound can bring, the worst first."""


def _brought_to(combatant: Combatant) -> list[str]:
    return list(filter(combatant.has, _TOLD))


def _wound(context: RulesContext, combatant: Combatant, place: str) -> tuple[int, str]:
    level = character.wound(combatant, place)
    letters = {each.level: each.letter for each in context.ruleset.wound_levels}
    return level, letters.get(level, "")


RULES = ChangeRules(brought_to=_brought_to, most=_USUAL, wound=_wound)
