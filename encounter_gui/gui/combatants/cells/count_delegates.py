"""Cells that are read by counting: dodge dice, conditions, actions by number or by name, wounds."""

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from encounter_gui.gui.combatants.cells.cell_delegate import CellDelegate
from encounter_gui.gui.combatants.cells.row_paint import PADDING, RowPainter, padding_box, write
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import (
    Budget,
    CapsulesCell,
    Chip,
    ChipsCell,
    Column,
    DiceCell,
    PipsCell,
    Row,
    WoundsCell,
)

_LEAST_WORDS = 14.0
"""Room for a letter and dots: with less of its name a chip has its icon alone."""
_TAG_GAP = 4.0
_ICON = 13.0
_TAG_HEIGHT = 15.0
_PIPS: dict[Budget, marks.Pip] = {"free": "left", "spent": "spent", "kept": "kept"}


class DiceDelegate(CellDelegate):
    """Dice to spend, as squares; more than fit are a number."""

    kind = "dice"
    paints = (DiceCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, DiceCell):
            return
        theme, rect = self.rows.theme, padding_box(option)
        # The last squares may use the padding: the next column starts with its own.
        if marks.dodge_dice_width(theme, cell.total) <= rect.width() + PADDING:
            marks.paint_dodge_dice(painter, theme, rect, left=cell.left, count=cell.total)
        else:
            write(painter, theme, rect, f"{cell.left}/{cell.total}", role="text.primary")


class ChipsDelegate(CellDelegate):
    """The conditions, most pressing first; what does not fit becomes one ``+n``."""

    kind = "chips"
    paints = (ChipsCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if isinstance(cell, ChipsCell) and cell.chips:
            theme, rect = self.rows.theme, padding_box(option)
            chips = fitting_chips(theme, cell.chips, rect.width())
            marks.paint_chips(painter, theme, rect, chips, self.rows.icons)


class PipsDelegate(CellDelegate):
    """Actions: to spend, spent, kept; tags behind them; or a word where there are none."""

    kind = "pips"
    paints = (PipsCell,)

    def __init__(self, rows: RowPainter, parent: QObject | None = None) -> None:
        """Takes what paints the rows and knows them."""
        super().__init__(rows, parent)
        self._now_word = rows.texts.text_of("gui.declare.now")

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, PipsCell):
            return
        theme, rect = self.rows.theme, padding_box(option)
        if cell.is_declaring and row.who == self.rows.pointed.declaring:
            self._paint_word(painter, rect, self._now_word, "edit", role="accent.interactive")
            return
        if not cell.pips:
            self._paint_word(painter, rect, cell.text, cell.icon)
            return
        marks.paint_pips(painter, theme, rect, [_PIPS[pip] for pip in cell.pips])
        rect.adjust(marks.pips_width(theme, len(cell.pips)) + _TAG_GAP, 0, 0, 0)
        _paint_tags(painter, theme, rect, cell.tags)

    def _paint_word(
        self, painter: QPainter, rect: QRectF, text: str, icon: str, role: str = "text.secondary"
    ) -> None:
        theme = self.rows.theme
        if icon:
            box = QRectF(rect.left(), round(rect.center().y() - _ICON / 2), _ICON, _ICON)
            self.rows.icons.paint(painter, icon, box, theme.colour(role))
            rect.adjust(_ICON + _TAG_GAP, 0, PADDING, 0)
        write(painter, theme, rect, text)


class CapsulesDelegate(CellDelegate):
    """Actions that have names, as words: to spend, spent, kept; tags behind them; or a word where there are none."""

    kind = "capsules"
    paints = (CapsulesCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if not isinstance(cell, CapsulesCell):
            return
        theme, rect = self.rows.theme, padding_box(option)
        if not cell.capsules:
            write(painter, theme, rect, cell.text)
            return
        capsules = [
            marks.Capsule(text=capsule.text, state=_PIPS[capsule.state])
            for capsule in cell.capsules
        ]
        painter.save()
        painter.setClipRect(option.rect)
        marks.paint_capsules(painter, theme, rect, capsules)
        rect.adjust(marks.capsules_width(theme, capsules) + _TAG_GAP, 0, 0, 0)
        _paint_tags(painter, theme, rect, cell.tags)
        painter.restore()


class WoundsDelegate(CellDelegate):
    """One cell a location, letter on pattern, a dash where it is unhurt."""

    kind = "wounds"
    paints = (WoundsCell,)

    @override
    def paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, row: Row, column: Column
    ) -> None:
        cell = row.cells.get(column.key)
        if isinstance(cell, WoundsCell):
            levels = [level for _, level, _ in cell.cells]
            ringed = self._set_rings(place, cell, levels)
            rect = QRectF(padding_box(option))
            marks.paint_wound_strip(painter, self.rows.theme, rect, levels, ringed=ringed)

    def _set_rings(self, place: int, cell: WoundsCell, levels: list[int]) -> tuple[int, ...]:
        """Sets the levels that a preview would lead to, and returns the positions that change."""
        change = self.rows.model.change_at(place)
        if change is None:
            return ()
        by_hand = change.damage.wound if change.damage is not None else None
        wounds = (*change.wounds, by_hand) if by_hand is not None else change.wounds
        after = {each.name: each.after[0] for each in wounds if each.before != each.after}
        found = tuple(at for at, (name, _, _) in enumerate(cell.cells) if name in after)
        for at in found:
            levels[at] = after[cell.cells[at][0]]
        return found


DELEGATES = (DiceDelegate, ChipsDelegate, PipsDelegate, CapsulesDelegate, WoundsDelegate)
"""The delegates of this module, for the table of all."""


def _paint_tags(painter: QPainter, theme: Theme, rect: QRectF, tags: tuple[str, ...]) -> None:
    x, top = rect.left(), round(rect.center().y() - _TAG_HEIGHT / 2)
    for tag in tags:
        x += marks.paint_tag(painter, theme, QPointF(x, top), tag) + _TAG_GAP


def fitting_chips(theme: Theme, chips: tuple[Chip, ...], width: float) -> tuple[Chip, ...]:
    """Returns chips of which the first can be shown: how long it lasts gives way where its whole name then fits."""
    if not chips or marks.fit_chips(theme, chips, width)[0]:
        return chips
    first, *others = chips
    # Icon, padding and what counts the others keep their room.
    more = marks.chip_width(theme, Chip(text=f"+{len(others)}")) + _TAG_GAP if others else 0.0
    return (_shortened(theme, first, width - more - 1), *others)


def _shortened(theme: Theme, chip: Chip, width: float) -> Chip:
    """Returns a chip in this width: its name alone, as much of it as there is room for, else its icon."""
    named = replace(chip, duration="")
    if marks.chip_width(theme, named) <= width:
        return named
    room = width - marks.chip_width(theme, replace(named, text=""))
    if room < _LEAST_WORDS and marks.has_icon(chip):
        return replace(named, text="")
    elided = Qt.TextElideMode.ElideRight
    words = theme.elided(chip.text, "small", room, weight=500, mode=elided)
    return replace(named, text="" if words == "…" and marks.has_icon(chip) else words)
