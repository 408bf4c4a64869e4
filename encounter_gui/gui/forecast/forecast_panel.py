"""The forecast in the place of the bench: who wins, how long it takes, who falls, what decides it, what is left."""

from PySide6.QtCore import QMargins, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QProgressBar, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.column_chart import ColumnChart
from encounter_gui.gui.forecast.forecast_controller import ForecastStatus
from encounter_gui.gui.forecast.forecast_run import MOST_FIGHTS, Forecast
from encounter_gui.gui.forecast.forecast_words import lost_columns, played, round_columns
from encounter_gui.gui.forecast.lever_list import LeverList
from encounter_gui.gui.forecast.orders_bar import OrdersBar
from encounter_gui.gui.forecast.survival_grid import SurvivalGrid
from encounter_gui.gui.forecast.win_share import WinShare
from encounter_gui.gui.large.large_panel import LargePanel, scrolled
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import add_items, column_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.rules.engine.battlefield.orders import Orders

_GAP = 20
_STRETCHES = (19, 35, 27, 19)
_ONE_ROW = 880
"""From this width on all of it stands side by side; below, in two rows."""
_MOST_HEIGHT = 330
"""In this height all charts are as high as they get, in logical pixels."""
_LINES = 2
"""The lines above and below it, in logical pixels."""
_HIGHEST = 150
"""Columns that are higher say no more; the room below stays free."""


