"""The declare sheet of a turn: movement and intent, said before initiative, true for the whole turn."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Afflict, Declaring, Next
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.view import DeclareRow, DeclareSheet
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


@pytest.fixture
def duel(table: Table) -> Duel:
    """A fight in its first turn, before initiative."""
    duel = Duel(table)
    table.play(Next())
    return duel


def sheet_of(table: Table, draft: Declaring | None = None) -> DeclareSheet:
    sheet = table.system.declare_sheet(table.context, draft)
    assert sheet is not None
    return sheet


def row_of(table: Table, who: CombatantId, draft: Declaring | None = None) -> DeclareRow:
    row = sheet_of(table, draft).row_of(who)
    assert row is not None
    return row


@pytest.mark.rule("D6P-13", "D6P-14")
def test_it_is_there_until_initiative_is_rolled(duel: Duel) -> None:
    assert duel.table.system.declare_sheet(duel.table.context) is not None
    duel.table.play(Next(), 3, 3)
    assert duel.table.system.declare_sheet(duel.table.context) is None


@pytest.mark.rule("D6P-18")
def test_declared_movement_weighs_on_the_whole_turn(duel: Duel) -> None:
    table = duel.table
    run = row_of(table, duel.who).pressed("1")
    assert run is not None
    assert (run.amount, run.command) == ("−1", do.Declare(who=duel.who, moves=("run",)))
    row = row_of(table, duel.who, run.command)
    assert row.total == "−1"
    table.play(run.command)
    table.play(Next(), 3, 3)
    assert table.combatant(duel.who).has("running")
    table.play(do.Move(who=duel.who, gait="run", metres=10))
    assert table.combatant(duel.who).gauges["moved"] == 10


@pytest.mark.rule("D6P-18")
def test_movements_that_are_not_possible_are_not_offered(duel: Duel) -> None:
    row = row_of(duel.table, duel.who)
    why = {each.key: bool(each.why_not) for each in row.of_column("moves")}
    assert why == {"run": False, "crawl": False, "stand": True, "prone": False}
    duel.table.play(Afflict(who=(duel.who,), condition="prone"))
    row = row_of(duel.table, duel.who)
    why = {each.key: bool(each.why_not) for each in row.of_column("moves")}
    assert why == {"run": True, "crawl": False, "stand": False, "prone": False}
    up = row.pressed("3")
    assert up is not None
    assert not row_of(duel.table, duel.who, up.command).of_column("moves")[0].why_not


@pytest.mark.rule("D6P-18")
def test_declared_movements_add(duel: Duel) -> None:
    table = duel.table
    table.play(Afflict(who=(duel.who,), condition="prone"))
    both = do.Declare(who=duel.who, moves=("run", "stand"))
    row = row_of(table, duel.who, both)
    assert (row.sum, row.total) == ("−1 − 1", "−2")


@pytest.mark.rule("D6P-18")
def test_movement_is_not_declared_after_initiative(duel: Duel) -> None:
    duel.table.play(Next(), 3, 3)
    late = do.Declare(who=duel.who, moves=("run",))
    assert duel.table.refused(late) == "d6pool.turn_has_begun"
    all_of_them = do.DeclareAll(plans=(do.Declared(who=duel.who),))
    assert duel.table.refused(all_of_them) == "d6pool.turn_has_begun"


@pytest.mark.rule("D6P-14")
def test_an_npc_is_pre_filled_with_what_it_declared_last(duel: Duel) -> None:
    table = duel.table
    assert row_of(table, duel.mark).status == "filled"
    table.play(do.Declare(who=duel.mark, moves=("run",), intent="to the door"))
    table.play(Next(), 3, 3)
    begun = table.context.state.round
    while table.context.state.round == begun:
        table.play(Next())
    again = do.Declared(who=duel.mark, moves=("run",), intent="to the door")
    assert sheet_of(table).filled == do.DeclareAll(plans=(again,))
    assert not table.combatant(duel.mark).has("running")


@pytest.mark.rule("D6P-14")
def test_nothing_in_particular_can_be_said_too(duel: Duel) -> None:
    rest = sheet_of(duel.table).rest
    assert rest == do.DeclareAll(plans=(do.Declared(who=duel.who),))
    duel.table.play(rest)
    assert row_of(duel.table, duel.who).status == "said"


@pytest.mark.rule("D6P-14")
def test_the_table_tells_nothing_of_foes_before_initiative(duel: Duel) -> None:
    table = duel.table
    table.play(do.Declare(who=duel.who, intent="shoot"))
    table.play(do.Declare(who=duel.mark, intent="shoot back"))
    rows = {row.who: row.cells for row in table.system.rows(table.context)}
    assert rows[duel.mark]["declared"].text == ""  # type: ignore[union-attr]  # a text
    assert rows[duel.mark]["actions"].text == "hidden"  # type: ignore[union-attr]  # pips
    assert rows[duel.who]["actions"].text == "said"  # type: ignore[union-attr]  # pips
    table.play(Next(), 3, 3)
    rows = {row.who: row.cells for row in table.system.rows(table.context)}
    assert rows[duel.mark]["declared"].text == "shoot back"  # type: ignore[union-attr]  # a text
