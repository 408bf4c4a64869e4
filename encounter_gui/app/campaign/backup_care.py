"""Makes backups while a campaign is played, and opens one that is chosen as a new file."""

from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui.app.services import backed_up, wall_clock
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.background_tasks import BackgroundTasks
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.window.main_window import MainWindow
from encounter_gui.play.open_campaign import OpenCampaign

_FIRST, _LATER = 2_000, 300_000  # ms: once the window stands, then every five minutes
_LOST = {f"storage.{each}" for each in ("missing", "empty", "not_ours", "damaged", "changed")}


class BackupCare(QObject):
    """Sees every few minutes whether a backup is due: the newest is an hour old, and something has happened since."""

    restored = Signal(str)
    """A new file was made of a backup, to be opened."""
    refused = Signal(object)
    """What was wrong, an AppError."""

    def __init__(
        self, window: MainWindow, settings: Settings, texts: MessageCatalog, parent: QObject
    ) -> None:
        """Takes the window, what it remembers, and the words."""
        super().__init__(parent)
        self._window = window
        self._settings = settings
        self._texts = texts
        self._campaign: OpenCampaign | None = None
        self._count = -1
        self._listed = Path()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._tasks = BackgroundTasks(self)
        self._tasks.done.connect(self._tell)

    def open(self, campaign: OpenCampaign) -> None:
        """Begins with a campaign."""
        self._campaign, self._count = campaign, -1
        self._timer.start(_FIRST)

    def close(self) -> None:
        """Makes no more backups."""
        self._timer.stop()
        self._campaign = None

    @Slot()
    def _look(self) -> None:
        self._timer.setInterval(_LATER)
        campaign = self._campaign
        if campaign is None or campaign.change_count == self._count or campaign.look() != "here":
            return
        self._count = campaign.change_count
        path, folder = campaign.path, self._settings.get(kept.BACKUP_FOLDER)
        self._tasks.start([lambda: backed_up(path, folder)])

    @Slot(str)
    def _tell(self, trouble: str) -> None:
        campaign = self._campaign
        if (
            trouble and campaign is not None and campaign.look() == "here"
        ):  # else the banner says more
            self._window.log.prompt.show_error(trouble)

    @Slot()
    def show(self) -> None:
        """Opens the list of backups of the campaign."""
        if self._campaign is not None:
            self._show_of(self._campaign.path)

    def offer(self, campaign: Path, error: AppError) -> None:
        """Opens the list of backups of a campaign that could not be opened, if they may help and there are any."""
        from encounter_gui.storage.file.backups import all_backups

        if error.message.key in _LOST and all_backups(campaign, self._folders):
            # Once the window is there, and has said what is wrong.
            QTimer.singleShot(0, self, partial(self._show_of, campaign))

    def _show_of(self, campaign: Path) -> None:
        from encounter_gui.gui.files.backups_dialog import BackupRow, BackupsDialog
        from encounter_gui.storage.file.backups import all_backups

        now = wall_clock()
        rows = [
            BackupRow(path=str(each.path), title=self._title(each.path, each.made, now))
            for each in all_backups(campaign, self._folders)
        ]
        folder = self._settings.get(kept.BACKUP_FOLDER)
        dialog = BackupsDialog(rows, self._content, folder, self._texts, self._window)
        self._listed = campaign
        dialog.restore_requested.connect(self._restore)
        dialog.folder_chosen.connect(self._use_folder)
        dialog.open()

    @property
    def _folders(self) -> list[Path]:
        folder = self._settings.get(kept.BACKUP_FOLDER)
        return [Path(folder)] if folder else []

    def _title(self, path: Path, made: datetime | None, now: datetime) -> str:
        size = f"{path.stat().st_size / 1e6:.1f} MB"
        if made is None:
            version = path.stem.rpartition(" ")[2]
            return self._texts.text_of("backups.version", version=version, size=size)
        if made.date() == now.date():
            return self._texts.text_of("backups.today", time=f"{made:%H:%M}", size=size)
        return self._texts.text_of("backups.day", day=f"{made:%Y-%m-%d %H:%M}", size=size)

    def _content(self, path: str) -> str:
        from encounter_gui.storage.backup_preview import preview

        try:
            found = preview(Path(path))
        except AppError as error:
            return self._texts.text(error.message)
        text_of = self._texts.text_of
        lines = [
            text_of("backups.encounter", name=name, count=count) for name, count in found.encounters
        ]
        return "\n".join(
            [path, "", *lines, "", text_of("backups.creatures", count=found.creature_count)]
        )

    @Slot(str)
    def _restore(self, backup: str) -> None:
        from encounter_gui.storage.file.copies import copy_into

        campaign = self._listed
        target = _free_name(campaign, Path(backup).stem.removeprefix(f"{campaign.stem} "))
        try:
            copy_into(Path(backup), target)
        except AppError as error:
            self.refused.emit(error)
            return
        self.restored.emit(str(target))

    @Slot(str)
    def _use_folder(self, folder: str) -> None:
        self._settings.set(kept.BACKUP_FOLDER, folder)
        self._count = -1
        self._timer.start(_FIRST)


def _free_name(campaign: Path, made: str) -> Path:
    """Returns a name beside a campaign that says of which backup it is, and that nothing has yet."""
    stem = f"{campaign.stem} from {made}"
    names = [stem, *(f"{stem} ({number})" for number in range(2, 1000))]
    paths = (campaign.with_name(f"{each}{campaign.suffix}") for each in names)
    return next(path for path in paths if not path.exists())
