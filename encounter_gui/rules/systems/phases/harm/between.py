"""What takes time between fights: it passes on the campaign's clock, for everybody at once. Source: PHA-18, PHA-73.

How time passes is given to each function, as the rules of what runs stand above this module.
"""

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Record, Running
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock, passing, standing
from encounter_gui.rules.engine.time.running import TimeRules, changes
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.phases.commands import Heal, PassTime, Recover, Sleep, StayAwake
from encounter_gui.rules.systems.phases.harm import first_aid, healing
from encounter_gui.rules.systems.phases.sheet import character, clocks


def pass_time(rules: TimeRules, resolution: Resolution, command: ask.PassTime) -> Message:
    """Lets time pass outside a fight; so many phases are their seconds. Source: PHA-11.

    Raises:
        RuleError: what is typed is no time, goes back or too far, says two things, or nothing is due.
    """
    if not isinstance(command, PassTime) or not command.phases:
        return passing.pass_time(rules, resolution, command)
    if command.for_ or command.until or command.to:
        raise refuse("rules.clock.say_one")
    context = resolution.context
    seconds = command.phases * clock.seconds_of_round(context.ruleset.time)
    return passing.pass_to(rules, resolution, context.state.clock + seconds)


def heal(rules: TimeRules, resolution: Resolution, command: Heal) -> Message:
    """Lets time pass to the healing test of a wound, which a healer looks after from now on. Source: PHA-73.

    Without a healer it is made by who looks after the wounded already, if anybody does.

    Raises:
        RuleError: nothing to heal, or surgery comes first; the healer cannot do it now.
    """
    context = resolution.context
    patient = healing.require_healing(context, command)
    if command.healer is not None:
        healer = first_aid.require_helper(context, command.healer)
        if healer.id == patient.id:
            raise refuse("rules.clock.cares_for_self", who=healer.name)
        resolution.set_record(patient.id, standing.CARED_BY, healer.id)
    resolution.record(*changes(rules, resolution.context))
    running = next(
        each
        for each in resolution.combatant(patient.id).running
        if (each.kind, each.key) == (clocks.HEALING, command.place)
    )
    if command.gm:
        values: dict[str, Record] = {**running.values, "gm": command.gm}
        resolution.record(ev.RunningSet(who=patient.id, running=replace(running, values=values)))
    return passing.pass_to(rules, resolution, max(running.due, context.state.clock))


def sleep(rules: TimeRules, resolution: Resolution, command: Sleep) -> Message:
    """Lets some sleep for some hours, which pass for everybody. Source: PHA-18.

    Raises:
        RuleError: nobody sleeps, too long, or one of them is dead or gives first aid.
    """
    context = resolution.context
    hours = healing.slept_hours(command.hours)
    sleepers = [_require_sleeper(each) for each in context.combatants(command.who)]
    for sleeper in sleepers:
        resolution.record(*_falls_asleep(context, sleeper, hours))
        resolution.record(*healing.habit_events(sleeper, command.habit))
    return _passed(rules, resolution, "phases.log.sleeps", sleepers, hours)


def _require_sleeper(combatant: Combatant) -> Combatant:
    if character.is_dead(combatant) or combatant.has("clinically_dead"):
        raise refuse("phases.beyond_waking", rule="PHA-72", who=combatant.name)
    if combatant.has("aiding"):
        raise refuse("phases.is_aiding", rule="PHA-71", who=combatant.name)
    return combatant


def _falls_asleep(context: RulesContext, combatant: Combatant, hours: int) -> tuple[ev.Event, ...]:
    now = context.state.clock
    sleep_ = Running(
        kind=clocks.ASLEEP,
        since=now,
        due=now + clock.HOUR,
        every=clock.HOUR,
        values={"hours": hours},
    )
    return (
        ev.GaugeSet(who=combatant.id, gauge=character.AWAKE, to=0),
        ev.RunningSet(who=combatant.id, running=sleep_),
    )


def stay_awake(rules: TimeRules, resolution: Resolution, command: StayAwake) -> Message:
    """Lets hours pass in which some do not sleep; whoever of them sleeps is woken. Source: PHA-18.

    Raises:
        RuleError: nobody is named, or too long.
    """
    context = resolution.context
    hours = healing.slept_hours(command.hours)
    combatants = context.combatants(command.who)
    for combatant in combatants:
        resolution.record(*healing.awake_events(combatant))
        if clocks.is_asleep(combatant):
            resolution.record(ev.RunningEnded(who=combatant.id, running=clocks.ASLEEP))
    return _passed(rules, resolution, "phases.log.stays_awake", combatants, hours)


def recover(rules: TimeRules, resolution: Resolution, command: Recover) -> Message:
    """Lets a phase pass in which somebody gets its breath back. Source: PHA-18.

    Raises:
        RuleError: it cannot now, or is not tired, or of lack of sleep alone.
    """
    context = resolution.context
    combatant = first_aid.require_helper(context, command.who)
    own = character.own_fatigue(combatant)
    if own < 1:
        raise refuse("phases.not_tired", rule="PHA-18", who=combatant.name)
    amount = min(character.table_number(context, "fatigue", "recover", 1), own)
    resolution.record(ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=-amount))
    left = character.fatigue(combatant) - amount
    phase = clock.seconds_of_round(context.ruleset.time)
    label = passing.pass_to(rules, resolution, context.state.clock + phase)
    told = context.texts.sentence(label)
    return say("phases.log.recovers_for", who=combatant.name, left=left, told=told)


def _passed(
    rules: TimeRules,
    resolution: Resolution,
    key: str,
    who: tuple[Combatant, ...] | list[Combatant],
    hours: int,
) -> Message:
    context = resolution.context
    label = passing.pass_to(rules, resolution, context.state.clock + hours * clock.HOUR)
    told = context.texts.sentence(label)
    return say(key, who=names_of(who), hours=hours, told=told)
