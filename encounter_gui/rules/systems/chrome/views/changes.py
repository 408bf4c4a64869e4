"""What a change by hand would do, without doing it."""

from dataclasses import replace

from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.systems.chrome.sheet.limits import limits
from encounter_gui.rules.view import Change


def changes(scene: Scene, command: ask.Adjust) -> tuple[Change, ...]:
    """Returns what a change by hand would do to each target; what the dice then say is still open."""
    events = adjustments.adjust_events(scene, command, limits)
    after = replace(scene, state=fold(scene.state, events))
    return tuple(_change(scene, after, one) for one in scene.those(command.who))


def _change(scene: Scene, after: Scene, one: Combatant) -> Change:
    from encounter_gui.rules.systems.chrome.views import table as table_view

    now = after.one(one.id)
    outcome = next(iter(set(character.derived(now)) - set(character.derived(one))), "")
    before, then = table_view.health_cell(scene, one), table_view.health_cell(after, now)
    return adjustments.foretold(scene, one, before, then, outcome)
