"""The tool bar: Next and Back, Undo and Redo, where the fight stands, and the command field."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Automation
from encounter_gui.gui.command_line.field import CommandField
from encounter_gui.gui.control.actions import Actions, tool_tip
from encounter_gui.gui.forecast.forecast_chip import ForecastChip
from encounter_gui.gui.forecast.forecast_controller import ForecastStatus
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.toolbar.automation_sign import AutomationSign
from encounter_gui.gui.toolbar.heading_view import HeadingView
from encounter_gui.gui.toolbar.key_button import KeyButton
from encounter_gui.gui.toolbar.roller_bar import RollerBar
from encounter_gui.gui.toolbar.turn_timer import TurnTimer
from encounter_gui.gui.widgets.quiet import QuietClick
from encounter_gui.rules.view import Heading, NextEffect

_FORECAST_FROM = 1200
"""From this width of the window on there is room for the forecast."""


class TurnBar(QToolBar):
    """Stands still at the top: nothing in it changes place while a fight goes on."""

    def __init__(
        self, actions: Actions, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the window's actions."""
        super().__init__(texts.text_of("gui.toolbar"), parent)
        self.setObjectName("turn_bar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        theme = icons.theme
        self._texts = texts
        self._has_forecast = self._is_between = self._is_covered = False
        self._effects: tuple[NextEffect, ...] = ()
        self.setFixedHeight(round(theme.size("tool_bar")))
        self.setIconSize(QSize(16, 16))
        self.next = KeyButton(actions["next"], "next", icons, self)
        self.heading = HeadingView(icons, texts, self)
        self.automation = AutomationSign(actions["switches"], texts, self)
        self.rollers = RollerBar(icons, texts, self)
        self.timer = TurnTimer(icons, texts, self)
        self.forecast = ForecastChip(actions["forecast"], icons, texts, self)
        self.field = CommandField(icons, texts, self)
        self._fill(actions)

    def show_heading(self, heading: Heading) -> None:
        """Shows where the fight stands and what Next will do."""
        self.heading.show_heading(heading)
        self.next.show_words(heading.next, keeps_width=heading.is_running)

    def use_time(self, *, is_between: bool) -> None:
        """Leaves out what only a fight has, while time between fights passes."""
        self._is_between = is_between
        self._place_forecast()

    def use_page(self, *, is_shown: bool) -> None:
        """Leaves out what is about the fight alone while a page has the whole window."""
        self._is_covered = is_shown
        self.show_effects(self._effects)
        self._place_forecast()

    def use_timer(self, kind: str) -> None:
        """Sets what the timer of a turn counts, as ``TIMERS`` names it."""
        self.timer.use(kind)
        self._timer_place.setVisible(self.timer.is_on)

    def follow_turn(self, turn: object, *, is_running: bool) -> None:
        """Takes whose turn it is (None: nobody's), and whether time passes in it."""
        self.timer.follow(turn, is_running=is_running)
        self._timer_place.setVisible(self.timer.is_on)

    def show_automation(self, automation: Mapping[str, Automation]) -> None:
        """Says how far the rules apply themselves; nothing by the book."""
        self._automation_place.setVisible(self.automation.show_automation(automation))

    @Slot(object)
    def show_forecast(self, status: ForecastStatus) -> None:
        """Shows the forecast, from the first one of an encounter on."""
        self._has_forecast = self.forecast.show_status(status)
        self._place_forecast()

    def _place_forecast(self) -> None:
        """In a narrow window the forecast goes first, then who rolls: an action and the settings show both."""
        has_forecast = self._has_forecast and not (self._is_between or self._is_covered)
        self._forecast_place.setVisible(has_forecast and self.width() >= _FORECAST_FROM)
        self._rollers_place.setVisible(self.width() >= self._least_width())

    def _least_width(self) -> int:
        """Returns the width that all parts in sight need at least, and who rolls with them."""
        parts = [
            self.widgetForAction(place)
            for place in self.actions()
            if place.isVisible() or place is self._rollers_place
        ]
        layout = self.layout()
        if layout is None:
            return 0
        margins = layout.contentsMargins()
        around = margins.left() + margins.right() + layout.spacing() * (len(parts) - 1)
        return around + sum(map(_least_width, parts))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_forecast()  # a part became wider or narrower, or came or went
        return super().event(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_forecast()

    @Slot(tuple)
    def show_effects(self, effects: tuple[NextEffect, ...]) -> None:
        """Shows what Next will do by itself: a line beside it, and all of it in the tool tips."""
        self._effects = effects
        texts = [each.text for each in effects]
        line = self._texts.text_of("gui.next_effects", effects=", ".join(texts)) if texts else ""
        tip = "\n".join([self._texts.text_of("gui.next_effects.all"), *texts]) if texts else ""
        is_hidden = self._is_between or self._is_covered
        self.heading.show_effects("" if is_hidden else line, tip)
        self.next.show_details(tip)

    def _fill(self, actions: Actions) -> None:
        self.addWidget(self.next)
        back = self._button(actions, "back")
        back.setProperty("bordered", "true")
        self.addWidget(back)
        self.addSeparator()
        self.addWidget(self._button(actions, "undo"))
        self.addWidget(self._button(actions, "redo"))
        self.addSeparator()
        self.addWidget(self.heading)
        self._timer_place = self.addWidget(self.timer)
        self._timer_place.setVisible(False)
        self._automation_place = self.addWidget(self.automation)
        self._forecast_place = self.addWidget(self.forecast)
        self._forecast_place.setVisible(False)
        self._rollers_place = self.addWidget(self.rollers)
        self.addWidget(self.field)

    def _button(self, actions: Actions, which: str) -> QToolButton:
        action = actions[which]  # type: ignore[index]  # one of the ids
        button = _ActionButton(self)
        button.setDefaultAction(action)
        button.setToolTip(tool_tip(action))
        button.setAccessibleName(tool_tip(action))
        button.setFixedSize(30, 30)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button


class _ActionButton(QuietClick, QToolButton):
    """A button that shows the icon of its action, and does what it does."""


def _least_width(part: QWidget) -> int:
    """Returns the least width of a part; one that says none, as a separator, keeps its own."""
    hint = part.minimumSizeHint().width()
    least = max(part.minimumWidth(), hint if hint >= 0 else part.sizeHint().width())
    return min(part.maximumWidth(), least)
