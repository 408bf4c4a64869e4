"""Watches over the file of the open campaign: whether it is still there, and that it alone is a whole copy."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui import paths
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError, SaveError
from encounter_gui.core.ids import ROOT, EncounterId
from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.background_tasks import BackgroundTasks
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.files.file_banner import BannerAction
from encounter_gui.gui.window.main_window import MainWindow
from encounter_gui.play.open_campaign import OpenCampaign

_EVERY = 1000  # ms between two looks: the file alone is never further behind
_GONE, _RESCUED, _ENTRY, _DAMAGE = "gone", "rescued", "entry", "damage"
_ORIGIN = "window.rescued_from"


class FileCare(QObject):
    """Looks after the file once a second, and says what has become of it in the banner.

    While the file is not at its path, what is played is in memory and, once a second, in a file of the folder
    ``rescued``: that one is opened at the next start if the program ends before the file is back.
    """

    place_changed = Signal()
    """The campaign has another path, or its file has come or gone."""

    def __init__(
        self,
        window: MainWindow,
        settings: Settings,
        texts: MessageCatalog,
        controller: EncounterController,
        parent: QObject,
    ) -> None:
        """Takes the window, what it remembers, the words, and what knows where the fight stands."""
        super().__init__(parent)
        self._window = window
        self._settings = settings
        self._texts = texts
        self._controller = controller
        self._campaign: OpenCampaign | None = None
        self._known: tuple[str, Path] | None = None
        self._rescue: Path | None = None
        self._rescued_count = -1
        self._checked: BackgroundTasks | None = None
        self._told: tuple[str, str] | None = None
        """The damage that the banner tells of the open encounter: its part of the file, and the encounter's name."""
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self.look)

    def open(self, campaign: OpenCampaign) -> None:
        """Begins to watch a campaign."""
        self._campaign = campaign
        self._known = (campaign.place, campaign.path)
        self._rescue, self._rescued_count = None, -1
        self._checked = self._told = None
        self._timer.start()
        origin = campaign.setting(_ORIGIN)
        if origin:
            self._say_rescued(campaign, Path(origin))

    def say_damage(self, encounter: EncounterId, name: str) -> None:
        """Says that an encounter is open only up to a damaged entry, or nothing of it."""
        campaign = self._campaign
        damaged = None if campaign is None else campaign.damaged_at(encounter)
        if campaign is None or damaged is None:
            self._window.banner.take_back(_ENTRY)
            return
        self._told = ("encounters" if damaged == ROOT else "entries", name)
        key = "damaged_head" if damaged == ROOT else "damaged_entry"
        text = self._texts.text_of(
            f"files.{key}",
            entry=self._last_entry() + 1,
            encounter=name,
            file=campaign.path.name,
            last=self._last_entry(),
        )
        actions = (self._backups, self._understood(self._forget_entry))
        self._window.banner.say(_ENTRY, text, "danger", actions)

    def close(self) -> None:
        """Watches no more; what is only in memory is kept in the folder ``rescued``."""
        self._timer.stop()
        if self._campaign is not None:
            self.look()
            for key in (_GONE, _RESCUED, _ENTRY, _DAMAGE):
                self._window.banner.take_back(key)
        if self._checked is not None:
            self._checked.done.disconnect(self._say_found)
        self._campaign = self._checked = None

    @Slot()
    def look(self) -> None:
        """Compares the file with its path, and brings it up to date."""
        campaign = self._campaign
        if campaign is None:
            return
        place = campaign.look()
        if place == "here":
            campaign.checkpoint()
            self._check(campaign)
        else:
            self._keep_rescued(campaign)
        self.follow()

    def _check(self, campaign: OpenCampaign) -> None:
        """Has everything in the file proved, once, in another thread: the window is there by now."""
        if self._checked is None:
            path, texts, told = campaign.path, self._texts, self._told
            self._checked = BackgroundTasks(self)
            self._checked.done.connect(self._say_found)
            self._checked.start([lambda: _damage_in(path, texts, told)])

    @Slot(str)
    def _say_found(self, found: str) -> None:
        if found and self._campaign is not None and self._campaign.place == "here":
            text = self._texts.text_of("files.damaged", file=self._campaign.path.name, damage=found)
            actions = (self._backups, self._understood(self._forget_damage))
            self._window.banner.say(_DAMAGE, text, "danger", actions)

    @Slot()
    def follow(self) -> None:
        """Says what has become of the file since it was last asked for."""
        campaign = self._campaign
        if campaign is None:
            return
        now = (campaign.place, campaign.path)
        if now == self._known:
            return
        self._known = now
        if campaign.place == "here":
            self._say_back(campaign)
        else:
            self._keep_rescued(campaign)
            self._say_gone(campaign)
            if campaign.place == "replaced":  # what was found may be about the other file
                self._window.banner.take_back(_DAMAGE)
        self.place_changed.emit()

    @property
    def _backups(self) -> BannerAction:
        words = self._texts.text_of("files.backups")
        return BannerAction(words=words, act=self._window.actions_of["backups"].trigger)

    def _last_entry(self) -> int:
        """Returns the number of the last entry as the timeline counts them."""
        log = self._controller.session.log
        return log.depth(log.head)

    def _say_gone(self, campaign: OpenCampaign) -> None:
        where = {"file": campaign.path.name, "folder": str(campaign.path.parent)}
        text = self._texts.text_of(f"files.{campaign.place}", **where)
        words = self._texts.text_of("files.save_copy")
        save = BannerAction(words=words, act=self._window.actions_of["save_copy"].trigger)
        self._window.banner.say(_GONE, text, "danger", (save,))

    def _say_back(self, campaign: OpenCampaign) -> None:
        self._window.banner.take_back(_GONE)
        if campaign.setting(_ORIGIN):
            campaign.keep_setting(_ORIGIN, "")
        if self._rescue is not None:
            self._rescue.unlink(missing_ok=True)
            rescue = str(self._rescue)
            rest = tuple(each for each in self._settings.get(kept.RECENT) if each != rescue)
            self._settings.set(kept.RECENT, rest)
        self._rescue, self._rescued_count = None, -1
        self._settings.remember_campaign(str(campaign.path.resolve()))

    def _keep_rescued(self, campaign: OpenCampaign) -> None:
        """Writes what is in memory beside the user's campaigns, if anything is new."""
        if campaign.change_count == self._rescued_count:
            return
        try:
            if self._rescue is None:
                self._rescue = _free_name(paths.user_folder() / "rescued", campaign.path)
                campaign.keep_setting(_ORIGIN, str(campaign.path))
            campaign.keep_aside(self._rescue)
        except (AppError, OSError) as error:
            text = explained(error, self._texts) if isinstance(error, AppError) else str(error)
            self._window.log.prompt.show_error(text)
            return
        self._rescued_count = campaign.change_count
        self._settings.remember_campaign(str(self._rescue))

    def _say_rescued(self, campaign: OpenCampaign, origin: Path) -> None:
        text = self._texts.text(
            say(
                "files.rescued",
                file=origin.name,
                folder=str(origin.parent),
                rescued=str(campaign.path),
            )
        )
        actions = (self._understood(self._forget_rescued),)
        self._window.banner.say(_RESCUED, text, "hint", actions)

    def _understood(self, act: Callable[[], None]) -> BannerAction:
        return BannerAction(words=self._texts.text_of("files.understood"), act=act)

    @Slot()
    def _forget_entry(self) -> None:
        self._window.banner.take_back(_ENTRY)

    @Slot()
    def _forget_damage(self) -> None:
        self._window.banner.take_back(_DAMAGE)

    @Slot()
    def _forget_rescued(self) -> None:
        if self._campaign is not None:
            self._campaign.keep_setting(_ORIGIN, "")
        self._window.banner.take_back(_RESCUED)


def _damage_in(path: Path, texts: MessageCatalog, told: tuple[str, str] | None) -> str:
    """Returns what else is damaged in a campaign that is open, in words; empty: nothing, or it is not there any more.

    ``told``: the part and the name of what is told already; None: nothing.
    """
    from encounter_gui.play.damage_words import listed_damage
    from encounter_gui.storage.damage import damage_in_open

    try:
        found = damage_in_open(path)
    except SaveError:
        return ""
    return listed_damage([each for each in found if (each.part, each.name) != told], texts)


def _free_name(folder: Path, campaign: Path) -> Path:
    """Returns a name in a folder that nothing has yet; the folder is made."""
    folder.mkdir(exist_ok=True)
    names = [
        campaign.name,
        *(f"{campaign.stem} {number}{campaign.suffix}" for number in range(2, 1000)),
    ]
    return next(path for path in map(folder.joinpath, names) if not path.exists())
