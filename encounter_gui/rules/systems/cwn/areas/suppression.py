"""Suppressive fire. Source: CWN-32."""

from collections.abc import Sequence
from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.combat import to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import (
    damage_dice,
    damage_parts,
    trauma_bonus,
    trauma_of,
    weapon_in,
)
from encounter_gui.rules.systems.cwn.commands import InCone, Suppress
from encounter_gui.rules.systems.cwn.harm.falling import Damage, DamageResult, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.checks import save_bonus

AMMUNITION = 2
"""Units of ammunition suppressive fire takes: double. Source: CWN-32."""


def swept(context: RulesContext, who: CombatantId) -> tuple[str, int | None] | None:
    """Returns the weapon and the damage of somebody's sweep that is not over; None: there is none. Source: CWN-32."""
    text = context.state.memo_text(f"{action_budget.SWEEP}{who}")
    if not text:
        return None
    weapon, _, rolled = text.partition(" ")
    return weapon, int(rolled) if rolled else None


def _kept(
    command: Suppress, weapon: gear.Weapon, rolled: int | None, *, was_open: bool
) -> list[ev.Event]:
    key = f"{action_budget.SWEEP}{command.who}"
    if command.more:
        text = weapon.key if rolled is None else f"{weapon.key} {rolled}"
        return [ev.FightMemoSet(key=key, value=text)]
    return [ev.FightMemoSet(key=key, value="")] if was_open else []


def suppress(context: RulesContext, command: Suppress) -> Procedure:
    """Sweeps a cone: who fails an Evasion save takes half the damage. Source: CWN-32."""
    going_on = swept(context, command.who)
    if going_on is None:
        combatant = action_budget.actor(context, command.who, "main")
    else:
        combatant = action_budget.conscious(context, command.who)
    weapon = weapon_in(combatant, going_on[0] if going_on else command.weapon)
    exposed = _allowed(context, combatant, weapon, command.targets, is_on=going_on is not None)
    dice = yield from rolls.together(
        *(rolls.request("evasion", each.target, 20) for each in exposed)
    )
    saves = {
        each.target: (die, _is_saved(context, each, die))
        for each, die in zip(exposed, dice, strict=True)
    }
    failed = [context.combatant(who) for who, (_, is_saved) in saves.items() if not is_saved]
    known = going_on[1] if going_on else None
    rolled, traumas = yield from _rolled(context, combatant, weapon, failed, known)
    events: list[ev.Event] = _kept(
        command, weapon, rolled if failed else known, was_open=going_on is not None
    )
    if going_on is None:
        shots = ev.GaugeChanged(who=combatant.id, gauge=weapon.ammo, by=-AMMUNITION)
        events += [shots, *action_budget.paid(context, combatant, "main")]
    after = replace(context, state=fold(context.state, events))
    results: list[str] = []
    for victim in failed:
        amount, is_traumatic = _amount(context, weapon, victim, rolled, traumas.get(victim.id))
        damage = Damage(
            target=victim.id,
            amount=amount,
            is_lethal=not weapon.is_nonlethal,
            is_traumatic=is_traumatic,
        )
        outcome = yield from hurt(after, damage)
        fact = _fact(combatant, damage, outcome, rolled, saves[victim.id][0])
        done = (fact, *outcome.events, _pinned(context, victim))
        events += done
        after = replace(after, state=fold(after.state, done))
        results.append(_told(context, victim, damage, outcome))
    events += [
        ev.Resolved(
            what="suppress", who=combatant.id, target=who, values={"save": die, "saved": True}
        )
        for who, (die, is_saved) in saves.items()
        if is_saved
    ]
    shown = "; ".join(results) or context.texts.text_of("cwn.blast.nobody")
    return Outcome(
        label=say("cwn.log.suppress", who=combatant.name, weapon=weapon.name, results=shown),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.suppress", rolled=rolled), rule="CWN-32"),),
    )


def _amount(
    context: RulesContext, weapon: gear.Weapon, victim: Combatant, rolled: int, trauma: int | None
) -> tuple[int, bool]:
    """Returns what arrives at a victim, and whether it is traumatic: half, then multiplied. Source: CWN-32."""
    target = character.trauma_target(context, victim)
    is_traumatic = trauma is not None and bool(mechanics.is_traumatic(trauma, 0, target))
    amount = mechanics.suppressed_damage(rolled, is_traumatic, weapon.rating)
    return int(mechanics.at_least(amount, 0)), is_traumatic


