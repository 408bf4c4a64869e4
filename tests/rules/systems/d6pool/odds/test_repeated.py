"""Down within so many attacks: stun, wounds, dodge dice, turns, aim and ammunition are carried."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.dice.requests import Rolled
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.attack_form.form import strike_of
from encounter_gui.rules.systems.d6pool.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.d6pool.combat.strike import harm_events, roll_strike
from encounter_gui.rules.systems.d6pool.odds.repeated import (
    CHAIN,
    Mark,
    NextAttack,
    Rhythm,
    attacks_like,
    down_within,
    mark_of,
)
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view import Within
from tests.helpers.examples import examples
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel

SHOT = NextAttack(attack=5, dodge=(0, 0), difficulty=10, damage=6)
MARK = Mark(left=12, mode=0, resistance=(6, 5, 6, 5))


@pytest.mark.rule("D6P-34")
@pytest.mark.rule("D6P-35")
def test_four_shots_in_a_turn_count_the_stun() -> None:
    """5d6 against 10, damage 6 against resistance 6 at 12 Health: 58.7 %, and not 33.5 %."""
    unstunned = Mark(left=12, mode=0, resistance=(6, 6, 6, 6))
    assert down_within((SHOT,) * 4, unstunned)[3] == pytest.approx(0.335, abs=5e-4)
    assert down_within((SHOT,) * 4, MARK)[3] == pytest.approx(0.587, abs=5e-4)


@pytest.mark.rule("D6P-35")
def test_the_stun_is_over_when_the_next_turn_begins() -> None:
    """One shot a turn never meets somebody stunned by the shot before."""
    each_turn = (SHOT, *(replace(SHOT, begins_turn=True),) * 3)
    unstunned = Mark(left=12, mode=0, resistance=(6, 6, 6, 6))
    expected = down_within((SHOT,) * 4, unstunned)
    assert down_within(each_turn, MARK) == pytest.approx(expected, abs=1e-12)


def d6(dice: int) -> icepool.Die[int]:
    """The oracle's pool."""
    return dice @ icepool.d6 if dice > 0 else icepool.Die([0])


@cache
def one(dice: int, dodge: int, dn: int, damage: int, resist: int) -> dict[int, float]:
    """Chances of a miss (-1), a stun (0), and 1, 2 … wounds, as the rule text says it."""
    hit = float(icepool.map(lambda a, d: a >= dn + d, d6(dice), d6(dodge)).mean()) * (dice > 0)
    harm = icepool.map(lambda m, r: max(m - r, 0), d6(damage), d6(resist))
    chances = {int(value): hit * float(harm.probability("==", value)) for value in harm.outcomes()}
    return {**chances, -1: 1.0 - hit}


def truth(attacks: list[NextAttack], mark: Mark, mode: tuple[bool, bool], lost: int = 0) -> float:
    """Every course of the attacks summed by itself; mode: stunned, wounded."""
    if lost >= mark.left:
        return 1.0
    if not attacks:
        return 0.0
    first, *rest = attacks
    stunned, wounded = mode[0] and not first.begins_turn, mode[1]
    resist = mark.resistance[stunned + 2 * wounded]
    total = 0.0
    for wounds, chance in one(
        first.attack, first.dodge[stunned], first.difficulty, first.damage, resist
    ).items():
        after = (stunned or (wounds == 0 and first.damage > 0), wounded or wounds > 0)
        total += chance * truth(rest, mark, after, lost + max(wounds, 0))
    return total


attacks = st.builds(
    NextAttack,
    attack=st.integers(0, 4),
    dodge=st.tuples(st.integers(0, 2), st.integers(0, 1)),
    difficulty=st.sampled_from([5, 10]),
    damage=st.integers(0, 2),
    begins_turn=st.booleans(),
)
marks = st.builds(
    Mark,
    left=st.integers(1, 5),
    mode=st.integers(0, 1),
    resistance=st.tuples(*(st.integers(0, 2),) * 4),
)


@pytest.mark.rule("D6P-35")
@pytest.mark.rule("D6P-42")
@examples(40)
@given(st.lists(attacks, min_size=1, max_size=3), marks)
def test_the_chain_equals_an_enumeration(found: list[NextAttack], mark: Mark) -> None:
    """Stunned or not, wounded or not, with any resistance in each: exact for up to three attacks."""
    expected = [truth(found[:k], mark, (bool(mark.mode), False)) for k in range(1, len(found) + 1)]
    assert down_within(found, mark) == pytest.approx(expected, abs=1e-12)


@pytest.mark.rule("D6P-43")
def test_who_is_down_already_is_down_within_any_number() -> None:
    """At Temporary Health 0 or below there is nothing left to lose."""
    assert down_within((SHOT,) * 2, Mark(left=0, mode=0, resistance=(6, 5, 6, 5))) == (1.0, 1.0)


