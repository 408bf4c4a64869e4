"""Attacks at the table: who may make one, what it costs, how it goes. Source: CWN-25, CWN-36a to CWN-36e, CWN-69."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import msgspec
from msgspec import structs

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.combat import focus_actions, movement, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    AttackPlan,
    mode_of,
    plan_attack,
    strike_at,
    swarm_on,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.combat.reactions import LyingDie, react
from encounter_gui.rules.systems.cwn.combat.strike import (
    result_label,
    roll_damage,
    show_die,
    take_effect,
)
from encounter_gui.rules.systems.cwn.commands import Attack
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, hands, scene_uses
from encounter_gui.rules.systems.cwn.sheet.records import ids_of, melee_of

BOOSTER = "reaction_booster"


def attack(resolution: Resolution, command: Attack) -> Rolling[Message]:
    """Makes an attack; further attacks of the same Main are owed. Source: CWN-25, CWN-69."""
    context = resolution.context
    attacker = require_attack(context, command)
    plan = plan_attack(context, command)
    require_possible(context, attacker, plan, command)
    command = structs.replace(command, weapon=plan.weapon.key, mode=plan.mode)
    pay_attack(resolution, attacker, command, plan)
    nameless_reason(resolution, command)
    away = yield from _charge_away(resolution, command)
    if away.is_stopped:
        return say("cwn.log.run_stopped", who=attacker.name, struck=away.struck)
    targets = tuple(target for target, _ in plan.strikes)
    lying = tuple(who for who in targets if character.is_down(context.combatant(who)))
    return (yield from _strike_first(resolution, command, targets, lying))


def _strike_first(
    resolution: Resolution,
    command: Attack,
    targets: Sequence[CombatantId],
    lying: Sequence[CombatantId],
) -> Rolling[Message]:
    """Makes the first of several attacks; the rest are owed. Source: CWN-69.

    ``lying`` are the targets that were down before the first attack; one that falls meanwhile is spared the rest.
    """
    first, *rest = targets
    shown = yield from show_die(resolution, command, first, command.how)
    return (yield from _strike_shown(resolution, command, shown, rest, lying))


def _strike_shown(
    resolution: Resolution,
    command: Attack,
    shown: LyingDie,
    rest: Sequence[CombatantId],
    lying: Sequence[CombatantId],
) -> Rolling[Message]:
    """Plays an attack on from its d20, unless a Snap Attack comes first: then the rest of it is owed.

    Source: CWN-24, CWN-25, CWN-69.
    """
    shown = yield from react(resolution, shown, partial(_snappers, command))
    if shown.snapper is not None:
        return _interrupt(resolution, command, shown, rest, lying)
    result = yield from roll_damage(resolution, shown)
    done = take_effect(resolution, result)
    focus_actions.first_kill(resolution, command.who, done)
    if command.how == "swarm":
        end_swarm(resolution, command.target)
    left = _still_up(resolution.context, rest, lying)
    if left:
        _owe_next(resolution, command, left, lying)
    context = resolution.context
    verb = context.texts.text_of(f"cwn.verb.{command.how or command.mode}")
    return result_label(context, "cwn.log.attack", result, done, verb=verb)


def _still_up(
    context: RulesContext, targets: Sequence[CombatantId], lying: Sequence[CombatantId]
) -> tuple[CombatantId, ...]:
    """Returns the targets that an earlier attack of the same Main has not put down. Source: CWN-69."""
    there = (who for who in targets if who in context.state.combatants)
    return tuple(
        who for who in there if who in lying or not character.is_down(context.combatant(who))
    )


def _owe_next(
    resolution: Resolution,
    command: Attack,
    targets: Sequence[CombatantId],
    lying: Sequence[CombatantId],
) -> None:
    name = resolution.combatant(targets[0]).name
    resolution.owe(
        NEXT_ATTACK.of(
            command.who,
            by=command.who,
            reason=say("cwn.why.next_attack", target=name),
            command=msgspec.json.encode(command).decode(),
            targets=tuple(targets),
            lying=tuple(lying),
        )
    )


def _settle_next(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Makes the next attack of a Main that gives several. Source: CWN-69."""
    obligation = obligations[0]
    command = _command_of(obligation)
    targets = _targets_of(resolution.context, obligation)
    lying = ids_of(obligation.values.get("lying"))
    return (yield from _strike_first(resolution, command, targets, lying))


