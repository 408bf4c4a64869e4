"""The right of the bench: figures, a comparison, the chance within so many attacks, the spread."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.attack.comparison_rows import ComparisonRows
from encounter_gui.gui.attack.figures import Figures
from encounter_gui.gui.charts.spread_chart import SpreadChart
from encounter_gui.gui.charts.within_chart import WithinChart
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Comparison, Odds, Spread, Within

_MIDDLE = 190
_NOTE_FROM = 156  # height from which a comparison has room for its note


class OddsPanel(QWidget):
    """Shows exact odds, in place, or one sentence while there are none."""

    chosen = Signal(str, str)
    """A row of the comparison was clicked: the chooser's key and the option's."""

    def __init__(self, icons: Icons, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._hint = catalogue.word("gui.attack.no_odds")
        self._odds: Odds | None = None
        self.figures = Figures(icons, catalogue, self)
        self.comparison = ComparisonRows(icons, catalogue, self)
        self.within = WithinChart(icons, catalogue, self)
        self.spread = SpreadChart(icons, catalogue, self)
        self.setAccessibleName(catalogue.word("gui.attack.odds"))
        self._lay_out()
        self.show_odds(None)
        self.comparison.chosen.connect(self.chosen)

    def _lay_out(self) -> None:
        self._middle = QWidget(self)
        self._middle.setFixedWidth(_MIDDLE)
        column = QVBoxLayout(self._middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.comparison)
        column.addWidget(self.within, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.figures)
        row.addWidget(self._middle)
        row.addWidget(self.spread, 1)

    def show_odds(self, odds: Odds | None) -> None:
        """Shows these odds; None: there are none, and a sentence says what they wait for."""
        self._odds = odds
        self.setAccessibleDescription(self._hint if odds is None else "")
        self.figures.show_odds(odds)
        exhibits = odds.exhibits if odds else ()
        comparison = next((each for each in exhibits if isinstance(each, Comparison)), None)
        within = next((each for each in exhibits if isinstance(each, Within)), None)
        self.comparison.show_comparison(comparison)
        self.within.show_within(within)
        self._middle.setVisible(bool(comparison or within))
        self.spread.show_spread(next((each for each in exhibits if isinstance(each, Spread)), None))
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.comparison.show_note(is_shown=self.height() >= _NOTE_FROM)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._odds is None:
            painter, theme = QPainter(self), self._icons.theme
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), flags, self._hint)
