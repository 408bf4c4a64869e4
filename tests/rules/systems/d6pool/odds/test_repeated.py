"""Down within so many attacks: stun, wounds, dodge dice, turns, aim and ammunition are carried, and used up."""

import dataclasses
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.dice.requests import Rolled
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.reading.table import TablePlay, at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.d6pool.odds.repeated import CHAIN, attacks_of, repeated
from encounter_gui.rules.systems.d6pool.rules import harm
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view import Within
from tests.helpers.examples import examples
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


class Case(NamedTuple):
    """A shooter and a target, and what is particular about this turn."""

    skill: int = 4
    shots: int = 1
    damage: int = 3
    ammo: int = 9
    magazine: int = 9
    aimed: bool = False
    stunned: bool = False
    running: bool = False
    hero: bool = False
    resistance: int = 2
    health: int = 5
    dodge: int = 0
    wanted: int = 0
    is_stunned: bool = False
    stun_hits_dodge: bool = False
    wound_hits_resistance: bool = False


cases = st.builds(
    Case,
    skill=st.integers(1, 4),
    shots=st.integers(1, 2),
    damage=st.integers(0, 3),
    ammo=st.integers(1, 3),
    magazine=st.integers(1, 3),
    aimed=st.booleans(),
    stunned=st.booleans(),
    running=st.booleans(),
    hero=st.booleans(),
    resistance=st.integers(0, 3),
    health=st.integers(2, 6),
    dodge=st.integers(0, 3),
    wanted=st.integers(0, 2),
    is_stunned=st.booleans(),
    stun_hits_dodge=st.booleans(),
    wound_hits_resistance=st.booleans(),
)


def on(table: Table, case: Case) -> do.Attack:
    """Puts a case on a table, in the shooter's only action of a turn; returns the attack that goes on."""
    table.switch("d6pool.stunHitsDodge", case.stun_hits_dodge)
    table.switch("d6pool.woundHitsResist", case.wound_hits_resistance)
    values = {
        "class": "SA" if case.shots == 2 else "SS",
        "damage": case.damage,
        "magazine": case.magazine,
        "ranges": [10, 25, 50, 75],
    }
    who = table.join(
        "Shooter",
        side="pc",
        items=[CarriedDef(item="revolver", values=values)],
        held="revolver",
        firearms=case.skill,
        dexterity=5,
        hero_points=1,
    )
    mark = table.join(
        "Mark",
        dexterity=1,
        dodge=case.dodge,
        health=case.health,
        pain_resistance=case.resistance,
    )
    table.begin(3, 3)
    table.happen(ev.GaugeSet(who=who, gauge="ammo.revolver", to=case.ammo))
    table.happen(ev.GaugeSet(who=who, gauge="hero", to=1))
    for one, key, is_on in (
        (who, "stunned", case.stunned),
        (who, "running", case.running),
        (mark, "stunned", case.is_stunned),
    ):
        if is_on:
            condition = Condition(key=key, until=Expiry(round=1))
            table.happen(ev.ConditionAdded(who=one, condition=condition))
    if case.aimed:
        table.happen(ev.ConditionAdded(who=who, condition=Condition(key="aimed")))
    return do.Attack(who=who, target=mark, dodge=min(case.wanted, case.dodge), hero=case.hero)


def d6(dice: int) -> icepool.Die[int]:
    """The oracle's pool."""
    return dice @ icepool.d6 if dice > 0 else icepool.Die([0])


@cache
def one(dice: int, dodge: int, damage: int, resist: int) -> dict[int, float]:
    """Chances of a miss (-1), a stun (0), and 1, 2 … wounds against 10, as the rule text says it."""
    hit = float(icepool.map(lambda a, d: a >= 10 + d, d6(dice), d6(dodge)).mean()) * (dice > 0)
    harm = icepool.map(lambda m, r: max(m - r, 0), d6(damage), d6(resist))
    chances = {int(value): hit * float(harm.probability("==", value)) for value in harm.outcomes()}
    return {**chances, -1: 1.0 - hit}


def shots_of(case: Case, count: int) -> list[tuple[bool, int]]:
    """The attacks as the rule texts say it: whether a turn has begun before each, and its dice."""
    found: list[tuple[bool, int]] = []
    turn, left, ammo, last = 0, case.shots, case.ammo, 0
    while len(found) < count:
        if not ammo:  # reloading takes a whole turn in which nothing else is done
            turn, left, ammo = turn + 1, case.shots, case.magazine
        elif not left:
            turn, left = turn + 1, case.shots
        dice = case.skill * (2 if case.hero and not turn else 1)
        dice -= (case.stunned + case.running) * (not turn)
        found.append((turn > last, dice + 2 * (case.aimed and not found)))
        last, left, ammo = turn, left - 1, ammo - 1
    return found


def truth(case: Case, shots: list[tuple[bool, int]], lost: int, dodge: int, *, stun: bool) -> float:
    """Every course of the attacks summed by itself."""
    if lost >= case.health:
        return 1.0
    if not shots:
        return 0.0
    (begins, dice), *rest = shots
    if begins:
        stun, dodge = False, case.dodge
    spent = min(case.wanted, case.dodge, dodge)
    resist = case.resistance - _hindrance(case, lost, stun=stun)
    total = 0.0
    for wounds, chance in one(dice, spent, case.damage, resist).items():
        stuns = wounds == 0 and case.damage > 0
        left = dodge - spent
        if stuns and not stun and case.stun_hits_dodge:
            left = max(left - 1, 0)
        after = lost + max(wounds, 0)
        total += chance * truth(case, rest, after, left, stun=stun or stuns)
    return total


