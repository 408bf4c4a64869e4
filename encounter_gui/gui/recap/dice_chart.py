"""How the main die fell for each side: a mark a die, a bar at the mean, a dashed line at what is expected."""

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.reports.recap.recap import DiceLuck, DiceStrip

_STRIP = 46
_AXIS = 16
_MARK = 7.0
_INSET = 8.0
_VCENTER = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | _VCENTER


class DiceChart(QWidget):
    """Paints a strip for each side; equal faces are stacked, closer the more of them there are."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._luck: DiceLuck | None = None
        self.setAccessibleName(texts.text_of("recap.dice"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_luck(self, luck: DiceLuck | None) -> None:
        """Shows the dice of another fight; None: nobody rolled any."""
        self._luck = luck
        strips = luck.strips if luck is not None else ()
        self.setAccessibleDescription("; ".join(self._words(each) for each in strips))
        self.setToolTip(plain_tip("\n".join(self._words(each) for each in strips)))
        self.updateGeometry()
        self.update()

    def _words(self, strip: DiceStrip) -> str:
        die = self._luck.die if self._luck is not None else ""
        return self._texts.text_of(
            "recap.dice.words",
            side=strip.name,
            count=len(strip.faces),
            die=die,
            mean=f"{strip.mean:.1f}",
            words=strip.words,
        )

    @override
    def sizeHint(self) -> QSize:
        count = len(self._luck.strips) if self._luck is not None else 0
        return QSize(292, count * _STRIP + (_AXIS if count else 0))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        luck = self._luck
        if luck is None:
            return
        painter, top = QPainter(self), 0.0
        for strip in luck.strips:
            self._paint_words(painter, QRectF(0, top, self.width(), 18), strip)
            self._paint_strip(painter, QRectF(0, top + 18, self.width(), _STRIP - 20), luck, strip)
            top += _STRIP
        self._paint_axis(painter, QRectF(0, top, self.width(), _AXIS), luck)

    def _x(self, luck: DiceLuck, value: float) -> float:
        wide = self.width() - 2 * _INSET
        return _INSET + wide * (value - luck.least) / max(luck.most - luck.least, 1)

    def _paint_words(self, painter: QPainter, line: QRectF, strip: DiceStrip) -> None:
        theme = self._icons.theme
        paint_faction(painter, theme, QRectF(0, line.center().y() - 5, 10, 10), strip.side)
        said = self._texts.text_of("recap.dice.count", count=len(strip.faces))
        x, mean = 16.0, f"{strip.mean:.1f}"
        parts = [
            (strip.name, "text.primary", 600),
            (said, "text.secondary", 400),
            (mean, "text.primary", 700),
        ]
        whole = sum(theme.fonts.width(text, "body", weight=weight) + 6 for text, _, weight in parts)
        if x + whole + theme.fonts.width(strip.words, "small") > line.width():
            del parts[1]  # how many there were is in the tool tip
        for text, role, weight in parts:
            painter.setFont(theme.font("body", weight=weight))
            painter.setPen(theme.colour(role))
            width = theme.fonts.width(text, "body", weight=weight)
            painter.drawText(QRectF(x, line.top(), width + 1, line.height()), _VCENTER, text)
            x += width + 6
        paint_text(painter, theme, line, strip.words, "small", "text.secondary", RIGHT)

    def _paint_strip(
        self, painter: QPainter, box: QRectF, luck: DiceLuck, strip: DiceStrip
    ) -> None:
        theme, base = self._icons.theme, box.bottom() - 6
        painter.fillRect(QRectF(0, round(base), self.width(), 1), theme.colour("line.subtle"))
        counts = Counter(strip.faces)
        most = max(counts.values())
        step = min(6.0, (box.height() - 8) / max(most - 1, 1))
        for face, count in counts.items():
            for place in range(count):
                y = base - place * step
                mark = QRectF(self._x(luck, face) - _MARK / 2, y - _MARK / 2, _MARK, _MARK)
                paint_faction(painter, theme, mark, strip.side)
        with painting(painter):
            painter.setPen(QPen(theme.colour("text.muted"), 1.5, Qt.PenStyle.DashLine))
            x = self._x(luck, luck.expected)
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        mean = round(self._x(luck, strip.mean) - 1.5)
        painter.fillRect(QRectF(mean, box.top(), 3, box.height()), theme.colour("text.primary"))

    def _paint_axis(self, painter: QPainter, line: QRectF, luck: DiceLuck) -> None:
        theme = self._icons.theme
        paint_text(painter, theme, line, str(luck.least), "caption", "text.muted")
        painter.drawText(line, _RIGHT, str(luck.most))
        middle = self._texts.text_of("recap.dice.expected", value=f"{luck.expected:g}")
        painter.drawText(line, Qt.AlignmentFlag.AlignHCenter | _VCENTER, middle)
