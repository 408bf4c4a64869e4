"""The chance to be down within so many attacks: stun, wounds, dodge dice, turns, aim and ammunition are carried.

Source: D6P-17, D6P-23, D6P-24, D6P-29, D6P-31, D6P-33 to D6P-35, D6P-42, D6P-43.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.dice.absorbing import Move, Step, ended_within, losing
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    AttackPlan,
    Strike,
    known_plan,
    plan_attack,
)
from encounter_gui.rules.systems.d6pool.commands import Attack
from encounter_gui.rules.systems.d6pool.odds.attack import hit_chance, wound_spread
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds

CHAIN = 10
"""How many attacks in a row the chance to be down is given for."""

STUNNED, WOUNDED = 1, 2
"""What a target may be between two attacks, as bits of its mode."""

_MODES = 4


class NextAttack(Struct, frozen=True, kw_only=True):
    """One of the attacks that follow one another, in dice.

    ``dodge`` are the dice of the target, unstunned and stunned. ``begins_turn``: a turn has begun since the attack
    before, so the stun is over.
    """

    attack: int
    dodge: tuple[int, int]
    difficulty: int
    damage: int
    is_certain: bool = False
    begins_turn: bool = False


class Mark(Struct, frozen=True, kw_only=True):
    """A target as numbers: Temporary Health left, and what it resists with in each of the four modes.

    ``resistance`` is that of somebody neither stunned nor wounded, stunned, wounded, and both; ``mode`` how it is now.
    """

    left: int
    mode: int
    resistance: tuple[int, int, int, int]


class Rhythm(Struct, frozen=True, kw_only=True):
    """How fast the attacks follow: so many in this turn, so many in each later one, so many before each reloading.

    None: no ammunition is needed. Source: D6P-17, D6P-24.
    """

    now: int
    turn: int
    loaded: int | None = None
    reloaded: int = 1

    def turns(self) -> Iterator[int]:
        """Yields the number of the turn of each attack, without end."""
        turn, free = 0, self.now
        rounds_left = self.loaded
        while True:
            if rounds_left == 0:  # to reload takes a whole turn
                turn, free, rounds_left = turn + 1, self.turn, self.reloaded
            elif not free:
                turn, free = turn + 1, self.turn
            yield turn
            free -= 1
            rounds_left = None if rounds_left is None else rounds_left - 1


def down_within(attacks: Sequence[NextAttack], mark: Mark) -> tuple[float, ...]:
    """Returns the chances to be down after 1, 2 … of these attacks. Source: D6P-29, D6P-33 to D6P-35, D6P-42."""
    if mechanics.is_down(mark.left):
        return (1.0,) * len(attacks)
    standing = np.zeros((_modes(mark), mark.left))
    standing[mark.mode, 0] = 1.0
    known = {each: _step(each, mark) for each in dict.fromkeys(attacks)}
    return ended_within(standing, [known[each] for each in attacks])


def _step(attack: NextAttack, mark: Mark) -> Step:
    modes = _modes(mark)
    moves = [
        move
        for mode in range(modes)
        for move in _moves(attack, mark, mode, mode & WOUNDED if attack.begins_turn else mode)
    ]
    return losing(moves, modes, mark.left)


def _modes(mark: Mark) -> int:
    """Returns how many modes can come up: wounds are told apart only where they weaken the resistance."""
    return _MODES if _tells_wounds(mark) else WOUNDED


def _tells_wounds(mark: Mark) -> bool:
    return mark.resistance[:WOUNDED] != mark.resistance[WOUNDED:]


def _moves(attack: NextAttack, mark: Mark, source: int, mode: int) -> Iterator[Move]:
    """Yields what an attack does to a target in a mode, which ``source`` has come to by now. Source: D6P-35."""
    hit = 1.0
    if not attack.is_certain:
        hit = hit_chance(attack.attack, attack.dodge[mode & STUNNED], attack.difficulty)
    loss = wound_spread(attack.damage, mark.resistance[mode]) * hit
    stunned = mode | STUNNED if mechanics.harms(attack.damage) else mode
    wounded = mode | WOUNDED if _tells_wounds(mark) else mode
    if stunned != mode:
        yield Move(source, stunned, loss[:1].copy())
        loss[0] = 0.0
    if wounded != mode:
        yield Move(source, mode, np.array([1.0 - hit + loss[0]]))
        loss[0] = 0.0
    else:
        loss[0] += 1.0 - hit
    yield Move(source, wounded, loss)


# ---- from the table


def attacks_like(
    context: RulesContext, command: Command, strike: Strike, target: Combatant
) -> tuple[NextAttack, ...]:
    """Returns the attacks that follow if a combatant goes on like this, as fast as the rules let it.

    The aim goes with the first; the target spends as many dodge dice on each as now, while it has them. An explosion
    is one attack a turn. Source: D6P-17, D6P-23, D6P-24, D6P-31.
    """
    later, rhythm = strike, Rhythm(now=1, turn=1)
    if isinstance(command, Attack):
        view = rounds.view_of_tie(context, command.who)
        plan = known_plan(view, command)
        rhythm = rhythm_of(view, view.combatant(command.who), plan)
        if plan.uses_aim:
            spent = evolve(view.state, ev.ConditionRemoved(who=command.who, key="aimed"))
            later = plan_attack(replace(view, state=spent), command).strike
    return tuple(_in_turns(context, (strike, later), target, rhythm))


def _in_turns(
    context: RulesContext, strikes: tuple[Strike, Strike], target: Combatant, rhythm: Rhythm
) -> Iterator[NextAttack]:
    wanted = strikes[0].dodge
    weakens = bool(context.switch("d6pool.stunHitsDodge"))
    left = character.dodge_left(target)
    loses = int(weakens and not target.has("stunned"))
    before = 0
    for number, turn in zip(range(CHAIN), rhythm.turns(), strict=False):
        strike = strikes[min(number, 1)]
        if turn > before:
            left, loses = character.dodge_pool(context, target), int(weakens)
        dodge = (min(wanted, left), min(wanted, max(left - loses, 0)))
        left -= dodge[0]
        yield NextAttack(
            attack=strike.pool.dice,
            dodge=dodge,
            difficulty=strike.dn,
            damage=strike.damage,
            is_certain=strike.is_certain,
            begins_turn=turn > before,
        )
        before = turn


def rhythm_of(context: RulesContext, attacker: Combatant, plan: AttackPlan) -> Rhythm:
    """Returns how fast a combatant may repeat an attack. Source: D6P-16, D6P-17, D6P-19, D6P-20, D6P-24."""
    limit = max(action_budget.attack_limit(context, _rest(attacker), plan.mode), 1)
    slots = [slot for slot in context.state.slots if slot.who == attacker.id]
    actions = 1 if action_budget.counts_by_turn(context) else max(len(slots), 1)
    now = _attacks_now(context, attacker, plan.mode, limit) if slots else limit
    weapon = plan.weapon
    if not plan.rounds:
        return Rhythm(now=now, turn=limit * actions)
    full = weapon.magazine
    if weapon.is_single_load:
        full = min(full, context.number(mechanics.RELOAD_ROUNDS))
    return Rhythm(
        now=now,
        turn=limit * actions,
        loaded=attacker.gauges.get(weapon.ammo, 0) // plan.rounds,
        reloaded=max(full // plan.rounds, 1),
    )


def _attacks_now(context: RulesContext, attacker: Combatant, mode: str, limit: int) -> int:
    """Returns how many attacks are left in this turn, a second action included. Source: D6P-16, D6P-17."""
    pending = [
        slot
        for slot in context.state.slots
        if slot.who == attacker.id and not action_budget.is_spent(context, attacker, slot)
    ]
    allowed = action_budget.attack_limit(context, attacker, mode)
    here = max(allowed - action_budget.attacks_made(context, attacker), 0)
    if action_budget.counts_by_turn(context):
        return here if pending else 0
    return sum(here if slot.group == context.state.group else limit for slot in pending)


def _rest(attacker: Combatant) -> Combatant:
    """Returns a combatant as at the beginning of a turn, with its weapon in hand."""
    kept = tuple(each for each in attacker.conditions if each.key != "drawn")
    return replace(attacker, conditions=kept, gauges={**attacker.gauges, "drew": 0})


def mark_of(context: RulesContext, target: Combatant) -> Mark:
    """Returns a target as numbers, its resistance by the rules of the table. Source: D6P-34, D6P-42."""
    left = character.health_now(target)
    stunned = target.has("stunned")
    unwounded = bool(left >= character.health(target))
    resists: dict[int, int] = {}
    for mode in range(_MODES):
        if mode & WOUNDED and not (unwounded and context.switch("d6pool.woundHitsResist")):
            resists[mode] = resists[mode & STUNNED]
        else:
            like = _like(target, is_stunned=bool(mode & STUNNED), is_wounded=bool(mode & WOUNDED))
            resists[mode] = character.resistance(context, like).dice
    return Mark(
        left=left,
        mode=STUNNED if stunned else 0,
        resistance=(resists[0], resists[1], resists[2], resists[3]),
    )


def _like(target: Combatant, *, is_stunned: bool, is_wounded: bool) -> Combatant:
    """Returns a target as it would be stunned or not, and with a first wound."""
    conditions = tuple(each for each in target.conditions if each.key != "stunned")
    if is_stunned:
        conditions = (*conditions, Condition(key="stunned"))
    gauges = dict(target.gauges)
    if is_wounded:
        gauges[character.HEALTH] = character.health(target) - 1
    return replace(target, conditions=conditions, gauges=gauges)
