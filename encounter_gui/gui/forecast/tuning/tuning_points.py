"""The win chance over number and quality of one kind of foe, worked out point after point on an idle thread."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.forecast.forecast_run import Forecast, ForecastRun
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.rules.engine.battle.orders import Orders

_CHUNKS = 2
"""So many chunks are played of each point."""


@dataclass(frozen=True, slots=True)
class Point:
    """How many of the foe there are, and of which quality; empty: as printed."""

    count: int
    overlay: str


class TuningPoints(QObject):
    """Plays one point at a time; the newest question goes before what was asked earlier."""

    found = Signal(object, object)
    """``Point`` and its ``Forecast``; an ``AppError`` where there is none."""
    finished = Signal()
    """Every point has been played."""

    def __init__(
        self,
        controller: EncounterController,
        expected: Callable[[Point], tuple[Combatant, ...]],
        parent: QObject,
    ) -> None:
        """Takes the encounter, and what returns who joins at a point."""
        super().__init__(parent)
        self._controller = controller
        self._expected = expected
        self._orders = Orders()
        self._waiting: list[Point] = []
        self._run: ForecastRun | None = None
        self._now: Point | None = None
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)

    def ask(self, points: list[Point], orders: Orders) -> None:
        """Has these points played, in this order, and nothing else any more."""
        self.stop()
        self._orders, self._waiting = orders, list(points)
        self._begin()

    def stop(self) -> None:
        """Plays nothing any more."""
        self._waiting = []
        self._result.forget()
        if self._run is not None:
            self._run.stop()
        self._run = None

    def _begin(self) -> None:
        if not self._waiting or not self._controller.is_open:
            self.finished.emit()
            return
        self._now = self._waiting.pop(0)
        controller = self._controller
        run = ForecastRun(
            controller.system, controller.context, self._orders, self._expected(self._now)
        )
        self._run = run
        self._result.ask(lambda: _played(run))

    @Slot(object)
    def _take(self, result: object) -> None:
        if isinstance(result, Forecast | AppError):
            self.found.emit(self._now, result)
        self._begin()


def _played(run: ForecastRun) -> Forecast | None:
    forecast = None
    for _ in range(_CHUNKS):
        forecast = run.advance()
    return forecast
