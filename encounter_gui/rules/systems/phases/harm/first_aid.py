"""Keeping people alive: first aid, resuscitation, waking. Source: PHA-63, PHA-64, PHA-70 to PHA-72."""

from collections.abc import Generator

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.text_format import percent
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import FirstAid, StopAid
from encounter_gui.rules.systems.phases.harm.body_places import died, put
from encounter_gui.rules.systems.phases.harm.wounds import Steps, shock_level, sooner
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.character import bonus
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text, passing, three

AID = "aid"
"""The memo of who gives first aid: the game master's modifier, and the wound a fumble worsens."""


def first_aid(context: RulesContext, command: FirstAid) -> Procedure:
    """Begins a minute of first aid, or makes its test where the minute is not played. Source: PHA-71.

    Raises:
        RuleError: the patient needs none, or the helper cannot give it now.
    """
    patient = context.known_combatant(command.patient)
    _allow_aid(context, patient, command.place)
    if command.at_once or context.state.stage != "running":
        return (yield from _aid_at_once(context, command, patient))
    combatant = action_budget.require_whole_phase(context, command.who, "first_aid")
    phases = character.figure(context, "care", "first_aid_phases", 20)
    condition = Condition(
        key="aiding", by=patient.id, count=context.state.round + phases, note=patient.name
    )
    return Outcome(
        label=say("phases.log.aid_begun", who=combatant.name, patient=patient.name, phases=phases),
        events=(
            *action_budget.spent_whole(combatant, "first_aid"),
            ev.ConditionAdded(who=combatant.id, condition=condition),
            ev.MemoSet(who=combatant.id, key=AID, value=f"{command.gm} {command.place}".strip()),
        ),
    )


def _allow_aid(context: RulesContext, patient: Combatant, place: str) -> None:
    if character.is_dead(patient):
        raise refuse("phases.patient_dead", rule="PHA-71", patient=patient.name)
    if patient.has("clinically_dead"):
        raise refuse("phases.needs_resuscitation", rule="PHA-72", patient=patient.name)
    if not patient.has("in_shock"):
        raise refuse("phases.not_in_shock", rule="PHA-71", patient=patient.name)
    if place and place not in character.worst_places(patient):
        name = character.place_name(context, place)
        raise refuse("phases.not_worst", rule="PHA-71", patient=patient.name, place=name)


