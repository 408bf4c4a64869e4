"""Killing the unaware and the helpless. Source: CWN-43, CWN-44."""

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine import checks as engine_checks
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import (
    attack_plan,
    attack_requirements,
    focus_actions,
    to_hit,
)
from encounter_gui.rules.systems.cwn.combat.attack_plan import AttackPlan
from encounter_gui.rules.systems.cwn.commands import Attack, Distance, Execute, FinishOff
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.harm.damage import deal_untold, fate_text, put_down
from encounter_gui.rules.systems.cwn.rules.strike import HIT, Blow
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, checks, gear


def execute(resolution: Resolution, command: Execute) -> Rolling[Message]:
    """A prepared attack: a failed save is the end, a success still the most the weapon does. Source: CWN-43."""
    context = resolution.context
    actor, target = context.known_combatant(command.who), context.known_combatant(command.target)
    planned = attack_plan.plan_attack(context, _as_attack(command))
    strike = attack_plan.first_strike(context, _as_attack(command))
    is_shot = planned.mode != "melee"
    command = replace(command, distance=_distance(planned.weapon, planned.mode, command))
    _require_execution(context, actor, target, planned, command)
    _pay(resolution, actor, planned)
    has_eye = bool(gear.rank(actor, "snipers_eye")) and is_shot
    if is_shot and not has_eye and not (yield from _shot_hits(resolution, command)):
        return say("cwn.log.execution_missed", who=actor.name, target=target.name)
    is_saved = False
    if not character.is_helpless(target):
        minus = max(to_hit.best_skill(context, actor, planned.weapon.skills)[1], 0)
        minus += context.number(mechanics.SNIPERS_EYE) if has_eye else 0
        is_saved = yield from _saves(resolution, actor, target, minus)
    if is_saved:
        blow = Blow(HIT, strike.damage_most)
        done = deal_untold(resolution, actor.id, target.id, blow, is_lethal=strike.is_lethal)
        fate = done.fate
    else:  # at once, past any soak
        resolution.apply(*falling.empty_events(target))
        fate = put_down(resolution, target.id, by=actor.id, is_lethal=strike.is_lethal)
    focus_actions.first_kill(resolution, actor.id, fate)
    return say(
        "cwn.log.execution_saved" if is_saved else "cwn.log.execution",
        who=actor.name,
        target=target.name,
        damage=strike.damage_most,
        fate=fate_text(context, fate),
    )


def _as_attack(command: Execute) -> Attack:
    return Attack(
        who=command.who,
        target=command.target,
        weapon=command.weapon,
        metres=command.metres,
        nonlethal=command.nonlethal,
    )


def _distance(weapon: gear.Weapon, mode: str, command: Execute) -> Distance:
    """Returns how far it is in the words of the rule: as said, or as the metres are for the weapon. Source: CWN-43."""
    if command.distance:
        return command.distance
    if mode == "melee" or command.metres is None:
        return "melee"
    if command.metres <= mechanics.NEAR:
        return "point_blank"
    is_normal = not weapon.ranges or command.metres <= weapon.ranges[0]
    return "normal" if is_normal else "extreme"


def _shot_hits(resolution: Resolution, command: Execute) -> Rolling[bool]:
    """A shot has to hit: Dexterity/Shoot by distance. Source: CWN-43."""
    context = resolution.context
    parts = checks.check_parts(context, context.combatant(command.who), "shoot", "dexterity")
    difficulty = context.number(mechanics.EXECUTE[command.distance])
    plan = checks.skill_plan(context, command.who, parts, difficulty, gm=command.gm)
    _, is_hit = yield from checks.roll_check(resolution, plan, "check", command.target)
    return is_hit


def _saves(
    resolution: Resolution, actor: Combatant, target: Combatant, minus: int
) -> Rolling[bool]:
    """The target saves at minus the attacker's combat skill. Source: CWN-43, CWN-45l."""
    context = resolution.context
    plan = checks.save_plan(context, target.id, "physical", plus=-minus)
    result = yield from engine_checks.roll(resolution, plan, checks.saves)
    needed, total = plan.target or 0, result.total
    values: dict[str, Value] = {"die": result.rolled, "total": total, "target": needed}
    values |= {"saved": result.is_success, **checks.save_values(plan)}
    fact = ev.Resolved(what="execute", who=actor.id, target=target.id, values=values)
    resolution.record(fact)
    resolution.reason("cwn.why.execution", "CWN-43", total=total, minus=minus, target=needed)
    return result.is_success


def _require_execution(
    context: RulesContext,
    actor: Combatant,
    target: Combatant,
    planned: AttackPlan,
    command: Execute,
) -> None:
    """Lets an execution pass, or says why not. Source: CWN-43, CWN-45e."""
    if gear.rank(target, "alert"):
        raise refuse("cwn.too_alert", rule="CWN-45e", target=target.name)
    if planned.mode != "melee" and command.distance == "melee":
        raise refuse("cwn.shot_from_where", rule="CWN-43", weapon=planned.weapon.name)
    if context.state.stage == "running":
        action_budget.require_action(context, actor.id, "main")
    elif character.is_down(actor):
        raise refuse("cwn.is_down", rule="CWN-57", who=actor.name)
    attack_requirements.require_possible(context, actor, planned, _as_attack(command))


def _pay(resolution: Resolution, actor: Combatant, planned: AttackPlan) -> None:
    mains = int(resolution.context.state.stage == "running")
    attack_requirements.use_up(
        resolution, actor.id, planned.weapon, planned.mode, planned.rounds, mains
    )


def finish_off(resolution: Resolution, command: FinishOff) -> Message:
    """After an encounter a helpless combatant is killed at will. Source: CWN-44."""
    context = resolution.context
    actor, target = context.known_combatant(command.who), context.known_combatant(command.target)
    if context.state.stage == "running":
        raise refuse("cwn.not_while_fighting", rule="CWN-44", who=actor.name)
    if character.is_down(actor):
        raise refuse("cwn.is_down", rule="CWN-57", who=actor.name)
    if character.is_dead(target) or not character.is_helpless(target):
        raise refuse("cwn.not_helpless", rule="CWN-44", target=target.name)
    resolution.record(*falling.empty_events(target), *falling.dying_events(context, target.id))
    return say("cwn.log.finishes_off", who=actor.name, target=target.name)
