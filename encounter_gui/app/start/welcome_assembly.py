"""The welcome screen joined to the program: made when it is first shown."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from encounter_gui import paths
from encounter_gui.app.campaign.recent_campaigns import RecentCampaigns
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.welcome.welcome_page import WelcomePage
from encounter_gui.gui.welcome.welcome_view import GameChoice, WelcomeView
from encounter_gui.gui.window.main_window import MainWindow, UiResources
from encounter_gui.rules.systems import manifests
from encounter_gui.storage.file.copies import copy_into
from encounter_gui.storage.file.header import SUFFIX


class WelcomeMeans(msgspec.Struct, frozen=True, kw_only=True):
    """What the welcome screen has the program do.

    ``attempt`` does something and says in the window what was wrong with it. ``open_sample`` opens the sample fight of
    a ruleset; empty: the sample campaign where it stands. ``create`` makes a campaign whose first encounter has this
    ruleset. ``bring_in`` asks for files of creatures, or reads the one it is given; ``take_rules`` looks at a
    file with rules. ``theme`` names the theme in use.
    """

    attempt: Callable[[Callable[[], object]], None]
    open_campaign: Callable[[Path], None]
    open_sample: Callable[[str], None]
    create: Callable[[Path, str], None]
    prepare: Callable[[], None]
    bring_in: Callable[[Path | None], None]
    take_rules: Callable[[Path], None]
    start_tour: Callable[[], None]
    use_theme: Callable[[str], None]
    theme: Callable[[], str]


class Welcome(QObject):
    """Fills the welcome screen, and does what is asked for there."""

    def __init__(
        self,
        window: MainWindow,
        resources: UiResources,
        settings: Settings,
        recent: RecentCampaigns,
        means: WelcomeMeans,
    ) -> None:
        """Takes the window, what it is drawn with, the settings, and what the program does."""
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._texts = resources.texts
        self._recent = recent
        self._means = means
        self._games = game_choices()
        self.page = WelcomePage(self._view(), resources.icons, resources.figure, resources.texts)
        window.take_welcome(self.page)
        self._connect()

    def _connect(self) -> None:
        page = self.page
        page.sample_requested.connect(self._open_sample)
        page.empty_requested.connect(self._begin_empty)
        page.recent_requested.connect(self._open)
        page.find_requested.connect(self._find)
        page.forget_requested.connect(self._forget)
        page.tour_requested.connect(self._start_tour)
        page.theme_requested.connect(self._means.use_theme)
        page.requested.connect(self._do)
        page.dropped.connect(self._take_file)

    def show(self, trouble: str = "") -> None:
        """Shows the screen, with the keyboard where Enter does what is most likely wanted."""
        self.page.show_welcome(self._view())
        self.page.show_trouble(trouble)
        self._window.show_welcome(is_shown=True)
        self.page.take_focus()

    @property
    def game(self) -> str:
        """The ruleset of the game that is chosen, or was last; never empty."""
        return self.page.chosen or self._view().chosen

    def _view(self) -> WelcomeView:
        known = {each.ruleset for each in self._games}
        last = self._settings.get(kept.GAME)
        chosen = last if last in known else self._games[0].ruleset
        listed = self._recent.listed(datetime.now().astimezone())
        samples = str(sample_path().resolve())
        name = self._texts.text_of("welcome.recent.samples")
        named = tuple(replace(each, name=name) if each.path == samples else each for each in listed)
        return WelcomeView(
            games=self._games, recent=named, chosen=chosen, theme=self._means.theme()
        )

    # ---- what is asked for

    @Slot(str)
    def _open_sample(self, ruleset: str) -> None:
        self._settings.set(kept.GAME, ruleset)
        self._means.attempt(lambda: self._means.open_sample(ruleset))

    @Slot(str)
    def _begin_empty(self, ruleset: str) -> None:
        self._settings.set(kept.GAME, ruleset)
        self._means.attempt(lambda: self._create_and(self._means.prepare, ruleset))

    def _create_and(self, go_on: Callable[[], None], ruleset: str) -> None:
        self._means.create(free_path(self._texts.text_of("gui.file.first")), ruleset)
        go_on()

    @Slot(str)
    def _open(self, path: str) -> None:
        self._means.attempt(lambda: self._means.open_campaign(Path(path)))

    @Slot()
    def _start_tour(self) -> None:
        self._means.attempt(self._means.start_tour)

    @Slot(str)
    def _do(self, what: str) -> None:
        actions = self._window.actions_of
        match what:
            case "new":
                actions["new"].trigger()
            case "open":
                actions["open"].trigger()
            case "keys":
                actions["shortcuts"].trigger()
            case "samples":
                self._means.attempt(lambda: self._means.open_sample(""))
            case "backup":
                self._ask_backup()
            case _:
                self._bring_in(None)

    def _bring_in(self, path: Path | None) -> None:
        self._means.attempt(lambda: self._create_and(lambda: self._means.bring_in(path), self.game))

    @Slot(str)
    def _take_file(self, path: str) -> None:
        """A campaign is opened, rules are looked at; anything else is read as creatures, into a new campaign."""
        from encounter_gui.play.rulesets.pack import ENDING  # not needed to paint the screen

        if path.endswith(SUFFIX):
            self._open(path)
        elif path.lower().endswith(ENDING):
            self._means.take_rules(Path(path))
        else:
            self._bring_in(Path(path))

    # ---- the list

    @Slot(str)
    def _forget(self, path: str) -> None:
        self._recent.forget(path)
        self.page.show_welcome(self._view())

    @Slot(str)
    def _find(self, path: str) -> None:
        dialog = self._file_dialog("welcome.recent.find", Path(path).parent)
        dialog.setProperty("gone", path)
        dialog.fileSelected.connect(self._take_found)
        dialog.open()

    @Slot(str)
    def _take_found(self, found: str) -> None:
        self._recent.forget(str(self.sender().property("gone")))
        self._open(found)

    def _ask_backup(self) -> None:
        folder = next(iter(sorted(paths.user_folder().glob("* backups"))), paths.user_folder())
        dialog = self._file_dialog("welcome.begin.backup", folder)
        dialog.fileSelected.connect(self._take_backup)
        dialog.open()

    @Slot(str)
    def _take_backup(self, path: str) -> None:
        self._means.attempt(lambda: self._open_copy(Path(path)))

    def _open_copy(self, backup: Path) -> None:
        """Opens a copy of a backup: the backup itself stays as it is."""
        target = free_path(backup.stem)
        copy_into(backup, target)
        self._means.open_campaign(target)

    def _file_dialog(self, title: str, folder: Path) -> QFileDialog:
        words = self._texts.text_of(title).rstrip("…")
        start = folder if folder.is_dir() else paths.user_folder()
        kinds = self._texts.text_of("gui.file.campaigns", suffix=SUFFIX)
        dialog = QFileDialog(self._window, words, str(start), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.finished.connect(dialog.deleteLater)
        return dialog


def game_choices() -> tuple[GameChoice, ...]:
    """Returns the games that have a card, in their order."""
    cards = {each.id: each.card for each in manifests() if each.card is not None}
    return tuple(
        GameChoice(
            ruleset=game,
            picture=card.picture,
            die=card.die,
            sample=card.sample,
            has_tour=card.has_tour,
        )
        for game, card in sorted(cards.items(), key=lambda each: each[1].place)
    )


def die_of(ruleset: str) -> str:
    """Returns the die that tells a ruleset's game in lists; empty: it has no card."""
    return next((each.die for each in game_choices() if each.ruleset == ruleset), "")


def sample_path() -> Path:
    """Returns where the sample campaign is, or will be."""
    return paths.user_folder() / "samples" / f"samples{SUFFIX}"


def free_path(stem: str) -> Path:
    """Returns a path in the user's folder at which no campaign is yet."""
    folder = paths.user_folder()
    names = (stem, *(f"{stem} {number}" for number in range(2, 10_000)))
    return next(path for name in names if not (path := folder / f"{name}{SUFFIX}").exists())