def _aid_at_once(context: RulesContext, command: FirstAid, patient: Combatant) -> Procedure:
    helper = context.known_combatant(command.who)
    if character.is_out(context, helper):
        raise refuse("phases.is_out", rule="PHA-76", who=helper.name)
    course = Course(context, None)
    yield from aid_test(course, helper.id, patient.id, command.gm, command.place)
    return Outcome(
        label=say("phases.log.aid", who=helper.name, patient=patient.name, result=course.told),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def stop_aid(context: RulesContext, command: StopAid) -> Procedure:
    """Gives up a first aid under way; what was done counts for nothing. Source: PHA-71.

    Raises:
        RuleError: there is none.
    """
    yield from ()
    combatant = context.known_combatant(command.who)
    if not combatant.has("aiding"):
        raise refuse("phases.not_aiding", rule="PHA-71", who=combatant.name)
    return Outcome(
        label=say("phases.log.aid_stopped", who=combatant.name),
        events=(
            ev.ConditionRemoved(who=combatant.id, key="aiding"),
            ev.MemoSet(who=combatant.id, key=AID, value=""),
        ),
    )


def aid_done(course: Course, who: CombatantId) -> Steps:
    """The minute is over: the test, if there is still somebody to treat. Source: PHA-71."""
    combatant = course.one(who)
    known = combatant.condition("aiding")
    words = (combatant.memo_text(AID) or "0").split()
    course.now(ev.ConditionRemoved(who=who, key="aiding"), ev.MemoSet(who=who, key=AID, value=""))
    patient = course.after.state.combatants.get(known.by) if known and known.by else None
    if patient is None or not patient.has("in_shock"):
        return
    place = words[1] if len(words) > 1 else ""
    yield from aid_test(course, who, patient.id, int(words[0]), place)


def aid_in_vain(course: Course) -> None:
    """First aid ends where there is nobody left to treat: dead, gone, or out of Shock. Source: PHA-71."""
    for combatant in tuple(course.after.state.combatants.values()):
        known = combatant.condition("aiding")
        patient = course.after.state.combatants.get(known.by) if known and known.by else None
        if known is None or (patient is not None and patient.has("in_shock")):
            continue
        course.now(
            ev.ConditionRemoved(who=combatant.id, key="aiding"),
            ev.MemoSet(who=combatant.id, key=AID, value=""),
        )
        course.tell("phases.told.aid_in_vain", who=combatant.name)


def medicine(
    course: Course, key: str, who: CombatantId, dn: int, gm: int, acting: tuple[Modifier, ...] = ()
) -> Generator[Ask, Answer, tuple[int, int]]:
    """Rolls TECH/Medicine/First Aid: dice and total; ``acting`` weighs on actions. Source: PHA-71 to PHA-73."""
    combatant = course.one(who)
    added = bonus(
        character.skilled(course.after, combatant, "tech", "medicine", "first_aid"),
        character.hurt(course.after, combatant),
        acting,
        gm_part(course.after, gm),
    )
    chance = percent(passing(added.amount, dn))
    label = say(f"phases.roll.{key}.ask", sum=dice_text(added.amount), dn=dn, chance=chance)
    dice = yield from three(key, who, label)
    total = dice + added.amount
    course.why(
        "phases.why.medicine", rule="PHA-71", dice=dice, parts=added.text, total=total, dn=dn
    )
    return dice, total


def aid_test(
    course: Course, who: CombatantId, patient: CombatantId, gm: int = 0, place: str = ""
) -> Steps:
    """The test of first aid: no more Shock Tests, nothing, or a wound made worse. Source: PHA-71."""
    dn = character.wound_dn(course.after, shock_level(course.one(patient)))
    dice, total = yield from medicine(course, "first_aid", who, dn, gm)
    passed = bool(mechanics.passes(dice, total, dn))
    fumbled = not passed and bool(mechanics.fumbles(dice, total, dn))
    values = {"total": total, "dn": dn, "passed": passed, "fumbled": fumbled}
    course.now(ev.Resolved(what="first_aid", who=who, target=patient, values=values))
    name = course.one(patient).name
    if passed:
        course.effect(*stabilized(course.one(patient)))
        course.tell("phases.told.stabilized", patient=name)
    elif fumbled:
        yield from worsen(course, patient, place)
    else:
        course.tell("phases.told.aid_failed", patient=name)


def stabilized(combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the end of Shock. Source: PHA-70, PHA-71."""
    return (
        ev.ConditionRemoved(who=combatant.id, key="in_shock"),
        ev.ConditionAdded(who=combatant.id, condition=Condition(key="stabilized")),
    )


def worsen(course: Course, who: CombatantId, place: str = "") -> Steps:
    """The worst wound gets worse; of equal ones the game master picks. A Critical one kills. Source: PHA-71."""
    combatant = course.one(who)
    places = character.worst_places(combatant)
    if not places:
        return
    if not place and len(places) > 1:
        label = say("phases.choice.worsens", who=combatant.name)
        answer = yield Choice(key="worsens", label=label, who=None, options=places)
        place = answer.option if isinstance(answer, Chosen) else places[0]
    worsen_at(course, who, place or places[0])


def worsen_at(course: Course, who: CombatantId, place: str) -> None:
    """Brings one wound up a level; a Critical one kills; the clock of Shock moves. Source: PHA-71, PHA-73."""
    combatant = course.one(who)
    level = character.wound(combatant, place)
    name = character.place_name(course.after, place)
    if level >= mechanics.CRITICAL:
        course.effect(*died(course.after, combatant))
        course.tell("phases.told.worsened_dead", patient=combatant.name, place=name)
        return
    worse = int(mechanics.worsened(level))
    course.effect(*put(course.after, combatant, place, worse))
    course.effect(*sooner(course.after, course.one(who)))
    course.tell(
        "phases.told.worsened",
        patient=combatant.name,
        place=name,
        level=character.level_name(course.after, worse),
    )
