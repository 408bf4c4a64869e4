"""Duels whose win chance a small Markov chain gives, written here from the rule text, against fights played out.

The chain knows two who shoot at or strike each other: Speed Checks (CHR-25), d100 with Advantage and doubles (CHR-15,
CHR-16), Stress and Conviction (CHR-17 to CHR-19), Soak (CHR-37), critical effects (CHR-38), complications (CHR-40),
Saves (CHR-41), panic (CHR-61 to CHR-63), fire and severed limbs (CHR-50, CHR-54, CHR-55), cover (CHR-29n, CHR-34) by
who gives a Major Action up for it when a shot that hits would bring it to 0 Health. Who is out, for whatever reason,
has lost.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from tests.rules.systems.chrome.conftest import Crew

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

FUMBLE, FAILS, SUCCEEDS, CRITICAL = range(4)
CALM = 500
"""Conviction that no Stress brings down to the faces of a d20; the chain need not follow it."""

OUT = 0


@dataclass(frozen=True)
class Fighter:
    """One of the two, as numbers of the sheet. ``attacks`` is what an enemy lists; ``combat`` 0: it is an enemy."""

    health: int = 10
    soak: int = 0
    tier: int = 2
    magazine: int = 0
    effects: tuple[str, ...] = ()
    is_melee: bool = False
    hands: int = 1
    attacks: int = 1
    combat: int = 0
    speed: int = 40
    reflex: int = 40
    fear: int = 40
    conviction: int = CALM
    most: int = CALM
    prime: str = ""
    is_skilled: bool = False
    is_synthetic: bool = False
    helmet: bool = False
    defends: bool = False

    @property
    def is_operator(self) -> bool:
        """Whether it has Stats and Saves."""
        return self.combat > 0


class Mark(NamedTuple):
    """What changes in a fight; Health 0: out."""

    health: int
    conviction: int
    most: int
    shots: int = 0
    trouble: str = ""
    marks: frozenset[str] = frozenset()
    lost: frozenset[int] = frozenset()


State = tuple[Mark, Mark]
Chances = dict[State, float]
Step = Callable[[State], Chances]


@cache
def ranks(target: int, edge: int) -> tuple[float, float, float, float]:
    """CHR-13 to CHR-16: chances from Critical Failure to Critical Success, by counting every roll."""

    def rank(roll: int) -> int:
        double = roll % 11 == 0
        return (3 if double else 2) if roll < target else (0 if double else 1)

    found = [0.0] * 4
    rolls = [(rank(roll), -roll) for roll in range(100)]
    if not edge:
        for each, _ in rolls:
            found[each] += 1 / 100
    else:
        for one in rolls:
            for other in rolls:
                kept = max(one, other) if edge > 0 else min(one, other)
                found[kept[0]] += 1 / 10_000
    return found[0], found[1], found[2], found[3]


def joined(chances: Chances, step: Step) -> Chances:
    """Every state goes on by a step; a fight that is over stays as it is."""
    found: Chances = defaultdict(float)
    for state, p in chances.items():
        if state[0].health == OUT or state[1].health == OUT:
            found[state] += p
            continue
        for after, q in step(state).items():
            found[after] += p * q
    return found


def edge_of(good: bool, bad: bool) -> int:
    """CHR-16: both at once cancel."""
    return int(good) - int(bad)


class Chain:
    """The duel of two fighters, step by step."""

    def __init__(self, one: Fighter, two: Fighter) -> None:
        """Takes the two, the player's side first."""
        self.who = one, two
        self.acted: dict[tuple[int, State], Chances] = {}

    # ---- what is changed

    def put(self, state: State, index: int, mark: Mark) -> State:
        """The state with another mark of one of the two."""
        return (mark, state[1]) if index == 0 else (state[0], mark)

    def stressed(self, index: int, mark: Mark, change: int) -> Mark:
        """CHR-05, CHR-63: Conviction within its limits; who doubts gains none."""
        if mark.most == CALM or not self.who[index].is_operator:
            return mark
        if change > 0 and "doubt" in mark.marks:
            return mark
        return mark._replace(conviction=min(max(mark.conviction + change, 0), mark.most))

    def hurt(self, index: int, mark: Mark, damage: int) -> Mark:
        """CHR-57, CHR-58: 0 Health is out, whatever the Save then says."""
        return mark._replace(health=max(mark.health - damage, OUT))

    # ---- attacks

    def attack(self, index: int, state: State) -> Chances:
        """CHR-36 to CHR-44, CHR-73: one attack with all that follows."""
        who, mine = self.who[index], state[index]
        if who.magazine:
            mine = mine._replace(shots=mine.shots - 1)
        found: Chances = defaultdict(float)
        if not who.is_operator:
            self._defend(index, self.put(state, index, mine), False, 1.0, found)
            return found
        chances = ranks(who.combat, int(bool(mine.marks & {"ultra", "adrenaline"})))
        mine = mine._replace(marks=mine.marks - {"adrenaline"})
        for rank, p in enumerate(chances):
            change = (-2, -1, int(who.is_skilled), 2)[rank]
            after = self.stressed(index, mine, change)
            if rank == FUMBLE:
                for troubled in self._complications(index, after):
                    found[self.put(state, index, troubled)] += p / 6
            elif rank == FAILS:
                found[self.put(state, index, after)] += p
            else:
                self._defend(index, self.put(state, index, after), rank == CRITICAL, p, found)
        return found

    def _complications(self, index: int, mark: Mark) -> Iterable[Mark]:
        """CHR-40, by the six faces; nobody stands in the line."""
        who = self.who[index]
        exposed = mark._replace(marks=mark.marks | {"exposed"})
        drops = mark._replace(trouble="drop")
        jams = drops if who.is_melee else mark._replace(trouble="jam")
        empty = mark._replace(shots=0) if who.magazine else exposed
        return jams, jams, empty, exposed, drops, exposed

    def _defend(self, index: int, state: State, doubled: bool, p: float, found: Chances) -> None:
        """CHR-41, CHR-43: the Save of an Operator, and what gets through."""
        foe = 1 - index
        you = state[foe]
        who, other = self.who[index], self.who[foe]
        if not other.is_operator:
            self._hit(index, state, doubled, False, doubled, p, found)
            return
        worse = "prone" in you.marks or ("exposed" in you.marks and not who.is_operator)
        target = other.reflex + 10 * ("grit" in you.marks)
        chances = ranks(target, edge_of("ultra" in you.marks, worse))
        gone = {"grit"} | (set() if who.is_operator else {"exposed"})
        you = you._replace(marks=you.marks - gone)
        is_prime = other.prime == "reflex"
        for rank, q in enumerate(chances):
            after = self.stressed(foe, you, (-3, -1, int(is_prime), 2)[rank])
            then = self.put(state, foe, after)
            if rank >= SUCCEEDS:
                found[then] += p * q
                continue
            scared = rank == FUMBLE or (is_prime and "edgy" in you.marks)
            self._hit(index, then, doubled, scared, doubled or rank == FUMBLE, p * q, found)

    def _hit(
        self,
        index: int,
        state: State,
        doubled: bool,
        scared: bool,
        critical: bool,
        p: float,
        found: Chances,
    ) -> None:
        """CHR-36 to CHR-38, CHR-44: damage after Soak, critical effects, panic."""
        who, foe = self.who[index], 1 - index
        other = self.who[foe]
        raw = who.tier * (1 + doubled)
        if critical and "shock" in who.effects and other.is_synthetic:
            raw += 4
        cover = "cover" in state[foe].marks and not who.is_melee
        you = self.hurt(foe, state[foe], max(raw - other.soak - cover, 1))
        scared |= critical or who.tier >= 6
        effects = who.effects if critical else ()
        marks = {"ablaze"} if "ablaze" in effects else set()
        marks |= {"prone"} if "knockdown" in effects else set()
        marks |= {"shocked"} if "shock" in effects and not other.is_synthetic else set()
        you = you._replace(marks=you.marks | marks)
        ways = self._severed(foe, you) if "sever" in effects else {you: 1.0}
        for after, q in ways.items():
            then = self.put(state, foe, after)
            if after.health == OUT or not scared or not other.is_operator:
                found[then] += p * q
                continue
            for last, r in self._panic(foe, then).items():
                found[last] += p * q * r

    def _severed(self, index: int, mark: Mark) -> dict[Mark, float]:
        """CHR-49, CHR-54, CHR-55: by the ten faces: two legs, right arm, left arm, torso, the head."""
        who = self.who[index]
        found: dict[Mark, float] = defaultdict(float)
        for face in range(1, 11):
            after = mark
            if mark.health == OUT:
                pass
            elif face == 10 and not who.helmet:
                after = mark._replace(health=OUT)
            elif face <= 4 and face not in mark.lost:
                after = mark._replace(lost=mark.lost | {face})
                both = {3, 4} <= after.lost
                if face <= 2:
                    after = after._replace(marks=after.marks | {"prone"})
                elif who.is_operator and (face == 3 or both or who.hands == 2):
                    after = after._replace(trouble="drop")
            found[after] += 1 / 10
        return found

    # ---- panic

    def _panic(self, index: int, state: State) -> Chances:
        """CHR-61, CHR-63: the d20 against Conviction, and its rows; alone there is nobody near."""
        found: Chances = defaultdict(float)
        for face in range(1, 21):
            if face < state[index].conviction:
                found[state] += 1 / 20
                continue
            after = self.put(state, index, self._row(index, state[index], face))
            both_in = after[0].health and after[1].health
            if face == 5 and both_in and self._is_ready(index, after[index]):
                for then, p in self.attack(index, after).items():
                    found[then] += p / 20
            else:
                found[after] += 1 / 20
        return found

    def _row(self, index: int, mark: Mark, face: int) -> Mark:
        words = {20: "ultra", 19: "adrenaline", 18: "grit", 11: "gutless", 10: "edgy", 7: "doubt"}
        stress = {17: 1, 16: 1, 15: 2, 14: 2, 13: 2, 12: 2}
        if face in words:
            return mark._replace(marks=mark.marks | {words[face]})
        if face in stress:
            mark = self.stressed(index, mark, -stress[face])
            return self.hurt(index, mark, 2 if face in (12, 13) else 0)
        if face == 8:
            return mark._replace(conviction=0)
        if face == 4:
            return mark._replace(health=OUT)
        if face <= 2:
            most = mark.most - (3 - face)
            return mark._replace(most=most, conviction=min(mark.conviction, most))
        return mark

    # ---- turns

    def _is_ready(self, index: int, mark: Mark) -> bool:
        who = self.who[index]
        arms = len(mark.lost & {3, 4})
        has_hands = not who.is_operator or arms <= 2 - who.hands
        return not mark.trouble and has_hands and (not who.magazine or mark.shots > 0)

    def action(self, index: int, state: State) -> Chances:
        """An action, worked out once for each state."""
        if (index, state) not in self.acted:
            self.acted[index, state] = self._action(index, state)
        return self.acted[index, state]

    def _action(self, index: int, state: State) -> Chances:
        """CHR-28, CHR-29d, CHR-29n, CHR-40, CHR-63: cover, what is in the way, courage, then an attack."""
        who, mine, other = self.who[index], state[index], self.who[1 - index]
        is_shot_at = who.defends and who.is_operator and not other.is_melee
        if (
            is_shot_at
            and "cover" not in mine.marks
            and max(other.tier - who.soak, 1) >= mine.health
        ):
            return {self.put(state, index, mine._replace(marks=mine.marks | {"cover"})): 1.0}
        if mine.trouble == "drop":
            return {self.put(state, index, mine._replace(trouble="")): 1.0}
        if who.magazine and not mine.shots:
            return {self.put(state, index, mine._replace(shots=who.magazine)): 1.0}
        if mine.trouble == "jam":
            return {self.put(state, index, mine._replace(trouble="")): 1.0}
        if not self._is_ready(index, mine):
            return {state: 1.0}
        if "gutless" not in mine.marks:
            return self.attack(index, state)
        return joined(self._courage(index, state), lambda then: self.action(index, then))

    def _courage(self, index: int, state: State) -> Chances:
        """CHR-63: a Fear Save; who fails flees."""
        who, mine = self.who[index], state[index]
        chances = ranks(
            who.fear + 10 * ("grit" in mine.marks),
            edge_of("ultra" in mine.marks, "prone" in mine.marks),
        )
        found: Chances = defaultdict(float)
        is_prime = who.prime == "fear"
        for rank, p in enumerate(chances):
            after = mine._replace(marks=mine.marks - {"gutless", "grit"})
            after = self.stressed(index, after, (-3, -1, int(is_prime), 2)[rank])
            if rank < SUCCEEDS:
                after = after._replace(health=OUT)
            found[self.put(state, index, after)] += p
        return found

    def turn(self, index: int, chances: Chances, actions: int | None = None) -> Chances:
        """CHR-27, CHR-28, CHR-31, CHR-50: all actions of a turn, then fire and wounds; a lost turn has none."""
        who = self.who[index]
        usual = 2 if who.is_operator else who.attacks

        def whole(state: State) -> Chances:
            now: Chances = {state: 1.0}
            mine = state[index]
            count = usual if actions is None else actions
            if "shocked" in mine.marks:
                count = 0
                now = {self.put(state, index, mine._replace(marks=mine.marks - {"shocked"})): 1.0}
            elif "slow" in mine.marks:
                count = 1
                now = {self.put(state, index, mine._replace(marks=mine.marks - {"slow"})): 1.0}
            if (
                who.defends and not who.is_operator and count
            ):  # a block lists the move besides the attacks
                (state,) = now
                mine = state[index]
                now = {self.put(state, index, mine._replace(marks=mine.marks | {"cover"})): 1.0}
            for _ in range(count):
                now = joined(now, lambda state: self.action(index, state))
            return joined(now, tick)

        def tick(state: State) -> Chances:
            mine = state[index]
            damage = 2 * ("ablaze" in mine.marks) + 2 * len(mine.lost)
            return {self.put(state, index, self.hurt(index, mine, damage)): 1.0}

        return joined(chances, whole)

    def chances(self, marks: tuple[frozenset[str], frozenset[str]]) -> tuple[float, float]:
        """The chances that the first wins and that the second does, within 100 rounds."""
        begun = tuple(
            Mark(each.health, each.conviction, each.most, each.magazine, "", mark)
            for each, mark in zip(self.who, marks, strict=True)
        )
        courses = self._initiative((begun[0], begun[1]))
        won = [0.0, 0.0]
        for order, begins in courses.items():
            now = begins
            for _ in range(100):
                for index in order:
                    now = self.turn(index, now)
                going = {}
                for state, p in now.items():
                    if state[0].health and state[1].health:
                        if p > 1e-8:
                            going[state] = p
                    else:
                        won[0 if state[0].health else 1] += p
                now = going
                if sum(now.values()) < 1e-6:
                    break
        return won[0], won[1]

    def _initiative(self, begun: State) -> dict[tuple[int, int], Chances]:
        """CHR-25, CHR-26: blocks, extra Major Actions, slow starts; ties by the lower roll, then by joining."""
        found: dict[tuple[int, int], Chances] = defaultdict(lambda: defaultdict(float))
        rolls: list[list[tuple[int, int, Mark, float]]] = []
        for index, (who, mark) in enumerate(zip(self.who, begun, strict=True)):
            if not who.is_operator:
                rolls.append([(0, FAILS, mark, 1.0)])
                continue
            mine: dict[tuple[int, int, Mark], float] = defaultdict(float)
            needs_roll = self.who[1 - index].is_operator and self.who[1 - index].speed == who.speed
            for roll in range(100):
                double = roll % 11 == 0
                rank = (CRITICAL if double else SUCCEEDS) if roll < who.speed else (not double)
                after = self.stressed(index, mark, (-2, -1, 0, 2)[rank])
                if rank == FUMBLE:
                    after = after._replace(marks=after.marks | {"slow"})
                mine[roll if needs_roll else 0, int(rank), after] += 1 / 100
            rolls.append([(*key, p) for key, p in mine.items()])
        for roll_a, rank_a, a, p in rolls[0]:
            for roll_b, rank_b, b, q in rolls[1]:
                keys = [
                    (1, 0, 0)
                    if not who.is_operator
                    else (0 if rank >= SUCCEEDS else 2, -who.speed, roll)
                    for who, rank, roll in zip(
                        self.who, (rank_a, rank_b), (roll_a, roll_b), strict=True
                    )
                ]
                order = (0, 1) if keys[0] <= keys[1] else (1, 0)
                state: State = (a, b)
                now: Chances = {state: 1.0}
                extras = [0] * (rank_a == CRITICAL) + [1] * (rank_b == CRITICAL)
                extras.sort(key=lambda index: -self.who[index].speed)
                for index in extras:
                    now = joined(now, lambda then, index=index: self.action(index, then))
                for then, r in now.items():
                    found[order][then] += p * q * r
        return found