def _targets_of(context: RulesContext, obligation: Obligation) -> tuple[CombatantId, ...]:
    """Returns whom the attacks that are still to be made are aimed at. Source: CWN-69."""
    values = obligation.values
    return _still_up(context, ids_of(values.get("targets")), ids_of(values.get("lying")))


def _is_next_possible(context: RulesContext, obligation: Obligation) -> bool:
    attacker = context.state.combatants.get(obligation.who) if obligation.who else None
    if attacker is None or not character.can_act(attacker):
        return False
    targets = _targets_of(context, obligation)
    return any(not character.is_dead(context.combatant(who)) for who in targets)


NEXT_ATTACK = ObligationKind(
    kind="next_attack",
    is_automatic=False,
    rule="CWN-69",
    settle=_settle_next,
    priority=30,
    continues=True,
    applies=_is_next_possible,
)
"""A further attack of a Main that gives several. Source: CWN-69."""


def _snappers(command: Attack, context: RulesContext, shown: LyingDie) -> tuple[CombatantId, ...]:
    """Returns who may answer an attack with a Snap Attack at the attacker that would matter. Source: CWN-24, CWN-36c.

    It matters where the attack does harm, and the Snap Attack can put the attacker down, or comes from the target who
    can be put down: any other can as well be made when the attack is over.
    """
    if not (shown.is_hit or shown.strike.shock or shown.strike.graze):
        return ()
    return tuple(
        each.id
        for each in context.state.combatants.values()
        if character.is_somebody(each) and _would_snap(context, command, shown, each)
    )


def _would_snap(
    context: RulesContext, command: Attack, shown: LyingDie, snapper: Combatant
) -> bool:
    attacker = context.combatant(shown.who)
    if character.team(snapper) == character.team(attacker):
        return False
    if not action_budget.has_instant_main(context, snapper):
        return False
    answer = _answer(command, shown, snapper.id)
    try:
        require_attack(context, answer)
        plan = plan_attack(context, answer)
        require_possible(context, snapper, plan, answer)
    except RuleError:
        return False
    if plan.mode == "melee" and not _is_in_reach(context, command, shown, snapper):
        return False
    in_danger = snapper.id == shown.target and shown.strike.can_put_down(hits=shown.is_hit)
    return in_danger or plan.strike.can_put_down()


def _answer(command: Attack, shown: LyingDie, snapper: CombatantId) -> Attack:
    """Returns the Snap Attack that answers an attack: with what is in hand, from where its target stands."""
    metres = command.metres if snapper == shown.target else None
    return Attack(who=snapper, target=command.who, how="snap", metres=metres)


def _is_in_reach(
    context: RulesContext, command: Attack, shown: LyingDie, snapper: Combatant
) -> bool:
    """Returns whether a blow reaches the attacker: in melee with it, or attacked from near by. Source: CWN-27."""
    if shown.who in character.in_melee(context.state, snapper):
        return True
    is_near = to_hit.target_in_reach(snapper, command.metres) is not None
    return snapper.id == shown.target and (shown.strike.is_melee or is_near)


