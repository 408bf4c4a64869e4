"""One declared attack, read three ways: every face at the table, all dice at once by the odds, rows by the forecast."""

from collections import defaultdict
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Faces, RollRequest, accept
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine.battlefield.battle import PC_WINS
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.reading.spread import known_spread
from encounter_gui.rules.model.commands import Afflict, Command, Next
from encounter_gui.rules.systems.declared import combat, rules
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared.variants import bare
from tests.helpers.declared import WAYS, rich, table_of
from tests.helpers.table import Table


def _two(table: Table, *, dazed: bool = False) -> tuple[CombatantId, CombatantId]:
    hero = table.join("Hero", side="pc", fight=3, items=["pipe"])
    foe = table.join("Foe", fight=2, items=["pipe", "vest", "coat"])
    if dazed:
        table.play(Afflict(who=(hero, foe), condition="dazed"))
    return hero, foe


class _Faces:
    """Answers with given faces and asks for no more than there are."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left, self.asked = list(faces), list[int]()

    def __call__(self, request: RollRequest) -> tuple[int, ...]:
        if len(self.left) < request.count:
            raise _MoreWantedError(request)
        found, self.left = tuple(self.left[: request.count]), self.left[request.count :]
        return found


class _MoreWantedError(Exception):
    def __init__(self, request: RollRequest) -> None:
        super().__init__(request.key)
        self.request = request


def _played(
    table: Table, command: Command, faces: Callable[[RollRequest], tuple[int, ...]]
) -> EncounterState:
    """The state after a command at the table."""
    procedure = table.system.procedure(table.context, command)
    answer = None
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration as done:
            return fold(table.context.state, done.value.events)
        assert isinstance(asked, tuple)
        answer = tuple(accept(each, Faces(values=faces(each))) for each in asked)


def _every_way(table: Table, command: Command) -> dict[tuple[int, int, bool], float]:
    """What each way in which dice may fall leaves of the target, with its chance: Health, Stress, dazed."""
    found: dict[tuple[int, int, bool], float] = defaultdict(float)
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    target = command.target  # type: ignore[attr-defined]  # an attack
    while waiting:
        known, chance = waiting.pop()
        try:
            state = _played(table, command, _Faces(known))
        except _MoreWantedError as more:
            dice = product(range(1, more.request.sides + 1), repeat=more.request.count)
            part = chance / more.request.sides**more.request.count
            waiting += [((*known, *each), part) for each in dice]
            continue
        one = state.combatants[target]
        found[one.gauges["health"], one.gauges["stress"], one.has("dazed")] += chance
    return found


@pytest.mark.parametrize("dazed", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_the_odds_are_those_of_every_way_the_dice_fall_at_the_table(way: str, dazed: bool) -> None:
    table = table_of(rich(way))
    hero, foe = _two(table, dazed=dazed)
    table.begin(6, 1)
    command = do.Attack(who=hero, target=foe)
    every = _every_way(table, command)
    assert sum(every.values()) == pytest.approx(1.0)
    plan = combat.plan_attack(table.context, command)[2]
    exact = known_spread(rules.strike, bare(plan))
    found: dict[tuple[int, int, bool], float] = defaultdict(float)
    before = table.context.combatant(foe)
    for chance, is_hit, harm in zip(exact.p, exact.of["is_hit"], exact.of["harm"], strict=True):
        lost = int(harm) * bool(is_hit)
        health = before.gauges["health"] - (0 if way == "stress" else lost)
        stress = min(before.gauges["stress"] + (lost if way == "stress" else 0), 6)
        put = (is_hit and way == "margin and dice") or (lost and way == "under a skill")
        found[health, stress, before.has("dazed") or bool(put)] += chance
    for key in {*every, *found}:
        assert found[key] == pytest.approx(every[key], abs=1e-12), key
    odds = table.system.odds(table.context, command)
    numbers = {each.id: each.probability for each in odds.headline_numbers}
    down = sum(chance for (health, _, _), chance in every.items() if health <= 0)
    assert numbers["out.1"] == pytest.approx(down, abs=1e-12)


def _fights(table: Table, count: int, seed: int) -> float:
    """The share of fights that the player characters win, played at the table from here on."""
    rng, won = np.random.default_rng(seed), 0
    begun = table.context

    def rolled(request: RollRequest) -> tuple[int, ...]:
        return tuple((rng.integers(0, request.sides, request.count) + request.lowest).tolist())

    for _ in range(count):
        table.context = begun
        while True:
            there = table.context.state.combatants.values()
            standing = {each.side == "foe" for each in there if each.gauges["health"] > 0}
            if len(standing) < 2:
                won += False in standing
                break
            command = _next_command(table)
            state = _played(table, command, rolled)
            table.context = replace(table.context, state=state)
    table.context = begun
    return won / count


def _next_command(table: Table) -> Command:
    """An attack on the first opponent that stands, by the first whose turn it is that has one left; else Next."""
    context = table.context
    for who in context.state.acting:
        actor = context.combatant(who)
        foes = [
            each.id
            for each in context.state.combatants.values()
            if (each.side == "foe") != (actor.side == "foe") and each.gauges["health"] > 0
        ]
        command = do.Attack(who=who, target=foes[0])
        try:
            next(table.system.procedure(context, command))
        except Exception:  # noqa: BLE001 - it may not: whoever is next
            continue
        return command
    return Next()


FIGHTS = {
    "each, every round": [],
    "each, once": [('rolled = "round"', 'rolled = "once"\nattacks = 2')],
    "sides": [('rolled = "round"', 'rolled = "once"\nby = "side"')],
    "sides, every round": [('rolled = "round"', 'rolled = "round"\nby = "side"\nidle = ["dazed"]')],
}


def _agrees(kind: str, count: int, *, is_mid_round: bool) -> None:
    table = table_of(rich("margin and dice", *FIGHTS[kind]))
    _two(table)
    table.join("Second", fight=1, items=["pipe"])
    table.join("Friend", side="ally", fight=2, items=["vest"])
    if is_mid_round:
        table.begin(*((5, 4) if "sides" in kind else (5, 4, 3, 2)))
        hero, foe, *_ = table.context.state.combatants
        table.play(do.Attack(who=hero, target=foe), 8, 1, 2, 1)
        table.next()
    share = _fights(table, count, seed=5)
    result = table.system.battle(table.context).play(40_000, np.random.default_rng(7), Orders())
    won = float(np.mean(result.winner == PC_WINS))
    assert won == pytest.approx(share, abs=4 * (won * (1 - won) / count) ** 0.5 + 0.005)


@pytest.mark.parametrize("kind", FIGHTS)
def test_the_forecast_of_a_round_under_way_agrees_with_fights_at_the_table(kind: str) -> None:
    _agrees(kind, 60, is_mid_round=True)


@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.parametrize("is_mid_round", [False, True])
@pytest.mark.parametrize("kind", FIGHTS)
def test_the_forecast_agrees_with_many_fights_at_the_table(kind: str, is_mid_round: bool) -> None:
    _agrees(kind, 600, is_mid_round=is_mid_round)
