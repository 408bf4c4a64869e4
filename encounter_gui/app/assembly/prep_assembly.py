"""What is prepared rather than played: import, export and the encounter to come. Made after the first paint."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from encounter_gui.app.start.welcome_assembly import game_choices
from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.prompt_controller import PromptController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.encounters.encounter_list import EncounterList
from encounter_gui.gui.encounters.encounter_panel import EncounterPanel
from encounter_gui.gui.encounters.plan.plan_controller import PlanController
from encounter_gui.gui.encounters.plan.plan_prompts import PlanPrompts
from encounter_gui.gui.encounters.plan.plan_view import PlanView
from encounter_gui.gui.encounters.prep_workspace import PrepWorkspace
from encounter_gui.gui.forecast.forecast_controller import ForecastStatus
from encounter_gui.gui.forecast.forecast_words import difficulty
from encounter_gui.gui.library.library_workspace import LibraryWorkspace, PlanSummary
from encounter_gui.gui.transfer.export_controller import ExportController, ExportMeans
from encounter_gui.gui.transfer.file_drop import FileDrop
from encounter_gui.gui.transfer.import_controller import ImportController, ImportMeans
from encounter_gui.gui.window.action_handlers import ActionHandlers
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.note_links import find_handout
from encounter_gui.play.prep.rosters import overlays
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.rules.model.games.ruleset_info import ListedRuleset
from encounter_gui.rules.model.ruleset import Ruleset

if TYPE_CHECKING:  # made when it is first opened
    from encounter_gui.gui.forecast.tuning.tuning_page import TuningPage


class PrepServices(Struct, frozen=True, kw_only=True):
    """What prep works with: the open campaign, the encounter open in it, and the rulesets there are.

    ``build`` returns a ruleset by its id, or says what is wrong with it; ``files`` its files, name to text.
    """

    campaign: Callable[[], OpenCampaign]
    encounter: Callable[[], EncounterId]
    rulesets: RulesetRepository
    build: Callable[[str], Ruleset]
    listed: Callable[[], tuple[ListedRuleset, ...]]
    files: Callable[[str], Mapping[str, str]]


class Prep(QObject):
    """Makes the parts of prep and joins them to the window."""

    creature_requested = Signal(str)
    """The key of a creature that is to be shown."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        handlers: ActionHandlers,
        prompts: PromptController,
        resources: UiResources,
        settings: Settings,
        services: PrepServices,
    ) -> None:
        """Takes the window, the controllers of encounter and prompts, and the services of prep."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._services = services
        self._resources = resources
        self._forecast = handlers.dialogs.forecast
        self._prompts = prompts
        self.tuning: TuningPage | None = None
        self._shown = (EncounterId(0), "")
        self.panel = EncounterPanel(resources.icons, resources.texts)
        window.add_encounter_page(self.panel)
        self.plans = PlanController(controller, self.library, self)
        self.fights = EncounterList(controller, self)
        self.due = PlanPrompts(controller, self.plans, prompts, resources.texts)
        self.room = PrepWorkspace(window, self.panel, self.plans, self.fights, self.due, resources)
        self.imports = ImportController(window, prompts, resources, settings, self._import_means())
        self.exports = ExportController(window, prompts, resources, self._export_means())
        self.drop = FileDrop(window)
        self._join(handlers, prompts)

    def _join(self, handlers: ActionHandlers, prompts: PromptController) -> None:
        actions, plans = self._window.actions_of, self.plans
        actions["import_files"].triggered.connect(self.imports.ask_files)
        actions["paste_creatures"].triggered.connect(self.imports.paste)
        actions["export"].triggered.connect(self.exports.ask)
        actions["prepare"].triggered.connect(self._turn)
        actions["waves"].triggered.connect(self._show_waves)
        actions["notes"].triggered.connect(self._show_notes)
        self._window.side_changed.connect(self._mark)
        self.panel.tabs.currentChanged.connect(self._mark)
        actions["accept"].triggered.connect(prompts.accept_offer)
        handlers.starts_plan = plans.staging.start_planned
        self.drop.dropped.connect(self.imports.read)
        self.imports.imported.connect(plans.tell)
        self.imports.encounters_changed.connect(self.fights.tell)
        plans.planned_changed.connect(self._follow)
        self.panel.tuning_requested.connect(self.show_tuning)
        plans.expected_changed.connect(self._forecast.show_expected)
        plans.moment_changed.connect(self._show_waves_to_come)
        self._forecast.changed.connect(self._show_difficulty)
        plans.staging.started.connect(self._show_fight)
        plans.staging.selection_wanted.connect(self._window.table.select)
        self.fights.open_requested.connect(handlers.files.encounter_requested)
        self.panel.notes.links.chosen.connect(self.open_link)
        self.panel.handouts.links.chosen.connect(self.open_link)
        self.panel.fights.new_requested.connect(actions["new_encounter"].trigger)
        self._window.table.combatant_selected.connect(self._look_at)

    def open(self) -> None:
        """Opens the plan of the open encounter.

        Raises:
            SaveError: its plan cannot be read.
        """
        campaign = self._services.campaign()
        self.plans.open(campaign, self._services.encounter())
        self.fights.open(campaign, self._services.encounter())

    def join_library(self, room: LibraryWorkspace) -> None:
        """Joins the library with what is planned: creatures go into the plan, an empty plan shows what to do."""
        self._library_room = room
        self.plans.planned_changed.connect(self._tell_plan)
        room.plan_requested.connect(self.plans.editor.drop)
        room.party_requested.connect(self.panel.open_party_menu)
        room.party_save_requested.connect(self.room.ask_party_of)
        room.encounter_requested.connect(self.fights.open_requested)
        room.link_requested.connect(self.open_link)
        self.creature_requested.connect(room.show_creature)
        room.export_requested.connect(self._export)

    @Slot(object)
    def _tell_plan(self, plan_view: PlanView | None) -> None:
        if plan_view is None:
            return
        ruleset = plan_view.ruleset
        foes = [each.name for each in ruleset.creatures if each.side == "foe"]
        has_sample = any(each.ruleset == ruleset.id for each in game_choices())
        texts = self._resources.texts
        is_empty = plan_view.stage == "ready" and not plan_view.heads[1] and not plan_view.on_table
        self._library_room.follow_plan(
            PlanSummary(
                is_empty=is_empty,
                examples=tuple(foes[:2]) or ("",),
                sample=texts.text_of(f"welcome.{ruleset.id}.sample") if has_sample else "",
                has_parties=bool(plan_view.parties),
            )
        )

    @Slot(tuple)
    def _export(self, keys: tuple[str, ...]) -> None:
        self.exports.select(keys)
        self.exports.ask()

    def bring_in(self, path: Path) -> None:
        """Reads a file of creatures; asks for files if the path is empty."""
        if path.name:
            self.imports.read([path])
        else:
            self.imports.ask_files()

    def library(self) -> CreatureRepository:
        """Returns the library of the open campaign."""
        return self._services.campaign().library(self._services.rulesets)

    def _import_means(self) -> ImportMeans:
        services = self._services
        return ImportMeans(
            campaign=services.campaign,
            library=self.library,
            build=services.build,
            known=services.rulesets.one,
            listed=services.listed,
            files=services.files,
            current=lambda: self._controller.session.game.ruleset.id,
        )

    def _export_means(self) -> ExportMeans:
        services = self._services
        return ExportMeans(
            campaign=services.campaign,
            library=self.library,
            build=services.build,
            current=services.encounter,
        )

    # ---- how hard it will be

    @Slot(object)
    def _show_difficulty(self, status: ForecastStatus) -> None:
        """Says it in the builder until the fight begins; while it is worked out anew, the last figure stays."""
        is_before = self._controller.is_open and self._controller.context.state.stage == "ready"
        words = ""
        if is_before and status.forecast is not None:
            words = difficulty(status.forecast, self._resources.texts)
        self.panel.show_difficulty(words)

    @Slot()
    def _show_waves_to_come(self) -> None:
        self._forecast.show_waves(self.plans.later_waves())

    @Slot()
    def show_tuning(self) -> bool:
        """Opens how hard it will be beside the roster, or closes it; returns False where no foes are planned."""
        if self._window.shows_tuning:
            self._close_tuning()
            return True
        if self.tuning is None:
            self.tuning = self._made_tuning()
        if not self._follow_tuning():
            return False
        self._window.show_tuning(is_shown=True)
        self.tuning.counts[0].slider.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _made_tuning(self) -> "TuningPage":
        from encounter_gui.gui.forecast.tuning.tuning_page import TuningPage

        page = TuningPage(self._controller, self._resources.icons, self._resources.texts)
        page.left.connect(self._close_tuning)
        self._window.take_tuning(page)
        self._window.tuning_closed.connect(self._stop_tuning)
        self._controller.closed.connect(self._close_tuning)
        return page

    def _follow_tuning(self) -> bool:
        """Shows the plan as it stands now; returns whether there are foes, and the fight has not begun."""
        from encounter_gui.gui.forecast.tuning.tuning_points import TunedPlan

        plans, recruits = self.plans, self.plans.recruits
        is_before = self._controller.is_open and self._controller.context.state.stage == "ready"
        foes = tuple(
            (place, recruits.name_of(each), each)
            for place, each in enumerate(plans.plan.recruits if is_before else ())
            if recruits.side_of(each) == "foe"
        )
        if self.tuning is None or not foes:
            return False
        context = self._controller.context
        plan = TunedPlan(
            foes=foes,
            overlays=overlays(context.ruleset),
            cover=tuple(
                (each.key, each.name)
                for each in context.ruleset.conditions
                if each.icon == "cover" and each.by_hand
            ),
            present=tuple(context.state.combatants.values()),
            expected=plans.expected_with,
            threat=plans.threat_with,
            take=plans.editor.set_recruits,
            waves=plans.later_waves(),
        )
        self.tuning.show_plan(plan, self._forecast.orders)
        return True

    @Slot()
    def _close_tuning(self) -> None:
        self._window.show_tuning(is_shown=False)

    @Slot()
    def _stop_tuning(self) -> None:
        if self.tuning is not None:
            self.tuning.show_plan(None, self._forecast.orders)

    # ---- which page stands at the right

    @Slot()
    def _turn(self) -> None:
        """Shows what is prepared, ready to be typed in; from there, the selected combatant again."""
        if self._window.shows_encounter and self._is_at_work:
            self._window.show_encounter(shown=False)
            self._window.table.setFocus()
        else:
            self.enter_roster()

    @Slot()
    def enter_roster(self) -> None:
        """Shows what is prepared, with the keyboard where who comes is typed."""
        self._window.show_encounter(shown=True)
        self.panel.take_focus()

    @Slot()
    def _show_waves(self) -> None:
        """Shows who comes later; from there, the selected combatant again."""
        self._turn_to("later", self.panel.later)

    @Slot()
    def _show_notes(self) -> None:
        """Shows what is written of the encounter, with the keyboard in its notes; from there, the combatant again."""
        self._turn_to("notes", self.panel.notes.notes)

    def open_notes(self, encounter: EncounterId, handout: int | None = None) -> None:
        """Opens an encounter at what is written of it, or at the handout in a place of it."""
        if encounter != self._services.encounter():
            self.fights.open_requested.emit(encounter)
        self._window.show_encounter(shown=True)
        self.panel.show_tab("notes" if handout is None else "handouts")
        if handout is not None:
            self.panel.handouts.choose(encounter, handout)

    @Slot(object)
    def open_link(self, name: str) -> None:
        """Opens what a note links to by its name: a creature (best of the game played), encounter or handout."""
        wanted, played = name.casefold(), self._controller.session.game.ruleset.id
        named = [each for each in self.library().items if each.name.casefold() == wanted]
        if named:
            best = max(named, key=lambda each: (each.ruleset == played, each.is_own))
            self.creature_requested.emit(best.key)
            return
        campaign = self._services.campaign()
        encounters = campaign.encounters()
        for listed in encounters:
            if listed.name.casefold() == wanted:
                self.fights.open_requested.emit(listed.id)
                return
        try:
            handout = find_handout(campaign.prepared, encounters, name)
        except AppError:
            handout = None  # the list of encounters says what cannot be read
        if handout is not None:
            self.open_notes(*handout)
            return
        self._prompts.say(self._resources.texts.text_of("gui.links.unknown", name=name))

    def _turn_to(self, tab: str, entrance: QWidget) -> None:
        if self._window.shows_encounter and self.panel.tab == tab:
            self._window.show_encounter(shown=self._window.is_prep)
            self.panel.show_tab("roster")
            self._window.table.setFocus()
            return
        self._window.show_encounter(shown=True)
        self.panel.show_tab(tab)
        entrance.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def _mark(self) -> None:
        """Marks in the rail which page of the encounter stands at the right."""
        tab = self.panel.tab if self._window.shows_encounter else ""
        self._window.rail.mark("prepare", is_open=tab in ("roster", "all"))
        self._window.rail.mark("waves", is_open=tab == "later")
        self._window.rail.mark("notes", is_open=tab in ("notes", "handouts"))

    @property
    def _is_at_work(self) -> bool:
        """Whether the keyboard is in the panel."""
        focus = QApplication.focusWidget()
        return focus is not None and self.panel.isAncestorOf(focus)

    @Slot()
    def _show_fight(self) -> None:
        """The fight has begun: it takes the window, with the keyboard where its first dice are typed."""
        self._close_tuning()
        self._window.show_encounter(shown=False)
        self._library_room.show_fight()
        self._window.log.prompt.take_focus()

    @Slot(object)
    def _follow(self, plan_view: PlanView | None) -> None:
        """An encounter nobody is in yet is there to be prepared."""
        if self._window.shows_tuning and not self._follow_tuning():
            self._close_tuning()
        if plan_view is None:
            return
        before, self._shown = self._shown, (plan_view.encounter, plan_view.stage)
        if before[0] != plan_view.encounter:
            is_empty = plan_view.stage == "ready" and plan_view.on_table == 0
            self._window.show_encounter(shown=is_empty or self._window.is_prep)
        elif before[1] != plan_view.stage:
            self.fights.tell()

    @Slot(str)
    def _look_at(self, who: CombatantId) -> None:
        """Whoever is picked in the table is looked at, unless the plan is being worked on."""
        if who and not self._is_at_work and not self._window.is_prep:
            self._window.show_encounter(shown=False)
