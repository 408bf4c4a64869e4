"""What a change by hand would do, without doing it."""

from dataclasses import replace

from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.phases.sheet.limits import limits
from encounter_gui.rules.view import Change, GaugeCell

_USUAL = 10
"""Levels of Fatigue a gauge has room for, if nobody has more."""


def changes(scene: Scene, command: ask.Adjust) -> tuple[Change, ...]:
    """Returns what a change by hand would do to each target. Source: PHA-18.

    Raises:
        RuleError: the change cannot be read, or there is no such gauge.
    """
    events = adjustments.adjust_events(scene, command, limits)
    after = replace(scene, state=fold(scene.state, events))
    main = scene.ruleset.main_gauge
    gauge = command.gauge or (main.key if main else "")
    return tuple(
        adjustments.foretold(
            scene, one, _cell(scene, one, gauge), _cell(scene, after.one(one.id), gauge)
        )
        for one in scene.those(command.who)
    )


def _cell(scene: Scene, one: Combatant, gauge: str) -> GaugeCell:
    known = next((each for each in scene.ruleset.gauges if each.key == gauge), None)
    left = one.gauges.get(gauge, 0)
    return GaugeCell(
        name=known.name if known else gauge, current=left, low=0, high=max(left, _USUAL)
    )
