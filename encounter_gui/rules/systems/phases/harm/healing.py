"""Between fights: surgery, healing, sleep. Source: PHA-18, PHA-73."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Heal, Sleep, StayAwake, Surgery
from encounter_gui.rules.systems.phases.harm import first_aid
from encounter_gui.rules.systems.phases.harm.body_places import LOST, OPERATED, put
from encounter_gui.rules.systems.phases.harm.wounds import shock_of
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import bonus
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part
from encounter_gui.rules.systems.phases.sheet.test_dice import three

AWAKE = "awake"
"""The gauge of hours on end without sleep. Source: PHA-18."""

MOST_HOURS = 240


def _between_fights(context: RulesContext) -> None:
    if context.state.stage == "running":
        raise refuse("phases.between_fights", rule="PHA-73")


def _wounded(context: RulesContext, combatant: Combatant, place: str) -> int:
    """Returns the level of a wound that can be treated.

    Raises:
        RuleError: there is none, it is beyond treatment, or the patient is dead.
    """
    level = character.wound(combatant, place)
    name = character.place_name(context, place)
    if character.is_dead(combatant):
        raise refuse("phases.patient_dead", rule="PHA-73", patient=combatant.name)
    if not level:
        raise refuse("phases.no_wound_there", rule="PHA-73", patient=combatant.name, place=name)
    if level >= mechanics.DESTROYED:
        raise refuse("phases.beyond_healing", rule="PHA-73", patient=combatant.name, place=name)
    return level


def surgery(context: RulesContext, command: Surgery) -> Procedure:
    """Surgery on one location, so that it can heal; a fumble makes it worse. Source: PHA-73.

    Raises:
        RuleError: a fight is on, or there is nothing to operate on.
    """
    _between_fights(context)
    surgeon, patient = (
        context.known_combatant(command.who),
        context.known_combatant(command.patient),
    )
    level = _wounded(context, patient, command.place)
    if level < mechanics.SERIOUS:
        name = character.place_name(context, command.place)
        raise refuse("phases.needs_no_surgery", rule="PHA-73", patient=patient.name, place=name)
    course = Course(context, None)
    dn = character.wound_dn(context, level)
    dice, total = yield from first_aid.medicine(course, "surgery", surgeon.id, dn, command.gm)
    passed = bool(mechanics.passes(dice, total, dn))
    fumbled = not passed and bool(mechanics.fumbles(dice, total, dn))
    values = {"total": total, "dn": dn, "passed": passed, "fumbled": fumbled}
    course.now(ev.Resolved(what="surgery", who=surgeon.id, target=patient.id, values=values))
    if passed:
        course.effect(_operated(patient, command.place, level))
        course.tell("phases.told.operated", patient=patient.name)
    elif fumbled:
        first_aid.worsen_at(course, patient.id, command.place)
        if not character.is_dead(course.one(patient.id)):
            after = character.wound(course.one(patient.id), command.place)
            yield from shock_of(course, patient.id, after)
    else:
        course.tell("phases.told.failed")
    return Outcome(
        label=say("phases.log.surgery", who=surgeon.name, patient=patient.name, result=course.told),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _operated(combatant: Combatant, place: str, level: int) -> ev.LocationSet:
    marks = dict.fromkeys((*combatant.locations[place].marks, OPERATED))
    return ev.LocationSet(who=combatant.id, location=place, level=level, marks=tuple(marks))


def heal(context: RulesContext, command: Heal) -> Procedure:
    """One healing test of a location: STAM untreated, INT/Medicine treated. Source: PHA-73.

    Raises:
        RuleError: a fight is on, nothing to heal, or surgery comes first.
    """
    _between_fights(context)
    combatant = context.known_combatant(command.who)
    level = _wounded(context, combatant, command.place)
    marks = combatant.locations[command.place].marks
    name = character.place_name(context, command.place)
    if level >= mechanics.SERIOUS and OPERATED not in marks:
        raise refuse("phases.needs_surgery", rule="PHA-73", patient=combatant.name, place=name)
    course = Course(context, None)
    if command.healer is None:
        own = character.level_part(context, combatant, "stamina", "PHA-73")
        added = bonus(own, character.physical(context, combatant), gm_part(context, command.gm))
    else:
        healer = context.known_combatant(command.healer)
        skill = character.skilled(context, healer, "intelligence", "medicine")
        added = bonus(skill, gm_part(context, command.gm))
    dn = character.wound_dn(context, level)
    dice = yield from three("healing", command.healer or combatant.id)
    total = dice + added.amount
    passed = bool(mechanics.passes(dice, total, dn))
    days = character.figure(context, "healing_days", character.LEVELS[level], 1)
    values = {"total": total, "dn": dn, "passed": passed, "days": days}
    course.now(ev.Resolved(what="healing", who=combatant.id, values=values))
    course.why("phases.why.test", rule="PHA-73", dice=dice, parts=added.text, total=total, dn=dn)
    if passed:
        course.effect(*_better(context, combatant, command.place, level - 1))
    key = "phases.log.heals" if passed else "phases.log.heals_not"
    return Outcome(
        label=say(key, who=combatant.name, place=name, total=total, dn=dn, days=days),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _better(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[ev.Event, ...]:
    (event, *_) = put(context, combatant, place, level)
    if not isinstance(event, ev.LocationSet) or level >= mechanics.SERIOUS:
        return (event,)
    marks = tuple(mark for mark in event.marks if mark not in (OPERATED, LOST))
    return (ev.LocationSet(who=combatant.id, location=place, level=level, marks=marks),)


def sleep(context: RulesContext, command: Sleep) -> Procedure:
    """Hours of sleep take Fatigue away, what lack of sleep brought too. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or nobody sleeps.
    """
    yield from ()
    _between_fights(context)
    hours = _hours(command.hours)
    combatants = context.combatants(command.who)
    off = character.figure(context, "fatigue", "sleep_hour", 4) * hours
    events: list[ev.Event] = []
    for combatant in combatants:
        left = max(character.fatigue(combatant) - off, 0)
        sleepless = min(combatant.gauges.get(character.SLEEPLESS, 0), left)
        events += [
            ev.GaugeSet(who=combatant.id, gauge=character.FATIGUE, to=left),
            ev.GaugeSet(who=combatant.id, gauge=character.SLEEPLESS, to=sleepless),
            ev.GaugeSet(who=combatant.id, gauge=AWAKE, to=0),
        ]
    names = ", ".join(other.name for other in combatants)
    return Outcome(label=say("phases.log.slept", who=names, hours=hours), events=tuple(events))


def stay_awake(context: RulesContext, command: StayAwake) -> Procedure:
    """Hours without sleep: each beyond a day tires, and only sleep takes that away. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or no time passes.
    """
    yield from ()
    _between_fights(context)
    hours = _hours(command.hours)
    combatants = context.combatants(command.who)
    free = character.figure(context, "fatigue", "awake_hours", 24)
    events: list[ev.Event] = []
    for combatant in combatants:
        before = combatant.gauges.get(AWAKE, 0)
        more = max(before + hours - free, 0) - max(before - free, 0)
        events += [
            ev.GaugeSet(who=combatant.id, gauge=AWAKE, to=before + hours),
            ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=more),
            ev.GaugeChanged(who=combatant.id, gauge=character.SLEEPLESS, by=more),
        ]
    names = ", ".join(other.name for other in combatants)
    return Outcome(label=say("phases.log.awake", who=names, hours=hours), events=tuple(events))


def _hours(hours: int) -> int:
    if not 1 <= hours <= MOST_HOURS:
        raise refuse("phases.bad_hours", rule="PHA-18", most=MOST_HOURS)
    return hours
