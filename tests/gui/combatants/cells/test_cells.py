"""Cells of all kinds: painted by what they are, and said in words."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPaintEvent
from PySide6.QtWidgets import QApplication, QTableView, QToolTip
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.count_delegates import fitting_chips
from encounter_gui.gui.combatants.header import CombatantHeader
from encounter_gui.gui.combatants.model import CombatantModel
from encounter_gui.gui.combatants.table import CombatantTable
from encounter_gui.gui.theme.ground import paint_ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import (
    BandCell,
    Capsule,
    CapsulesCell,
    Cell,
    ChangePreview,
    Chip,
    Column,
    GaugeCell,
    GaugeChange,
    PipsCell,
    Row,
    SlotsCell,
    TextCell,
)
from tests.gui.combatants.side_values import (
    BLOCK_COLUMNS,
    BLOCKS,
    GIANT,
    SIDE_COLUMNS,
    SIDES,
    WOUND_COLUMNS,
    WOUNDS,
    blocked,
    health,
)

CAPSULES = CapsulesCell(
    name="Actions",
    capsules=(
        Capsule(text="Main", state="free"),
        Capsule(text="Move", state="spent"),
        Capsule(text="Snap", state="kept"),
    ),
    tags=("2nd",),
)


@pytest.fixture
def table(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> CombatantTable:
    """Two blocks of the squad with the enemies between them."""
    table = CombatantTable(icons, texts)
    qtbot.addWidget(table)
    table.resize(1008, 306)
    table.show_rows(BLOCK_COLUMNS, BLOCKS)
    with qtbot.waitExposed(table):
        table.show()
    return table


def _at(columns: tuple[Column, ...], key: str) -> int:
    return [column.key for column in columns].index(key)


def _cell(table: CombatantTable, place: int, key: str) -> QImage:
    rect = table.visualRect(table.rows.index(place, _at(table.rows.columns, key)))
    return table.viewport().grab(rect).toImage()


def _count(image: QImage, name: str) -> int:
    return sum(
        image.pixelColor(x, y).name() == name
        for x in range(image.width())
        for y in range(image.height())
    )


def _count_like(image: QImage, colour: QColor) -> int:
    """Counts pixels near a colour: thin strokes blend with their ground."""
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(
        abs(color.red() - colour.red()) + abs(color.blue() - colour.blue()) < 90 for color in pixels
    )


def _with(row: Row, key: str, cell: Cell) -> Row:
    return replace(row, cells={**row.cells, key: cell})


def _change(row: Row) -> ChangePreview:
    """Returns what −6 would do to somebody with 10."""
    before = GaugeCell(name="Health", current=10, low=0, high=10)
    after = GaugeChange(before=before, after=replace(before, current=4))
    name = row.cells["name"].words()
    return ChangePreview(who=row.who, number=row.number, name=name, side="pc", gauges=(after,))


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (health(4), "4/10"),
        (CAPSULES, "●Main ○Move ◉Snap 2nd"),
        (CapsulesCell(name="Actions", text="lost"), "lost"),
        (BandCell(text="Redlines", note="init 6"), "Redlines · init 6"),
        (BandCell(text="Redlines"), "Redlines"),
    ],
)
def test_every_cell_can_be_written(cell: Cell, text: str) -> None:
    """What is copied says what is painted."""
    assert cell.words() == text


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (health(4), health(7)),
        (health(10), GIANT),
        (replace(CAPSULES, capsules=CAPSULES.capsules[1:]), CAPSULES),
        (BandCell(text="after"), BandCell(text="Before")),
    ],
)
def test_every_cell_can_be_sorted_by(less: Cell, more: Cell) -> None:
    """Boxes and bars by what is left, named actions by how many may still be taken."""
    assert less.sort_key() < more.sort_key()


@pytest.mark.parametrize(
    ("cell", "spoken"),
    [
        (health(4), "Column: 4 of 10"),
        (CAPSULES, "Column: Main to spend, Move spent, Snap kept, 2nd"),
        (PipsCell(name="", pips=("free", "kept", "spent")), "Column: 1 to spend, 1 kept, 1 spent"),
        (BandCell(text="Redlines", note="init 6"), "Column: Redlines · init 6"),
        (BandCell(text="Redlines", is_now=True), "Column: Redlines, acts now"),
    ],
)
def test_every_cell_can_be_heard(
    texts: MessageCatalog, qapp: object, cell: Cell, spoken: str
) -> None:
    """A screen reader says what is painted, with the head of the column."""
    model = CombatantModel(texts)
    column = Column(key="x", title="Column", kind="text", width=80)
    model.show((column,), (_with(BLOCKS[0], "x", cell),))
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == spoken
    assert spoken in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_who_acts_after_death_is_said(texts: MessageCatalog, qapp: object) -> None:
    """The ghost beside the name in words."""
    model = CombatantModel(texts)
    model.show(BLOCK_COLUMNS, BLOCKS)
    name = model.index(9, _at(BLOCK_COLUMNS, "name"))
    assert name.data(Qt.ItemDataRole.AccessibleTextRole).endswith("still acts after death")


def test_boxes_are_filled_as_many_as_are_left(table: CombatantTable, icons: Icons) -> None:
    """Ten boxes, the gap after five; filled ones are solid, lost ones have a stroke."""
    picture = _cell(table, 8, "health")
    mid, track = icons.theme.colour("gauge.health_mid").name(), icons.theme.colour("gauge.track")
    lefts = [6 + at * 12 + at // 5 * 4 for at in range(10)]
    upper = [picture.pixelColor(left + 3, 9).name() for left in lefts]
    assert upper == [mid] * 3 + [track.name()] * 7
    assert _count(picture, mid) > 3 * 100


def test_boxes_that_do_not_fit_are_a_bar(table: CombatantTable, icons: Icons) -> None:
    """Above ten points a box a point would be too many."""
    table.show_rows(BLOCK_COLUMNS, (blocked(1, "Titan", BLOCKS_BAND, health(30, 40)), *BLOCKS[1:]))
    picture = _cell(table, 0, "health")
    high = icons.theme.colour("gauge.health_high").name()
    filled = [x for x in range(picture.width()) if picture.pixelColor(x, 13).name() == high]
    assert filled == list(range(filled[0], filled[-1] + 1))
    assert len(filled) > 50


BLOCKS_BAND = BandCell(text="Before", note="passed", side="pc")


def test_a_lost_box_is_hatched_and_settles(table: CombatantTable, qtbot: QtBot) -> None:
    """What a blow has just taken is told apart from what was gone before."""
    wounded = _with(BLOCKS[7], "health", health(6))
    table.rows.show(BLOCK_COLUMNS, (*BLOCKS[:7], wounded, *BLOCKS[8:]))
    assert table.rows.lost_from(7, BLOCK_COLUMNS[5]) == 10
    fresh = _cell(table, 7, "health")
    table.rows.settle()
    assert fresh != _cell(table, 7, "health")


def test_a_preview_shows_in_boxes_too(table: CombatantTable, icons: Icons) -> None:
    """Typing −6 hatches six boxes and says it in words."""
    plain = _cell(table, 7, "health")
    table.preview((_change(BLOCKS[7]),))
    shown = _cell(table, 7, "health")
    danger = icons.theme.colour("status.danger").name()
    assert _count(plain, danger) == 0
    assert _count(shown, danger) > 60
    spoken = table.rows.index(7, 5).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Bishop, Health: 10 → 4"


def test_a_text_may_stand_where_boxes_would(table: CombatantTable) -> None:
    """“died in round 1” is written plain, neither bold nor as boxes, and “–” in a column of gauges."""
    plain = (_with(BLOCKS[9], "weapon", TextCell(text="died in round 1")),)
    written = _cell(table, 9, "health")
    table.show_rows(BLOCK_COLUMNS, (*BLOCKS[:9], *plain))
    twin = _cell(table, 9, "weapon")
    width = 100
    assert written.copy(0, 0, width, 28) == twin.copy(0, 0, width, 28)
    dash = _cell(table, 4, "conviction")
    assert dash != _cell(table, 5, "weapon")
    assert len({dash.pixelColor(x, 14).name() for x in range(6, 14)}) > 1


def test_a_bar_may_stand_where_boxes_would(table: CombatantTable, icons: Icons) -> None:
    """The horror has more Health than boxes."""
    high = icons.theme.colour("gauge.health_high").name()
    assert _count(_cell(table, 2, "health"), high) > 400


def test_ticks_divide_a_bar(table: CombatantTable, icons: Icons) -> None:
    """At the values a system names, in the filled part as well."""
    picture = _cell(table, 7, "conviction")
    fill = icons.theme.colour("gauge.conviction").name()
    filled = [x for x in range(picture.width()) if picture.pixelColor(x, 13).name() == fill]
    gaps = [x for x in range(filled[0], filled[-1]) if x not in filled]
    bar = 2 * 30
    assert len(gaps) >= 3
    assert filled[-1] - filled[0] > bar * 0.7


def test_spending_an_action_moves_no_capsule(table: CombatantTable, icons: Icons) -> None:
    """Filled when it may be taken, framed when spent; the next stands where it stood."""
    table.show_rows(SIDE_COLUMNS, SIDES)
    ink = icons.theme.colour("text.primary").name()
    both, image, none = (_cell(table, at, "actions") for at in (6, 4, 0))
    assert _count(both, ink) > _count(image, ink) > _count(none, ink)
    half = both.width() // 2
    assert both.copy(half, 2, half, 24) == image.copy(half, 2, half, 24)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)  # said by the offscreen platform
def test_places_are_headed_right_above_their_cells(table: CombatantTable) -> None:
    """The head of the left leg is over the sixth cell; its whole name is in the tool tip."""
    table.show_rows(WOUND_COLUMNS, WOUNDS)
    header, section = table.horizontalHeader(), _at(WOUND_COLUMNS, "wounds")
    assert isinstance(header, CombatantHeader)
    left = header.sectionViewportPosition(section)
    said = [header.part_at(QPoint(left + 6 + at * 22 + 10, 12)) for at in range(6)]
    assert said == ["Head", "Torso", "Right arm", "Left arm", "Right leg", "Left leg"]
    assert header.part_at(QPoint(left - 30, 12)) == ""
    point = QPoint(left + 6 + 5 * 22 + 10, 12)
    event = QHelpEvent(QEvent.Type.ToolTip, point, header.viewport().mapToGlobal(point))
    QApplication.sendEvent(header.viewport(), event)
    assert "Left leg" in QToolTip.text()


def test_the_head_of_places_is_spoken_whole(texts: MessageCatalog, qapp: object) -> None:
    """Nobody needs to know what La means."""
    model = CombatantModel(texts)
    model.show(WOUND_COLUMNS, WOUNDS)
    role: Any = Qt.ItemDataRole.AccessibleTextRole
    spoken = model.headerData(_at(WOUND_COLUMNS, "wounds"), Qt.Orientation.Horizontal, role)
    assert spoken == "Wounds Head, Torso, Right arm, Left arm, Right leg, Left leg"


def test_unhurt_places_have_a_dash(table: CombatantTable, icons: Icons) -> None:
    """Always six cells, so that the same places stand below each other."""
    table.show_rows(WOUND_COLUMNS, WOUNDS)
    picture, style = _cell(table, 0, "wounds"), icons.theme.wound(0)
    for at in (0, 2, 3, 4, 5):
        assert picture.pixelColor(6 + at * 22 + 2, 8).name() == style.fill.name()
        assert picture.pixelColor(6 + at * 22 + 10, 13).name() == style.edge.name()
    assert picture.pixelColor(6 + 22 + 2, 8).name() != style.fill.name()


def test_the_target_keeps_its_sign_when_the_word_has_no_room(
    table: CombatantTable, icons: Icons
) -> None:
    """A long name stays readable: only the cross-hairs stand beside it."""
    short = blocked(1, "Ash", BLOCKS_BAND, SlotsCell(name="Health", left=1, total=1))
    long = blocked(2, "Constantine Oyelaran", BLOCKS_BAND, health(3))
    table.show_rows(BLOCK_COLUMNS, (short, long))
    accent = icons.theme.colour("accent.interactive")
    counts = []
    for who, place in (("c1", 0), ("c2", 1)):
        table.mark_target(who)
        counts.append(_count_like(_cell(table, place, "name"), accent))
    assert counts[0] > counts[1] > 0


@pytest.mark.parametrize("others", [0, 3])
def test_a_chip_in_a_narrow_cell_keeps_its_name(theme_dark: Theme, others: int) -> None:
    """“Screening Vee” was “Screen… | next turn”, and in a small window “n…”: how long it lasts gives way first."""
    chip = Chip(text="Stunned", icon="stunned", duration="2 rounds")
    rest = (Chip(text="Prone"),) * others
    for width in range(300, 76 if others else 40, -1):
        first = fitting_chips(theme_dark, (chip, *rest), width)[0]
        assert marks.fit_chips(theme_dark, (first, *rest), width)[0], width
        assert first.text.startswith("S") or not first.text, width
        assert first == chip or not first.duration, width
    named = marks.chip_width(theme_dark, Chip(text="Stunned", icon="stunned"))
    assert fitting_chips(theme_dark, (chip,), named + 1)[0] == Chip(text="Stunned", icon="stunned")
    assert fitting_chips(theme_dark, (chip,), named - 1)[0].text.endswith("…")


def test_the_table_paints_as_qt_would_paint_its_cells(
    table: CombatantTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where rows are selected, under the mouse, previewed, scrolled or sorted, and in any part of the table."""

    def paint_by_qt(table: CombatantTable, event: QPaintEvent) -> None:
        paint_ground(table.viewport(), event, table._icons)
        QTableView.paintEvent(table, event)

    part = QRect(90, 20, 300, 61)
    rows, shown = table.rows, list[QImage]()
    steps: tuple[Callable[[], object], ...] = (
        lambda: None,
        lambda: table.select([rows.row_at(place).who for place in (1, 2, 4)]),
        lambda: table._point("hovered", 3),
        lambda: table.mark_target(rows.row_at(0).who),
        lambda: table.preview((_change(rows.row_at(2)),)),
        lambda: table.resize(700, 120),
        lambda: table.verticalScrollBar().setValue(11),
        lambda: rows.sort_next(_at(rows.columns, "name")),
    )
    for step in steps:
        step()
        QApplication.processEvents()
        pictures = []
        for painter in (CombatantTable.paintEvent, paint_by_qt):
            with monkeypatch.context() as patch:
                patch.setattr(CombatantTable, "paintEvent", painter)
                table.viewport().grab()
                pictures += [
                    table.viewport().grab().toImage(),
                    table.viewport().grab(part).toImage(),
                ]
        assert pictures[:2] == pictures[2:], len(shown)
        assert pictures[0] not in shown  # each step is seen
        shown.append(pictures[0])