def _interrupt(
    resolution: Resolution,
    command: Attack,
    shown: LyingDie,
    rest: Sequence[CombatantId],
    lying: Sequence[CombatantId],
) -> Message:
    """Leaves an attack as it lies, to be played on after the Snap Attack that answers it. Source: CWN-24.

    An attack that answers another is over before that one.
    """
    context, snapper = resolution.context, shown.snapper
    if snapper is None:
        raise ValueError("nobody interrupts it")
    attacker, target = context.combatant(shown.who), context.combatant(shown.target)
    names = {
        "who": attacker.name,
        "target": target.name,
        "snapper": context.combatant(snapper).name,
    }
    answer = _answer(command, shown, snapper)
    waiting = sum(each.kind == INTERRUPTED.kind for each in context.state.obligations)
    interrupted = INTERRUPTED.of(
        command.who,
        by=command.who,
        reason=say("cwn.why.interrupted", **names),
        command=msgspec.json.encode(command).decode(),
        target=shown.target,
        die=shown.die,
        luck="" if shown.by_luck is None else "hit" if shown.by_luck else "miss",
        targets=tuple(rest),
        lying=tuple(lying),
    )
    resolution.owe(
        SNAP_ATTACK.of(
            snapper,
            by=snapper,
            reason=say("cwn.why.snaps_first", **names),
            command=msgspec.json.encode(answer).decode(),
        )
    )
    resolution.owe(replace(interrupted, priority=INTERRUPTED.priority - waiting))
    resolution.reason("cwn.why.snaps_first", "CWN-24", **names)
    total, armor = shown.die + shown.strike.bonus, shown.strike.armor_class
    return say("cwn.log.interrupted", total=total, ac=armor, **names)


