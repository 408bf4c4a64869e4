"""Between fights: surgery, healing, sleep. Source: PHA-18, PHA-73."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Heal, Sleep, StayAwake, Surgery
from encounter_gui.rules.systems.phases.harm import first_aid
from encounter_gui.rules.systems.phases.harm.body_places import wound_events
from encounter_gui.rules.systems.phases.harm.wounds import owe_shock_test
from encounter_gui.rules.systems.phases.rules.marks import LOST, OPERATED
from encounter_gui.rules.systems.phases.sheet import character, test_dice
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part

MOST_HOURS = 240
"""More hours are a slip of the finger."""


def _require_peace(context: RulesContext) -> None:
    if context.state.stage == "running":
        raise refuse("phases.between_fights", rule="PHA-73")


def _require_wound(context: RulesContext, combatant: Combatant, place: str) -> int:
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


def surgery(resolution: Resolution, command: Surgery) -> Rolling[Message]:
    """Makes surgery on a location, so that it can heal; a fumble makes it worse. Source: PHA-73.

    Raises:
        RuleError: a fight is on, or there is nothing to operate on.
    """
    context = resolution.context
    _require_peace(context)
    surgeon, patient = (
        context.known_combatant(command.who),
        context.known_combatant(command.patient),
    )
    level = _require_wound(context, patient, command.place)
    if level < mechanics.SERIOUS:
        name = character.place_name(context, command.place)
        raise refuse("phases.needs_no_surgery", rule="PHA-73", patient=patient.name, place=name)
    dn = character.wound_dn(context, level)
    plan = first_aid.medicine_plan(context, "surgery", surgeon, dn, command.gm)
    check = yield from first_aid.roll_medicine(resolution, plan)
    fumbled = check.rank == "critical_failure"
    values = {"total": check.total, "dn": dn, "passed": check.is_success, "fumbled": fumbled}
    resolution.fact("surgery", surgeon.id, patient.id, **values, **plan.part_values)
    if check.is_success:
        resolution.mark_location(patient.id, command.place, OPERATED)
        resolution.add_text("phases.told.operated", patient=patient.name)
    elif fumbled:
        first_aid.worsen_at(resolution, patient.id, command.place)
        worse = character.wound(resolution.combatant(patient.id), command.place)
        owe_shock_test(resolution, patient.id, command.place, worse)
    else:
        resolution.add_text("phases.told.failed")
    result = resolution.text
    return say("phases.log.surgery", who=surgeon.name, patient=patient.name, result=result)


def heal(resolution: Resolution, command: Heal) -> Rolling[Message]:
    """Makes a healing test of a location: STAM untreated, INT/Medicine treated. Source: PHA-73.

    Raises:
        RuleError: a fight is on, nothing to heal, or surgery comes first.
    """
    context = resolution.context
    _require_peace(context)
    combatant = context.known_combatant(command.who)
    level = _require_wound(context, combatant, command.place)
    name = character.place_name(context, command.place)
    if level >= mechanics.SERIOUS and OPERATED not in combatant.locations[command.place].marks:
        raise refuse("phases.needs_surgery", rule="PHA-73", patient=combatant.name, place=name)
    check = yield from test_dice.roll(resolution, _healing(context, combatant, level, command))
    days = character.table_number(context, "healing_days", character.LEVELS[level], 1)
    dn, total = check.plan.target or 0, check.total
    values = {"total": total, "dn": dn, "passed": check.is_success, "days": days}
    resolution.fact("healing", combatant.id, None, **values, **check.plan.part_values)
    test_dice.explain(resolution, check, "phases.why.test")
    if check.is_success:
        resolution.apply(_better(context, combatant, command.place, level - 1))
    key = "phases.log.heals" if check.is_success else "phases.log.heals_not"
    return say(key, who=combatant.name, place=name, total=total, dn=dn, days=days)


def _healing(
    context: RulesContext, combatant: Combatant, level: int, command: Heal
) -> test_dice.TestPlan:
    """Returns the healing test: of the wounded, or of the healer. Source: PHA-73."""
    dn = character.wound_dn(context, level)
    by_gm = gm_part(context, command.gm)
    if command.healer is None:
        own = character.level_part(context, combatant, "stamina", "PHA-73")
        parts = (*own, *character.fatigue_parts(context, combatant), *by_gm)
        return test_dice.plan(context, "healing", combatant.id, dn, parts, "PHA-73")
    healer = context.known_combatant(command.healer)
    skill = character.skill_parts(context, healer, "intelligence", "medicine")
    return test_dice.plan(context, "healing", healer.id, dn, (*skill, *by_gm), "PHA-73")


def _better(context: RulesContext, combatant: Combatant, place: str, level: int) -> ev.LocationSet:
    (event, *_) = wound_events(context, combatant, place, level)
    marks = combatant.locations[place].marks
    if isinstance(event, ev.LocationSet):
        marks = event.marks
    if level < mechanics.SERIOUS:
        marks = tuple(mark for mark in marks if mark not in (OPERATED, LOST))
    return ev.LocationSet(who=combatant.id, location=place, level=level, marks=marks)


def sleep(resolution: Resolution, command: Sleep) -> Message:
    """Takes Fatigue away by hours of sleep, what lack of sleep brought too. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or nobody sleeps.
    """
    context = resolution.context
    _require_peace(context)
    hours = _hours(command.hours)
    combatants = context.combatants(command.who)
    off = character.table_number(context, "fatigue", "sleep_hour", 4) * hours
    for combatant in combatants:
        left = max(character.fatigue(combatant) - off, 0)
        sleepless = min(combatant.gauges.get(character.SLEEPLESS, 0), left)
        resolution.record(
            ev.GaugeSet(who=combatant.id, gauge=character.FATIGUE, to=left),
            ev.GaugeSet(who=combatant.id, gauge=character.SLEEPLESS, to=sleepless),
            ev.GaugeSet(who=combatant.id, gauge=character.AWAKE, to=0),
        )
    return say("phases.log.slept", who=names_of(combatants), hours=hours)


def stay_awake(resolution: Resolution, command: StayAwake) -> Message:
    """Counts hours without sleep: each beyond a day tires, and only sleep takes that away. Source: PHA-18.

    Raises:
        RuleError: a fight is on, or no time passes.
    """
    context = resolution.context
    _require_peace(context)
    hours = _hours(command.hours)
    combatants = context.combatants(command.who)
    free = character.table_number(context, "fatigue", "awake_hours", 24)
    for combatant in combatants:
        before = combatant.gauges.get(character.AWAKE, 0)
        more = max(before + hours - free, 0) - max(before - free, 0)
        resolution.record(
            ev.GaugeSet(who=combatant.id, gauge=character.AWAKE, to=before + hours),
            ev.GaugeChanged(who=combatant.id, gauge=character.FATIGUE, by=more),
            ev.GaugeChanged(who=combatant.id, gauge=character.SLEEPLESS, by=more),
        )
    return say("phases.log.awake", who=names_of(combatants), hours=hours)


def _hours(hours: int) -> int:
    if not 1 <= hours <= MOST_HOURS:
        raise refuse("phases.bad_hours", rule="PHA-18", most=MOST_HOURS)
    return hours
