"""The parties of the campaign, and the party of the plan."""

from collections.abc import Callable, Sequence

from msgspec import structs
from msgspec.structs import replace
from PySide6.QtCore import QObject, Slot

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.plan_document import PlanDocument
from encounter_gui.gui.encounters.plan.plan_view import NamedParty
from encounter_gui.gui.encounters.plan.recruit_finder import RecruitFinder
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.parties import parties_for, save_party
from encounter_gui.play.prep.staging import expected_combatants, party_of, staging_context
from encounter_gui.rules.model.prepared import EncounterPlan, Party


class PartyController(QObject):
    """Saves player characters as parties, whether they are on the table or not, and puts parties into plans."""

    def __init__(
        self,
        controller: EncounterController,
        document: PlanDocument,
        recruits: RecruitFinder,
        library: Callable[[], CreatureRepository],
        expected: Callable[[], Sequence[Combatant]],
    ) -> None:
        """Takes the controller of the encounter, the plan, what finds creatures, and what returns all of them.

        ``expected`` returns who joins when the encounter begins: nobody once it has.
        """
        super().__init__(document)
        self._controller = controller
        self._document = document
        self._recruits = recruits
        self._library = library
        self._expected = expected

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
        campaign = self._document.campaign
        found = next((each for each in campaign.prepared.parties.all() if each.row == row), None)
        ruleset = self._controller.session.game.ruleset
        return campaign.party_for(found.value, ruleset) if found else None

    @Slot(object)
    def choose_party(self, row: int | None) -> None:
        """Puts a party into the plan; None: none."""
        what = self._controller.session.game.texts.text_of("gui.encounters.did.party")
        self._document.change(structs.replace(self._document.plan, party=row), what)

    @Slot(str)
    def save_party(self, name: str) -> None:
        """Saves the player characters of the encounter as a party, instead of one of that name.

        Those who are only planned belong to it too. If nobody is on the table yet, the plan has the party instead of
        the lines of its player characters from then on, so that nobody joins twice.
        """
        present = party_of(name, self._controller.session.state).members
        planned = tuple(each for each in self._expected() if each.side == "pc")
        row = self._save(Party(name=name, members=(*present, *planned)))
        if row is None or present or not planned:
            return
        plan = self._document.plan
        others = tuple(each for each in plan.recruits if self._recruits.side_of(each) != "pc")
        what = self._controller.session.game.texts.text_of("gui.encounters.did.party")
        self._document.change(structs.replace(plan, party=row, recruits=others), what)

    def save_creatures(self, name: str, keys: Sequence[str]) -> None:
        """Saves creatures of the library who are player characters as a party, instead of one of that name."""
        self._document.attempt(lambda: self._save(self._party_of_creatures(name, keys)))

    def _party_of_creatures(self, name: str, keys: Sequence[str]) -> Party:
        """Returns the party of creatures, as if they joined an encounter nobody is in.

        Raises:
            RuleError: a creature belongs to another ruleset.
        """
        staging = staging_context(self._controller.session, self._library())
        nobody = replace(staging.context, state=replace(staging.context.state, combatants={}))
        plan = EncounterPlan(recruits=self._recruits.of_keys(keys))
        joining = expected_combatants(replace(staging, context=nobody), plan)
        return Party(name=name, members=tuple(each for each in joining if each.side == "pc"))

    def _save(self, party: Party) -> int | None:
        """Returns the row of the party that was saved; None if there was nobody to save, or the file did not let it."""
        if not party.members:
            self._document.refused.emit(refuse("gui.encounters.no_characters"))
            return None
        store = self._document.campaign.prepared
        if not self._document.attempt(lambda: save_party(store, self._ruleset, party)):
            return None
        self._document.changed.emit()
        return next((each.row for each in self.parties() if each.name == party.name), None)

    @Slot(int)
    def remove_party(self, row: int) -> None:
        """Removes a party from the campaign and from the plan."""
        parties = self._document.campaign.prepared.parties
        self._document.attempt(lambda: parties.remove([row]))
        if self._document.plan.party == row:
            self.choose_party(None)
        self._document.changed.emit()
