"""Plans by what they depend on: each made once, when it is first met."""

import pickle

import numpy as np
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battlefield.plans import Key, Kinds, Numbers, Remembered, plan_table
from encounter_gui.rules.engine.reading.asks import Dice, Outcome, Play, Rule, Whole, dice


class Blow(Outcome):
    harm: Whole


def blow(play: Play, most: int) -> Rule[Blow]:
    return Blow((yield from dice(Dice("harm", ((1, most),)))))


def test_a_plan_is_made_once_for_what_it_depends_on() -> None:
    """And found again by the numbers; one of them may be the same for all."""
    made: list[Key] = []

    def plan(key: Key) -> int:
        made.append(key)
        return key[0] + key[1] + 1

    table = plan_table(blow, (3, 2), plan)
    first = table.plans(np.array([0, 2, 0]), 1)
    again = table.plans(np.array([2, 1]), np.array([1, 0]))
    assert sorted(made) == [(0, 1), (1, 0), (2, 1)]
    assert [first.book.plan(each) for each in first.index] == [2, 4, 2]
    assert [again.book.plan(each) for each in again.index] == [4, 2]
    assert first.book.spread(int(first.index[0])).p.tolist() == [0.5, 0.5]


def test_any_number_may_be_made_less_than_0_too() -> None:
    """Each once, until all are known and after that."""
    made: list[Key] = []

    def number(key: Key) -> int:
        made.append(key)
        return -key[0]

    numbers = Numbers((3,), number)
    for index in ([1], [1, 0], [0, 1, 2], [2]):
        assert numbers.at(np.array(index)).tolist() == [-each for each in index]
    assert sorted(made) == [(0,), (1,), (2,)]


def test_those_are_one_kind_who_differ_in_their_names_alone() -> None:
    """With whoever is the first of them; set apart, everybody is one of its own."""
    names = ("a", "b", "c")
    members = [Combatant(id=CombatantId(each), name=each, side="foe", number=0) for each in names]
    members[1] = replace(members[1], conditions=(Condition(key="prone"),))
    kinds = Kinds(members)
    assert kinds.of.tolist() == [0, 1, 0]
    assert kinds.first == (members[0], members[1])
    assert kinds.count == 2
    assert Kinds(members, is_apart=True).of.tolist() == [0, 1, 2]


def test_what_is_remembered_goes_along_to_another_process() -> None:
    """And what is missing there is made there."""
    words = Remembered(str)
    assert words[3] == "3"
    again = pickle.loads(pickle.dumps(words))
    assert dict(again) == {3: "3"}
    assert again[4] == "4"