# ------------------------------------------------------------------ the duels

GUARD = Fighter(health=12, soak=2, tier=4)
SHOOTER = Fighter(combat=50, tier=4, soak=1, magazine=6, is_skilled=True)
DUELS: dict[str, tuple[Fighter, Fighter]] = {
    "firearms, Soak on both sides": (SHOOTER, GUARD),
    "two shots, then reloading; doubled damage": (
        Fighter(combat=60, tier=6, magazine=2, reflex=45),
        Fighter(health=20, soak=4, tier=4, magazine=3, attacks=2),
    ),
    "a melee weapon that is dropped; knockdown": (
        Fighter(combat=45, tier=4, is_melee=True, effects=("knockdown",)),
        Fighter(health=16, tier=4, is_melee=True, effects=("knockdown",), attacks=2),
    ),
    "fire": (
        Fighter(combat=55, tier=2, magazine=4, effects=("ablaze",)),
        Fighter(health=9, tier=2, attacks=2, effects=("ablaze",)),
    ),
    "lost turns": (
        Fighter(combat=60, tier=2, effects=("shock",), magazine=3),
        Fighter(health=12, tier=2, attacks=2, effects=("shock",)),
    ),
    "a shock on something synthetic": (
        Fighter(combat=44, tier=2, effects=("shock",), magazine=3),
        Fighter(health=12, soak=2, tier=4, is_synthetic=True),
    ),
    "severed limbs, bleeding and heads": (
        Fighter(combat=55, tier=4, effects=("sever",), is_melee=True, hands=2, health=8),
        Fighter(health=10, soak=1, tier=2, effects=("sever",), is_melee=True, attacks=2),
    ),
    "panic": (
        Fighter(combat=50, tier=4, conviction=9, most=12, prime="reflex", fear=50, is_melee=True),
        Fighter(health=9, soak=1, tier=6),
    ),
    "two Operators who tie": (
        Fighter(combat=50, tier=4, is_melee=True, reflex=35),
        Fighter(combat=45, tier=4, is_melee=True, reflex=45, soak=1),
    ),
    "cover on both sides": (
        Fighter(combat=50, tier=4, soak=1, magazine=6, defends=True),
        Fighter(health=12, soak=2, tier=6, defends=True),
    ),
    "cover from two shots a turn, and fire": (
        Fighter(health=9, combat=55, tier=4, magazine=3, defends=True),
        Fighter(health=14, soak=1, tier=4, attacks=2, effects=("ablaze",)),
    ),
    "two Operators, one faster, one gutless": (
        Fighter(health=6, combat=50, tier=4, magazine=2, reflex=30, speed=35),
        Fighter(health=6, combat=45, tier=4, is_melee=True, reflex=35, speed=60, fear=55),
    ),
}
"""Two fighters each, the player's side first."""

