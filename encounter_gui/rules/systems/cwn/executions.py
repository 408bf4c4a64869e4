"""Killing the unaware and the helpless. Source: CWN-43, CWN-44."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.modifiers import total
from encounter_gui.rules.system import Procedure, Scene
from encounter_gui.rules.systems.cwn import (
    attacks,
    budget,
    character,
    falls,
    gear,
    mechanics,
    plan,
    rolls,
    to_hit,
)
from encounter_gui.rules.systems.cwn.checks import check_parts, save_bonus, sum_reason
from encounter_gui.rules.systems.cwn.commands import Attack, Execute, FinishOff
from encounter_gui.rules.systems.cwn.falls import Harm, hurt

SNIPERS_EYE = 4
"""What Sniper's Eye takes from the save of its victim. Source: CWN-45l."""


def execute(scene: Scene, command: Execute) -> Procedure:
    """A prepared attack: a failed save is the end, a success still the most the weapon does. Source: CWN-43."""
    one, target = scene.known(command.who), scene.known(command.target)
    attack = Attack(
        who=one.id, target=target.id, weapon=command.weapon, nonlethal=command.nonlethal
    )
    planned = plan.plan_attack(scene, attack)
    is_shot = planned.mode != "melee"
    _allow(scene, one, target, planned, command)
    cost = _cost(scene, one, planned)
    has_eye = bool(gear.rank(one, "snipers_eye")) and is_shot
    reasons: list[Reason] = []
    events: list[ev.Event] = list(cost)
    is_hit = True
    if is_shot and not has_eye:
        difficulty = mechanics.EXECUTE[command.distance]
        parts = check_parts(scene, one, "shoot", "dexterity")
        rolled = yield from rolls.check("check", one.id)
        result = rolled + total(parts) + command.gm
        is_hit = bool(mechanics.succeeds(result, difficulty))
        values = {"total": result, "difficulty": difficulty, "success": is_hit}
        events.append(ev.Resolved(what="check", who=one.id, target=target.id, values=values))
        reasons.append(sum_reason(parts, rolled, result))
    if not is_hit:
        return Outcome(
            label=say("cwn.log.execution_missed", who=one.name, target=target.name),
            events=tuple(events),
            reasons=tuple(reasons),
        )
    is_saved = False
    if not character.is_helpless(target):
        minus = max(to_hit.best_skill(scene, one, planned.weapon.skills)[1], 0)
        minus += SNIPERS_EYE if has_eye else 0
        needed = character.save_target(scene, target, "physical")
        plus = save_bonus(scene, target) - minus
        die = yield from rolls.one("physical", target.id, 20)
        is_saved = bool(mechanics.saves(die, needed, plus))
        values = {"die": die, "total": die + plus, "target": needed, "saved": is_saved}
        events.append(ev.Resolved(what="execute", who=one.id, target=target.id, values=values))
        reasons.append(
            Reason(
                text=say("cwn.why.execution", total=die + plus, minus=minus, target=needed),
                rule="CWN-43",
            )
        )
    strike = planned.strike
    most = strike.damage_most
    harm = Harm(
        target=target.id,
        amount=most if is_saved else character.soak_now(target) + max(character.hp_now(target), 1),
        is_lethal=strike.is_lethal,
    )
    outcome = yield from hurt(scene, harm)
    fate = scene.words.word(f"cwn.fate.{outcome.fate}") if outcome.fate else ""
    return Outcome(
        label=say(
            "cwn.log.execution_saved" if is_saved else "cwn.log.execution",
            who=one.name,
            target=target.name,
            damage=most,
            fate=fate,
        ),
        events=(*events, *outcome.events),
        reasons=tuple(reasons),
    )


def _allow(
    scene: Scene, one: Combatant, target: Combatant, planned: plan.AttackPlan, command: Execute
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
        who=one.id, target=target.id, weapon=command.weapon, nonlethal=command.nonlethal
    )
    if scene.state.stage == "running":
        budget.actor(scene, one.id, "main")
    elif character.is_down(one):
        raise refuse("cwn.is_down", rule="CWN-57", who=one.name)
    attacks.allow(scene, one, planned, attack)


def _cost(scene: Scene, one: Combatant, planned: plan.AttackPlan) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    if planned.rounds:
        events.append(ev.GaugeChanged(who=one.id, gauge=planned.weapon.ammo, by=-planned.rounds))
    if scene.state.stage == "running":
        events += budget.paid(scene, one, "main")
    return tuple(events)


def finish_off(scene: Scene, command: FinishOff) -> Procedure:
    """Out of a fight a helpless one dies at will. Source: CWN-44."""
    one, target = scene.known(command.who), scene.known(command.target)
    if scene.state.stage == "running":
        raise refuse("cwn.not_while_fighting", rule="CWN-44", who=one.name)
    if character.is_down(one):
        raise refuse("cwn.is_down", rule="CWN-57", who=one.name)
    if character.is_dead(target) or not character.is_helpless(target):
        raise refuse("cwn.not_helpless", rule="CWN-44", target=target.name)
    events, _ = yield from falls.fallen(scene, target.id, "dead")
    return Outcome(
        label=say("cwn.log.finishes_off", who=one.name, target=target.name),
        events=(*falls.emptied(target), *events),
    )
