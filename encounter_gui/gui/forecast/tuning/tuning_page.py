"""How hard will it be: the meter, the win chance over number and quality of the foes, variants side by side."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.forecast.forecast_run import Forecast
from encounter_gui.gui.forecast.forecast_words import counted_percent, half, percent
from encounter_gui.gui.forecast.orders_bar import OrdersBar
from encounter_gui.gui.forecast.tuning.count_row import CountRow
from encounter_gui.gui.forecast.tuning.difficulty_meter import (
    DifficultyMeter,
    MeterMark,
    share_words,
)
from encounter_gui.gui.forecast.tuning.line_chart import Axes, LineChart, Series
from encounter_gui.gui.forecast.tuning.tuning_points import Point, TunedPlan, TuningPoints
from encounter_gui.gui.forecast.tuning.variant_card import VariantCard, mean_lost
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import FlowLayout, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import NumberField
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.play.prep.later_waves import LaterWaves
from encounter_gui.rules.engine.battlefield.orders import Orders

_MOST = 8
"""So many of a foe are tried, or half as many again as are planned."""

_MOST_POINTS = 12
"""Of a quality, no more numbers are played: of larger crowds each second, third …"""

_NEAR = 0.03
"""A variant so far from what is wanted is still called found."""

_FIELDS, _FOR_LOSSES = 318, 800
"""How wide the sliders are, and from which width on the losses have a chart as well."""

_WAYS = ("both", "count", "quality")
"""What may change while a wanted chance is looked for."""


class TuningPage(QWidget):
    """Nothing of the plan changes until a variant is taken."""

    left = Signal()
    """The page is to be closed."""

    def __init__(
        self, controller: EncounterController, icons: Icons, texts: MessageCatalog
    ) -> None:
        """Shows nothing until it is given a plan."""
        super().__init__()
        self._icons, self._texts = icons, texts
        self._plan: TunedPlan | None = None
        self._forecasts: dict[Point, Forecast] = {}
        self._found: Point | None = None
        self._trouble = ""
        self._axis = 0
        self._points = TuningPoints(controller, self)
        self._points.found.connect(self._take_point)
        self._points.finished.connect(self._finish)
        self.setAccessibleName(self._text("title"))
        self.orders = OrdersBar(Orders(), texts, self)
        self.close_button = ShortcutButton(icons, "Esc", self)
        self.words = plain_label("", self)
        self.without = plain_label("", self)
        self.meter = DifficultyMeter(icons, texts, self)
        self.counts: tuple[CountRow, ...] = ()
        self.qualities = QButtonGroup(self)
        self.first = {side: self._pill(f"first.{side}") for side in ("pc", "foe")}
        self.cover: dict[str, QPushButton] = {}
        self.chances, self.losses = LineChart(icons, texts, self), LineChart(icons, texts, self)
        self.wanted, self.way = NumberField(self), QComboBox(self)
        self.seek = QPushButton(self._text("find"), self)
        self.answer = plain_label("", self)
        self.cards = tuple(VariantCard(each, icons, texts, self) for each in "ABC")
        self._lay_out()
        self._connect()

    # ---- laying out

    def _lay_out(self) -> None:
        page = QWidget(self)
        column = column_layout(page, self.orders, margins=(14, 6, 14, 8), spacing=6)
        self.meter.setFixedHeight(self.meter.room.height)
        add_items(column, self.words, self.without, self.meter)
        middle = row_layout(None, self._made_fields(), spacing=18)
        for chart in (self.chances, self.losses):
            chart.setMinimumSize(chart.room.least_width, chart.room.least_height)
            middle.addWidget(chart, 3 if chart is self.chances else 2)
        add_items(column, (middle, 1), self._made_find())
        cards = row_layout(spacing=14)
        for card in self.cards:
            cards.addWidget(card, 1)
        column.addLayout(cards)
        scroll = QScrollArea(self)
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (scroll.viewport(), page):
            ground.setAutoFillBackground(False)  # that of the dock is seen
        column_layout(self, self._made_head(), (scroll, 1), spacing=0)

    def _made_head(self) -> QHBoxLayout:
        title = QLabel(self._text("title"), self)
        title.setFont(self._icons.theme.font("title"))
        self.close_button.show_words(self._texts.text_of("gui.close"))
        self._warning = self._muted(self._text("warning"))
        self._warning.setToolTip(self._texts.text_of("forecast.warning"))
        return row_layout(
            None, title, (self._warning, 1), self.close_button, margins=(14, 6, 14, 0), spacing=10
        )

    def _made_fields(self) -> QVBoxLayout:
        self._rows = column_layout(spacing=4)
        column = column_layout(None, self._heading("foes"), self._rows, spacing=6)
        quality = QWidget(self)
        self._segments = row_layout(quality, margins=(0, 2, 0, 0), spacing=0)
        add_items(column, self._muted(self._text("quality")), quality, 4)
        self._begins = self._heading("begins")
        column.addWidget(self._begins)
        pills = QWidget(self)
        self._pills = FlowLayout(pills)
        for button in self.first.values():
            self._pills.addWidget(button)
        column.addWidget(pills)
        column.addStretch(1)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetDefaultConstraint)
        pills.setFixedWidth(_FIELDS)
        return column

    def _made_find(self) -> QFrame:
        frame = QFrame(self)
        frame.setProperty("band", "true")
        self.wanted.setRange(1, 99)
        self.wanted.setValue(70)
        self.wanted.setSuffix(" %")
        self.wanted.setFixedWidth(64)
        self.wanted.setAccessibleName(self._text("wanted"))
        for way in _WAYS:
            self.way.addItem(self._text(f"way.{way}"), way)
        self.way.setAccessibleName(self._text("by_changing"))
        line = row_layout(frame, margins=(10, 4, 10, 4), spacing=8)
        for words, field in (
            (self._text("wanted"), self.wanted),
            (self._text("by_changing"), self.way),
        ):
            label = QLabel(words, frame)
            label.setBuddy(field)
            add_items(line, label, field)
        add_items(line, self.seek, 8, (self.answer, 1))
        return frame

    def _pill(self, key: str) -> QPushButton:
        button = QPushButton(self._text(key), self)
        button.setToolTip(self._text(f"{key}.tip"))
        self._make_pill(button)
        button.hide()
        return button

    def _make_pill(self, button: QPushButton) -> None:
        button.setCheckable(True)
        button.setProperty("pill", "true")
        button.setProperty("small", "true")
        button.clicked.connect(self._begin_differently)

    def _heading(self, key: str) -> QLabel:
        label = QLabel(self._text(key), self)
        label.setFont(self._icons.theme.font("body", weight=600))
        label.setFixedWidth(_FIELDS)
        return label

    def _muted(self, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        return label

    def _connect(self) -> None:
        self.orders.chosen.connect(self._play_anew)
        self.close_button.clicked.connect(self.left)
        self.wanted.valueChanged.connect(self._find)
        self.way.activated.connect(self._find)
        self.seek.clicked.connect(self._find)
        self.qualities.idClicked.connect(self._ask)
        self.cards[1].take.clicked.connect(self._take_found)
        self.cards[2].take.clicked.connect(self._take_own)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)

    def _text(self, key: str) -> str:
        return self._texts.text_of(f"gui.tuning.{key}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.losses.setVisible(self.width() >= _FOR_LOSSES)

    # ---- what is tuned

    def show_plan(self, plan: TunedPlan | None, orders: Orders) -> None:
        """Begins with a plan as it stands; one in which nobody has changed stays as it is. None: stops."""
        before = self._plan
        if before is not None and plan is not None and _who(before) == _who(plan):
            return
        self._points.stop()
        self._plan = plan
        if plan is None:
            return
        if before is None:
            self.orders.show_orders(orders)
        self._axis = max(range(len(plan.foes)), key=lambda at: plan.planned.counts[at])
        self._fill_rows(plan)
        self._fill_qualities(plan)
        self._fill_cover(plan)
        self._play_anew()

    def _fill_rows(self, plan: TunedPlan) -> None:
        for row in self.counts:
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        look = self._icons, self._texts
        rows = []
        for (_, name, _), count in zip(plan.foes, plan.planned.counts, strict=True):
            row = CountRow(name, count, max(_MOST, count + count // 2), look, self)
            row.setFixedWidth(_FIELDS)
            row.changed.connect(self._follow_row)
            self._rows.addWidget(row)
            rows.append(row)
        self.counts = tuple(rows)

    def _fill_qualities(self, plan: TunedPlan) -> None:
        for button in self.qualities.buttons():
            self.qualities.removeButton(button)
            self._segments.removeWidget(button)
            button.hide()
            button.deleteLater()
        names = self._names()
        last = len(names) - 1
        for place, (overlay, name) in enumerate(names):
            button = QToolButton(self)
            button.setText(name.replace("&", "&&"))
            button.setCheckable(True)
            button.setChecked(overlay == plan.planned.overlay)
            ends = "only" if not last else "first" if not place else "last" if place == last else ""
            button.setProperty("segment", ends or "middle")
            self.qualities.addButton(button, place)
            self._segments.addWidget(button)
        self._segments.addStretch(1)

    def _fill_cover(self, plan: TunedPlan) -> None:
        if tuple(self.cover) == tuple(key for key, _ in plan.cover):
            return
        for button in self.cover.values():
            self._pills.removeWidget(button)
            button.deleteLater()
        self.cover = {}
        for key, name in plan.cover:
            words = self._texts.text_of("gui.tuning.cover", name=name[:1].lower() + name[1:])
            self.cover[key] = QPushButton(words, self)
            self.cover[key].setToolTip(self._text("cover.tip"))
            self._make_pill(self.cover[key])
            self._pills.addWidget(self.cover[key])

    def _names(self) -> list[tuple[str | None, str]]:
        """The qualities by key; where the foes are of several, first each as it is planned."""
        plan = self._plan
        if plan is None:
            return []
        own: list[tuple[str | None, str]] = (
            [(None, self._text("mixed"))] if plan.planned.overlay is None else []
        )
        printed = ("", self._text("as_printed"))
        return [*own, printed, *((each.key, each.name) for each in plan.overlays)]

    @property
    def own(self) -> Point:
        """What the sliders say."""
        overlay = self._names()[max(self.qualities.checkedId(), 0)][0]
        return Point(tuple(row.field.value() for row in self.counts), overlay)

    @property
    def planned(self) -> Point:
        """What the plan says."""
        return self._plan.planned if self._plan is not None else Point((), "")

    @property
    def _numbers(self) -> list[int]:
        """The numbers of the foe over which the charts go, those that are set or planned among them."""
        most = self.counts[self._axis].field.maximum()
        step = -(-most // _MOST_POINTS)
        own, planned = self.own.counts[self._axis], self.planned.counts[self._axis]
        return sorted({*range(0, most + 1, step), own, planned})

    @property
    def _grid(self) -> list[Point]:
        """The points of the charts."""
        own = self.own
        return [
            replace(own.with_count(self._axis, count), overlay=overlay)
            for overlay, _ in self._names()
            for count in self._numbers
        ]

    # ---- playing

    @Slot()
    def _begin_differently(self) -> None:
        """Only one side strikes first, and nobody is in two kinds of cover."""
        pressed = self.sender()
        for group in (self.first, self.cover):
            if pressed in group.values():
                for button in group.values():
                    button.setChecked(button is pressed and button.isChecked())
        self._play_anew()

    @Slot()
    def _play_anew(self) -> None:
        """Other orders, or others who take part: nothing that was played counts any more."""
        self._forecasts, self._found, self._trouble = {}, None, ""
        self._ask()

    @Slot(int)
    def _follow_row(self) -> None:
        sender = self.sender()
        self._axis = next(at for at, row in enumerate(self.counts) if row is sender)
        self._ask()

    @Slot()
    def _ask(self) -> None:
        """Plays what is planned first, then what is set, then its quality, then the others."""
        plan = self._plan
        if plan is None:
            return
        planned, own = self.planned, self.own
        points = [planned, *sorted(self._grid, key=lambda each: each.overlay != own.overlay)]
        points.sort(key=lambda each: (each != planned, each != own))
        missing = [each for each in dict.fromkeys(points) if each not in self._forecasts]
        first = next((side for side, each in self.first.items() if each.isChecked()), None)
        orders = replace(
            self.orders.orders, strikes_first="pc" if first == "pc" else "foe" if first else None
        )
        cover = next((key for key, each in self.cover.items() if each.isChecked()), "")
        self.answer.setText(self._text("working"))
        self._points.ask(plan, missing, orders, cover)
        self._show()

    @Slot(object, object)
    def _take_point(self, point: Point, result: object) -> None:
        if isinstance(result, Forecast):
            self._forecasts[point] = result
            for button in self.first.values():
                button.setVisible(result.can_strike_first)
            self._begins.setVisible(result.can_strike_first or bool(self.cover))
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
        """Proposes the variant nearest to what is wanted, of those that are played and may be changed so."""
        goal, own, way = self.wanted.value() / 100, self.own, self.way.currentData()
        tried = [
            each
            for each in self._grid
            if each in self._forecasts
            and (way != "count" or each.overlay == own.overlay)
            and (way != "quality" or each.counts == own.counts)
        ]
        if not tried:
            self._show()
            return
        self._found = min(tried, key=lambda point: abs(self._forecasts[point].pc.share - goal))
        forecast = self._forecasts[self._found]
        is_near = abs(forecast.pc.share - goal) <= _NEAR
        self.answer.setText(
            self._texts.text_of(
                "gui.tuning.found" if is_near else "gui.tuning.nearest",
                name=self._name(self._found),
                percent=counted_percent(forecast.pc.share, forecast.fights),
                half=half(forecast.pc),
                count=len(tried),
            )
        )
        self._show()

    def _name(self, point: Point) -> str:
        """Returns who there is at a point, and of which quality where it is not the one printed."""
        plan = self._plan
        if plan is None:
            return ""
        foes = [
            f"{count} × {name}"
            for (_, name, _), count in zip(plan.foes, point.counts, strict=True)
            if count
        ]
        words = ", ".join(foes) or self._text("nobody")
        return f"{words}, {dict(self._names())[point.overlay]}" if point.overlay else words

    # ---- what is shown

    @Slot()
    def _show(self) -> None:
        if self._plan is None:
            return
        planned, own, found = self.planned, self.own, self._found
        self.words.setText(self._trouble)
        self.words.setVisible(bool(self._trouble))
        self._show_waves(self._plan.waves)
        self._show_meter()
        squad = max((len(each.lost) - 1 for each in self._forecasts.values()), default=1)
        self._show_lines(self.chances, "chances", lambda each: 100 * each.pc.share, 100.0)
        self._show_lines(self.losses, "losses", mean_lost, float(squad))
        waits = "" if self._trouble else self._text("working")
        for card, point, what, can_take in (
            (self.cards[0], planned, "in_plan", False),
            (self.cards[1], found, "is_found", found is not None and found != planned),
            (self.cards[2], own, "is_set" if own != planned else "is_same", own != planned),
        ):
            card.show_variant(
                self._name(point) if point is not None else waits,
                self._without_waves(self._text(what), " · ") if point is not None else "",
                self._forecasts.get(point) if point is not None else None,
                can_take=can_take,
            )
            card.compare(self._forecasts.get(planned), self._threats(point))

    def _threats(self, point: Point | None) -> tuple[int, int]:
        plan = self._plan
        if plan is None or point is None:
            return 0, 0
        return plan.threat(plan.changes(point)), plan.threat({})

    def _show_meter(self) -> None:
        own, planned = self._forecasts.get(self.own), self._forecasts.get(self.planned)
        goal = self.wanted.value() / 100
        is_planned = self.own == self.planned
        what = self._without_waves(self._text("as_planned" if is_planned else "as_set"))
        now = None
        if own is not None:
            now = MeterMark(share=own.pc.share, words=share_words(own.pc.share, what))
        wanted = MeterMark(
            share=goal, words=self._texts.text_of("gui.tuning.flag", percent=percent(goal))
        )
        before = planned.pc.share if planned is not None and not is_planned else None
        self.meter.show_marks(now, wanted, before)

    def _show_waves(self, waves: LaterWaves | None) -> None:
        """Says who is not played at all, above the figures that are without them."""
        self.without.setText(
            self._texts.text_of("gui.tuning.waves", waves=waves.words(self._texts)) if waves else ""
        )
        self.without.setVisible(waves is not None)

    def _without_waves(self, what: str, between: str = ", ") -> str:
        """Returns what a figure is of, and that it is without waves where some are still to come."""
        waves = self._plan.waves if self._plan is not None else None
        return f"{what}{between}{waves.short(self._texts)}" if waves is not None else what

    def _show_lines(
        self, chart: LineChart, key: str, value: Callable[[Forecast], float], top: float
    ) -> None:
        own, axis = self.own, self._axis
        numbers = self._numbers
        series = []
        for overlay, name in self._names():
            points = (
                (count, replace(own.with_count(axis, count), overlay=overlay)) for count in numbers
            )
            values = ((count, self._forecasts.get(point)) for count, point in points)
            series.append(
                Series(
                    name=name,
                    values=tuple(
                        (count, value(each)) for count, each in values if each is not None
                    ),
                )
            )
        is_chance = key == "chances"
        foe = self._plan.foes[axis][1] if self._plan is not None else ""
        axes = Axes(
            most=numbers[-1],
            top=top,
            now=own.counts[axis],
            unit="%" if is_chance else "",
            wanted=float(self.wanted.value()) if is_chance else None,
            name=foe,
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
        if self._plan is not None:
            self._plan.take(self._plan.changes(point))


def _who(plan: TunedPlan) -> object:
    """Returns all that a plan's forecasts depend on."""
    return plan.foes, plan.present, plan.expected({}), plan.waves
