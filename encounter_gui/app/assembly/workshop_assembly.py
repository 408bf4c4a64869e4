"""The rules workshop joined with the window and the campaign; its page is made when it is first opened."""

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.start.start_controller import StartController
from encounter_gui.gui.control.actions import ActionId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.large.undo_target import OwnUndo
from encounter_gui.gui.window.action_handlers import ActionHandlers
from encounter_gui.gui.window.connections import Connections
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.rules.view import Heading

if TYPE_CHECKING:  # imported when it is first opened
    from encounter_gui.gui.workshop.workshop_controller import WorkshopController

PAGE: ActionId = "workshop"


class WorkshopAssembly(QObject):
    """Opens the own rules of the game that is played, and leaves them for whatever else is asked for."""

    trial_requested = Signal()
    """A copy of the fight is to go on by the draft."""

    def __init__(
        self,
        window: MainWindow,
        connections: Connections,
        handlers: ActionHandlers,
        resources: UiResources,
        campaigns: CampaignController,
        start: StartController,
        rulesets: RulesetRepository,
    ) -> None:
        """Takes the window with its parts, the campaign, what says why something is refused, and the games."""
        super().__init__(window)
        self._window, self._resources, self._start = window, resources, start
        self._campaigns, self._handlers = campaigns, handlers
        self._connections, self._rulesets = connections, rulesets
        self._controller: EncounterController = connections.controller
        self._heading: Heading | None = None
        self._name = ""
        self.workshop: WorkshopController | None = None
        window.actions_of["workshop"].triggered.connect(self.toggle)
        window.whole_page.changed.connect(self._follow_page)
        window.large_panels.changed.connect(self._leave_for)
        connections.views.heading_changed.connect(self._keep_heading)
        self._controller.closing.connect(self._close)
        campaigns.encounter_opened.connect(self._open_other)

    def _made(self) -> "WorkshopController":
        if self.workshop is None:
            from encounter_gui.app.assembly.impact_assembly import impact_panel
            from encounter_gui.gui.workshop.workshop_controller import WorkshopController
            from encounter_gui.gui.workshop.workshop_page import WorkshopPage

            icons, texts = self._resources.icons, self._resources.texts
            attack = self._connections.attack
            impact = impact_panel(
                self._resources, self._campaigns, self._controller, attack, self._rulesets
            )
            page = WorkshopPage(icons, texts, impact)
            made = self.workshop = WorkshopController(page, impact, icons, texts, self)
            self._window.take_whole_page(PAGE, page)
            made.left.connect(self._window.whole_page.leave)
            made.renamed.connect(self._show_name)
            made.rule_requested.connect(self._handlers.dialogs.show_rule)
            made.share_requested.connect(self._window.actions_of["share_rules"].trigger)
            made.trial_requested.connect(self.trial_requested)
        return self.workshop

    # ---- opening and leaving

    @Slot()
    def toggle(self) -> None:
        """Opens the workshop, or what was there before."""
        if self._window.whole_page.is_shown:
            self._window.whole_page.leave()
        else:
            self.open()
        self._window.actions_of["workshop"].setChecked(self._window.whole_page.is_shown)

    def open(self) -> None:
        """Opens the own rules of the game that is played, with the keyboard in the values."""
        if not self._controller.is_open:
            return

        def show() -> None:
            made = self._made()
            rules, game = self._campaigns.campaign.own_rules, self._controller.context.ruleset.id
            if not made.shows(rules.repository, game):
                made.open(rules.workshop(game))
                rules.repository.follow(self._look_later)
            self._window.whole_page.show()
            self._show_heading()
            made.page.setFocus()

        self._start.attempt(show)

    def _look_later(self) -> None:
        """Looks once what is being done is done: a step of the page's own makes versions as well."""
        QTimer.singleShot(0, self, self._look_again)

    @Slot()
    def _look_again(self) -> None:
        """Reads the rules anew where a version has come or gone that the page knows nothing of."""
        document = self.workshop.document if self.workshop is not None else None
        if self.workshop is None or document is None or document.is_up_to_date:
            return
        self.workshop.open(document.workshop.again())
        if self._window.whole_page.is_shown:
            self._use_undo()

    @Slot()
    def _follow_page(self) -> None:
        is_shown = self._window.whole_page.is_shown
        self._window.rail.mark(PAGE, is_open=is_shown)
        self._window.turn_bar.use_page(is_shown=is_shown)
        self._window.actions_of["workshop"].setChecked(is_shown)
        if is_shown:
            self._use_undo()
            return
        self._window.undo_target.use(None)
        if self.workshop is not None:
            self.workshop.page.commit_typed()
        if self._heading is not None:
            self._window.turn_bar.show_heading(self._heading)

    def _use_undo(self) -> None:
        document = self.workshop.document if self.workshop is not None else None
        if document is not None:
            own = OwnUndo(steps=document.steps, undo=document.undo, redo=document.redo)
            self._window.undo_target.use(own)

    @Slot(object)
    def _leave_for(self, panel: object) -> None:
        if panel is not None:
            self._window.whole_page.leave()

    @Slot()
    def _close(self) -> None:
        self._window.whole_page.leave()
        if self.workshop is not None:
            self.workshop.close()

    @Slot(int)
    def _open_other(self, _encounter: int) -> None:
        self._window.whole_page.leave()

    # ---- the heading

    @Slot(object)
    def _keep_heading(self, heading: Heading) -> None:
        self._heading = heading
        if self._window.whole_page.is_shown:
            self._show_heading()

    @Slot(str)
    def _show_name(self, name: str) -> None:
        self._name = name
        if self._window.whole_page.is_shown:
            self._show_heading()

    def _show_heading(self) -> None:
        if self._heading is None:
            self._heading = self._controller.system.heading(self._controller.context)
        title = self._resources.texts.text_of("gui.workshop.title")
        shown = replace(self._heading, round=title, part=self._name, actors="", side=None)
        self._window.turn_bar.show_heading(shown)
