"""Connects the comparison with bench and window; the panel is made when it is first needed."""

from PySide6.QtCore import QObject, QTimer, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.gui.compare.compare_panel import ComparePanel
from encounter_gui.gui.control.attack_controller import AttackController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.view import AttackComparison


class CompareConnections(QObject):
    """Keeps the comparison of the bench current while it is seen, worked out beside the window's thread."""

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
        self._made: ComparePanel | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._work)
        self._result = LatestResult(self)
        self._result.ready.connect(self._take)
        attack.form_changed.connect(self._follow)
        controller.closing.connect(self._close)
        window.actions_of["compare"].triggered.connect(self.toggle)
        window.attack_panel.compare_requested.connect(self.toggle)

    @property
    def panel(self) -> ComparePanel:
        """The comparison, made at the first call."""
        if self._made is None:
            panel = self._made = ComparePanel(self._resources.icons, self._resources.texts)
            self._window.large_panels.add(panel, ("bench", "log"))
            self._window.regions.add("compare", panel)
            panel.picked.connect(self._window.attack_panel.choose)
            panel.entered.connect(self._enter)
            panel.left.connect(self._close)
        return self._made

    @Slot()
    def toggle(self) -> None:
        """Opens the comparison with the keyboard in it, or closes it."""
        if self._made is not None and self._window.large_panels.current is self._made:
            self._close()
            return
        self._window.end_change()
        self._window.large_panels.open(self.panel)
        self.panel.take_focus()
        self._follow()

    @Slot()
    def _close(self) -> None:
        if self._made is not None:
            self._result.forget()
            self._window.large_panels.close(self._made)

    @Slot()
    def _enter(self) -> None:
        self._close()
        self._window.enter_bench()

    @Slot()
    def _follow(self) -> None:
        if self._made is not None and self._window.large_panels.current is self._made:
            self._timer.start()

    @Slot()
    def _work(self) -> None:
        controller = self._controller
        if not controller.is_open:
            return
        system, context = controller.system, controller.context
        choices = self._attack.choices
        self._result.ask(lambda: system.comparison(context, choices))

    @Slot(object)
    def _take(self, result: object) -> None:
        if isinstance(result, AppError):
            result = AttackComparison(reason=self._resources.texts.text(result.message))
        if self._made is not None and isinstance(result, AttackComparison):
            self._made.show_comparison(result)
