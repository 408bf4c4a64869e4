"""What a change by hand would do, without doing it."""

from dataclasses import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.limits import limits
from encounter_gui.rules.systems.cwn.views import table as table_view
from encounter_gui.rules.view import Change


def changes(scene: Scene, command: ask.Adjust) -> tuple[Change, ...]:
    """Returns what a change by hand would do to each target; a major injury is not foretold."""
    events = adjustments.adjust_events(scene, command, limits(scene))
    after = replace(scene, state=fold(scene.state, events))
    return tuple(_change(scene, after, one, events) for one in scene.those(command.who))


def _change(scene: Scene, after: Scene, one: Combatant, events: tuple[ev.Event, ...]) -> Change:
    now = after.one(one.id)
    lost = sum(
        -event.by
        for event in events
        if isinstance(event, ev.GaugeChanged)
        and event.who == one.id
        and event.gauge == character.HP
    )
    is_down = bool(mechanics.is_down(character.hp_now(now)))
    fate = falling.fate_of(after, one, lost, lethal=True) if is_down else ""
    before, then = table_view.hp_cell(scene, one), table_view.hp_cell(after, now)
    return adjustments.foretold(scene, one, before, then, fate)
