"""What means the same in every system: names, joining, changes by hand."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.adjustments import Limits, read_change
from encounter_gui.rules.engine.joining import free_name
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Duplicate,
    Flag,
    Note,
    Remove,
    SetField,
    Switch,
)
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture
def table() -> Table:
    """An empty table."""
    return Table(system_for("d6pool"), shipped("d6pool"), message_catalog())


def names(table: Table) -> list[str]:
    """Everybody's name, in order of joining."""
    return [combatant.name for combatant in table.context.state.combatants.values()]


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ((), "K"),
        (("K",), "K 2"),
        (("K", "K 2"), "K 3"),
        (("K 1", "K 3"), "K 2"),
        (("K 2", "K 3"), "K 1"),
        (("K 1", "Kay 2"), "K 2"),
    ],
)
def test_a_free_name_goes_on_with_the_numbers_there_are(taken: tuple[str, ...], name: str) -> None:
    """The bare name alone; among numbered ones the least number that is free."""
    assert free_name(taken, "K") == name


def test_who_is_removed_and_added_again_has_the_same_name(table: Table) -> None:
    """K 2 of three is K 2 again; its twin is K 4."""
    table.play(Add(creature="ganger", name="K", count=3))
    second = list(table.context.state.combatants)[1]
    table.play(Remove(who=(second,)))
    table.play(Add(creature="ganger", name="K"))
    assert names(table) == ["K 1", "K 3", "K 2"]
    table.play(Duplicate(who=next(iter(table.context.state.combatants))))
    assert names(table)[-1] == "K 4"


def test_a_newcomer_takes_nobodys_place(table: Table) -> None:
    """Somebody brought along has the very id that the next recruit would get: both are there."""
    table.play(Add(combatant=Combatant(id=CombatantId("ganger_2"), number=9, name="Old")))
    table.play(Add(creature="ganger"))
    table.play(Duplicate(who=CombatantId("ganger_2")))
    assert sorted(names(table)) == ["Ganger", "Old", "Old 2"]
    assert [combatant.number for combatant in table.context.state.combatants.values()] == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "value", "limits", "after"),
    [
        ("+3", 4, Limits(), 7),
        ("+3", 4, Limits(most=5), 5),
        ("+3", 9, Limits(most=5), 9),
        ("=9", 4, Limits(most=5), 9),
        ("-7", 4, Limits(), -3),
        ("-7", 4, Limits(least=0), 0),
        ("=-2", 4, Limits(least=0), 0),
    ],
)
def test_a_change_keeps_within_its_limits(
    change: str, value: int, limits: Limits, after: int
) -> None:
    """Adding stops at the most, and takes nothing away; nothing goes below the least."""
    assert read_change(change).applied(value, limits) == after


def test_a_flag_is_on_or_off(table: Table) -> None:
    """A yes-or-no field takes nothing else, and the log says on, not True."""
    one = table.join("A")
    assert table.refused(SetField(who=one, field="doctor", to=3)) == "rules.field_wants_flag"
    table.play(SetField(who=one, field="doctor", to=True))
    assert table.last is not None
    assert (
        table.context.texts.sentence(table.last.label) == "A: Doctor with proper equipment off → on"
    )
    table.play(Switch(key="d6pool.stunHitsDodge", to=True))
    assert table.context.texts.sentence(table.last.label).endswith(": on")


def test_an_unknown_mark_is_refused(table: Table) -> None:
    """Only marks that mean something are put on."""
    one = table.join("A")
    assert table.refused(Flag(who=(one,), flag="sticky")) == "rules.no_such_flag"


def test_a_note_on_a_combatant_stays_with_it(table: Table) -> None:
    """A note with a combatant is that combatant's; one without is only a line of the log."""
    who = table.join("Lem")
    table.play(Note(who=who, text="owes Brandt"))
    table.play(Note(text="rain sets in"))
    assert table.combatant(who).note == "owes Brandt"
    assert table.refused(Note(who=CombatantId("nobody"), text="x")) == "rules.no_such_combatant"


@pytest.mark.parametrize("game", SYSTEMS)
@pytest.mark.parametrize(
    ("change", "told"), [("=-5", "=−5"), ("= – 5", "=−5"), ("=5", "=5"), ("-5", "−5"), ("+5", "+5")]
)
def test_a_change_by_hand_is_logged_with_its_sign(game: str, change: str, told: str) -> None:
    """``=-5`` sets to 5 below zero, and was logged as ``=5``."""
    table = Table(system_for(game), shipped(game), message_catalog())
    table.play(Add(creature=shipped(game).creatures[0].key))
    (who,) = table.context.state.combatants
    table.play(Adjust(who=(who,), change=change))
    said = message_catalog().sentence(table.labels[0]).partition(";")[0]
    assert said.endswith(f" {told}")
