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
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.scene import Scene
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
from encounter_gui.rules.systems.cwn.harm.falling import Harm, Hurt, fate_words, hurt
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear
from encounter_gui.rules.systems.cwn.sheet.checks import save_bonus

AMMUNITION = 2
"""Units of ammunition suppressive fire takes: double. Source: CWN-32."""


def swept(scene: Scene, who: CombatantId) -> tuple[str, int | None] | None:
    """Returns the weapon and the damage of somebody's sweep that is not over; None: there is none. Source: CWN-32."""
    text = scene.state.memo_text(f"{action_budget.SWEEP}{who}")
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


def suppress(scene: Scene, command: Suppress) -> Procedure:
    """Sweeps a cone: who fails an Evasion save takes half the damage. Source: CWN-32."""
    going_on = swept(scene, command.who)
    if going_on is None:
        one = action_budget.actor(scene, command.who, "main")
    else:
        one = action_budget.conscious(scene, command.who)
    weapon = weapon_in(one, going_on[0] if going_on else command.weapon)
    exposed = _allowed(scene, one, weapon, command.targets, is_on=going_on is not None)
    dice = yield from rolls.together(
        *(rolls.request("evasion", each.target, 20) for each in exposed)
    )
    saves = {
        each.target: (die, _is_saved(scene, each, die))
        for each, die in zip(exposed, dice, strict=True)
    }
    failed = [scene.one(who) for who, (_, is_saved) in saves.items() if not is_saved]
    known = going_on[1] if going_on else None
    rolled, traumas = yield from _rolled(scene, one, weapon, failed, known)
    events: list[ev.Event] = _kept(
        command, weapon, rolled if failed else known, was_open=going_on is not None
    )
    if going_on is None:
        shots = ev.GaugeChanged(who=one.id, gauge=weapon.ammo, by=-AMMUNITION)
        events += [shots, *action_budget.paid(scene, one, "main")]
    now = replace(scene, state=fold(scene.state, events))
    results: list[str] = []
    for victim in failed:
        amount, is_traumatic = _amount(scene, weapon, victim, rolled, traumas.get(victim.id))
        harm = Harm(
            target=victim.id,
            amount=amount,
            is_lethal=not weapon.is_nonlethal,
            is_traumatic=is_traumatic,
        )
        outcome = yield from hurt(now, harm)
        fact = _fact(one, harm, outcome, rolled, saves[victim.id][0])
        done = (fact, *outcome.events, _pinned(scene, victim))
        events += done
        now = replace(now, state=fold(now.state, done))
        results.append(_told(scene, victim, harm, outcome))
    events += [
        ev.Resolved(what="suppress", who=one.id, target=who, values={"save": die, "saved": True})
        for who, (die, is_saved) in saves.items()
        if is_saved
    ]
    shown = "; ".join(results) or scene.words.word("cwn.blast.nobody")
    return Outcome(
        label=say("cwn.log.suppress", who=one.name, weapon=weapon.name, results=shown),
        events=tuple(events),
        reasons=(Reason(text=say("cwn.why.suppress", rolled=rolled), rule="CWN-32"),),
    )


def _amount(
    scene: Scene, weapon: gear.Weapon, victim: Combatant, rolled: int, trauma: int | None
) -> tuple[int, bool]:
    """Returns what arrives at a victim, and whether it is traumatic: half, then multiplied. Source: CWN-32."""
    target = character.trauma_target(scene, victim)
    is_traumatic = trauma is not None and bool(mechanics.is_traumatic(trauma, 0, target))
    amount = mechanics.suppressed_damage(rolled, is_traumatic, weapon.rating)
    return int(mechanics.at_least(amount, 0)), is_traumatic


