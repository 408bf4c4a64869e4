"""The odds panel of CHROME against an independent oracle and against the table itself."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces, RollRequest, accept
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.engine.reading.spread import spread
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.model.commands import Command, Settle
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.odds.attack import (
    CHAIN,
    Strike,
    StrikeOdds,
    Target,
    by_rank,
    faces,
    strike_odds,
)
from encounter_gui.rules.systems.chrome.odds.repeated import in_row, row_of
from encounter_gui.rules.systems.chrome.odds.threats import threat_of
from encounter_gui.rules.systems.chrome.rules import panic
from encounter_gui.rules.systems.chrome.rules.fighter import EFFECT_BIT
from encounter_gui.rules.systems.chrome.rules.harm import HarmPlan
from encounter_gui.rules.systems.chrome.rules.rolls import Roll
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.view import Bars, Comparison, FaceGrid, Outcomes
from tests.helpers.examples import examples
from tests.rules.systems.chrome.conftest import Crew
from tests.rules.systems.chrome.test_any_commands import lively

Way = tuple[bool, bool, bool, bool]
"""What came of an attack: a hit, a critical one, out of the fight, a panic."""

Played = tuple[RollRequest, ...] | Way

SEVER = EFFECT_BIT["sever"]

rolls = st.builds(
    Roll,
    target=st.integers(-5, 115),
    edge=st.sampled_from([-1, 0, 1]),
    by_outcome=st.booleans(),
    zero=st.booleans(),
)
saves = st.builds(
    Roll,
    target=st.integers(-5, 115),
    edge=st.sampled_from([-1, 0, 1]),
    by_outcome=st.booleans(),
    zero=st.booleans(),
    plain_stress=st.integers(0, 2),
    critical_stress=st.just(3),
    is_save=st.just(True),
    is_prime=st.booleans(),
)
targets = st.builds(
    Target,
    health=st.integers(1, 30),
    death=st.none() | saves,
    panics=st.booleans(),
    conviction=st.integers(0, 25),
    is_edgy=st.booleans(),
    may_lose_head=st.booleans(),
).map(lambda each: each if each.death else replace(each, panics=False))
harms = st.builds(
    HarmPlan,
    tier=st.integers(0, 20),
    soak=st.integers(0, 8),
    extra=st.integers(0, 4),
    least=st.integers(0, 1),
    doubles_save=st.booleans(),
    counts=st.booleans(),
    effects=st.sampled_from([0, SEVER]),
    deadly=st.integers(3, 6),
    after_soak=st.booleans(),
    panics=st.just(True),
)
severing = harms.map(lambda each: replace(each, always=each.effects))
attacks = st.builds(
    Strike,
    target=targets,
    test=st.none() | rolls,
    save=st.none() | saves,
    harm=harms | severing,
)
abilities = st.builds(
    Strike, target=targets, save=saves, stress=st.integers(1, 3), dreads=st.booleans()
)
strikes = attacks | abilities


# ---- the rules once more, one roll at a time and without a line of the program


def rank_of(face: int, roll: Roll) -> int:
    """How one face of a d100 does: 0 Critical Failure … 3 Critical Success."""
    doubles = face in (11, 22, 33, 44, 55, 66, 77, 88, 99) or (face == 0 and roll.zero)
    if face < roll.target:
        return 3 if doubles else 2
    return 0 if doubles else 1


def better(first: int, second: int, roll: Roll) -> tuple[int, int]:
    """The better and the worse of two faces."""
    if roll.by_outcome:
        key = {face: (-rank_of(face, roll), face) for face in (first, second)}
        good, bad = sorted((first, second), key=lambda face: key[face])
        return good, bad
    return min(first, second), max(first, second)


def ranks(roll: Roll | None) -> icepool.Die[int]:
    """The oracle's outcomes of a test; none: a success."""
    if roll is None:
        return icepool.Die([2])
    d100 = icepool.z(100)
    if not roll.edge:
        return icepool.map(lambda face: rank_of(face, roll), d100)

    def kept(first: int, second: int) -> int:
        good, bad = better(first, second, roll)
        return rank_of(good if roll.edge > 0 else bad, roll)

    return icepool.map(kept, d100, d100)


