"""Opens, makes and closes campaigns, and puts their encounters into play."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui import paths
from encounter_gui.app.campaign.recent_campaigns import RecentCampaigns
from encounter_gui.app.services import now, ruleset
from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.roller_controller import RollerController
from encounter_gui.gui.control.settings import Settings
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.session.session import EncounterSession


class CampaignController(QObject):
    """The campaign that is open, and the encounter of it that is played: never one without the other."""

    opened = Signal(object)
    """An ``OpenCampaign`` took the place of what was open before; its encounter is not shown yet."""
    encounter_opened = Signal(int)
    """The encounter of this id is played."""
    closed = Signal()
    """What was open is about to be closed; also emitted if nothing was."""
    refused = Signal(object)
    """An ``AppError``: the encounter played last cannot be opened, and another one was."""
    unreadable = Signal(object, object)
    """The path of a campaign that cannot be opened, and the ``AppError`` that says why."""

    def __init__(
        self,
        controller: EncounterController,
        rollers: RollerController,
        recent: RecentCampaigns,
        settings: Settings,
        texts: MessageCatalog,
        game: Callable[[], str],
    ) -> None:
        """Takes what the encounter is played with; ``game`` returns the ruleset for what is new."""
        super().__init__(controller)
        self.controller = controller
        self._rollers = rollers
        self._recent = recent
        self._settings = settings
        self._texts = texts
        self._game = game
        self._campaign: OpenCampaign | None = None
        self.services = CampaignServices(
            rulesets=ruleset, texts=texts, now=now, files=paths.ruleset_texts
        )
        self.encounter = EncounterId(0)

    @property
    def is_open(self) -> bool:
        """Whether a campaign is open."""
        return self._campaign is not None

    @property
    def campaign(self) -> OpenCampaign:
        """The campaign that is open.

        Raises:
            LookupError: none is.
        """
        if self._campaign is None:
            raise LookupError("no campaign is open")
        return self._campaign

    def open(self, path: Path) -> None:
        """Opens a campaign at the encounter that was played last in it; what was open before is closed.

        Raises:
            AppError: it cannot be opened; what was open stays open.
        """
        if self._is_the_open_one(path):
            return
        try:
            opened = OpenCampaign.open(path, self.services)
        except AppError as error:
            self.unreadable.emit(path, error)
            raise
        self.take(opened)

    def _is_the_open_one(self, path: Path) -> bool:
        campaign = self._campaign
        if campaign is None or campaign.look() != "here":
            return False
        return path.exists() and path.samefile(campaign.path)

    def create(self, path: Path, ruleset_id: str = "") -> None:
        """Makes a campaign with a first encounter, and opens it; the ruleset is that of the game played now if empty.

        Raises:
            AppError: it cannot be made; what was open stays open.
        """
        first = self._texts.text_of("gui.encounter.first")
        game = ruleset_id or self._game()
        self.take(OpenCampaign.create(path, self.services, first=first, ruleset=game))

    def take(self, campaign: OpenCampaign) -> None:
        """Puts a campaign in the place of the one that is open, once it has proved readable.

        Raises:
            AppError: no encounter of it can be opened; it is closed, and what was open stays open.
        """
        try:
            encounter = campaign.current()
            if encounter is None:
                first = self._texts.text_of("gui.encounter.first")
                game = campaign.game or campaign.game_of_creatures or self._game()
                encounter = campaign.new_encounter(first, game)
            session, encounter, trouble = _session_of(campaign, encounter)
        except AppError:
            campaign.close()
            raise
        self.close()
        self._campaign = campaign
        self._settings.remember_campaign(str(campaign.path.resolve()))
        self._settings.set(kept.RUNNING, str(campaign.path.resolve()))
        self._settings.sync()  # a start after a crash reads it
        self.opened.emit(campaign)
        self._play(session, encounter)
        if trouble is not None:
            self.refused.emit(trouble)

    def open_encounter(self, encounter: EncounterId) -> None:
        """Opens another encounter of the campaign.

        Raises:
            AppError: it cannot be read, or this program has no such system; what was open stays open.
        """
        self.keep_state()
        self._play(self.campaign.session(encounter), encounter)

    def keep_state(self) -> None:
        """Has the campaign keep where the fight stands, if that is worth it."""
        if self._campaign is not None and self.controller.is_open:
            self._campaign.keep_state(self.encounter, self.controller.session)

    def create_encounter(self, name: str, ruleset_id: str) -> None:
        """Makes an encounter in the campaign, and opens it.

        Raises:
            AppError: the ruleset cannot be used, or the file not be written.
        """
        self.open_encounter(self.campaign.new_encounter(name, ruleset_id))

    def replay(self, path: Path) -> None:
        """Plays a fight script, keeps it as an encounter of the campaign, and opens it.

        Raises:
            AppError: the script cannot be played.
        """
        self.open_encounter(self.campaign.replay(path))

    def _play(self, session: EncounterSession, encounter: EncounterId) -> None:
        campaign = self.campaign
        self._rollers.open(encounter, campaign.setting, campaign.keep_setting)
        self.controller.open(session)
        self.encounter = encounter
        campaign.checkpoint()
        self.encounter_opened.emit(encounter)

    def open_again(self) -> None:
        """Opens the campaign that is open anew, as after files it was made from have changed.

        Raises:
            AppError: it cannot be opened any more; none is open then.
        """
        path = self.campaign.path
        self.close()
        self.open(path)

    @Slot()
    def close(self) -> None:
        """Closes the file that is open, if one is."""
        self.keep_state()
        self._note_standing()
        self.controller.close()
        self.closed.emit()
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