MARKS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "two Operators, one faster, one gutless": (frozenset({"prone"}), frozenset({"gutless"})),
    "firearms, Soak on both sides": (frozenset({"exposed", "grit"}), frozenset()),
}
"""Conditions at the start."""


def _arm(who: Fighter) -> CarriedDef:
    values = {
        "class": "melee" if who.is_melee else "firearm",
        "close": who.tier,
        "short": who.tier,
        "magazine": who.magazine,
        "effects": " ".join(who.effects),
        "hands": who.hands,
        "attacks": who.attacks,
        "skill": "Firearms",
    }
    if who.is_melee:
        del values["short"]
    return CarriedDef(item="fists", values=values)


def crew_of(name: str, ruleset: Ruleset, texts: MessageCatalog) -> Crew:
    """The duel at a table."""
    crew = Crew(ruleset, texts)
    marks = MARKS.get(name, (frozenset(), frozenset()))
    for side, who, words in zip(("pc", "foe"), DUELS[name], marks, strict=True):
        common: dict[str, Any] = {"soak": who.soak, "synthetic": who.is_synthetic, "side": side}
        if who.is_operator:
            added = crew.operator(
                side,
                _arm(who),
                health=who.health,
                combat=who.combat,
                speed=who.speed,
                reflex=who.reflex,
                fear=who.fear,
                conviction=who.most,
                prime=who.prime,
                skills="Firearms" if who.is_skilled else "",
                **common,
            )
            crew.happen(ev.GaugeSet(who=added, gauge="conviction", to=who.conviction))
        else:
            added = crew.enemy(side, _arm(who), health=who.health, **common)
        for word in sorted(words):
            crew.happen(ev.ConditionAdded(who=added, condition=Condition(key=word)))
    return crew


