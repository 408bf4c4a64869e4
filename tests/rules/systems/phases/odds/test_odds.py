"""The odds panel against an independent oracle and against the table itself."""

import dataclasses
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.commands import Command, Settle
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.attack_form.form import strike_of
from encounter_gui.rules.systems.phases.odds.attack import ActionOdds, Case, action_odds, hit_damage
from encounter_gui.rules.systems.phases.odds.in_a_row import soon, within
from encounter_gui.rules.systems.phases.odds.panel import case_of, victim_of
from encounter_gui.rules.systems.phases.odds.wounds import Victim
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.examples import examples
from tests.rules.systems.phases.conftest import Duel

HEAD, TORSO, LEG = 0, 1, 2

BODY = Anatomy(
    keys=("head", "torso", "legs"),
    head=HEAD,
    torso=TORSO,
    arms=(-1, -1),
    legs=(LEG, LEG),  # both are one here, so that they give way at 4
    head_stuns=3,
    head_out=4,
    arm_drops=3,
    leg_falls=5,
    destroys=True,
    tests_flesh=True,
    penalties=(0, 0, -1, -2, -3, -4, -4),
    adds_penalties=False,
    dns=(0, 12, 14, 16, 18, 20, 20),
    intervals=(1_000,) * 7,
    cool_dn=16,
    out_dice=1,
    reanimates=20,
)
"""A body of three places."""

TEST = 3 @ icepool.d6

# ------------------------------------------------------------------ the oracle: the rules once more, roll by roll


MOST = 80
"""More damage than any threshold and armour here: whatever lies above is the same."""


@cache
def exploding(depth: int = 16) -> icepool.Die[int]:
    """A damage die: a 6 goes on with another die less 1. Exact below 80, which takes sixteen sixes in a row."""
    if not depth:
        return icepool.d6
    return icepool.d6.map(lambda face: face if face < 6 else 5 + exploding(depth - 1))


