"""Sides and blocks beside their rows: right in every order, at any place of the scroll bar."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.bands import band_at, ends_run, starts_run
from encounter_gui.gui.combatants.model import CombatantModel
from encounter_gui.gui.combatants.table import CombatantTable
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import BandCell, Row
from tests.gui.combatants.side_values import (
    HALCYON,
    REDLINES,
    SIDE_COLUMNS,
    SIDES,
    SQUAD,
    crowd,
    sided,
)

HP = [column.key for column in SIDE_COLUMNS].index("hp")
WORDS = range(10, 80)
"""The pixels of a band in which its label stands."""


@pytest.fixture
def table(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> CombatantTable:
    """Three sides of 3, 4 and 3; the second acts."""
    table = CombatantTable(icons, texts)
    qtbot.addWidget(table)
    table.resize(1008, 306)
    table.show_rows(SIDE_COLUMNS, SIDES)
    with qtbot.waitExposed(table):
        table.show()
    return table


def _picture(table: CombatantTable) -> QImage:
    return table.viewport().grab().toImage()


def _band(table: CombatantTable, place: int) -> QImage:
    rect = table.visualRect(table.rows.index(place, 0))
    return _picture(table).copy(rect)


def _has_words(image: QImage) -> bool:
    """Whether anything stands on the ground of the band, right of its edge and left of its line."""
    ground = image.pixelColor(6, image.height() // 2).name()
    return any(
        image.pixelColor(x, y).name() != ground for x in WORDS for y in range(2, image.height() - 2)
    )


def _labelled(table: CombatantTable) -> list[int]:
    return [at for at in range(table.rows.rowCount()) if _has_words(_band(table, at))]


def _ids(rows: tuple[Row, ...]) -> list[str]:
    return [row.who for row in rows]


def test_runs_are_neighbours_with_equal_bands() -> None:
    """Equal cells, not equal objects, belong together."""
    rows = (*SIDES[:2], replace(SIDES[2], cells={**SIDES[2].cells, "side": replace(SQUAD)}))
    assert [starts_run(rows, at, "side") for at in range(3)] == [True, False, False]
    assert [ends_run(rows, at, "side") for at in range(3)] == [False, False, True]
    assert band_at(rows, -1, "side") is None


def test_a_row_without_a_band_is_a_run_of_its_own() -> None:
    """A missing cell is no error."""
    bare = replace(SIDES[1], cells={})
    rows = (SIDES[0], bare, SIDES[2])
    assert [starts_run(rows, at, "side") for at in range(3)] == [True, True, True]


def test_words_stand_in_the_first_two_rows_of_each_run(table: CombatantTable) -> None:
    """Label, then note; nothing further down."""
    assert _labelled(table) == [0, 1, 3, 4, 7, 8]


def test_a_run_of_one_row_has_its_note_too(table: CombatantTable) -> None:
    """Two lines in one row: more is painted than without the note."""
    alone = sided(1, "Halloran", SQUAD)
    silent = sided(1, "Halloran", replace(SQUAD, note=""))
    table.show_rows(SIDE_COLUMNS, (alone, *SIDES[3:]))
    with_note = _band(table, 0)
    table.show_rows(SIDE_COLUMNS, (silent, *SIDES[3:]))
    assert with_note != _band(table, 0)
    assert _has_words(with_note)
    assert _labelled(table) == [0, 1, 2, 5, 6]


def test_the_band_of_now_is_yellow_at_its_edge(table: CombatantTable, icons: Icons) -> None:
    """Over the whole run, four pixels wide; the others have a quiet edge."""
    colour = icons.theme.colour
    for place in range(10):
        band, is_now = _band(table, place), 3 <= place <= 6
        edge = colour("accent.now_edge" if is_now else "line.divider").name()
        ground = colour("surface.row_now" if is_now else "surface.dock").name()
        assert [band.pixelColor(x, 14).name() for x in range(4)] == [edge] * 4
        assert band.pixelColor(5, 20).name() == ground


def test_selection_and_now_of_a_row_end_at_the_band(table: CombatantTable, icons: Icons) -> None:
    """The band is no part of a row."""
    table.select(["c2"])
    picture, rect = _picture(table), table.visualRect(table.rows.index(1, 0))
    # The line of the selection, or the ring of the keyboard over it.
    lines = {icons.theme.colour(each).name() for each in ("accent.interactive", "accent.focus")}
    assert picture.pixelColor(rect.right() + 3, rect.bottom()).name() in lines
    assert picture.pixelColor(rect.left() + 20, rect.bottom()).name() not in lines
    now = table.visualRect(table.rows.index(3, 1))
    yellow = icons.theme.colour("accent.now_edge").name()
    assert picture.pixelColor(now.left() + 1, now.top() + 4).name() != yellow


def test_a_line_parts_the_runs(table: CombatantTable, icons: Icons) -> None:
    """Above the first row of each run but the first."""
    picture, divider = _picture(table), icons.theme.colour("line.divider").name()
    tops = [table.visualRect(table.rows.index(at, HP)).topLeft() for at in range(10)]
    parted = [at for at, top in enumerate(tops) if picture.pixelColor(top).name() == divider]
    assert parted == [3, 7]


def test_sorting_breaks_runs_and_each_piece_has_its_label(table: CombatantTable) -> None:
    """By hit points no two of a side but Halloran and Sister Ash stand together."""
    table.rows.sort_next(HP)
    assert list(table.rows.ids()) == ["c4", "c10", "c1", "c3", "c6", "c8", "c2", "c5", "c9", "c7"]
    assert _labelled(table) == list(range(10))


def test_sorting_by_the_band_is_the_order_of_turns(table: CombatantTable) -> None:
    """A click on its head brings back what the game goes by."""
    table.rows.sort_next(HP)
    table.rows.sort_next(0)
    assert list(table.rows.ids()) == _ids(SIDES)
    assert table.rows.order.is_by(SIDE_COLUMNS[0], SIDE_COLUMNS)


def test_who_is_gone_takes_the_label_along(table: CombatantTable) -> None:
    """Filtered out or removed: the next of the side carries it."""
    table.show_rows(SIDE_COLUMNS, (*SIDES[1:3], *SIDES[4:6], *SIDES[7:]))
    assert _labelled(table) == [0, 1, 2, 3, 4, 5]


def test_a_turn_that_moves_on_repaints_both_bands(
    table: CombatantTable, icons: Icons, qtbot: QtBot
) -> None:
    """The yellow edge goes from one side to the next, on all their rows."""

    def with_band(row: Row, band: BandCell) -> Row:
        return replace(row, cells={**row.cells, "side": band}, is_now=False)

    acted = replace(REDLINES, is_now=False, note="init 6 · acted")
    acting = replace(HALCYON, is_now=True, note="init 3 · acting")
    later = (
        *SIDES[:3],
        *(with_band(row, acted) for row in SIDES[3:7]),
        *(with_band(row, acting) for row in SIDES[7:]),
    )
    table.show_rows(SIDE_COLUMNS, later)
    edges = [_band(table, place).pixelColor(1, 14).name() for place in range(10)]
    yellow = icons.theme.colour("accent.now_edge").name()
    assert [edge == yellow for edge in edges] == [False] * 7 + [True] * 3


def test_the_model_says_whose_neighbours_changed(texts: MessageCatalog, qapp: object) -> None:
    """When one changes sides, rows above and below it are painted anew as well."""
    model = CombatantModel(texts)
    model.show(SIDE_COLUMNS, SIDES)
    said: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: said.append((first.row(), last.row())))
    turned = replace(SIDES[2], cells={**SIDES[2].cells, "side": REDLINES})
    model.show(SIDE_COLUMNS, (*SIDES[:2], turned, *SIDES[3:]))
    assert said == [(0, 9)]


def test_the_label_stays_in_sight_when_its_row_is_scrolled_away(
    table: CombatantTable, qtbot: QtBot
) -> None:
    """Forty combatants: in the middle of a side it is still said which one."""
    table.show_rows(SIDE_COLUMNS, crowd(40))
    height, bar = table.rowHeight(0), table.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 20 * height)
    table.verticalScrollBar().setValue(3 * height + 5)
    assert _labelled_in_sight(table) == [4, 5]
    table.verticalScrollBar().setValue(6 * height)
    assert _labelled_in_sight(table) == [6, 7, 13, 14]


def _labelled_in_sight(table: CombatantTable) -> list[int]:
    view = table.viewport().rect()
    whole = (
        at
        for at in range(table.rows.rowCount())
        if view.contains(table.visualRect(table.rows.index(at, 0)))
    )
    return [at for at in whole if _has_words(_band(table, at))]


def test_bars_of_forty_stand_below_each_other(
    table: CombatantTable, icons: Icons, qtbot: QtBot
) -> None:
    """One of them has 120 hit points: all bars are as long, and no number reaches into one."""
    table.show_rows(SIDE_COLUMNS, crowd(40))
    # Its number is first seen when it is painted; then all are painted again.
    qtbot.waitUntil(lambda: table.rows.longest_figure("hp") == "120/120")
    picture, ground = _picture(table), icons.theme.colour("line.divider").name()
    rights = set()
    for place in range(9):
        rect = table.visualRect(table.rows.index(place, HP))
        y = rect.center().y()
        row = [picture.pixelColor(x, y).name() for x in range(rect.left(), rect.right())]
        rights.add(max(at for at, name in enumerate(row) if name == ground))
    assert len(rights) == 1


def test_a_click_on_the_band_selects_its_row(table: CombatantTable, qtbot: QtBot) -> None:
    """It is beside somebody: that one is meant."""
    point = table.visualRect(table.rows.index(4, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.LeftButton, pos=QPoint(point))
    assert table.selected() == ("c5",)


@pytest.mark.parametrize(
    ("who", "key", "said"),
    [
        ("c5", Qt.Key.Key_Up, [("c5", "c4")]),
        ("c5", Qt.Key.Key_Down, [("c5", "c7")]),
        ("c6", Qt.Key.Key_Down, [("c6", "")]),
        ("c4", Qt.Key.Key_Up, []),
        ("c7", Qt.Key.Key_Down, []),
        ("c10", Qt.Key.Key_Down, []),
    ],
)
def test_alt_and_arrows_move_a_row_within_its_band(
    table: CombatantTable, qtbot: QtBot, who: str, key: Qt.Key, said: list[tuple[str, str]]
) -> None:
    """Up before the one above, down behind the one below, never into another side."""
    moved: list[tuple[str, str]] = []
    table.reordered.connect(lambda one, before: moved.append((one, before)))
    table.select([who])
    qtbot.keyClick(table, key, Qt.KeyboardModifier.AltModifier)
    assert (moved, table.selected()) == (said, (who,))


def test_a_sorted_table_is_no_order_to_change(table: CombatantTable, qtbot: QtBot) -> None:
    """By hit points, above and below mean nothing to the game."""
    table.rows.sort_next(HP)
    table.select(["c1"])
    with qtbot.assertNotEmitted(table.reordered):
        qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
