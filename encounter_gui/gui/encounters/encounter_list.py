"""The encounters of the campaign: several fights ready side by side."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.values import EncounterStatus
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.plan_view import Fight
from encounter_gui.play.open_campaign import OpenCampaign


class EncounterList(QObject):
    """Caches the status of each encounter; that of the open one is always read anew."""

    changed = Signal(tuple)
    """``tuple[Fight, ...]``."""
    renamed = Signal()
    """An encounter is called otherwise."""
    refused = Signal(object)
    """``AppError``."""
    open_requested = Signal(int)
    """An encounter is to be opened."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Takes the controller of the open encounter."""
        super().__init__(parent)
        self._controller = controller
        self._campaign: OpenCampaign | None = None
        self._open = EncounterId(0)
        self._stages: dict[tuple[int, int], EncounterStatus] = {}
        controller.closed.connect(self._clear)

    def open(self, campaign: OpenCampaign, encounter: EncounterId) -> None:
        """Takes the campaign, and which of its encounters is open."""
        if campaign is not self._campaign:
            self._stages = {}
        self._campaign, self._open = campaign, encounter
        self.tell()

    @Slot()
    def _clear(self) -> None:
        self._campaign = None

    @Slot()
    def tell(self) -> None:
        """Tells what encounters there are."""
        campaign = self._campaign
        if campaign is not None:
            self._try(lambda: self.changed.emit(tuple(self._fights(campaign))))

    def _fights(self, campaign: OpenCampaign) -> Iterable[Fight]:
        encounters = campaign.encounters()
        names = {each.id: each.name for each in encounters}
        copies = campaign.copies
        for listed in encounters:
            is_open = listed.id == self._open and self._controller.is_open
            key = (listed.id, listed.entry_count)
            if is_open:
                self._stages[key] = self._controller.session.state.stage
            elif key not in self._stages:
                self._stages[key] = campaign.stage(listed)
            yield Fight(
                id=listed.id,
                name=listed.name,
                ruleset=listed.ruleset,
                folder=campaign.prepared.plan(listed.id).folder,
                stage=self._stages[key],
                is_open=is_open,
                copy_of=names.get(copies[listed.id], "–") if listed.id in copies else "",
            )

    def name_of(self, encounter: int) -> str:
        """Returns what an encounter is called; empty if it is none."""
        known = self._campaign.encounters() if self._campaign is not None else ()
        return next((each.name for each in known if each.id == encounter), "")

    @Slot(int, str)
    def rename(self, encounter: int, name: str) -> None:
        """Gives an encounter another name; an empty one leaves it its own."""
        campaign = self._campaign
        if campaign is not None and name.strip():
            self._try(lambda: campaign.rename_encounter(EncounterId(encounter), name.strip()))
            self.renamed.emit()
        self.tell()

    @Slot(int)
    def remove(self, encounter: int) -> None:
        """Removes an encounter for good, unless it is the open one."""
        campaign = self._campaign
        if campaign is not None and encounter != self._open:
            self._try(lambda: campaign.remove_encounter(EncounterId(encounter)))
        self.tell()

    @Slot(int)
    def duplicate(self, encounter: int) -> None:
        """Makes another encounter with the same plan, not begun, and has it opened."""
        campaign = self._campaign
        if campaign is not None:
            self._try(lambda: self._duplicate(campaign, EncounterId(encounter)))

    def _duplicate(self, campaign: OpenCampaign, encounter: EncounterId) -> None:
        listed = next(each for each in campaign.encounters() if each.id == encounter)
        taken = {each.name for each in campaign.encounters()}
        number = 2
        while f"{listed.name} {number}" in taken:
            number += 1
        made = campaign.duplicate(listed, f"{listed.name} {number}")
        self.open_requested.emit(int(made))

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except AppError as error:
            self.refused.emit(error)
