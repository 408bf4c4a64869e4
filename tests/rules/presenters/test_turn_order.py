"""Names, looks and texts of the turn order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.encounter.state import EncounterState
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.turn_order import (
    acting_text,
    look_of,
    short_names,
    some_of,
    together,
)
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

LETTERS = st.text("ab, -'", max_size=14)
NAMES = st.lists(LETTERS | st.sampled_from(["Jackal, gunner A", "Jackal, gunner B", "Halloran"]))


def alone(name: str, everybody: list[str]) -> str:
    """Returns what a name is cut to, found by a look at all the others."""
    if len(name) <= 9:
        return name
    first, _, rest = name.partition(",")[0].partition(" ")
    shared = sum(1 for other in everybody if other.partition(" ")[0].rstrip(",") == first)
    if shared <= 1 and len(first) > 2:
        return first
    return f"{rest[:1].upper()}{rest[1:]}" if rest else name


@given(NAMES)
def test_all_names_are_cut_at_once_as_each_would_be_alone(names: list[str]) -> None:
    """One count of first words instead of a comparison of each with each."""
    assert short_names(names) == {name: alone(name, names) for name in names}


def test_what_others_do_not_share_tells_a_name() -> None:
    """A short name stays, a first name is enough, and of two of a kind the rest tells."""
    names = ["Vex", "Halloran the Third", "Gang gunner A", "Gang gunner B"]
    assert list(short_names(names).values()) == ["Vex", "Halloran", "Gunner A", "Gunner B"]


@pytest.mark.parametrize(
    ("group", "is_over", "look"),
    [
        (1, False, "done"),
        (2, False, "now"),
        (2, True, "now"),
        (3, True, "done"),
        (4, False, "next"),
        (5, False, "later"),
    ],
)
def test_a_slot_looks_as_its_group_stands(group: int, is_over: bool, look: str) -> None:
    """Group 2 acts, group 4 is the next in which somebody has something to do."""
    assert look_of(group, 2, 4, is_over=is_over) == look


def test_of_many_the_rest_is_told_as_a_number() -> None:
    """A sentence that names a hundred is read by nobody."""
    context = RulesContext(
        state=EncounterState(), ruleset=shipped("d6pool"), texts=message_catalog()
    )
    assert some_of(context, ["Vex", "Tack"], " and ") == "Vex and Tack"
    names = [f"Ganger {number}" for number in range(1, 13)]
    assert some_of(context, names) == ", ".join(names)
    assert some_of(context, [*names, "Vex", "Tack"]) == f"{', '.join(names)} and 2 more"


def test_a_hundred_and_fifty_in_a_tie_do_not_fill_a_line() -> None:
    """Those who are alike are counted, and what is beyond a few is a number; a dozen are named as they were."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    for number in range(1, 151):
        table.join(f"Ganger {number}")
    everybody = tuple(table.context.state.combatants.values())
    few = together(table.context, ((each, "") for each in everybody[:12]), " and ")
    assert few.startswith("Ganger 1, Ganger 2, ")
    assert few.endswith(" and Ganger 12")
    assert together(table.context, ((each, "") for each in everybody), " and ") == "Ganger ×150"
    assert acting_text(table.context, everybody) == "Ganger ×150 act"
    for number in range(1, 9):
        table.join(f"{'ABCDEFGH'[number - 1]}lice")
    mixed = tuple(table.context.state.combatants.values())
    assert together(table.context, ((each, "") for each in mixed), " and ").endswith("and 3 more")
