"""The head over the rows: how many there are, the axis with its times, and when the next is due."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.time.row_delegate import SIDE
from encounter_gui.gui.time.time_axis import TICKS, TimeAxis
from encounter_gui.rules.engine.time import clock
from encounter_gui.rules.view.scene.time import TimeView

_HEIGHT = 27
_PLATE = 17.0
_APART = 4.0
"""How far two labels are from each other at least, in logical pixels."""


class AxisHead(QWidget):
    """Paints one line over the list, as wide as its rows."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._view: TimeView | None = None
        self._scroll_bar = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_view(self, view: TimeView, scroll_bar: int) -> None:
        """Shows what runs now; ``scroll_bar`` is the width that the rows below give to theirs."""
        if (view, scroll_bar) != (self._view, self._scroll_bar):
            self._view, self._scroll_bar = view, scroll_bar
            self.setAccessibleName(self._title(view))
            self.setAccessibleDescription(self._next(view))
            self.update()

    def _title(self, view: TimeView) -> str:
        return self._texts.text_of("gui.time.runs", count=len(view.rows))

    def _next(self, view: TimeView) -> str:
        if not view.rows:
            return ""
        after = max(view.rows[0].due - view.now, 0)
        if not after:
            return self._texts.text_of("gui.time.next_now")
        return self._texts.text_of("gui.time.next", when=clock.span_words(self._texts, after))

    @override
    def sizeHint(self) -> QSize:
        return QSize(600, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        view, theme = self._view, self._icons.theme
        if view is None:
            return
        painter, width = QPainter(self), self.width() - self._scroll_bar
        painter.fillRect(self.rect(), theme.colour("surface.row_alt"))
        for y in (0, self.height() - 1):
            painter.fillRect(0, y, self.width(), 1, theme.colour("line.divider"))
        axis = TimeAxis.of_width(width)
        room = QRectF(SIDE, 0, axis.left - SIDE - 24, self.height())
        title = theme.elided(self._title(view), "small", room.width(), weight=700)
        marks.paint_text(painter, theme, room, title, "small", "text.secondary", weight=700)
        after = QRectF(axis.right + 8, 0, width - axis.right - 20, self.height())
        words = self._texts.text_of("gui.time.due_dice")
        marks.paint_text(painter, theme, after, words, "small", "text.muted", marks.RIGHT)
        if view.rows:
            self._paint_axis(painter, axis, view)

    def _paint_axis(self, painter: QPainter, axis: TimeAxis, view: TimeView) -> None:
        """Paints the plate of what is due next, then those labels that it leaves room for."""
        theme, text_of = self._icons.theme, self._texts.text_of
        plate = self._paint_plate(painter, axis, view)
        now = text_of("rules.clock.now")
        taken = [plate, self._label(painter, axis.left, now, plate, is_now=True)]
        for seconds, unit, count in TICKS:
            key = f"rules.clock.{unit}"
            words = text_of(f"{key}.1" if count == 1 else key, count=count)
            x = axis.x(seconds)
            line = QRectF(round(x), self.height() - 6, 1, 6)
            painter.fillRect(line, theme.colour("line.divider"))
            width = theme.fonts.width(words, "small")
            place = QRectF(x - width / 2 - 1, 0, width + 2, self.height())
            apart = place.adjusted(-_APART, 0, _APART, 0)
            if not any(apart.intersects(each) for each in taken):
                marks.paint_text(painter, theme, place, words, "small", "text.muted", marks.CENTRE)
                taken.append(place)

    def _label(
        self, painter: QPainter, x: float, words: str, plate: QRectF, *, is_now: bool
    ) -> QRectF:
        theme = self._icons.theme
        width = theme.fonts.width(words, "small", weight=700)
        place = QRectF(x - width / 2 - 1, 0, width + 2, self.height())
        if is_now and place.intersects(plate):
            return place
        marks.paint_text(
            painter, theme, place, words, "small", "text.primary", marks.CENTRE, weight=700
        )
        return place

    def _paint_plate(self, painter: QPainter, axis: TimeAxis, view: TimeView) -> QRectF:
        """Paints when the next is due, beside its line; returns where."""
        theme, words = self._icons.theme, self._next(view)
        x = round(axis.x(view.rows[0].due - view.now)) - 1
        width = theme.fonts.width(words, "small", weight=700) + 10
        left = x if x + width <= axis.right else x + 2 - width
        place = QRectF(left, (self.height() - _PLATE) / 2, width, _PLATE)
        colour = theme.colour("accent.interactive")
        painter.fillRect(QRectF(x, place.top(), 2, self.height() - place.top()), colour)
        painter.fillRect(place, colour)
        marks.paint_text(
            painter, theme, place, words, "small", "text.on_accent", marks.CENTRE, weight=700
        )
        return place
