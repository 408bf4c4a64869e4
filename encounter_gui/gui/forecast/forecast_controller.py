"""Keeps the forecast of the open fight current, a moment after each change, beside the window's thread."""

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.forecast.forecast_run import Forecast, ForecastRun
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.play.prep.later_waves import LaterWaves
from encounter_gui.rules.engine.battlefield.orders import Orders

_IDLE_MS = 300


class ForecastStatus(Struct, frozen=True, kw_only=True):
    """The newest forecast, or why there is none.

    ``forecast``: None where there is none. ``reason``: a sentence; empty: nothing stands in the way.
    ``is_current``: False while a state that has come since is worked out. ``is_cancelled``: no more is played of it.
    """

    forecast: Forecast | None = None
    reason: str = ""
    is_current: bool = True
    is_cancelled: bool = False


class ForecastController(QObject):
    """Works one chunk out at a time, and no more than the first of them while nobody watches."""

    changed = Signal(object)
    """``ForecastStatus``."""

    def __init__(
        self, controller: EncounterController, texts: MessageCatalog, parent: QObject | None = None
    ) -> None:
        """Follows the encounter that is played; both sides follow the doctrine ``simple``."""
        super().__init__(parent)
        self._controller = controller
        self._texts = texts
        self._run: ForecastRun | None = None
        self._expected: tuple[Combatant, ...] = ()
        self._waves: LaterWaves | None = None
        self._is_watched = False
        self._is_active = False
        self.status = ForecastStatus()
        self.orders = Orders()
        self._timer = QTimer(self, singleShot=True, interval=_IDLE_MS)
        self._timer.timeout.connect(self._begin)
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)
        controller.context_changed.connect(self._wait)
        controller.closed.connect(self._clear)

    def activate(self) -> None:
        """Starts to play fights: on a busy machine the moment would come before the first paint."""
        self._is_active = True
        if self._controller.is_open:
            self._timer.start()

    def watch(self, *, is_watched: bool) -> None:
        """Goes on to play more fights while somebody watches."""
        self._is_watched = is_watched
        self._go_on()

    def use_orders(self, orders: Orders) -> None:
        """Has both sides follow these orders, and begins anew."""
        if orders != self.orders:
            self.orders = orders
            if self._controller.is_open:
                self._wait()

    @Slot(tuple)
    def show_expected(self, expected: tuple[Combatant, ...]) -> None:
        """Takes who joins when the encounter begins: the forecast is of the fight with them."""
        if expected != self._expected:
            self._expected = expected
            if self._controller.is_open:
                self._wait()

    def show_waves(self, waves: LaterWaves | None) -> None:
        """Takes the waves that are still to come: the forecast says that it is without them."""
        if waves != self._waves:
            self._waves = waves
            if self._controller.is_open:
                self._wait()

    @Slot()
    def put_off(self) -> None:
        """Begins the forecast of this state anew a moment later, unless it is there: somebody is about to change it.

        What is played meanwhile in the other thread keeps the window's from painting.
        """
        if self.status.is_current or self.status.is_cancelled or not self._is_active:
            return
        self._forget()
        self._timer.start()

    @Slot()
    def cancel(self) -> None:
        """Plays no more fights of this state; what is known of it stays."""
        self._forget()
        self._tell(replace(self.status, is_cancelled=True))

    def _forget(self) -> None:
        self._result.forget()
        if self._run is not None:
            self._run.stop()
        self._run = None

    @Slot()
    def _wait(self) -> None:
        self._forget()
        self._tell(ForecastStatus(forecast=self.status.forecast, is_current=False))
        if self._is_active:
            self._timer.start()

    @Slot()
    def _clear(self) -> None:
        self._timer.stop()
        self._forget()
        self._tell(ForecastStatus())

    @Slot()
    def _begin(self) -> None:
        controller = self._controller
        if not controller.is_open:
            return
        if not controller.is_live:
            self._tell(ForecastStatus(reason=self._texts.text_of("forecast.past")))
            return
        self._run = ForecastRun(
            controller.system, controller.context, self.orders, self._expected, self._waves
        )
        self._result.ask(self._run.advance)

    @Slot(object)
    def _take(self, result: object) -> None:
        if isinstance(result, AppError):
            self._run = None
            self._tell(ForecastStatus(reason=self._texts.text(result.message)))
        elif isinstance(result, Forecast):
            self._tell(ForecastStatus(forecast=result))
            self._go_on()

    def _go_on(self) -> None:
        forecast, run = self.status.forecast, self._run
        if run is None or forecast is None or forecast.is_whole:
            return
        if self._is_watched and self.status.is_current:
            self._result.ask(run.advance)

    def _tell(self, status: ForecastStatus) -> None:
        if status != self.status:
            self.status = status
            self.changed.emit(status)