def _hindrance(case: Case, lost: int, *, stun: bool) -> int:
    """Stunned and wounded count once together."""
    return int(stun or (lost > 0 and case.wound_hits_resistance))


@pytest.mark.rule("D6P-12", "D6P-17", "D6P-23", "D6P-24", "D6P-31", "D6P-34", "D6P-35", "D6P-42")
@examples(60)
@given(cases)
def test_the_chain_equals_an_enumeration(case: Case) -> None:
    """With anything used up that can be, exact for up to four attacks."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    command = on(table, case)
    found = repeated(table.context, command)
    assert found is not None
    expected = [
        truth(case, shots_of(case, k), 0, case.dodge, stun=case.is_stunned) for k in range(1, 5)
    ]
    assert found.within[:4] == pytest.approx(expected, abs=1e-12)


@pytest.mark.rule("D6P-34", "D6P-35")
@pytest.mark.parametrize(("kind", "expected"), [("SS", 0.335), ("SA", 0.587)])
def test_four_shots_in_a_turn_count_the_stun(table: Table, kind: str, expected: float) -> None:
    """5d6 against 10, damage 6 against resistance 6 at 12 Health: 58.7 %; a shot a turn never meets a stun: 33.5 %."""
    weapon = {"class": kind, "damage": 6, "magazine": 0, "ranges": [10, 25, 50, 75]}
    who = table.join(
        "Shooter",
        side="pc",
        items=[CarriedDef(item="revolver", values=weapon)],
        held="revolver",
        firearms=5,
        dexterity=9 if kind == "SA" else 5,
    )
    mark = table.join("Mark", dexterity=1, health=12, pain_resistance=6)
    table.begin(3, 3)
    found = repeated(table.context, do.Attack(who=who, target=mark))
    assert found is not None
    assert found.within[3] == pytest.approx(expected, abs=5e-4)


@pytest.mark.rule("D6P-43")
def test_who_is_down_already_is_down_within_any_number(duel: Duel) -> None:
    """At Temporary Health 0 or below there is nothing left to lose."""
    duel.table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=0))
    found = repeated(duel.table.context, do.Attack(who=duel.who, target=duel.mark))
    assert found is not None
    assert found.within == (1.0,) * CHAIN


def _turns(duel: Duel, command: do.Attack, count: int) -> list[int]:
    context = duel.table.context
    plan = plan_attack(context, command)
    attacks = attacks_of(context, context.combatant(duel.who), plan, hero=command.hero)
    return [each.turn for each in attacks][:count]


@pytest.mark.rule("D6P-24")
def test_reloading_takes_a_turn_between_two_shots(duel: Duel) -> None:
    """With one round left the second shot is one of the turn after that of reloading."""
    duel.table.happen(ev.GaugeSet(who=duel.who, gauge="ammo.baretta_96f", to=1))
    assert _turns(duel, do.Attack(who=duel.who, target=duel.mark), 4) == [0, 2, 2, 3]


@pytest.mark.rule("D6P-24")
def test_where_a_ruleset_lets_reloading_be_free_no_turn_is_lost_by_it(duel: Duel) -> None:
    """An empty magazine costs nothing then, and the shots of this turn are made."""
    ruleset = duel.table.context.ruleset
    actions = tuple(
        dataclasses.replace(each, spends="free") if each.key == "reload" else each
        for each in ruleset.actions
    )
    changed = dataclasses.replace(ruleset, actions=actions)
    duel.table.context = replace(duel.table.context, ruleset=changed)
    duel.table.happen(ev.GaugeSet(who=duel.who, gauge="ammo.baretta_96f", to=0))
    assert _turns(duel, do.Attack(who=duel.who, target=duel.mark), 4) == [0, 0, 1, 1]


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
    found = repeated(duel.table.context, command)
    assert found is not None
    expected = found.within[3]
    faces = iter(Roller.seeded(11).faces(plays * 4 * 30, 6))
    downs = sum(_is_down(duel.table, command, faces) for _ in range(plays))
    error = (expected * (1 - expected) / plays) ** 0.5
    assert abs(downs / plays - expected) < 4 * error


def _is_down(table: Table, command: do.Attack, faces: Iterator[int]) -> bool:
    """Plays four shots, two a turn, and says whether the target is down; the stun ends between the turns."""
    resolution = Resolution(table.context)
    people = {"who": command.who, "target": command.target}
    for shot in range(4):
        if shot == 2 and resolution.combatant(command.target).has("stunned"):
            resolution.record(ev.ConditionRemoved(who=command.target, key="stunned"))
        if character.is_down(resolution.combatant(command.target)):
            return True
        plan = plan_attack(resolution.view, command).strike
        procedure = at_table(TablePlay(resolution), Fighter, harm.attack, people, plan)
        answer: Any = None
        while True:
            try:
                (request,) = procedure.send(answer)  # type: ignore[misc]  # a roll
            except StopIteration:
                break
            total = sum(next(faces) for _ in range(request.count))
            answer = (Rolled(request=request, faces=None, total=total, physical=False),)
    return character.is_down(resolution.combatant(command.target))
