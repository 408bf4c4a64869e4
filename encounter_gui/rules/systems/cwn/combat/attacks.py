"""Attacks at the table: who may make one, what it costs, how it goes. Source: CWN-25, CWN-36a to CWN-36e, CWN-69."""

from collections.abc import Sequence
from functools import partial

import msgspec
from msgspec import structs
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Record
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.obligations import ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.cwn.combat import movement, snap_attacks, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    aimed_at,
    mode_of,
    plan_attack,
    strike_at,
    swarm_on,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.combat.attack_requirements import (
    nameless_reason,
    pay_attack,
    require_attack,
    require_possible,
)
from encounter_gui.rules.systems.cwn.combat.reactions import LyingDie, react
from encounter_gui.rules.systems.cwn.combat.strike import (
    result_label,
    roll_damage,
    show_die,
    take_effect,
)
from encounter_gui.rules.systems.cwn.commands import Aimed, Attack
from encounter_gui.rules.systems.cwn.field import leaving
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import ids_of


def attack(resolution: Resolution, command: Attack) -> Rolling[Message]:
    """Makes an attack; further attacks of the same Main are owed. Source: CWN-25, CWN-69."""
    context = resolution.context
    attacker = require_attack(context, command)
    plan = plan_attack(context, command)
    require_possible(context, attacker, plan, command)
    command = structs.replace(command, weapon=plan.weapon.key, mode=plan.mode)
    pay_attack(resolution, attacker, command, plan)
    nameless_reason(resolution, command)
    if command.how == "charge":
        away = yield from _charge(resolution, attacker, command)
        if away.is_stopped:
            return say("cwn.log.run_stopped", who=attacker.name, struck=away.struck)
    lying = tuple(who for who in plan.targets if character.is_down(context.combatant(who)))
    seen = field.aims_by_plan(resolution.context, attacker.id, dict.fromkeys(plan.targets[1:]))
    following = Following(targets=plan.targets[1:], lying=lying, seen=seen)
    label = yield from _strike_first(resolution, command, plan.targets[0], following)
    return resolution.with_clauses(label)


class Following(msgspec.Struct, frozen=True, kw_only=True):
    """The further attacks of a Main that are still to be made. Source: CWN-69.

    ``lying`` are the targets that were down before the first attack; one that falls meanwhile is spared the rest.
    ``seen`` is what the plan said of those it knew when the attacks were declared.
    """

    targets: tuple[CombatantId, ...] = ()
    lying: tuple[CombatantId, ...] = ()
    seen: tuple[Aimed, ...] = ()

    def values(self) -> dict[str, Record]:
        """Returns them as an obligation keeps them."""
        kept: dict[str, Record] = {"targets": self.targets, "lying": self.lying}
        if self.seen:
            kept["seen"] = msgspec.json.encode(self.seen).decode()
        return kept


def _following_of(obligation: Obligation) -> Following:
    values = obligation.values
    seen = str(values.get("seen", "[]"))
    return Following(
        targets=ids_of(values.get("targets")),
        lying=ids_of(values.get("lying")),
        seen=msgspec.json.decode(seen, type=tuple[Aimed, ...]),
    )


def _strike_first(
    resolution: Resolution, command: Attack, first: CombatantId, following: Following
) -> Rolling[Message]:
    """Makes the first of several attacks; the rest are owed. Source: CWN-69."""
    aimed = aimed_at(command, first)
    shown = yield from show_die(resolution, aimed, first, command.how)
    return (yield from _strike_shown(resolution, aimed, shown, following))


def _strike_shown(
    resolution: Resolution, command: Attack, shown: LyingDie, following: Following
) -> Rolling[Message]:
    """Plays an attack on from its d20, unless a Snap Attack comes first: then the rest of it is owed.

    Source: CWN-24, CWN-25, CWN-69.
    """
    shown = yield from react(resolution, shown, partial(snap_attacks.snappers, command))
    if shown.snapper is not None:
        return _interrupt(resolution, command, shown, following)
    result = yield from roll_damage(resolution, shown)
    done = take_effect(resolution, result)
    if command.how == "swarm":
        end_swarm(resolution, command.target)
    left = _still_up(resolution.context, following)
    if left:
        _owe_next(resolution, command, replace(following, targets=left))
    context = resolution.context
    verb = context.texts.text_of(f"cwn.verb.{command.how or command.mode}")
    return result_label(context, "cwn.log.attack", result, done, verb=verb)