def _agrees(name: str, crew: Crew, fights: int) -> None:
    one, two = DUELS[name]
    expected = Chain(one, two).chances(MARKS.get(name, (frozenset(), frozenset())))
    battle = crew.system.battle(crew.context)
    assert battle.left_out == ()
    orders = Orders(pc_defends=one.defends, foe_defends=two.defends)
    result = battle.play(fights, np.random.default_rng(11), orders)
    for winner, p in enumerate(expected):
        found = float((result.winner == winner).mean())
        assert abs(found - p) <= 4 * sqrt(p * (1 - p) / fights) + 1e-5, (expected, found)


@pytest.mark.parametrize("name", DUELS)
def test_a_duel_is_won_as_often_as_the_chain_says(
    name: str, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """Within 4 standard errors in 10,000 fights (CHR-25, CHR-36 to CHR-44, CHR-50, CHR-54, CHR-55, CHR-61, CHR-63)."""
    _agrees(name, crew_of(name, ruleset, texts), 10_000)


@pytest.mark.deep
@pytest.mark.parametrize("name", DUELS)
def test_a_duel_is_won_as_often_as_the_chain_says_in_100_000_fights(
    name: str, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """The same within 4 standard errors in 100,000 fights."""
    _agrees(name, crew_of(name, ruleset, texts), 100_000)
