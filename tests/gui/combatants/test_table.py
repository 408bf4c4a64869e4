"""The combatant table under real clicks and keys."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QImage, QRegion
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.table import CombatantTable
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import NameCell, Row, TextCell
from tests.gui.combatants.fight_values import COLUMNS, FIGHT, change, row, with_health
from tests.helpers.fits import painted

_Key = Qt.Key


@pytest.fixture
def table(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> Iterator[CombatantTable]:
    """The table with five combatants, shown and with the keyboard."""
    table = CombatantTable(icons, texts)
    qtbot.addWidget(table)
    table.resize(1008, 278)
    table.show_rows(COLUMNS, FIGHT)
    with qtbot.waitExposed(table):
        table.show()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    return table


def _click(qtbot: QtBot, table: CombatantTable, place: int, modifier=Qt.NoModifier) -> None:
    point = table.visualRect(table.rows.index(place, 3)).center()
    qtbot.mouseClick(table.viewport(), Qt.LeftButton, modifier, point)


def test_a_click_selects_one(table: CombatantTable, qtbot: QtBot) -> None:
    """The one selected is shown in full elsewhere."""
    one: list[str] = []
    several: list[tuple[str, ...]] = []
    table.combatant_selected.connect(one.append)
    table.selection_changed.connect(several.append)
    _click(qtbot, table, 1)
    assert (one, several) == (["c2"], [("c2",)])


def test_ctrl_and_shift_select_several(table: CombatantTable, qtbot: QtBot) -> None:
    """Selections are named top to bottom; the foremost is the one clicked last."""
    said: list[str] = []
    table.combatant_selected.connect(said.append)
    _click(qtbot, table, 3)
    _click(qtbot, table, 0, Qt.ControlModifier)
    assert table.selected() == ("c1", "c4")
    _click(qtbot, table, 2, Qt.ShiftModifier)
    assert table.selected() == ("c1", "c2", "c3", "c4")
    assert said == ["c4", "c1", "c3"]


def test_j_and_k_walk_through_the_rows(table: CombatantTable, qtbot: QtBot) -> None:
    """As the arrows do, and Shift extends."""
    table.select(["c2"])
    qtbot.keyClick(table, _Key.Key_J)
    assert table.selected() == ("c3",)
    qtbot.keyClick(table, _Key.Key_K)
    qtbot.keyClick(table, _Key.Key_K)
    assert table.selected() == ("c1",)
    qtbot.keyClick(table, _Key.Key_J, Qt.ShiftModifier)
    assert table.selected() == ("c1", "c2")
    qtbot.keyClick(table, _Key.Key_End)
    assert table.selected() == ("c5",)


def test_digits_select_by_stable_number(table: CombatantTable, qtbot: QtBot) -> None:
    """Two digits typed quickly are one number; the place in the list does not matter."""
    table.show_rows(COLUMNS, (row(12, "Twelve"), *FIGHT))
    qtbot.keyClicks(table, "4")
    assert table.selected() == ("c4",)
    qtbot.keyClick(table, _Key.Key_J)
    qtbot.keyClicks(table, "12")
    assert table.selected() == ("c12",)
    qtbot.keyClicks(table, "4")
    assert table.selected() == ("c4",), "there is no 124th: another number has begun"


@pytest.mark.parametrize("sign", ["-", "+", "="])
def test_a_sign_begins_a_change_of_the_selected(
    table: CombatantTable, qtbot: QtBot, sign: str
) -> None:
    """Typing −7 on selected rows needs no dialog."""
    table.select(["c2", "c4"])
    with qtbot.waitSignal(table.change_begun) as said:
        qtbot.keyClicks(table, sign)
    assert said.args == [sign]


def test_a_sign_without_a_selection_is_nothing(table: CombatantTable, qtbot: QtBot) -> None:
    """There would be nobody to hurt."""
    with qtbot.assertNotEmitted(table.change_begun):
        qtbot.keyClicks(table, "-")


def test_enter_leads_on_and_a_double_click_opens(table: CombatantTable, qtbot: QtBot) -> None:
    """Enter leads to what the selected do; a double click says who."""
    opened: list[str] = []
    table.opened.connect(opened.append)
    table.select(["c2"])
    with qtbot.waitSignal(table.entered):
        qtbot.keyClick(table, _Key.Key_Return)
    point = table.visualRect(table.rows.index(3, 3)).center()
    qtbot.mouseClick(table.viewport(), Qt.LeftButton, pos=point)
    qtbot.mouseDClick(table.viewport(), Qt.LeftButton, pos=point)
    assert opened == ["c4"]


def test_letters_are_left_to_the_window(table: CombatantTable, qtbot: QtBot) -> None:
    """No search by first letters: N moves the fight on, C puts on conditions."""
    table.select(["c1"])
    qtbot.keyClicks(table, "s")
    assert table.selected() == ("c1",)


def test_the_name_is_edited_in_place(table: CombatantTable, qtbot: QtBot) -> None:
    """Enter asks for the new name, Escape for nothing."""
    table.select(["c4"])
    table.edit_name()
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "Lem"
    qtbot.keyClicks(editor, "Lemuel")
    with qtbot.waitSignal(table.rename_requested) as said:
        qtbot.keyClick(editor, _Key.Key_Return)
    assert said.args == ["c4", "Lemuel"]
    table.edit_name()
    with qtbot.assertNotEmitted(table.rename_requested, wait=20):
        qtbot.keyClick(QApplication.focusWidget(), _Key.Key_Escape)


def test_the_context_menu_is_wanted_for_the_row_below_the_mouse(
    table: CombatantTable, qtbot: QtBot
) -> None:
    """Beside the rows it is wanted for nobody."""
    point = table.visualRect(table.rows.index(1, 3)).center()
    wanted: list[str] = []
    table.menu_requested.connect(lambda who, _: wanted.append(who))
    for pos in (point, QPoint(200, 250)):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, pos, pos)
        QApplication.sendEvent(table.viewport(), event)
    assert wanted == ["c2", ""]


def test_a_selection_stays_with_its_combatants(table: CombatantTable, qtbot: QtBot) -> None:
    """Another turn order, other columns: the same people are selected."""
    table.select(["c4", "c2"])
    table.show_rows(COLUMNS, tuple(reversed(FIGHT)))
    assert set(table.selected()) == {"c2", "c4"}
    with qtbot.assertNotEmitted(table.combatant_selected):
        table.show_rows(COLUMNS[:6], FIGHT)
    assert table.selected() == ("c2", "c4")


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ((*FIGHT[1:], FIGHT[0]), 4),
        ((*FIGHT[2:], *FIGHT[:2]), 3),
        ((row(9, "Late"), *FIGHT), 1),
        (FIGHT, 0),
    ],
    ids=["goes last", "moves with another", "somebody comes before it", "stays"],
)
def test_the_frame_of_the_keyboard_stays_with_its_combatant(
    table: CombatantTable, rows: tuple[Row, ...], place: int
) -> None:
    """Whoever acts first is drawn by lot each turn: what the keys would change has to be framed then as well."""
    table.select(["c1"])
    assert _framed(table) == [0]
    table.show_rows(COLUMNS, rows)
    assert _framed(table) == [place]
    table.show_rows(COLUMNS, FIGHT)
    assert _framed(table) == [0]
    table.select(["c2"])
    table.show_rows(COLUMNS, FIGHT[1:])
    assert _framed(table) == [0]


def _framed(table: CombatantTable) -> list[int]:
    """Returns the places of the rows that have the frame of the keyboard."""
    image, colour = table.viewport().grab().toImage(), table._icons.theme.colour("accent.focus")
    tops = (table.rowViewportPosition(place) for place in range(len(table.rows.ids())))
    return [place for place, top in enumerate(tops) if image.pixelColor(300, top) == colour]


def test_who_leaves_is_no_longer_selected(table: CombatantTable, qtbot: QtBot) -> None:
    """The panel of the selected does not show somebody who is gone."""
    table.select(["c4"])
    with qtbot.waitSignal(table.selection_changed):
        table.show_rows(COLUMNS, FIGHT[:3])
    assert "c4" not in table.selected()


def test_an_empty_table_says_what_to_do(table: CombatantTable, qtbot: QtBot) -> None:
    """One sentence and one button."""
    table.show_rows(COLUMNS, ())
    button = table.findChild(type(table._empty)).button
    assert button.isVisible()
    with qtbot.waitSignal(table.add_requested):
        qtbot.mouseClick(button, Qt.LeftButton)
    table.show_rows(COLUMNS, FIGHT)
    assert not button.isVisible()


def test_now_stays_in_sight(table: CombatantTable, qtbot: QtBot) -> None:
    """When the turn goes to somebody further down, the table follows."""
    rows = tuple(row(number, f"Gang {number}", is_now=number == 1) for number in range(1, 60))
    table.show_rows(COLUMNS, rows)
    later = tuple(row(number, f"Gang {number}", is_now=number == 50) for number in range(1, 60))
    table.show_rows(COLUMNS, later)
    rect = table.visualRect(table.rows.index(49, 3))
    assert table.viewport().rect().contains(rect.center())


def _ground(table: CombatantTable, place: int) -> str:
    image: QImage = table.viewport().grab().toImage()
    rect = table.visualRect(table.rows.index(place, 3))
    # Two pixels from the bottom: above the hairline, below the words.
    return image.pixelColor(rect.left() + 3, rect.bottom() - 3).name()


def test_grounds_cover_each_other_in_order(
    table: CombatantTable, icons: Icons, qtbot: QtBot
) -> None:
    """Preview over now over selected over alternate."""
    table.select(["c1", "c2", "c3"])
    table.clearFocus()
    colour = icons.theme.colour
    assert _ground(table, 0) == colour("surface.row_selected").name()
    assert _ground(table, 2) == colour("surface.row_now").name()
    table.preview((change(FIGHT[2], 1), change(FIGHT[0], 1)))
    assert _ground(table, 2) == colour("surface.row_preview").name()
    assert _ground(table, 0) == colour("surface.row_preview").name()
    table.preview(())
    table.clearSelection()
    assert _ground(table, 0) == colour("surface.dock").name()
    assert _ground(table, 1) == colour("surface.row_alt").name()


def test_what_waits_is_ringed_and_leaves_the_ground_of_a_tie(
    table: CombatantTable, icons: Icons
) -> None:
    """Rows of a tie stay yellow; others light up. A change by hand covers what waits for as long as it is typed."""
    tied = [place for place, row in enumerate(FIGHT) if row.is_tied]
    other = next(place for place, row in enumerate(FIGHT) if not row.is_now)
    colour = icons.theme.colour
    waits = (change(FIGHT[tied[0]], 1), change(FIGHT[other], 1))
    table.show_waiting(waits)
    assert _ground(table, tied[0]) == colour("surface.row_now").name()
    assert _ground(table, other) == colour("surface.row_preview").name()
    gauge = table.visualRect(table.rows.index(tied[0], 4))
    image = table.viewport().grab().toImage()
    assert image.pixelColor(gauge.left() + 1, gauge.center().y()) == colour("accent.focus")
    table.preview((change(FIGHT[tied[0]], 1),))
    assert _ground(table, tied[0]) == colour("surface.row_preview").name()
    table.preview(())
    assert table.rows.change_at(other) == waits[1]
    table.show_waiting(())
    assert table.rows.change_at(other) is None


def test_the_bracket_of_a_tie_stands_beside_initiative_alone(
    table: CombatantTable, icons: Icons
) -> None:
    """Another column of numbers, as phases have one, does not repeat it."""
    columns = (*COLUMNS[:3], replace(COLUMNS[2], key="mod", title="Mod"), *COLUMNS[3:])
    place = next(place for place, row in enumerate(FIGHT) if row.is_tied)
    table.show_rows(columns, FIGHT)
    image, ground = table.viewport().grab().toImage(), icons.theme.colour("surface.row_now")

    def has_bracket(column: int) -> bool:
        rect = table.visualRect(table.rows.index(place, column))
        across = range(rect.left() + 1, rect.left() + 10)
        return any(image.pixelColor(x, rect.center().y()) != ground for x in across)

    assert has_bracket(2)
    assert not has_bracket(3)


def test_a_blow_is_hatched_and_settles(table: CombatantTable, qtbot: QtBot) -> None:
    """With motion off it settles at once."""
    table.show_rows(COLUMNS, (with_health(FIGHT[0], 2), *FIGHT[1:]))
    qtbot.waitUntil(lambda: not table.rows.has_losses)


def test_the_table_is_named_for_screen_readers(table: CombatantTable) -> None:
    """The table and each of its cells."""
    interface = QAccessible.queryAccessibleInterface(table)
    assert interface.text(QAccessible.Text.Name) == "Combatants"
    cell = interface.child((len(COLUMNS)) * 4 + 4)
    spoken = {
        interface.child(at).text(QAccessible.Text.Name) for at in range(interface.childCount())
    }
    assert cell is not None
    assert "Temporary Health: 8 of 12" in spoken


def test_a_thousand_rows_paint_only_what_is_seen(
    table: CombatantTable, icons: Icons, qtbot: QtBot
) -> None:
    """Row heights are fixed: nothing is measured row by row."""
    rows = tuple(row(number, f"Gang {number}") for number in range(1, 1001))
    table.show_rows(COLUMNS, rows)
    table.show_rows(COLUMNS, (*rows[:500], with_health(rows[500], 1), *rows[501:]))
    assert table.verticalHeader().length() == 1000 * table.rowHeight(0)


class _Painted(QObject):
    """Collects what a widget is asked to paint."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.region = QRegion()
        watched.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.region += event.region()
        return False


