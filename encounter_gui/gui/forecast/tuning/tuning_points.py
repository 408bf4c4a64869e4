"""The win chance over numbers and quality of the foes, worked out point after point on an idle thread."""

from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.forecast.forecast_run import Forecast, ForecastRun
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.play.prep.later_waves import LaterWaves
from encounter_gui.play.prep.rosters import roll_count
from encounter_gui.rules.engine.battlefield.battle import is_foe
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.prepared import Overlay, Recruit

_CHUNKS = 2
"""So many chunks are played of each point."""

Changes = Mapping[int, Recruit]
"""Other recruits, by their places in the roster."""


class Point(msgspec.Struct, frozen=True):
    """How many there are of each foe, and of which quality all of them are.

    ``overlay`` is empty: as printed; None: each as it is planned, where they are not all alike.
    """

    counts: tuple[int, ...]
    overlay: str | None

    def with_count(self, at: int, count: int) -> "Point":
        """Returns it with another number of one foe."""
        return replace(self, counts=(*self.counts[:at], count, *self.counts[at + 1 :]))


class TunedPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What can be tuned of a plan.

    ``foes``: those who join on the foes' side, by place in the roster, with their names. ``overlays``: the qualities
    there are. ``cover``: the conditions of being in cover, by key with their names. ``present``: who has joined
    already. ``expected`` returns who joins after changes, ``threat`` the sum of threats then (0: the game has none);
    ``take`` puts changes into the plan, as one step of undo. ``waves``: those that come later, and are not played.
    """

    foes: tuple[tuple[int, str, Recruit], ...]
    overlays: tuple[Overlay, ...]
    cover: tuple[tuple[str, str], ...]
    present: tuple[Combatant, ...]
    expected: Callable[[Changes], tuple[Combatant, ...]]
    threat: Callable[[Changes], int]
    take: Callable[[Changes], None]
    waves: LaterWaves | None = None

    @property
    def planned(self) -> Point:
        """The numbers and the quality that are planned; dice count as high as they may come."""
        overlays = {recruit.overlay for _, _, recruit in self.foes}
        return Point(
            tuple(roll_count(recruit.count, lambda sides: sides) for _, _, recruit in self.foes),
            overlays.pop() if len(overlays) == 1 else None,
        )

    def changes(self, point: Point) -> Changes:
        """Returns the recruits that differ from the plan at a point."""
        planned = self.planned
        made: dict[int, Recruit] = {}
        for (place, _, recruit), before, count in zip(
            self.foes, planned.counts, point.counts, strict=True
        ):
            changed = recruit
            if count != before:
                changed = msgspec.structs.replace(changed, count=str(count))
            if point.overlay is not None:
                changed = msgspec.structs.replace(changed, overlay=point.overlay)
            if changed != recruit:
                made[place] = changed
        return made


class TuningPoints(QObject):
    """Plays one point at a time; the newest question goes before what was asked earlier."""

    found = Signal(object, object)
    """``Point`` and its ``Forecast``; an ``AppError`` where there is none."""
    finished = Signal()
    """Every point has been played."""

    def __init__(self, controller: EncounterController, parent: QObject) -> None:
        """Takes the encounter."""
        super().__init__(parent)
        self._controller = controller
        self._orders, self._cover = Orders(), ""
        self._plan: TunedPlan | None = None
        self._waiting: list[Point] = []
        self._run: ForecastRun | None = None
        self._now: Point | None = None
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)

    def ask(self, plan: TunedPlan, points: list[Point], orders: Orders, cover: str) -> None:
        """Has these points of a plan played, in this order, and nothing else any more.

        ``cover`` is the condition in which the player characters’ side begins; empty: as it stands.
        """
        self.stop()
        self._plan, self._orders, self._cover = plan, orders, cover
        self._waiting = list(points)
        self._begin()

    def stop(self) -> None:
        """Plays nothing any more."""
        self._waiting = []
        self._result.forget()
        if self._run is not None:
            self._run.stop()
        self._run = None

    def _begin(self) -> None:
        plan = self._plan
        if plan is None or not self._waiting or not self._controller.is_open:
            self.finished.emit()
            return
        self._now = self._waiting.pop(0)
        context, system = self._controller.context, self._controller.system
        expected = plan.expected(plan.changes(self._now))
        if self._cover:
            there = context.state.combatants
            covered = {each.id: each for each in _covered(there.values(), self._cover)}
            context = replace(context, state=replace(context.state, combatants=covered))
            expected = tuple(_covered(expected, self._cover))
        run = ForecastRun(system, context, self._orders, expected, plan.waves)
        self._run = run
        self._result.ask(lambda: _played(run))

    @Slot(object)
    def _take(self, result: object) -> None:
        if isinstance(result, Forecast | AppError):
            self.found.emit(self._now, result)
        self._begin()


def _covered(combatants: Iterable[Combatant], key: str) -> Iterable[Combatant]:
    """Yields them, those of the player characters’ side with a condition more."""
    for each in combatants:
        takes_it = each.side != "neutral" and not is_foe(each) and not each.has(key)
        yield (
            replace(each, conditions=(*each.conditions, Condition(key=key))) if takes_it else each
        )


def _played(run: ForecastRun) -> Forecast | None:
    forecast = None
    for _ in range(_CHUNKS):
        forecast = run.advance()
    return forecast