@cache
def damage_die(dice: int, flat: int, divisor: int, minimum: int) -> icepool.Die[int]:
    """What a hit does before its degree of success."""
    rolled = icepool.Die([0])
    for _ in range(dice):
        rolled = (rolled + exploding()).map(lambda value: min(value, MOST))
    return rolled.map(lambda value: max((value + flat) // divisor, minimum))


@cache
def past_armor(
    key: tuple[int, int, int, int], count: int, armor: int, *, each: bool
) -> dict[int, float]:
    """What so many hits together do, armour taken from each or once."""
    one = damage_die(*key)
    if each:
        one = one.map(lambda value: max(value - armor, 0))
    whole = icepool.Die([0])
    for _ in range(count):
        whole = (whole + one).map(lambda value: min(value, MOST))
    return chances(whole if each else whole.map(lambda value: max(value - armor, 0)))


def chances(die: icepool.Die[int]) -> dict[int, float]:
    """A die as plain chances."""
    whole = die.denominator()
    return {int(value): quantity / whole for value, quantity in die.items()}


TEST_CHANCES = chances(TEST)


def passes(bonus: int, dn: int) -> float:
    """A test: 3d6 and a bonus, a natural 3 fails."""
    return sum(p for dice, p in TEST_CHANCES.items() if dice > 3 and dice + bonus >= dn)


def level_of(amount: int, thresholds: tuple[int, ...]) -> int:
    """The highest level whose threshold is reached."""
    reached = [level for level, least in enumerate(thresholds, 1) if 0 < amount >= least]
    return max(reached, default=0)


def stacked(before: int, dealt: int, *, destroys: bool) -> int:
    """One wound a place: worse replaces, equal raises by one."""
    if dealt > before:
        return dealt
    if dealt != before or not dealt or before == 6:
        return before
    return before + 1 if before < 5 or destroys else before


@dataclass(frozen=True)
class State:
    """Where somebody stands in the middle of an action."""

    levels: tuple[int, ...]
    tested: bool
    fate: str = ""
    was_hit: bool = False
    was_grazed: bool = False
    struck: frozenset[int] = frozenset()
    changed: frozenset[int] = frozenset()
    stopped: bool = False
    fallen: bool = False


States = dict[State, float]


class Oracle:
    """Plays an attack action over every roll."""

    def __init__(self, case: Case, victim: Victim) -> None:
        """Takes what is played."""
        self.case, self.victim = case, victim

    def start(self) -> States:
        """The target as it is."""
        fate = "hurt" if self.victim.is_out else ""
        return {State(self.victim.levels, not self.victim.is_tested, fate): 1.0}

    def action(self, states: States) -> States:
        """A whole action: one defense for all discharges, or one each."""
        case = self.case
        defenses = {case.defense: 1.0}
        if not case.is_passive:
            defenses = {case.defense + dice: p for dice, p in TEST_CHANCES.items()}
        if case.per_shot:
            for number in range(len(case.totals)):
                states = self.mixed(
                    (p, self.discharge(those, number, total))
                    for those, against in self.by_defense(states, defenses)
                    for total, p in against.items()
                )
            return self.again(states)
        return self.again(
            self.mixed((p, self.discharges(states, total)) for total, p in defenses.items())
        )

    def by_defense(
        self, states: States, defenses: dict[int, float]
    ) -> Iterator[tuple[States, dict[int, float]]]:
        """The states by the defense each has against its next shot: less wounds since, none when it is out."""
        if not self.case.defends_anew or self.victim.is_out:
            yield states, defenses
            return
        found: dict[int | None, States] = defaultdict(dict)
        for state, p in states.items():
            lost = 0 if self.case.is_passive else self.penalty(state) - self.penalty_at_first
            found[None if state.fate else lost][state] = p
        for shift, those in found.items():
            if shift is None:
                yield those, {self.case.down_dn: 1.0}
            else:
                yield those, {total + shift: q for total, q in defenses.items()}

    def penalty(self, state: State) -> int:
        """What wounds take off rolls."""
        amounts = [self.victim.body.penalties[each] for each in state.levels]
        return sum(amounts) if self.victim.body.adds_penalties else min(amounts)

    @property
    def penalty_at_first(self) -> int:
        """What they took off before the first shot."""
        return self.penalty(State(self.victim.levels, tested=True))

    def discharges(self, states: States, defense: int) -> States:
        """All discharges against one total."""
        for number in range(len(self.case.totals)):
            states = self.discharge(states, number, defense)
        return states

    @staticmethod
    def again(states: States) -> States:
        """Any jam is cleared before the next action."""
        return Oracle.marked(states, stopped=False)

    @staticmethod
    def marked(states: States, **marks: bool) -> States:
        """The states with a mark; those that are then the same together."""
        found: States = defaultdict(float)
        for state, p in states.items():
            found[replace_state(state, **marks)] += p
        return found

    @staticmethod
    def mixed(parts: Iterator[tuple[float, States]]) -> States:
        """The states of several courses together."""
        found: States = defaultdict(float)
        for weight, states in parts:
            for state, p in states.items():
                found[state] += weight * p
        return found

    def discharge(self, states: States, number: int, defense: int) -> States:
        """One attack roll."""
        found: States = defaultdict(float)
        going = {state: p for state, p in states.items() if not state.stopped}
        for state, p in states.items():
            if state.stopped:
                found[state] += p
        for gain, those in self.apart(going).items():
            margins: dict[tuple[str, int], float] = defaultdict(float)
            for dice, p in TEST_CHANCES.items():
                total = dice + self.case.totals[number] + gain
                margins[self.result(dice, total - defense)] += p
            for (result, margin), weight in margins.items():
                for state, p in self.landed(those, number, result, margin).items():
                    found[state] += weight * p
        return found

    def apart(self, states: States) -> dict[int, States]:
        """The states by what the next shot gains because the target is down or has fallen."""
        case, found = self.case, defaultdict[int, States](dict)
        for state, p in states.items():
            gain = case.down if state.fate else case.fallen if state.fallen else 0
            is_followed = case.is_played_out or case.defends_anew
            found[gain if is_followed and not self.victim.is_out else 0][state] = p
        return found

    def result(self, dice: int, margin: int) -> tuple[str, int]:
        """Hit, graze, miss or fumble, and by how much it was a hit."""
        if dice == 3 or (self.case.by_margin and margin <= -5):
            return "fumble", 0
        if margin > 0:
            return "hit", margin
        return ("graze" if margin == 0 else "miss"), 0

    def landed(self, states: States, number: int, result: str, margin: int) -> States:
        """What a roll comes to."""
        case = self.case
        if result == "fumble":
            return self.marked(states, stopped=case.jams)
        if result == "miss":
            return states
        flag = {"was_hit": True} if result == "hit" else {"was_grazed": True}
        states = self.marked(states, **flag)
        if case.rule == "technique":
            return states
        if result == "graze":
            return self.wounded(states, [self.grazing(place) for place in self.places])
        if case.is_rapid:
            dealt = [self.dealing(place, 0, 1) for place in self.places]
            return self.rounds(states, number, margin, dealt)
        count = max(min(margin, case.most[number]), 1)
        return self.wounded(states, [self.dealing(place, margin, count) for place in self.places])

    def rounds(
        self, states: States, number: int, margin: int, dealt: list[dict[int, float]]
    ) -> States:
        """Burst: 1dX rounds hit; salvo: one a degree of success."""
        most = self.case.most[number]
        if self.case.rule == "salvo":
            for _ in range(max(min(margin, most), 1)):
                states = self.wounded(states, dealt)
            return states
        parts = []
        for _ in range(most):
            states = self.wounded(states, dealt)
            parts.append((1 / most, states))
        return self.mixed(iter(parts))

    @property
    def places(self) -> range:
        """The places of the body."""
        return range(len(self.case.shares))

    def grazing(self, place: int) -> dict[int, float]:
        """The level a graze deals."""
        armor = self.case.armor[place] if self.case.graze_armor else 0
        past = max(self.case.graze - armor, 0) * self.case.factor[place]
        return {level_of(past, self.case.thresholds): 1.0}

    def dealing(self, place: int, margin: int, count: int) -> dict[int, float]:
        """The levels a hit deals at a place."""
        case, found = self.case, defaultdict[int, float](float)
        added = margin if case.rule == "one" else 0
        armor = max(case.armor[place] - added, 0)
        beyond = max(added - case.armor[place], 0)
        pellets = case.rule == "pellets"
        for past, p in past_armor(case.damage, count, armor, each=pellets).items():
            amount = (past + beyond) * case.factor[place]
            found[level_of(amount, case.thresholds)] += p
        return found

    def wounded(self, states: States, dealt: list[dict[int, float]]) -> States:
        """One wound at a random place, with the tests it asks for; none at the dead."""
        found: States = defaultdict(float)
        for state, p in states.items():
            if 6 in (state.levels[HEAD], state.levels[TORSO]):
                found[state] += p
                continue
            for place, share in enumerate(self.case.shares):
                for level, chance in dealt[place].items():
                    if share and chance:
                        struck = replace_state(state, struck=state.struck | {place})
                        for after, q in self.suffered(struck, place, level):
                            found[after] += p * share * chance * q
        return found

    def suffered(self, state: State, place: int, dealt: int) -> Iterator[tuple[State, float]]:
        """Stacking, what it does to the place, Shock Test, COOL test, in this order."""
        victim, before = self.victim, state.levels[place]
        if not dealt:
            yield state, 1.0
            return
        new = stacked(before, dealt, destroys=victim.body.destroys)
        levels = (*state.levels[:place], new, *state.levels[place + 1 :])
        changed = state.changed | ({place} if new != before else frozenset())
        state = replace_state(state, levels=levels, changed=changed)
        if place == LEG and new != before and new >= 4:
            state = replace_state(state, fallen=True)
        if new != before and not state.fate:
            least = {HEAD: victim.body.head_out, TORSO: 6}.get(place, 99)
            state = replace_state(state, fate="hurt" if new >= least else "")
        shocked = 0.0
        if new != before and new >= 2 and victim.drops_in_shock and not state.fate:
            shocked = 1 - passes(victim.stamina, victim.body.dns[new])
            yield replace_state(state, fate="shock"), shocked
        scratch = dealt == 1 and not (0 < before < new)
        if state.fate or state.tested or (scratch and not victim.body.tests_flesh):
            yield state, 1 - shocked
            return
        amounts = [victim.body.penalties[each] for each in levels]
        penalty = sum(amounts) if victim.body.adds_penalties else min(amounts)
        holds = passes(victim.cool + penalty, victim.body.cool_dn)
        yield replace_state(state, tested=True), (1 - shocked) * holds
        yield replace_state(state, fate="cool"), (1 - shocked) * (1 - holds)


def replace_state(state: State, **changes: object) -> State:
    """Returns a state with something changed; what happens after the end of somebody changes its wounds only."""
    return dataclasses.replace(state, **changes)  # type: ignore[arg-type]  # fields of a state


# ------------------------------------------------------------------ what is tried

bonuses = st.integers(4, 20)
damages = st.sampled_from([(1, -2, 1, 1), (2, 0, 1, 0), (3, 0, 1, 0), (3, 1, 2, 0), (1, 1, 1, 0)])
bodies = st.sampled_from([(1, 5, 10, 15, 20), (1, 1, 2, 3, 4), (1, 6, 13, 19, 26), (1, 3, 4, 7, 8)])


@st.composite
def cases(
    draw: st.DrawFn, rules: tuple[str, ...] = ("one", "burst", "salvo", "laser", "pellets")
) -> Case:
    """Attacks of every kind on a body of three places, with every switch either way."""
    kind = draw(st.sampled_from(rules))
    shots = draw(st.integers(1, 2)) if kind in ("one", "burst") else 1
    total = draw(bonuses)
    most = {"one": 1, "burst": 4 - shots, "salvo": 3, "laser": 3, "pellets": 3}[kind]
    return Case(
        totals=tuple(total - 2 * number for number in range(shots)),
        most=(most,) * shots,
        defense=draw(st.integers(4, 20)),
        is_passive=draw(st.booleans()),
        per_shot=draw(st.booleans()),
        by_margin=draw(st.booleans()),
        jams=draw(st.booleans()),
        rule="salvo" if kind == "laser" else kind,
        is_summed=kind == "laser",
        damage=draw(damages),
        graze=1,
        graze_armor=draw(st.booleans()),
        shares=draw(st.sampled_from([(0.1, 0.3, 0.6), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)])),
        armor=draw(st.tuples(*[st.sampled_from([0, 2, 6])] * 3)),
        factor=(2, 1, 1),
        thresholds=draw(bodies),
        fallen=draw(st.sampled_from([0, -3])),
        down=draw(st.sampled_from([0, 2, 5])),
    )


@st.composite
def victims(draw: st.DrawFn) -> Victim:
    """Targets in every state, with every switch either way."""
    return Victim(
        levels=draw(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 6))),
        body=replace(
            BODY,
            destroys=draw(st.booleans()),
            adds_penalties=draw(st.booleans()),
            tests_flesh=draw(st.booleans()),
        ),
        cool=draw(st.integers(2, 12)),
        is_tested=draw(st.booleans()),
        stamina=draw(st.integers(1, 12)),
        is_in_shock=False,
        drops_in_shock=False,
        is_out=draw(st.sampled_from([False, False, False, True])),
    )


