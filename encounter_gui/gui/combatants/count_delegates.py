"""Cells that are read by counting: dodge dice, conditions, actions, wounds."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.row_paint import PADDING, padded, write
from encounter_gui.gui.theme import marks
from encounter_gui.gui.theme.icons import ICON_NAMES
from encounter_gui.rules.view import Chip, ChipsCell, Column, DiceCell, PipsCell, Row, WoundsCell

_TAG_GAP = 4.0
_TAG_HEIGHT = 15.0
_PIPS: dict[str, marks.Pip] = {"free": "left", "spent": "spent", "kept": "kept"}


class DiceDelegate(CellDelegate):
    """Dice to spend, as squares; more than fit are a number."""

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, DiceCell):
            return
        theme, rect = self.rows.theme, padded(option)
        # The last squares may use the padding: the next column starts with its own.
        if marks.dodge_dice_width(theme, cell.total) <= rect.width() + PADDING:
            marks.paint_dodge_dice(painter, theme, rect, left=cell.left, count=cell.total)
        else:
            write(painter, theme, rect, f"{cell.left}/{cell.total}", role="text.primary")


class ChipsDelegate(CellDelegate):
    """The conditions, most pressing first; what does not fit becomes one ``+n``."""

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if isinstance(cell, ChipsCell) and cell.chips:
            chips = [as_mark(chip) for chip in cell.chips]
            marks.paint_chips(painter, self.rows.theme, padded(option), chips, self.rows.icons)


class PipsDelegate(CellDelegate):
    """Actions: to spend, spent, kept; tags behind them; or a word where there are none."""

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, PipsCell):
            return
        theme, rect = self.rows.theme, padded(option)
        if not cell.pips:
            write(painter, theme, rect, cell.text)
            return
        marks.paint_pips(painter, theme, rect, [_PIPS[pip] for pip in cell.pips])
        x = rect.left() + marks.pips_width(theme, len(cell.pips)) + _TAG_GAP
        top = round(rect.center().y() - _TAG_HEIGHT / 2)
        for tag in cell.tags:
            x += marks.paint_tag(painter, theme, QPointF(x, top), tag) + _TAG_GAP


class WoundsDelegate(CellDelegate):
    """One cell a location, letter on pattern."""

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if isinstance(cell, WoundsCell):
            levels = [level for _, level, _ in cell.cells]
            marks.paint_wound_strip(painter, self.rows.theme, QRectF(padded(option)), levels)


def as_mark(chip: Chip) -> marks.Chip:
    """Returns a condition as the theme paints it; an icon nobody knows is left out."""
    icon = chip.icon if chip.icon in ICON_NAMES else ""
    return marks.Chip(text=chip.text, kind=chip.kind, duration=chip.duration, icon=icon)