def _fact(one: Combatant, harm: Harm, outcome: Hurt, rolled: int, save: int) -> ev.Resolved:
    return ev.Resolved(
        what="suppress",
        who=one.id,
        target=harm.target,
        values={
            "rolled": rolled,
            "save": save,
            "saved": False,
            "traumatic": harm.is_traumatic,
            "damage": harm.amount,
            "soaked": outcome.soaked,
            "lost": outcome.lost,
            "fate": outcome.fate,
        },
    )


def _told(scene: Scene, victim: Combatant, harm: Harm, outcome: Hurt) -> str:
    fate = fate_words(scene, outcome.fate, outcome.injury)
    return scene.words.word(
        "cwn.blast.hurt", target=victim.name, damage=harm.amount, lost=outcome.lost, fate=fate
    )


def _allowed(
    scene: Scene,
    one: Combatant,
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
        _allow_weapon(scene, one, weapon)
    seen: set[CombatantId] = set()
    for each in targets:
        target = scene.known(each.target)
        if target.id in seen or target.id == one.id:
            raise refuse("cwn.named_twice", rule="CWN-32", who=target.name)
        seen.add(target.id)
    return tuple(
        each
        for each in targets
        if not each.hard_cover and not character.is_dead(scene.one(each.target))
    )


def _allow_weapon(scene: Scene, one: Combatant, weapon: gear.Weapon) -> None:
    if not scene.switch("cwn.suppress") or not weapon.can_suppress:
        raise refuse("cwn.cannot_suppress", rule="CWN-32", weapon=weapon.name)
    if not gear.is_readied(one, weapon):
        raise refuse("cwn.not_readied", rule="CWN-25", who=one.name, weapon=weapon.name)
    if weapon.hands > 1 and one.has("one_hand"):
        raise refuse("cwn.needs_two_hands", rule="CWN-64", who=one.name, weapon=weapon.name)
    if to_hit.crowding(scene, one, weapon, "single") is None:
        raise refuse("cwn.two_hands_in_melee", rule="CWN-27", who=one.name, weapon=weapon.name)
    left = one.gauges.get(weapon.ammo, 0)
    if left < AMMUNITION:
        key = "cwn.too_few_rounds" if left else "cwn.empty"
        raise refuse(key, rule="CWN-32", weapon=weapon.name, left=left, needed=AMMUNITION)


def _is_saved(scene: Scene, each: InCone, die: int) -> bool:
    one = scene.one(each.target)
    plus = save_bonus(scene, one) + each.gm
    return bool(mechanics.saves(die, character.save_target(scene, one, "evasion"), plus))


def _rolled(
    scene: Scene,
    one: Combatant,
    weapon: gear.Weapon,
    failed: Sequence[Combatant],
    known: int | None,
) -> rolls.Totals[tuple[int, dict[CombatantId, int]]]:
    """One damage roll for all, unless it is known already; a Trauma Die for each. Source: CWN-32."""
    if not failed:
        return 0, {}
    dice = damage_dice(scene, one, weapon)
    flat = dice.flat + total(damage_parts(scene, one, weapon, "single"))
    requests: list[RollRequest] = []
    if known is None:
        requests.append(rolls.request("damage", one.id, dice.sides, dice.count))
    traumatic: list[Combatant] = []
    for victim in failed:
        trauma = trauma_of(scene, one, weapon, victim, suited=None)
        if trauma is not None and not weapon.is_nonlethal:
            traumatic.append(victim)
            requests.append(rolls.request("trauma", victim.id, trauma.sides))
    totals = list((yield from rolls.together(*requests)))
    rolled = totals.pop(0) + flat if known is None else known
    plus = weapon.trauma.flat if weapon.trauma is not None else 0
    traumas = {
        victim.id: face + plus + trauma_bonus(scene, one, victim)
        for victim, face in zip(traumatic, totals, strict=True)
    }
    return rolled, traumas


def _pinned(scene: Scene, one: Combatant) -> ev.Event:
    until = Expiry(round=scene.state.round)
    return ev.ConditionAdded(who=one.id, condition=Condition(key="suppressed", until=until))
