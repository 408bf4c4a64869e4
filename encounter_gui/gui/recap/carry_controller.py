"""Carries what a party keeps on to the party it came from; one step that can be taken back."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.recap.carry_panel import Carried
from encounter_gui.gui.widgets.undo import UndoHistory, ValueCommand
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.carrying import (
    CarryList,
    PartyChange,
    carry_list,
    carry_on,
    put_again,
    take_back,
)
from encounter_gui.rules.model.prepared import Party


class CarryController(QObject):
    """Knows what there is to carry on of the open encounter, and what has been."""

    changed = Signal()
    """The party is not what it was, or the list has to be made again."""
    refused = Signal(object)
    """``AppError``: why it could not be written."""

    def __init__(
        self,
        controller: EncounterController,
        campaign: Callable[[], OpenCampaign],
        planned: Callable[[], int | None],
        parent: QObject | None = None,
    ) -> None:
        """Takes the controller of the encounter, the campaign, and the row of the party that is in the plan."""
        super().__init__(parent)
        self._controller = controller
        self._campaign = campaign
        self._planned = planned
        self.steps = UndoHistory(self)
        self._fight: tuple[OpenCampaign, EncounterId | None] | None = None
        controller.opened.connect(self._forget)

    @Slot()
    def _forget(self) -> None:
        """Forgets what was carried on once another fight is open; the time between fights is none."""
        campaign = self._campaign()
        if not self._controller.is_between and (campaign, campaign.current()) != self._fight:
            self.steps.clear()

    @property
    def is_carried(self) -> bool:
        """Whether something has been carried on that can be taken back."""
        return self.steps.canUndo()

    def carry_list(self) -> CarryList:
        """Returns what can be carried on now.

        Raises:
            SaveError: the parties cannot be read.
        """
        session = self._controller.session
        return carry_list(
            self._controller.system,
            self._controller.context,
            session.log.path(),
            self._campaign().prepared,
            self._planned(),
        )

    @Slot(object)
    def carry(self, chosen: Carried) -> None:
        """Writes what is ticked into the party."""
        campaign, ruleset = self._campaign(), self._controller.context.ruleset.id
        store, carry = campaign.prepared, self.carry_list()
        encounter, fight = campaign.current(), self._controller.session
        name = fight.game.texts.text_of("play.time_name")

        def come_out(party: Party) -> None:
            if encounter is not None:
                names = {each.before.name for each in carry.people}
                members = tuple(each for each in party.members if each.name in names)
                campaign.time.take_on(fight, encounter, members, name)

        try:
            with campaign.together():
                change = carry_on(store, ruleset, carry, chosen.lines, chosen.gifts)
                come_out(change.after.value)
        except AppError as error:
            self.refused.emit(error)
            return

        def apply(done: PartyChange | None) -> None:
            with campaign.together():
                if done is None:
                    if encounter is not None:
                        campaign.time.take_back_unused(encounter)
                    take_back(store, change)
                else:
                    put_again(store, done)
                    come_out(done.after.value)

        self._fight = (campaign, encounter)
        self.steps.push(ValueCommand("", None, change, apply, is_applied=True))
        self.changed.emit()

    @Slot()
    def take_back(self) -> None:
        """Puts the party back as it was before."""
        try:
            self.steps.step_back()
        except AppError as error:
            self.refused.emit(error)
            return
        self.changed.emit()
