"""Every command of the system and the function that plays it."""

from collections.abc import Callable, Mapping
from typing import Any

from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine import adjustments, general_commands, joining
from encounter_gui.rules.engine.asking import Procedure, Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import TAIL, Resolution
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.actions import (
    check_actions,
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
from encounter_gui.rules.systems.chrome.follow_ups import follow_ups
from encounter_gui.rules.systems.chrome.harm import dying, nerve, wounds
from encounter_gui.rules.systems.chrome.obligations import appear_when_settled
from encounter_gui.rules.systems.chrome.sheet.limits import limits
from encounter_gui.rules.systems.chrome.turns import order, rounds, surprise

Handler = Callable[[Resolution, Any], Rolling[Message]]

HANDLERS: Mapping[type[ask.Command], Handler] = {
    ask.Next: rounds.step,
    ask.Finish: rounds.finish,
    do.Surprise: surprise.surprise,
    do.Unnoticed: surprise.unnoticed,
    do.Order: order.reorder,
    do.Attack: attacks.attack,
    do.Throw: grenades.throw,
    do.Special: enemy_abilities.special,
    do.Check: check_actions.check,
    do.Burn: check_actions.burn,
    do.PanicCheck: nerve.panic_check,
    do.Stress: nerve.stressed,
    do.Oppose: check_actions.oppose,
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
    do.Engage: nerve.engage,
    do.Rejoin: nerve.rejoin,
    do.Distort: nerve.distorted,
    do.Locate: wounds.locate,
    do.MarkPlace: wounds.mark_place,
    do.Wake: dying.wake,
    do.Kill: dying.kill,
    do.Rest: recovery.rest,
    do.NewDay: recovery.new_day,
    do.Downtime: recovery.downtime,
    do.Leave: turn_actions.leave,
    do.Wait: turn_actions.wait,
}
"""The functions that play the commands; all others are general ones."""


def procedure(system: joining.Recruits, context: RulesContext, command: ask.Command) -> Procedure:
    """Returns the procedure of a command other than settling and waiving."""
    resolution = Resolution(context, follow_ups=follow_ups)
    if type(command) in HANDLERS:
        label = yield from HANDLERS[type(command)](resolution, command)
    elif isinstance(command, ask.Adjust):
        resolution.record(*adjustments.adjust_events(context, command, limits))
        label = adjustments.adjust_label(context, command)
    else:
        outcome: Outcome = yield from general_commands.general(system, context, command)
        resolution.record(*outcome.events)
        label = outcome.label
    return finished(resolution, label)


def finished(resolution: Resolution, label: Message) -> Outcome:
    """Returns the outcome of a command; out of a fight, a Presence appears once nothing else is due. Source: CHR-60."""
    appear_when_settled(resolution)
    if resolution.text and TAIL not in label.params:
        text = resolution.context.texts.sentence(label)
        label = say("chrome.log.more", text=text, tail=f"; {resolution.text}")
    return resolution.outcome(label)