def _still_up(context: RulesContext, following: Following) -> tuple[CombatantId, ...]:
    """Returns the targets that an earlier attack of the same Main has not put down. Source: CWN-69."""
    there = (who for who in following.targets if who in context.state.combatants)
    return tuple(
        who
        for who in there
        if who in following.lying or not character.is_down(context.combatant(who))
    )


def _owe_next(resolution: Resolution, command: Attack, following: Following) -> None:
    """Owes the further attacks of a Main; those that answer a die come before what waits for them."""
    name = resolution.combatant(following.targets[0]).name
    owed = NEXT_ATTACK.of(
        command.who,
        by=command.who,
        reason=say("cwn.why.next_attack", target=name),
        command=msgspec.json.encode(command).decode(),
        **following.values(),
    )
    waiting = sum(each.kind == INTERRUPTED.kind for each in resolution.context.state.obligations)
    first = INTERRUPTED.priority - waiting
    resolution.owe(replace(owed, priority=first) if waiting else owed)


def _settle_next(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Makes the next attack of a Main that gives several, from where both now stand. Source: CWN-69.

    Raises:
        RuleError: the target has got out of range since.
    """
    context, following = resolution.context, _following_of(obligations[0])
    first, *rest = _targets_of(context, obligations[0])
    command = aimed_at(_command_of(obligations[0]), first)
    command = field.aimed_again(context, command, first, following.seen)
    weapon = weapon_in(context.known_combatant(command.who), command.weapon)
    to_hit.allow_range(weapon, mode_of(weapon, command.mode), command.metres)
    command = replace(command, aims=_with_aim(command, first))
    others = (each for each in following.seen if each.target != first)
    seen = (*field.aims_by_plan(context, command.who, (first,)), *others)
    following = replace(following, targets=tuple(rest), seen=seen)
    return (yield from _strike_first(resolution, command, first, following))


def _with_aim(command: Attack, target: CombatantId) -> tuple[Aimed, ...]:
    """Returns how the targets of a Main are aimed at, one of them as the attack is now; none, where all are alike."""
    if not command.aims:
        return ()
    own = field.as_aim(command)
    others = (each for each in command.aims if each.target != target)
    return (replace(own, target=target), *others)


def _targets_of(context: RulesContext, obligation: Obligation) -> tuple[CombatantId, ...]:
    """Returns whom the attacks that are still to be made are aimed at. Source: CWN-69."""
    return _still_up(context, _following_of(obligation))


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


def _interrupt(
    resolution: Resolution,
    command: Attack,
    shown: LyingDie,
    following: Following,
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
    answer = snap_attacks.answer(context, command, shown, snapper)
    waiting = sum(each.kind == INTERRUPTED.kind for each in context.state.obligations)
    interrupted = INTERRUPTED.of(
        command.who,
        by=command.who,
        reason=say("cwn.why.interrupted", **names),
        command=msgspec.json.encode(command).decode(),
        target=shown.target,
        die=shown.die,
        luck="" if shown.by_luck is None else "hit" if shown.by_luck else "miss",
        **following.values(),
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
    label = yield from snap_attacks.under_own_keys(attack(resolution, command))
    attacker = resolution.combatant(command.target)
    if not character.can_act(attacker):
        resolution.reason("cwn.why.attack_stopped", "CWN-24", who=attacker.name)
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
    return (yield from _strike_shown(resolution, command, shown, _following_of(obligations[0])))


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


def _charge(
    resolution: Resolution, attacker: Combatant, command: Attack
) -> Rolling[movement.Departure]:
    """Draws free attacks on who charges out of melee, as on any other; then the charger is there.

    Source: CWN-18, CWN-36e.
    """
    context = resolution.context
    end = field.charge_end(context, command)
    left = leaving.left_by(context, attacker, end)
    others = tuple(foe for foe in left if end is not None or foe != command.target)
    away = yield from movement.leave_melee(
        resolution, command.who, leaves=bool(others), free=others, end=end
    )
    if away.is_stopped:
        return away
    if command.moved is not None:
        movement.leave_screens(resolution, attacker, command.moved, end)
    if end is not None:
        moving.stand(resolution, attacker.id, end)
    return away
