"""Duels whose outcome a small Markov chain gives, written from the text of the rules and using nothing of the program.

A state is what both have left and what else matters between two turns; a turn is every initiative roll and every
attack with all its outcomes.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.stopping import never
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool.battle.preparing import prepare
from tests.helpers.table import Table

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

FIGHTS = 100_000

# ------------------------------------------------------------------ the rules, once more


@lru_cache
def dice(count: int) -> dict[int, float]:
    """D6P-09: the sum of so many d6."""
    found = {0: 1.0}
    for _ in range(max(count, 0)):
        found = {
            total: sum(found.get(total - face, 0.0) for face in range(1, 7)) / 6
            for total in range(min(found) + 1, max(found) + 7)
        }
    return found


@dataclass(frozen=True)
class Fighter:
    """Somebody as numbers: Health, speed, dice to hit, their number, damage, resistance, attacks, rounds, dodge."""

    health: int
    speed: int
    attack: int
    difficulty: int
    damage: int
    resistance: int
    attacks: int = 1
    magazine: int = 0
    dodge: int = 0


class Mark(NamedTuple):
    """What changes in a fight: Temporary Health, stunned this turn, rounds, whether the turn is spent, aim, dodge."""

    left: int
    stunned: bool = False
    rounds: int = 0
    busy: bool = False
    acted: bool = False
    aimed: bool = False
    dodge: int = 0


DOWN = Mark(left=0)
"""Whoever is down, however far."""

States = dict[tuple[Mark, Mark], float]


@lru_cache(None)
def outcomes(
    attack: int, difficulty: int, damage: int, resistance: int, dodge: int
) -> dict[int, float]:
    """D6P-29, D6P-31, D6P-33 to D6P-35: −1 a miss, 0 a stun, else so many wounds."""
    found: dict[int, float] = defaultdict(float)
    hit = sum(
        p * q
        for total, p in dice(attack).items()
        for dodged, q in dice(dodge).items()
        if attack > 0 and total >= difficulty + dodged
    )
    found[-1] = 1 - hit
    for dealt, p in dice(damage).items():
        for resisted, q in dice(resistance).items():
            found[max(dealt - resisted, 0)] += hit * p * q
    return dict(found)


@lru_cache(None)
def action(
    who: Fighter, me: Mark, foe: Fighter, you: Mark
) -> tuple[tuple[Mark, int, bool, int, float], ...]:
    """One action: the actor after it, wounds, stun and dodge dice of the foe, the chance.

    D6P-17, D6P-24, D6P-28, D6P-31, D6P-42.
    """
    if who.magazine and not me.rounds:
        if not me.acted:
            me = me._replace(rounds=who.magazine, busy=True, acted=True)
        return ((me, 0, False, 0, 1.0),)
    courses: dict[tuple[Mark, int, bool, int], float] = {(me, 0, False, 0): 1.0}
    for _ in range(who.attacks):
        following: dict[tuple[Mark, int, bool, int], float] = defaultdict(float)
        for (now, dealt, stunned, spent), p in courses.items():
            if you.left - dealt <= 0 or (who.magazine and not now.rounds):
                following[now, dealt, stunned, spent] += p
                continue
            hurt = now.stunned or now.left < who.health
            pool = who.attack - hurt + 2 * now.aimed
            resist = foe.resistance - (you.stunned or stunned)
            after = now._replace(rounds=max(now.rounds - 1, 0), acted=True, aimed=False)
            dodge = min(you.dodge - spent, 2)
            for result, q in outcomes(pool, who.difficulty, who.damage, resist, dodge).items():
                wounds = max(result, 0)
                following[after, dealt + wounds, stunned or result == 0, spent + dodge] += p * q
        courses = following
    return tuple((*course, p) for course, p in courses.items())


def suffered(mark: Mark, wounds: int, stunned: bool, spent: int) -> Mark:
    """D6P-35, D6P-23: what an action has done to somebody; an aim is lost to it."""
    if mark.left <= wounds:
        return DOWN
    return mark._replace(
        left=mark.left - wounds,
        stunned=mark.stunned or stunned,
        aimed=mark.aimed and not (wounds or stunned),
        dodge=mark.dodge - spent,
    )


def group(duel: "Duel", states: States, first: bool, second: bool, lane: int) -> States:
    """One place in the order: one of the two acts, or both at once. D6P-15, D6P-16."""
    found: States = defaultdict(float)
    for (a, b), p in states.items():
        acts = [
            is_here and mark.left > 0 and not (lane and mark.busy)
            for is_here, mark in ((first, a), (second, b))
        ]
        if a.left <= 0 or b.left <= 0 or not any(acts):
            found[a, b] += p
            continue
        nothing = ((None, 0, False, 0, 1.0),)
        mine: Any = action(duel.one, a, duel.two, b) if acts[0] else nothing
        yours: Any = action(duel.two, b, duel.one, a) if acts[1] else nothing
        for (now_a, to_b, stuns_b, by_b, q), (now_b, to_a, stuns_a, by_a, r) in product(
            mine, yours
        ):
            after = (
                suffered(now_a or a, to_a, stuns_a, by_a),
                suffered(now_b or b, to_b, stuns_b, by_b),
            )
            found[after] += p * q * r
    return found


def orders(one: Fighter, two: Fighter) -> dict[tuple[tuple[int, bool, bool], ...], float]:
    """D6P-15, D6P-16: who acts when in a turn (second action or not, the first, the second), and how likely."""
    found: dict[tuple[tuple[int, bool, bool], ...], float] = defaultdict(float)
    for dice_shown in product(range(1, 7), repeat=2):
        totals = [die + who.speed for die, who in zip(dice_shown, (one, two), strict=True)]
        order: list[tuple[int, bool, bool]] = []
        for lane, least in ((0, 0), (1, 10)):
            scores = sorted({total for total in totals if total >= least}, reverse=True)
            order += [(lane, totals[0] == score, totals[1] == score) for score in scores]
        found[tuple(order)] += 1 / 36
    return found


def turn(duel: "Duel", states: States) -> States:
    """A whole turn: initiative, first actions, second actions; stun is over at its end. D6P-15, D6P-16, D6P-35."""
    found: States = defaultdict(float)
    for order, chance in orders(duel.one, duel.two).items():
        now = {state: p * chance for state, p in states.items()}
        for lane, first, second in order:
            now = group(duel, now, first, second, lane)
        for (a, b), p in now.items():
            fresh = {"stunned": False, "busy": False, "acted": False}
            renewed = a._replace(dodge=duel.one.dodge), b._replace(dodge=duel.two.dodge)
            found[renewed[0]._replace(**fresh), renewed[1]._replace(**fresh)] += p
    return found


@dataclass(frozen=True)
class Duel:
    """Two fighters, and how they are put on the table."""

    one: Fighter
    two: Fighter
    tables: tuple[dict[str, Any], dict[str, Any]]
    marks: tuple[dict[str, Any], dict[str, Any]] = field(default=({}, {}))
    turns: int = 100

    def chances(self) -> tuple[float, float, float]:
        """The chances that the first wins, the second, and that it is a draw."""
        begun = tuple(
            Mark(left=who.health, rounds=who.magazine, dodge=who.dodge)._replace(**mark)
            for who, mark in zip((self.one, self.two), self.marks, strict=True)
        )
        states: States = {begun: 1.0}  # type: ignore[dict-item]  # a pair
        won = [0.0, 0.0, 0.0]
        for _ in range(self.turns):
            going: States = defaultdict(float)
            for (a, b), p in turn(self, states).items():
                if a.left > 0 and b.left > 0:
                    going[a, b] += p
                else:
                    won[0 if a.left > 0 else 1 if b.left > 0 else 2] += p
            states = going
            if sum(going.values()) < 1e-9:
                break
        won[2] += sum(states.values())
        return won[0], won[1], won[2]


PISTOL = {"class": "SS", "damage": 6, "ranges": [10, 25, 50, 75], "magazine": 0}


def armed(**values: Any) -> tuple[CarriedDef, ...]:
    """A revolver with other values."""
    return (CarriedDef(item="revolver", values={**PISTOL, **values}),)


def sheet(fighter: Fighter, weapon: dict[str, Any] | None = None) -> dict[str, Any]:
    """The sheet of a fighter with a firearm at Short range, which is against 10."""
    return {
        "held": "revolver",
        "items": armed(damage=fighter.damage, magazine=fighter.magazine, **(weapon or {})),
        "health": fighter.health,
        "strength": 4,
        "dexterity": fighter.speed,
        "firearms": fighter.attack,
        "pain_resistance": fighter.resistance,
        "dodge": fighter.dodge,
    }


def duel(
    one: Fighter,
    two: Fighter,
    weapons: tuple[dict[str, Any] | None, dict[str, Any] | None] = (None, None),
    **more: Any,
) -> Duel:
    """A duel of firearms."""
    return Duel(one, two, (sheet(one, weapons[0]), sheet(two, weapons[1])), **more)


PLAIN = Fighter(health=8, speed=3, attack=3, difficulty=10, damage=4, resistance=3)
DUELS = {
    "one shot each: who is first": duel(
        replace(PLAIN, health=6, damage=5), replace(PLAIN, health=6, speed=5, attack=2)
    ),
    "equal speed: ties, both may fall": duel(
        replace(PLAIN, health=5, damage=5), replace(PLAIN, health=6, damage=5)
    ),
    "two actions, from 10 on": duel(replace(PLAIN, speed=6), replace(PLAIN, attack=4)),
    "two shots an action: the stun of the first": duel(
        replace(PLAIN, attacks=2, damage=3),
        replace(PLAIN, resistance=4, attack=4),
        ({"class": "SA"}, None),
    ),
    "two rounds in the magazine: a turn to reload": duel(
        replace(PLAIN, magazine=2, attack=4),
        replace(PLAIN, attacks=2, magazine=3),
        (None, {"class": "SA"}),
    ),
    "wounded and aiming at the start": duel(
        PLAIN, PLAIN, marks=({"left": 5, "aimed": True}, {"left": 7})
    ),
    "three dice to dodge two shots with": duel(
        replace(PLAIN, attacks=2, attack=4), replace(PLAIN, dodge=3), ({"class": "SA"}, None)
    ),
    "both dodge, one acts twice": duel(
        replace(PLAIN, speed=6, attack=4, dodge=1), replace(PLAIN, attack=5, dodge=2, magazine=2)
    ),
    "no more than two turns": duel(PLAIN, replace(PLAIN, attack=4), turns=2),
}

QUICK = ("no more than two turns", "both dodge, one acts twice")
"""Those that are no matter of ``--deep``: their chains are short."""


def put(ruleset: Ruleset, texts: MessageCatalog, duel: Duel) -> Table:
    """A table with the two of a duel."""
    table = Table(system_for("d6pool"), ruleset, texts)
    for side, values, mark in zip(("pc", "foe"), duel.tables, duel.marks, strict=True):
        who = table.join(side, side=side, **values)
        if "left" in mark:
            table.happen(ev.GaugeSet(who=who, gauge="th", to=mark["left"]))
        if mark.get("aimed"):
            table.happen(ev.ConditionAdded(who=who, condition=Condition(key="aimed")))
    return table


Tabled = Callable[[Duel], Table]


@pytest.fixture
def tabled(ruleset: Ruleset, texts: MessageCatalog) -> Tabled:
    """Puts a duel on a table."""
    return lambda duel: put(ruleset, texts, duel)


@pytest.mark.rule("D6P-15", "D6P-16", "D6P-24", "D6P-31", "D6P-34", "D6P-35", "D6P-42")
@pytest.mark.parametrize(
    "name",
    [each if each in QUICK else pytest.param(each, marks=pytest.mark.deep) for each in DUELS],
)
def test_duels_are_won_as_often_as_a_small_markov_chain_says(name: str, tabled: Tabled) -> None:
    """Within 4 standard errors at 100,000 fights: won, lost, drawn."""
    duel = DUELS[name]
    expected = duel.chances()
    assert sum(expected) == pytest.approx(1, abs=1e-8)
    battle = prepare(tabled(duel).context, never)
    rng = np.random.Generator(np.random.PCG64(20))
    orders = Orders(
        most_rounds=duel.turns, pc_defends=duel.one.dodge > 0, foe_defends=duel.two.dodge > 0
    )
    result = battle.play(FIGHTS, rng, orders)
    counts = np.bincount(result.winner, minlength=3)
    for p, count in zip(expected, counts.tolist(), strict=True):
        assert abs(count - FIGHTS * p) <= 4 * (FIGHTS * p * (1 - p)) ** 0.5 + 1e-6