def chance(states: States, of: object) -> float:
    """The chance of a kind of state."""
    return sum(p for state, p in states.items() if of(state))  # type: ignore[operator]  # a predicate


def close(value: object) -> object:
    """Equal within 1e-12; the oracle's dice stop exploding a little sooner where there are many."""
    return pytest.approx(value, abs=1e-12)


@pytest.mark.rule("PHA-34")
@pytest.mark.rule("PHA-35")
@pytest.mark.rule("PHA-38")
@pytest.mark.rule("PHA-40")
@pytest.mark.rule("PHA-61")
@pytest.mark.rule("PHA-63")
@pytest.mark.timeout(240)  # an enumeration: some 30 seconds where nobody else is at work
@examples(30)
@given(cases(), victims())
def test_odds_equal_the_oracle(case: Case, victim: Victim) -> None:
    """Hit, graze, wound, out, and each place, by whatever fire mode, agree within 1e-12 with playing out every roll."""
    odds, oracle = action_odds(case, victim), Oracle(case, victim)
    states = oracle.action(oracle.start())
    assert odds.hit == close(chance(states, lambda s: s.was_hit))
    assert odds.graze == close(chance(states, lambda s: s.was_grazed and not s.was_hit))
    assert odds.wound == close(chance(states, lambda s: bool(s.changed)))
    assert odds.out == close(chance(states, lambda s: bool(s.fate)))
    assert odds.out_cool == close(chance(states, lambda s: s.fate == "cool"))
    for place in () if case.is_played_out or case.defends_anew else oracle.places:
        hurt = chance(states, lambda s, place=place: place in s.changed)
        struck = chance(states, lambda s, place=place: place in s.struck)
        assert odds.place_wound[place] == close(hurt)
        assert odds.place_hit[place] == close(struck)