def test_a_change_repaints_its_own_cells_alone(table: CombatantTable, qtbot: QtBot) -> None:
    """Not a pixel of the row below and of the column beside, which would cost a row and a column of cells."""
    QApplication.processEvents()
    painted = _Painted(table.viewport())
    table.show_rows(COLUMNS, (FIGHT[0], *(with_health(each, 1) for each in FIGHT[1:3]), *FIGHT[3:]))
    qtbot.waitUntil(lambda: not painted.region.isEmpty(), timeout=10_000)
    column = [each.key for each in COLUMNS].index("th")
    first, last = (table.visualRect(table.rows.index(place, column)) for place in (1, 2))
    assert painted.region.boundingRect() == first | last


def test_rows_that_act_together_have_lines_only_where_they_are_selected(
    table: CombatantTable, icons: Icons, qtbot: QtBot
) -> None:
    """The same yellow ground with and without the lines of a selection: a kept picture of one is not the other's."""
    rows = tuple(row(number, "Gang", is_now=True) for number in range(1, 5))
    table.show_rows(COLUMNS, rows)
    table.clearFocus()
    table.select([rows[0].who])
    table.viewport().grab()
    table.select([rows[2].who])
    image: QImage = table.viewport().grab().toImage()
    line = icons.theme.colour("accent.interactive").name()
    for column in range(table.rows.columnCount()):
        for place in range(4):
            rect = table.visualRect(table.rows.index(place, column))
            if rect.width() < 4:
                continue
            found = image.pixelColor(rect.center().x(), rect.bottom()).name() == line
            assert found == (place == 2), (column, place)


