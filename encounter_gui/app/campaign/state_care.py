"""Has the state of a long fight kept beside its log, and proves the one that it was opened with."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Slot

from encounter_gui.app.campaign.campaign_controller import CampaignController
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.codec import UnreadableError
from encounter_gui.gui.files.file_banner import BannerAction, FileBanner

_PAUSE = 5  # ms between two parts of a proof: the window answers all the time
_AT_ONCE = 200
"""Entries that are played through in one go: a few milliseconds."""

_EVERY = 500
"""After so many entries the state is kept again: so many are played through at most when the program was killed."""

_KEY = "state"


class StateCare(QObject):
    """Compares the state that a long fight was opened with with its log, a part at a time.

    If they differ, the fight is opened again without it, and the banner says so.
    """

    def __init__(
        self,
        campaigns: CampaignController,
        banner: FileBanner,
        texts: MessageCatalog,
        parent: QObject,
    ) -> None:
        """Takes the campaigns that are opened, and where to say what is wrong."""
        super().__init__(parent)
        self._campaigns = campaigns
        self._banner = banner
        self._texts = texts
        self._proof: Iterator[bool] = iter(())
        self._kept_at = 0
        self._timer = QTimer(self, interval=_PAUSE)
        self._timer.timeout.connect(self._go_on)
        campaigns.encounter_opened.connect(self._open)
        campaigns.controller.settled.connect(self._keep)

    @Slot()
    def close(self) -> None:
        """Watches no more."""
        self._timer.stop()
        self._banner.take_back(_KEY)

    @Slot(int)
    def _open(self, encounter: int) -> None:  # noqa: ARG002 - the one that is played
        log = self._campaigns.controller.session.log
        self._kept_at = len(log)
        self._proof = log.prove_kept(_AT_ONCE)
        self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        try:
            is_so = next(self._proof, None)
        except UnreadableError:
            is_so = False
        if is_so is None:
            self._timer.stop()
            self._campaigns.keep_state()
        elif not is_so:
            self._timer.stop()
            self._work_out_again()

    def _work_out_again(self) -> None:
        campaigns = self._campaigns
        try:
            campaigns.campaign.drop_state(campaigns.encounter)
            campaigns.open_encounter(campaigns.encounter)
        except AppError as error:
            campaigns.refused.emit(error)
        text = self._texts.text_of(
            "files.state",
            encounter=campaigns.controller.context.state.name,
            file=campaigns.campaign.path.name,
        )
        understood = BannerAction(words=self._texts.text_of("files.understood"), act=self._forget)
        self._banner.say(_KEY, text, "danger", (understood,))

    @Slot()
    def _forget(self) -> None:
        self._banner.take_back(_KEY)

    @Slot()
    def _keep(self) -> None:
        count = len(self._campaigns.controller.session.log)
        if count - self._kept_at >= _EVERY:
            self._kept_at = count
            self._campaigns.keep_state()