@pytest.mark.rule("D6P-17")
@pytest.mark.rule("D6P-24")
def test_a_magazine_and_the_attacks_of_a_turn_say_when_a_turn_begins() -> None:
    """Three left in this turn, four in each; five rounds, then a turn to reload."""
    rhythm = Rhythm(now=3, turn=4, loaded=5, reloaded=8)
    assert list(islice(rhythm.turns(), 8)) == [0, 0, 0, 1, 1, 2, 2, 2]
    assert list(islice(Rhythm(now=0, turn=2).turns(), 3)) == [1, 1, 2]
    assert list(islice(Rhythm(now=2, turn=2, loaded=0).turns(), 2)) == [1, 2]


@pytest.mark.rule("D6P-31")
def test_the_dodge_dice_of_a_turn_are_spent_once(duel: Duel) -> None:
    """Two dice on each of two shots, three left now, four in the next turn."""
    duel.table.happen(ev.GaugeSet(who=duel.mark, gauge=character.DODGE, to=3))
    made = _made(duel, do.Attack(who=duel.who, target=duel.mark, dodge=2))
    assert [each.begins_turn for each in made[:5]] == [False, False, True, False, True]
    assert [each.dodge[0] for each in made[:4]] == [2, 1, 2, 2]


@pytest.mark.rule("D6P-23")
def test_the_aim_goes_with_the_first_shot(duel: Duel) -> None:
    """Two dice more for the first of the attacks only."""
    duel.table.happen(ev.ConditionAdded(who=duel.who, condition=Condition(key="aimed")))
    made = _made(duel, do.Attack(who=duel.who, target=duel.mark))
    assert [each.attack - made[-1].attack for each in made[:3]] == [2, 0, 0]


@pytest.mark.rule("D6P-24")
def test_reloading_takes_a_turn_between_two_shots(duel: Duel) -> None:
    """With one round left the second shot is one of another turn."""
    duel.table.happen(ev.GaugeSet(who=duel.who, gauge="ammo.baretta_96f", to=1))
    made = _made(duel, do.Attack(who=duel.who, target=duel.mark))
    assert [each.begins_turn for each in made[:4]] == [False, True, False, True]


def _made(duel: Duel, command: do.Attack) -> tuple[NextAttack, ...]:
    context = duel.table.context
    found = strike_of(context, command)
    assert found is not None
    return attacks_like(context, command, *found)


@pytest.mark.rule("D6P-17")
def test_the_chart_says_what_it_counts(duel: Duel) -> None:
    """The note names the attacks of each turn, what is counted and what is not."""
    odds = duel.table.system.odds(
        duel.table.context, do.Attack(who=duel.who, target=duel.mark, dodge=1)
    )
    assert odds is not None
    within = next(chart for chart in odds.charts if isinstance(chart, Within))
    assert re.match(r"Attacks by turn: 2 \+ 2 \+ 2 \+ 2 \+ 2\.", within.note)
    assert "Stun" in within.note
    assert len(within.chances) == CHAIN


@pytest.mark.rule("D6P-35")
@pytest.mark.parametrize("plays", [400, pytest.param(20_000, marks=pytest.mark.deep)])
def test_the_chart_agrees_with_attacks_played_at_the_table(duel: Duel, plays: int) -> None:
    """Both shots of an action with the dice and the harm of the table, within four standard errors."""
    command = do.Attack(who=duel.who, target=duel.mark, modifiers=("size_10m",))
    context = duel.table.context
    found = strike_of(context, command)
    assert found is not None
    expected = down_within(attacks_like(context, command, *found), mark_of(context, found[1]))[3]
    faces = iter(Roller.seeded(11).faces(plays * 4 * 30, 6))
    downs = sum(_is_down(duel.table, command, faces) for _ in range(plays))
    error = (expected * (1 - expected) / plays) ** 0.5
    assert abs(downs / plays - expected) < 4 * error


def _is_down(table: Table, command: do.Attack, faces: Iterator[int]) -> bool:
    """Plays four shots, two a turn, and says whether the target is down; the stun ends between the turns."""
    resolution = Resolution(table.context)
    for shot in range(4):
        if shot == 2 and resolution.combatant(command.target).has("stunned"):
            resolution.record(ev.ConditionRemoved(who=command.target, key="stunned"))
        target = resolution.combatant(command.target)
        if character.is_down(target):
            return True
        plan = plan_attack(resolution.view, command)
        procedure = roll_strike(resolution, plan.strike, command.who, command.target)
        answer = None
        while True:
            try:
                (request,) = procedure.send(answer)  # type: ignore[arg-type,misc]  # None starts it
            except StopIteration as done:
                result = done.value
                break
            total = sum(next(faces) for _ in range(request.count))
            answer = (Rolled(request=request, faces=None, total=total, physical=False),)
        resolution.apply(*harm_events(resolution.view, target, result))
    return character.is_down(resolution.combatant(command.target))
