"""The whole forecast: who wins, how long it takes, who survives, who falls first, and what is left out."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, plain_label, set_up_dialog
from encounter_gui.gui.forecast.bar_list import Bar, BarList
from encounter_gui.gui.forecast.forecast_controller import ForecastController, ForecastStatus
from encounter_gui.gui.forecast.forecast_run import Forecast
from encounter_gui.gui.forecast.forecast_words import interval, percent, played
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.engine.battle.orders import DOCTRINES, Doctrine

_MOST_ROUNDS = 10
"""So many rounds have a bar of their own; the rest share one."""


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
        self._icons = icons
        self._texts = texts
        column = set_up_dialog(self, texts.text_of("gui.forecast.title"))
        self.pc_doctrine = self._choice("pc", controller.pc_doctrine)
        self.foe_doctrine = self._choice("foe", controller.foe_doctrine)
        column.addLayout(self._choices())
        self.reason = plain_label("", self)
        column.addWidget(self.reason)
        self.wins = BarList(texts.text_of("gui.forecast.win"), icons, self)
        self.rounds = BarList(texts.text_of("gui.forecast.over"), icons, self)
        self.fates = BarList(texts.text_of("gui.forecast.alive"), icons, self)
        self.left = plain_label("", self)
        self.left_out = plain_label("", self)
        self.played = plain_label("", self)
        self._body = self._made_body()
        column.addWidget(self._body, 1)
        self._warning = plain_label(texts.text_of("forecast.warning"), self)
        column.addWidget(self._warning)
        column.addWidget(self.played)
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.reject)
        column.addLayout(buttons(close))
        self.resize(560, 600)
        controller.changed.connect(self.show_status)
        self.show_status(controller.status)
        controller.watch(is_watched=True)

    @override
    def done(self, result: int) -> None:
        self._controller.watch(is_watched=False)
        super().done(result)

    def _choice(self, side: str, chosen: Doctrine) -> QComboBox:
        choice = QComboBox(self)
        choice.setAccessibleName(self._texts.text_of(f"gui.forecast.aims.{side}"))
        for each in DOCTRINES:
            choice.addItem(self._texts.text_of(f"gui.forecast.doctrine.{each}"), each)
        choice.setCurrentIndex(DOCTRINES.index(chosen))
        choice.activated.connect(self._choose)
        return choice

    def _choices(self) -> QHBoxLayout:
        line = QHBoxLayout()
        for side, choice in (("pc", self.pc_doctrine), ("foe", self.foe_doctrine)):
            label = QLabel(self._texts.text_of(f"gui.forecast.aims.{side}"), self)
            label.setBuddy(choice)
            line.addWidget(label)
            line.addWidget(choice, 1)
        return line

    def _made_body(self) -> QScrollArea:
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        parts: tuple[tuple[str, QWidget], ...] = (
            ("win", self.wins),
            ("over", self.rounds),
            ("alive", self.fates),
        )
        for key, part in parts:
            title = plain_label(self._texts.text_of(f"gui.forecast.{key}"), inside)
            title.setProperty("role", "muted")
            column.addWidget(title)
            column.addWidget(part)
            if key == "over":
                column.addWidget(self.left)
        column.addWidget(self.left_out)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(self._texts.text_of("gui.forecast.title"))
        area.setWidget(inside)
        return area

    @Slot()
    def _choose(self) -> None:
        self._controller.use_doctrines(
            DOCTRINES[self.pc_doctrine.currentIndex()], DOCTRINES[self.foe_doctrine.currentIndex()]
        )

    @Slot(object)
    def show_status(self, status: ForecastStatus) -> None:
        """Shows the newest forecast, or why there is none."""
        forecast = status.forecast
        self.reason.setText(status.reason)
        self.reason.setVisible(bool(status.reason))
        self._body.setVisible(forecast is not None)
        if forecast is not None:
            self._show_forecast(forecast)
        working = self._texts.text_of("gui.forecast.working")
        if forecast is None:
            self.played.setText("" if status.reason else working)
        else:
            words = played(forecast, self._texts)
            self.played.setText(words if status.is_current else f"{words} {working}")

    def _show_forecast(self, forecast: Forecast) -> None:
        texts = self._texts
        self.wins.show_bars(
            (
                Bar(
                    name=texts.text_of("gui.forecast.side.pc"),
                    share=forecast.pc.share,
                    figure=interval(forecast.pc, texts),
                    side="pc",
                ),
                Bar(
                    name=texts.text_of("gui.forecast.side.foe"),
                    share=forecast.foe.share,
                    figure=interval(forecast.foe, texts),
                    side="foe",
                ),
                Bar(
                    name=texts.text_of("forecast.draw"),
                    share=forecast.draw.share,
                    figure=interval(forecast.draw, texts),
                ),
            )
        )
        self.left.setText(texts.text_of("gui.forecast.left", mean=f"{forecast.left:.1f}"))
        self.rounds.show_bars(self._round_bars(forecast.rounds))
        self.fates.show_bars(
            [
                Bar(
                    name=each.name,
                    share=each.alive,
                    figure=texts.text_of(
                        "gui.forecast.fate",
                        alive=percent(each.alive),
                        first=percent(each.first_out),
                    ),
                    side=each.side,
                )
                for each in forecast.fates
            ]
        )
        self.left_out.setText(
            "\n".join(texts.text_of("forecast.left_out", what=what) for what in forecast.left_out)
        )
        self.left_out.setVisible(bool(forecast.left_out))

    def _round_bars(self, rounds: tuple[tuple[int, float], ...]) -> list[Bar]:
        texts = self._texts
        own, rest = rounds[:_MOST_ROUNDS], rounds[_MOST_ROUNDS:]
        bars = [
            Bar(
                name=texts.text_of("gui.forecast.round", round=number),
                share=share,
                figure=texts.text_of("gui.forecast.share", percent=percent(share)),
            )
            for number, share in own
        ]
        if rest:
            share = sum(share for _, share in rest)
            bars.append(
                Bar(
                    name=texts.text_of("gui.forecast.later", round=rest[0][0]),
                    share=share,
                    figure=texts.text_of("gui.forecast.share", percent=percent(share)),
                )
            )
        return bars