def test_words_that_are_cut_get_what_the_bars_can_do_without(
    table: CombatantTable, qtbot: QtBot
) -> None:
    """“Baretta …” stood beside bars with room to spare; a window as wide as before gives it the same again."""
    weapon, bars, conditions = (
        next(at for at, column in enumerate(COLUMNS) if column.key == key)
        for key in ("weapon", "th", "conditions")
    )
    before = [table.columnWidth(at) for at in range(len(COLUMNS))]
    first = FIGHT[0]
    armed = {**first.cells, "weapon": TextCell(text="Baretta 96F long", note="15/15")}
    table.show_rows(COLUMNS, (replace(first, cells=armed), *FIGHT[1:]))
    qtbot.waitUntil(lambda: table.columnWidth(weapon) > before[weapon], timeout=10_000)
    gained = table.columnWidth(weapon) - before[weapon]
    assert table.columnWidth(bars) == before[bars] - gained >= before[bars] * 0.7
    assert table.columnWidth(conditions) == before[conditions]
    table.resize(table.width() + 700, table.height())
    table.resize(table.width() - 700, table.height())
    assert table.columnWidth(weapon) == before[weapon] + gained


def test_a_name_that_is_cut_gets_room_as_well(table: CombatantTable, qtbot: QtBot) -> None:
    """“Anti-cyb…operator” stood beside bars with room to spare."""
    place = next(at for at, column in enumerate(COLUMNS) if column.key == "name")
    before = table.columnWidth(place)
    first = FIGHT[0]
    named = {**first.cells, "name": NameCell(name="Anti-cyber operator", side="foe")}
    table.show_rows(COLUMNS, (replace(first, cells=named), *FIGHT[1:]))
    qtbot.waitUntil(lambda: table.columnWidth(place) > before, timeout=10_000)
    with painted() as cut:
        table.grab()
    assert not any("Anti-cyber operator" in each for each in cut)


