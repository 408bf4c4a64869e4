"""The large odds: a word, a figure, a muted note."""

from math import ceil

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.charts.reading.tiny_chart import bars_of, tip_with_bars
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.rules.view import HeadlineNumber, LaterNumber, Odds

_TITLE = 16
_ROW = 26
_LABEL, _FIGURE, _GAP = 52, 48, 7
_MOST_LABEL, _MOST_NOTE = 84, 96
_NARROWEST = 112
_WIDEST = "100 %"
"""The widest figure: no label may touch it."""

_GOOD_ROW, _LEAST_ROW = 20.0, 14.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class HeadlineFigures(QWidget):
    """Shows the figures of some odds under their title; all of it is its accessible description too."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._title = ""
        self._odds: Odds | None = None
        self._figures: tuple[HeadlineNumber, ...] = ()
        self._label_width = float(_LABEL)
        self._note_width = 0.0
        self.setAccessibleName(texts.text_of("gui.attack.odds"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_odds(self, odds: Odds | None) -> None:
        """Shows other figures; None: none."""
        self._odds = odds
        title, numbers = (odds.title, odds.headline_numbers) if odds else ("", ())
        if (title, numbers) == (self._title, self._figures):
            return
        self._measure(numbers)
        self._title, self._figures = title, numbers
        self.setAccessibleName(title or self._texts.text_of("gui.attack.odds"))
        self.setAccessibleDescription("; ".join(self._words(number) for number in numbers))
        self.update()

    def tip_of(self, index: int) -> str:
        """Returns the tool tip of a figure: what it means, and the distribution behind it in small."""
        number = self._figures[index]
        title, chances = bars_of(self._odds, number.probability) if self._odds else ("", ())
        return tip_with_bars(number.tip or number.label, title, chances, self._icons.theme)

    def _words(self, number: HeadlineNumber) -> str:
        key = "gui.attack.figure"
        words = self._texts.text(say(key, label=number.label, percent=_figure(number)))
        return f"{words}, {number.note}" if number.note else words

    @property
    def wanted_width(self) -> int:
        """Returns the width in which labels, figures and notes stand in full, as far as that is sensible."""
        note = _GAP + self._note_width if self._note_width else 0
        return max(_NARROWEST, ceil(self._label_width + _FIGURE + note))

    @property
    def good_height(self) -> int:
        """Returns the height below which the rows stand too close."""
        return round(_TITLE + _GOOD_ROW * len(self._figures))

    def _measure(self, numbers: tuple[HeadlineNumber, ...]) -> None:
        """Columns grow and never shrink under the same labels: notes change while a modifier is dragged."""
        fonts = self._icons.theme.fonts
        label = max((fonts.width(each.label, "body") for each in numbers), default=0.0)
        note = max((fonts.width(each.note, "small") for each in numbers), default=0.0)
        beyond = max(fonts.width(_WIDEST, "figure") + 6 - _FIGURE, 0.0)
        self._label_width = max(_LABEL, min(_MOST_LABEL, label + 4) + beyond)
        is_same = [each.label for each in numbers] == [each.label for each in self._figures]
        self._note_width = min(_MOST_NOTE, max(note, self._note_width if is_same else 0.0))

    def _row_height(self) -> float:
        room = (self.height() - _TITLE) / max(1, len(self._figures))
        return min(_ROW, max(_LEAST_ROW, room))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.wanted_width, _TITLE + 4 * _ROW)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            index = int((event.y() - _TITLE) // self._row_height())
            tip = self.tip_of(index) if 0 <= index < len(self._figures) else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.muted"))
        painter.drawText(QRectF(0, 0, self.width(), _TITLE), _LEFT, self._title)
        height = self._row_height()
        for index, number in enumerate(self._figures):
            self._paint_figure(
                painter, number, QRectF(0, _TITLE + index * height, self.width(), height)
            )

    def _paint_figure(self, painter: QPainter, number: HeadlineNumber, row: QRectF) -> None:
        theme = self._icons.theme
        label = theme.elided(number.label, "body", self._label_width)
        paint_text(painter, theme, row, label, "body", "text.muted")
        is_low = row.height() < _GOOD_ROW - 1
        painter.setFont(theme.font("row", weight=700) if is_low else theme.font("figure"))
        is_later = isinstance(number, LaterNumber)
        painter.setPen(theme.colour("text.muted" if is_later else "text.primary"))
        painter.drawText(
            QRectF(0, row.top(), self._label_width + _FIGURE, row.height()),
            _RIGHT,
            _figure(number),
        )
        note = row.adjusted(self._label_width + _FIGURE + _GAP, 2, 0, 2)
        words = theme.elided(number.note, "small", note.width())
        paint_text(painter, theme, note, words, "small", "text.muted")


def _figure(number: HeadlineNumber) -> str:
    """Returns a figure as it is written; three dots as long as it is being worked out."""
    return "…" if isinstance(number, LaterNumber) else percent(number.probability)
