"""First aid: a minute of it, its test, and wounds that get worse by it. Source: PHA-71."""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import FirstAid, StopAid
from encounter_gui.rules.systems.phases.field.ways import require_beside
from encounter_gui.rules.systems.phases.harm.body_places import death_events, wound_events
from encounter_gui.rules.systems.phases.harm.wounds import (
    owed_number,
    owner,
    shock_level,
    sooner_events,
)
from encounter_gui.rules.systems.phases.sheet import action_budget, character, clocks, test_dice
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import gm_part

AID = "aid"
"""The record of a combatant that gives first aid: the game master's modifier, and the wound a fumble worsens."""


def _terms(helper: Combatant) -> tuple[int, str]:
    """Returns the modifier and the wound that first aid was begun with."""
    match helper.memo.get(AID):
        case {"gm": int(gm), "place": str(place)}:
            return gm, place
        case _:
            return 0, ""


def first_aid(resolution: Resolution, command: FirstAid) -> Rolling[Message]:
    """Begins a minute of first aid, or makes its test where the minute is not played. Source: PHA-71.

    In a fight the minute is counted in phases, between fights by the campaign's clock.

    Raises:
        RuleError: the patient needs none, or the helper cannot give it now.
    """
    context = resolution.context
    patient = context.known_combatant(command.patient)
    _require_need(context, patient, command.place)
    stage = context.state.stage
    if command.at_once or stage not in ("running", "between"):
        return (yield from _aid_at_once(resolution, command, patient))
    if stage == "running":
        helper = action_budget.require_whole_phase(context, command.who, "first_aid")
        require_beside(context, helper, patient)
        resolution.record(*action_budget.phase_cost(helper, "first_aid"))
    else:
        helper = require_helper(context, command.who)
    phases = character.table_number(context, "care", "first_aid_phases", 20)
    count = clocks.phase_now(context.state) + phases
    condition = Condition(key="aiding", by=patient.id, count=count)
    resolution.record(
        ev.ConditionAdded(who=helper.id, condition=condition),
        ev.MemoSet(who=helper.id, key=AID, value={"gm": command.gm, "place": command.place}),
    )
    if stage == "running":
        return say("phases.log.aid_begun", who=helper.name, patient=patient.name, phases=phases)
    time = clock.span_text(context, clocks.seconds_to(context, count))
    return say("phases.log.aid_begun_for", who=helper.name, patient=patient.name, time=time)


def require_helper(context: RulesContext, who: CombatantId) -> Combatant:
    """Returns somebody who can look after another outside a fight: up, awake, and not giving first aid already.

    Raises:
        RuleError: it cannot. Source: PHA-71 to PHA-73.
    """
    helper = context.known_combatant(who)
    if character.is_out(context, helper):
        raise refuse("phases.is_out", rule="PHA-76", who=helper.name)
    if clocks.is_asleep(helper):
        raise refuse("phases.is_asleep", rule="PHA-18", who=helper.name)
    if helper.has("aiding"):
        raise refuse("phases.is_aiding", rule="PHA-71", who=helper.name)
    return helper


def _require_need(context: RulesContext, patient: Combatant, place: str) -> None:
    if character.is_dead(patient):
        raise refuse("phases.patient_dead", rule="PHA-71", patient=patient.name)
    if patient.has("clinically_dead"):
        raise refuse("phases.needs_resuscitation", rule="PHA-72", patient=patient.name)
    if not patient.has("in_shock"):
        raise refuse("phases.not_in_shock", rule="PHA-71", patient=patient.name)
    if place and place not in character.worst_places(patient):
        name = character.place_name(context, place)
        raise refuse("phases.not_worst", rule="PHA-71", patient=patient.name, place=name)


def _aid_at_once(resolution: Resolution, command: FirstAid, patient: Combatant) -> Rolling[Message]:
    context = resolution.context
    helper = context.known_combatant(command.who)
    if context.state.stage == "between":
        helper = require_helper(context, command.who)
    elif character.is_out(context, helper):
        raise refuse("phases.is_out", rule="PHA-76", who=helper.name)
    elif context.state.stage == "running":
        require_beside(context, helper, patient)
    yield from _test(resolution, helper.id, patient.id, command.gm, command.place)
    return _label(resolution, helper, patient)


def _label(resolution: Resolution, helper: Combatant, patient: Combatant) -> Message:
    result = resolution.text
    return say("phases.log.aid", who=helper.name, patient=patient.name, result=result)