@examples(60)
@given(cases(rules=("burst",)), victims())
def test_every_burst_with_a_defense_each_has_odds(case: Case, victim: Victim) -> None:
    """Whoever is shot at, tested or not: chances lie between 0 and 1."""
    odds = action_odds(replace(case, per_shot=True), victim)
    for each in (odds.hit, odds.graze, odds.wound, odds.out, odds.out_cool):
        assert -1e-9 <= each <= 1 + 1e-9


@pytest.mark.rule("PHA-32", "PHA-66", "PHA-78")
@pytest.mark.timeout(240)  # an enumeration: some 20 seconds where nobody else is at work
@pytest.mark.parametrize("adds", [False, pytest.param(True, marks=pytest.mark.deep)])
@pytest.mark.parametrize("rule", ["one", pytest.param("burst", marks=pytest.mark.deep)])
def test_with_a_defense_for_every_shot_wounds_weigh_on_the_next(adds: bool, rule: str) -> None:
    """defensePerShot: what a shot or burst does takes off the next defense; who is out rolls none."""
    case = Case(
        totals=(12, 10),
        most=(1, 1) if rule == "one" else (3, 2),
        defense=10,
        is_passive=False,
        per_shot=True,
        by_margin=False,
        jams=True,
        rule=rule,
        is_summed=False,
        damage=(1, 1, 1, 0),
        graze=1,
        graze_armor=True,
        shares=(0.1, 0.3, 0.6),
        armor=(0, 2, 0),
        factor=(2, 1, 1),
        thresholds=(1, 3, 4, 7, 8),
        fallen=-3,
        down=2,
    )
    victim = Victim(
        levels=(0, 2, 0),
        body=replace(BODY, adds_penalties=adds),
        cool=6,
        stamina=5,
        is_tested=True,
        is_in_shock=False,
        drops_in_shock=False,
        is_out=False,
    )
    odds, oracle = action_odds(case, victim), Oracle(case, victim)
    states = oracle.action(oracle.start())
    assert odds.hit == close(chance(states, lambda s: s.was_hit))
    assert odds.wound == close(chance(states, lambda s: bool(s.changed)))
    assert odds.out == close(chance(states, lambda s: bool(s.fate)))
    assert odds.out_cool == close(chance(states, lambda s: s.fate == "cool"))
    unhindered = action_odds(case, replace(victim, body=replace(BODY, penalties=(0,) * 7)))
    assert odds.hit > unhindered.hit


