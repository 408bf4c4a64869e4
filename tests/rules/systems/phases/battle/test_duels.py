"""Duels whose outcome a small Markov chain gives, written from the text of the rules and using nothing of the program.

Everybody wears armour that nothing gets through, but for the places that a duel is about: so its states stay few.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.table import Table

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

PHASES = 16
"""After so many a duel that is still open is a draw."""

HEAD, TORSO, RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG = range(6)
KEYS = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
SHARES = (0.1, 0.3, 0.1, 0.1, 0.2, 0.2)
"""PHA-41: the places on a d10."""

PENALTY = (0, 0, -1, -2, -3, -4, -4)
DN = (0, 12, 14, 16, 18, 20, 20)
INTERVAL = (0, 600, 600, 300, 100, 20, 20)
"""PHA-60, PHA-70: by level, from none to Destroyed."""

MOST_DAMAGE = 60
NEVER = 1000
LEAST = 1e-7
"""What is less likely is not followed; see ``win_chance``."""

# ------------------------------------------------------------------ the rules, once more

THREE = {
    total: sum(sum(faces) == total for faces in product(range(1, 7), repeat=3)) / 216
    for total in range(3, 19)
}
"""PHA-05: three dice."""


@lru_cache
def test_passes(bonus: int, dn: int) -> float:
    """PHA-05, PHA-08: a natural 3 fails."""
    return sum(p for shown, p in THREE.items() if shown > 3 and shown + bonus >= dn)


test_passes.__test__ = False  # type: ignore[attr-defined]


@lru_cache
def damage(dice: int, flat: int, least: int) -> dict[int, float]:
    """PHA-38, PHA-39: dice that explode, each further one less 1; what lies beyond counts as the most."""
    one: dict[int, float] = defaultdict(float)
    for sixes in range(10):
        # A 6, then further dice that count one less: 6, 5, 5, … and the last face less 1.
        for face in range(1, 6):
            value = face if not sixes else 6 + 5 * (sixes - 1) + face - 1
            one[min(value, MOST_DAMAGE)] += 6.0 ** -(sixes + 1)
    found = {0: 1.0}
    for _ in range(dice):
        further: dict[int, float] = defaultdict(float)
        for before, p in found.items():
            for value, q in one.items():
                further[min(before + value, MOST_DAMAGE)] += p * q
        found = further
    after: dict[int, float] = defaultdict(float)
    for value, p in found.items():
        after[max(value + flat, least)] += p
    return dict(after)


@dataclass(frozen=True, eq=False)
class Arm:
    """What is attacked with: bonus, damage, rounds of a burst (0: single hits), magazine (0: needs none)."""

    bonus: int
    dice: int
    flat: int = 0
    least: int = 0
    burst: int = 0
    magazine: int = 0
    is_melee: bool = False
    is_two_handed: bool = False
    jams: bool = False


@dataclass(frozen=True, eq=False)
class Duelist:
    """Somebody as numbers. ``bare``: the places without that armour. ``drops``: Shock puts it out.

    ``defends``: it aborts to All-Out Dodge when a hit would more likely than not put it out.
    """

    arm: Arm
    fist: Arm
    bare: tuple[int, ...]
    defense: int
    strength: int = 5
    stamina: int = 5
    cool: int = 5
    initiative: int = 5
    drops: bool = False
    defends: bool = False


class Mark(NamedTuple):
    """What changes: wounds by place, COOL held, the phase of the next Shock Test, weapon dropped, and so on."""

    levels: tuple[int, ...] = (0,) * 6
    held: bool = False
    due: int = 0
    dropped: bool = False
    prone: bool = False
    unsteady: bool = False
    jammed: bool = False
    rounds: int = 0
    lost: int = 0
    stunned: int = 0
    used: int = 0
    dodges: bool = False


OUT = Mark(levels=(9,) * 6)
Spread = dict[Any, float]


def penalty(mark: Mark) -> int:
    """PHA-66: the worst."""
    return min(PENALTY[level] for level in mark.levels)


@lru_cache(None)
def rolled(lead: int) -> tuple[float, float, dict[int, float]]:
    """PHA-35: the chances of a fumble, of a graze, and to hit by so much."""
    fumble, graze, hit = THREE[3], 0.0, defaultdict[int, float](float)
    for (mine, p), (yours, q) in product(THREE.items(), repeat=2):
        margin = lead + mine - yours
        if mine > 3 and margin == 0:
            graze += p * q
        if mine > 3 and margin > 0:
            hit[margin] += p * q
    return fumble, graze, dict(hit)


def dealt(past: int, who: Duelist) -> int:
    """PHA-60: the level of a wound."""
    one, two = who.strength, who.stamina
    limits = (1, one, one + two, 2 * one + two, 2 * (one + two))
    return sum(past >= limit for limit in limits) if past > 0 else 0


@lru_cache(None)
def struck(arm: Arm, lead: int, you: Duelist) -> dict[tuple[str, int, int], float]:
    """PHA-34, PHA-35, PHA-40 to PHA-42: (fumble | miss | wound | rounds, place or count, level) of an attack."""
    fumble, graze, hits = rolled(lead)
    found: dict[tuple[str, int, int], float] = defaultdict(float)
    found["fumble", 0, 0] = fumble
    for place, level, p in places(you, {1: 1.0}):
        found["wound", place, level] += graze * p
    for margin, p in hits.items():
        if arm.burst:
            for count in range(1, arm.burst + 1):
                found["rounds", count, 0] += p / arm.burst
            continue
        spread = {value + margin: q for value, q in damage(arm.dice, arm.flat, arm.least).items()}
        for place, level, q in places(you, spread):
            found["wound", place, level] += p * q
    found["miss", 0, 0] = 1 - sum(found.values())
    return dict(found)


def places(you: Duelist, spread: dict[int, float]) -> list[tuple[int, int, float]]:
    """PHA-41: the wounds that damage does, by place and level; none where armour stops all of it."""
    found: dict[tuple[int, int], float] = defaultdict(float)
    for place in you.bare:
        for value, p in spread.items():
            level = dealt(value * (2 if place == HEAD else 1), you)
            if level:
                found[place, level] += SHARES[place] * p
    return [(place, level, p) for (place, level), p in found.items()]


def due_at(phase: int, level: int) -> int:
    """PHA-70: the phase of the next Shock Test; all after the last one are alike."""
    due = phase + INTERVAL[level]
    return due if due <= PHASES else NEVER


def early(phase: int) -> int:
    """The phase as far as it matters: later no Shock Test can come due any more."""
    return phase if phase + INTERVAL[5] <= PHASES else PHASES


@lru_cache(None)
def wounded(you: Duelist, mark: Mark, place: int, level: int, phase: int) -> dict[Mark, float]:
    """PHA-61 to PHA-66: a wound with its tests."""
    if mark == OUT:
        return {OUT: 1.0}
    before = mark.levels[place]
    after = level if level > before else before + 1 if level == before else before
    after = before if before == 6 else after
    changed = after != before
    levels = tuple(after if each == place else old for each, old in enumerate(mark.levels))
    mark = mark._replace(levels=levels)
    if changed:
        mark = at_place(you, mark, place, after)
    if mark == OUT:
        return {OUT: 1.0}
    courses = shocked(you, mark, after, phase) if changed and after >= 2 else {mark: 1.0}
    found: dict[Mark, float] = defaultdict(float)
    for now, p in courses.items():
        if now == OUT or now.held:
            found[now] += p
            continue
        holds = test_passes(you.cool + penalty(now), 16)
        found[now._replace(held=True)] += p * holds
        found[OUT] += p * (1 - holds)
    return dict(found)


def at_place(you: Duelist, mark: Mark, place: int, level: int) -> Mark:
    """PHA-61, PHA-64: what a place does that has got worse."""
    if (place in (HEAD, TORSO) and level == 6) or (place == HEAD and level >= 4):
        return OUT
    if place == HEAD and level == 3:
        now = mark.used + mark.lost < 1
        return mark._replace(lost=mark.lost + now, stunned=mark.stunned + (not now))
    is_holding = place == RIGHT_ARM or (place == LEFT_ARM and you.arm.is_two_handed)
    legs = mark.levels[RIGHT_LEG], mark.levels[LEFT_LEG]
    row = max(legs) + (min(legs) > 0 and abs(legs[0] - legs[1]) <= 1 and max(legs) < 6)
    return mark._replace(
        dropped=mark.dropped or (is_holding and level >= 3), prone=mark.prone or row >= 4
    )


def shocked(you: Duelist, mark: Mark, level: int, phase: int) -> dict[Mark, float]:
    """PHA-62, PHA-70: the Shock Test of a wound; In Shock already, the clock is moved."""
    due = due_at(phase, max(mark.levels))
    if mark.due:
        return {mark._replace(due=min(mark.due, due)): 1.0}
    p = test_passes(you.stamina, DN[level])
    return {mark: p, OUT if you.drops else mark._replace(due=due): 1 - p}


@lru_cache(None)
def suffered(
    you: Duelist, mark: Mark, by: Arm, blow: tuple[str, int, int], phase: int
) -> dict[Mark, float]:
    """PHA-34, PHA-78: what an attack does, each round of a burst for itself."""
    kind, what, level = blow
    if kind == "wound":
        return wounded(you, mark, what, level, phase)
    courses: dict[Mark, float] = {mark: 1.0}
    for _ in range(what if kind == "rounds" else 0):
        further: dict[Mark, float] = defaultdict(float)
        for now, p in courses.items():
            none = 1.0
            for place, hurt, q in places(you, damage(by.dice, by.flat, by.least)):
                none -= q
                for after, r in wounded(you, now, place, hurt, phase).items():
                    further[after] += p * q * r
            further[now] += p * none
        courses = further
    return dict(courses)


@lru_cache(None)
def shortened(arm: Arm, rounds: int) -> Arm:
    """PHA-77: a burst of the rounds that are left."""
    return arm if arm.burst <= rounds else Arm(**(vars(arm) | {"burst": rounds}))


@lru_cache(None)
def is_likely_out(arm: Arm, lead: int, you: Duelist, mark: Mark, phase: int) -> bool:
    """PHA-35 to PHA-64: whether one hit of so many with this lead puts it out more often than not."""
    hits = {0: 1.0} if arm.burst else rolled(lead)[2]
    out = 0.0
    for margin, p in hits.items():
        spread = {value + margin: q for value, q in damage(arm.dice, arm.flat, arm.least).items()}
        for place, level, q in places(you, spread):
            out += p * q * wounded(you, mark, place, level, phase).get(OUT, 0.0)
    return out > sum(hits.values()) / 2


Announced = tuple[Mark, Arm, int | None]


@lru_cache(None)
def announced(who: Duelist, me: Mark, foe: Duelist, you: Mark) -> Announced:
    """PHA-23, PHA-26, PHA-30, PHA-77: the actor after what its action costs, with what, and by how much it leads.

    None: it does not attack.
    """
    if me == OUT or you == OUT or me.lost or me.dodges:
        return me, who.fist, None
    unsteady = 3 * me.unsteady
    me = me._replace(unsteady=False, used=1)
    arm = who.fist if me.dropped else who.arm
    if arm.magazine and not me.rounds:
        return me._replace(rounds=arm.magazine), arm, None
    if me.jammed and arm == who.arm:
        return me._replace(jammed=False), arm, None
    if arm.burst:
        arm = shortened(arm, me.rounds)
    if arm.magazine:
        me = me._replace(rounds=me.rounds - max(arm.burst, 1))
    lead = arm.bonus + penalty(me) - 3 * me.prone - unsteady
    lead -= foe.defense + penalty(you) + 3 * you.prone
    return me, arm, lead


@lru_cache(None)
def acted(
    who: Duelist, me: Mark, foe: Duelist, you: Mark, dodge: int = 0
) -> tuple[tuple[Mark, Arm, tuple[str, int, int], float], ...]:
    """PHA-30 to PHA-35: the actor after an action, with what, the attack, the chance; ``dodge`` is for the other."""
    me, arm, lead = announced(who, me, foe, you)
    if lead is None:
        return ((me, arm, ("miss", 0, 0), 1.0),)
    found = []
    for blow, p in struck(arm, lead - dodge, foe).items():
        fumbled = blow[0] == "fumble"
        jams = fumbled and arm.jams
        after = me._replace(unsteady=fumbled and arm.is_melee, jammed=me.jammed or jams)
        found.append((after, arm, blow, p))
    return tuple(found)


_AT_ONCE = ("unsteady", "jammed", "rounds", "used")


@lru_cache(None)
def together(
    one: Duelist, two: Duelist, a: Mark, b: Mark, phase: int
) -> dict[tuple[Mark, Mark], float]:
    """PHA-19: both roll as the phase stood; what they did comes after, the first in the file before."""
    found: dict[tuple[Mark, Mark], float] = defaultdict(float)
    for (now_a, arm_a, to_b, p), (now_b, arm_b, to_a, q) in product(
        acted(one, a, two, b), acted(two, b, one, a)
    ):
        at_once = {key: getattr(now_b, key) for key in _AT_ONCE if key != "used"}
        for struck_b, r in suffered(two, b._replace(**at_once), arm_a, to_b, phase).items():
            hurt_b = OUT if struck_b == OUT else struck_b._replace(used=now_b.used)
            for hurt_a, s in suffered(one, now_a, arm_b, to_a, phase).items():
                found[hurt_a, hurt_b] += p * q * r * s
    return found


@lru_cache(None)
def acts(
    who: Duelist, foe: Duelist, me: Mark, you: Mark, phase: int, *, is_first: bool
) -> tuple[tuple[Mark, Mark, float], ...]:
    """One acts: both after it, and the chance. PHA-25, PHA-51: who comes later may abort to All-Out Dodge."""
    _, by, lead = announced(who, me, foe, you)
    may_abort = is_first and foe.defends and lead is not None and not you.lost
    aborts = may_abort and is_likely_out(by, lead or 0, foe, you, phase)
    then = you._replace(dodges=True, used=1, unsteady=False) if aborts else you
    dodge = (3 - 3 * you.unsteady) * aborts
    found: dict[tuple[Mark, Mark], float] = defaultdict(float)
    for now, arm, blow, p in acted(who, me, foe, you, dodge):
        for hurt, q in suffered(foe, then, arm, blow, phase).items():
            found[now, hurt] += p * q
    return tuple((*both, p) for both, p in found.items())


@lru_cache(None)
def clocked(who: Duelist, mark: Mark, phase: int) -> dict[Mark, float]:
    """PHA-64, PHA-70: a new phase: its Shock Test, the action a stun takes."""
    if mark == OUT:
        return {OUT: 1.0}
    lost = min(mark.stunned, 1)
    mark = mark._replace(used=0, dodges=False, lost=lost, stunned=mark.stunned - lost)
    if not mark.due or mark.due > phase:
        return {mark: 1.0}
    worst = max(*mark.levels, 2)
    p = test_passes(who.stamina, DN[worst])
    return {mark._replace(due=due_at(phase, worst)): p, OUT: 1 - p}


States = dict[tuple[Mark, Mark], float]


def win_chance(
    one: Duelist, two: Duelist, a: Mark, b: Mark, phases: int = PHASES
) -> tuple[float, float]:
    """The chances that the first wins and that the second does, over all initiative rolls. PHA-19."""
    orders = dict.fromkeys(("one", "two", "both"), 0.0)
    for (mine, p), (yours, q) in product(THREE.items(), repeat=2):
        gap = mine + one.initiative - yours - two.initiative or one.initiative - two.initiative
        orders["one" if gap > 0 else "two" if gap < 0 else "both"] += p * q
    ends: States = defaultdict(float)
    for order, share in orders.items():
        states: States = {(a, b): share}
        for phase in range(1, phases + 1):
            states = _going(_phase(order, one, two, states, early(phase)), ends)
            if phase < phases:
                states = _going(_clock(one, two, states, phase + 1), ends)
        ends[a, b] += sum(states.values())
    assert sum(ends.values()) > 1 - 1e-3
    return sum(p for (_, y), p in ends.items() if y == OUT) - ends[OUT, OUT], sum(
        p for (x, _), p in ends.items() if x == OUT
    ) - ends[OUT, OUT]


def _going(states: States, ends: States) -> States:
    """The states that go on; the others are counted as ends."""
    found: States = {}
    for (x, y), p in states.items():
        if OUT in (x, y):
            ends[(x if x == OUT else Mark(), y if y == OUT else Mark())] += p
        elif p > LEAST:
            found[x, y] = p
    return found


def _phase(order: str, one: Duelist, two: Duelist, states: States, phase: int) -> States:
    if order == "both":
        found: States = defaultdict(float)
        for (x, y), p in states.items():
            for both, q in together(one, two, x, y, phase).items():
                found[both] += p * q
        return found
    for who in ("one", "two") if order == "one" else ("two", "one"):
        found = defaultdict(float)
        for (x, y), p in states.items():
            if who == "one":
                for now_x, now_y, q in acts(one, two, x, y, phase, is_first=order == "one"):
                    found[now_x, now_y] += p * q
            else:
                for now_y, now_x, q in acts(two, one, y, x, phase, is_first=order == "two"):
                    found[now_x, now_y] += p * q
        states = found
    return states


def _clock(one: Duelist, two: Duelist, states: States, phase: int) -> States:
    found: States = defaultdict(float)
    for (x, y), p in states.items():
        for (u, r), (v, s) in product(
            clocked(one, x, phase).items(), clocked(two, y, phase).items()
        ):
            found[u, v] += p * r * s
    return found


# ------------------------------------------------------------------ the duels

ENDLESS = CarriedDef(item="heavy_pistol", values={"magazine": 0, "can_jam": False})
FIST = Arm(bonus=5, dice=1, flat=-2, least=1, is_melee=True)
PISTOL = Arm(bonus=9, dice=3)
REVOLVER = Arm(bonus=9, dice=3, magazine=2, jams=True)
KNIFE = Arm(bonus=8, dice=1, is_melee=True)
SWORD = Arm(bonus=7, dice=2, is_melee=True)


@dataclass(frozen=True)
class Side:
    """A duelist, as the chain has it and as it joins the table."""

    duelist: Duelist
    items: tuple[Any, ...]
    sheet: dict[str, int] = field(default_factory=dict)
    start: Mark = field(default_factory=Mark)


def side(
    arm: Arm, item: Any, *bare: int, start: Mark | None = None, defends: bool = False, **sheet: int
) -> Side:
    """Returns somebody with a weapon, and nothing over these places; what is not on the sheet is 5."""
    evade, initiative, cool = (sheet.get(key, 0) for key in ("evade", "initiative", "cool"))
    stamina = sheet.get("stamina", 5)
    duelist = Duelist(
        arm=arm,
        fist=FIST,
        bare=bare,
        defense=5 + evade,
        stamina=stamina,
        cool=(cool or 5) + initiative,
        initiative=5 + initiative,
        defends=defends,
    )
    return Side(duelist, (item,), sheet, start or Mark(rounds=arm.magazine))


SOFT = (TORSO, RIGHT_LEG, LEFT_LEG)
"""Places enough for a hit to put somebody without nerve out more often than not."""
TWO_ROUNDS = CarriedDef(item="revolver", values={"magazine": 2})
BURSTS = CarriedDef(item="smg", values={"modes": "burst", "magazine": 5, "can_jam": False})

CASES: dict[str, tuple[Side, Side, dict[str, Any]]] = {
    "pistols, wounds of the torso": (
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, evade=2, cool=7),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, evade=1, cool=8),
        {},
    ),
    "the slower one is often too late": (
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=7),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=7, initiative=4),
        {},
    ),
    "heads: stuns and the unconscious": (
        side(PISTOL, ENDLESS, HEAD, marksmanship=4, cool=12),
        side(PISTOL, ENDLESS, HEAD, marksmanship=4, evade=1, cool=12),
        {},
    ),
    "arms: dropped weapons, then fists": (
        side(PISTOL, ENDLESS, RIGHT_ARM, marksmanship=4, cool=9),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=9),
        {},
    ),
    "legs: prone": (
        side(PISTOL, ENDLESS, RIGHT_LEG, LEFT_LEG, marksmanship=4, cool=8),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=10),
        {},
    ),
    "two rounds, then reloading": (
        side(REVOLVER, TWO_ROUNDS, TORSO, marksmanship=4, cool=9),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=7),
        {},
    ),
    "bursts that run short": (
        side(
            Arm(bonus=9, dice=2, burst=3, magazine=5, is_two_handed=True),
            BURSTS,
            TORSO,
            marksmanship=4,
            cool=9,
        ),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=9),
        {},
    ),
    "blades: off balance": (
        side(KNIFE, "knife", TORSO, melee=3, cool=10, evade=1),
        side(SWORD, "sword", TORSO, melee=2, cool=10),
        {},
    ),
    "who is shot at first dodges": (
        side(PISTOL, ENDLESS, *SOFT, defends=True, marksmanship=4, cool=2, evade=1),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=9),
        {},
    ),
    "dodges bursts, also off balance": (
        side(
            SWORD,
            "sword",
            *SOFT,
            start=Mark(unsteady=True),
            defends=True,
            melee=2,
            cool=2,
        ),
        side(
            Arm(bonus=9, dice=2, burst=3, magazine=5, is_two_handed=True),
            BURSTS,
            TORSO,
            marksmanship=4,
            cool=9,
        ),
        {},
    ),
    "Shock puts NPCs out": (
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=9),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=14, stamina=5),
        {"phases.mookRule": True},
    ),
    "Shock Tests come due": (
        side(
            PISTOL,
            ENDLESS,
            TORSO,
            start=Mark(levels=(0, 5, 0, 0, 0, 0), due=3),
            marksmanship=4,
            cool=14,
            stamina=6,
        ),
        side(PISTOL, ENDLESS, TORSO, marksmanship=4, cool=9),
        {},
    ),
}


FEW_PHASES = {"who is shot at first dodges": 2, "dodges bursts, also off balance": 1}
"""Duels with so many ways to be wounded that the chain follows fewer phases."""


def armored(bare: tuple[int, ...]) -> CarriedDef:
    """Armour that nothing gets through, over all other places."""
    covers = " ".join(key for place, key in enumerate(KEYS) if place not in bare)
    return CarriedDef(item="leather", values={"value": 90, "covers": covers})


def duel(case: str, ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """Both at a table, before the fight begins."""
    one, two, switches = CASES[case]
    table = Table(system_for("phases"), ruleset, texts)
    for key, to in switches.items():
        table.switch(key, to)
    for name, each in (("pc", one), ("foe", two)):
        items = (*each.items, armored(each.duelist.bare))
        item = each.items[0]
        held = item if isinstance(item, str) else item.item
        who = table.join(name, side=name, items=items, held=held, **each.sheet)  # type: ignore[arg-type]
        for place, level in enumerate(each.start.levels):
            if level:
                table.happen(ev.LocationSet(who=who, location=KEYS[place], level=level))
        if each.start.unsteady:
            table.happen(ev.ConditionAdded(who=who, condition=Condition(key="off_balance")))
        if each.start.due:
            shock = Condition(key="in_shock", count=each.start.due)
            table.happen(ev.ConditionAdded(who=who, condition=shock))
    return table


@pytest.mark.rule("PHA-70")
def test_nobody_acts_any_more_once_a_shock_test_has_decided(
    ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """The foe fails its Shock Test as the second phase begins: who could not act in the first never fires."""
    table = Table(system_for("phases"), ruleset, texts)
    shooter = table.join("A", side="pc", items=["heavy_pistol"], held="heavy_pistol")
    foe = table.join("B", side="foe", items=["knife"], held="knife", stamina=-40)
    table.happen(ev.LocationSet(who=foe, location="torso", level=4))
    table.happen(ev.ConditionAdded(who=foe, condition=Condition(key="in_shock", count=2)))
    for each in (shooter, foe):
        table.happen(ev.ConditionAdded(who=each, condition=Condition(key="stunned", count=1)))
    battle = table.system.battle(table.context)
    result = battle.play(1_000, np.random.default_rng(4), Orders())
    decided = result.rounds == 2
    assert decided.mean() > 0.9
    assert set(result.ammo[decided, 0].tolist()) == {battle.game.start.columns["ammo"][0, 0]}


@pytest.mark.rule("PHA-19")
@pytest.mark.rule("PHA-35")
@pytest.mark.rule("PHA-61")
@pytest.mark.rule("PHA-62")
@pytest.mark.rule("PHA-63")
@pytest.mark.rule("PHA-64")
@pytest.mark.parametrize("fights", [10_000, pytest.param(100_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("case", CASES)
def test_a_duel_is_won_as_often_as_the_chain_says(
    case: str, fights: int, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """Within 4 standard errors, for both sides (PHA-19, PHA-33 to PHA-35, PHA-60 to PHA-66, PHA-70, PHA-77)."""
    one, two, switches = CASES[case]
    drops = Duelist(**(vars(two.duelist) | {"drops": bool(switches.get("phases.mookRule"))}))
    phases = FEW_PHASES.get(case, PHASES)
    expected = win_chance(one.duelist, drops, one.start, two.start, phases)
    battle = duel(case, ruleset, texts)
    rng = np.random.default_rng(3)
    orders = Orders(
        most_rounds=phases, pc_defends=one.duelist.defends, foe_defends=two.duelist.defends
    )
    result = battle.system.battle(battle.context).play(fights, rng, orders)
    for winner, chance in enumerate(expected):
        found = float((result.winner == winner).mean())
        error = sqrt(chance * (1 - chance) / fights)
        print(
            f"{case}: {winner} {chance:.4f} expected, {found:.4f} found, {(found - chance) / error:+.1f}"
        )
        assert abs(found - chance) <= 4 * error, (case, winner)