def stop_aid(resolution: Resolution, command: StopAid) -> Message:
    """Gives up a first aid under way; what was done counts for nothing. Source: PHA-71.

    Raises:
        RuleError: there is none.
    """
    helper = resolution.context.known_combatant(command.who)
    if not helper.has("aiding"):
        raise refuse("phases.not_aiding", rule="PHA-71", who=helper.name)
    _end(resolution, helper.id)
    return say("phases.log.aid_stopped", who=helper.name)


def _end(resolution: Resolution, who: CombatantId) -> None:
    resolution.record(*end_events(who))


def end_events(who: CombatantId) -> tuple[ev.Event, ...]:
    """Returns the end of first aid that somebody gives. Source: PHA-71."""
    return (ev.ConditionRemoved(who=who, key="aiding"), ev.MemoSet(who=who, key=AID, value=""))


# ---- the end of the minute


def owe_test(resolution: Resolution, who: CombatantId, phase: int) -> bool:
    """Ends the minute of a helper, and makes its test owed if there is still a combatant to treat. Source: PHA-71.

    ``phase`` is the phase the minute ended with.

    Returns:
        whether the test is owed.
    """
    helper = resolution.combatant(who)
    patient, (gm, place) = character.patient_of(resolution.context, helper), _terms(helper)
    _end(resolution, who)
    if patient is None or not patient.has("in_shock"):
        return False
    reason = say("phases.owed_why.first_aid", patient=patient.name)
    resolution.owe(
        FIRST_AID_TEST.of(who, reason=reason, patient=patient.id, gm=gm, place=place, phase=phase)
    )
    return True


