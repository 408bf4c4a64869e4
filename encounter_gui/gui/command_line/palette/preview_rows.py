"""A row for each target of a command line: number, shape, name, what happens to it, before and after."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.command_line.palette.columns import GROUP, SIDE
from encounter_gui.gui.command_line.preview import Reading
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.rules.view import ChangePreview, Chip, ConditionPreview

_MOST_ROWS = 8
_SHAPE, _NAME, _NAME_WIDTH = 26.0, 44.0, 150.0
_SUM, _AFTER, _OUTCOME = 200.0, 330.0, 450.0
_GAP = 8.0
_ARROW = "→"


class PreviewRows(QWidget):
    """Shows the rows; beyond eight, only how many more there are."""

    def __init__(self, icons: Icons, group: str, parent: QWidget | None = None) -> None:
        """Takes the icons with the theme, and the words that stand before the first row."""
        super().__init__(parent)
        self._icons = icons
        self._group = group
        self._rows: Sequence[ChangePreview | ConditionPreview] = ()

    def show_reading(self, reading: Reading) -> None:
        """Shows a row for each target of a line; none: it is not there."""
        self._rows = reading.changes or reading.conditions
        self.setAccessibleName("; ".join(_in_words(row) for row in self._rows))
        self.setVisible(bool(self._rows))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        rows = min(len(self._rows), _MOST_ROWS) + (len(self._rows) > _MOST_ROWS)
        return QSize(200, rows * round(self._icons.theme.size("row")))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(self.rect(), theme.colour("surface.row_preview"))
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.subtle"))
        height = theme.size("row")
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.muted"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(SIDE, 0, GROUP, height), middle, self._group)
        for at, row in enumerate(self._rows[:_MOST_ROWS]):
            room = QRectF(GROUP, at * height, self.width() - GROUP - SIDE, height)
            self._paint_row(painter, room, row)
        more = len(self._rows) - _MOST_ROWS
        if more > 0:
            room = QRectF(GROUP, _MOST_ROWS * height, self.width(), height)
            marks.paint_text(painter, theme, room, f"+{more}", "body", "text.muted")

    def _paint_row(
        self, painter: QPainter, rect: QRectF, row: ChangePreview | ConditionPreview
    ) -> None:
        theme, middle = self._icons.theme, Qt.AlignmentFlag.AlignVCenter
        cap = QPointF(rect.left(), rect.center().y() - 8)
        marks.paint_key_cap(painter, theme, cap, str(row.number))
        shape = QRectF(rect.left() + _SHAPE, rect.center().y() - 5.5, 11, 11)
        marks.paint_faction(painter, theme, shape, row.side)
        painter.setFont(theme.font("row"))
        painter.setPen(theme.colour("text.primary"))
        elide = Qt.TextElideMode.ElideMiddle
        name = theme.elided(row.name, "row", _NAME_WIDTH, mode=elide)
        painter.drawText(rect.adjusted(_NAME, 0, 0, 0), middle, name)
        if isinstance(row, ConditionPreview):
            self._paint_chips(painter, rect, row.chips)
        else:
            self._paint_change(painter, rect, row)

    def _paint_chips(self, painter: QPainter, rect: QRectF, chips: Sequence[Chip]) -> None:
        theme = self._icons.theme
        painter.setPen(theme.colour("text.muted"))
        left = rect.adjusted(_SUM - 16, 0, 0, 0)
        painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, "+" if chips else "–")
        marks.paint_chips(painter, theme, rect.adjusted(_SUM, 0, 0, 0), chips, self._icons)

    def _paint_change(self, painter: QPainter, rect: QRectF, row: ChangePreview) -> None:
        theme, middle = self._icons.theme, Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.secondary"))
        painter.drawText(_column(rect, _SUM, _AFTER), middle, _sum(row))
        self._paint_before_after(painter, _column(rect, _AFTER, _OUTCOME), row)
        role = "text.secondary" if row.kind == "neutral" else f"status.{row.kind}"
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour(role))
        room = rect.adjusted(_OUTCOME, 0, 0, 0)
        words = " · ".join(part for part in (row.outcome, row.note, _owed(row)) if part)
        elided = theme.elided(words, "body", room.width())
        painter.drawText(room, middle, elided)

    def _paint_before_after(self, painter: QPainter, room: QRectF, row: ChangePreview) -> None:
        theme, middle = self._icons.theme, Qt.AlignmentFlag.AlignVCenter
        wound = row.damage.wound if row.damage is not None and not row.gauges else None
        painter.setFont(theme.font("body", weight=600))
        painter.setPen(theme.colour("text.primary"))
        if wound is None:
            words = before_after(row)
            elide = Qt.TextElideMode.ElideRight
            room.setWidth(
                max(
                    room.width(), 0 if row.outcome else theme.fonts.width(words, "body", weight=600)
                )
            )
            painter.drawText(
                room,
                middle,
                theme.elided(words, "body", room.width() + 1, weight=600, mode=elide),
            )
            return
        cell = theme.extent("wound_cell")
        arrow = theme.fonts.width(_ARROW, "body")
        place = QRectF(
            room.left(), room.center().y() - cell.height() / 2, cell.width(), cell.height()
        )
        marks.paint_wound_cell(painter, theme, place, wound.before[0])
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(room.adjusted(cell.width() + _GAP, 0, 0, 0), middle, _ARROW)
        place.translate(cell.width() + arrow + 2 * _GAP, 0)
        marks.paint_wound_cell(painter, theme, place, wound.after[0], ringed=True)


def _column(rect: QRectF, left: float, right: float) -> QRectF:
    return QRectF(rect.left() + left, rect.top(), right - left - _GAP, rect.height())


def _sum(row: ChangePreview) -> str:
    """Returns the arithmetic of damage: its steps where there are some, else the sum."""
    if row.damage is None:
        return ""
    steps = [step.text or f"{step.name} −{step.stopped}" for step in row.damage.steps]
    return " · ".join(steps) or row.damage.sum


def _owed(row: ChangePreview) -> str:
    owed = row.damage.owed if row.damage is not None else ()
    return ", ".join(" ".join(each for each in (test.title, test.note) if each) for test in owed)


def before_after(change: ChangePreview) -> str:
    """Returns what changes most on a target, before and after."""
    if change.damage is not None and change.damage.waits:
        return change.damage.waits
    if change.gauges:
        gauge = change.gauges[0]
        numbers = f"{gauge.before.current} → {gauge.after.current} / {gauge.after.high}"
        return numbers.replace("-", "−")
    if change.damage is None or change.damage.wound is None:
        return ""
    wound = change.damage.wound
    before, after = (letter or "–" for _, letter in (wound.before, wound.after))
    return f"{wound.name}: {before} → {after}"


def _in_words(row: ChangePreview | ConditionPreview) -> str:
    if isinstance(row, ConditionPreview):
        chips = ", ".join(chip.text for chip in row.chips)
        return " ".join(part for part in (row.name, chips) if part)
    return " ".join(part for part in (row.name, before_after(row), row.outcome) if part)