def test_a_table_that_has_to_be_scrolled_leaves_conditions_room(table: CombatantTable) -> None:
    """At 1024 pixels chips were “Wou…” and “In S…” in a column that had to be scrolled to anyway."""
    place = next(at for at, column in enumerate(COLUMNS) if not column.width)
    table.resize(640, 278)
    QApplication.processEvents()
    assert table.horizontalScrollBar().maximum() > 0
    assert table.columnWidth(place) >= 156


@pytest.mark.parametrize(
    "changed",
    [
        {"is_planned": True},
        {"is_done": True},
        {"is_out": True},
        {"is_now": True},
        {"group": "Gangers"},
        {"group": "Gangers", "members": ((CombatantId("c2"), 2), (CombatantId("c8"), 8))},
    ],
    ids=" and ".join,
)
def test_a_row_that_was_something_else_before_looks_like_a_new_one(
    table: CombatantTable, changed: dict[str, Any]
) -> None:
    """Pictures of cells are kept: none of a row that was planned, done or a group may stand for another."""
    usual = table.grab().toImage()
    table.show_rows(COLUMNS, (FIGHT[0], replace(FIGHT[1], **changed), *FIGHT[2:]))
    assert table.grab().toImage() != usual
    table.show_rows(COLUMNS, FIGHT)
    assert table.grab().toImage() == usual


def test_who_rolls_for_somebody_is_drawn_at_that_row_alone(table: CombatantTable) -> None:
    """Also where another has the same name."""
    twin = replace(FIGHT[0], who=CombatantId("c9"), number=9)
    table.show_rows(COLUMNS, (*FIGHT, twin))
    usual = table.grab().toImage()
    table.mark_rollers({CombatantId("c9"): "hand"})
    shown = table.grab().toImage()
    first, last = (table.visualRect(table.rows.index(place, 3)) for place in (0, len(FIGHT)))
    top = table.viewport().pos()
    assert shown.copy(first.translated(top)) == usual.copy(first.translated(top))
    assert shown.copy(last.translated(top)) != usual.copy(last.translated(top))
    table.mark_rollers({})
    assert table.grab().toImage() == usual