def settle_test(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the test at the end of a minute of first aid. Source: PHA-71."""
    obligation, who = owed[0], owner(owed[0])
    patient = resolution.combatant(CombatantId(str(obligation.values["patient"])))
    gm, phase = owed_number(obligation, "gm"), owed_number(obligation, "phase")
    # Settled later than it was due, a fumble starts its clock now: it must not be over before it runs.
    state = resolution.context.state
    phase = max(phase, state.round - 1) if state.stage == "running" else 0
    place = str(obligation.values["place"])
    yield from _test(resolution, who, patient.id, gm, place, phase)
    end_in_vain(resolution)
    return _label(resolution, resolution.combatant(who), patient)


def _patient(context: RulesContext, obligation: Obligation) -> Combatant | None:
    found = context.state.combatants.get(CombatantId(str(obligation.values["patient"])))
    return found if found is not None and found.has("in_shock") else None


def _applies(context: RulesContext, obligation: Obligation) -> bool:
    return _patient(context, obligation) is not None


def _test_of(context: RulesContext, obligation: Obligation) -> test_dice.TestPlan | None:
    patient = _patient(context, obligation)
    if patient is None:
        return None
    helper = context.combatant(owner(obligation))
    return aid_plan(context, helper, patient, owed_number(obligation, "gm"))


def _chance(context: RulesContext, obligation: Obligation) -> float | None:
    plan = _test_of(context, obligation)
    return test_dice.chance(plan) if plan else None


def _sum(context: RulesContext, obligation: Obligation) -> str:
    plan = _test_of(context, obligation)
    return test_dice.sum_text(plan) if plan else ""


FIRST_AID_TEST = ObligationKind(
    kind="first_aid_test",
    rule="PHA-71",
    priority=8,
    settle=settle_test,
    applies=_applies,
    chance=_chance,
    sum=_sum,
)
"""It comes before the Shock Tests that are due in the same phase: it spares the patient. Source: PHA-70, PHA-71."""


def aid_plan(
    context: RulesContext, helper: Combatant, patient: Combatant, gm: int
) -> test_dice.TestPlan:
    """Returns the test of somebody who gives first aid, as it would be rolled now. Source: PHA-71."""
    dn = character.wound_dn(context, shock_level(patient))
    return medicine_plan(context, "first_aid", helper, dn, gm)


def plan_under_way(
    context: RulesContext, helper: Combatant, patient: Combatant
) -> test_dice.TestPlan:
    """Returns the test at the end of a first aid under way, with what the game master has given it. Source: PHA-71."""
    gm, _ = _terms(helper)
    return aid_plan(context, helper, patient, gm)


def in_vain(context: RulesContext) -> tuple[ev.Event, ...]:
    """Returns the ends of first aid that is given outside a fight to nobody who needs it any more. Source: PHA-71.

    What is prepared for a fight that has not begun begins with it.
    """
    state = context.state
    if state.stage == "running" or (state.stage == "ready" and not state.clock):
        return ()
    return tuple(
        event
        for helper in context.state.combatants.values()
        if helper.has("aiding") and not _is_needed(context, helper)
        for event in end_events(helper.id)
    )


def _is_needed(context: RulesContext, helper: Combatant) -> bool:
    patient = character.patient_of(context, helper)
    return patient is not None and patient.has("in_shock")


def end_in_vain(resolution: Resolution) -> None:
    """Ends first aid where there is nobody left to treat: dead, gone, or out of Shock. Source: PHA-71."""
    for helper in tuple(resolution.context.state.combatants.values()):
        if not helper.has("aiding") or _is_needed(resolution.context, helper):
            continue
        _end(resolution, helper.id)
        resolution.add_text("phases.told.aid_in_vain", who=helper.name)


# ---- the test


def medicine_plan(
    context: RulesContext,
    key: str,
    helper: Combatant,
    dn: int,
    gm: int,
    acting: tuple[Modifier, ...] | None = None,
) -> test_dice.TestPlan:
    """Returns a test of TECH/Medicine/First Aid.

    ``acting`` is what weighs on actions, None: what does now. Source: PHA-53, PHA-71 to PHA-73.
    """
    if acting is None:
        acting = character.condition_parts(context, helper, ("action",))
    parts = (
        *character.skill_parts(context, helper, "tech", "medicine", "first_aid"),
        *character.wound_parts(context, helper),
        *acting,
        *gm_part(context, gm),
    )
    plan = test_dice.plan(context, key, helper.id, dn, parts, "PHA-71")
    return replace(plan, label=test_dice.question(plan))


def roll_medicine(resolution: Resolution, plan: test_dice.TestPlan) -> Rolling[test_dice.TestCheck]:
    """Rolls a test of Medicine, with its arithmetic. Source: PHA-71 to PHA-73."""
    check = yield from test_dice.roll(resolution, plan)
    test_dice.explain(resolution, check, "phases.why.medicine")
    return check


def _test(
    resolution: Resolution,
    who: CombatantId,
    patient: CombatantId,
    gm: int,
    place: str,
    phase: int = 0,
) -> Rolling[None]:
    """Makes the test of first aid: no more Shock Tests, nothing, or a wound made worse. Source: PHA-71."""
    context, name = resolution.context, resolution.combatant(patient).name
    plan = aid_plan(context, resolution.combatant(who), resolution.combatant(patient), gm)
    dn = plan.target or 0
    check = yield from roll_medicine(resolution, plan)
    fumbled = check.rank == "critical_failure"
    values = {"total": check.total, "dn": dn, "passed": check.is_success, "fumbled": fumbled}
    resolution.fact("first_aid", who, patient, **values, **plan.part_values)
    if check.is_success:
        resolution.apply(*stabilize_events(patient))
        resolution.add_text("phases.told.stabilized", patient=name)
    elif fumbled:
        yield from _worsen(resolution, patient, place, phase)
    else:
        resolution.add_text("phases.told.aid_failed", patient=name)


def stabilize_events(patient: CombatantId) -> tuple[ev.Event, ...]:
    """Returns the end of Shock. Source: PHA-70, PHA-71."""
    return (
        ev.ConditionRemoved(who=patient, key="in_shock"),
        ev.ConditionAdded(who=patient, condition=Condition(key="stabilized")),
    )


def _worsen(resolution: Resolution, who: CombatantId, place: str, phase: int) -> Rolling[None]:
    """Makes the worst wound worse; of equally bad wounds the game master picks one. Source: PHA-71."""
    patient = resolution.combatant(who)
    places = character.worst_places(patient)
    if not places:
        return
    label = say("phases.choice.worsens", who=patient.name)
    # Named at the beginning, it may have been healed or surpassed since: what counts is which is worst now.
    options = (place,) if place in places else places
    picked = yield from asking.choose(resolution.context, "worsens", None, options, label=label)
    worsen_at(resolution, who, picked, phase)


def worsen_at(resolution: Resolution, who: CombatantId, place: str, phase: int = 0) -> None:
    """Brings a wound up a level; a Critical wound kills; the clock of Shock moves. Source: PHA-71, PHA-73.

    ``phase`` is the phase it happens in; 0: the present phase.
    """
    patient = resolution.combatant(who)
    level = character.wound(patient, place)
    name = character.place_name(resolution.context, place)
    if level >= mechanics.CRITICAL:
        resolution.apply(*death_events(patient))
        resolution.add_text("phases.told.worsened_dead", patient=patient.name, place=name)
        return
    worse = int(mechanics.worse_level(level))
    resolution.apply(*wound_events(resolution.context, patient, place, worse))
    resolution.apply(*sooner_events(resolution.context, resolution.combatant(who), phase))
    worse_name = character.level_name(resolution.context, worse)
    resolution.add_text("phases.told.worsened", patient=patient.name, place=name, level=worse_name)
