"""What an action costs stands in the catalogue of the ruleset, and whether it may be taken at all."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.rules.systems.phases import commands as do
from tests.rules.systems.phases.playing import Duel, duel


def house(made: Duel, key: str, **changes: Any) -> Duel:
    """The duel by a ruleset in which an action is different."""
    ruleset = made.table.context.ruleset
    actions = tuple(
        dataclasses.replace(each, **changes) if each.key == key else each
        for each in ruleset.actions
    )
    made.table.context = replace(
        made.table.context, ruleset=dataclasses.replace(ruleset, actions=actions)
    )
    return made


@pytest.mark.rule("PHA-26")
@pytest.mark.parametrize(
    ("spends", "used", "refusal"),
    [
        ("free", 0, ""),
        ("regular", 1, "phases.no_action_left"),
        ("full", 1, "phases.needs_whole_phase"),
    ],
)
def test_drawing_costs_what_the_ruleset_says(spends: str, used: int, refusal: str) -> None:
    """Nothing, a Regular Action, or the phase."""
    made = house(duel(), "draw", spends=spends)
    made.table.play(do.Draw(who=made.who, weapon="knife"))
    assert made.table.gauge(made.who, "used") == used
    again = do.Draw(who=made.who, weapon="smg")
    if refusal:
        assert made.table.refused(again) == refusal
    else:
        made.table.play(again)


@pytest.mark.rule("PHA-26")
@pytest.mark.parametrize(
    ("key", "command"),
    [
        ("run", do.Move(who="shooter_1", gait="run")),  # type: ignore[arg-type]  # an id
        ("task", do.Other(who="shooter_1")),  # type: ignore[arg-type]  # an id
        ("attack", do.Attack(who="shooter_1", target="mark_2")),  # type: ignore[arg-type]  # ids
    ],
)
def test_what_a_house_forbids_is_refused(key: str, command: Any) -> None:
    """By the name it has in the catalogue."""
    made = duel()
    assert (made.who, made.mark) == ("shooter_1", "mark_2")
    assert house(made, key, is_allowed=False).table.refused(command) == "rules.action_not_allowed"
