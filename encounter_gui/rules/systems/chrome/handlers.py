"""Every command of the system and the procedure that plays it out."""

from collections.abc import Callable, Mapping
from typing import Any

from encounter_gui.core.messages import Message
from encounter_gui.rules.engine import adjustments, general_commands, joining
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import (
    hacking,
    presence,
    recovery,
    turn_actions,
    weapon_handling,
)
from encounter_gui.rules.systems.chrome.combat import (
    attacks,
    critical_effects,
    enemy_abilities,
    grapples,
    grenades,
)
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying, panic, wounds
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, checks
from encounter_gui.rules.systems.chrome.sheet.limits import limits
from encounter_gui.rules.systems.chrome.turns import general_effects, order, rounds, surprise

_PLAYED: Mapping[type[ask.Command], Callable[[Course, Any], Rolling[Message]]] = {
    do.Surprise: surprise.surprise,
    do.Unnoticed: surprise.unnoticed,
    do.Order: order.reorder,
    do.Attack: attacks.attack,
    do.Throw: grenades.throw,
    do.Special: enemy_abilities.special,
    do.Check: checks.check,
    do.Burn: checks.declare_burn,
    do.PanicCheck: panic.panic_check,
    do.Stress: panic.stressed,
    do.Oppose: checks.oppose,
    do.Move: turn_actions.move,
    do.TakeCover: turn_actions.take_cover,
    do.StandUp: critical_effects.stand_up,
    do.Reload: weapon_handling.reload,
    do.ClearJam: weapon_handling.clear_jam,
    do.PickUp: weapon_handling.pick_up,
    do.Hold: weapon_handling.hold,
    do.Activate: turn_actions.activate,
    do.Free: turn_actions.free,
    do.UseItem: turn_actions.use_item,
    do.Hack: hacking.hack,
    do.Reboot: hacking.reboot,
    do.Grapple: grapples.grapple,
    do.BreakFree: grapples.break_free,
    do.FirstAid: wounds.first_aid,
    do.Extinguish: critical_effects.extinguish,
    do.Lend: recovery.lend,
    do.Haunt: presence.haunt,
    do.Engage: panic.engage,
    do.Rejoin: panic.rejoin,
    do.Distort: panic.distorted,
    do.Locate: wounds.locate,
    do.MarkPlace: wounds.mark_place,
    do.Wake: dying.wake,
    do.Kill: dying.kill,
    do.Rest: recovery.rest,
    do.Downtime: recovery.downtime,
    do.Leave: turn_actions.leave,
    do.Wait: turn_actions.wait,
}

_OF_ALL: Mapping[type[ask.Command], Callable[[Course], Rolling[Message]]] = {
    ask.Next: rounds.step,
    ask.Finish: rounds.finish,
    do.NewDay: recovery.new_day,
}


def procedure(system: joining.Recruits, context: RulesContext, command: ask.Command) -> Procedure:
    """Returns the procedure that plays a command out."""
    kind = type(command)
    if kind in _PLAYED:
        return _settled(context, lambda course: _PLAYED[kind](course, command))
    if kind in _OF_ALL:
        return _settled(context, _OF_ALL[kind])
    if isinstance(command, ask.Adjust):
        return _settled(context, lambda course: _adjusted(course, command))
    if isinstance(command, general_effects.FOLLOWED):
        return _settled(context, lambda course: general_effects.followed(system, course, command))
    return general_commands.general(system, context, command)


def _settled(context: RulesContext, play: Callable[[Course], Rolling[Message]]) -> Procedure:
    """Plays a command, then makes the Panic Checks it called for. Source: CHR-73."""
    course = Course(context)
    label = yield from play(course)
    yield from panic.settle(course)
    if not action_budget.is_running(course.scene):
        dying.appear_without_turns(course)
    return course.outcome(label)


def _adjusted(course: Course, command: ask.Adjust) -> Rolling[Message]:
    """A change by hand has the same consequences as one by dice: 0 Health is 0 Health. Source: CHR-57, CHR-58."""
    before = course.scene
    course.happen(*adjustments.adjust_events(before, command, limits))
    label = adjustments.adjust_label(before, command)
    for was in before.combatants(command.who):
        if character.is_dead(course.one(was.id)) and not character.is_dead(was):
            yield from dying.fallen(course, was.id)
        dying.revived(course, was)
    return label
