"""Own rules that are given away and taken in, joined with the window and the campaign. Made after the first paint."""

from collections.abc import Callable

from encounter_gui import paths
from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.services import games_found
from encounter_gui.app.start.start_controller import StartController
from encounter_gui.gui.control.prompt_controller import PromptController
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.gui.workshop.share.share_controller import ShareController, ShareMeans
from encounter_gui.play.rulesets.installed import InstalledRulesets


def rules_sharing(
    window: MainWindow,
    prompts: PromptController,
    resources: UiResources,
    campaigns: CampaignController,
    start: StartController,
    prep: Prep,
    forget_rulesets: Callable[[], None],
) -> ShareController:
    """Returns what takes rules in and gives them away; ``forget_rulesets`` has them read anew when they are needed."""
    folder = paths.user_folder()

    def reread() -> None:
        forget_rulesets()
        games_found.cache_clear()

    means = ShareMeans(
        campaign=lambda: campaigns.campaign if campaigns.is_open else None,
        current=lambda: start.game,
        installed=InstalledRulesets(
            folder / "rulesets", paths.ruleset_texts, paths.is_shipped_ruleset
        ),
        files=paths.ruleset_texts,
        listed=paths.rulesets,
        reread=reread,
        tell=start.tell,
        folder=folder,
    )
    sharing = ShareController(window, prompts, resources, means)
    actions = window.actions_of
    actions["take_in_rules"].triggered.connect(sharing.ask_files)
    actions["share_rules"].triggered.connect(sharing.ask_share)
    actions["rulesets"].triggered.connect(sharing.show_installed)
    prep.drop.rules_dropped.connect(sharing.read)
    start.rules_requested.connect(sharing.read)
    return sharing