@pytest.mark.rule("PHA-61")
@examples(8)
@given(cases(rules=("one", "burst", "pellets")), victims())
def test_the_chain_equals_repeated_actions(case: Case, victim: Victim) -> None:
    """Out within two and three such actions, with wounds that stack."""
    # Against a number to beat: what a defense die does to one action, the test before has shown.
    case = replace(case, totals=case.totals[:1], most=case.most[:1], is_passive=True)
    found, oracle = within(case, victim), Oracle(case, victim)
    states = oracle.start()
    for times in range(3):
        states = oracle.marked(oracle.action(states), was_hit=False, was_grazed=False)
        assert found[times] == close(chance(states, lambda s: bool(s.fate)))


@pytest.mark.rule("PHA-60")
@pytest.mark.rule("PHA-62")
@examples(30)
@given(cases(), victims())
def test_what_one_hit_does_equals_the_oracle(case: Case, victim: Victim) -> None:
    """Of one hit: the level of the place after it, failed Shock and COOL tests, a Critical wound."""
    case = replace(case, is_passive=True, totals=(22,), most=case.most[:1], defense=20)
    victim = replace(victim, is_out=False)
    odds, oracle = action_odds(case, victim), Oracle(case, victim)
    after = np.zeros((3, 7))
    shock = faints = critical = 0.0
    hits = 1 - TEST_CHANCES[3]
    margins = {dice + 2: p / hits for dice, p in TEST_CHANCES.items() if dice > 3}
    for margin, p in margins.items():
        count = max(min(margin, case.most[0]), 1)

        for place, share in enumerate(case.shares):
            dealt = oracle.dealing(
                place, 0 if case.is_rapid else margin, 1 if case.is_rapid else count
            )
            for level, q in dealt.items():
                start = next(iter(oracle.start()))
                outcomes = list(oracle.suffered(start, place, level))
                new = outcomes[0][0].levels[place]
                weight = p * q * share
                after[place, new] += p * q * (share > 0)
                is_new = new != victim.levels[place]
                fatal = new == 6 and place in (HEAD, TORSO)
                if is_new and new >= 2 and not fatal:
                    shock += weight * (1 - passes(victim.stamina, victim.body.dns[new]))
                critical += weight * (is_new and new >= 5)
                faints += weight * sum(r for s, r in outcomes if s.fate == "cool")
    assert odds.after == pytest.approx(after, abs=1e-12)
    assert odds.shock == close(shock)
    assert odds.faints == close(faints)
    assert odds.critical == close(critical)


@pytest.mark.rule("PHA-61")
@pytest.mark.rule("PHA-74")
def test_wounds_that_change_nothing_keep_a_mook_in_where_shock_puts_out() -> None:
    """A salvo at a Light leg: most of its hits are Flesh wounds there, and ask for no test. 0.546 before, for 0.135."""
    body = Anatomy(
        keys=("head", "torso", "legs"),
        head=0,
        torso=1,
        arms=(-1, -1),
        legs=(2, 2),
        head_stuns=3,
        head_out=4,
        arm_drops=3,
        leg_falls=5,
        destroys=False,
        tests_flesh=False,
        penalties=(0, 0, -1, -2, -3, -4, -4),
        adds_penalties=False,
        dns=(0, 12, 14, 16, 18, 20, 20),
        intervals=(1000,) * 7,
        cool_dn=16,
        out_dice=1,
        reanimates=20,
    )
    victim = Victim(
        levels=(0, 0, 2),
        body=body,
        cool=2,
        stamina=1,
        is_tested=True,
        is_in_shock=False,
        drops_in_shock=True,
        is_out=False,
    )
    case = Case(
        totals=(4,),
        most=(3,),
        defense=4,
        is_passive=False,
        per_shot=False,
        by_margin=False,
        jams=False,
        rule="salvo",
        is_summed=False,
        damage=(1, -2, 1, 1),
        graze=1,
        graze_armor=False,
        shares=(0.0, 0.0, 1.0),
        armor=(0, 0, 0),
        factor=(2, 1, 1),
        thresholds=(1, 5, 10, 15, 20),
        fallen=0,
        down=0,
        down_dn=18,
        critical=5,
    )
    oracle = Oracle(case, victim)
    states = oracle.action(oracle.start())
    assert action_odds(case, victim).out == close(chance(states, lambda s: bool(s.fate)))


