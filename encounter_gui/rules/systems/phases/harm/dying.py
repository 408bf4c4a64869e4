"""The clock of Shock, clinical death, and coming back from it. Source: PHA-63, PHA-64, PHA-70, PHA-72."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Resuscitate, Rouse
from encounter_gui.rules.systems.phases.harm.body_places import died, went_down
from encounter_gui.rules.systems.phases.harm.first_aid import medicine
from encounter_gui.rules.systems.phases.harm.wounds import entered, shock_level
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.sheet.course import Course


def shock_due(course: Course, who: CombatantId, passed: bool) -> None:  # noqa: FBT001 - the roll itself
    """A Shock Test that fell due buys the next interval, or leads to clinical death. Source: PHA-70, PHA-72."""
    combatant = course.one(who)
    if passed:
        course.effect(ev.ConditionRemoved(who=who, key="in_shock"))
        course.effect(*entered(course.after, course.one(who)))
        course.tell("phases.told.shock_held", who=combatant.name)
        return
    course.effect(ev.ConditionRemoved(who=who, key="in_shock"))
    if not course.after.switch("phases.resuscitation"):
        course.effect(*died(course.after, course.one(who)))
        course.tell("phases.told.died", who=combatant.name)
        return
    course.effect(*_clinically_dead(course.after, course.one(who)))
    course.tell("phases.told.clinically_dead", who=combatant.name)


def _clinically_dead(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    phases = character.figure(context, "care", "resuscitation_phases", 20)
    dying = Condition(key="clinically_dead", count=max(context.state.round, 1) + phases)
    return (
        ev.ConditionAdded(who=combatant.id, condition=Condition(key="unconscious")),
        ev.ConditionAdded(who=combatant.id, condition=dying),
        *went_down(context, combatant),
    )


def resuscitate(context: RulesContext, command: Resuscitate) -> Procedure:
    """The one attempt within a minute: alive, stable and unconscious, or dead. Source: PHA-72.

    Raises:
        RuleError: nobody to bring back, or the helper cannot do it now.
    """
    patient = context.known_combatant(command.patient)
    if not patient.has("clinically_dead"):
        raise refuse("phases.not_clinically_dead", rule="PHA-72", patient=patient.name)
    running = context.state.stage == "running"
    helper = (
        action_budget.require_whole_phase(context, command.who, "resuscitate")
        if running
        else context.known_combatant(command.who)
    )
    if character.is_out(context, helper):
        raise refuse("phases.is_out", rule="PHA-76", who=helper.name)
    course = Course(context, helper.id)
    acting = character.effects(course.view, course.view.combatant(helper.id), ("action",))
    if running:
        course.now(*action_budget.spent_whole(helper, "resuscitate"))
    dn = character.wound_dn(context, shock_level(patient))
    dice, total = yield from medicine(course, "resuscitation", helper.id, dn, command.gm, acting)
    passed = bool(mechanics.passes(dice, total, dn))
    values = {"total": total, "dn": dn, "passed": passed}
    course.now(ev.Resolved(what="resuscitation", who=helper.id, target=patient.id, values=values))
    if passed:
        course.effect(
            ev.ConditionRemoved(who=patient.id, key="clinically_dead"),
            ev.ConditionAdded(who=patient.id, condition=Condition(key="stabilized")),
        )
    else:
        course.effect(*died(course.after, course.one(patient.id)))
    key = "phases.log.brought_back" if passed else "phases.log.lost"
    return Outcome(
        label=say(key, who=helper.name, patient=patient.name, total=total, dn=dn),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def rouse(context: RulesContext, command: Rouse) -> Procedure:
    """The game master wakes somebody, or has it pulled out of the water. Source: PHA-16, PHA-63, PHA-64.

    Raises:
        RuleError: it is awake, or beyond waking.
    """
    yield from ()
    combatant = context.known_combatant(command.who)
    if character.is_dead(combatant) or combatant.has("clinically_dead"):
        raise refuse("phases.beyond_waking", rule="PHA-72", who=combatant.name)
    over = tuple(key for key in ("unconscious", "incapacitated") if combatant.has(key))
    drowned = combatant.memo.get("floundering") in ("drowning", "last")
    if not over and not drowned:
        raise refuse("phases.is_awake", rule="PHA-64", who=combatant.name)
    return Outcome(
        label=say("phases.log.roused", who=combatant.name),
        events=(
            *(ev.ConditionRemoved(who=combatant.id, key=key) for key in over),
            *((ev.MemoSet(who=combatant.id, key="floundering", value=""),) if drowned else ()),
        ),
    )
