"""What a change or damage by hand would do, without doing it. Source: PHA-18, PHA-60, PHA-61."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules, first_added
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.view import GaugeCell

_USUAL = 10
"""Levels of Fatigue a gauge has room for, if nobody has more."""

_TOLD = ("dead", "clinically_dead", "unconscious", "incapacitated", "stunned", "prone")
"""Conditions a wound can bring, the worst first."""


def _cell(context: RulesContext, combatant: Combatant, gauge: str) -> GaugeCell:
    known = context.ruleset.gauge(gauge)
    return gauge_cell(context, combatant, gauge, known.name if known else gauge, span=(0, _USUAL))


def _wound(context: RulesContext, combatant: Combatant, place: str) -> tuple[int, str]:
    level = character.wound(combatant, place)
    letters = {each.level: each.letter for each in context.ruleset.wound_levels}
    return level, letters.get(level, "")


def _outcome(before: RulesContext, after: RulesContext, who: CombatantId) -> str:
    old, new = (list(filter(each.combatant(who).has, _TOLD)) for each in (before, after))
    return first_added(old, new)


RULES = ChangeRules(gauge=_cell, outcome=_outcome, wound=_wound)
