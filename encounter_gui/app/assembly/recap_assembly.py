"""The end of a fight joined with the window: the offer to end it, and its recap. Made after the first paint."""

from encounter_gui.app.assembly.prep_assembly import Prep
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.gui.printing.print_controller import PrintController
from encounter_gui.gui.recap.end_offer import EndOffer
from encounter_gui.gui.recap.recap_controller import RecapController, RecapMeans
from encounter_gui.gui.window.connections import Connections
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.next_encounter import plan_next


def recap_with_offer(
    window: MainWindow,
    connections: Connections,
    resources: UiResources,
    campaigns: CampaignController,
    prep: Prep,
    printing: PrintController,
) -> tuple[RecapController, EndOffer]:
    """Returns the recap, which prints and exports, and the offer that leads to it."""
    controller = connections.controller

    def plan_next_with(party: int) -> None:
        before = controller.context
        name = resources.texts.text_of("recap.next_name", name=before.state.name)
        made = plan_next(campaigns.campaign, before, name, party)
        campaigns.open_encounter(made)
        window.actions_of["prepare"].trigger()

    means = RecapMeans(
        campaign=lambda: campaigns.campaign,
        planned=lambda: prep.plans.plan.party if prep.plans.is_open else None,
        plan_next=plan_next_with,
        print_summary=printing.open,
        export_summary=printing.ask_export,
    )
    recap = RecapController(window, controller, resources, means)
    printing.printed.connect(recap.carry_panel.tell)
    printing.refused.connect(recap.refuse)
    return recap, EndOffer(controller, connections.prompts, resources.texts, controller)
