"""What of a plan has happened, read from the log: exact after undo, redo and a restart."""

from collections.abc import Callable, Iterable, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.entries import Entry
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.plan_document import PlanDocument
from encounter_gui.play.prep.later_waves import used_up, waves_come
from encounter_gui.rules.model.prepared import EncounterPlan


class PlanProgress:
    """What of the open plan has happened in the encounter."""

    def __init__(self, controller: EncounterController, document: PlanDocument) -> None:
        """Takes the controller of the encounter, and the plan."""
        self._controller = controller
        self._document = document

    def waves_come(self) -> set[int]:
        """Returns the places of the waves that have joined."""
        plan = self._document.plan
        return waves_come(plan, self._path()) if plan.waves else set()

    def reminders_said(self, note: Callable[[str], str]) -> set[int]:
        """Returns the places of the reminders that were said; ``note`` returns a reminder's line in the log."""
        plan = self._document.plan
        return reminders_said(plan, self._path(), note) if plan.reminders else set()

    def is_noted(self, note: str) -> bool:
        """Returns whether the log has a line."""
        return is_noted(self._path(), note)

    def out(self) -> frozenset[CombatantId]:
        """Returns the combatants that are out of the fight; empty unless a reminder of the plan depends on it."""
        if not any(each.falls for each in self._document.plan.reminders):
            return frozenset()
        rows = self._controller.system.rows(self._controller.context)
        return frozenset(row.who for row in rows if row.is_out)

    def _path(self) -> Sequence[Entry]:
        return self._controller.session.log.path()


def reminders_said(
    plan: EncounterPlan, path: Iterable[Entry], note: Callable[[str], str]
) -> set[int]:
    """Returns the places of the reminders that were said; ``note`` returns a reminder's line in the log."""
    notes = [str(e.command.get("text", "")) for e in path if e.is_of("note")]
    return used_up([note(each.text) for each in plan.reminders], notes)


def is_noted(path: Iterable[Entry], note: str) -> bool:
    """Returns whether a line was written into the log."""
    return any(entry.is_of("note") and entry.command.get("text") == note for entry in path)
