"""How hard will it be: the win chance over number and quality of a foe, what is wanted, variants side by side."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.dialogs.frame import buttons, plain_label, set_up_dialog
from encounter_gui.gui.forecast.forecast_run import Forecast
from encounter_gui.gui.forecast.forecast_words import difficulty, half, percent
from encounter_gui.gui.forecast.orders_bar import OrdersBar
from encounter_gui.gui.forecast.tuning.line_chart import Axes, LineChart, Series
from encounter_gui.gui.forecast.tuning.tuning_points import Point, TuningPoints
from encounter_gui.gui.forecast.tuning.variant_card import VariantCard
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.model.prepared import Overlay, Recruit

_MOST = 8
_NEAR = 0.03
"""A variant so far from what is wanted is still called found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedPlan:
    """What can be tuned of a plan: its foes by place and name, the qualities there are, and who joins for a change.

    ``take`` puts a changed foe into the plan, which can be undone.
    """

    foes: tuple[tuple[int, str, Recruit], ...]
    overlays: tuple[Overlay, ...]
    expected: Callable[[int, Recruit], tuple[Combatant, ...]]
    take: Callable[[int, Recruit], None]


class TuningDialog(QDialog):
    """Nothing of the plan changes until a variant is taken. Escape closes it."""

    def __init__(
        self,
        plan: TunedPlan,
        controller: EncounterController,
        orders: Orders,
        look: tuple[Icons, MessageCatalog],
        parent: QWidget | None = None,
    ) -> None:
        """Begins with the first foe of the plan, as it is planned."""
        super().__init__(parent)
        icons, self._texts = look
        self._plan = plan
        self._forecasts: dict[Point, Forecast] = {}
        self._found: Point | None = None
        self._trouble = ""
        self._points = TuningPoints(controller, self._expected, self)
        self._points.found.connect(self._take_point)
        self._points.finished.connect(self._finish)
        column = set_up_dialog(self, self._texts.text_of("gui.tuning.title"))
        self.orders = OrdersBar(orders, self._texts, self)
        self.orders.chosen.connect(self._begin)
        column.addWidget(self.orders)
        self.words = plain_label("", self)
        column.addWidget(self.words)
        self.foe, self.count, self.quality = QComboBox(self), QSpinBox(self), QComboBox(self)
        self.wanted, self.seek = QSpinBox(self), QPushButton(self._text("find"), self)
        self.answer = plain_label("", self)
        column.addLayout(self._made_fields())
        self.chances = LineChart(icons, self._texts, self)
        self.losses = LineChart(icons, self._texts, self)
        charts = QHBoxLayout()
        for chart in (self.chances, self.losses):
            chart.setMinimumSize(chart.room.least_width, chart.room.least_height)
            charts.addWidget(chart)
        column.addLayout(charts, 1)
        column.addLayout(self._made_find())
        self.cards = tuple(VariantCard(each, icons, self._texts, self) for each in "ABC")
        cards = QHBoxLayout()
        for card in self.cards:
            cards.addWidget(card, 1)
        column.addLayout(cards)
        self.cards[1].take.clicked.connect(self._take_found)
        self.cards[2].take.clicked.connect(self._take_own)
        column.addWidget(plain_label(self._texts.text_of("forecast.warning"), self))
        close = QPushButton(self._texts.text_of("gui.close"), self)
        close.clicked.connect(self.reject)
        column.addLayout(buttons(close))
        close.setDefault(False)
        close.setAutoDefault(False)
        self.resize(1010, 692)
        self._choose_foe()

    def _text(self, key: str) -> str:
        return self._texts.text_of(f"gui.tuning.{key}")

    @override
    def done(self, result: int) -> None:
        self._points.stop()
        super().done(result)

    # ---- fields

    def _made_fields(self) -> QHBoxLayout:
        for _, name, _ in self._plan.foes:
            self.foe.addItem(name)
        self.foe.setAccessibleName(self._text("foe"))
        self.foe.activated.connect(self._choose_foe)
        self.count.setRange(0, _MOST)
        self.count.setAccessibleName(self._text("count"))
        self.count.valueChanged.connect(self._show)
        self.quality.setAccessibleName(self._text("quality"))
        for key, name in self._qualities():
            self.quality.addItem(name, key)
        self.quality.activated.connect(self._show)
        line = QHBoxLayout()
        for key, field in (("foe", self.foe), ("count", self.count), ("quality", self.quality)):
            label = QLabel(self._text(key), self)
            label.setBuddy(field)
            line.addWidget(label)
            line.addWidget(field)
        line.addStretch(1)
        return line

    def _made_find(self) -> QHBoxLayout:
        self.wanted.setRange(1, 99)
        self.wanted.setValue(70)
        self.wanted.setSuffix(" %")
        self.wanted.setAccessibleName(self._text("wanted"))
        self.wanted.valueChanged.connect(self._show)
        self.seek.setAutoDefault(False)
        self.seek.clicked.connect(self._find)
        label = QLabel(self._text("wanted"), self)
        label.setBuddy(self.wanted)
        line = QHBoxLayout()
        for widget in (label, self.wanted, self.seek):
            line.addWidget(widget)
        line.addWidget(self.answer, 1)
        return line

    def _qualities(self) -> list[tuple[str, str]]:
        printed = ("", self._text("as_printed"))
        return [printed, *((each.key, each.name) for each in self._plan.overlays)]

    # ---- points

    @property
    def _place(self) -> int:
        return self._plan.foes[self.foe.currentIndex()][0]

    @property
    def _recruit(self) -> Recruit:
        return self._plan.foes[self.foe.currentIndex()][2]

    @property
    def planned(self) -> Point:
        """How many of the foe are planned, and of which quality."""
        count = self._recruit.count
        return Point(int(count) if count.isdecimal() else 1, self._recruit.overlay)

    @property
    def own(self) -> Point:
        """What is chosen in the fields."""
        return Point(self.count.value(), str(self.quality.currentData() or ""))

    def _changed(self, point: Point) -> Recruit:
        return msgspec.structs.replace(self._recruit, count=str(point.count), overlay=point.overlay)

    def _expected(self, point: Point) -> tuple[Combatant, ...]:
        return self._plan.expected(self._place, self._changed(point))

    @Slot()
    def _choose_foe(self) -> None:
        planned = self.planned
        self.count.setValue(planned.count)
        self.quality.setCurrentIndex(max(self.quality.findData(planned.overlay), 0))
        self._begin()

    @Slot()
    def _begin(self) -> None:
        """Plays every point anew: what is planned first, then its quality, then the others."""
        self._forecasts, self._found, self._trouble = {}, None, ""
        planned = self.planned
        keys = [key for key, _ in self._qualities()]
        keys.sort(key=lambda key: key != planned.overlay)
        points = [Point(count, key) for key in keys for count in range(_MOST + 1)]
        points.sort(key=lambda point: point != planned)
        self.answer.setText(self._text("working"))
        self._points.ask(points, self.orders.orders)
        self._show()

    @Slot(object, object)
    def _take_point(self, point: Point, result: object) -> None:
        if isinstance(result, Forecast):
            self._forecasts[point] = result
            self._show()
        elif isinstance(result, AppError) and point == self.planned:
            self._trouble = self._texts.text(result.message)
            self._show()

    @Slot()
    def _finish(self) -> None:
        self.answer.setText("")
        self._find()

    @Slot()
    def _find(self) -> None:
        """Proposes the variant nearest to what is wanted, of those that are played."""
        goal = self.wanted.value() / 100
        if not self._forecasts:
            return
        self._found = min(
            self._forecasts, key=lambda point: abs(self._forecasts[point].pc.share - goal)
        )
        forecast = self._forecasts[self._found]
        is_near = abs(forecast.pc.share - goal) <= _NEAR
        self.answer.setText(
            self._texts.text_of(
                "gui.tuning.found" if is_near else "gui.tuning.nearest",
                name=self._name(self._found),
                percent=percent(forecast.pc.share),
                half=half(forecast.pc),
                count=len(self._forecasts),
            )
        )
        self._show()

    def _name(self, point: Point) -> str:
        names = dict(self._qualities())
        foe = self.foe.currentText()
        return f"{point.count} × {foe}, {names.get(point.overlay, point.overlay)}"

    # ---- what is shown

    @Slot()
    def _show(self) -> None:
        planned = self._forecasts.get(self.planned)
        waits = self._trouble or self._text("working")
        self.words.setText(difficulty(planned, self._texts) if planned else waits)
        squad = max((len(each.lost) - 1 for each in self._forecasts.values()), default=1)
        self._show_lines(self.chances, "chances", lambda each: 100 * each.pc.share, 100.0)
        self._show_lines(self.losses, "losses", _mean_lost, float(squad))
        found = self._found
        for card, point, can_take in (
            (self.cards[0], self.planned, False),
            (self.cards[1], found, found is not None and found != self.planned),
            (self.cards[2], self.own, self.own != self.planned),
        ):
            name = self._name(point) if point is not None else "" if self._trouble else waits
            forecast = self._forecasts.get(point) if point is not None else None
            card.show_variant(name, forecast, can_take=can_take)

    def _show_lines(
        self, chart: LineChart, key: str, value: Callable[[Forecast], float], top: float
    ) -> None:
        series = [
            Series(
                name=name,
                values=tuple(
                    (count, value(self._forecasts[Point(count, quality)]))
                    for count in range(_MOST + 1)
                    if Point(count, quality) in self._forecasts
                ),
            )
            for quality, name in self._qualities()
        ]
        is_chance = key == "chances"
        axes = Axes(
            most=_MOST,
            top=top,
            now=self.own.count,
            unit="%" if is_chance else "",
            wanted=float(self.wanted.value()) if is_chance else None,
        )
        chart.show_series(self._text(key), series, axes)

    # ---- taking

    @Slot()
    def _take_found(self) -> None:
        if self._found is not None:
            self._take(self._found)

    @Slot()
    def _take_own(self) -> None:
        self._take(self.own)

    def _take(self, point: Point) -> None:
        self._plan.take(self._place, self._changed(point))
        self.accept()


def _mean_lost(forecast: Forecast) -> float:
    return sum(number * share for number, share in enumerate(forecast.lost))