def _settle_snap(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Makes the Snap Attack that answers a shown die. Source: CWN-24, CWN-36c."""
    command = _command_of(obligations[0])
    label = yield from _under_own_keys(attack(resolution, command))
    attacker = resolution.combatant(command.target)
    if not character.can_act(attacker):
        resolution.reason("cwn.why.attack_stopped", "CWN-24", who=attacker.name)
    return label


def _under_own_keys(rolling: Rolling[Message]) -> Rolling[Message]:
    """Asks for dice under keys of their own: dice typed beforehand belong to the attack that waits."""
    try:
        asked = next(rolling)
        while True:
            if isinstance(asked, tuple):
                asked = tuple(replace(each, key=f"snap.{each.key}") for each in asked)
            asked = rolling.send((yield asked))
    except StopIteration as done:
        label: Message = done.value
        return label


def _is_snap_possible(context: RulesContext, obligation: Obligation) -> bool:
    """Returns whether a Snap Attack that was chosen can still be made. Source: CWN-36c."""
    command = _command_of(obligation)
    target = context.state.combatants.get(command.target)
    if target is None or character.is_out(target):
        return False
    try:
        attacker = require_attack(context, command)
        require_possible(context, attacker, plan_attack(context, command), command)
    except RuleError:
        return False
    return True


def _settle_interrupted(
    resolution: Resolution, obligations: Sequence[Obligation]
) -> Rolling[Message]:
    """Plays an attack on from the d20 that was shown; others may answer it too. Source: CWN-24, CWN-25."""
    values, context = obligations[0].values, resolution.context
    command = _command_of(obligations[0])
    target = context.known_combatant(CombatantId(str(values["target"])))
    weapon = weapon_in(context.known_combatant(command.who), command.weapon)
    luck = str(values.get("luck", ""))
    shown = LyingDie.of(
        command.who,
        target.id,
        strike_at(context, command, target),
        int(str(values["die"])),
        is_shot=mode_of(weapon, command.mode) in to_hit.SHOTS,
        by_luck=luck == "hit" if luck else None,
    )
    rest, lying = ids_of(values.get("targets")), ids_of(values.get("lying"))
    return (yield from _strike_shown(resolution, command, shown, rest, lying))


def _can_go_on(context: RulesContext, obligation: Obligation) -> bool:
    """Returns whether an attack can be played on: who has been put down meanwhile strikes no more. Source: CWN-24."""
    combatants = context.state.combatants
    attacker = combatants.get(obligation.who) if obligation.who else None
    if attacker is None or str(obligation.values.get("target", "")) not in combatants:
        return False
    return character.can_act(attacker)


def _command_of(obligation: Obligation) -> Attack:
    return msgspec.json.decode(str(obligation.values["command"]), type=Attack)


SNAP_ATTACK = ObligationKind(
    kind="snap_attack",
    is_automatic=False,
    rule="CWN-36c",
    settle=_settle_snap,
    priority=8,
    continues=True,
    applies=_is_snap_possible,
)
"""A Snap Attack that answers a shown die, before that attack is played on. Source: CWN-24, CWN-36c."""

INTERRUPTED = ObligationKind(
    kind="interrupted_attack",
    is_automatic=False,
    rule="CWN-24",
    settle=_settle_interrupted,
    priority=28,
    continues=True,
    applies=_can_go_on,
)
"""The rest of an attack that a Snap Attack answers; its d20 lies. Source: CWN-24."""


def end_swarm(resolution: Resolution, target: CombatantId) -> None:
    """Ends a swarm that has struck. Source: CWN-39."""
    for member in swarm_on(resolution.context, target):
        resolution.remove_conditions(member.id, "swarming")


def require_attack(context: RulesContext, command: Attack) -> Combatant:
    """Returns the attacker, if something lets it attack now. Source: CWN-17, CWN-36c, CWN-36e, CWN-38, CWN-39.

    Raises:
        RuleError: nothing does.
    """
    match command.how:
        case "snap":
            attacker = action_budget.require_instant(context, command.who)
            if command.boost:
                _require_booster(attacker)
            return attacker
        case "charge":
            action_budget.require_action(context, command.who, "move")
        case "swarm":
            return _require_member(context, command)
        case "extra":
            attacker = action_budget.require_able(context, command.who)
            if not attacker.gauges.get("extra"):
                raise refuse("cwn.no_extra_attack", rule="CWN-45k", who=attacker.name)
            return attacker
    return action_budget.require_action(context, command.who, "main")


def _require_booster(attacker: Combatant) -> None:
    if not gear.rank(attacker, BOOSTER):
        raise refuse("cwn.no_booster", rule="CWN-45n", who=attacker.name)
    if scene_uses.uses(attacker, BOOSTER):
        raise refuse("cwn.booster_used", rule="CWN-45n", who=attacker.name)


def _require_member(context: RulesContext, command: Attack) -> Combatant:
    """Returns who strikes for a swarm: a participant that is still up. Source: CWN-39."""
    member = action_budget.require_able(context, command.who)
    swarming = member.condition("swarming")
    if swarming is None or swarming.about != command.target:
        target = context.known_combatant(command.target)
        raise refuse("cwn.not_swarming", rule="CWN-39", who=member.name, target=target.name)
    return member


def require_possible(
    context: RulesContext, attacker: Combatant, plan: AttackPlan, command: Attack
) -> None:
    """Lets an attack pass, or says why not. Source: CWN-25 step 1, CWN-27, CWN-31, CWN-36e, CWN-58, CWN-64.

    Raises:
        RuleError: target, hand, reach, ammunition or charge do not allow it.
    """
    weapon = plan.weapon
    for who, _ in plan.strikes:
        _require_target(attacker, context.known_combatant(who))
    near = to_hit.target_in_reach(context.known_combatant(command.target), command.metres)
    require_ready(context, attacker, weapon, plan.mode, near)
    spares = weapon.is_nonlethal or (weapon.can_spare and plan.mode == "melee")
    if command.nonlethal and not spares:
        raise refuse("cwn.cannot_spare", rule="CWN-58", weapon=weapon.name)
    _require_rounds(attacker, plan)
    if command.how == "charge":
        _require_charge(context, attacker, plan, command)


def _require_target(attacker: Combatant, target: Combatant) -> None:
    if target.id == attacker.id:
        raise refuse("cwn.at_oneself", rule="CWN-25", who=attacker.name)
    if character.is_dead(target):
        raise refuse("cwn.target_dead", rule="CWN-57", target=target.name)


def require_ready(
    context: RulesContext,
    attacker: Combatant,
    weapon: gear.Weapon,
    mode: str,
    near: Combatant | None = None,
) -> None:
    """Lets a weapon pass that is in hand, and that wounds and enemies near by let be used. Source: CWN-25, CWN-27.

    Raises:
        RuleError: it is not in hand, or takes two hands where there are not two.
    """
    names = {"who": attacker.name, "weapon": weapon.name}
    if not gear.is_readied(attacker, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", **names)
    require_hands(context, attacker, weapon, mode, near)


def require_hands(
    context: RulesContext,
    attacker: Combatant,
    weapon: gear.Weapon,
    mode: str,
    near: Combatant | None = None,
) -> None:
    """Lets a weapon pass for which there are hands enough. Source: CWN-27, CWN-64.

    Raises:
        RuleError: it takes two, and there is one, or an armed enemy is in melee.
    """
    names = {"who": attacker.name, "weapon": weapon.name}
    if weapon.hands > 1 and attacker.has("one_hand"):
        raise refuse("cwn.needs_two_hands", rule="CWN-64", **names)
    if to_hit.crowding(context, attacker, weapon, mode, near) is None:
        raise refuse("cwn.two_hands_in_melee", rule="CWN-27", **names)


def _require_rounds(attacker: Combatant, plan: AttackPlan) -> None:
    weapon, needed = plan.weapon, plan.rounds
    left = attacker.gauges.get(weapon.ammo, 0)
    is_thrown = plan.mode == "thrown" and weapon.ammo in attacker.gauges
    if (weapon.uses or is_thrown) and left < 1:
        raise refuse("cwn.none_left", rule="CWN-25", who=attacker.name, weapon=weapon.name)
    if needed > left:
        key = "cwn.too_few_rounds" if left else "cwn.empty"
        raise refuse(key, rule="CWN-31", weapon=weapon.name, left=left, needed=needed)


def _require_charge(
    context: RulesContext, attacker: Combatant, plan: AttackPlan, command: Attack
) -> None:
    if plan.mode not in ("melee", "thrown"):
        raise refuse("cwn.charge_with", rule="CWN-36e", weapon=plan.weapon.name)
    if attacker.has("crawling"):
        raise refuse("cwn.can_only_crawl", rule="CWN-64", who=attacker.name)
    if command.moved is None:
        return
    least, most = context.number(mechanics.CHARGE_LEAST), 2 * character.move_rate(context, attacker)
    if not least <= command.moved <= most:
        raise refuse("cwn.charge_metres", rule="CWN-36e", who=attacker.name, least=least, most=most)


def pay_attack(
    resolution: Resolution, attacker: Combatant, command: Attack, plan: AttackPlan
) -> None:
    """Uses up what an attack takes: actions, rounds, the weapon that is thrown. Source: CWN-25 step 1."""
    who = attacker.id
    match command.how:
        case "snap":
            action_budget.pay(resolution, who, "main")
            if command.boost:
                resolution.record(scene_uses.use_event(attacker, BOOSTER))
        case "charge":
            until = Expiry(round=resolution.context.state.round)
            resolution.add_condition(who, Condition(key="charging", until=until))
            action_budget.pay(resolution, who, "move", "main")
        case "extra":
            resolution.set_gauge(who, "extra", 0)
        case "":
            action_budget.pay(resolution, who, "main")
        case "swarm":  # the Mains are spent already
            pass
    if plan.rounds:
        resolution.change_gauge(who, plan.weapon.ammo, -plan.rounds)
    elif plan.mode == "thrown":
        _throw_away(resolution, attacker, plan.weapon)


def _throw_away(resolution: Resolution, attacker: Combatant, weapon: gear.Weapon) -> None:
    """Takes a thrown weapon from the hand; of several the next is there. Source: CWN-36n."""
    count = attacker.gauges.get(weapon.ammo)
    if count is None:
        resolution.record(*hands.drop_events(attacker, weapon.key))
        return
    resolution.change_gauge(attacker.id, weapon.ammo, -1)
    if count == 1:
        resolution.record(*hands.let_go(attacker, weapon.key))


def _charge_away(resolution: Resolution, command: Attack) -> Rolling[movement.Departure]:
    """Draws free attacks on who charges out of melee, as on any other. Source: CWN-18, CWN-36e."""
    if command.how != "charge":
        return movement.Departure()
    listed = melee_of(resolution.combatant(command.who))
    others = tuple(foe for foe in listed if foe != command.target)
    leaving = movement.leave_melee(resolution, command.who, leaves=bool(others), free=others)
    return (yield from leaving)


def nameless_reason(resolution: Resolution, command: Attack) -> None:
    """Adds that only combatants with a name snap by the rules; the game master may let others. Source: CWN-36c."""
    attacker = resolution.combatant(command.who)
    if command.how == "snap" and not character.is_somebody(attacker):
        resolution.reason("cwn.why.snap_nameless", "CWN-36c", who=attacker.name)
