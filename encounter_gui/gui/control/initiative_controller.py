"""Joins the encounter and whatever shows initiatives: who has one, who rolls for it, and rolls of all at once."""

from collections.abc import Mapping

from PySide6.QtCore import QMetaMethod, QObject, Signal, Slot

from encounter_gui.dice.requests import Typed
from encounter_gui.gui.control.acceptance import Refused
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.play.session.rollers import next_roller
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view import InitiativeRow


class InitiativeController(QObject):
    """Says what initiatives there are after every change, and carries out what is wanted with them."""

    rows_changed = Signal(object, object)
    """``tuple[InitiativeRow, ...]`` and a mapping of who rolls by the first member of each."""
    refused = Signal(str)
    """A sentence: why it could not be rolled like this."""
    side_stepped = Signal(str)
    """A side whose rolls go to the next roller."""
    combatant_stepped = Signal(object, object)
    """``tuple[CombatantId, ...]`` and the ``Roller`` who rolls for them from now on."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Takes the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller
        controller.settled.connect(self.tell)
        controller.rollers_changed.connect(self.tell)

    @Slot()
    def tell(self) -> None:
        """Emits the rows as they are now; while nobody looks at them, nothing is worked out."""
        is_seen = self.isSignalConnected(QMetaMethod.fromSignal(self.rows_changed))
        if not self._controller.is_open or not is_seen:
            return
        context, rollers = self._controller.context, self._controller.rollers
        rows = self._controller.system.initiative(context)
        who = {
            row.members[0]: rollers.of_side(row.side)
            if row.by_side
            else rollers.of_combatant(context.state, row.members[0])
            for row in rows
        }
        self.rows_changed.emit(rows, who)

    @Slot(object, object)
    def roll(self, command: do.RollInitiative, typed: Mapping[str, Typed]) -> None:
        """Rolls initiative with what was typed; the program rolls whatever else is asked for."""
        result = self._controller.start(command, typed)
        while not isinstance(result, Refused):
            waits = self._controller.waits_for
            if not isinstance(waits, tuple):
                return
            result = self._controller.answer((None,) * len(waits))
        self.refused.emit(result.sentence)

    @Slot(object)
    def step_roller(self, row: InitiativeRow) -> None:
        """Gives the rolls of a row to the next roller: of a side, or of one combatant."""
        rollers = self._controller.rollers
        if row.by_side:
            self.side_stepped.emit(row.side)
        else:
            now = rollers.of_combatant(self._controller.context.state, row.members[0])
            self.combatant_stepped.emit(row.members, next_roller(now))