@pytest.mark.deep
@pytest.mark.rule("PHA-74")
@examples(15)
@given(cases(), victims())
def test_shock_puts_out_by_house_rule(case: Case, victim: Victim) -> None:
    """Where Shock is the end, the odds of an action count it in, and those of several attacks in a row."""
    victim = replace(victim, drops_in_shock=True)
    odds, oracle = action_odds(case, victim), Oracle(case, victim)
    if odds.out is None:
        assert case.is_rapid
        assert len(case.totals) > 1 or not victim.body.tests_flesh
        return
    states = oracle.action(oracle.start())
    assert odds.out == close(chance(states, lambda s: bool(s.fate)))
    if case.strikes_once:
        states, row_of_ten = oracle.action(states), within(case, victim)
        assert len(row_of_ten) == 1 or row_of_ten[1] == close(
            chance(states, lambda s: bool(s.fate))
        )
        states = oracle.start()
        for _ in range(3):
            states = one_more(case, victim, states)
        row = soon(case, victim)
        assert row is not None
        assert row.out[-1] == close(chance(states, lambda s: bool(s.fate)))


@pytest.mark.rule("PHA-65")
@pytest.mark.rule("PHA-66")
@examples(15)
@given(cases(), victims())
def test_a_critical_wound_anywhere(case: Case, victim: Victim) -> None:
    """A new Critical wound within three attacks: wounds weaken the defense, and nobody goes on at somebody out."""
    row, oracle = soon(case, victim), Oracle(case, victim)
    if len(case.totals) > 1:
        assert row is None
        return
    assert row is not None

    def is_critical(state: State) -> bool:
        return any(state.levels[place] >= 5 and place in state.changed for place in oracle.places)

    if case.is_rapid:
        states = oracle.action(oracle.start())
        assert row.out == ()
        assert row.criticals == (close(chance(states, is_critical)),)
        return
    states = oracle.start()
    for times in range(3):
        states = one_more(case, victim, states)
        assert row.criticals[times] == close(chance(states, is_critical))
    assert row.out[-1] == close(chance(states, lambda s: bool(s.fate)))


def one_more(case: Case, victim: Victim, states: States) -> States:
    """One more attack on whoever is still in the fight, each against the defense its wounds leave it."""
    amounts, found = victim.body.penalties, defaultdict[State, float](float)
    alike: defaultdict[int, States] = defaultdict(dict)
    for state, p in states.items():
        if state.fate and not victim.is_out:
            found[state] += p
            continue
        of = [[amounts[level] for level in levels] for levels in (state.levels, victim.levels)]
        now, first = (sum(each) if victim.body.adds_penalties else min(each) for each in of)
        alike[0 if case.is_passive else now - first][state] = p
    for less, those in alike.items():
        weaker = replace(case, defense=case.defense + less)
        for state, p in Oracle(weaker, victim).action(those).items():
            found[state] += p
    return found


@pytest.mark.rule("PHA-39")
def test_damage_dice_explode() -> None:
    """DV-PHA-4: 6, 6, 3 are 13; the odds of a die are those of icepool, its mean is 4."""
    from encounter_gui.rules.systems.phases.rules.damage_dice import exploding_die

    die, truth = exploding_die(), chances(exploding())
    assert {value: p for value, p in enumerate(die.p) if p} == pytest.approx(truth, abs=1e-15)
    assert die.prob(13) == pytest.approx(6.0**-3)
    assert die.mean == pytest.approx(4)
    assert die.prob(6) == pytest.approx(1 / 36)


@pytest.mark.rule("PHA-39")
def test_dice_of_other_sides_explode_on_their_highest_face() -> None:
    """The odds of 1d2+1d8 and of 3d6kh2 are those of icepool; further dice count one less."""
    from encounter_gui.rules.systems.phases.odds.rolls import damage

    def die(sides: int, depth: int = 20) -> icepool.Die[int]:
        goes_on = sides - 1 + die(sides, depth - 1) if depth else icepool.Die([sides])
        return icepool.d(sides).map(lambda face: face if face < sides else goes_on)

    for dice, truth in (("1d2+1d8", die(2) + die(8)), ("3d6kh2", icepool.d6.highest(3, 2))):
        found = damage((dice, 1, 1, 0))
        for value in range(2, 24):
            assert found.prob(value + 1) == pytest.approx(float(truth.probability(value)), abs=1e-9)


@pytest.mark.rule("PHA-42")
@examples(25)
@given(cases(), st.integers(0, 2))
def test_the_damage_chart_equals_the_oracle(case: Case, place: int) -> None:
    """Damage past armour of one hit, whatever the fire mode."""
    odds: ActionOdds = action_odds(case, NOBODY)
    found = hit_damage(case, odds.dos, place)
    assert float(found.p.sum()) == pytest.approx(1, abs=1e-12)
    if not case.shares[place] or not odds.hit:
        return
    by_level = np.zeros(7)
    for amount, p in zip(found.x.tolist(), found.p.tolist(), strict=True):
        by_level[level_of(amount, case.thresholds)] += p
    assert odds.after[place] == pytest.approx(by_level, abs=1e-12)


NOBODY = Victim(
    levels=(0, 0, 0),
    body=BODY,
    cool=5,
    stamina=5,
    is_tested=True,
    is_in_shock=False,
    drops_in_shock=False,
    is_out=False,
)
"""Somebody unhurt, of ordinary nerve."""


