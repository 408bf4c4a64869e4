"""The plan of one encounter as a document: in the file, with an undo history."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.widgets.undo import UndoHistory, ValueCommand
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.staging import has_joined, joined_setting
from encounter_gui.rules.model.prepared import EncounterPlan

_MOST_UNDONE = 100


class PlanDocument(QObject):
    """Stores every change of the plan at once. What it emits is in the file already."""

    changed = Signal()
    """The plan has changed, or another one is open."""
    refused = Signal(object)
    """``AppError``: what could not be done."""
    filed = Signal()
    """The encounter is in another folder."""

    def __init__(self, controller: EncounterController, parent: QObject) -> None:
        """Takes the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller
        self._campaign: OpenCampaign | None = None
        self.encounter = EncounterId(0)
        self.plan = EncounterPlan()
        self.steps = UndoHistory(self)
        self.steps.setUndoLimit(_MOST_UNDONE)

    def open(self, campaign: OpenCampaign, encounter: EncounterId) -> None:
        """Opens the plan of an encounter.

        Raises:
            SaveError: the plan cannot be read.
        """
        self._campaign, self.encounter = campaign, encounter
        self.steps.clear()
        if self._controller.is_open:
            self.plan = campaign.prepared.plan(encounter)
            self.changed.emit()

    def close(self) -> None:
        """Closes the plan."""
        self._campaign = None
        self.plan = EncounterPlan()

    @property
    def campaign(self) -> OpenCampaign:
        """The open campaign.

        Raises:
            LookupError: none is open.
        """
        if self._campaign is None:
            raise LookupError("no campaign is open")
        return self._campaign

    @property
    def is_open(self) -> bool:
        """Whether an encounter is open."""
        return self._campaign is not None and self._controller.is_open

    @property
    def title(self) -> str:
        """The name of the encounter in lists."""
        listed = self.campaign.encounters()
        return next((each.name for each in listed if each.id == self.encounter), "")

    @property
    def is_joined(self) -> bool:
        """Whether the roster has joined the encounter, and that was not undone."""
        if not self._campaign:
            return False
        joined = self.campaign.setting(joined_setting(self.encounter))
        return has_joined(joined, self._controller.session.log.path())

    def record_joined(self) -> None:
        """Stores that the roster has joined with the entry at the head of the log."""
        head = self._controller.session.log.head
        self.campaign.keep_setting(joined_setting(self.encounter), str(head))
        self.changed.emit()

    # ---- changing

    def change(self, plan: EncounterPlan, what: str) -> bool:
        """Stores another plan; returns whether that was possible. ``what`` says in the undo text what was changed."""
        if not self.is_open or plan == self.plan:
            return False
        before = self.plan
        if not self.attempt(lambda: self._store(plan)):
            return False
        self.steps.push(ValueCommand(what, before, plan, self._store, is_applied=True))
        self._emit(before)
        return True

    @Slot()
    def undo(self) -> None:
        """Undoes the last change of the plan."""
        self._step(self.steps.step_back)

    @Slot()
    def redo(self) -> None:
        """Redoes the change that was undone last."""
        self._step(self.steps.step_forward)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Returns whether something could be done: it returned anything but False; an ``AppError`` is emitted."""
        try:
            return act() is not False
        except AppError as error:
            self.refused.emit(error)
            return False

    def _step(self, step: Callable[[], object]) -> None:
        before = self.plan
        if self.attempt(step) and self.plan != before:
            self._emit(before)

    def _emit(self, before: EncounterPlan) -> None:
        self.changed.emit()
        if self.plan.folder != before.folder:
            self.filed.emit()

    def _store(self, plan: EncounterPlan) -> None:
        self.campaign.prepared.put_plan(self.encounter, plan)
        self.plan = plan