def through(harm: HarmPlan, *, doubled: bool, fumbled: bool) -> tuple[int, bool, bool]:
    """The damage past Soak of a hit, whether it is critical, and whether it frightens."""
    critical = doubled or (fumbled and harm.counts)
    twice = doubled or (fumbled and critical and harm.doubles_save)
    raw = harm.tier * (2 if twice else 1) + (harm.extra if critical else 0)
    lost = max(raw - int(str(harm.soak)), harm.least) if raw else 0
    deadly = (lost if harm.after_soak else harm.tier) >= harm.deadly
    return lost, critical, lost > 0 and (critical or deadly)


def settled(strike: Strike) -> icepool.Die[Any]:
    """Everything one attack can come to: hit, saved, critical, out, dead, severed, panic, Health lost."""
    target, harm = strike.target, strike.harm
    is_ability = bool(strike.stress or strike.dreads)

    def play(test: int, save: int, death: int, place: int, die: int) -> tuple[int, ...]:
        if test < 2:
            return (0, 0, 0, 0, 0, 0, 0, 0)
        if strike.save is not None and save >= 2:
            return (0, 1, 0, 0, 0, 0, 0, 0)
        fumbled = strike.save is not None and save == 0
        doubled = strike.test is not None and test == 3
        lost, critical, scared = through(harm, doubled=doubled, fumbled=fumbled)
        if is_ability:
            lost, critical, scared = 0, False, strike.dreads
        left = max(target.health - lost, 0)
        dies = left == 0 and (target.death is None or death < 2)
        severs = not dies and bool(harm.always or (critical and harm.effects))
        dies = dies or (severs and target.may_lose_head and place == 10)
        out = dies or left == 0
        scared, taken = scared or fumbled, 0
        if strike.save is not None:
            scared = scared or (target.is_edgy and strike.save.is_prime)
            taken = strike.stress + (3 if fumbled else strike.save.plain_stress)
        panic = target.panics and not out and scared and die >= max(target.conviction - taken, 0)
        gone = target.health if out else target.health - left
        return (1, 0, int(critical), int(out), int(dies), int(severs), int(panic), gone)

    return icepool.map(
        play, ranks(strike.test), ranks(strike.save), ranks(target.death), icepool.d10, icepool.d20
    )


def chance(die: icepool.Die[Any], place: int) -> float:
    """The chance that one of the things an attack comes to is true."""
    return float(die.marginals[place].probability("==", 1))


@pytest.mark.rule("CHR-13")
@pytest.mark.rule("CHR-15")
@pytest.mark.rule("CHR-16")
@examples(40)
@given(rolls)
def test_outcomes_of_a_test_equal_the_oracle(roll: Roll) -> None:
    """Advantage, Disadvantage, doubles and 00, with every house rule, within 1e-12; and every single face."""
    truth = ranks(roll)
    for rank, probability in enumerate(by_rank(roll)):
        assert probability == pytest.approx(float(truth.probability("==", rank)), abs=1e-12)
    assert faces(roll.target, roll.zero) == tuple(rank_of(face, roll) for face in range(100))


@pytest.mark.rule("CHR-16")
@given(rolls)
def test_the_odds_of_two_dice_are_those_of_the_mechanics(roll: Roll) -> None:
    """Every pair of faces, kept by the very function the table calls, with Advantage as with Disadvantage."""
    first, second = np.arange(100)[:, None], np.arange(100)[None, :]
    kept = np.asarray(
        mechanics.counting_roll(
            first,
            second,
            roll.target,
            edge=roll.edge,
            by_outcome=roll.by_outcome,
            zero=roll.zero,
        )
    )
    shown = np.asarray(mechanics.rank(kept, roll.target, zero=roll.zero)) + 0 * second
    counts = np.bincount(shown.ravel(), minlength=4) / 10_000
    assert by_rank(roll) == pytest.approx(counts.tolist(), abs=1e-12)


@pytest.mark.rule("CHR-36")
@pytest.mark.rule("CHR-43")
@pytest.mark.rule("CHR-54")
@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-61")
@examples(60)
@given(strikes)
def test_odds_equal_the_oracle(strike: Strike) -> None:
    """Hit, saved, critical, out, dead, severed, panic and every loss agree with exact fractions within 1e-12."""
    odds, truth = strike_odds(strike), settled(strike)
    names = ("hit", "saved", "critical", "out", "dead", "sever", "panic")
    for place, name in enumerate(names):
        assert getattr(odds, name) == pytest.approx(chance(truth, place), abs=1e-12), name
    lost = truth.marginals[7]
    assert odds.loss.size == strike.target.health + 1
    for amount, probability in enumerate(odds.loss):
        assert probability == pytest.approx(float(lost.probability("==", amount)), abs=1e-12)
    assert odds.missed + odds.fumbled + odds.saved + odds.hit == pytest.approx(1, abs=1e-12)


