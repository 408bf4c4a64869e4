"""What a change by hand would do, without doing it. Source: PHA-18."""

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.changes import ChangeRules
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.view import GaugeCell

_USUAL = 10
"""Levels of Fatigue a gauge has room for, if nobody has more."""


def _cell(context: RulesContext, combatant: Combatant, gauge: str) -> GaugeCell:
    known = context.ruleset.gauge(gauge)
    return gauge_cell(context, combatant, gauge, known.name if known else gauge, span=(0, _USUAL))


RULES = ChangeRules(gauge=_cell)
