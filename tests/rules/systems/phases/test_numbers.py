"""The numbers of the rules are those of the ruleset: a house that changes one plays by it."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from tests.rules.systems.phases.playing import Duel, duel


def house(made: Duel, **numbers: int) -> Duel:
    """The duel by a ruleset that changes these numbers."""
    ruleset = made.table.context.ruleset
    changed = {
        key: dataclasses.replace(ruleset.numbers[key], value=value)
        for key, value in numbers.items()
    }
    ruleset = dataclasses.replace(ruleset, numbers={**ruleset.numbers, **changed})
    made.table.context = replace(made.table.context, ruleset=ruleset)
    return made


@pytest.mark.rule("PHA-08")
@pytest.mark.parametrize(("margin", "result"), [(3, "critical"), (6, "passed")])
def test_the_margin_of_a_critical_success(margin: int, result: str) -> None:
    """A test that is won by five."""
    made = house(duel(), critical_margin=margin)
    found = made.table.play(do.Task(who=made.who, characteristic="cool", dn=12), 4, 4, 4)
    assert (found["dos"], found["result"]) == (5, result)


@pytest.mark.rule("PHA-08", "PHA-35")
@pytest.mark.parametrize(("margin", "result"), [(3, "fumble"), (9, "miss")])
def test_the_margin_of_a_fumbled_attack(margin: int, result: str) -> None:
    """An attack that loses by more than three and less than nine, where margins fumble."""
    made = house(duel(), critical_margin=margin)
    made.table.switch("phases.attackFumbleOnMargin", True)
    found = made.attack(6, 6, 4, 4, 4, 2)
    assert (found["dos"], found["result"]) == (-4, result)


@pytest.mark.rule("PHA-23")
def test_the_penalty_of_several_actions() -> None:
    """Two actions, at one less each."""
    made = house(duel({"actions": 2}), action_penalty=1)
    assert made.attack(3, 3, 3, 1, 1, 2)["bonus"] == 10 - 1


@pytest.mark.rule("PHA-23")
def test_the_most_actions_of_a_phase() -> None:
    """Four are one too many, unless the house has it so."""
    declare = {"actions": 4, "late": True}
    made = duel()
    late = do.Declare(who=made.mark, **declare)  # type: ignore[arg-type]  # its fields
    assert made.table.refused(late) == "phases.bad_action_count"
    house(made, most_actions=4).table.play(late)
    assert made.table.gauge(made.mark, "actions") == 4


@pytest.mark.rule("PHA-34")
def test_the_most_shots_of_an_action() -> None:
    """As many as the house has it."""
    assert house(duel(), most_shots=2).refused(mode="semi", shots=3) == "phases.too_many_shots"


@pytest.mark.rule("PHA-31", "PHA-17")
def test_rounds_of_a_salvo_and_pounds_of_a_level() -> None:
    """Four full fives of twenty rounds; a load of 47 pounds on 35, or on 70, that can be carried."""
    made: Any = house(duel(items=["smg"], held="smg"), salvo_rounds=5)
    assert made.attack(6, 6, 6, 1, 1, 2, mode="full")["bonus"] == 10 + 4
    for pounds, levels in ((5, 3), (10, 0)):
        made = house(duel(), pounds_a_level=pounds)
        made.table.happen(
            ev.SheetSet(who=made.mark, field="load", to=47),
            ev.SheetSet(who=made.mark, field="athletics", to=2),
        )
        combatant = made.table.combatant(made.mark)
        assert character.burden(made.table.context, combatant) == levels
