"""Connects the forecast with its action and its chip; the panel is made when it is first needed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.forecast.forecast_controller import ForecastController
from encounter_gui.gui.large.panel_switch import PanelSwitch
from encounter_gui.gui.window.main_window import MainWindow, UiResources

if TYPE_CHECKING:  # imported when it is first opened
    from encounter_gui.gui.forecast.forecast_panel import ForecastPanel


class ForecastConnections(QObject):
    """Has more fights played while the forecast is seen; before a fight it leads to how hard that will be."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        forecast: ForecastController,
        resources: UiResources,
    ) -> None:
        """Takes the window, the controllers of encounter and forecast, and what the panel is drawn with."""
        super().__init__(window)
        self._window = window
        self._forecast = forecast
        self._resources = resources
        self.show_difficulty: Callable[[], bool] = bool
        """Opens or closes how hard the fight will be; returns False where there is nothing to prepare."""
        self._switch = PanelSwitch(window.large_panels, window.regions, "forecast", self._made)
        controller.closed.connect(self._switch.close)
        window.actions_of["forecast"].triggered.connect(self.toggle)
        window.large_panels.changed.connect(self._follow)

    @property
    def panel(self) -> "ForecastPanel":
        """The forecast, made at the first call."""
        return self._switch.panel

    def _made(self) -> "ForecastPanel":
        from encounter_gui.gui.forecast.forecast_panel import ForecastPanel

        forecast = self._forecast
        panel = ForecastPanel(forecast.orders, self._resources.icons, self._resources.texts)
        panel.orders.chosen.connect(forecast.use_orders)
        panel.cancel.clicked.connect(forecast.cancel)
        forecast.changed.connect(panel.show_status)
        panel.show_status(forecast.status)
        return panel

    @Slot()
    def toggle(self) -> None:
        """Opens the forecast with the keyboard in it, or closes it."""
        if self.show_difficulty():
            return
        if self._window.is_prep:
            self._window.actions_of["prep"].trigger()
        self._window.end_change()
        self._switch.turn()

    @Slot()
    def _follow(self) -> None:
        is_open = self._switch.is_open
        self._forecast.watch(is_watched=is_open)
        self._window.turn_bar.forecast.setChecked(is_open)
