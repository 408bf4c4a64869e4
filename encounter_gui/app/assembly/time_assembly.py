"""The time between fights joined with the window and the campaign. Made after the first paint."""

from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.start.start_controller import StartController
from encounter_gui.core.ids import EncounterId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.prompt_controller import PromptController
from encounter_gui.gui.time.time_controller import TimeController, TimeMeans
from encounter_gui.gui.window.main_window import MainWindow, UiResources


def time_between(
    window: MainWindow,
    controller: EncounterController,
    prompts: PromptController,
    resources: UiResources,
    campaigns: CampaignController,
    start: StartController,
) -> TimeController:
    """Returns the time between fights, which opens that of the game played, and the fight again that was open."""
    before: dict[str, EncounterId] = {}

    def open_time() -> None:
        campaign, ruleset = campaigns.campaign, controller.context.ruleset.id
        name = resources.texts.text_of("play.time_name")
        before[str(campaign.path)] = campaigns.encounter

        def open_it() -> None:
            campaigns.open_encounter(campaign.time.open(name, campaign.ruleset(ruleset)))

        start.attempt(open_it)

    def leave() -> None:
        campaign = campaigns.campaign
        fights = [each.id for each in campaign.encounters()]
        wanted = before.get(str(campaign.path))
        if wanted not in fights:
            wanted = next(reversed(fights), None)
        if wanted is not None:
            fight = wanted
            start.attempt(lambda: campaigns.open_encounter(fight))

    means = TimeMeans(open=open_time, leave=leave)
    return TimeController(window, controller, prompts, resources, means)
