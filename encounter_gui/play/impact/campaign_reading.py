"""What of an open campaign the workshop looks at: its encounters one by one, and one of them to be forecast."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.events import CombatantAdded
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.impact.affected import EncounterUse, encounter_use
from encounter_gui.play.impact.fighters import fighters
from encounter_gui.play.impact.following import Cast
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.staging import (
    expected_at_start,
    has_joined,
    joined_setting,
    staging_context,
)
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.engine.battlefield.battle import is_foe, takers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.storage.campaign import Listed


class ComparedEncounter(Struct, frozen=True, kw_only=True, eq=False):
    """An encounter that can be forecast: as it stands, or, where it is over, as it began."""

    id: EncounterId
    name: str
    context: RulesContext


class CampaignReading:
    """Reads the encounters of one game; what has been read is read again only where something has happened in it."""

    def __init__(self, campaign: OpenCampaign, library: CreatureRepository, ruleset: str) -> None:
        """Takes the open campaign, its library, and the id of the game."""
        self.campaign = campaign
        self._library = library
        self._ruleset = ruleset
        self._uses: dict[EncounterId, tuple[object, EncounterUse]] = {}

    def cast(self, ruleset: Ruleset, fight: RulesContext | None, usual: tuple[str, str]) -> Cast:
        """Returns everybody who can attack and be attacked; ``usual`` are the ids of who attacks whom in the fight."""
        store = self.campaign.prepared
        everybody = fighters(ruleset, store.creatures.all(), store.parties.all(), fight)
        who, target = (f"fight:{each}" if each else "" for each in usual)
        return Cast(fighters=everybody, usual=(who, target))

    def uses(self) -> Iterator[EncounterUse]:
        """Yields what the encounters of the game hold, one at a time; those that cannot be read are left out."""
        for listed in self._listed():
            try:
                yield self._use(listed)
            except AppError:
                continue

    def _listed(self) -> tuple[Listed, ...]:
        return tuple(each for each in self.campaign.encounters() if each.ruleset == self._ruleset)

    def _use(self, listed: Listed) -> EncounterUse:
        plan = self.campaign.prepared.plan(listed.id)
        stamp = (listed.name, listed.entry_count, plan)
        known = self._uses.get(listed.id)
        if known is None or known[0] != stamp:
            state = self.campaign.look_at(listed.id).state
            use = encounter_use(listed.name, listed.id, plan, state, self._ruleset)
            known = self._uses[listed.id] = (stamp, use)
        return known[1]

    def compared(self) -> ComparedEncounter | None:
        """Returns the encounter to be forecast: the one played last, else the newest that can be; None: none can."""
        current = self.campaign.current()
        listed = sorted(self._listed(), key=lambda each: (each.id == current, each.id))
        for each in reversed(listed):
            try:
                found = self._compared(each)
            except AppError:
                continue
            sides = {is_foe(member) for member in takers(found.context.state)}
            if len(sides) > 1:
                return found
        return None

    def _compared(self, listed: Listed) -> ComparedEncounter:
        session = self.campaign.look_at(listed.id)
        context = session.head_context
        if context.state.stage == "ended":
            context = replace(context, state=_beginning(session))
        elif context.state.stage == "ready":
            context = self._with_planned(listed.id, session, context)
        return ComparedEncounter(id=listed.id, name=listed.name, context=context)

    def _with_planned(
        self, encounter: EncounterId, session: EncounterSession, context: RulesContext
    ) -> RulesContext:
        """Returns an encounter that has not begun with everybody who will join when it does."""
        joined = self.campaign.setting(joined_setting(encounter))
        if has_joined(joined, session.log.path()):
            return context
        store = self.campaign.prepared
        plan = store.plan(encounter)
        party = next((each.value for each in store.parties.all() if each.row == plan.party), None)
        staging = replace(staging_context(session, self._library), context=context)
        expected = expected_at_start(staging, encounter, plan, party)
        added = (CombatantAdded(combatant=each) for each in expected)
        return replace(context, state=fold(context.state, added))


def _beginning(session: EncounterSession) -> EncounterState:
    """Returns the state in which a fight began: the last one before its first round."""
    state = EncounterState()
    for entry in session.log.path():
        after = fold(state, entry.events)
        if after.stage == "running":
            return state
        state = after
    return state