# ------------------------------------------------------------------ the table itself

TIMES = [150, pytest.param(int(os.environ.get("PHASES_ROLLS", "800")), marks=pytest.mark.deep)]
"""How often each attack is played out; 100,000 were rolled for each when this was written."""

ATTACKS = {
    "shot": ({}, {}),
    "three shots": ({}, {"shots": 3}),
    "aimed": ({}, {"place": "head"}),
    "dodged": ({}, {"defense": "dodge"}),
    "burst": ({"items": ["smg"], "held": "smg"}, {"mode": "burst"}),
    "full": ({"items": ["smg"], "held": "smg"}, {"mode": "full"}),
    "laser": ({"items": ["laser_rifle"], "held": "laser_rifle"}, {"mode": "laser"}),
    "pellets": ({"items": ["shotgun"], "held": "shotgun"}, {"mode": "shot"}),
    "blow": ({"items": ["sword"], "held": "sword", "melee": 5}, {}),
    "shots defended anew": ({}, {"shots": 3}),
    "bursts defended anew": ({"items": ["smg"], "held": "smg"}, {"mode": "burst", "shots": 2}),
}
"""What the shooter has, and the attack."""


@pytest.mark.rule("PHA-78")
@pytest.mark.parametrize("kind", ATTACKS)
@pytest.mark.parametrize("times", TIMES)
def test_odds_agree_with_the_table(armed: Callable[..., Duel], kind: str, times: int) -> None:
    """The very procedure of the table, played out with seeded dice, comes out as the odds say."""
    shooter, attack = ATTACKS[kind]
    duel = armed(**shooter)
    duel.table.switch("phases.defensePerShot", kind.endswith("anew"))
    duel.table.happen(
        ev.LocationSet(who=duel.mark, location="torso", level=1),
        ev.LocationSet(who=duel.mark, location="left_leg", level=2),
        ev.LocationSet(who=duel.mark, location="right_leg", level=1),
    )
    command = do.Attack(who=duel.who, target=duel.mark, **{"defense": "standard", **attack})  # type: ignore[arg-type]
    strike = strike_of(duel.context, command)
    assert strike is not None
    odds = action_odds(case_of(strike), victim_of(duel.context, strike.target))
    expected = {"hit": odds.hit, "graze": odds.graze, "wound": odds.wound, "out": odds.out or 0.0}
    if len(strike.plan.discharges) == 1:
        places = zip(strike.plan.places, odds.place_wound, strict=True)
        expected |= {place.key: float(p) for place, p in places}
    counts = played(duel, command, times)
    for name, p in expected.items():
        spread = (times * p * (1 - p)) ** 0.5
        assert abs(counts[name] - times * p) <= 4 * spread + 1, name


@pytest.mark.rule("PHA-66")
@pytest.mark.parametrize("plays", [100, pytest.param(7_000, marks=pytest.mark.deep)])
def test_out_within_three_agrees_with_attacks_played_at_the_table(
    armed: Callable[..., Duel], plays: int
) -> None:
    """Up to three shots, about 20,000 in all: wounds weaken the next defense; who falls has got up again."""
    duel = armed()
    command = do.Attack(who=duel.who, target=duel.mark, defense="standard")
    strike = strike_of(duel.context, command)
    assert strike is not None
    row = soon(case_of(strike), victim_of(duel.context, strike.target))
    assert row is not None
    dice, counts = Roller.seeded(12), Counter[str]()
    for _ in range(plays):
        context, critical = duel.context, False
        for _ in range(3):
            mark = mark_after(duel, context, command, dice)
            critical |= any(
                character.wound(mark, each.key) >= 5 for each in context.ruleset.locations
            )
            if character.is_out(context, mark):
                counts["out"] += 1
                break
            rest = tuple(each for each in mark.conditions if each.key not in ("prone", "stunned"))
            combatants = {**context.state.combatants, mark.id: replace(mark, conditions=rest)}
            context = replace(context, state=replace(duel.context.state, combatants=combatants))
        counts["critical"] += critical
    for name, p in (("out", row.out[-1]), ("critical", row.criticals[-1])):
        assert abs(counts[name] - plays * p) <= 4 * (plays * p * (1 - p)) ** 0.5 + 1, name


def mark_after(duel: Duel, context: RulesContext, command: do.Attack, dice: Roller) -> Combatant:
    """Plays an attack and every test it asks for, and returns the target."""
    outcome = rolled(duel, context, command, dice)
    after = replace(context, state=fold(context.state, outcome.events))
    while due_at(after.state, "now"):
        outcome = rolled(duel, after, Settle(), dice)
        after = replace(after, state=fold(after.state, outcome.events))
    return after.combatant(duel.mark)


