"""The chance to be down within so many attacks: what an attack uses up, the next one does not have.

The attacker repeats its attack as fast as the rules let it, and reloads where it must; nothing is left to chance about
that. What becomes of the target is carried from attack to attack.

Source: D6P-12, D6P-16, D6P-17, D6P-23, D6P-24, D6P-29, D6P-31, D6P-33 to D6P-35, D6P-42, D6P-43.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.plans import Remembered
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Play, Rule, no, roll, undivided
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.engine.reading.chain import Chain
from encounter_gui.rules.engine.reading.fields import ValueStore
from encounter_gui.rules.engine.reading.rows import Columns, Reading, Weighed
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    AttackPlan,
    blast_strike,
    has_hero,
    known_plan,
)
from encounter_gui.rules.systems.d6pool.combat.blasts import exploding
from encounter_gui.rules.systems.d6pool.combat.variants import (
    Protection,
    Spans,
    Variant,
    attack_in,
    protection_in,
    strike_on,
    variant,
    with_variants,
)
from encounter_gui.rules.systems.d6pool.commands import Attack, Blast
from encounter_gui.rules.systems.d6pool.rules import costs, harm
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter, with_weapon
from encounter_gui.rules.systems.d6pool.rules.strike import Strike, strike
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds

CHAIN = 10
"""How many attacks in a row the chance to be down is given for."""

_MOST_TURNS = 60
"""After so many turns without enough attacks there will be no more: no magazine holds what one of them needs."""


class Repeated(Struct, frozen=True, kw_only=True):
    """The chances to be down after 1, 2 … attacks, and how many of them fall in each turn that has any."""

    within: tuple[float, ...]
    turns: tuple[int, ...]


class NextAttack(Struct, frozen=True, kw_only=True):
    """When an attack comes, so many turns from now, and what of its attacker decides about it."""

    turn: int
    mine: Variant


Planned = Callable[[Variant, Variant], Strike]
"""Makes the strike of attacker and target as they are then, with as many dodge dice as are wanted."""


@lru_cache(16)
def repeated(context: RulesContext, command: Command) -> Repeated | None:
    """Returns how likely the target of an attack is down if this goes on; None for a command without a target.

    The target spends as many dodge dice on each attack as on this one, while it has them. An explosion is one attack
    a turn. Source: D6P-16, D6P-17, D6P-24, D6P-31, D6P-35.
    """
    match command:
        case Attack():
            view = rounds.view_of_tie(context, command.who)
            plan = known_plan(view, command)
            attacks = attacks_of(view, view.combatant(command.who), plan, hero=command.hero)
            target = view.combatant(command.target)
            return _followed(view, target, tuple(attacks), _shots(view, command, target))
        case Blast(targets=(caught, *_)):
            view = rounds.view_of_tie(context, command.who) if command.who else context
            target = view.combatant(caught.target)
            spans, now = Spans(view.state), max(view.state.round, 1)
            each_turn = (
                NextAttack(turn=turn, mine=Variant(round=spans.first(now + turn)))
                for turn in range(CHAIN)
            )
            explosive = exploding(context, command)

            def blow(mine: Variant, theirs: Variant) -> Strike:
                then = with_variants(view, (variant(target, theirs),))
                found = blast_strike(then, explosive, caught)
                if found is None:
                    raise ValueError("the target is beyond the blast")
                return found

            return _followed(view, target, tuple(each_turn), blow)
        case _:
            return None


def _shots(view: RulesContext, command: Attack, target: Combatant) -> Planned:
    command = replace(command, hero=False)
    attacks: Remembered[Variant, AttackPlan] = Remembered(partial(attack_in, view, command))
    protections: Remembered[Variant, Protection] = Remembered(
        lambda theirs: protection_in(view, target, theirs, command.modifiers)
    )
    return lambda mine, theirs: strike_on(attacks[mine], protections[theirs])


# ---- the attacker


def attacks_of(
    context: RulesContext, attacker: Combatant, plan: AttackPlan, *, hero: bool
) -> Iterator[NextAttack]:
    """Yields the next attacks of a combatant, as many as are looked at. Source: D6P-16, D6P-17, D6P-24."""
    body, play = with_weapon(plan.weapon.key), Play(context)
    fields, spans = body.fields(), Spans(context.state)
    store = ValueStore(**{name: each.read(context, attacker) for name, each in fields.items()})
    store.values["hero"] = has_hero(attacker, plan.weapon.skill, wanted=hero)
    me, count, last = body(store), 0, 0
    now, base = max(context.state.round, 1), costs.base_of(plan.mode)
    reloading = action_budget.COSTS.of(context, "reload")
    for turn, goes_on in _actions(context, attacker, (plan.weapon.key, plan.mode)):
        if turn > last:
            store.expire(fields, "round")
        if not goes_on:
            store.expire(fields, "turn")
        last = turn
        while count < CHAIN:
            if costs.can_attack(play, me, base, plan.rounds):
                yield NextAttack(
                    turn=turn,
                    mine=Variant(
                        round=spans.first(now + turn),
                        is_stunned=bool(me.stunned),
                        is_wounded=character.is_wounded(attacker),
                        is_aimed=bool(me.aimed) and plan.mode != "melee",
                        hero=plan.weapon.skill if me.hero else "",
                    ),
                )
                count += 1
                undivided(costs.attack(play, me, base, plan.rounds, plan.mode != "melee"))
            elif costs.may_reload(me, reloading, plan.rounds, plan.weapon.magazine):
                magazine, is_single = plan.weapon.magazine, plan.weapon.is_single_load
                undivided(costs.reload(play, me, reloading, magazine, is_single))
            else:
                break
        if count == CHAIN or turn > _MOST_TURNS:
            return


def _actions(
    context: RulesContext, attacker: Combatant, using: tuple[str, str]
) -> Iterator[tuple[int, bool]]:
    """Yields the actions that come, without end: in which turn from now, and whether it is under way.

    It keeps as many in a turn as it has in this one. Source: D6P-16.
    """
    state = context.state
    slots = [slot for slot in state.slots if slot.who == attacker.id]
    if not slots:
        yield 0, False
    for slot in slots:
        if not action_budget.is_spent(context, attacker, slot):
            is_now = slot.group == state.group
            if not is_now or gear.in_use(attacker) in (None, using):
                yield 0, is_now
    turn = 0
    while True:
        turn += 1
        for _ in range(max(len(slots), 1)):
            yield turn, False


# ---- the target


def _followed(
    context: RulesContext, target: Combatant, attacks: tuple[NextAttack, ...], planned: Planned
) -> Repeated:
    fields = {name: (each.read(context, target),) for name, each in _DECIDING.items()}
    fields["is_in"] = (not character.is_down(target),)
    reading = Reading(body=Fighter, rolls=Weighed(), said=Play(context))
    chain = Chain(reading, fields, likeness=_likeness)
    strikes = _strikes(planned)
    within: list[float] = []
    turn = 0
    for each in attacks:
        if each.turn > turn:
            turn = each.turn
            chain.expire("round")
            then = variant(target, Variant(round=each.mine.round))
            chain.columns["dodge"][:] = character.dodge_pool(context, then)
        able = chain.columns["is_in"][:, 0]
        if able.any():
            chain.apply(_attacked, strikes(chain, each.mine), where=able, people=1)
        within.append(1.0 - chain.chance("is_in", 0))
    within += within[-1:] * (CHAIN - len(within))
    counts = np.bincount([each.turn for each in attacks])
    return Repeated(within=tuple(within), turns=tuple(int(count) for count in counts if count))


_DECIDING = {
    name: each
    for name, each in Fighter.fields().items()
    if name in {"health", "full_health", "stunned", "stunned_again", "dodge", "is_in"}
}
"""The fields that strikes and what they do read: what follows otherwise makes nobody fall sooner."""


def _likeness(columns: Columns) -> Columns:
    """Returns what still decides: of who is down nothing does."""
    is_in = columns["is_in"]
    return {name: columns[name] * is_in for name in ("health", "stunned", "dodge")}


def _attacked(play: Play, target: Fighter, plan: Strike) -> Rule[None]:
    """Spends the dice of a dodge, and plays the strike with what it does. Source: D6P-31, D6P-35."""
    was_stunned = target.stunned
    yield from costs.dodge(play, target, plan.dodge)
    blow = yield from roll(strike, plan)
    yield from harm.take(play, target, blow)
    yield from harm.lose_dodge(play, target, target.stunned & no(was_stunned))


def _strikes(planned: Planned) -> Callable[[Chain, Variant], Plans]:
    """Returns what makes the strike in each state in which the target stands; each is made when it is first met."""
    book = Book(strike)

    def number(key: tuple[Variant, int]) -> int:
        mine, code = key
        theirs = Variant(round=mine.round, is_stunned=bool(code & 1), is_wounded=bool(code & 2))
        made = planned(mine, theirs)
        return book.number(replace(made, dodge=min(made.dodge, code // 4)).bare)

    numbers = Remembered(number)

    def plans(chain: Chain, mine: Variant) -> Plans:
        columns = chain.columns
        able = columns["is_in"][:, 0].nonzero()[0]
        health, full = columns["health"][able, 0], columns["full_health"][able, 0]
        code = 4 * columns["dodge"][able, 0] + 2 * (health < full) + columns["stunned"][able, 0]
        different, which = np.unique(code, return_inverse=True)
        return Plans(book, np.array([numbers[mine, each] for each in different.tolist()])[which])

    return plans
