"""The declare sheet of a phase: who can declare what, what it comes to, and what is taken to be said."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Afflict, Declaring, Next, Switch
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.view import DeclareRow, DeclareSheet
from tests.helpers.table import Table
from tests.rules.systems.phases.conftest import Duel


@pytest.fixture
def duel(table: Table) -> Duel:
    """A fight in its first phase, still to be declared."""
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    return duel


def sheet_of(table: Table, draft: Declaring | None = None) -> DeclareSheet:
    sheet = table.system.declare_sheet(table.context, draft)
    assert sheet is not None
    return sheet


def row_of(table: Table, who: CombatantId, draft: Declaring | None = None) -> DeclareRow:
    row = sheet_of(table, draft).row_of(who)
    assert row is not None
    return row


def pressed(row: DeclareRow, shortcut: str) -> do.Declare:
    option = row.pressed(shortcut)
    assert option is not None
    assert isinstance(option.command, do.Declare)
    return option.command


@pytest.mark.rule("PHA-24")
def test_it_is_there_until_the_phase_begins(duel: Duel) -> None:
    assert duel.table.system.declare_sheet(duel.table.context) is not None
    duel.table.play(Next())
    assert duel.table.system.declare_sheet(duel.table.context) is None


@pytest.mark.rule("PHA-24")
def test_a_player_has_said_nothing_and_an_npc_is_taken_to_do_one_action(duel: Duel) -> None:
    assert row_of(duel.table, duel.who).status == "silent"
    mark = row_of(duel.table, duel.mark)
    assert mark.status == "filled"
    assert mark.is_covered
    assert mark.command == do.Declare(who=duel.mark)


@pytest.mark.rule("PHA-23", "PHA-28", "PHA-29")
def test_keys_make_the_declaration_they_say(duel: Duel) -> None:
    row = row_of(duel.table, duel.who)
    assert pressed(row, "2") == do.Declare(who=duel.who, actions=2)
    assert pressed(row, "D") == do.Declare(who=duel.who, stances=("ducking",))
    row = row_of(duel.table, duel.who, pressed(row, "D"))
    assert pressed(row, "H") == do.Declare(who=duel.who, stances=("hunkering",))
    assert pressed(row, "S") == do.Declare(who=duel.who, stances=("ducking", "snap_shot"))
    assert pressed(row, "D") == do.Declare(who=duel.who)


@pytest.mark.rule("PHA-26")
def test_full_pressed_again_is_the_next_kind_that_can_be_taken(duel: Duel) -> None:
    duel.table.happen(ev.GaugeSet(who=duel.who, gauge="fatigue", to=1))
    row, seen = row_of(duel.table, duel.who), []
    for _ in range(5):
        command = pressed(row, "F")
        seen.append(command.full)
        row = row_of(duel.table, duel.who, command)
    assert seen == ["run", "sprint", "recover", "all_out_dodge", "run"]
    assert row.total == "all of the phase"


@pytest.mark.rule("PHA-31", "PHA-76")
def test_who_is_prone_is_not_offered_to_run(duel: Duel) -> None:
    duel.table.happen(ev.GaugeSet(who=duel.who, gauge="fatigue", to=1))
    duel.table.play(Afflict(who=(duel.who,), condition="prone"))
    assert pressed(row_of(duel.table, duel.who), "F").full == "recover"


@pytest.mark.rule("PHA-23", "PHA-28", "PHA-66")
def test_the_sum_is_that_of_the_table_once_the_phase_has_begun(duel: Duel) -> None:
    table = duel.table
    table.play(do.Wound(who=duel.who, place="left_leg", level=2))
    draft = do.Declare(who=duel.who, actions=2, stances=("ducking",))
    row = row_of(table, duel.who, draft)
    assert (row.sum, row.total) == ("−3 − 1 − 3", "−7")
    table.play(draft)
    table.play(Next())
    cell = next(row for row in table.system.rows(table.context) if row.who == duel.who)
    assert cell.cells["mod"].text == row.total  # type: ignore[union-attr]  # a text


@pytest.mark.rule("PHA-24")
def test_the_rest_declares_one_action_for_those_who_have_said_nothing(duel: Duel) -> None:
    rest = sheet_of(duel.table).rest
    assert rest == do.DeclareAll(plans=(do.Declared(who=duel.who),))
    duel.table.play(rest)
    assert row_of(duel.table, duel.who).status == "said"
    assert sheet_of(duel.table).rest is None


@pytest.mark.rule("PHA-24")
def test_an_npc_is_pre_filled_with_what_it_declared_last(duel: Duel) -> None:
    table = duel.table
    table.play(do.Declare(who=duel.mark, actions=2, stances=("ducking",), intent="behind the bar"))
    begun = table.context.state.round
    while table.context.state.round == begun or table.context.state.group >= 0:
        table.play(Next())
    again = do.Declared(who=duel.mark, actions=2, stances=("ducking",), intent="behind the bar")
    assert row_of(table, duel.mark).status == "filled"
    assert sheet_of(table).filled == do.DeclareAll(plans=(again,))


@pytest.mark.rule("PHA-24")
def test_what_it_cannot_do_any_more_is_not_pre_filled(duel: Duel) -> None:
    table = duel.table
    table.play(do.Declare(who=duel.mark, full="run"))
    begun = table.context.state.round
    while table.context.state.round == begun or table.context.state.group >= 0:
        table.play(Next())
    table.play(Afflict(who=(duel.mark,), condition="prone"))
    assert row_of(table, duel.mark).command == do.Declare(who=duel.mark)
    assert sheet_of(table).filled is None


@pytest.mark.rule("PHA-24")
def test_the_column_of_actions_tells_nothing_of_foes(duel: Duel) -> None:
    table = duel.table
    table.play(do.Declare(who=duel.who, actions=2))
    table.play(do.Declare(who=duel.mark, actions=3))
    words = {row.who: row.cells["actions"].text for row in table.system.rows(table.context)}  # type: ignore[union-attr]  # pips
    assert words == {duel.who: "said", duel.mark: "hidden"}


@pytest.mark.rule("PHA-24")
def test_where_nothing_is_declared_only_stances_and_full_actions_are_offered(duel: Duel) -> None:
    duel.table.happen(ev.GaugeSet(who=duel.who, gauge="fatigue", to=1))
    duel.table.play(Switch(key="phases.penaltyMode", to="escalating"))
    row = row_of(duel.table, duel.who)
    assert [each.key for each in row.of_column("actions")] == ["full"]
    seen = []
    for _ in range(5):
        row = row_of(duel.table, duel.who, pressed(row, "F"))
        seen.append(row.of_column("actions")[0].is_on)
    assert seen == [True, True, True, True, False]


@pytest.mark.rule("PHA-21")
def test_who_is_ambushed_declares_nothing(duel: Duel) -> None:
    duel.table.play(Afflict(who=(duel.mark,), condition="ambushed"))
    assert sheet_of(duel.table).row_of(duel.mark) is None


@pytest.mark.rule("PHA-24")
def test_a_sheet_offers_nothing_that_is_refused(duel: Duel) -> None:
    for row in sheet_of(duel.table).rows:
        for _, options in row.options:
            for option in options:
                if not option.why_not:
                    duel.table.play(option.command)
