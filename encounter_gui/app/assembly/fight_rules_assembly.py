"""The rules and the game of the open fight joined with the window and the campaign. Made after the first paint."""

from encounter_gui import paths
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.start.start_controller import StartController
from encounter_gui.gui.control.prompt_controller import PromptController
from encounter_gui.gui.encounters.game_dialog import GameController, GameMeans
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.gui.workshop.fight_rules.fight_rules_controller import (
    FightRulesController,
    FightRulesMeans,
)
from encounter_gui.play.prep.ruleset_repository import RulesetRepository


def fight_rules(
    window: MainWindow,
    prompts: PromptController,
    resources: UiResources,
    campaigns: CampaignController,
    start: StartController,
    rulesets: RulesetRepository,
) -> FightRulesController:
    """Returns what offers the open fight newer rules, and what its entry of the menu opens."""
    means = FightRulesMeans(
        campaign=lambda: campaigns.campaign,
        encounter=lambda: campaigns.encounter,
        open_encounter=lambda made: start.attempt(lambda: campaigns.open_encounter(made)),
        book=rulesets.one,
    )
    made = FightRulesController(window, campaigns.controller, prompts, resources.texts, means)
    campaigns.encounter_opened.connect(made.look)  # once it is known which one it is
    window.actions_of["fight_rules"].triggered.connect(made.show)
    return made


def games(
    window: MainWindow,
    resources: UiResources,
    campaigns: CampaignController,
    start: StartController,
) -> GameController:
    """Returns what changes the game of the open encounter, and that of new ones."""
    means = GameMeans(
        campaign=lambda: campaigns.campaign,
        encounter=lambda: campaigns.encounter,
        games=paths.rulesets,
        open_encounter=lambda made: start.attempt(lambda: campaigns.open_encounter(made)),
    )
    made = GameController(window, campaigns.controller, resources.texts, means)
    window.actions_of["change_game"].triggered.connect(made.show)
    return made
