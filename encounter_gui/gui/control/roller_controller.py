"""Who rolls for whom: kept with the encounter in the campaign; what was chosen for sides is the default elsewhere."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.play.session import rollers
from encounter_gui.play.session.rollers import Roller, Rollers, next_roller

Read = Callable[[str], str]
"""Returns a setting of the campaign; empty if it was never made."""

Keep = Callable[[str, str], None]
"""Stores a setting of the campaign."""


class RollerController(QObject):
    """Reads who rolls when an encounter is opened, and keeps every change."""

    changed = Signal(object)
    """``Rollers``: who rolls for whom in the encounter that is open."""

    def __init__(
        self, controller: EncounterController, settings: Settings, parent: QObject | None = None
    ) -> None:
        """Takes the controller of the encounter, and the settings of the program."""
        super().__init__(parent)
        self._controller = controller
        self._settings = settings
        self._key = ""
        self._keep: Keep | None = None
        controller.rollers_changed.connect(self.changed)
        controller.set_rollers(self._default())

    def open(self, encounter: int, read: Read, keep: Keep) -> None:
        """Takes up what was chosen for an encounter."""
        self._key, self._keep = f"rollers.{encounter}", keep
        self._controller.set_rollers(rollers.read(read(self._key), self._default()))

    @Slot(str)
    def step_side(self, side: Side) -> None:
        """Gives the rolls of a side to the next roller: the table, the program, asked each time."""
        self.set_side(side, next_roller(self._controller.rollers.of_side(side)))

    def set_side(self, side: Side, roller: Roller) -> None:
        """Gives the rolls of a side to a roller, here and in encounters in which nothing else is chosen."""
        self._set(self._controller.rollers.with_side(side, roller))
        sides = Rollers(by_side=self._controller.rollers.by_side)
        self._settings.set(kept.ROLLERS, rollers.rollers_text(sides))

    @Slot(object, object)
    def set_combatants(self, who: Sequence[CombatantId], roller: Roller | None) -> None:
        """Gives the rolls of combatants to a roller; None: as their side."""
        chosen = self._controller.rollers
        for each in who:
            chosen = chosen.with_combatant(each, roller)
        self._set(chosen)

    def _default(self) -> Rollers:
        return rollers.read(self._settings.get(kept.ROLLERS), Rollers())

    def _set(self, chosen: Rollers) -> None:
        self._controller.set_rollers(chosen)
        if self._keep is not None:
            self._keep(self._key, rollers.rollers_text(chosen))
