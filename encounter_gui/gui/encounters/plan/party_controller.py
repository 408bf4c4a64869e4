"""The parties of the campaign, and the party of the plan."""

from msgspec import structs
from PySide6.QtCore import QObject, Slot

from encounter_gui.core.errors import refuse
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.plan_document import PlanDocument
from encounter_gui.gui.encounters.plan.plan_view import NamedParty
from encounter_gui.play.prep.parties import parties_for, save_party
from encounter_gui.play.prep.staging import party_of
from encounter_gui.rules.model.prepared import Party


class PartyController(QObject):
    """Saves the player characters of an encounter as parties, and puts parties into plans."""

    def __init__(self, controller: EncounterController, document: PlanDocument) -> None:
        """Takes the controller of the encounter, and the plan."""
        super().__init__(document)
        self._controller = controller
        self._document = document

    @property
    def _ruleset(self) -> str:
        return self._controller.session.game.ruleset.id

    def parties(self) -> tuple[NamedParty, ...]:
        """Returns the parties of the encounter's ruleset."""
        return tuple(
            NamedParty(row=each.row, name=each.value.name, count=len(each.value.members))
            for each in parties_for(self._document.campaign.prepared, self._ruleset)
        )

    def party(self) -> Party | None:
        """Returns the party of the plan; None if it has none."""
        row = self._document.plan.party
        if row is None:
            return None
        stored = self._document.campaign.prepared.parties.all()
        return next((each.value for each in stored if each.row == row), None)

    @Slot(object)
    def choose_party(self, row: int | None) -> None:
        """Puts a party into the plan; None: none."""
        what = self._controller.session.game.texts.text_of("gui.encounters.did.party")
        self._document.change(structs.replace(self._document.plan, party=row), what)

    @Slot(str)
    def save_party(self, name: str) -> None:
        """Saves the player characters of the encounter as a party, instead of one of that name."""
        party = party_of(name, self._controller.session.state)
        if not party.members:
            self._document.refused.emit(refuse("gui.encounters.no_characters"))
            return
        store = self._document.campaign.prepared
        self._document.attempt(lambda: save_party(store, self._ruleset, party))
        self._document.changed.emit()

    @Slot(int)
    def remove_party(self, row: int) -> None:
        """Removes a party from the campaign and from the plan."""
        parties = self._document.campaign.prepared.parties
        self._document.attempt(lambda: parties.remove([row]))
        if self._document.plan.party == row:
            self.choose_party(None)
        self._document.changed.emit()
