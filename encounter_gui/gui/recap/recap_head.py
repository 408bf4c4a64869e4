"""The head of the recap: who holds the field, how the sides came out of it, and the numbers of the whole fight."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import Run, paint_faction, paint_runs, runs_width
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.reports.recap.recap import Recap

_HEIGHT = 44
_SIDE, _GAP = 12.0, 10.0
_BETWEEN = 20.0
_VCENTER = Qt.AlignmentFlag.AlignVCenter


class RecapHead(QWidget):
    """Paints one line; what does not fit of the words about the sides is in the tool tip."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._recap: Recap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_recap(self, recap: Recap) -> None:
        """Shows another fight."""
        self._recap = recap
        sides = [f"{each.name}: {each.words}" for each in recap.others]
        totals = [f"{each.number} {each.words}" for each in recap.totals]
        words = "; ".join(
            part for part in (recap.result, recap.result_words, *sides, *totals) if part
        )
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(600, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        recap, theme = self._recap, self._icons.theme
        if recap is None:
            return
        painter = QPainter(self)
        right = self._paint_totals(painter, recap)
        x, middle = _SIDE, self.height() / 2
        if recap.result_side is not None:
            paint_faction(painter, theme, QRectF(x, middle - 7, 14, 14), recap.result_side)
            x += 14 + _GAP
        painter.setFont(theme.font("round"))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(QRectF(x, 0, right - x, self.height()), _VCENTER, recap.result)
        x += theme.fonts.width(recap.result, "round") + _GAP
        x = self._paint_words(painter, recap.result_words, x, right)
        for each in recap.others:
            if x + 60 > right:
                return
            if each is recap.others[0] and recap.result_words:
                line = QRectF(round(x), middle - 9, 1, 18)
                painter.fillRect(line, theme.colour("line.divider"))
                x += _GAP
            paint_faction(painter, theme, QRectF(x, middle - 5.5, 11, 11), each.side)
            x = self._paint_words(painter, each.words, x + 11 + 7, right)

    def _paint_words(self, painter: QPainter, words: str, x: float, right: float) -> float:
        """Writes secondary words and returns where the next thing may begin."""
        theme = self._icons.theme
        room = max(right - x - 8, 0.0)
        shown = theme.elided(words, "body", room)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.secondary"))
        painter.drawText(QRectF(x, 1, room, self.height()), _VCENTER, shown)
        return x + theme.fonts.width(shown, "body") + (_GAP if shown else 0)

    def _sides_width(self, recap: Recap) -> float:
        """Returns where the totals may begin: behind who holds, and what became of each side."""
        width = self._icons.theme.fonts.width
        words = [recap.result_words, *(each.words for each in recap.others)]
        marks = 14 + _GAP + len(recap.others) * (11 + 7) + _GAP * bool(recap.result_words)
        texts = width(recap.result, "round") + sum(width(each, "body") + 8 for each in words)
        return _SIDE + marks + texts + _GAP * (len(words) + 1)

    def _paint_totals(self, painter: QPainter, recap: Recap) -> float:
        """Paints the totals from the right and returns where they begin; the last are left out where room is short."""
        theme, right = self._icons.theme, self.width() - _SIDE
        pieces = [
            (Run(text=each.number, weight=700), Run(text=f" {each.words}", role="text.secondary"))
            for each in recap.totals
        ]
        widths = [
            runs_width(theme, (number,), "title") + runs_width(theme, (words,), "body")
            for number, words in pieces
        ]
        room = right - self._sides_width(recap)
        while widths and sum(widths) + _BETWEEN * (len(widths) - 1) > room:
            widths.pop()
        for (number, words), width in reversed(list(zip(pieces, widths, strict=False))):
            left = right - width
            line = QRectF(left, 0, width + 2, self.height())
            line.setLeft(left + paint_runs(painter, theme, line, (number,), "title"))
            line.translate(0, 1)
            paint_runs(painter, theme, line, (words,), "body")
            right = left - _BETWEEN
        return right
