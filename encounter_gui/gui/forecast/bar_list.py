"""Rows of a name, a bar and a figure."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks

_ROW, _SHAPE, _GAP, _BAR = 22.0, 10.0, 8.0, 10.0
_NAME, _LEAST_BAR = 150.0, 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One row; ``share`` from 0 to 1 is how long its bar is. Without a side it has no shape."""

    name: str
    share: float
    figure: str
    side: Side | None = None


class BarList(QWidget):
    """Paints bars below each other; a screen reader is told name and figure of each."""

    def __init__(self, name: str, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes what the bars are about."""
        super().__init__(parent)
        self._icons = icons
        self.bars: tuple[Bar, ...] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        """Shows these rows."""
        shown = tuple(bars)
        if shown != self.bars:
            is_resized = len(shown) != len(self.bars)
            self.bars = shown
            self.setAccessibleDescription(
                "\n".join(f"{each.name}: {each.figure}" for each in shown)
            )
            if is_resized:
                self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(
            round(_NAME + _LEAST_BAR + self._figures() + 2 * _GAP), round(_ROW * len(self.bars))
        )

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _figures(self) -> float:
        fonts = self._icons.theme.fonts
        return max((fonts.width(each.figure, "body") for each in self.bars), default=0.0) + 2

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(QPainter(self)) as painter:
            for number, bar in enumerate(self.bars):
                self._paint_bar(painter, bar, number * _ROW)

    def _paint_bar(self, painter: QPainter, bar: Bar, top: float) -> None:
        theme = self._icons.theme
        middle, left = top + _ROW / 2, 0.0
        if bar.side is not None:
            shape = QRectF(QPointF(0, middle - _SHAPE / 2), QSizeF(_SHAPE, _SHAPE))
            marks.paint_faction(painter, theme, shape, bar.side)
            left = _SHAPE + _GAP
        painter.setFont(theme.font("body"))
        painter.setPen(theme.colour("text.primary"))
        room = QRectF(left, top, _NAME - left - _GAP, _ROW)
        name = painter.fontMetrics().elidedText(
            bar.name, Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        figures = self._figures()
        whole = QRectF(_NAME, middle - _BAR / 2, self.width() - _NAME - figures - _GAP, _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("surface.sunken"))
        painter.drawRect(whole)
        part = QRectF(whole)
        part.setWidth(whole.width() * min(bar.share, 1.0))
        painter.setBrush(theme.colour(f"faction.{bar.side}" if bar.side else "accent.interactive"))
        painter.drawRect(part)
        painter.setPen(theme.colour("text.secondary"))
        words = QRectF(self.width() - figures, top, figures, _ROW)
        painter.drawText(
            words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, bar.figure
        )
