"""What waits for one combatant because of somebody in a tie: the sum, before and after, and what will come of it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, figure_text
from encounter_gui.gui.combatants.cells.gauge_delegate import paint_gauge
from encounter_gui.gui.combatants.cells.name_delegate import paint_shape
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.canvas import centred, painting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import GaugeChange, TieWait, WoundChange

_PAD, _GAP, _LINE = 11.0, 6.0, 23.0
_BAR, _GAUGE, _ICON = 3.0, 96.0, 13.0
_NARROW = 330


class WaitBox(QWidget):
    """Paints what waits for one combatant."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._wait: TieWait | None = None
        icons.recoloured.connect(self.update)
        icons.loaded.connect(self.update)

    def show_wait(self, wait: TieWait) -> None:
        """Shows what waits."""
        if wait == self._wait:
            return
        self._wait = wait
        words = self._words(wait)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.updateGeometry()
        self.update()

    def _words(self, wait: TieWait) -> str:
        """Returns all of it in one line, as a screen reader says it."""
        parts = [self._texts.text_of("gui.tie.waits_for", who=wait.name), wait.sum]
        if wait.gauge is not None:
            before, after = (
                figure_text(each.current) for each in (wait.gauge.before, wait.gauge.after)
            )
            parts.append(f"{wait.gauge.before.name} {before} → {after}")
        parts += [f"{each.name} {each.before[1] or '–'} → {each.after[1]}" for each in wait.wounds]
        parts += [each.words() for each in wait.chips]
        parts.append(self._owed(wait))
        return ", ".join(each for each in parts if each)

    def _owed(self, wait: TieWait) -> str:
        if wait.owed:
            return self._texts.text_of("gui.tie.owes", what=wait.owed)
        return self._texts.text_of("gui.tie.owes_nothing")

    @override
    def sizeHint(self) -> QSize:
        wait = self._wait
        has_rest = wait is not None and bool(wait.chips or wait.owed)
        return QSize(200, round((2 if has_rest else 1) * _LINE + 5))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        wait, theme = self._wait, self._icons.theme
        if wait is None:
            return
        painter, rect = QPainter(self), QRectF(self.rect())
        with painting(painter):
            painter.setBrush(theme.colour("status.info_fill"))
            painter.drawRoundedRect(rect, theme.radius("chip"), theme.radius("chip"))
            painter.setBrush(theme.colour("status.info"))
            painter.drawRect(QRectF(0, 0, _BAR, rect.height()))
        room = rect.adjusted(_PAD, 2, -_PAD, 0)
        self._paint_sum(painter, QRectF(room.left(), 2, room.width(), _LINE), wait)
        if wait.chips or wait.owed:
            self._paint_rest(painter, QRectF(room.left(), 2 + _LINE, room.width(), _LINE), wait)

    def _paint_sum(self, painter: QPainter, room: QRectF, wait: TieWait) -> None:
        theme = self._icons.theme
        left = self._paint_change(painter, room, wait)
        icon = centred(QRectF(room.left(), room.top(), _ICON, room.height()), _ICON, _ICON)
        self._icons.paint(painter, "holding", icon, theme.colour("status.info"))
        x = icon.right() + _GAP
        if room.width() >= _NARROW:
            words = self._texts.text_of("gui.tie.waits")
            width = theme.fonts.width(words, "body")
            self._write(painter, QRectF(x, room.top(), width + 1, room.height()), words)
            x += width + _GAP
        paint_shape(painter, theme, QRectF(x, room.top(), 20, room.height()), wait.side)
        x += theme.icon_size("faction") + _GAP
        free = max(0.0, left - x - _GAP)
        runs = _sum_runs(wait.sum)
        summed = marks.runs_width(theme, runs, "body") + _GAP if wait.sum else 0.0
        # Where both are too long, each gets half.
        name = theme.fonts.width(wait.name, "body", weight=700) + 1
        name = min(name, max(free / 2, free - summed))
        place = QRectF(x, room.top(), name, room.height())
        write(painter, theme, place, wait.name, weight=700, role="text.primary")
        at = QRectF(x + name + _GAP, room.top(), free - name - _GAP, room.height())
        if at.width() < marks.runs_width(theme, runs, "body"):
            write(painter, theme, at, wait.sum)
        else:
            marks.paint_runs(painter, theme, at, runs, "body")

    def _paint_change(self, painter: QPainter, room: QRectF, wait: TieWait) -> float:
        """Paints before and after at the right, returns where it begins."""
        if wait.gauge is not None:
            return self._paint_gauge(painter, room, wait.gauge)
        x = room.right()
        for wound in reversed(wait.wounds):
            x = self._paint_wound(painter, x, room, wound)
            if x < room.left() + room.width() / 2:
                break
        return x

    def _paint_gauge(self, painter: QPainter, room: QRectF, change: GaugeChange) -> float:
        theme = self._icons.theme
        after = marks.gauge_level(change.after, before=change.before.current)
        runs = (
            marks.Run(text=f"{figure_text(change.before.current)} → ", role="text.secondary"),
            marks.Run(text=figure_text(change.after.current), weight=700),
        )
        width = marks.runs_width(theme, runs)
        bar = _GAUGE if room.width() >= _NARROW else _GAUGE / 2
        at = QRectF(room.right() - width, room.top(), width + 1, room.height())
        marks.paint_runs(painter, theme, at, runs)
        gauge = QRectF(at.left() - _GAP - bar, room.top(), bar, room.height())
        paint_gauge(painter, theme, gauge, after, number=0, ticks=change.after.ticks)
        return gauge.left()

    def _paint_wound(
        self, painter: QPainter, right: float, room: QRectF, wound: WoundChange
    ) -> float:
        theme, size = self._icons.theme, self._icons.theme.extent("wound_cell")
        top = round(room.center().y() - size.height() / 2)
        after = QRectF(QPointF(round(right - size.width()), top), size)
        arrow = theme.fonts.width("→", "row")
        before = QRectF(QPointF(round(after.left() - arrow - 4 - size.width()), top), size)
        marks.paint_wound_cell(painter, theme, before, wound.before[0])
        marks.paint_wound_cell(painter, theme, after, wound.after[0])
        between = QRectF(before.right() + 2, room.top(), arrow + 1, room.height())
        write(painter, theme, between, "→", font="row")
        return before.left() - _GAP

    def _paint_rest(self, painter: QPainter, room: QRectF, wait: TieWait) -> None:
        theme, owed = self._icons.theme, self._owed(wait)
        role = "status.warn" if wait.owed else "text.muted"
        width = theme.fonts.width(owed, "small")
        chips = sum(marks.chip_width(theme, each) + 4 for each in wait.chips)
        has_room = wait.owed or chips + width + _GAP <= room.width()
        if has_room:
            width = min(width + 1, room.width() * 0.6)
            place = QRectF(room.right() - width, room.top(), width, room.height())
            write(
                painter,
                theme,
                place,
                owed,
                font="small",
                role=role,
                align=Qt.AlignmentFlag.AlignRight,
            )
            room = room.adjusted(0, 0, -width - _GAP, 0)
        marks.paint_chips(painter, theme, room, wait.chips, self._icons)

    def _write(self, painter: QPainter, place: QRectF, words: str) -> None:
        write(painter, self._icons.theme, place, words, role="text.secondary")


def _sum_runs(text: str) -> list[marks.Run]:
    """Returns the arithmetic with its result strong: ``4 + 5 = **9** wounds``."""
    before, equals, after = text.rpartition("= ")
    number, blank, unit = after.partition(" ")
    runs = [marks.Run(text=before + equals, role="text.secondary")] if equals else []
    if number.isdigit():
        return [*runs, marks.Run(text=number, weight=700), marks.Run(text=blank + unit)]
    return [*runs, marks.Run(text=after)]