class ForecastPanel(LargePanel):
    """Follows the fight while it is open; more fights are played meanwhile."""

    def __init__(
        self, orders: Orders, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Shows these orders, and no forecast as yet."""
        super().__init__(icons, texts, "gui.forecast.title", parent)
        title = QLabel(texts.text_of("gui.forecast.title"), self)
        title.setFont(icons.theme.font("title"))
        self.orders = OrdersBar(orders, texts, self)
        add_items(self.head_row, title, 10, (self.orders, 1), self.close_button)
        self.shown = ForecastExhibits(icons, texts)
        self.body_row.addWidget(scrolled(self.shown, self.accessibleName(), fills=True))
        self.played = QLabel(self)
        self.progress = QProgressBar(self)
        self.cancel = ShortcutButton(icons, "", self)
        self._fill_foot()
        self.show_status(ForecastStatus())

    def _fill_foot(self) -> None:
        self.progress.setRange(0, MOST_FIGHTS)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(72, 8)
        self.progress.setAccessibleName(self._texts.text_of("gui.forecast.progress"))
        self.cancel.show_words(self._texts.text_of("gui.cancel"))
        self.played.setFont(self._icons.theme.font("small"))
        add_items(self.foot_row, self.played, self.progress, self.cancel)

    @property
    @override
    def least_height(self) -> int:
        layout = self.layout()
        margins = layout.contentsMargins() if layout is not None else QMargins()
        rows = (self.head_row, self.foot_row)
        inside = self.shown.minimumSizeHint().height() + self.body_row.contentsMargins().top()
        around = margins.top() + margins.bottom() + _LINES
        return inside + sum(row.sizeHint().height() for row in rows) + around

    @property
    @override
    def most_height(self) -> int:
        return max(_MOST_HEIGHT, self.least_height)

    @override
    def take_focus(self) -> None:
        """Takes the keyboard to the doctrine of the player characters' foes."""
        self.orders.foe_doctrine.setFocus()

    @Slot(object)
    def show_status(self, status: ForecastStatus) -> None:
        """Shows the newest forecast, or why there is none."""
        forecast, texts = status.forecast, self._texts
        self.shown.show_forecast(forecast)
        self.room_wanted.emit()
        left_out = forecast.left_out if forecast is not None else ()
        said = [texts.text_of("forecast.left_out", what=what) for what in left_out]
        self.foot.say(status.reason or " ".join((texts.text_of("forecast.warning"), *said)))
        is_going = (
            not status.reason
            and not status.is_cancelled
            and not (forecast is not None and status.is_current and forecast.is_whole)
        )
        self.progress.setVisible(is_going)
        self.cancel.setVisible(is_going)
        working = "" if status.reason else texts.text_of("gui.forecast.working")
        if forecast is None:
            self.played.setText(working)
            return
        self.progress.setValue(forecast.fights)
        words = played(forecast, texts)
        self.played.setText(words if status.is_current else f"{words} {working}")


class ForecastExhibits(QWidget):
    """Everything a forecast shows, in four columns, or where there is no room in two rows of two."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self.wins = WinShare(icons, texts, self)
        self.rounds = ColumnChart(icons, texts, self)
        self.fates = SurvivalGrid(icons, texts, self)
        self.levers = LeverList(icons, texts, self)
        self.lost = ColumnChart(icons, texts, self)
        self.ammo = QLabel(self)
        self.ammo.setFont(icons.theme.font("small"))
        self.ammo.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.wins.setFixedHeight(self.wins.room.height)
        for chart in (self.rounds, self.lost):
            chart.setMinimumSize(chart.room.least_width, chart.room.least_height)
            chart.setMaximumHeight(_HIGHEST)
        for widget in (self.fates, self.levers):
            widget.setMinimumWidth(widget.room.least_width)
        self._columns = [
            self._column(*each)
            for each in (
                (self.wins, self.rounds), (self.fates,), (self.levers,), (self.lost, self.ammo)
            )
        ]  # fmt: skip
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 4, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._place(per_row=len(self._columns))

    def _column(self, *parts: QWidget) -> QWidget:
        holder = QWidget(self)
        column = column_layout(holder)
        for part in parts:
            column.addWidget(part, 1)
        if len(parts) > 1:
            column.addStretch()
        return holder

    def _place(self, per_row: int) -> None:
        for number, column in enumerate(self._columns):
            self._grid.addWidget(column, *divmod(number, per_row))
        for number, stretch in enumerate(_STRETCHES):
            self._grid.setColumnStretch(number, stretch if number < per_row else 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(per_row=4 if event.size().width() >= _ONE_ROW else 2)

    def show_forecast(self, forecast: Forecast | None) -> None:
        """Shows a forecast; None: nothing."""
        for column in self._columns:
            column.setVisible(forecast is not None)
        if forecast is None:
            return
        texts = self._texts
        self.wins.show_forecast(forecast)
        early, late = forecast.middle
        note = texts.text_of("gui.forecast.ends", first=early, last=late)
        self.rounds.show_columns(
            texts.text_of(f"gui.forecast.over.{forecast.unit}"), round_columns(forecast), note=note
        )
        left = texts.text_of(f"gui.forecast.left.{forecast.unit}", mean=f"{forecast.left:.1f}")
        self.rounds.setToolTip(left)
        self.fates.show_fates(forecast.fates, forecast.first_round, forecast.unit)
        self.levers.show_levers(forecast.levers, forecast.waiting, forecast.pc.share)
        mean = sum(number * share for number, share in enumerate(forecast.lost))
        self.lost.show_columns(
            texts.text_of("gui.forecast.lost"),
            lost_columns(forecast, texts),
            note=texts.text_of("gui.forecast.mean", mean=f"{mean:.1f}"),
            side="pc",
        )
        self.ammo.setText(self._ammo(forecast))

    def _ammo(self, forecast: Forecast) -> str:
        """Returns who fires how much of it on average; who fires nothing is left out."""
        lines = [
            self._texts.text_of(
                f"gui.forecast.ammo_of{'_one' if each.weapon else ''}",
                who=each.name,
                weapon=each.weapon,
                now=each.ammo[0],
                left=left,
            )
            for each in forecast.fates
            if each.ammo is not None
            for left in [f"{each.ammo[1]:.0f}"]
            if left != str(each.ammo[0])
        ]
        return "\n".join([self._texts.text_of("gui.forecast.ammo"), *lines]) if lines else ""
