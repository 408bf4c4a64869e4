"""Between fights: surgery, healing, sleep. Source: PHA-18, PHA-73."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
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


def _between_fights(scene: Scene) -> None:
    if scene.state.stage == "running":
        raise refuse("phases.between_fights", rule="PHA-73")


def _wounded(scene: Scene, one: Combatant, place: str) -> int:
    """Returns the level of a wound that can be treated.

    Raises:
        RuleError: there is none, it is beyond treatment, or the patient is dead.
    """
    level = character.wound(one, place)
    name = character.place_name(scene, place)
    if character.is_dead(one):
        raise refuse("phases.patient_dead", rule="PHA-73", patient=one.name)
    if not level:
        raise refuse("phases.no_wound_there", rule="PHA-73", patient=one.name, place=name)
    if level >= mechanics.DESTROYED:
        raise refuse("phases.beyond_healing", rule="PHA-73", patient=one.name, place=name)
    return level


def surgery(scene: Scene, command: Surgery) -> Procedure:
    """Surgery on one location, so that it can heal; a fumble makes it worse. Source: PHA-73.

    Raises:
        RuleError: a fight is on, or there is nothing to operate on.
    """
    _between_fights(scene)
    surgeon, patient = scene.known(command.who), scene.known(command.patient)
    level = _wounded(scene, patient, command.place)
    if level < mechanics.SERIOUS:
        name = character.place_name(scene, command.place)
        raise refuse("phases.needs_no_surgery", rule="PHA-73", patient=patient.name, place=name)
    course = Course(scene, None)
    dn = character.wound_dn(scene, level)
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


def _operated(one: Combatant, place: str, level: int) -> ev.LocationSet:
    marks = dict.fromkeys((*one.locations[place].marks, OPERATED))
    return ev.LocationSet(who=one.id, location=place, level=level, marks=tuple(marks))


def heal(scene: Scene, command: Heal) -> Procedure:
    """One healing test of a location: STAM untreated, INT/Medicine treated. Source: PHA-73.

    Raises:
        RuleError: a fight is on, nothing to heal, or surgery comes first.
    """
    _between_fights(scene)
    one = scene.known(command.who)
    level = _wounded(scene, one, command.place)
    marks = one.locations[command.place].marks
    name = character.place_name(scene, command.place)
    if level >= mechanics.SERIOUS and OPERATED not in marks:
        raise refuse("phases.needs_surgery", rule="PHA-73", patient=one.name, place=name)
    course = Course(scene, None)
    if command.healer is None:
        own = character.level_part(scene, one, "stamina", "PHA-73")
        added = bonus(own, character.physical(scene, one), gm_part(scene, command.gm))
    else:
        healer = scene.known(command.healer)
        skill = character.skilled(scene, healer, "intelligence", "medicine")
        added = bonus(skill, gm_part(scene, command.gm))
    dn = character.wound_dn(scene, level)
    dice = yield from three("healing", command.healer or one.id)
    total = dice + added.amount
    passed = bool(mechanics.passes(dice, total, dn))
    days = character.figure(scene, "healing_days", character.LEVELS[level], 1)
    values = {"total": total, "dn": dn, "passed": passed, "days": days}
    course.now(ev.Resolved(what="healing", who=one.id, values=values))
    course.why("phases.why.test", rule="PHA-73", dice=dice, parts=added.text, total=total, dn=dn)
    if passed:
        course.effect(*_better(scene, one, command.place, level - 1))
    key = "phases.log.heals" if passed else "phases.log.heals_not"
    return Outcome(
        label=say(key, who=one.name, place=name, total=total, dn=dn, days=days),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _better(scene: Scene, one: Combatant, place: str, level: int) -> tuple[ev.Event, ...]:
    (event, *_) = put(scene, one, place, level)
    if not isinstance(event, ev.LocationSet) or level >= mechanics.SERIOUS:
        return (event,)
    marks = tuple(mark for mark in event.marks if mark not in (OPERATED, LOST))
    return (ev.LocationSet(who=one.id, location=place, level=level, marks=marks),)


def sleep(scene: Scene, command: Sleep) -> Procedure:
    """Hours of sleep take Fatigue away, what lack of sleep brought too. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or nobody sleeps.
    """
    yield from ()
    _between_fights(scene)
    hours = _hours(command.hours)
    those = scene.those(command.who)
    off = character.figure(scene, "fatigue", "sleep_hour", 4) * hours
    events: list[ev.Event] = []
    for one in those:
        left = max(character.fatigue(one) - off, 0)
        sleepless = min(one.gauges.get(character.SLEEPLESS, 0), left)
        events += [
            ev.GaugeSet(who=one.id, gauge=character.FATIGUE, to=left),
            ev.GaugeSet(who=one.id, gauge=character.SLEEPLESS, to=sleepless),
            ev.GaugeSet(who=one.id, gauge=AWAKE, to=0),
        ]
    names = ", ".join(one.name for one in those)
    return Outcome(label=say("phases.log.slept", who=names, hours=hours), events=tuple(events))


def stay_awake(scene: Scene, command: StayAwake) -> Procedure:
    """Hours without sleep: each beyond a day tires, and only sleep takes that away. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or no time passes.
    """
    yield from ()
    _between_fights(scene)
    hours = _hours(command.hours)
    those = scene.those(command.who)
    free = character.figure(scene, "fatigue", "awake_hours", 24)
    events: list[ev.Event] = []
    for one in those:
        before = one.gauges.get(AWAKE, 0)
        more = max(before + hours - free, 0) - max(before - free, 0)
        events += [
            ev.GaugeSet(who=one.id, gauge=AWAKE, to=before + hours),
            ev.GaugeChanged(who=one.id, gauge=character.FATIGUE, by=more),
            ev.GaugeChanged(who=one.id, gauge=character.SLEEPLESS, by=more),
        ]
    names = ", ".join(one.name for one in those)
    return Outcome(label=say("phases.log.awake", who=names, hours=hours), events=tuple(events))


def _hours(hours: int) -> int:
    if not 1 <= hours <= MOST_HOURS:
        raise refuse("phases.bad_hours", rule="PHA-18", most=MOST_HOURS)
    return hours
