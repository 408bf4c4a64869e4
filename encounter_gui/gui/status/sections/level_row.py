"""From how much damage on each wound level begins on this body: ``From F 1  L 6  M 13``."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.body.level_cell import paint_level_cell
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import figure_text
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Threshold

_HEIGHT = 26
_SIDE, _GAP = 10.0, 5.0
_LEAST_STEP = 44
"""Below this width of a level its number would be cut; the caption gives way first, in logical pixels."""


class LevelRow(QWidget):
    """Shows the thresholds of a body over its whole width: in equal steps, in a narrow panel with equal gaps."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._from = texts.text_of("gui.body.from")
        self._levels: tuple[Threshold, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_levels(self, levels: Sequence[Threshold]) -> None:
        """Shows these; none: the row is not there."""
        self._levels = tuple(levels)
        words = ", ".join(f"{level.text} {figure_text(level.value)}" for level in levels)
        self.setAccessibleName(f"{self._from} {words}")
        self.setToolTip(plain_tip(self.accessibleName() if levels else ""))
        self.setVisible(bool(levels))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.subtle"))
        line = QRectF(self.rect()).adjusted(_SIDE, 1, -_SIDE, 0)
        caption = theme.fonts.width(self._from, "body") + 2 * _GAP
        if line.width() - caption >= _LEAST_STEP * len(self._levels):
            paint_text(painter, theme, line, self._from, "body", "text.muted")
            line.adjust(caption, 0, 0, 0)
        x, step = line.left(), line.width() / max(1, len(self._levels))
        widths = [_width(theme, level) for level in self._levels]
        gap = (line.width() - sum(widths)) / max(1, len(widths) - 1)
        is_equal = max(widths, default=0.0) + _GAP <= step
        for level, width in zip(self._levels, widths, strict=True):
            _paint_level(painter, theme, QRectF(x, line.top(), width, line.height()), level)
            x += step if is_equal else width + gap


def _width(theme: Theme, level: Threshold) -> float:
    number = theme.fonts.width(figure_text(level.value), "body", weight=700)
    return theme.extent("wound_cell").width() + _GAP + number


def _paint_level(painter: QPainter, theme: Theme, place: QRectF, level: Threshold) -> None:
    size = theme.extent("wound_cell")
    top = round(place.center().y() - size.height() / 2)
    cell = QRectF(round(place.left()), top, size.width(), size.height())
    paint_level_cell(painter, theme, cell, level.level, level.text)
    text = place.adjusted(size.width() + _GAP, 0, 0, 0)
    value = figure_text(level.value)
    paint_text(painter, theme, text, value, "body", "text.primary", weight=700)
