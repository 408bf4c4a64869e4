"""What stood on somebody before the fight ends by the same rule as if it had begun in it, in every game.

It is put on by hand, planned, or written in a file before round 1; or it comes with somebody who joins later.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Chosen, Faces, Rolled, RollRequest, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.durations import as_ruled
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.commands import (
    Add,
    Afflict,
    Damage,
    DamageTarget,
    Join,
    Next,
    Settle,
)
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

GAMES = ("chrome", "cwn", "d6pool", "phases")
SHEETS: dict[str, dict[str, Any]] = {
    "chrome": {"health": 8, "kind": "operator"},
    "cwn": {"hp": 20, "kind": "npc"},
    "d6pool": {},
    "phases": {},
}
ROUNDS = 6
"""What has not ended by then (in phases: phases) lasts on."""

APART = {
    ("cwn", "in_air"): "it marks an effect that is owed; without one it stands for nothing",
    ("d6pool", "in_air"): "as in Cities Without Number",
    ("phases", "cool_held"): "it is of one firefight: none begins with it (PHA-63)",
}
"""Conditions that do not begin before a fight, and why."""

CASES = [
    (game, each.key)
    for game in GAMES
    for each in shipped(game).conditions
    if (game, each.key) not in APART
]
BY_HAND = [(game, each.key) for game in GAMES for each in shipped(game).conditions if each.by_hand]


class Easy(Table):
    """A table at which each roll of somebody falls the same whenever it comes, and the first answer is given."""

    def answered(self, asked: Any, left: list[int]) -> Any:
        if not isinstance(asked, tuple):
            return Chosen(option=asked.options[0])
        return tuple(map(self._fallen, asked))

    def _fallen(self, wanted: RollRequest) -> Rolled:
        known = self.__dict__.setdefault("known", Counter[str]())
        roll = f"{wanted.key} {wanted.who}"
        known[roll] += 1
        dice = Random(f"{roll} {known[roll]}")
        faces = (dice.randint(wanted.lowest, wanted.highest) for _ in range(wanted.count))
        return accept(wanted, Faces(values=tuple(faces)))


def person(table: Easy, game: str, number: int, *conditions: Condition) -> Combatant:
    """Returns somebody who has not joined yet: even ones are player characters, odd ones foes."""
    side = "foe" if number % 2 else "pc"
    creature = CreatureDef(key=f"p{number}", name=f"P{number}", side=side, sheet=SHEETS[game])
    combatant = table.system.recruit(
        table.context, creature, name=creature.name, number=table.context.state.next_number
    )
    return replace(combatant, conditions=(*combatant.conditions, *conditions))


def table_of(game: str) -> Easy:
    """Returns a table of a game at which nobody sits yet."""
    return Easy(system_for(game), shipped(game), message_catalog())


def in_the_fight(game: str, key: str) -> Easy:
    """Returns a fight in whose first round, before anybody acts, all foes get a condition."""
    table = table_of(game)
    for number in range(4):
        table.play(Add(combatant=person(table, game, number)))
    table.play(Next())
    known = table.context.ruleset.condition(key)
    assert known is not None
    if known.by_hand:
        table.play(Afflict(who=foes(table), condition=key))
        return table
    resolution = table.system.resolution(table.context)
    for who in foes(table):  # nobody can put it on: as the rules do
        condition = Condition(key=key, until=as_ruled(table.context, known))
        resolution.record(ev.ConditionAdded(who=who, condition=condition))
    table.happen(*resolution.events)
    return table


def by_hand(game: str, key: str) -> Easy:
    """Returns a fight before which all foes get a condition by hand."""
    table = table_of(game)
    for number in range(4):
        table.play(Add(combatant=person(table, game, number)))
    table.play(Afflict(who=foes(table), condition=key))
    table.play(Next())
    return table


def planned(game: str, key: str) -> Easy:
    """Returns a fight in which foes join with a condition that was planned for them."""
    table = table_of(game)
    condition = Condition(key=key)
    people = []
    for number in range(4):
        found = person(table, game, number, *([condition] * (number % 2)))
        people.append(replace(found, id=CombatantId(f"p{number}_{number + 1}"), number=number + 1))
    table.play(Join(combatants=tuple(people)))
    table.play(Next())
    return table


def from_a_file(game: str, key: str) -> Easy:
    """Returns a fight in which foes are added with a condition, one by one as fight files do."""
    table = table_of(game)
    condition = Condition(key=key)
    for number in range(4):
        combatant = person(table, game, number, *([condition] * (number % 2)))
        table.play(Add(combatant=combatant))
    table.play(Next())
    return table


def foes(table: Easy) -> tuple[CombatantId, ...]:
    """Returns the ids of the foes."""
    return tuple(each.id for each in table.context.state.combatants.values() if each.side == "foe")


def ends(table: Easy, key: str) -> dict[CombatantId, tuple[int, tuple[CombatantId, ...]] | None]:
    """Returns when each foe is rid of a condition: the round, and who acts then; None: it lasts on."""
    found = dict[CombatantId, tuple[int, tuple[CombatantId, ...]] | None]()
    while table.context.state.round <= ROUNDS:
        state = table.context.state
        for who in foes(table):
            if who not in found and not table.combatant(who).has(key):
                found[who] = (state.round, state.acting)
        owed = due_at(state, "round_end")
        table.play(Settle(ids=(owed[0].id,)) if owed else Next())
    return {who: found.get(who) for who in foes(table)}


def rounds_of(table: Easy, key: str) -> list[int | None]:
    """Returns the round in which each foe is rid of a condition."""
    return [each[0] if each else None for each in ends(table, key).values()]


@pytest.mark.parametrize(("game", "key"), CASES, ids=[f"{game}-{key}" for game, key in CASES])
@pytest.mark.parametrize("way", [by_hand, planned, from_a_file])
def test_what_stood_before_the_fight_ends_like_what_begins_in_it(
    game: str, key: str, way: Callable[[str, str], Easy]
) -> None:
    """Every condition of every game, put on before round 1, ends as the same one put on at its beginning."""
    if way is by_hand and (game, key) not in BY_HAND:
        return  # nobody can
    before, within = way(game, key), in_the_fight(game, key)
    if (game, key) == ("cwn", "surprised"):  # the free round is round 1, in another order
        assert rounds_of(before, key) == rounds_of(within, key) == [2, 2]
        return
    assert ends(before, key) == ends(within, key)


@pytest.mark.parametrize("way", [by_hand, planned, from_a_file])
@pytest.mark.parametrize("key", ["surprised", "concealed", "suppressed"])
@pytest.mark.rule("CWN-14")
def test_the_surprised_concealed_and_suppressed_from_the_start_are_not_so_for_ever(
    key: str, way: Callable[[str, str], Easy]
) -> None:
    """A side surprised from the start was refused everything for the whole fight."""
    assert rounds_of(way("cwn", key), key) == [2, 2]


@pytest.mark.rule("D6P-35")
def test_a_stun_from_before_the_fight_is_over_when_turn_1_begins() -> None:
    """A stun lasts to the end of the turn it is suffered in; before the fight that is before turn 1."""
    table = table_of("d6pool")
    for number in range(2):
        strong = person(table, "d6pool", number)
        table.play(Add(combatant=replace(strong, sheet={**strong.sheet, "pain_resistance": 3})))
    (foe,) = foes(table)
    table.play(Damage(targets=(DamageTarget(who=foe),), amount=1))
    assert table.combatant(foe).has("stunned")
    table.play(Next())
    assert table.context.state.round == 1
    assert not table.combatant(foe).has("stunned")


@pytest.mark.parametrize("game", GAMES)
def test_who_joins_later_brings_conditions_that_end_from_then_on(game: str) -> None:
    """A wave of round 3 with a condition of one round is rid of it when round 4 begins."""
    key = {"chrome": "surprised", "cwn": "suppressed", "d6pool": "stunned", "phases": "ducking"}
    table = table_of(game)
    for number in range(2):
        table.play(Add(combatant=person(table, game, number)))
    while table.context.state.round < 3:
        table.play(Next())
    late = person(table, game, 3, Condition(key=key[game]))
    table.play(Join(combatants=(late,), wave="Backup"))
    assert table.combatant(late.id).has(key[game])
    while table.context.state.round < 5:
        owed = due_at(table.context.state, "round_end")
        table.play(Settle(ids=(owed[0].id,)) if owed else Next())
    assert not table.combatant(late.id).has(key[game])
