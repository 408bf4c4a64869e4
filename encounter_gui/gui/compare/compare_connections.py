"""Connects the comparison with bench and window; the panel is made when it is first needed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.gui.control.attack_controller import AttackController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.large.panel_switch import PanelSwitch
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.presenters.compare import filled
from encounter_gui.rules.view import AttackComparison

if TYPE_CHECKING:  # imported when it is first opened
    from encounter_gui.gui.compare.compare_panel import ComparePanel


class CompareConnections(QObject):
    """Keeps the comparison of the bench current while it is seen, worked out beside the window's thread.

    First comes what one attack does, then step by step what several in a row come to; whatever is asked meanwhile is
    begun after the step.
    """

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        attack: AttackController,
        resources: UiResources,
    ) -> None:
        """Takes the window, the controllers of encounter and bench, and what the panel is drawn with."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._attack = attack
        self._resources = resources
        self._switch = PanelSwitch(window.large_panels, window.regions, "compare", self._made)
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._work)
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)
        self._filling: Iterator[AttackComparison] | None = None
        """The steps that fill in what is shown; None: nothing is shown yet of what was asked for last."""
        attack.form_changed.connect(self._follow)
        controller.closing.connect(self._switch.close)
        window.actions_of["compare"].triggered.connect(self.toggle)
        window.attack_panel.compare_requested.connect(self.toggle)

    @property
    def panel(self) -> "ComparePanel":
        """The comparison, made at the first call."""
        return self._switch.panel

    def _made(self) -> "ComparePanel":
        from encounter_gui.gui.compare.compare_panel import ComparePanel

        panel = ComparePanel(self._resources.icons, self._resources.texts)
        panel.picked.connect(self._window.attack_panel.choose)
        panel.entered.connect(self._enter)
        return panel

    @Slot()
    def toggle(self) -> None:
        """Opens the comparison with the keyboard in it, or closes it."""
        self._window.end_change()
        if self._switch.turn():
            self._follow()

    @Slot()
    def _enter(self) -> None:
        self._switch.close()
        self._window.enter_bench()

    @Slot()
    def _follow(self) -> None:
        self._result.forget()
        if self._switch.is_open:
            self._timer.start()

    @Slot()
    def _work(self) -> None:
        controller = self._controller
        if not controller.is_open:
            return
        system, context = controller.system, controller.context
        choices = self._attack.choices
        self._filling = None
        self._result.ask(lambda: system.first_comparison(context, choices))

    @Slot(object)
    def _take(self, result: object) -> None:
        if isinstance(result, AppError):
            result = AttackComparison(reason=self._resources.texts.text(result.message))
        if not isinstance(result, AttackComparison):
            return  # the last step has been taken
        self.panel.show_comparison(result)
        if not self._switch.is_open:
            return
        filling = self._filling = self._filling or filled(result)
        self._result.ask(lambda: next(filling, None))
