"""What the library works with: the creatures of the open campaign, the rulesets, and where a creature is used."""

from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.services import ruleset
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.library.control.library_controller import LibraryServices
from encounter_gui.play.prep.creature_uses import CreatureUse, creature_uses
from encounter_gui.play.prep.ruleset_repository import RulesetRepository


def library_services(
    campaigns: CampaignController,
    controller: EncounterController,
    rulesets: RulesetRepository,
    texts: MessageCatalog,
) -> LibraryServices:
    """Returns what the library of the open campaign works with."""
    campaign = campaigns.campaign

    def mistake_in(ruleset_id: str) -> str:
        try:
            ruleset(ruleset_id)
        except AppError as error:
            return explained(error, texts)
        return ""

    def renew() -> None:
        if controller.is_open:
            campaign.renew(campaigns.encounter, controller.session)

    def uses(key: str) -> tuple[CreatureUse, ...]:
        creatures = campaign.library(rulesets).items
        try:
            return tuple(creature_uses(campaign.prepared, campaign.encounters(), creatures, key))
        except AppError:
            return ()  # the list of encounters says what cannot be read

    return LibraryServices(
        creatures=campaign.library(rulesets),
        rulesets=rulesets,
        mistake_in=mistake_in,
        setting=campaign.setting,
        keep_setting=campaign.keep_setting,
        renew=renew,
        uses=uses,
    )
