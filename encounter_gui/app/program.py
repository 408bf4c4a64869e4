"""The program with its window: the one place where all parts are joined."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThreadPool, Slot
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.services import (
    SUFFIX,
    backed_up,
    explained,
    now,
    outside,
    ruleset,
    ruleset_ids,
    warmed_up,
)
from encounter_gui.app.theme_choice import Dressing, read_shipped
from encounter_gui.cli.window_options import WindowOptions
from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.background_tasks import Chore, Chores
from encounter_gui.gui.control.encounter_controller import Desk
from encounter_gui.gui.control.garbage_collection import Collector
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.library.library_workspace import LibraryRoom
from encounter_gui.gui.printing.print_controller import PrintDesk
from encounter_gui.gui.theme.painting.body_figure import read_figure
from encounter_gui.gui.window.action_handlers import Intents
from encounter_gui.gui.window.connections import Wiring
from encounter_gui.gui.window.first_paint import FirstPaint
from encounter_gui.gui.window.main_window import Look, MainWindow
from encounter_gui.play.open_campaign import Means, OpenCampaign
from encounter_gui.play.prep.ruleset_repository import Rulesets
from encounter_gui.play.session.session import Session
from encounter_gui.reports.content.report_context import Occasion, today
from encounter_gui.rules.view import Notice
from encounter_gui.storage.campaign import Campaign

if TYPE_CHECKING:  # made after the first paint
    from encounter_gui.app.prep_assembly import Prep
    from encounter_gui.gui.library.control.library_controller import Shelves

_RULESET = "d6pool"
_SAMPLE = "samples"
_PATIENCE = 5000  # ms a thread is waited for when the window closes


class Program(QObject):
    """A campaign, the encounter that is open, and the window on it."""

    def __init__(
        self, app: QApplication, settings: Settings, words: Catalogue, *, theme: str = ""
    ) -> None:
        """Makes the window, with nothing open; ``theme`` empty: as set.

        Raises:
            DataError: a file that comes with the program is broken.
        """
        super().__init__()
        self._settings = settings
        self._words = words
        self._campaign: OpenCampaign | None = None
        self._encounter = EncounterId(0)
        self.prep: Prep | None = None
        self._rulesets = Rulesets(ruleset, ruleset_ids)
        self._means = Means(rulesets=ruleset, words=words, now=now)
        self.dressing = Dressing(app, settings, theme, self)
        figure = read_figure(paths.data_folder("resources") / "body" / "figure.svg")
        look = self._look = Look(icons=self.dressing.icons, figure=figure, words=words)
        self.desk = Desk(self)
        self.window = MainWindow(look)
        self.wiring = Wiring(self.window, self.desk, look)
        self.intents = Intents(self.window, self.desk, look, outside(words))
        self.room = LibraryRoom(self.window, self.desk, self.wiring.views, look)
        self.printing = PrintDesk(
            self.window, self.desk, settings, look, read_shipped, self._occasion
        )
        self._connect()
        self._collector = Collector(self)
        self.chores = Chores(self)
        self.later = Chores(self)
        self.later.done.connect(self._prepare)
        self._first_paint = FirstPaint(self.window.table.viewport())
        self._first_paint.painted.connect(self._after_first_paint)
        self.intents.show_theme(self.dressing.name)
        self.intents.show_recent(settings.get(kept.RECENT))

    # ---- opening

    def begin(self, options: WindowOptions) -> None:
        """Opens what the command line asks for; without a wish, what was open last.

        Raises:
            AppError: it cannot be opened.
        """
        if options.picture is None:
            self.window.restore(self._settings)
        if options.sample:
            self.open_campaign(self._sample())
        elif options.campaign is not None:
            self.open_campaign(options.campaign)
        elif self._settings.get(kept.CAMPAIGN):
            self._open_last(Path(self._settings.get(kept.CAMPAIGN)))
        else:
            self._begin_campaign()

    def open_campaign(self, path: Path) -> None:
        """Opens a campaign at the encounter that was played last in it; what was open before is closed.

        Raises:
            AppError: it cannot be opened; what was open stays open.
        """
        if self._campaign is not None and path.exists() and path.samefile(self._campaign.path):
            return
        self._take(OpenCampaign.open(path, self._means))

    def create_campaign(self, path: Path) -> None:
        """Makes a campaign with a first encounter, and opens it.

        Raises:
            AppError: it cannot be made; what was open stays open.
        """
        first = self._words.word("gui.encounter.first")
        self._take(OpenCampaign.create(path, self._means, first=first, ruleset=_RULESET))

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
        """Remembers how the window stands, and closes the file."""
        if self.desk.is_open:
            self._settings.set(kept.SELECTED, next(iter(self.desk.selected), ""))
        self.window.remember(self._settings)
        self._settings.sync()
        if QThreadPool.globalInstance().waitForDone(_PATIENCE):
            self._collector.stop()
        self.close_campaign()

    def close_campaign(self) -> None:
        """Closes the file that is open, if one is."""
        self.desk.close()
        self.room.close()
        if self._campaign is not None:
            self._campaign.close()
            self._campaign = None

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
                first = self._words.word("gui.encounter.first")
                encounter = campaign.new_encounter(first, _RULESET)
            session = campaign.session(encounter)
        except AppError:
            campaign.close()
            raise
        self.close_campaign()
        self._campaign = campaign
        self.room.take(self._shelves)
        self._settings.remember_campaign(str(campaign.path.resolve()))
        self.window.kept.name(campaign.path.name)
        self.intents.show_recent(self._settings.get(kept.RECENT))
        self._show(session, encounter)

    def _show(self, session: Session, encounter: EncounterId) -> None:
        self.desk.open(session)
        self._encounter = encounter
        if self.prep is not None:
            self.prep.open()
        self._list(encounter)

    def _list(self, encounter: EncounterId) -> None:
        """Says everywhere what the encounters are called."""
        listed = [(each.id, each.name) for each in self._open_one.encounters()]
        self.intents.show_encounters(listed, encounter)
        campaign, name = self._open_one.path.stem, dict(listed)[encounter]
        self.window.setWindowTitle(self._words.word("gui.title", encounter=name, campaign=campaign))

    def _shelves(self) -> "Shelves":
        from encounter_gui.gui.library.control.library_controller import Shelves

        campaign = self._open_one
        return Shelves(
            library=campaign.library(self._rulesets),
            rulesets=self._rulesets,
            mistake_in=self._mistake_in,
            setting=campaign.setting,
            keep_setting=campaign.keep_setting,
            renew=self._renew,
        )

    def _renew(self) -> None:
        if self.desk.is_open:
            self._open_one.renew(self._encounter, self.desk.session)

    def _mistake_in(self, ruleset_id: str) -> str:
        try:
            ruleset(ruleset_id)
        except AppError as error:
            return explained(error, self._words)
        return ""

    def _open_last(self, path: Path) -> None:
        try:
            self.open_campaign(path)
        except AppError as error:
            # Whatever is wrong with the last file, there has to be a window to say so in.
            self.tell(error)
            return
        who = CombatantId(self._settings.get(kept.SELECTED))
        if who in self.desk.scene.state.combatants:
            self.window.table.select([who])

    def _begin_campaign(self) -> None:
        path = paths.user_folder() / f"{self._words.word('gui.file.first')}{SUFFIX}"
        if path.exists():
            self.open_campaign(path)
        else:
            self.create_campaign(path)

    def _sample(self) -> Path:
        """Returns the sample campaign; made on first use, complete or not at all."""
        path = paths.user_folder() / "samples" / f"{_SAMPLE}{SUFFIX}"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            part = path.with_name(f".{path.name}.part")
            part.unlink(missing_ok=True)
            campaign = OpenCampaign(Campaign.create(part, _SAMPLE), self._means)
            try:
                for script in paths.samples():
                    campaign.replay(script)
            finally:
                campaign.close()
            part.rename(path)
        return path

    # ---- intents of the window

    def _connect(self) -> None:
        intents = self.intents
        intents.open_requested.connect(self._open)
        intents.new_requested.connect(self._new)
        intents.copy_requested.connect(self._copy)
        intents.replay_requested.connect(self._replay)
        intents.encounter_requested.connect(self._switch)
        intents.encounter_created.connect(self._create)
        intents.theme_requested.connect(self.dressing.use)
        self.dressing.changed.connect(intents.show_theme)
        self.window.actions_of["print"].triggered.connect(self.printing.open)
        self.printing.printed.connect(self._say)

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except AppError as error:
            self.tell(error)

    def tell(self, error: AppError) -> None:
        """Says an error in the strip."""
        self.window.log.prompt.show_error(explained(error, self._words))

    @Slot(str)
    def _say(self, text: str) -> None:
        self.window.log.prompt.show_notice(Notice(title=text, text="", kind="good"))

    @Slot(str)
    def _open(self, path: str) -> None:
        if self.room.when_free(lambda: self._open(path)):
            self._try(lambda: self.open_campaign(Path(path)))

    @Slot(str)
    def _new(self, path: str) -> None:
        if self.room.when_free(lambda: self._new(path)):
            self._try(lambda: self.create_campaign(Path(path)))

    @Slot(str)
    def _copy(self, path: str) -> None:
        # The file dialog has asked already whether another file may be overwritten.
        self._try(lambda: self._open_one.save_copy(Path(path)))

    @Slot(str)
    def _replay(self, path: str) -> None:
        self._try(lambda: self.replay(Path(path)))

    @Slot(int)
    def _switch(self, encounter: int) -> None:
        self._try(lambda: self.open_encounter(EncounterId(encounter)))

    @Slot(str, str)
    def _create(self, name: str, ruleset: str) -> None:
        self._try(lambda: self.create_encounter(name, ruleset))

    def _occasion(self) -> Occasion:
        campaign = self._open_one
        plan = campaign.shelf.plan(self._encounter)
        return Occasion(campaign=campaign.path.stem, date=today(), plan=plan)

    # ---- after the first paint

    @Slot()
    def _after_first_paint(self) -> None:
        self.wiring.views.wake()
        self.wiring.log.wake()
        self._collector.start()
        self.chores.done.connect(self._ready)
        chores: list[Chore] = [warmed_up]
        if self._campaign is not None:
            path = self._campaign.path
            chores.append(lambda: backed_up(path))
        self.chores.start(chores)

    @Slot(str)
    def _ready(self, trouble: str) -> None:
        self.dressing.icons.load()
        self.wiring.wake()
        self.later.start([self._read_rulesets])
        if trouble:
            self.window.log.prompt.show_error(trouble)

    def _read_rulesets(self) -> str:
        """Reads all rulesets, whose creatures the library shows, and imports what prep is made of."""
        import encounter_gui.app.prep_assembly  # noqa: F401

        self._rulesets.all()
        return ""

    @Slot()
    def _prepare(self) -> None:
        """Makes what is prepared with: before the first paint nobody prepares anything."""
        from encounter_gui.app.prep_assembly import Prep, PrepMeans

        means = PrepMeans(
            campaign=lambda: self._open_one,
            encounter=lambda: self._encounter,
            rulesets=self._rulesets,
            build=ruleset,
            listed=paths.rulesets,
        )
        self.prep = Prep(
            self.window,
            self.desk,
            self.intents,
            self.wiring.prompts,
            self._look,
            self._settings,
            means,
        )
        self.prep.fights.renamed.connect(self._rename)
        self.room.plan_requested.connect(self.prep.plans.drop)
        self.room.export_requested.connect(self._export_selected)
        if self.desk.is_open:
            self._try(self.prep.open)
        if self.window.is_prep:
            self.window.show_encounter(shown=True)

    @Slot(tuple)
    def _export_selected(self, keys: tuple[str, ...]) -> None:
        if self.prep is not None:
            self.prep.exports.select(keys)
            self.prep.exports.ask()

    @Slot()
    def _rename(self) -> None:
        if self._campaign is not None and self.desk.is_open:
            self._list(self._encounter)
