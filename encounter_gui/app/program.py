"""The program with its window: the one place where all parts are joined."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QThreadPool, Slot
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.backup_care import BackupCare
from encounter_gui.app.file_care import FileCare
from encounter_gui.app.key_choice import KeyChoice
from encounter_gui.app.recent_campaigns import RecentCampaigns
from encounter_gui.app.services import (
    explanation,
    games_found,
    help_pages,
    now,
    outside,
    rule_texts,
    ruleset,
    ruleset_ids,
    warmed_up,
)
from encounter_gui.app.theme_choice import ThemeChoice, read_shipped
from encounter_gui.cli.window_options import WindowOptions
from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.compare.compare_connections import CompareConnections
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.background_tasks import BackgroundTasks
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.garbage_collection import GarbageCollection
from encounter_gui.gui.control.roller_controller import RollerController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.library.library_workspace import LibraryWorkspace, PlanSummary
from encounter_gui.gui.printing.print_controller import PrintController
from encounter_gui.gui.theme.painting.body_figure import read_figure
from encounter_gui.gui.window.action_handlers import ActionHandlers
from encounter_gui.gui.window.connections import Connections
from encounter_gui.gui.window.declaring import DeclareConnections
from encounter_gui.gui.window.first_paint import FirstPaint
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.session.rollers import Roller
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.play.session_fights import session_fights
from encounter_gui.reports.content.report_context import ReportContext, today
from encounter_gui.rules.systems import FIRST_RULESET
from encounter_gui.rules.view import Notice
from encounter_gui.storage.campaign import Campaign

if TYPE_CHECKING:  # made after the first paint
    from encounter_gui.app.palette_assembly import PaletteAssembly, PaletteServices
    from encounter_gui.app.preferences import Preferences
    from encounter_gui.app.prep_assembly import Prep
    from encounter_gui.app.tour import Tour
    from encounter_gui.app.welcome_assembly import Welcome, WelcomeMeans
    from encounter_gui.gui.encounters.plan.plan_view import PlanView
    from encounter_gui.gui.library.control.library_controller import LibraryServices
    from encounter_gui.gui.players.players_view import PlayersViewController
    from encounter_gui.gui.recap.end_offer import EndOffer
    from encounter_gui.gui.recap.recap_controller import RecapController
    from encounter_gui.play.prep.creature_repository import CreatureRepository
    from encounter_gui.play.prep.creature_uses import CreatureUse

_PATIENCE = 5000  # ms a thread is waited for when the window closes


class Program(QObject):
    """A campaign, the encounter that is open, and the window on it."""

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
        self._campaign: OpenCampaign | None = None
        self._encounter = EncounterId(0)
        self.prep: Prep | None = None
        self.welcome: Welcome | None = None
        self.tour: Tour | None = None
        self._to_bring_in: Path | None = None
        self.palette: PaletteAssembly
        self.players: PlayersViewController | None = None
        self.recap: RecapController
        self.ending: EndOffer
        self._recent = RecentCampaigns(settings, texts, _die_of)
        self._rulesets = RulesetRepository(ruleset, ruleset_ids)
        self._campaign_services = CampaignServices(rulesets=ruleset, texts=texts, now=now)
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
        self.printing = PrintController(
            self.window, self.controller, settings, resources, read_shipped, self._occasion
        )
        self.file_care = FileCare(self.window, settings, texts, self.controller, self)
        self.backups = BackupCare(self.window, settings, texts, self)
        self.keys = KeyChoice(self.window, settings, texts)
        self.declaring = DeclareConnections(self.window, self.controller, resources, settings)
        self.comparing = CompareConnections(
            self.window, self.controller, self.connections.attack, resources
        )
        self.connections.prompts.offered_changed.connect(self.declaring.controller.follow_offer)
        self.handlers.before_next = self.declaring.controller.begin
        self.rollers = RollerController(self.controller, settings, self)
        self.preferences: Preferences | None = None
        self.restarts_with: Path | None = None
        self._connect()
        if settings.get(kept.HIDDEN_COLUMNS):
            self.preferences = self._made_preferences()
        self._collector = GarbageCollection(self)
        self.tasks = BackgroundTasks(self)
        self.later = BackgroundTasks(self)
        self.later.done.connect(self._prepare)
        self._first_paint = FirstPaint(self.window.table.viewport())
        self._first_paint.painted.connect(self._after_first_paint)
        self.handlers.dialogs.show_theme(self.theme_choice.name)
        self.handlers.files.show_recent(settings.get(kept.RECENT))

    # ---- opening

    def begin(self, options: WindowOptions) -> None:
        """Opens what the command line asks for; without a wish, what was open last.

        Raises:
            AppError: it cannot be opened.
        """
        if options.picture is None:
            self.window.restore(self._settings)
        last = (
            Path(self._settings.get(kept.CAMPAIGN)) if self._settings.get(kept.CAMPAIGN) else None
        )
        if options.sample:
            self.open_campaign(self._sample())
        elif options.campaign is not None:
            self._open_wanted(options)
        elif last is not None and (self._was_cut_off or self._settings.get(kept.START) == "last"):
            self._open_last(last)
        else:
            self.show_welcome()

    @property
    def _was_cut_off(self) -> bool:
        """Whether the program ended last time without closing its campaign."""
        return bool(self._settings.get(kept.RUNNING))

    def _open_wanted(self, options: WindowOptions) -> None:
        """Opens the campaign of the command line; what is wrong with it is said in the window, if there will be one."""
        try:
            self.open_campaign(options.campaign or Path())
        except AppError as error:
            if options.picture is not None:
                raise
            self.show_welcome(explanation(error, self._texts))

    def show_welcome(self, trouble: str = "") -> None:
        """Closes what is open, and shows the welcome screen; ``trouble`` says what could not be opened, and why."""
        self.close_campaign()
        if self.welcome is None:
            from encounter_gui.app.welcome_assembly import Welcome

            self.welcome = Welcome(
                self.window, self._resources, self._settings, self._recent, self._welcome_means()
            )
            self._first_paint.watch(self.welcome.page.cards[0])
        self.welcome.show(trouble)

    def open_campaign(self, path: Path) -> None:
        """Opens a campaign at the encounter that was played last in it; what was open before is closed.

        Raises:
            AppError: it cannot be opened; what was open stays open.
        """
        if self._is_open(path):
            return
        try:
            opened = OpenCampaign.open(path, self._campaign_services)
        except AppError as error:
            self.backups.offer(path, error)
            raise
        self._take(opened)

    def _is_open(self, path: Path) -> bool:
        campaign = self._campaign
        if campaign is None or campaign.look() != "here":
            return False
        return path.exists() and path.samefile(campaign.path)

    def create_campaign(self, path: Path, ruleset_id: str = "") -> None:
        """Makes a campaign with a first encounter, and opens it; the ruleset is that of the game played now if empty.

        Raises:
            AppError: it cannot be made; what was open stays open.
        """
        first = self._texts.text_of("gui.encounter.first")
        self._take(
            OpenCampaign.create(
                path, self._campaign_services, first=first, ruleset=ruleset_id or self._game
            )
        )

    @property
    def _game(self) -> str:
        """The ruleset for what is new: that chosen on the welcome screen, that of the open encounter, or the last."""
        if self.welcome is not None and self.window.is_welcome:
            return self.welcome.game
        if self.controller.is_open:
            return str(self.controller.context.ruleset.id)
        return self._settings.get(kept.GAME) or FIRST_RULESET

    def open_encounter(self, encounter: EncounterId) -> None:
        """Opens another encounter of the campaign.

        Raises:
            AppError: it cannot be read, or this program has no such system; what was open stays open.
        """
        self._show(self._open_one.session(encounter), encounter)

    def create_encounter(self, name: str, ruleset: str) -> None:
        """Makes an encounter in the campaign, and opens it.

        Raises:
            AppError: the ruleset cannot be used, or the file not be written.
        """
        self.open_encounter(self._open_one.new_encounter(name, ruleset))

    def replay(self, path: Path) -> None:
        """Plays a fight script, keeps it as an encounter of the campaign, and opens it.

        Raises:
            AppError: the script cannot be played.
        """
        self.open_encounter(self._open_one.replay(path))

    def end(self) -> None:
        """Remembers how the window stands, and closes the file; what other threads still prepare is not joined."""
        self._is_ended = True
        if self.players is not None:
            self.players.close()
        if self.controller.is_open:
            self._settings.set(kept.SELECTED, next(iter(self.controller.selected), ""))
        self.window.remember(self._settings)
        if QThreadPool.globalInstance().waitForDone(_PATIENCE):
            self._collector.stop()
        self.close_campaign()
        self._settings.sync()

    def close_campaign(self) -> None:
        """Closes the file that is open, if one is."""
        self._note_standing()
        self.controller.close()
        self.room.close()
        self.file_care.close()
        self.backups.close()
        if self._campaign is not None:
            self._campaign.close()
            self._campaign = None
            self._settings.set(kept.RUNNING, "")

    def _note_standing(self) -> None:
        """Notes for the list of campaigns where this one stops."""
        if self._campaign is None or not self.controller.is_open:
            return
        heading = self.controller.system.heading(self.controller.context)
        name = self.controller.context.state.name
        path = self._campaign.path.resolve()
        self._recent.note(path, self._campaign.encounters(), name, heading, now())

    # ---- the parts of opening

    @property
    def _open_one(self) -> OpenCampaign:
        if self._campaign is None:
            raise LookupError("no campaign is open")
        return self._campaign

    def _take(self, campaign: OpenCampaign) -> None:
        """Puts a campaign in the place of the one that is open, once it has proved readable."""
        try:
            encounter = campaign.current()
            if encounter is None:
                first = self._texts.text_of("gui.encounter.first")
                encounter = campaign.new_encounter(first, campaign.game_of_creatures or self._game)
            session, encounter, trouble = _session_of(campaign, encounter)
        except AppError:
            campaign.close()
            raise
        self.close_campaign()
        self._campaign = campaign
        self.room.open_campaign(self._services)
        self._settings.remember_campaign(str(campaign.path.resolve()))
        self._settings.set(kept.RUNNING, str(campaign.path.resolve()))
        self._settings.sync()  # a start after a crash reads it
        self._name_file()
        self.file_care.open(campaign)
        self.backups.open(campaign)
        self._show(session, encounter)
        if trouble is not None:
            self.tell(trouble)

    @Slot()
    def _name_file(self) -> None:
        """Says where the campaign is kept, or that it is not."""
        campaign = self._open_one
        self.window.kept.name(campaign.path.name)
        self.window.kept.warn(
            "" if campaign.place == "here" else self._texts.text_of("files.unsaved")
        )
        self.handlers.files.show_recent(self._settings.get(kept.RECENT))
        if self.controller.is_open and self._encounter:
            self._list(self._encounter)

    def _show(self, session: EncounterSession, encounter: EncounterId) -> None:
        campaign = self._open_one
        self.rollers.open(encounter, campaign.setting, campaign.keep_setting)
        self.window.show_welcome(is_shown=False)
        self.controller.open(session)
        self._encounter = encounter
        campaign.checkpoint()
        self._open_players()
        self.file_care.say_damage(encounter, self.controller.context.state.name)
        if self.prep is not None:
            self.prep.open()
        self._list(encounter)

    def _list(self, encounter: EncounterId) -> None:
        """Says everywhere what the encounters are called."""
        listed = [(each.id, each.name) for each in self._open_one.encounters()]
        self.handlers.files.show_encounters(listed, encounter)
        campaign, name = self._open_one.path.stem, dict(listed)[encounter]
        self.window.setWindowTitle(
            self._texts.text_of("gui.title", encounter=name, campaign=campaign)
        )

    def _services(self) -> "LibraryServices":
        from encounter_gui.gui.library.control.library_controller import LibraryServices

        campaign = self._open_one
        return LibraryServices(
            creatures=campaign.library(self._rulesets),
            rulesets=self._rulesets,
            mistake_in=self._mistake_in,
            setting=campaign.setting,
            keep_setting=campaign.keep_setting,
            renew=self._renew,
            uses=self._uses_of,
        )

    def _uses_of(self, key: str) -> "tuple[CreatureUse, ...]":
        from encounter_gui.play.prep.creature_uses import creature_uses

        campaign = self._open_one
        try:
            return tuple(creature_uses(campaign.prepared, campaign.encounters(), key))
        except AppError:
            return ()  # the list of encounters says what cannot be read

    def _renew(self) -> None:
        if self.controller.is_open:
            self._open_one.renew(self._encounter, self.controller.session)

    def _mistake_in(self, ruleset_id: str) -> str:
        try:
            ruleset(ruleset_id)
        except AppError as error:
            return explanation(error, self._texts)
        return ""

    def _open_last(self, path: Path) -> None:
        try:
            self.open_campaign(path)
        except AppError as error:
            # Whatever is wrong with the last file, there has to be a window to say so in.
            self.show_welcome(explanation(error, self._texts))
            return
        who = CombatantId(self._settings.get(kept.SELECTED))
        if who in self.controller.context.state.combatants:
            self.window.table.select([who])

    def _welcome_means(self) -> "WelcomeMeans":
        from encounter_gui.app.welcome_assembly import WelcomeMeans

        return WelcomeMeans(
            attempt=self._try,
            open_campaign=self._go_on_with,
            open_sample=lambda ruleset_id: self._busy(lambda: self.open_sample(ruleset_id)),
            create=self.create_campaign,
            prepare=lambda: self.room.prepare(True),  # noqa: FBT003 - a slot
            bring_in=self._bring_in,
            start_tour=lambda: self._busy(self.start_tour),
            use_theme=self.theme_choice.use,
            theme=lambda: self.theme_choice.name,
        )

    @staticmethod
    def _busy(act: Callable[[], object]) -> None:
        """Does what may take a second: the first time, a sample fight is played anew."""
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            act()
        finally:
            QApplication.restoreOverrideCursor()

    def _go_on_with(self, path: Path) -> None:
        """Opens a campaign with the combatant selected who was so when it was closed."""
        is_last = str(path) == self._settings.get(kept.CAMPAIGN)
        self.open_campaign(path)
        who = CombatantId(self._settings.get(kept.SELECTED))
        if is_last and who in self.controller.context.state.combatants:
            self.window.table.select([who])
        self.window.table.setFocus()

    def open_sample(self, ruleset_id: str) -> None:
        """Opens the sample fight of a ruleset; empty: the sample campaign, at the fight that was open last in it.

        Raises:
            AppError: it cannot be made or opened.
        """
        if not ruleset_id:
            self.close_campaign()  # the same file may be open
            self.open_campaign(self._sample())
            return
        from encounter_gui.app.welcome_assembly import game_choices, sample_path

        script = next(each.sample for each in game_choices() if each.ruleset == ruleset_id)
        path = sample_path()
        if not path.exists():  # the others are played when they are asked for
            self._make_sample(path, [paths.sample(script)])
        name = self._texts.text_of(f"welcome.{ruleset_id}.sample")
        self.close_campaign()  # the same file may be open
        campaign = OpenCampaign.open(path, self._campaign_services)
        try:
            found = [each.id for each in campaign.encounters() if each.name == name]
            campaign.make_current(found[0] if found else campaign.replay(paths.sample(script)))
        except AppError:
            campaign.close()
            raise
        self._take(campaign)
        self.window.table.setFocus()

    def start_tour(self) -> None:
        """Opens the sample fight the tour is played on, and begins it.

        Raises:
            AppError: the sample cannot be made or opened.
        """
        from encounter_gui.app.welcome_assembly import game_choices

        self.open_sample(next(each.ruleset for each in game_choices() if each.has_tour))
        if self.tour is None:
            from encounter_gui.app.tour import Tour

            self.tour = Tour(self.window, self.controller, self._resources)
        self.window.status.show_tab("body")
        self.tour.begin()

    def _bring_in(self, path: Path | None) -> None:
        """Asks for files of creatures, or reads one; not before there is something to read them with."""
        self._to_bring_in = path or Path()
        if self.prep is not None:
            self._bring_in_now(self.prep)

    def _bring_in_now(self, prep: "Prep") -> None:
        path, self._to_bring_in = self._to_bring_in, None
        if path is None:
            return
        if path.name:
            prep.imports.read([path])
        else:
            prep.imports.ask_files()

    def _sample(self) -> Path:
        """Returns the sample campaign with a fight of each sample; those that are missing are played anew."""
        from encounter_gui.app.welcome_assembly import game_choices, sample_path

        path, games = sample_path(), game_choices()
        if not path.exists():
            self._make_sample(path, [paths.sample(each.sample) for each in games])
            return path
        campaign = OpenCampaign.open(path, self._campaign_services)
        try:
            known = {each.name for each in campaign.encounters()}
            for game in games:
                if self._texts.text_of(f"welcome.{game.ruleset}.sample") not in known:
                    campaign.replay(paths.sample(game.sample))
        finally:
            campaign.close()
        return path

    def _make_sample(self, path: Path, scripts: Iterable[Path]) -> None:
        """Makes the sample campaign of some scripts, complete or not at all."""
        path.parent.mkdir(exist_ok=True)
        part = path.with_name(f".{path.name}.part")
        part.unlink(missing_ok=True)
        campaign = OpenCampaign(Campaign.create(part, path.stem), self._campaign_services)
        try:
            for script in scripts:
                campaign.replay(script)
        finally:
            campaign.close()
        part.rename(path)

    # ---- intents of the window

    def _connect(self) -> None:
        handlers = self.handlers
        self.file_care.place_changed.connect(self._name_file)
        self.backups.restored.connect(self._open)
        self.backups.refused.connect(self.tell)
        self.window.actions_of["backups"].triggered.connect(self.backups.show)
        self.controller.context_changed.connect(self.file_care.follow)
        handlers.files.open_requested.connect(self._open)
        handlers.files.new_requested.connect(self._new)
        handlers.files.copy_requested.connect(self._copy)
        handlers.files.replay_requested.connect(self._replay)
        handlers.files.encounter_requested.connect(self._switch)
        handlers.files.encounter_created.connect(self._create)
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
        self.window.actions_of["close"].triggered.connect(self._close)
        self.window.actions_of["tour"].triggered.connect(self._take_tour)
        self.window.actions_of["print"].triggered.connect(self.printing.open)
        self.printing.printed.connect(self._say)

    def _made_preferences(self) -> "Preferences":
        from encounter_gui.app.preferences import PreferenceParts, Preferences

        parts = PreferenceParts(
            theme=self.theme_choice,
            rollers=self.rollers,
            views=self.connections.views,
            game=lambda: self._settings.get(kept.GAME) or self._game,
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
    def _restart(self) -> None:
        """Has the window closed, to be opened anew with the campaign that is open; see ``run``."""
        self.restarts_with = self._campaign.path.resolve() if self._campaign is not None else Path()
        if not self.window.close():
            self.restarts_with = None

    @Slot(object)
    def _choose_roller(self, roller: Roller | None) -> None:
        self.rollers.set_combatants(self.controller.selected, roller)

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except AppError as error:
            self.tell(error)

    def tell(self, error: AppError) -> None:
        """Says an error in the strip, or on the welcome screen where that is shown."""
        sentence = explanation(error, self._texts)
        if self.welcome is not None and self.window.is_welcome:
            self.welcome.page.show_trouble(sentence)
        else:
            self.window.log.prompt.show_error(sentence)

    @Slot(str)
    def _say(self, text: str) -> None:
        self.window.log.prompt.show_notice(Notice(title=text, text="", kind="good"))

    @Slot(str)
    def _open(self, path: str) -> None:
        if self.room.when_free(lambda: self._open(path)):
            self._try(lambda: self.open_campaign(Path(path)))

    @Slot()
    def _take_tour(self) -> None:
        if self.room.when_free(self._take_tour):
            self._try(self.start_tour)

    @Slot()
    def _close(self) -> None:
        if self.room.when_free(self._close):
            self.show_welcome()

    @Slot(str)
    def _new(self, path: str) -> None:
        if self.room.when_free(lambda: self._new(path)):
            self._try(lambda: self.create_campaign(Path(path)))

    @Slot(str)
    def _copy(self, path: str) -> None:
        # The file dialog has asked already whether another file may be overwritten.
        self._try(lambda: self._open_one.save_copy(Path(path)))
        self.file_care.follow()

    @Slot(str)
    def _replay(self, path: str) -> None:
        self._try(lambda: self.replay(Path(path)))

    @Slot(int)
    def _switch(self, encounter: int) -> None:
        self._try(lambda: self.open_encounter(EncounterId(encounter)))

    @Slot(str, str)
    def _create(self, name: str, ruleset: str) -> None:
        self._try(lambda: self.create_encounter(name, ruleset))

    def _occasion(self) -> ReportContext:
        campaign = self._open_one
        plan = campaign.prepared.plan(self._encounter)
        words = self.prep.panel.difficulty.text() if self.prep is not None else ""
        return ReportContext(
            campaign=campaign.path.stem,
            date=today(),
            plan=plan,
            difficulty=words,
            session=lambda: session_fights(
                campaign.encounters(), campaign.read, self._encounter, self._texts
            ),
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
        self.later.start([self._read_rulesets])
        if trouble:
            self.window.log.prompt.show_error(trouble)

    def _read_rulesets(self) -> str:
        """Reads all rulesets, whose creatures the library shows, and imports what prep is made of."""
        import encounter_gui.app.prep_assembly  # noqa: F401

        self._rulesets.all()
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
        from encounter_gui.app.palette_assembly import PaletteAssembly
        from encounter_gui.app.prep_assembly import Prep, PrepServices

        services = PrepServices(
            campaign=lambda: self._open_one,
            encounter=lambda: self._encounter,
            rulesets=self._rulesets,
            build=ruleset,
            listed=paths.rulesets,
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
        self.recap = self._made_recap(self.prep)
        self.palette = PaletteAssembly(
            self.window,
            self.connections,
            self.handlers,
            self.room,
            self._found_outside(),
            self._settings,
            self._texts,
        )
        self.players = self._made_players()
        self._open_players()
        self.prep.fights.renamed.connect(self._rename)
        self.prep.plans.expected_changed.connect(self.connections.views.show_planned)
        self.prep.plans.planned_changed.connect(self._tell_plan)
        self.room.party_requested.connect(self.prep.panel.open_party_menu)
        self.room.sample_requested.connect(self._show_sample)
        self.window.table.planned_opened.connect(self.window.actions_of["prepare"].trigger)
        self.room.plan_requested.connect(self.prep.plans.editor.drop)
        self.room.export_requested.connect(self._export_selected)
        self.room.encounter_requested.connect(self.prep.fights.open_requested)
        self.room.party_save_requested.connect(self.prep.room.ask_party_of)
        if self.controller.is_open:
            self._try(self.prep.open)
        if self.controller.is_open:
            self.recap.look()
            self.ending.look()
        if self.window.is_prep:
            self.window.show_encounter(shown=True)
        self._collector.follow_opening()
        self._bring_in_now(self.prep)

    def _found_outside(self) -> "PaletteServices":
        from encounter_gui.app.palette_assembly import PaletteServices

        if self.preferences is None:
            self.preferences = self._made_preferences()
        return PaletteServices(
            library=self._creatures,
            preferences=self.preferences,
            rules=self._rules_played,
            help=help_pages,
        )

    def _creatures(self) -> "CreatureRepository | None":
        return self._campaign.library(self._rulesets) if self._campaign is not None else None

    def _rules_played(self) -> Mapping[str, tuple[str, str]]:
        """Returns the title and the sentence of each rule of the game that is played."""
        if not self.controller.is_open:
            return {}
        played = self.controller.context.ruleset
        sentences = rule_texts().get(played.system, {})
        return {
            rule: (title, sentences.get(rule, ("", ""))[1]) for rule, title in played.rules.items()
        }

    def _made_players(self) -> "PlayersViewController":
        from encounter_gui.app.players_means import players_means
        from encounter_gui.gui.players.players_view import PlayersViewController

        return PlayersViewController(
            self.window,
            self.controller,
            self.declaring.controller,
            self._resources,
            self._settings,
            players_means(self._texts),
        )

    def _open_players(self) -> None:
        """Takes up what is revealed of the encounter that is open, once there is somebody to know it."""
        if self.players is not None and self.controller.is_open:
            campaign = self._open_one
            self.players.players.open(self._encounter, campaign.setting, campaign.keep_setting)

    def _made_recap(self, prep: "Prep") -> "RecapController":
        from encounter_gui.gui.recap.end_offer import EndOffer
        from encounter_gui.gui.recap.recap_controller import RecapController, RecapMeans

        means = RecapMeans(
            campaign=lambda: self._open_one,
            planned=lambda: prep.plans.plan.party if prep.plans.is_open else None,
            print_summary=self.printing.open,
            export_summary=self.printing.ask_export,
        )
        recap = RecapController(self.window, self.controller, self._resources, means)
        self.printing.printed.connect(recap.carry_panel.tell)
        self.printing.refused.connect(self.tell)
        self.printing.refused.connect(recap.refuse)
        self.ending = EndOffer(
            self.controller, self.connections.prompts, self._texts, self.controller
        )
        return recap

    @Slot(object)
    def _tell_plan(self, plan_view: "PlanView | None") -> None:
        """Tells the library what is planned."""
        if plan_view is None:
            return
        from encounter_gui.app.welcome_assembly import game_choices

        ruleset = plan_view.ruleset
        foes = [each.name for each in ruleset.creatures if each.side == "foe"]
        has_sample = any(each.ruleset == ruleset.id for each in game_choices())
        sample = self._texts.text_of(f"welcome.{ruleset.id}.sample") if has_sample else ""
        is_empty = plan_view.stage == "ready" and not plan_view.heads[1] and not plan_view.on_table
        self.room.follow_plan(
            PlanSummary(
                is_empty=is_empty,
                examples=tuple(foes[:2]) or ("",),
                sample=sample,
                has_parties=bool(plan_view.parties),
            )
        )

    @Slot()
    def _show_sample(self) -> None:
        ruleset = self.controller.context.ruleset.id
        self._try(lambda: self.open_sample(ruleset))

    @Slot(tuple)
    def _export_selected(self, keys: tuple[str, ...]) -> None:
        if self.prep is not None:
            self.prep.exports.select(keys)
            self.prep.exports.ask()

    @Slot()
    def _rename(self) -> None:
        if self._campaign is not None and self.controller.is_open:
            self._list(self._encounter)


def _die_of(ruleset_id: str) -> str:
    from encounter_gui.app.welcome_assembly import die_of

    return die_of(ruleset_id)


def _session_of(
    campaign: OpenCampaign, wanted: EncounterId
) -> tuple[EncounterSession, EncounterId, AppError | None]:
    """Returns a session of an encounter, or of the newest other one that can be opened, and then what was wrong.

    Raises:
        AppError: none can be opened; says why the wanted one cannot.
    """
    try:
        return campaign.session(wanted), wanted, None
    except AppError as error:
        for other in reversed(campaign.encounters()):
            with suppress(AppError):
                return campaign.session(other.id), other.id, error
        raise
