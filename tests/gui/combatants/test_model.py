"""The combatants as a model: total, spoken, and updated by the smallest changes."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.model import CELL_ROLE, ROW_ROLE, CombatantModel
from encounter_gui.rules.view import Cell, Column, Row
from encounter_gui.rules.view.lazy_row import LazyRow
from tests.gui.combatants.fight_values import COLUMNS, FIGHT, change, row, with_health

_Role = Qt.ItemDataRole


@pytest.fixture
def model(texts: MessageCatalog, qapp: object) -> CombatantModel:
    """Five combatants, the third and fourth act now."""
    model = CombatantModel(texts)
    model.show(COLUMNS, FIGHT)
    return model


class Changes:
    """What a model has told its views."""

    def __init__(self, model: CombatantModel) -> None:
        self.ranges: list[tuple[int, int, int, int]] = []
        self.others: list[str] = []
        model.dataChanged.connect(self._note)
        model.modelReset.connect(lambda: self.others.append("reset"))
        model.layoutChanged.connect(lambda: self.others.append("layout"))
        model.rowsInserted.connect(lambda _, a, b: self.others.append(f"insert {a}-{b}"))
        model.rowsRemoved.connect(lambda _, a, b: self.others.append(f"remove {a}-{b}"))

    def _note(self, first, last) -> None:
        self.ranges.append((first.row(), first.column(), last.row(), last.column()))


def test_every_index_and_role_has_an_answer(
    model: CombatantModel, qtmodeltester: ModelTester
) -> None:
    """``data`` never fails, whatever Qt asks."""
    qtmodeltester.check(model, force_py=True)
    for place in range(model.rowCount()):
        for column in range(model.columnCount()):
            for role in (*range(15), CELL_ROLE, ROW_ROLE, 999):
                model.data(model.index(place, column), role)


def test_a_row_without_a_cell_is_empty_there(model: CombatantModel) -> None:
    """A missing cell is nothing, not an error."""
    model.show(COLUMNS, (replace(FIGHT[0], cells={}),))
    texts = [model.index(0, at).data() for at in range(model.columnCount())]
    assert texts == ["", "1", "", "", "", "", "", "", "", ""]


@pytest.mark.parametrize(
    ("column", "spoken"),
    [
        ("mark", "acts now, at the same time as others"),
        ("name", "Lem, foe, acts now, at the same time as others"),
        ("th", "Temporary Health: 8 of 12"),
        ("dodge", "Dodge dice: 2 of 3 left"),
        ("conditions", "Conditions: Prone (turn)"),
        ("actions", "Actions: 1 to spend, 1 spent, 2nd"),
        ("weapon", "Weapon: Pistol  12/15"),
        ("wounds", "Wounds: Torso M"),
    ],
)
def test_painted_cells_say_what_they_show(model: CombatantModel, column: str, spoken: str) -> None:
    """Every painted cell has a twin in words for screen readers."""
    at = [each.key for each in COLUMNS].index(column)
    said = model.index(3, at).data(_Role.AccessibleTextRole)
    assert said.replace("acts now, at the same time as others, at", "acts now, at") == spoken


def test_the_tip_of_conditions_names_each_with_its_explanation(model: CombatantModel) -> None:
    """What folds into ``+n`` can still be read."""
    assert model.index(0, 6).data(_Role.ToolTipRole) == "Prone (turn): lies down"


def test_a_name_is_never_markup_in_a_tip(model: CombatantModel) -> None:
    """Qt would read ``<b>`` in a tool tip as bold."""
    model.show(COLUMNS, (row(1, "<b>Gob</b>"),))
    assert "&lt;b&gt;Gob" in model.index(0, 3).data(_Role.ToolTipRole)


def test_one_changed_gauge_is_one_changed_cell(model: CombatantModel) -> None:
    """Nothing else is told to repaint."""
    changes = Changes(model)
    model.show(COLUMNS, (*FIGHT[:1], with_health(FIGHT[1], 2), *FIGHT[2:]))
    assert changes.ranges == [(1, 4, 1, 4)]
    assert changes.others == []


def test_the_same_rows_change_nothing(model: CombatantModel) -> None:
    """An update that says nothing new is silent."""
    changes = Changes(model)
    model.show(COLUMNS, tuple(replace(each) for each in FIGHT))
    assert (changes.ranges, changes.others) == ([], [])


def test_equal_changes_of_neighbours_are_one_range(model: CombatantModel) -> None:
    """A grenade on three rows repaints one block."""
    changes = Changes(model)
    model.show(COLUMNS, (FIGHT[0], *(with_health(each, 1) for each in FIGHT[1:4]), FIGHT[4]))
    assert changes.ranges == [(1, 4, 3, 4)]


def test_now_moving_on_repaints_whole_rows(model: CombatantModel) -> None:
    """The ground of a row is everywhere in it."""
    changes = Changes(model)
    model.show(COLUMNS, (*FIGHT[:4], replace(FIGHT[4], is_now=True)))
    assert changes.ranges == [(4, 0, 4, len(COLUMNS) - 1)]


def test_who_joins_and_leaves_is_inserted_and_removed(model: CombatantModel) -> None:
    """The others stay where they are."""
    changes = Changes(model)
    model.show(COLUMNS, (FIGHT[0], row(6, "Pike"), *FIGHT[3:]))
    assert changes.others == ["remove 1-2", "insert 1-1"]
    assert model.ids() == ("c1", "c6", "c4", "c5")


def test_a_new_turn_order_moves_persistent_indexes(model: CombatantModel) -> None:
    """A selection follows its combatant."""
    lem = QPersistentModelIndex(model.index(3, 0))
    changes = Changes(model)
    model.show(COLUMNS, (FIGHT[3], *FIGHT[:3], FIGHT[4]))
    assert lem.row() == 0
    assert changes.others == ["layout"]


def test_leaving_joining_and_moving_at_once_end_right(model: CombatantModel) -> None:
    """Whatever differs, the rows shown are the rows given."""
    rows = (row(9, "Moth"), FIGHT[4], with_health(FIGHT[0], 1), row(7, "Pike"), FIGHT[2])
    model.show(COLUMNS, rows)
    assert [model.row_at(place) for place in range(model.rowCount())] == list(rows)


def test_other_columns_start_over(model: CombatantModel) -> None:
    """Only another table resets the model."""
    changes = Changes(model)
    model.show(COLUMNS[:5], FIGHT)
    assert changes.others == ["reset"]


def test_a_header_click_sorts_both_ways_and_returns_to_turn_order(model: CombatantModel) -> None:
    """Amounts fall first, the third click is the order of turns again."""
    orders = []
    for _ in range(3):
        model.sort_next(4)
        orders.append([each[1:] for each in model.ids()])
    assert orders == [list("13425"), list("52413"), list("12345")]


def test_sorting_survives_updates(model: CombatantModel) -> None:
    """New values are put where they belong."""
    model.sort_next(4)
    model.show(COLUMNS, (*FIGHT[:4], with_health(FIGHT[4], 12)))
    assert model.ids()[0] == "c5"


def test_a_preview_lights_its_rows_and_speaks(model: CombatantModel) -> None:
    """Before → after is said where the gauge stands; ending it leaves nothing behind."""
    changes = Changes(model)
    model.preview((change(FIGHT[3], 1, "down"),))
    assert model.index(3, 4).data(_Role.AccessibleTextRole) == "Lem, Temporary Health: 8 → 1, down"
    model.preview(())
    assert changes.ranges == [(3, 0, 3, len(COLUMNS) - 1)] * 2
    assert model.index(3, 4).data(_Role.AccessibleTextRole) == "Temporary Health: 8 of 12"


def test_a_fallen_gauge_shows_what_it_lost_until_it_settles(model: CombatantModel) -> None:
    """The lost part stays hatched for a moment; healing shows none."""
    model.show(COLUMNS, (with_health(FIGHT[0], 3), with_health(FIGHT[1], 9), *FIGHT[2:]))
    assert model.lost_from(0, COLUMNS[4]) == 9
    assert model.lost_from(1, COLUMNS[4]) is None
    changes = Changes(model)
    model.settle()
    assert (model.has_losses, changes.ranges) == (False, [(0, 4, 0, 4)])


def test_an_edited_name_is_an_intent(model: CombatantModel, qtbot: QtBot) -> None:
    """The row changes when the event comes back, not before."""
    with qtbot.waitSignal(model.name_edited) as said:
        assert not model.setData(model.index(0, 3), " Rook ")
    assert said.args == ["c1", "Rook"]
    assert model.index(0, 3).data() == "Kestrel"


def test_an_empty_or_equal_name_is_no_intent(model: CombatantModel, qtbot: QtBot) -> None:
    """Leaving the editor without a change asks for nothing."""
    with qtbot.assertNotEmitted(model.name_edited):
        model.setData(model.index(0, 3), "Kestrel")
        model.setData(model.index(0, 3), "  ")


def test_cells_nobody_looks_at_are_never_made(texts: MessageCatalog, qapp: object) -> None:
    """Of a long table only what is seen costs anything, also when one row of it has changed."""

    class UnseenCells(dict[str, Cell]):
        def __getitem__(self, key: str) -> Cell:
            raise AssertionError(key)

        get = __getitem__  # type: ignore[assignment]

    unseen = tuple(replace(row(at, "Gang"), cells=UnseenCells(a=at)) for at in range(10, 900))
    columns = (Column(key="side", title="Side", kind="band", width=88), *COLUMNS[1:])
    model = CombatantModel(texts)
    model.show(columns, (*FIGHT, *unseen))
    model.show(columns, (with_health(FIGHT[0], 2), *FIGHT[1:], *unseen))
    assert model.lost_from(0, COLUMNS[4]) == 9


def lazy(source: object, **changes: object) -> Row:
    """The first combatant, its cells made from a source when somebody asks for one."""
    keys, cells = tuple(FIGHT[0].cells), FIGHT[0].cells
    return replace(FIGHT[0], cells=LazyRow(keys, (source,), lambda: cells), **changes)


def test_a_row_that_was_painted_is_painted_again_though_an_equal_one_came_between(
    model: CombatantModel,
) -> None:
    """The equal one is never painted itself; what comes after it differs from what is on the screen."""
    rest = FIGHT[1:]
    model.show(COLUMNS, (lazy("a"), *rest))
    assert model.index(0, 0).data(CELL_ROLE) is not None or model.index(0, 2).data()
    model.show(COLUMNS, (lazy("a"), *rest))
    told = Changes(model)
    model.show(COLUMNS, (lazy("a", is_now=True), *rest))
    assert told.ranges == [(0, 0, 0, len(COLUMNS) - 1)]


def test_two_changes_before_a_paint_are_both_told(model: CombatantModel) -> None:
    """A gesture may bring several states within one turn of the event loop."""
    rest = FIGHT[1:]
    model.show(COLUMNS, (lazy("a"), *rest))
    assert model.index(0, 2).data()
    model.show(COLUMNS, (lazy("b", is_now=True), *rest))
    told = Changes(model)
    model.show(COLUMNS, (lazy("c"), *rest))
    assert told.ranges == [(0, 0, 0, len(COLUMNS) - 1)]
