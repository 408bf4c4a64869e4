"""The program with its window: the one place where all parts are joined."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QThreadPool, Slot
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.assembly.field_assembly import FieldAssembly
from encounter_gui.app.assembly.forecast_connections import ForecastConnections
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.campaign.recent_campaigns import RecentCampaigns
from encounter_gui.app.campaign_connections import CampaignConnections
from encounter_gui.app.choices.key_choice import KeyChoice
from encounter_gui.app.choices.theme_choice import ThemeChoice, read_shipped
from encounter_gui.app.services import (
    games_found,
    help_pages,
    outside,
    rule_texts,
    ruleset,
    ruleset_ids,
    warmed_up,
)
from encounter_gui.app.start.start_controller import StartController
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.compare.compare_connections import CompareConnections
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.background_tasks import BackgroundTasks
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.garbage_collection import GarbageCollection
from encounter_gui.gui.control.roller_controller import RollerController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.library.library_workspace import LibraryWorkspace
from encounter_gui.gui.simultaneous.tie_connections import TieConnections, TieParts
from encounter_gui.gui.theme.painting.body_figure import read_figure
from encounter_gui.gui.window.action_handlers import ActionHandlers
from encounter_gui.gui.window.connections import Connections
from encounter_gui.gui.window.declaring import DeclareConnections
from encounter_gui.gui.window.first_paint import FirstPaint
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view import Notice

if TYPE_CHECKING:  # made after the first paint
    from encounter_gui.app.assembly.new_game_assembly import NewGameMaker
    from encounter_gui.app.assembly.palette_assembly import PaletteAssembly, PaletteServices
    from encounter_gui.app.assembly.prep_assembly import Prep
    from encounter_gui.app.assembly.workshop_assembly import WorkshopAssembly
    from encounter_gui.app.choices.preferences import Preferences
    from encounter_gui.gui.encounters.game_dialog import GameController
    from encounter_gui.gui.library.control.library_controller import LibraryServices
    from encounter_gui.gui.players.players_view import PlayersViewController
    from encounter_gui.gui.printing.print_controller import PrintController
    from encounter_gui.gui.recap.end_offer import EndOffer
    from encounter_gui.gui.recap.recap_controller import RecapController
    from encounter_gui.gui.time.time_controller import TimeController
    from encounter_gui.gui.workshop.fight_rules.fight_rules_controller import FightRulesController
    from encounter_gui.play.prep.creature_repository import CreatureRepository
    from encounter_gui.play.prep.note_links import EncounterNote
    from encounter_gui.reports.content.report_context import ReportContext

_IMPORTED_LATER = (
    "app.assembly.palette_assembly",
    "app.assembly.prep_assembly",
    "gui.command_line.palette_controller",
    "gui.damage.damage_panel",
)
"""What is imported beside the window's thread, before somebody needs it."""

_PATIENCE = 5000  # ms a thread is waited for when the window closes


