"""What Next will do by itself, worked out while nothing else is going on."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui.gui.control.encounter_controller import EncounterController

_IDLE_MS = 250


class NextEffects(QObject):
    """Rehearses the next step a moment after the last change; a step that follows at once waits for nothing.

    Many steps one after another rehearse nothing: each puts the moment off.
    """

    changed = Signal(tuple)
    """``tuple[NextEffect, ...]``: what the next step does by itself; empty while it is not known yet."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Follows the encounter that is played."""
        super().__init__(parent)
        self._controller = controller
        self._told: tuple[object, ...] = ()
        self._is_active = False
        self._timer = QTimer(self, singleShot=True, interval=_IDLE_MS)
        self._timer.timeout.connect(self.tell)
        controller.context_changed.connect(self._wait)
        controller.closed.connect(self._clear)

    def activate(self) -> None:
        """Starts to rehearse: on a busy machine the moment would come before the first paint."""
        self._is_active = True
        self._wait()

    @Slot()
    def _wait(self) -> None:
        self._clear()
        if self._is_active:
            self._timer.start()

    @Slot()
    def _clear(self) -> None:
        self._timer.stop()
        self._emit(())

    @Slot()
    def tell(self) -> None:
        """Says now what the next step does."""
        controller = self._controller
        if controller.is_open and controller.is_live:
            self._emit(controller.system.next_effects(controller.context))

    def _emit(self, effects: tuple[object, ...]) -> None:
        if effects != self._told:
            self._told = effects
            self.changed.emit(effects)
