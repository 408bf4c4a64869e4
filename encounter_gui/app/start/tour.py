"""The tour: five steps on the sample fight, each done with the real keys of the program."""

from PySide6.QtCore import QObject, Slot

from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.welcome.tour_card import STEPS, TourCard
from encounter_gui.gui.window.main_window import MainWindow, UiResources

READ, HIT, NEXT, UNDO, PRINT = range(1, STEPS + 1)


class Tour(QObject):
    """Goes on to the next step when what a step asks for has been done, whatever way it was done."""

    def __init__(
        self, window: MainWindow, controller: EncounterController, resources: UiResources
    ) -> None:
        """Takes the window, and the controller of the encounter."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._entries = 0
        self.card = TourCard(resources.icons, resources.texts, window.attack_panel, window)
        self.card.skipped.connect(self._go_on)
        self.card.left.connect(self.end)
        actions = window.actions_of
        window.table.combatant_selected.connect(self._selected)
        controller.context_changed.connect(self._followed)
        actions["next"].triggered.connect(self._moved_on)
        actions["undo"].triggered.connect(self._undone)
        actions["print"].triggered.connect(self._printed)
        controller.closed.connect(self.end)

    def begin(self) -> None:
        """Begins with the first step, the keyboard in the table."""
        self._window.table.setFocus()
        self.card.show_step(READ)

    @Slot()
    def end(self) -> None:
        """Takes the card away."""
        self.card.hide()

    def _finish_step(self, step: int) -> None:
        if self.card.isVisible() and self.card.step == step:
            self._go_on()

    @Slot()
    def _go_on(self) -> None:
        self._entries = self._entry_count()
        self.card.show_step(self.card.step + 1)

    def _entry_count(self) -> int:
        return len(self._controller.session.log.path()) if self._controller.is_open else 0

    @Slot()
    def _selected(self) -> None:
        if self._window.table.hasFocus():
            self._finish_step(READ)

    @Slot()
    def _followed(self) -> None:
        if self.card.step == HIT and self._entry_count() > self._entries:
            self._finish_step(HIT)

    @Slot()
    def _moved_on(self) -> None:
        self._finish_step(NEXT)

    @Slot()
    def _undone(self) -> None:
        self._finish_step(UNDO)

    @Slot()
    def _printed(self) -> None:
        self._finish_step(PRINT)
