"""Snap Attacks: those made at the same moment, and those that answer a d20 on the table. Source: CWN-24, CWN-36c."""

from functools import partial
from typing import TypeVar

from msgspec import structs
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    AttackOccasion,
    first_strike,
    plan_attack,
    strike_at,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.combat.attack_requirements import (
    nameless_reason,
    pay_attack,
    require_attack,
    require_possible,
)
from encounter_gui.rules.systems.cwn.combat.reactions import BOOST, HELD, SNAP, LyingDie, react
from encounter_gui.rules.systems.cwn.combat.strike import (
    StrikeResult,
    result_label,
    roll_damage,
    roll_strike,
    show_die,
    take_effect,
)
from encounter_gui.rules.systems.cwn.commands import Attack, Shot, SnapTogether
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.rules.arms import weapon_in_hand
from encounter_gui.rules.systems.cwn.sheet import action_budget, character

_Result = TypeVar("_Result")


def snap_together(resolution: Resolution, command: SnapTogether) -> Rolling[Message]:
    """Rolls simultaneous Snap Attacks before any of them takes effect. Source: CWN-36c."""
    attacks = tuple(_as_attack(resolution.context, shot) for shot in command.shots)
    _pay_all(resolution, attacks)
    rolled: list[StrikeResult] = []
    for attack in attacks:
        nameless_reason(resolution, attack)
        rolled.append((yield from roll_strike(resolution, attack, attack.target, "snap")))
    texts = [_effect_text(resolution, result) for result in rolled]
    return say("cwn.log.snaps", results="; ".join(texts))


def _effect_text(resolution: Resolution, result: StrikeResult) -> str:
    """Lets one of the attacks take effect, and returns how it went, in words."""
    done = take_effect(resolution, result)
    context = resolution.context
    text = context.texts.sentence(result_label(context, "cwn.result", result, done))
    return f"{context.combatant(result.who).name}: {text}"


def _as_attack(context: RulesContext, shot: Shot) -> Attack:
    weapon = weapon_in(context.known_combatant(shot.who), shot.weapon).key
    return Attack(**{**structs.asdict(shot), "weapon": weapon}, how="snap")


def _pay_all(resolution: Resolution, attacks: tuple[Attack, ...]) -> None:
    """Lets all attacks pass, each by itself, and pays for them. Source: CWN-36c."""
    if not attacks:
        raise refuse("rules.nobody_named")
    seen: set[CombatantId] = set()
    for attack in attacks:
        attacker = require_attack(resolution.context, attack)
        if attacker.id in seen:
            raise refuse("cwn.named_twice", rule="CWN-36c", who=attacker.name)
        seen.add(attacker.id)
        plan = plan_attack(resolution.context, attack)
        require_possible(resolution.context, attacker, plan, attack)
        pay_attack(resolution, attacker, attack, plan)


# ---- in answer to a d20


def snappers(command: Attack, context: RulesContext, shown: LyingDie) -> tuple[str, ...]:
    """Returns the options of answering an attack with one at the attacker that would matter.

    It matters where the attack does harm, and the answer can put the attacker down, or comes from the target who can
    be put down: any other can as well be made when the attack is over. Snap Attacks are for those with a name, a held
    Main is for all who hold one. Source: CWN-24, CWN-36c, CWN-38, CWN-45n.
    """
    if not (shown.is_hit or shown.strike.shock or shown.strike.graze):
        return ()
    return tuple(
        f"{word}{each.id}"
        for each in context.state.combatants.values()
        for word in _words(context, each)
        if _would_snap(context, command, replace(shown, is_boosted=word == BOOST), each)
    )


def _words(context: RulesContext, snapper: Combatant) -> tuple[str, ...]:
    if _holds_main(context, snapper):
        return (HELD,)
    return (SNAP, BOOST) if character.is_somebody(snapper) else ()


def _holds_main(context: RulesContext, snapper: Combatant) -> bool:
    """Returns whether somebody has a Main for any moment, which is no Snap Attack. Source: CWN-38, CWN-45m."""
    is_given = action_budget.actions_given(snapper, "main") > 0
    return is_given or action_budget.is_holding(context.state, snapper)


def _would_snap(
    context: RulesContext, command: Attack, shown: LyingDie, snapper: Combatant
) -> bool:
    attacker = context.combatant(shown.who)
    if character.team(snapper) == character.team(attacker):
        return False
    if not action_budget.has_instant_main(context, snapper):
        return False
    snap = answer(context, command, shown, snapper.id)
    try:
        require_attack(context, snap)
        plan = plan_attack(context, snap)
        require_possible(context, snapper, plan, snap)
    except RuleError:
        return False
    if plan.mode == "melee" and not _is_in_reach(context, command, shown, snapper):
        return False
    in_danger = snapper.id == shown.target and shown.strike.can_put_down(hits=shown.is_hit)
    return in_danger or first_strike(context, snap).can_put_down()


