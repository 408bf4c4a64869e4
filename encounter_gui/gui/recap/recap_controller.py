"""Shows the recap of a fight that has ended, in the place of the fight, until it goes on or is closed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import ROOT, EntryId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.recap.carry_controller import CarryController
from encounter_gui.gui.recap.carry_panel import Carried, CarryPanel
from encounter_gui.gui.recap.course_chart import CourseChart
from encounter_gui.gui.recap.recap_panel import RecapPanel
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.reports.recap.fight_recap import fight_recap
from encounter_gui.reports.recap.recap import Recap
from encounter_gui.rules.engine.scene.closing import is_closed
from encounter_gui.rules.model import commands as do

if TYPE_CHECKING:
    from encounter_gui.gui.window.main_window import MainWindow, UiResources

_NUMBERS = 9
_LONG = 1_000
"""The recap of more entries is worked out beside the window's thread."""


class RecapMeans(Struct, frozen=True, kw_only=True):
    """What the recap works with: the open campaign, the party of the plan, and how the summary gets out.

    ``plan_next`` plans another encounter with a party, by its row, and opens it.
    """

    campaign: Callable[[], OpenCampaign]
    planned: Callable[[], int | None]
    plan_next: Callable[[int], None]
    print_summary: Callable[[], None]
    export_summary: Callable[[], None]


