"""The panel of the rules workshop that shows what a change makes, joined with the campaign and the fight."""

from encounter_gui import paths
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.gui.control.attack_controller import AttackController
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.window.main_window import UiResources
from encounter_gui.gui.workshop.impact.impact_controller import ImpactReader
from encounter_gui.gui.workshop.impact.impact_panel import ImpactPanel
from encounter_gui.play.impact.campaign_reading import CampaignReading
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.rules.engine.context import RulesContext


def impact_panel(
    resources: UiResources,
    campaigns: CampaignController,
    controller: EncounterController,
    attack: AttackController,
    rulesets: RulesetRepository,
) -> ImpactPanel:
    """Returns the panel; it looks at the open campaign, the fight on the table, and the attack that is set up in it."""

    def fight() -> RulesContext | None:
        return controller.context if controller.is_open else None

    def usual() -> tuple[str, str]:
        if not controller.is_open:
            return "", ""
        form = attack.form
        target = next((each.chosen for each in form.fields if each.key == "target"), "")
        return str(form.actor or ""), target

    def version(game: str) -> int:
        newest = campaigns.campaign.own_rules.repository.newest(game)
        return newest.version if newest is not None else 0

    known: dict[str, CampaignReading] = {}

    def reading(game: str) -> CampaignReading:
        campaign = campaigns.campaign
        if game not in known or known[game].campaign is not campaign:
            known[game] = CampaignReading(campaign, campaign.library(rulesets), game)
        return known[game]

    reader = ImpactReader(
        reading=reading,
        examples=paths.worked_examples,
        version=version,
        fight=fight,
        usual=usual,
    )
    return ImpactPanel(resources.icons, resources.texts, reader)
