"""What one begins with: the campaign played last, the welcome screen, a sample fight, the tour."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication

from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.campaign.recent_campaigns import RecentCampaigns
from encounter_gui.app.choices.theme_choice import ThemeChoice
from encounter_gui.cli.window_options import WindowOptions
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.library.library_workspace import LibraryWorkspace
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.systems import FIRST_RULESET

if TYPE_CHECKING:  # made when they are first shown
    from encounter_gui.app.start.tour import Tour
    from encounter_gui.app.start.welcome_assembly import Welcome, WelcomeMeans


class StartController(QObject):
    """Shows the welcome screen, and opens what is chosen there or on the command line."""

    welcome_made = Signal(object)
    """The first card of the welcome screen, once there is one."""
    rules_requested = Signal(tuple)
    """``tuple[Path, ...]``: files with rules were dropped on the welcome screen."""
    bring_in_requested = Signal(object)
    """The ``Path`` of a file of creatures to be read; None: files are to be asked for."""

    def __init__(
        self,
        window: MainWindow,
        room: LibraryWorkspace,
        campaigns: CampaignController,
        recent: RecentCampaigns,
        theme: ThemeChoice,
        resources: UiResources,
        settings: Settings,
    ) -> None:
        """Takes the window, the library, the campaign, those that were open lately, and the settings."""
        super().__init__(window)
        self._window = window
        self._controller = campaigns.controller
        self._room = room
        self._campaigns = campaigns
        self._recent = recent
        self._theme = theme
        self._resources = resources
        self._settings = settings
        self._texts = resources.texts
        self.welcome: Welcome | None = None
        self.tour: Tour | None = None
        room.sample_requested.connect(self._show_sample)
        window.actions_of["close"].triggered.connect(self._close)
        window.actions_of["tour"].triggered.connect(self._take_tour)

    def begin(self, options: WindowOptions) -> None:
        """Opens what the command line asks for; without a wish, what was open last.

        Raises:
            AppError: it cannot be opened.
        """
        if options.picture is None:
            self._window.restore(self._settings)
        last = (
            Path(self._settings.get(kept.CAMPAIGN)) if self._settings.get(kept.CAMPAIGN) else None
        )
        if options.sample:
            self.open_sample("")
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
            self._campaigns.open(options.campaign or Path())
        except AppError as error:
            if options.picture is not None:
                raise
            self.show_welcome(explained(error, self._texts))

    def show_welcome(self, trouble: str = "") -> None:
        """Closes what is open, and shows the welcome screen; ``trouble`` says what could not be opened, and why."""
        self._campaigns.close()
        if self.welcome is None:
            from encounter_gui.app.start.welcome_assembly import Welcome

            self.welcome = Welcome(
                self._window, self._resources, self._settings, self._recent, self._welcome_means()
            )
            self.welcome_made.emit(self.welcome.page.cards[0])
        self.welcome.show(trouble)

    @property
    def game(self) -> str:
        """The ruleset for what is new: that chosen on the welcome screen, that of the open encounter, or the last."""
        if self.welcome is not None and self._window.is_welcome:
            return self.welcome.game
        if self._controller.is_open:
            return str(self._controller.context.ruleset.id)
        return self._settings.get(kept.GAME) or FIRST_RULESET

    def _open_last(self, path: Path) -> None:
        try:
            self._campaigns.open(path)
        except AppError as error:
            # Whatever is wrong with the last file, there has to be a window to say so in.
            self.show_welcome(explained(error, self._texts))
            return
        self._select_as_before()

    def _select_as_before(self) -> None:
        """Selects who was selected when the program was left."""
        who = CombatantId(self._settings.get(kept.SELECTED))
        if who in self._controller.context.state.combatants:
            self._window.table.select([who])

    def _welcome_means(self) -> "WelcomeMeans":
        from encounter_gui.app.start.welcome_assembly import WelcomeMeans

        return WelcomeMeans(
            attempt=self.attempt,
            open_campaign=self._go_on_with,
            open_sample=lambda ruleset_id: self._busy(lambda: self.open_sample(ruleset_id)),
            create=self._campaigns.create,
            prepare=lambda: self._room.prepare(True),  # noqa: FBT003 - a slot
            bring_in=self.bring_in_requested.emit,
            take_rules=lambda path: self.rules_requested.emit((path,)),
            start_tour=lambda: self._busy(self.start_tour),
            use_theme=self._theme.use,
            theme=lambda: self._theme.name,
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
        self._campaigns.open(path)
        if is_last:
            self._select_as_before()
        self._window.table.setFocus()

    def open_sample(self, ruleset_id: str) -> None:
        """Opens the sample fight of a ruleset; empty: the sample campaign, at the fight that was open last in it.

        Raises:
            AppError: it cannot be made or opened.
        """
        from encounter_gui.app.start.samples import sample_of, whole_sample

        self._campaigns.close()  # the same file may be open
        if ruleset_id:
            self._campaigns.take(sample_of(ruleset_id, self._campaigns.services))
            self._window.table.setFocus()
        else:
            self._campaigns.open(whole_sample(self._campaigns.services))

    def start_tour(self) -> None:
        """Opens the sample fight the tour is played on, and begins it.

        Raises:
            AppError: the sample cannot be made or opened.
        """
        from encounter_gui.app.start.welcome_assembly import game_choices

        self.open_sample(next(each.ruleset for each in game_choices() if each.has_tour))
        if self.tour is None:
            from encounter_gui.app.start.tour import Tour

            self.tour = Tour(self._window, self._controller, self._resources)
        self._window.status.show_tab("body")
        self.tour.begin()

    @Slot()
    def _show_sample(self) -> None:
        ruleset = self._controller.context.ruleset.id
        self.attempt(lambda: self.open_sample(ruleset))

    @Slot()
    def _take_tour(self) -> None:
        if self._room.when_free(self._take_tour):
            self.attempt(self.start_tour)

    @Slot()
    def _close(self) -> None:
        if self._room.when_free(self._close):
            self.show_welcome()

    def tell(self, error: AppError) -> None:
        """Says an error in the strip, or on the welcome screen where that is shown."""
        sentence = explained(error, self._texts)
        if self.welcome is not None and self._window.is_welcome:
            self.welcome.page.show_trouble(sentence)
        else:
            self._window.log.prompt.show_error(sentence)

    def attempt(self, act: Callable[[], object]) -> None:
        """Does something, and says what was wrong with it."""
        try:
            act()
        except AppError as error:
            self.tell(error)