class RecapController(QObject):
    """Opens and closes the recap with the fight; it is worked out once for each last entry."""

    closed = Signal()
    """The recap was put away, with the fight over: something else can be looked at."""

    def __init__(
        self,
        window: "MainWindow",
        controller: EncounterController,
        resources: "UiResources",
        means: RecapMeans,
    ) -> None:
        """Takes the window, the controller of the encounter, texts with the theme, and what the recap works with."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._texts = resources.texts
        self.panel = RecapPanel(resources.icons, resources.texts)
        self.course = CourseChart(resources.icons, resources.texts)
        self.carry_panel = CarryPanel(resources.icons, resources.texts)
        self.carrying = CarryController(controller, means.campaign, means.planned, self)
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)
        window.take_recap(self.panel, self.course, self.carry_panel)
        self._shown: EntryId = ROOT
        self._put_away: EntryId = ROOT
        self._means = means
        self._join(means)
        self._add_keys(means)

    def _join(self, means: RecapMeans) -> None:
        controller, carry = self._controller, self.carry_panel
        controller.context_changed.connect(self.look)
        controller.closed.connect(self._leave)
        self.panel.entry_chosen.connect(controller.view_entry)
        self.course.entry_chosen.connect(controller.view_entry)
        self.panel.open.decided.connect(self._decide)
        carry.carry_requested.connect(self.carrying.carry)
        carry.take_back_requested.connect(self.carrying.take_back)
        carry.next_requested.connect(self._plan_next)
        carry.print_requested.connect(means.print_summary)
        carry.export_requested.connect(means.export_summary)
        carry.close_requested.connect(self.close)
        self.carrying.changed.connect(self._show_carry)
        self.carrying.refused.connect(self.refuse)
        self._window.large_panels.dismissed.connect(self._dismiss)
        self._window.actions_of["recap"].triggered.connect(self.open)

    def _add_keys(self, means: RecapMeans) -> None:
        keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Return: self._enter,
            Qt.Key.Key_Enter: self._enter,
            Qt.Key.Key_P: means.print_summary,
            Qt.Key.Key_X: means.export_summary,
        }
        for place in range(_NUMBERS):
            keys[Qt.Key(Qt.Key.Key_1.value + place)] = self._choose_number
        for part in (self.panel, self.carry_panel, self.course):
            for key, act in keys.items():
                self._add_key(part, key, act)

    def _add_key(self, part: QWidget, key: Qt.Key, act: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(QKeyCombination(key)), part)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    # ---- opening and closing

    @Slot()
    def look(self) -> None:
        """Shows the recap of a fight that has ended; puts it away when the fight goes on or is looked back at."""
        if not self._is_over:
            self._leave()
            return
        head = self._controller.session.log.head
        if head != self._put_away:
            self._open(head)

    @Slot()
    def open(self) -> None:
        """Shows the recap again after it was put away; nothing while the fight is not over."""
        if self._is_over:
            self._put_away = ROOT
            self._open(self._controller.session.log.head)

    @Slot()
    def close(self) -> None:
        """Puts the recap away, for this end of the fight."""
        if self._is_over:
            self._put_away = self._controller.session.log.head
        self._leave()
        self.closed.emit()

    @Slot(object)
    def _dismiss(self, panel: QWidget) -> None:
        if panel is self.panel:
            self.close()

    @property
    def _is_over(self) -> bool:
        controller = self._controller
        return (
            controller.is_open
            and controller.is_live
            and controller.context.state.stage == "ended"
            and bool(controller.context.state.round)
        )

    def _open(self, head: EntryId) -> None:
        if head != self._shown:
            self._fill(head)
        context = self._controller.context
        things = self._controller.system.open_things(context)
        self.panel.open.show_things(things, is_closed=is_closed(context.state))
        if self._window.large_panels.current is not self.panel:
            # A line that is being typed goes on: Enter meant for it would carry on to the party.
            takes_keys = not isinstance(QApplication.focusWidget(), QLineEdit)
            self._window.show_recap(is_shown=True)
            self._window.large_panels.open(self.panel)
            if takes_keys:
                (self.panel.open if things else self.panel.table).setFocus()

    def _fill(self, head: EntryId) -> None:
        controller = self._controller
        entries = controller.session.log.path()
        system, context = controller.system, controller.context
        self._shown = head
        if len(entries) > _LONG:
            self.panel.show_waiting()
            self._result.ask(lambda: fight_recap(system, context, entries))
        else:
            self._result.forget()
            self._take(fight_recap(system, context, entries))
        self._show_carry()

    @Slot(object)
    def _take(self, recap: object) -> None:
        if isinstance(recap, Recap):
            self.panel.show_recap(recap)
            self.course.show_course(recap.course, recap.points)

    @Slot()
    def _leave(self) -> None:
        if not self._controller.is_open:
            self._result.forget()
            self._shown = self._put_away = ROOT
        if self._window.large_panels.current is self.panel:
            self._window.large_panels.close(self.panel)
        self._window.show_recap(is_shown=False)

    # ---- what is open

    @Slot(str, object)
    def _decide(self, decision: str, keys: tuple[str, ...]) -> None:
        """Settles, waives or carries over what is open, or closes the scene."""
        commands: dict[str, do.Command] = {
            "settle": do.Settle(things=keys),
            "waive": do.Waive(things=keys),
            "carry": do.Carry(things=keys),
            "carry_all": do.Carry(),
            "close": do.Close(),
        }
        self._controller.perform(commands[decision])

    # ---- what the party keeps

    @Slot()
    def _show_carry(self) -> None:
        try:
            carry = self.carrying.carry_list()
        except AppError as error:
            self.refuse(error)
            return
        is_done = self.carrying.is_carried
        note = self._texts.text_of("recap.carry.done", party=carry.party) if is_done else ""
        self.carry_panel.show_list(carry, is_done=is_done, note=note)

    @Slot()
    def _plan_next(self) -> None:
        """Plans another encounter with the party, as it is now that what was ticked is carried on."""
        try:
            if (
                self.carrying.carry_list().row is None
            ):  # nothing was ticked, and there is no party yet
                self.carrying.carry(Carried(lines={}, gifts={}))
            row = self.carrying.carry_list().row
            if row is not None:
                self._means.plan_next(row)
        except AppError as error:
            self.refuse(error)

    @Slot(object)
    def refuse(self, error: AppError) -> None:
        """Says what could not be written, and why."""
        self.carry_panel.refuse(self._texts.text(error.message))

    # ---- keys

    @Slot()
    def _enter(self) -> None:
        """Presses the button the keyboard is on, if it is on one; carries on from anywhere else."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QPushButton) and self.carry_panel.isAncestorOf(focus):
            focus.click()
        else:
            self.carry_panel.request_carry()

    @Slot()
    def _choose_number(self) -> None:
        key = self.sender()
        if isinstance(key, QShortcut):
            self.panel.turning.choose(int(key.key().toString()))