@pytest.mark.rule("PHA-34", "PHA-78")
def test_a_salvo_strikes_nobody_dead() -> None:
    """By hand: every attack but a natural 3 (215 of 216) lands three rounds, every round is a Critical wound.

    Two at the head (0.1 of the rounds) or two at the torso (0.3) are death: 0.01 + 0.09 = 0.1 of the salvos end with
    their second round. A leg (0.2) is struck by one of three rounds: 1 - 0.8 ** 3 = 0.488, less by the third alone of
    those that ended: 0.1 * 0.2. The head: 1 - 0.9 ** 3 = 0.271, less by the third after two at the torso: 0.09 * 0.1.
    The torso: 1 - 0.7 ** 3 = 0.657, less by the third after two at the head: 0.01 * 0.3.
    """
    case = Case(
        totals=(40,),
        most=(3,),
        defense=10,
        is_passive=True,
        per_shot=False,
        by_margin=False,
        jams=True,
        rule="salvo",
        is_summed=False,
        damage=(1, 60, 1, 0),
        graze=1,
        graze_armor=True,
        shares=(0.1, 0.3, 0.2),
        armor=(0, 0, 0),
        factor=(2, 1, 1),
        thresholds=(1, 6, 13, 19, 26),
    )
    odds = action_odds(case, NOBODY)
    for found in (odds.place_hit, odds.place_wound):
        assert found == close(np.array([0.262, 0.654, 0.468]) * 215 / 216)


@pytest.mark.rule("PHA-78")
def test_critical_within_three_does_not_go_on_at_somebody_out() -> None:
    """Of an easy hit on somebody of weak nerve: going on at somebody out would tell much more than the table plays."""
    case = Case(
        totals=(16,),
        most=(1,),
        defense=10,
        is_passive=False,
        per_shot=False,
        by_margin=False,
        jams=False,
        rule="one",
        is_summed=False,
        damage=(4, 0, 1, 0),
        graze=1,
        graze_armor=True,
        shares=(0.2, 0.5, 0.3),
        armor=(0, 4, 0),
        factor=(2, 1, 1),
        thresholds=(1, 6, 13, 19, 26),
    )
    row, going_on = soon(case, NOBODY), soon(case, replace(NOBODY, is_out=True, is_tested=False))
    assert row is not None
    assert going_on is not None
    assert row.criticals[0] == close(going_on.criticals[0])
    assert going_on.criticals[2] > row.criticals[2] + 0.1


@pytest.mark.rule("PHA-66")
def test_wounds_weigh_on_the_next_defense_in_out_within_three() -> None:
    """Where COOL has held, three attacks put out more often than against a defense that wounds do not weaken."""
    case = Case(
        totals=(12,),
        most=(1,),
        defense=12,
        is_passive=False,
        per_shot=False,
        by_margin=False,
        jams=False,
        rule="one",
        is_summed=False,
        damage=(3, 0, 1, 0),
        graze=1,
        graze_armor=True,
        shares=(0.2, 0.5, 0.3),
        armor=(0, 2, 0),
        factor=(2, 1, 1),
        thresholds=(1, 6, 13, 19, 26),
    )
    victim = replace(NOBODY, is_tested=False)
    row = soon(case, victim)
    assert row is not None
    assert 0.01 < row.out[-1] - within(case, victim)[2] < 0.05


def played(duel: Duel, command: do.Attack, times: int) -> Counter[str]:
    """Counts what comes of an attack played out again and again."""
    dice, counts = Roller.seeded(11), Counter[str]()
    context = duel.context
    before = context.combatant(duel.mark)
    for _ in range(times):
        after, events = context, list[ev.Event]()
        outcome = rolled(duel, after, command, dice)
        after = replace(after, state=fold(after.state, outcome.events))
        events += outcome.events
        while due_at(after.state, "now"):
            outcome = rolled(duel, after, Settle(), dice)
            after = replace(after, state=fold(after.state, outcome.events))
            events += outcome.events
        mark = after.combatant(duel.mark)
        results = {
            str(event.values["result"])
            for event in events
            if isinstance(event, ev.Resolved) and event.what == "attack"
        }
        counts["hit"] += "hit" in results
        counts["graze"] += "graze" in results and "hit" not in results
        counts["out"] += character.is_out(after, mark)
        changed = [
            each.key
            for each in context.ruleset.locations
            if character.wound(mark, each.key) != character.wound(before, each.key)
        ]
        counts["wound"] += bool(changed)
        counts.update(changed)
    return counts


def rolled(duel: Duel, context: RulesContext, command: Command, dice: Roller) -> Outcome:
    """Plays a command, or settles what it led to, with rolled dice."""
    procedure = duel.table.system.procedure(context, command)
    answer = None
    while True:
        try:
            asked = procedure.send(answer)  # type: ignore[arg-type]  # None starts it
        except StopIteration as done:
            outcome: Outcome = done.value
            return outcome
        assert isinstance(asked, tuple)
        answer = tuple(dice.answer(request) for request in asked)
