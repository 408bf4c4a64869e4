"""The next encounter of a party, planned from the one it comes out of."""

from encounter_gui.core.ids import EncounterId
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Switch
from encounter_gui.rules.model.prepared import EncounterPlan


def plan_next(campaign: OpenCampaign, before: RulesContext, name: str, party: int) -> EncounterId:
    """Makes an encounter by the rules and switches of one before it, planned with a party by its row.

    Raises:
        AppError: the ruleset cannot be used, or the file not be written; nothing is made.
    """
    with campaign.together():
        made = campaign.new_encounter(name, before.ruleset.id)
        session = campaign.session(made)
        for key, to in before.state.switches.items():
            session.perform(Switch(key=key, to=to))
        campaign.prepared.put_plan(made, EncounterPlan(party=party))
    return made
