"""The clock of Shock, clinical death, and coming back from it. Source: PHA-63, PHA-64, PHA-70, PHA-72."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.reading.table import TablePlay, at_table, events_of, without_dice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases.commands import Resuscitate, Rouse
from encounter_gui.rules.systems.phases.field.ways import require_beside
from encounter_gui.rules.systems.phases.harm.body_places import death_events
from encounter_gui.rules.systems.phases.harm.first_aid import (
    end_in_vain,
    medicine_plan,
    require_helper,
    roll_medicine,
)
from encounter_gui.rules.systems.phases.harm.wounds import owner, shock_level
from encounter_gui.rules.systems.phases.rules import dying as rules
from encounter_gui.rules.systems.phases.rules import tests
from encounter_gui.rules.systems.phases.rules.anatomy import anatomy
from encounter_gui.rules.systems.phases.rules.fighter import Fighter, noted
from encounter_gui.rules.systems.phases.sheet import action_budget, character, clocks, test_dice

# ---- the clock of Shock


def owe_clock_shock(resolution: Resolution, who: CombatantId) -> None:
    """Makes a Shock Test owed that is due, and sets the clock to the next one. Source: PHA-70.

    So a test that is waived buys the next interval like one that is passed.
    """
    combatant = resolution.combatant(who)
    level = character.level_name(resolution.context, shock_level(combatant))
    reason = say("phases.owed_why.clock", level=level)
    resolution.apply(*_bought_events(resolution.context, who))
    resolution.owe(CLOCK_SHOCK.of(who, reason=reason))


def _bought_events(context: RulesContext, who: CombatantId) -> tuple[ev.Event, ...]:
    return events_of(context, Fighter, rules.buy, who, anatomy(context))


def settle_clock_shock(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls a Shock Test that is due: it buys the next interval, or leads to clinical death. Source: PHA-70, PHA-72."""
    who = owner(owed[0])
    play, people = TablePlay(resolution), {"who": who}
    body = anatomy(resolution.context)
    if (yield from at_table(play, Fighter, rules.clock_shock, people, body)):
        combatant = resolution.combatant(who)
        resolution.apply(*_bought_events(resolution.context, who))
        resolution.add_text("phases.told.shock_held", who=combatant.name)
    end_in_vain(resolution)
    total, dn = noted(play, "total"), noted(play, "dn")
    return say("phases.log.clock_shock", total=total, dn=dn, result=resolution.text)


def die(resolution: Resolution, combatant: Combatant) -> None:
    """Lets a combatant die, and says so in the log. Source: PHA-72."""
    without_dice(at_table(TablePlay(resolution), Fighter, rules.die, {"who": combatant.id}))


def _applies(context: RulesContext, obligation: Obligation) -> bool:
    combatant = context.state.combatants.get(owner(obligation))
    return combatant is not None and combatant.has("in_shock")


def test_plan(context: RulesContext, combatant: Combatant) -> test_dice.TestPlan:
    """Returns the next Shock Test of somebody In Shock. Source: PHA-70."""
    return tests.shock_plan(context, combatant, shock_level(combatant))


def _test_of(context: RulesContext, obligation: Obligation) -> test_dice.TestPlan | None:
    combatant = context.state.combatants.get(owner(obligation))
    return test_plan(context, combatant) if combatant else None


def _chance(context: RulesContext, obligation: Obligation) -> float | None:
    plan = _test_of(context, obligation)
    return test_dice.chance(plan) if plan else None


def _sum(context: RulesContext, obligation: Obligation) -> str:
    plan = _test_of(context, obligation)
    return test_dice.sum_text(plan) if plan else ""


CLOCK_SHOCK = ObligationKind(
    kind="clock_shock",
    rule="PHA-70",
    priority=10,
    settle=settle_clock_shock,
    applies=_applies,
    chance=_chance,
    sum=_sum,
)


# ---- coming back


def resuscitate(resolution: Resolution, command: Resuscitate) -> Rolling[Message]:
    """Makes the one attempt within a minute: alive, stable and unconscious, or dead. Source: PHA-72.

    Raises:
        RuleError: nobody to bring back, or the helper cannot do it now.
    """
    context = resolution.view
    patient = context.known_combatant(command.patient)
    if not patient.has("clinically_dead"):
        raise refuse("phases.not_clinically_dead", rule="PHA-72", patient=patient.name)
    helper = _helper(resolution, command)
    acting = character.condition_parts(context, helper, ("action",))
    if context.state.stage == "running":
        resolution.record(*action_budget.phase_cost(helper, "resuscitate"))
    dn = character.wound_dn(context, shock_level(patient))
    helper = resolution.combatant(helper.id)
    plan = medicine_plan(resolution.context, "resuscitation", helper, dn, command.gm, acting)
    check = yield from roll_medicine(resolution, plan)
    values = {"total": check.total, "dn": dn, "passed": check.is_success}
    resolution.fact("resuscitation", helper.id, patient.id, **values, **plan.part_values)
    if check.is_success:
        resolution.remove_conditions(patient.id, "clinically_dead")
        resolution.add_condition(patient.id, Condition(key="stabilized"))
    else:
        resolution.apply(*death_events(resolution.combatant(patient.id)))
    key = "phases.log.brought_back" if check.is_success else "phases.log.lost"
    return say(key, who=helper.name, patient=patient.name, total=check.total, dn=dn)


def _helper(resolution: Resolution, command: Resuscitate) -> Combatant:
    """Returns who tries to bring a combatant back: in a fight it takes a Full Action.

    Raises:
        RuleError: it cannot act now, or is out.
    """
    context = resolution.view
    if context.state.stage == "running":
        helper = action_budget.require_whole_phase(context, command.who, "resuscitate")
        require_beside(context, helper, context.known_combatant(command.patient))
        return helper
    if context.state.stage == "between":
        return require_helper(context, command.who)
    helper = context.known_combatant(command.who)
    if character.is_out(context, helper):
        raise refuse("phases.is_out", rule="PHA-76", who=helper.name)
    return helper


def rouse(resolution: Resolution, command: Rouse) -> Message:
    """Wakes a combatant by the game master's word, or has it pulled out of the water. Source: PHA-16, PHA-63, PHA-64.

    Raises:
        RuleError: it is awake, or beyond waking.
    """
    combatant = resolution.context.known_combatant(command.who)
    if character.is_dead(combatant) or combatant.has("clinically_dead"):
        raise refuse("phases.beyond_waking", rule="PHA-72", who=combatant.name)
    has_drowned = combatant.memo.get("floundering") in ("drowning", "last")
    dives = any(each.kind == clocks.BREATH for each in combatant.running)
    is_out = combatant.has("unconscious") or combatant.has("incapacitated")
    if not (is_out or has_drowned or dives):
        raise refuse("phases.is_awake", rule="PHA-64", who=combatant.name)
    resolution.remove_conditions(combatant.id, "unconscious", "incapacitated")
    if dives:
        resolution.record(ev.RunningEnded(who=combatant.id, running=clocks.BREATH))
    if has_drowned:
        resolution.set_record(combatant.id, "floundering", "")
    return say("phases.log.roused", who=combatant.name)


def come_to(resolution: Resolution, who: CombatantId) -> None:
    """Wakes somebody at the end of the minutes for which COOL failed; other causes keep it down. Source: PHA-63."""
    resolution.remove_conditions(who, "incapacitated")
    combatant = resolution.combatant(who)
    if not character.is_down(combatant):
        resolution.add_message(say("phases.log.roused", who=combatant.name))