def answer(context: RulesContext, command: Attack, shown: LyingDie, snapper: CombatantId) -> Attack:
    """Returns the attack that answers another: with the weapon in hand or bare hands, from where its target stands.

    A held Main is an attack like any other, without the −4 of a Snap Attack. Source: CWN-36c, CWN-38.
    """
    metres = command.metres if snapper == shown.target else None
    actor = context.combatant(snapper)
    holds = _holds_main(context, actor)
    made = Attack(
        who=snapper,
        target=command.who,
        weapon=weapon_in_hand(actor).key,
        how="" if holds else "snap",
        metres=metres,
        boost=shown.is_boosted,
    )
    whole = field.completed(context, made)
    return whole if isinstance(whole, Attack) else made


def _is_in_reach(
    context: RulesContext, command: Attack, shown: LyingDie, snapper: Combatant
) -> bool:
    """Returns whether a blow reaches the attacker: in melee with it, or attacked from near by. Source: CWN-27."""
    is_near = to_hit.target_in_reach(snapper, command.metres) is not None
    if snapper.id == shown.target and (shown.strike.is_melee or is_near):
        return True
    is_beside = field.RULES.is_beside(context.state, snapper.id, shown.who)
    if is_beside is not None:
        return is_beside
    return shown.who in character.in_melee(context.state, snapper)


def under_own_keys(rolling: Rolling[_Result]) -> Rolling[_Result]:
    """Asks for dice under keys of their own: dice typed beforehand belong to the attack that waits."""
    try:
        asked = next(rolling)
        while True:
            if isinstance(asked, tuple):
                asked = tuple(replace(each, key=f"snap.{each.key}") for each in asked)
            asked = rolling.send((yield asked))
    except StopIteration as done:
        result: _Result = done.value
        return result


def roll_answered(
    resolution: Resolution, command: Attack, target: CombatantId, how: AttackOccasion
) -> Rolling[tuple[StrikeResult | None, tuple[str, ...]]]:
    """Rolls an attack out of turn, and the Snap Attacks that answer it, each before the attack goes on.

    Returns how the attack was rolled, None: who made it can act no more; and in words how the answers went. An answer
    is not answered again. Source: CWN-18, CWN-24, CWN-36c.
    """
    shown = yield from show_die(resolution, command, target, how)
    texts: list[str] = []
    while True:
        shown = yield from react(resolution, shown, partial(snappers, command))
        if shown.snapper is None:
            return (yield from roll_damage(resolution, shown)), tuple(texts)
        texts.append((yield from _snap_at_once(resolution, command, shown, shown.snapper)))
        context = resolution.context
        attacker = context.combatant(command.who)
        if not character.can_act(attacker):
            resolution.reason("cwn.why.attack_stopped", "CWN-24", who=attacker.name)
            return None, tuple(texts)
        strike = strike_at(context, command, context.combatant(shown.target), how=how)
        shown = replace(shown, snapper=None, is_boosted=False).judged(strike)


def _snap_at_once(
    resolution: Resolution, command: Attack, shown: LyingDie, snapper: CombatantId
) -> Rolling[str]:
    """Makes the attack that answers a die, all of its Main, and returns how it went in words.

    Source: CWN-24, CWN-36c, CWN-38, CWN-69.
    """
    context = resolution.context
    snap = answer(context, command, shown, snapper)
    actor = require_attack(context, snap)
    plan = plan_attack(context, snap)
    require_possible(context, actor, plan, snap)
    snap = structs.replace(snap, weapon=plan.weapon.key, mode=plan.mode)
    pay_attack(resolution, actor, snap, plan)
    resolution.reason(
        "cwn.why.snaps_first",
        "CWN-24",
        snapper=actor.name,
        who=context.combatant(command.who).name,
    )
    told: list[str] = []
    for target in plan.targets:
        if character.is_down(resolution.combatant(target)):
            break
        rolling = roll_strike(resolution, snap, target, snap.how)
        result = yield from under_own_keys(rolling)
        done = take_effect(resolution, result)
        context = resolution.context
        told.append(context.texts.sentence(result_label(context, "cwn.result", result, done)))
    text = "; ".join(told)
    return context.texts.text_of("cwn.free_answered", who=actor.name, text=text)