def _fact(
    combatant: Combatant, damage: Damage, outcome: DamageResult, rolled: int, save: int
) -> ev.Resolved:
    return ev.Resolved(
        what="suppress",
        who=combatant.id,
        target=damage.target,
        values={
            "rolled": rolled,
            "save": save,
            "saved": False,
            "traumatic": damage.is_traumatic,
            "damage": damage.amount,
            "soaked": outcome.soaked,
            "lost": outcome.lost,
            "fate": outcome.fate,
        },
    )


def _told(context: RulesContext, victim: Combatant, damage: Damage, outcome: DamageResult) -> str:
    fate = fate_words(context, outcome.fate, outcome.injury)
    return context.texts.text_of(
        "cwn.blast.hurt", target=victim.name, damage=damage.amount, lost=outcome.lost, fate=fate
    )


def _allowed(
    context: RulesContext,
    combatant: Combatant,
    weapon: gear.Weapon,
    targets: Sequence[InCone],
    *,
    is_on: bool,
) -> tuple[InCone, ...]:
    """Returns those in the cone who are not behind hard cover. Source: CWN-32.

    Raises:
        RuleError: a house rule, the weapon, an enemy in melee or too little ammunition forbids it.
    """
    if not is_on:
        _allow_weapon(context, combatant, weapon)
    seen: set[CombatantId] = set()
    for each in targets:
        target = context.known_combatant(each.target)
        if target.id in seen or target.id == combatant.id:
            raise refuse("cwn.named_twice", rule="CWN-32", who=target.name)
        seen.add(target.id)
    return tuple(
        each
        for each in targets
        if not each.hard_cover and not character.is_dead(context.combatant(each.target))
    )


def _allow_weapon(context: RulesContext, combatant: Combatant, weapon: gear.Weapon) -> None:
    if not context.switch("cwn.suppress") or not weapon.can_suppress:
        raise refuse("cwn.cannot_suppress", rule="CWN-32", weapon=weapon.name)
    if not gear.is_readied(combatant, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", who=combatant.name, weapon=weapon.name)
    if weapon.hands > 1 and combatant.has("one_hand"):
        raise refuse("cwn.needs_two_hands", rule="CWN-64", who=combatant.name, weapon=weapon.name)
    if to_hit.crowding(context, combatant, weapon, "single") is None:
        raise refuse(
            "cwn.two_hands_in_melee", rule="CWN-27", who=combatant.name, weapon=weapon.name
        )
    left = combatant.gauges.get(weapon.ammo, 0)
    if left < AMMUNITION:
        key = "cwn.too_few_rounds" if left else "cwn.empty"
        raise refuse(key, rule="CWN-32", weapon=weapon.name, left=left, needed=AMMUNITION)


def _is_saved(context: RulesContext, each: InCone, die: int) -> bool:
    combatant = context.combatant(each.target)
    plus = save_bonus(context, combatant) + each.gm
    return bool(mechanics.saves(die, character.save_target(context, combatant, "evasion"), plus))


def _rolled(
    context: RulesContext,
    combatant: Combatant,
    weapon: gear.Weapon,
    failed: Sequence[Combatant],
    known: int | None,
) -> rolls.Totals[tuple[int, dict[CombatantId, int]]]:
    """One damage roll for all, unless it is known already; a Trauma Die for each. Source: CWN-32."""
    if not failed:
        return 0, {}
    dice = damage_dice(context, combatant, weapon)
    flat = dice.flat + total(damage_parts(context, combatant, weapon, "single"))
    requests: list[RollRequest] = []
    if known is None:
        requests.append(rolls.request("damage", combatant.id, dice.sides, dice.count))
    traumatic: list[Combatant] = []
    for victim in failed:
        trauma = trauma_of(context, combatant, weapon, victim, suited=None)
        if trauma is not None and not weapon.is_nonlethal:
            traumatic.append(victim)
            requests.append(rolls.request("trauma", victim.id, trauma.sides))
    totals = list((yield from rolls.together(*requests)))
    rolled = totals.pop(0) + flat if known is None else known
    plus = weapon.trauma.flat if weapon.trauma is not None else 0
    traumas = {
        victim.id: face + plus + trauma_bonus(context, combatant, victim)
        for victim, face in zip(traumatic, totals, strict=True)
    }
    return rolled, traumas


def _pinned(context: RulesContext, combatant: Combatant) -> ev.Event:
    until = Expiry(round=context.state.round)
    return ev.ConditionAdded(who=combatant.id, condition=Condition(key="suppressed", until=until))