@examples(20)
@given(attacks, st.integers(1, CHAIN))
def test_the_chain_equals_repeated_attacks(strike: Strike, count: int) -> None:
    """Out within so many such attacks, and the Health left after them, are sums of the losses of one."""
    row, health = in_row(strike), strike.target.health
    one, total = settled(strike).marginals[7], icepool.Die([0])
    for _ in range(count):
        total = (total + one).map(lambda lost: min(lost, health))
    assert row.within[count - 1] == pytest.approx(float(total.probability(">=", health)), abs=1e-12)
    for amount, probability in enumerate(row.health[count - 1]):
        assert probability == pytest.approx(float(total.probability("==", amount)), abs=1e-12)


@pytest.mark.rule("CHR-61")
@pytest.mark.parametrize(
    ("conviction", "faces_of_20"), [(12, 9), (20, 1), (21, 0), (1, 20), (0, 20)]
)
def test_the_chance_of_a_panic(conviction: int, faces_of_20: int) -> None:
    """A d20 below current Conviction holds: of Conviction 12, 12 to 20 are nine faces that panic."""
    found = spread(panic.check, panic.PanicPlan(conviction=conviction, rows=()))
    assert found.chance(found.of["panics"]) == pytest.approx(faces_of_20 / 20, abs=1e-12)


@pytest.mark.rule("CHR-38")
@given(st.booleans(), st.booleans(), st.booleans())
def test_mechanics_mean_the_same_for_truths_and_arrays(
    doubled: bool, fumbled: bool, counts: bool
) -> None:
    """One rule, three readings: a truth alone and the same truth in an array give the same."""
    alone = mechanics.is_critical_hit(is_doubled=doubled, save_fumbled=fumbled, counts=counts)
    many = mechanics.is_critical_hit(
        is_doubled=np.array([doubled]), save_fumbled=np.array([fumbled]), counts=counts
    )
    assert bool(np.asarray(many)[0]) == bool(alone) == (doubled or (fumbled and counts))


# ---- the very procedure of the table, up to 100,000 times


@pytest.fixture(params=[5_000, pytest.param(100_000, marks=pytest.mark.deep)])
def rolls(request: pytest.FixtureRequest) -> int:
    """How often an attack is played out."""
    times: int = request.param
    return times


