"""One variant of the encounter: its win chance, its length, its losses, and a button to take it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.column_chart import ColumnChart
from encounter_gui.gui.forecast.forecast_run import Forecast
from encounter_gui.gui.forecast.forecast_words import lost_columns, round_columns
from encounter_gui.gui.forecast.win_share import WinShare
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout

_CHART = 70
_SUMS = ("rounds", "down", "threat")


_WORDS = {"rounds": "gui.tuning.sum.rounds.round"}
"""The words of a sum before the first forecast, where they depend on the game."""


class VariantCard(QFrame):
    """Stands beside others with the same parts, so that they are compared."""

    def __init__(
        self, letter: str, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the letter it is called by."""
        super().__init__(parent)
        self._texts = texts
        self._letter = letter
        self._forecast: Forecast | None = None
        self.setProperty("card", "found" if letter == "B" else "plain")
        self.name, self.what = QLabel(letter, self), QLabel(self)
        self.name.setFont(icons.theme.font("body", weight=600))
        self.name.setWordWrap(True)
        self.what.setWordWrap(True)
        self.what.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.take = QPushButton(texts.text_of("gui.tuning.take"), self)
        self.take.setProperty("tiny", "true")
        self.wins = WinShare(icons, texts, self)
        self.wins.has_title = False
        self.rounds, self.lost = ColumnChart(icons, texts, self), ColumnChart(icons, texts, self)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addStrut(self.take.sizeHint().height())  # with and without the button
        add_items(head, (self.name, 1), (self.take, 0, Qt.AlignmentFlag.AlignTop))
        charts = row_layout(spacing=14)
        for chart in (self.rounds, self.lost):
            chart.setMinimumSize(80, _CHART)
            chart.setMaximumHeight(2 * _CHART)
            charts.addWidget(chart)
        self.wins.setFixedHeight(self.wins.room.height)
        column = column_layout(
            self, head, self.what, self.wins, charts, margins=(12, 8, 12, 8), spacing=2
        )
        grid = QGridLayout()
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(2)
        self.sums: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        for row, key in enumerate(_SUMS):
            cells = (
                QLabel(self._texts.text_of(_WORDS.get(key, f"gui.tuning.sum.{key}")), self),
                QLabel(self),
                QLabel(self),
            )
            cells[0].setWordWrap(True)
            cells[0].setForegroundRole(QPalette.ColorRole.PlaceholderText)
            cells[2].setForegroundRole(QPalette.ColorRole.PlaceholderText)
            for place, cell in enumerate(cells):
                grid.addWidget(cell, row, place)
            for cell in cells[1:]:
                cell.setAlignment(Qt.AlignmentFlag.AlignRight)
                cell.setMinimumWidth(44)
            self.sums[key] = cells
        add_items(column, grid, STRETCH)

    def show_variant(
        self, name: str, what: str, forecast: Forecast | None, *, can_take: bool
    ) -> None:
        """Shows a variant and where it comes from; without a forecast these words alone."""
        self._forecast = forecast
        self.name.setText(f"{self._letter}  {name}")
        self.what.setText(what)
        self.take.setVisible(can_take)
        for chart in (self.wins, self.rounds, self.lost):
            chart.setVisible(forecast is not None)
        if forecast is None:
            return
        self.wins.show_forecast(forecast)
        texts = self._texts
        unit = forecast.unit
        self.rounds.show_columns(
            texts.text_of(f"gui.forecast.over.{unit}"), round_columns(forecast)
        )
        self.sums["rounds"][0].setText(texts.text_of(f"gui.tuning.sum.rounds.{unit}"))
        self.lost.show_columns(
            texts.text_of("gui.tuning.down"), lost_columns(forecast, texts), side="pc"
        )

    def compare(self, planned: Forecast | None, threats: tuple[int, int]) -> None:
        """Shows the sums with what they differ from the plan; ``threats`` are its own and the plan's, 0: none."""
        now = self._forecast
        figures = {"threat": (float(threats[0]), float(threats[1]))}
        if now is not None:
            before = planned or now
            figures["rounds"] = now.left, before.left
            figures["down"] = mean_lost(now), mean_lost(before)
        for key, cells in self.sums.items():
            value, before_value = figures.get(key, (0.0, 0.0))
            digits = 0 if key == "threat" else 1
            change = round(value - before_value, digits)
            is_shown = now is not None and (key != "threat" or any(threats))
            words = f"{change:+.{digits}f}".replace("-", "−") if change else ""
            for cell, text in zip(cells[1:], (f"{value:.{digits}f}", words), strict=True):
                cell.setText(text)
            for cell in cells:
                cell.setVisible(is_shown)


def mean_lost(forecast: Forecast) -> float:
    """Returns how many of the player characters’ side go out, on average."""
    return sum(number * share for number, share in enumerate(forecast.lost))
