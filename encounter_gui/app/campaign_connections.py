"""Joins the campaign that is open with the window: what is asked for in its menus, and what they are told of it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.app.campaign.backup_care import BackupCare
from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.app.campaign.file_care import FileCare
from encounter_gui.app.campaign.state_care import StateCare
from encounter_gui.app.start.start_controller import StartController
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.library.library_workspace import LibraryWorkspace
from encounter_gui.gui.window.action_handlers import ActionHandlers
from encounter_gui.gui.window.main_window import MainWindow
from encounter_gui.play.open_campaign import OpenCampaign


class CampaignConnections(QObject):
    """Opens, makes and copies what the menus ask for; names it everywhere, and cares for its file."""

    encounter_made = Signal()
    """A new encounter stands open; nobody is in it yet."""

    def __init__(
        self,
        window: MainWindow,
        handlers: ActionHandlers,
        room: LibraryWorkspace,
        campaigns: CampaignController,
        start: StartController,
        settings: Settings,
        texts: MessageCatalog,
    ) -> None:
        """Takes the window, its parts and the campaign; what is refused is said by ``start``."""
        super().__init__(window)
        self._window = window
        self._files = handlers.files
        self._room = room
        self._campaigns = campaigns
        self._controller = controller = campaigns.controller
        self._settings = settings
        self._texts = texts
        self._start = start
        self.file_care = FileCare(window, settings, texts, controller, self)
        self.backups = BackupCare(window, settings, texts, self)
        self._state_care = StateCare(campaigns, window.banner, texts, self)
        self._follow()
        self._answer()
        self._files.show_recent(settings.get(kept.RECENT))

    def _follow(self) -> None:
        campaigns = self._campaigns
        campaigns.opened.connect(self._follow_campaign)
        campaigns.encounter_opened.connect(self._follow_encounter)
        campaigns.refused.connect(self._start.tell)
        campaigns.unreadable.connect(self.backups.offer)
        for follower in (self._room, self.file_care, self.backups, self._state_care):
            campaigns.closed.connect(follower.close)
        self.file_care.place_changed.connect(self._name_file)
        self.backups.refused.connect(self._start.tell)
        self._controller.context_changed.connect(self.file_care.follow)
        self._controller.time_built_on.connect(self._ask_for_time)

    def _answer(self) -> None:
        files = self._files
        self.backups.restored.connect(self._open)
        self._window.actions_of["backups"].triggered.connect(self.backups.show)
        files.open_requested.connect(self._open)
        files.new_requested.connect(self._create)
        files.copy_requested.connect(self._copy)
        files.replay_requested.connect(self._replay)
        files.encounter_requested.connect(self._open_encounter)
        files.encounter_created.connect(self._create_encounter)
        files.new_game = lambda: self._campaigns.campaign.game

    # ---- what the window is told

    @Slot(object)
    def _follow_campaign(self, campaign: OpenCampaign) -> None:
        self._name_file()
        self.file_care.open(campaign)
        self.backups.open(campaign)
        self._window.show_welcome(is_shown=False)

    @Slot(int)
    def _follow_encounter(self, encounter: int) -> None:
        name = self._controller.context.state.name
        self.file_care.say_damage(EncounterId(encounter), name)
        self.list_encounters()

    @Slot()
    def _name_file(self) -> None:
        """Says where the campaign is kept, or that it is not."""
        campaign = self._campaigns.campaign
        self._window.kept.name(campaign.path.name)
        self._window.kept.warn(
            "" if campaign.place == "here" else self._texts.text_of("files.unsaved")
        )
        self._files.show_recent(self._settings.get(kept.RECENT))
        self.list_encounters()

    @Slot()
    def list_encounters(self) -> None:
        """Says everywhere what the encounters are called."""
        if not self._controller.is_open:
            return
        campaign, encounter = self._campaigns.campaign, self._campaigns.encounter
        listed = {each.id: each.name for each in campaign.encounters()}
        self._files.show_encounters(list(listed.items()), encounter)
        name = listed.get(encounter, self._controller.context.state.name)
        if encounter in campaign.copies:
            name = self._texts.text_of("rules_of_fight.copy_title", name=name)
        title = self._texts.text_of("gui.title", encounter=name, campaign=campaign.path.stem)
        self._window.setWindowTitle(title)

    @Slot(object)
    def _ask_for_time(self, again: Callable[[], object]) -> None:
        """Asks once whether the time that has passed since a fight is taken back with it, and does both then."""
        from encounter_gui.gui.dialogs.frame import question_box

        campaign, encounter = self._campaigns.campaign, self._campaigns.encounter
        text_of = self._texts.text_of

        def take_both_back() -> None:
            self._start.attempt(lambda: campaign.time.take_back(encounter))
            again()

        box = question_box(
            self._window,
            "time_question",
            text_of("gui.time.back.question"),
            keep=text_of("gui.cancel"),
            act=text_of("gui.time.back.take_back"),
            help_text=text_of("gui.time.back.help"),
        )
        box.accepted.connect(take_both_back)
        box.open()

    # ---- what is asked for

    @Slot(str)
    def _open(self, path: str) -> None:
        if self._room.when_free(lambda: self._open(path)):
            self._start.attempt(lambda: self._campaigns.open(Path(path)))

    @Slot(str)
    def _create(self, path: str) -> None:
        if self._room.when_free(lambda: self._create(path)):
            self._start.attempt(lambda: self._campaigns.create(Path(path)))

    @Slot(str)
    def _copy(self, path: str) -> None:
        from encounter_gui.gui.dialogs.replacing import write_or_ask

        write_or_ask(Path(path), self._write_copy, self._texts, self._window, for_campaign=True)

    def _write_copy(self, path: Path, overwrite: bool) -> None:  # noqa: FBT001 - as ``Write`` has it
        campaign = self._campaigns.campaign
        self._start.attempt(lambda: campaign.save_copy(path, overwrite=overwrite))
        self.file_care.follow()

    @Slot(str)
    def _replay(self, path: str) -> None:
        self._start.attempt(lambda: self._campaigns.replay(Path(path)))

    @Slot(int)
    def _open_encounter(self, encounter: int) -> None:
        self._start.attempt(lambda: self._campaigns.open_encounter(EncounterId(encounter)))

    @Slot(str, str)
    def _create_encounter(self, name: str, ruleset_id: str) -> None:
        def create() -> None:
            self._campaigns.create_encounter(name, ruleset_id)
            self.encounter_made.emit()

        self._start.attempt(create)
