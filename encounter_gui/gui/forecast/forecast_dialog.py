"""The whole forecast: who wins, how long it takes, who falls, what decides it, what is left in the end."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import plain_label, set_up_dialog
from encounter_gui.gui.forecast.column_chart import ColumnChart
from encounter_gui.gui.forecast.forecast_controller import ForecastController, ForecastStatus
from encounter_gui.gui.forecast.forecast_run import MOST_FIGHTS, Forecast
from encounter_gui.gui.forecast.forecast_words import lost_columns, played, round_columns
from encounter_gui.gui.forecast.lever_list import LeverList
from encounter_gui.gui.forecast.orders_bar import OrdersBar
from encounter_gui.gui.forecast.survival_grid import SurvivalGrid
from encounter_gui.gui.forecast.win_share import WinShare
from encounter_gui.gui.theme.icons import Icons

_GAP = 16
_HIGHEST = 150
"""Columns that are higher say no more; the room below stays free."""


class ForecastDialog(QDialog):
    """Stays open beside the fight and follows it; more fights are played while it is open. Escape closes it."""

    def __init__(
        self,
        controller: ForecastController,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Shows what the controller knows so far."""
        super().__init__(parent)
        self._controller = controller
        self._texts = texts
        column = set_up_dialog(self, texts.text_of("gui.forecast.title"))
        self.orders = OrdersBar(controller.orders, texts, self)
        self.orders.chosen.connect(controller.use_orders)
        column.addWidget(self.orders)
        self.reason = plain_label("", self)
        column.addWidget(self.reason)
        self.wins = WinShare(icons, texts, self)
        self.rounds = ColumnChart(icons, texts, self)
        self.fates = SurvivalGrid(icons, texts, self)
        self.levers = LeverList(icons, texts, self)
        self.lost = ColumnChart(icons, texts, self)
        self.ammo = plain_label("", self)
        self.left_out = plain_label("", self)
        self._body = self._made_body()
        column.addWidget(self._body, 1)
        self._warning = plain_label(texts.text_of("forecast.warning"), self)
        column.addWidget(self._warning)
        self.played = QLabel(self)
        self.progress = QProgressBar(self)
        self.cancel = QPushButton(texts.text_of("gui.cancel"), self)
        self.cancel.clicked.connect(controller.cancel)
        column.addLayout(self._made_foot())
        self.resize(1010, 440)
        controller.changed.connect(self.show_status)
        self.show_status(controller.status)
        controller.watch(is_watched=True)

    @override
    def done(self, result: int) -> None:
        self._controller.watch(is_watched=False)
        super().done(result)

    def _made_foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        self.progress.setRange(0, MOST_FIGHTS)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(72, 8)
        self.progress.setAccessibleName(self._texts.text_of("gui.forecast.progress"))
        close = QPushButton(self._texts.text_of("gui.close"), self)
        close.clicked.connect(self.reject)
        for button in (self.cancel, close):  # Enter takes a number, it does not close the window
            button.setAutoDefault(False)
        foot.addWidget(self.played, 1)
        for each in (self.progress, self.cancel, close):
            foot.addWidget(each)
        return foot

    def _made_body(self) -> QScrollArea:
        columns = QHBoxLayout()
        columns.setSpacing(_GAP)
        parts: tuple[tuple[int, tuple[QWidget, ...]], ...] = (
            (20, (self.wins, self.rounds)),
            (36, (self.fates,)),
            (30, (self.levers,)),
            (18, (self.lost, self.ammo)),
        )
        for stretch, widgets in parts:
            column = QVBoxLayout()
            for widget in widgets:
                column.addWidget(widget)
            column.addStretch(1)
            columns.addLayout(column, stretch)
        self.wins.setFixedHeight(self.wins.room.height)
        for chart in (self.rounds, self.lost):
            chart.setMinimumSize(chart.room.least_width, chart.room.least_height)
            chart.setMaximumHeight(_HIGHEST)
        for widget in (self.fates, self.levers):
            widget.setMinimumWidth(widget.room.least_width)
        outer = QWidget(self)
        whole = QVBoxLayout(outer)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(columns, 1)
        whole.addWidget(self.left_out)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self._texts.text_of("gui.forecast.title"))
        area.setWidget(outer)
        return area

    @Slot(object)
    def show_status(self, status: ForecastStatus) -> None:
        """Shows the newest forecast, or why there is none."""
        forecast = status.forecast
        self.reason.setText(status.reason)
        self.reason.setVisible(bool(status.reason))
        self._body.setVisible(forecast is not None)
        if forecast is not None:
            self._show_forecast(forecast)
        is_going = (
            not status.reason
            and not status.is_cancelled
            and not (forecast is not None and status.is_current and forecast.is_whole)
        )
        self.progress.setVisible(is_going)
        self.cancel.setVisible(is_going)
        working = self._texts.text_of("gui.forecast.working")
        if forecast is None:
            self.played.setText("" if status.reason else working)
        else:
            words = played(forecast, self._texts)
            self.played.setText(words if status.is_current else f"{words} {working}")

    def _show_forecast(self, forecast: Forecast) -> None:
        texts = self._texts
        self.progress.setValue(forecast.fights)
        self.wins.show_forecast(forecast)
        early, late = forecast.middle
        note = texts.text_of("gui.forecast.ends", first=early, last=late)
        self.rounds.show_columns(
            texts.text_of("gui.forecast.over"), round_columns(forecast), note=note
        )
        self.rounds.setToolTip(texts.text_of("gui.forecast.left", mean=f"{forecast.left:.1f}"))
        self.fates.show_fates(forecast.fates, forecast.first_round)
        self.levers.show_levers(forecast.levers, forecast.waiting, forecast.pc.share)
        mean = sum(number * share for number, share in enumerate(forecast.lost))
        self.lost.show_columns(
            texts.text_of("gui.forecast.lost"),
            lost_columns(forecast, texts),
            note=texts.text_of("gui.forecast.mean", mean=f"{mean:.1f}"),
            side="pc",
        )
        self.ammo.setText(self._ammo(forecast))
        self.left_out.setText(
            "\n".join(texts.text_of("forecast.left_out", what=what) for what in forecast.left_out)
        )
        self.left_out.setVisible(bool(forecast.left_out))

    def _ammo(self, forecast: Forecast) -> str:
        lines = [
            self._texts.text_of("gui.forecast.ammo_of", who=each.name, now=each.ammo[0], left=left)
            for each in forecast.fates
            if each.ammo is not None
            for left in [f"{each.ammo[1]:.0f}"]
        ]
        return "\n".join([self._texts.text_of("gui.forecast.ammo"), *lines]) if lines else ""
