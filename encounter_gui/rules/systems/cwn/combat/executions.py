"""Killing the unaware and the helpless. Source: CWN-43, CWN-44."""

from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.combat import attack_plan, attacks, to_hit
from encounter_gui.rules.systems.cwn.commands import Attack, Execute, FinishOff
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.harm.falling import Damage, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.checks import check_parts, save_bonus, sum_reason

SNIPERS_EYE = 4
"""What Sniper's Eye takes from the save of its victim. Source: CWN-45l."""


def execute(context: RulesContext, command: Execute) -> Procedure:
    """A prepared attack: a failed save is the end, a success still the most the weapon does. Source: CWN-43."""
    combatant, target = (
        context.known_combatant(command.who),
        context.known_combatant(command.target),
    )
    attack = Attack(
        who=combatant.id, target=target.id, weapon=command.weapon, nonlethal=command.nonlethal
    )
    planned = attack_plan.plan_attack(context, attack)
    is_shot = planned.mode != "melee"
    _allow(context, combatant, target, planned, command)
    cost = _cost(context, combatant, planned)
    has_eye = bool(gear.rank(combatant, "snipers_eye")) and is_shot
    shot = _Step()
    if is_shot and not has_eye:
        shot = yield from _shot(context, combatant, target, command)
    if not shot.is_won:
        return Outcome(
            label=say("cwn.log.execution_missed", who=combatant.name, target=target.name),
            events=(*cost, *shot.events),
            reasons=shot.reasons,
        )
    saved = _Step(is_won=False)
    if not character.is_helpless(target):
        minus = max(to_hit.best_skill(context, combatant, planned.weapon.skills)[1], 0)
        saved = yield from _saved(
            context, combatant, target, minus + (SNIPERS_EYE if has_eye else 0)
        )
    strike = planned.strike
    all_of_it = character.soak_now(target) + max(character.hp_now(target), 1)
    damage = Damage(
        target=target.id,
        amount=strike.damage_most if saved.is_won else all_of_it,
        is_lethal=strike.is_lethal,
    )
    outcome = yield from hurt(context, damage)
    fate = fate_words(context, outcome.fate, outcome.injury)
    return Outcome(
        label=say(
            "cwn.log.execution_saved" if saved.is_won else "cwn.log.execution",
            who=combatant.name,
            target=target.name,
            damage=strike.damage_most,
            fate=fate,
        ),
        events=(*cost, *shot.events, *saved.events, *outcome.events),
        reasons=(*shot.reasons, *saved.reasons),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """One roll of an execution: whether it was won, what it came to, and why."""

    is_won: bool = True
    events: tuple[ev.Event, ...] = ()
    reasons: tuple[Reason, ...] = ()


def _shot(
    context: RulesContext, combatant: Combatant, target: Combatant, command: Execute
) -> rolls.Totals[_Step]:
    """A shot has to hit: Dexterity/Shoot by distance. Source: CWN-43."""
    difficulty = mechanics.EXECUTE[command.distance]
    modifiers = check_parts(context, combatant, "shoot", "dexterity")
    rolled = yield from rolls.check("check", combatant.id)
    result = rolled + total(modifiers) + command.gm
    is_hit = bool(mechanics.succeeds(result, difficulty))
    values = {"total": result, "difficulty": difficulty, "success": is_hit}
    fact = ev.Resolved(what="check", who=combatant.id, target=target.id, values=values)
    return _Step(is_won=is_hit, events=(fact,), reasons=(sum_reason(modifiers, rolled, result),))


def _saved(
    context: RulesContext, combatant: Combatant, target: Combatant, minus: int
) -> rolls.Totals[_Step]:
    """The target saves at minus the attacker's combat skill. Source: CWN-43, CWN-45l."""
    needed = character.save_target(context, target, "physical")
    plus = save_bonus(context, target) - minus
    die = yield from rolls.roll_one("physical", target.id, 20)
    is_saved = bool(mechanics.saves(die, needed, plus))
    values = {"die": die, "total": die + plus, "target": needed, "saved": is_saved}
    fact = ev.Resolved(what="execute", who=combatant.id, target=target.id, values=values)
    text = say("cwn.why.execution", total=die + plus, minus=minus, target=needed)
    reason = Reason(text=text, rule="CWN-43")
    return _Step(is_won=is_saved, events=(fact,), reasons=(reason,))


def _allow(
    context: RulesContext,
    combatant: Combatant,
    target: Combatant,
    planned: attack_plan.AttackPlan,
    command: Execute,
) -> None:
    """Lets an execution pass, or says why not. Source: CWN-43, CWN-45e.

    Raises:
        RuleError: the target is too alert or dead, or the attack could not be made at all.
    """
    if gear.rank(target, "alert"):
        raise refuse("cwn.too_alert", rule="CWN-45e", target=target.name)
    if planned.mode != "melee" and command.distance == "melee":
        raise refuse("cwn.shot_from_where", rule="CWN-43", weapon=planned.weapon.name)
    attack = Attack(
        who=combatant.id, target=target.id, weapon=command.weapon, nonlethal=command.nonlethal
    )
    if context.state.stage == "running":
        action_budget.actor(context, combatant.id, "main")
    elif character.is_down(combatant):
        raise refuse("cwn.is_down", rule="CWN-57", who=combatant.name)
    attacks.allow(context, combatant, planned, attack)


def _cost(
    context: RulesContext, combatant: Combatant, planned: attack_plan.AttackPlan
) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if planned.rounds:
        events.append(
            ev.GaugeChanged(who=combatant.id, gauge=planned.weapon.ammo, by=-planned.rounds)
        )
    if context.state.stage == "running":
        events += action_budget.paid(context, combatant, "main")
    return tuple(events)


def finish_off(context: RulesContext, command: FinishOff) -> Procedure:
    """Out of a fight a helpless one dies at will. Source: CWN-44."""
    combatant, target = (
        context.known_combatant(command.who),
        context.known_combatant(command.target),
    )
    if context.state.stage == "running":
        raise refuse("cwn.not_while_fighting", rule="CWN-44", who=combatant.name)
    if character.is_down(combatant):
        raise refuse("cwn.is_down", rule="CWN-57", who=combatant.name)
    if character.is_dead(target) or not character.is_helpless(target):
        raise refuse("cwn.not_helpless", rule="CWN-44", target=target.name)
    events, _ = yield from falling.fallen(context, target.id, "dead")
    return Outcome(
        label=say("cwn.log.finishes_off", who=combatant.name, target=target.name),
        events=(*falling.emptied(target), *events),
    )
