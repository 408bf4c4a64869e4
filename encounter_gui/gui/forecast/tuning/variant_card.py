"""One variant of the encounter: its win chance, its length, its losses, and a button to take it."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.column_chart import ColumnChart
from encounter_gui.gui.forecast.forecast_run import Forecast
from encounter_gui.gui.forecast.forecast_words import lost_columns, round_columns
from encounter_gui.gui.forecast.win_share import WinShare
from encounter_gui.gui.theme.icons import Icons


class VariantCard(QFrame):
    """Stands beside others with the same parts, so that they are compared."""

    def __init__(
        self, letter: str, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the letter it is called by."""
        super().__init__(parent)
        self._texts = texts
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.name = QLabel(letter, self)
        self.take = QPushButton(texts.text_of("gui.tuning.take"), self)
        self.take.setAutoDefault(False)
        self.wins = WinShare(icons, texts, self)
        self.rounds = ColumnChart(icons, texts, self)
        self.lost = ColumnChart(icons, texts, self)
        head = QHBoxLayout()
        head.addWidget(self.name, 1)
        head.addWidget(self.take)
        charts = QHBoxLayout()
        for chart in (self.rounds, self.lost):
            chart.setMinimumSize(chart.room.least_width, chart.room.least_height)
            charts.addWidget(chart)
        column = QVBoxLayout(self)
        column.addLayout(head)
        self.wins.setFixedHeight(self.wins.room.height)
        column.addWidget(self.wins)
        column.addLayout(charts)
        self._letter = letter

    def show_variant(self, name: str, forecast: Forecast | None, *, can_take: bool) -> None:
        """Shows a variant; without a forecast its name alone."""
        self.name.setText(f"{self._letter}  {name}")
        self.take.setVisible(can_take)
        for chart in (self.wins, self.rounds, self.lost):
            chart.setVisible(forecast is not None)
        if forecast is None:
            return
        self.wins.show_forecast(forecast)
        texts = self._texts
        self.rounds.show_columns(texts.text_of("gui.forecast.over"), round_columns(forecast))
        self.lost.show_columns(
            texts.text_of("gui.forecast.lost"), lost_columns(forecast, texts), side="pc"
        )