class Rolls:
    """Plays a command again and again. The same dice come to the same, so they are played out only once."""

    def __init__(self, table: Crew, command: Command, target: str) -> None:
        """Takes what to play, and about whom to know what came of it."""
        self.table, self.command, self.target = table, command, target
        self.known_combatant: dict[tuple[int, ...], Played] = {}
        self.attacker = CombatantId(getattr(command, "who", ""))
        self.entries: dict[tuple[int, ...], tuple[RulesContext, tuple[ev.Event, ...], Command]] = {
            (): (table.context, (), command)
        }
        self.faces = {
            sides: iter(Roller.seeded(sides).faces(400_000, sides)) for sides in (6, 10, 20, 100)
        }

    def count(self, times: int) -> Counter[Way]:
        """Returns how often what came of it."""
        return Counter(self.combatant() for _ in range(times))

    def combatant(self) -> Way:
        """Rolls it once."""
        shown: tuple[int, ...] = ()
        while True:
            node = self.known_combatant.get(shown)
            if node is None:
                node = self.known_combatant[shown] = self.play(list(shown))
            if not isinstance(node[0], RollRequest):
                return node
            for request in node:
                assert isinstance(request, RollRequest)
                below = 1 - request.lowest
                shown += tuple(
                    next(self.faces[request.sides]) - below for _ in range(request.count)
                )

    def play(self, shown: list[int]) -> Played:
        """Plays it with these faces, and what it leads to: to the next dice it asks for, or to its end."""
        faces = tuple(shown)
        start = next(n for n in range(len(faces), -1, -1) if faces[:n] in self.entries)
        context, events, command = self.entries[faces[:start]]
        del shown[:start]
        while True:
            done = self.play_entry(context, command, shown)
            if not isinstance(done, Outcome):
                return done
            context, events = with_events(context, done.events), (*events, *done.events)
            if not due_at(context.state, "now"):
                return self.came_of(events)
            command = Settle()
            self.entries[faces[: len(faces) - len(shown)]] = context, events, command

    def play_entry(
        self, context: RulesContext, command: Command, shown: list[int]
    ) -> Outcome | tuple[RollRequest, ...]:
        """Plays one entry: returns its outcome, or the dice it asks for where none are left."""
        procedure = self.table.system.procedure(context, command)
        answer: Any = None
        while True:
            try:
                asked = procedure.send(answer)
            except StopIteration as done:
                outcome: Outcome = done.value
                return outcome
            assert isinstance(asked, tuple)
            if not shown:
                procedure.close()
                return asked
            answer = tuple(
                accept(each, Faces(values=tuple(shown.pop(0) for _ in range(each.count))))
                for each in asked
            )

    def came_of(self, events: Sequence[ev.Event]) -> Way:
        """Reads it from the facts: what an attack does is over when the first Panic Check begins."""
        facts = [event for event in events if isinstance(event, ev.Resolved)]
        calm = next((i for i, each in enumerate(facts) if each.what == "panic_check"), len(facts))
        values = self.values(facts)
        fumbled = values.get("save") == "critical_failure"
        is_out = any(
            each.what in ("dead", "death_save") and each.who == self.target for each in facts[:calm]
        )
        panics = any(each.what == "panic" and each.who == self.target for each in facts)
        is_hit = bool(values.get("hit"))
        by_enemy = not character.is_operator(self.table.combatant(self.attacker))
        counts = by_enemy and bool(self.table.context.switch("chrome.enemyCritOnCritFail"))
        is_critical = is_hit and (bool(values.get("critical")) or (fumbled and counts))
        return is_hit, is_critical, is_out, panics

    def values(self, facts: list[ev.Resolved]) -> Mapping[str, Any]:
        """The facts of the attack, the blast or the special ability on the target."""
        critical = any(
            each.what == "throw" and each.values.get("outcome") == "critical_success"
            for each in facts
        )
        for each in facts:
            if each.what == "attack":
                return each.values
            if each.what == "blast" and each.target == self.target:
                return {**each.values, "hit": each.values["damage"], "critical": critical}
            if each.what == "special" and each.target == self.target:
                save = next(fact.values["outcome"] for fact in facts if fact.what == "test")
                return {"hit": each.values["failed"], "save": save}
        return {}


def expected(odds: StrikeOdds) -> dict[Way, float]:
    """The chances of everything an attack comes to, from the ways to be hit."""
    found: defaultdict[Way, float] = defaultdict(float)
    for blow in odds.hits:
        way = (True, blow.is_critical)
        found[(*way, True, False)] += blow.chance * blow.out
        found[(*way, False, True)] += blow.chance * blow.panic
        found[(*way, False, False)] += blow.chance * (1 - blow.out - blow.panic)
    found[(False, False, False, False)] += 1 - odds.hit
    return dict(found)


def check(table: Crew, command: Command, target: str, times: int) -> None:
    """Compares the odds of a command with the table that plays it (chi-square, fixed seed)."""
    threat = threat_of(table.context, command)
    assert threat is not None
    counts = Rolls(table, command, target).count(times)
    chances = expected(threat.odds)
    assert all(chances.get(way, 0) > 0 for way in counts), counts
    shown = [way for way, probability in chances.items() if probability * times > 5]
    assert len(shown) > 1
    square = sum(
        (counts[way] - chances[way] * times) ** 2 / (chances[way] * times) for way in shown
    )
    freedom = len(shown) - 1
    assert (square - freedom) / np.sqrt(2 * freedom) < 4, (counts, chances)