class Program(QObject):
    """A campaign, the encounter that is open, and the window on it."""

    _read_ahead: Callable[[], object] = staticmethod(lambda: None)
    """Reads in another thread what own rules are laid over."""
    workshop: "WorkshopAssembly"
    fight_rules: "FightRulesController"
    games: "GameController"
    palette: "PaletteAssembly"
    recap: "RecapController"
    time: "TimeController"
    ending: "EndOffer"
    new_games: "NewGameMaker | None" = None

    def __init__(
        self, app: QApplication, settings: Settings, texts: MessageCatalog, *, theme: str = ""
    ) -> None:
        """Makes the window, with nothing open; ``theme`` empty: as set.

        Raises:
            DataError: a file that comes with the program is broken.
        """
        super().__init__()
        self._settings = settings
        self._texts = texts
        self._is_ended = False
        self.prep: Prep | None = None
        self._to_bring_in: Path | None = None
        self.players: PlayersViewController | None = None
        recent = RecentCampaigns(settings, texts, _die_of)
        self._rulesets = RulesetRepository(ruleset, ruleset_ids)
        self.theme_choice = ThemeChoice(app, settings, theme, self)
        figure = read_figure(paths.data_folder("resources") / "body" / "figure.svg")
        resources = self._resources = UiResources(
            icons=self.theme_choice.icons, figure=figure, texts=texts
        )
        self.controller = EncounterController(self)
        self.window = MainWindow(resources)
        self.connections = Connections(self.window, self.controller, resources)
        self.handlers = ActionHandlers(self.window, self.controller, resources, outside(texts))
        self.room = LibraryWorkspace(
            self.window, self.controller, self.connections.views, resources
        )
        self.keys = KeyChoice(self.window, settings, resources.icons, texts)
        self.declaring = DeclareConnections(self.window, self.controller, resources, settings)
        self.comparing = CompareConnections(
            self.window, self.controller, self.connections.attack, resources
        )
        self.forecasting = ForecastConnections(
            self.window, self.controller, self.handlers.dialogs.forecast, resources
        )
        self.field = FieldAssembly(
            self.window,
            self.controller,
            self.connections.attack,
            resources,
            lambda: self.campaigns.campaign,
            self.handlers.dialogs.forecast,
        )
        self.tying = TieConnections(
            self.window,
            self.controller,
            TieParts(
                attack=self.connections.attack,
                corrections=self.connections.corrections,
                prompts=self.connections.prompts,
            ),
            resources,
        )
        self.connections.prompts.offered_changed.connect(self.declaring.controller.follow_offer)
        self.handlers.before_next = self.declaring.controller.begin
        self.rollers = RollerController(self.controller, settings, self)
        self.campaigns = CampaignController(
            self.controller, self.rollers, recent, settings, texts, lambda: self.start.game
        )
        self.start = StartController(
            self.window, self.room, self.campaigns, recent, self.theme_choice, resources, settings
        )
        self.files = CampaignConnections(
            self.window,
            self.handlers,
            self.room,
            self.campaigns,
            self.start,
            settings,
            texts,
        )
        self.preferences: Preferences | None = None
        self.restarts_with: Path | None = None
        self.restarts_in_settings = False
        self._connect()
        if settings.get(kept.HIDDEN_COLUMNS):
            self.preferences = self._made_preferences()
        self._collector = GarbageCollection(self)
        self.tasks = BackgroundTasks(self)
        self.later = BackgroundTasks(self)
        self.later.done.connect(self._prepare)
        self._first_paint = FirstPaint(self.window.table.viewport())
        self.start.welcome_made.connect(self._first_paint.watch)
        self._first_paint.painted.connect(self._after_first_paint)
        self.handlers.dialogs.show_theme(self.theme_choice.name)
        self.theme_choice.finish()
        self.window.settle_docks()

    def end(self) -> None:
        """Remembers how the window stands, and closes the file; what other threads still prepare is not joined."""
        self._is_ended = True
        self.tasks.abandon()
        self.later.abandon()
        if self.players is not None:
            self.players.close()
        if self.controller.is_open:
            self._settings.set(kept.SELECTED, next(iter(self.controller.selected), ""))
        self.window.remember(self._settings)
        if QThreadPool.globalInstance().waitForDone(_PATIENCE):
            self._collector.stop()
        self.campaigns.close()
        self.controller.second_frame.end()
        self._settings.sync()

    # ---- what follows the campaign

    @Slot()
    def _open_library(self) -> None:
        self.room.open_campaign(self._library_services)

    def _library_services(self) -> "LibraryServices":
        from encounter_gui.app.assembly.library_assembly import library_services

        return library_services(self.campaigns, self.controller, self._rulesets, self._texts)

    @Slot(int)
    def _mark_copy(self, encounter: int) -> None:
        self.connections.views.mark_copy(is_copy=encounter in self.campaigns.campaign.copies)

    @Slot()
    def _read_library_again(self) -> None:
        """Has the library show the creatures, items and conditions of other own rules; not while one is edited."""
        if self.campaigns.is_open and self.room.is_free:
            self.room.close()  # before what it lists is closed
            self.campaigns.campaign.forget_library()
            self.room.read_again(self._library_services)

    @Slot()
    def _open_prep(self) -> None:
        if self.prep is not None and self.controller.is_open:
            self.start.attempt(self.prep.open)

    @Slot(object)
    def _bring_in(self, path: Path | None) -> None:
        """Asks for files of creatures, or reads one; not before there is something to read them with."""
        self._to_bring_in = path or Path()
        self._bring_in_wanted()

    def _bring_in_wanted(self) -> None:
        if self.prep is not None and self._to_bring_in is not None:
            path, self._to_bring_in = self._to_bring_in, None
            self.prep.bring_in(path)

    # ---- intents of the window

    def _connect(self) -> None:
        handlers = self.handlers
        self.campaigns.opened.connect(self._open_library)
        self.campaigns.encounter_opened.connect(self._open_prep)
        self.campaigns.encounter_opened.connect(self._mark_copy)
        self.start.bring_in_requested.connect(self._bring_in)
        handlers.dialogs.theme_requested.connect(self.theme_choice.use)
        handlers.dialogs.settings_requested.connect(self._show_settings)
        self.theme_choice.changed.connect(handlers.dialogs.show_theme)
        handlers.roller_chosen.connect(self._choose_roller)
        handlers.dialogs.initiative.side_stepped.connect(self.rollers.step_side)
        handlers.dialogs.initiative.combatant_stepped.connect(self.rollers.set_combatants)
        bar = self.window.turn_bar.rollers
        bar.side_stepped.connect(self.rollers.step_side)
        self.rollers.changed.connect(bar.show_rollers)
        bar.show_rollers(self.controller.rollers)
        self.window.actions_of["print"].triggered.connect(self._print)

    def _made_preferences(self) -> "Preferences":
        from encounter_gui.app.choices.preferences import PreferenceParts, Preferences

        parts = PreferenceParts(
            theme=self.theme_choice,
            rollers=self.rollers,
            views=self.connections.views,
            game=lambda: self._settings.get(kept.GAME) or self.start.game,
        )
        made = Preferences(self.window, self.controller, self._resources, self._settings, parts)
        made.text_size_changed.connect(self._restart)
        return made

    @Slot()
    def _show_settings(self) -> None:
        if self.preferences is None:
            self.preferences = self._made_preferences()
        self.preferences.show()

    @Slot()
    def show_text_size(self) -> None:
        """Opens the settings where the text size is chosen."""
        self._show_settings()
        if self.preferences is not None:
            self.preferences.lead_to_text_size()

    @Slot()
    def _restart(self) -> None:
        """Has the window closed, to be opened anew with the campaign and the settings that are open; see ``run``."""
        self.restarts_in_settings = self.preferences is not None and self.preferences.is_shown
        campaigns = self.campaigns
        self.restarts_with = campaigns.campaign.path.resolve() if campaigns.is_open else Path()
        if not self.window.close():
            self.restarts_with = None

    @Slot(object)
    def _choose_roller(self, roller: Roller | None) -> None:
        self.rollers.set_combatants(self.controller.selected, roller)

    @Slot(str)
    def _say(self, text: str) -> None:
        self.window.log.prompt.show_notice(Notice(title=text, text="", kind="good"))

    @cached_property
    def printing(self) -> "PrintController":
        """What opens the print window, made after the first paint or when something is printed before."""
        from encounter_gui.gui.printing.print_controller import PrintController

        printing = PrintController(
            self.window,
            self.controller,
            self._settings,
            self._resources,
            read_shipped,
            self._report_context,
        )
        printing.printed.connect(self._say)
        printing.refused.connect(self.start.tell)
        return printing

    @Slot()
    def _print(self) -> None:
        self.printing.open()

    def _save_plan(self) -> None:
        self.printing.ask_plan()

    def _report_context(self) -> "ReportContext":
        from encounter_gui.play.session_fights import session_fights
        from encounter_gui.reports.content.report_context import ReportContext, today

        campaign, encounter = self.campaigns.campaign, self.campaigns.encounter
        return ReportContext(
            campaign=campaign.path.stem,
            date=today(),
            plan=campaign.prepared.plan(encounter),
            difficulty=self.prep.panel.difficulty.text() if self.prep is not None else "",
            session=cache(
                lambda: session_fights(
                    campaign.played_beside(encounter), campaign.read, encounter, self._texts
                )
            ),
            expected=self.prep.plans.expected_now() if self.prep is not None else (),
            picture=campaign.picture,
        )

    # ---- after the first paint

    @Slot()
    def _after_first_paint(self) -> None:
        self.connections.views.activate()
        self.connections.log.activate()
        self._collector.start()
        self.tasks.done.connect(self._ready)
        self.tasks.start([warmed_up])

    @Slot(str)
    def _ready(self, trouble: str) -> None:
        if self._is_ended:
            return
        self.theme_choice.icons.load()
        self.connections.activate()
        self.handlers.dialogs.forecast.activate()
        if self.controller.is_open:
            game = self.controller.context.ruleset.id
            self._read_ahead = self.campaigns.campaign.reading_ahead(game)
        self.later.start([self._read_rulesets])
        if trouble:
            self.window.log.prompt.show_error(trouble)

    def _read_rulesets(self) -> str:
        """Reads all rulesets, whose creatures the library shows, and imports what is made after the first paint."""
        for each in _IMPORTED_LATER:
            import_module(f"encounter_gui.{each}")
        self._rulesets.all()
        with suppress(AppError):  # it is said where they are used
            self._read_ahead()
        from encounter_gui.gui.command_line.finding.ranking import alike

        games_found()
        help_pages()
        rule_texts()
        tuple(alike("ready", ("steady",)))  # imports what slips are found with
        return ""

    @Slot()
    def _prepare(self) -> None:
        """Makes what is prepared with: before the first paint nobody prepares anything."""
        if self._is_ended:
            return
        from encounter_gui.app.assembly.palette_assembly import PaletteAssembly
        from encounter_gui.app.assembly.players_assembly import PlayersAssembly
        from encounter_gui.app.assembly.prep_assembly import Prep, PrepServices
        from encounter_gui.app.assembly.recap_assembly import recap_with_offer
        from encounter_gui.app.assembly.time_assembly import time_between
        from encounter_gui.gui.encounters.plan.planned_tokens import PlannedTokens
        from encounter_gui.gui.players.sharing import is_available

        services = PrepServices(
            campaign=lambda: self.campaigns.campaign,
            encounter=lambda: self.campaigns.encounter,
            rulesets=self._rulesets,
            build=ruleset,
            listed=paths.rulesets,
            files=paths.ruleset_texts,
        )
        self.prep = Prep(
            self.window,
            self.controller,
            self.handlers,
            self.connections.prompts,
            self._resources,
            self._settings,
            services,
        )
        self.forecasting.show_difficulty = self.prep.show_tuning
        self.prep.panel.handouts.print_requested.connect(self.printing.open_handout)
        self.recap, self.ending = recap_with_offer(
            self.window,
            self.connections,
            self._resources,
            self.campaigns,
            self.prep,
            self.printing,
        )
        self.time = time_between(
            self.window,
            self.controller,
            self.connections.prompts,
            self._resources,
            self.campaigns,
            self.start,
        )
        self.recap.carry_panel.carried.connect(self._show_time)
        self._prepare_rules(self.prep)
        self.palette = PaletteAssembly(
            self.window,
            self.connections,
            self.handlers,
            self.room,
            self._found_outside(),
            self._settings,
            self._texts,
        )
        self.players = PlayersAssembly(
            self.window,
            self.controller,
            self.declaring.controller,
            self.campaigns,
            self._resources,
            self._settings,
        ).view
        if is_available():
            self.field.show_players(self.players.players)
        self.prep.fights.renamed.connect(self.files.list_encounters)
        self.files.encounter_made.connect(self.prep.enter_roster)
        self.prep.plans.expected_changed.connect(self.connections.views.show_planned)
        self.field.show_planned(PlannedTokens(self.controller, self.prep.plans))
        self.prep.plans.expected_changed.connect(self.field.look)
        self.field.save_picture_by(self._save_plan)
        self.prep.join_library(self.room)
        self.window.table.planned_opened.connect(self.window.actions_of["prepare"].trigger)
        self._open_prep()
        if self.controller.is_open:
            self.recap.look()
            self.ending.look()
            self.time.look()
            self.fight_rules.look()
        if self.window.is_prep:
            self.window.show_encounter(shown=True)
        self._collector.follow_opening()
        self._bring_in_wanted()

    def _prepare_rules(self, prep: "Prep") -> None:
        """Makes what own rules are changed, shared and taken over with."""
        from encounter_gui.app.assembly.fight_rules_assembly import fight_rules, games
        from encounter_gui.app.assembly.share_assembly import rules_sharing
        from encounter_gui.app.assembly.workshop_assembly import WorkshopAssembly

        self.workshop = WorkshopAssembly(
            self.window,
            self.connections,
            self.handlers,
            self._resources,
            self.campaigns,
            self.start,
            self._rulesets,
        )
        sharing = rules_sharing(
            self.window,
            self.connections.prompts,
            self._resources,
            self.campaigns,
            self.start,
            prep,
            self._rulesets.forget,
        )
        self.fight_rules = fight_rules(
            self.window,
            self.connections.prompts,
            self._resources,
            self.campaigns,
            self.start,
            self._rulesets,
        )
        self.games = games(self.window, self._resources, self.campaigns, self.start)
        later = Qt.ConnectionType.QueuedConnection  # an import takes rules in before the creatures
        sharing.rulesets_changed.connect(self._read_library_again, later)
        self.workshop.trial_requested.connect(self.fight_rules.try_draft)
        self.fight_rules.rules_changed.connect(self._read_library_again, later)
        self.handlers.files.game_requested.connect(self._ask_game)
        self.handlers.dialogs.newer_conditions = self.fight_rules.newer_conditions
        self.handlers.dialogs.switch_defaults = self.fight_rules.switch_defaults()

    @Slot()
    def _show_time(self) -> None:
        """Once the party has come out of a fight, its time is what is looked at."""
        if self.recap.carrying.is_carried:
            self.time.open()

    @Slot()
    def _ask_game(self) -> None:
        """Asks for a new game of one's own."""
        if self.new_games is None:
            from encounter_gui.app.assembly.new_game_assembly import NewGameMaker

            self.new_games = NewGameMaker(
                self.window, self.campaigns, self.files, self._rulesets, self._resources
            )
        self.new_games.ask()

    def _found_outside(self) -> "PaletteServices":
        from encounter_gui.app.assembly.palette_assembly import PaletteServices

        if self.preferences is None:
            self.preferences = self._made_preferences()
        return PaletteServices(
            library=self._creatures,
            notes=self._notes,
            open_notes=self._open_notes,
            preferences=self.preferences,
            rules=self._rules_played,
            help=help_pages,
        )

    def _creatures(self) -> "CreatureRepository | None":
        """Returns the creatures of the open campaign; None: none is open, or its banner says they cannot be read."""
        if not self.campaigns.is_open:
            return None
        try:
            return self.campaigns.campaign.library(self._rulesets)
        except AppError:
            return None

    def _notes(self) -> "tuple[EncounterNote, ...]":
        from encounter_gui.play.prep.note_links import encounter_notes

        if not self.campaigns.is_open:
            return ()
        campaign = self.campaigns.campaign
        try:
            return tuple(encounter_notes(campaign.prepared, campaign.encounters()))
        except AppError:
            return ()  # the list of encounters says what cannot be read

    def _open_notes(self, note: "EncounterNote") -> None:
        if self.prep is not None:
            self.prep.open_notes(note.encounter, note.handout)

    def _rules_played(self) -> Mapping[str, tuple[str, str]]:
        """Returns the title and the sentence of each rule of the game that is played."""
        if not self.controller.is_open:
            return {}
        played = self.controller.context.ruleset
        sentences = rule_texts().get(played.system, {})
        return {
            rule: (title, sentences.get(rule, ("", ""))[1]) for rule, title in played.rules.items()
        }


def _die_of(ruleset_id: str) -> str:
    from encounter_gui.app.start.welcome_assembly import die_of

    return die_of(ruleset_id)