@pytest.mark.rule("CHR-41")
@pytest.mark.rule("CHR-44")
@pytest.mark.rule("CHR-73")
def test_claws_agree_with_table_rolls(table: Crew, rolls: int) -> None:
    """Save with Grit, Sever, the Save at 0 Health without it, and the Panic Check after the Stress."""
    tack = table.operator("Tack", reflex=30, prime="reflex", speed=20)
    horror = table.enemy("Horror", "horror_claws")
    table.begin(90)
    table.set_gauge(tack, "conviction", 12)
    table.afflict(tack, "grit")
    table.afflict(tack, "on_the_edge")
    check(table, do.Attack(who=horror, target=tack, defence="save"), tack, rolls)
    table.set_gauge(tack, "health", 4)
    check(table, do.Attack(who=horror, target=tack, defence="save"), tack, rolls * 15 // 100)


@pytest.mark.rule("CHR-20")
@pytest.mark.rule("CHR-63")
def test_what_helps_one_roll_helps_the_first_of_several_attacks(table: Crew) -> None:
    """Grit and burned Conviction are used up by the first Save; the later ones are made without.

    The Health left after both attacks of a turn says the same as "out within two".
    """
    tack = table.operator("Tack", reflex=30, prime="reflex", speed=20)
    horror = table.enemy("Horror", "horror_claws")
    table.begin(90)
    table.set_gauge(tack, "conviction", 12)
    plain = do.Attack(who=horror, target=tack, defence="save")
    without = threat_of(table.context, plain)
    table.afflict(tack, "grit")
    burned = do.Attack(who=horror, target=tack, defence="save", save_burn=5)
    first = threat_of(table.context, burned)
    assert first is not None
    assert without is not None
    found = row_of(table.context, burned, first)
    expected = in_row(first.strike, CHAIN, lambda left: without.strike)
    assert found.within == pytest.approx(expected.within, abs=1e-12)
    assert found.within[4] > in_row(first.strike).within[4] + 0.05
    saved = 1 - first.odds.hit, 1 - without.odds.hit
    assert found.health[1][0] == pytest.approx(saved[0] * saved[1], abs=1e-12)
    assert first.attacks == 2
    odds = table.system.odds(table.context, burned)
    assert odds is not None
    bars = next(each for each in odds.charts if isinstance(each, Bars))
    assert bars.shares[0].probability == pytest.approx(saved[0] * saved[1], abs=1e-12)


@pytest.mark.rule("CHR-24")
def test_an_enemy_has_noticed_after_the_first_attack(table: Crew) -> None:
    """The Advantage against who has not noticed counts once: "out in 3" is 15.66 %, not 25.29 %."""
    flux = table.operator("Flux", "pistol", combat=50)
    thug = table.enemy("Thug", health=8, soak=0)
    table.begin(10)
    command = do.Attack(who=flux, target=thug, band="short")
    noticed = threat_of(table.context, command)
    assert noticed is not None
    table.play(do.Unnoticed(who=(flux,), by=(thug,), on=True))
    first = threat_of(table.context, command)
    assert first is not None
    assert first.odds.hit > noticed.odds.hit + 0.1
    found = row_of(table.context, command, first)
    expected = in_row(first.strike, CHAIN, lambda left: noticed.strike)
    assert found.within == pytest.approx(expected.within, abs=1e-12)
    assert found.within[0] == pytest.approx(first.odds.out, abs=1e-12)
    assert found.within[2] < in_row(first.strike).within[2] - 0.05


@pytest.mark.rule("CHR-40")
def test_who_is_exposed_is_so_for_one_attack(table: Crew) -> None:
    """The Save at Disadvantage is the first; what is left after a turn of two claws knows it."""
    tack = table.operator("Tack", reflex=70, speed=20, health=8)
    horror = table.enemy("Horror", "horror_claws")
    table.begin(90)
    command = do.Attack(who=horror, target=tack, defence="save")
    covered = threat_of(table.context, command)
    table.afflict(tack, "exposed")
    first = threat_of(table.context, command)
    assert first is not None
    assert covered is not None
    assert (first.odds.hit, covered.odds.hit) == pytest.approx((0.51, 0.3))
    odds = table.system.odds(table.context, command)
    assert odds is not None
    bars = next(each for each in odds.charts if isinstance(each, Bars))
    assert bars.shares[0].text == "8"
    assert bars.shares[0].probability == pytest.approx(0.49 * 0.7, abs=1e-12)


@pytest.mark.rule("CHR-45", "CHR-63")
def test_a_target_that_was_missed_keeps_its_grit(table: Crew) -> None:
    """The Save helps the target of the first attack that gets so far, whichever that is."""
    one = table.operator("Flux", "katana", combat=30)
    other = table.operator("Vex", side="foe", speed=20, health=2, reflex=40)
    table.begin(10, 90)
    command = do.Attack(who=one, target=other, defence="save")
    plain = threat_of(table.context, command)
    table.afflict(other, "grit")
    gritty = threat_of(table.context, command)
    assert plain is not None
    assert gritty is not None
    found = row_of(table.context, command, gritty).within
    missed = gritty.odds.missed + gritty.odds.fumbled
    out, then = gritty.odds.out, plain.odds.out
    assert gritty.odds.hit == out  # any hit is the end
    assert found[1] == pytest.approx(out + missed * out + gritty.odds.saved * then, abs=1e-12)


@pytest.mark.rule("CHR-36")
@pytest.mark.parametrize("plays", [300, pytest.param(20_000, marks=pytest.mark.deep)])
def test_out_within_three_agrees_with_attacks_played_at_the_table(table: Crew, plays: int) -> None:
    """Three attacks on an enemy, each with the procedure of the table, within four standard errors."""
    wraith = table.operator("Wraith", "katana", combat=55)
    thug = table.enemy("Thug", health=9, soak=2)
    table.begin(10)
    command = do.Attack(who=wraith, target=thug)
    threat = threat_of(table.context, command)
    assert threat is not None
    expected = row_of(table.context, command, threat).within[2]
    left: dict[int, Losses] = {}
    outs = 0
    for _ in range(plays):
        health = 9
        for _ in range(3):
            if health not in left:
                table.set_gauge(thug, "health", health)
                left[health] = Losses(table, command, thug)
                left[health].faces = left[9].faces
            (health,) = left[health].combatant()  # type: ignore[assignment,misc]  # not a way
            if not health:
                break
        outs += not health
    assert abs(outs / plays - expected) < 4 * (expected * (1 - expected) / plays) ** 0.5


class Losses(Rolls):
    """Plays an attack on a target as it is now: what comes of it is the Health that is left, 0 for who is out."""

    def came_of(self, events: Sequence[ev.Event]) -> Any:
        """Reads the Health from the state, and from the facts who is out."""
        context, _, _ = self.entries[()]
        is_out = super().came_of(events)[2]
        after = with_events(context, tuple(events)).combatant(CombatantId(self.target))
        return (0 if is_out else after.gauges["health"],)


@pytest.mark.rule("CHR-37")
@pytest.mark.rule("CHR-57")
def test_a_deadly_shot_agrees_with_table_rolls(table: Crew, rolls: int) -> None:
    """A Deadly hit frightens by its tier, and burned Conviction is gone before the Panic Check."""
    tack = table.operator("Tack", "kevlar_vest", reflex=44, speed=20)
    guard = table.enemy("Guard", "guard_rifle")
    table.begin(90)
    check(table, do.Attack(who=guard, target=tack, defence="save", save_burn=5), tack, rolls)
    check(table, do.Attack(who=guard, target=tack, defence="waive"), tack, rolls)


@pytest.mark.rule("CHR-36")
@pytest.mark.rule("CHR-58")
def test_a_katana_agrees_with_table_rolls(table: Crew, rolls: int) -> None:
    """An Operator's attack with Advantage on an enemy: doubled before Soak, and the head comes off."""
    wraith = table.operator("Wraith", "katana", combat=55)
    thug = table.enemy("Thug", health=6, soak=2)
    table.begin(10)
    check(table, do.Attack(who=wraith, target=thug, edge=1), thug, rolls * 15 // 100)
    check(table, do.Attack(who=wraith, target=thug), thug, rolls)


@pytest.mark.rule("CHR-45")
def test_a_duel_agrees_with_the_table(table: Crew, rolls: int) -> None:
    """An Operator against another: check and Save, and the Panic Check of a critical hit."""
    one = table.operator("Flux", "katana")
    other = table.operator("Vex", "lined_coat", side="foe", speed=20)
    table.begin(10, 90)
    check(table, do.Attack(who=one, target=other, defence="save"), other, rolls * 15 // 100)


@pytest.mark.rule("CHR-46")
@pytest.mark.rule("CHR-47")
def test_a_grenade_agrees_with_the_table(table: Crew, rolls: int) -> None:
    """The blast on whom it is aimed at, with cover between; a fumble goes off elsewhere."""
    one = table.operator("Flux", "frag_grenade", side="foe", combat=60, health=500)
    other = table.operator("Vex", "lined_coat", speed=20)
    table.begin(10, 90)
    thrown = do.Throw(who=one, target=other, weapon="frag_grenade", cover=True, near=())
    check(table, thrown, other, rolls * 12 // 100)


@pytest.mark.rule("CHR-11")
@pytest.mark.rule("CHR-71")
def test_a_dread_agrees_with_table_rolls(table: Crew, rolls: int) -> None:
    """A special ability: whoever fails the Save takes Stress, and makes a Panic Check."""
    tack = table.operator("Tack", fear=40, speed=20)
    champion = table.enemy("Champion", "champion_blade", "void_dread")
    table.begin(90)
    check(table, do.Special(who=champion, ability="void_dread", targets=(tack,)), tack, rolls)


HOUSE_RULES: tuple[tuple[str, bool | int], ...] = (
    ("chrome.enemyCritOnCritFail", False),
    ("chrome.critFailDoublesDamage", True),
    ("chrome.severOnAnyHit", True),
    ("chrome.deadlyPanicAfterSoak", True),
    ("chrome.minDamageOne", False),
    ("chrome.doubleZeroIsCrit", False),
    ("chrome.stressOnFailedSave", 2),
)


@pytest.mark.parametrize(("switch", "to"), HOUSE_RULES)
def test_house_rules_reach_the_odds(table: Crew, switch: str, to: bool | int, rolls: int) -> None:
    """Each switch that changes an attack changes the odds as it changes the table."""
    tack = table.operator("Tack", "lined_coat", reflex=44, conviction=14, health=7, speed=20)
    horror = table.enemy("Horror", "horror_claws")
    table.begin(90)
    table.switch(switch, to)
    check(table, do.Attack(who=horror, target=tack, defence="save"), tack, rolls * 30 // 100)


# ---- a counter-attack


@pytest.mark.rule("CHR-42")
def test_a_counter_attack_in_the_odds(table: Crew) -> None:
    """Damage for certain, then a Combat Check of 50; not any more where the damage drops the target."""
    tack = table.operator("Tack", "knife", speed=20)
    thug = table.enemy("Thug", "horror_claws", health=2)
    table.begin(90)
    threat = threat_of(table.context, do.Attack(who=thug, target=tack, defence="counter"))
    assert threat is not None
    assert threat.back is not None
    assert (threat.odds.hit, threat.odds.out) == (1, 0)
    assert threat.back.chance * threat.back.odds.out == pytest.approx(0.5)
    table.set_gauge(tack, "health", 4)
    dropped = threat_of(table.context, do.Attack(who=thug, target=tack, defence="counter"))
    assert dropped is not None
    assert dropped.back is not None
    assert dropped.back.chance == 0
    table.switch("chrome.counterWhenDropped", to=True)
    still = threat_of(table.context, do.Attack(who=thug, target=tack, defence="counter"))
    assert still is not None
    assert still.back is not None
    assert still.back.chance == 1


# ---- the panel


def test_the_panel_of_the_biomech_horror(table: Crew) -> None:
    """The case of the drawing: Reflex 44 at Disadvantage against two claws of 4 on Soak 2, Health 7."""
    tack = table.operator("Tack", "knife", "kevlar_vest", reflex=44, speed=20, combat=52)
    horror = table.enemy("Horror", "horror_claws")
    table.begin(90)
    table.set_gauge(tack, "health", 7)
    command = do.Attack(who=horror, target=tack, defence="save", save_edge=-1)
    odds = table.system.odds(table.context, command)
    assert odds is not None
    saved, takes, critical, _, _ = odds.headline_numbers
    assert (saved.label, takes.label, takes.note) == ("Saved", "Takes 2", "4 − Soak 2")
    assert saved.probability == pytest.approx(0.1936)
    assert takes.probability == pytest.approx(0.8064)
    assert (critical.note, round(critical.probability, 4)) == ("Sever", 0.1164)
    bars, grid, *_ = odds.charts
    assert isinstance(bars, Bars)
    assert [share.text for share in bars.shares] == ["7", "5", "3", "0"]
    assert sum(share.probability for share in bars.shares) == pytest.approx(1, abs=1e-12)
    assert isinstance(grid, FaceGrid)
    assert (grid.faces[33], grid.faces[43], grid.faces[44], grid.faces[45]) == (
        "strong",
        "good",
        "bad",
        "none",
    )
    assert sum(share.probability for share in grid.legend) == pytest.approx(1, abs=1e-12)
    assert sum(place.hit for place in odds.places) == pytest.approx(0.1164)
    wounds = {place.key: place.wound for place in odds.places}
    assert wounds["torso"] == 0
    assert wounds["head"] == wounds["left_arm"] == pytest.approx(0.01164)


@pytest.mark.rule("CHR-35")
@pytest.mark.rule("CHR-48")
def test_body_saves_of_the_prone_are_at_disadvantage_in_the_odds_too(table: Crew) -> None:
    """An attack that names the Body Save: upright 0.4 saved, prone 0.4 twice; the Body Save at 0 Health likewise."""
    flux, crusher = table.operator("Flux", body=40), table.enemy("Crusher", "crusher_grip")
    table.begin(90)
    command = do.Attack(who=crusher, target=flux, defence="save")

    def saved() -> float:
        odds = table.system.odds(table.context, command)
        assert odds is not None
        return odds.headline_numbers[0].probability

    assert saved() == pytest.approx(0.4)
    table.afflict(flux, "prone")
    assert saved() == pytest.approx(both_under(40))
    table.play(command, 20, 70)
    assert table.result("test")["edge"] == -1
    assert table.combatant(flux).has("grappled")


def both_under(target: int) -> float:
    """Returns how likely two d100 are both under a target, counted pair by pair."""
    pairs = [(one, two) for one in range(100) for two in range(100)]
    return sum(one < target and two < target for one, two in pairs) / len(pairs)


def test_rows_stay_where_they_are(table: Crew) -> None:
    """What a modifier makes impossible keeps its row, with probability 0."""
    flux = table.operator("Flux", "pistol", combat=50)
    thug = table.enemy("Thug")
    table.begin(10)
    shapes = set()
    for edge in (1, 0, -1):
        odds = table.system.odds(table.context, do.Attack(who=flux, target=thug, edge=edge, burn=0))
        assert odds is not None
        bars = next(each for each in odds.charts if isinstance(each, Bars))
        outcomes = next(each for each in odds.charts if isinstance(each, Outcomes))
        assert sum(share.probability for share in outcomes.shares) == pytest.approx(1, abs=1e-12)
        shapes.add(
            (
                tuple(type(each).__name__ for each in odds.charts),
                tuple(share.text for share in (*bars.shares, *outcomes.shares)),
                tuple(number.label for number in odds.headline_numbers),
            )
        )
    assert len(shapes) == 1


@pytest.mark.rule("CHR-16")
def test_a_comparison_sets_the_bench(table: Crew) -> None:
    """Each row of a comparison is what the figure says once its option is chosen on the bench."""
    tack = table.operator("Tack", "knife", reflex=44, speed=20)
    horror = table.enemy("Horror", "horror_claws")
    table.begin(90)
    system, context = table.system, table.context
    first = system.attack_form(context, {"target": tack})
    assert first.command is not None
    shown = system.odds(context, first.command)
    assert shown is not None
    by_edge = next(
        each for each in shown.charts if isinstance(each, Comparison) and each.key == "save_edge"
    )
    for option, probability in zip(by_edge.options, by_edge.probabilities, strict=True):
        form = system.attack_form(context, {"target": tack, by_edge.key: option.key})
        field = next(each for each in form.fields if each.key == by_edge.key)
        assert field.chosen == option.key
        assert form.command is not None
        chosen = system.odds(context, form.command)
        assert chosen is not None
        assert chosen.headline_numbers[0].probability == pytest.approx(probability, abs=1e-12)
    assert first.actor == horror


def test_a_grenade_of_an_enemy_is_shown_though_nobody_has_a_word_on_its_save() -> None:
    """An enemy's throw has no check, and its command no word on the Save: no lever, and no exception."""
    table = lively()
    thrown = do.Throw(who=CombatantId("guard_5"), target=CombatantId("wraith_2"), band="close")
    shown = table.system.odds(table.context, thrown)
    assert shown is not None
    assert shown.charts
    assert not any(
        isinstance(each, Comparison) and each.key == "save_edge" for each in shown.charts
    )
