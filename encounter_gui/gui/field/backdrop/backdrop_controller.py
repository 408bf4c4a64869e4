"""Chooses the picture a plan is drawn on, and shows those that the campaign keeps."""

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from encounter_gui.core.errors import AppError
from encounter_gui.core.picture_files import read_picture
from encounter_gui.encounter.plan import Plan
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.field.backdrop.backdrop_dialog import BackdropDialog, Scaled
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.pictures import decoded, upright
from encounter_gui.play.grounds import read_picture_file
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.rules.engine.field.plan_commands import LARGEST
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command

_MOST_SHOWN = 3_000
"""Most pixels in width and height of a picture as it is shown: some 36 MB."""


class BackdropController(QObject):
    """Asks for a file, then for its scale; what comes of it is commands of the table."""

    def __init__(
        self,
        window: QWidget,
        controller: EncounterController,
        campaign: Callable[[], OpenCampaign],
        icons: Icons,
    ) -> None:
        """Takes the window, the controller of the encounter, and what returns the open campaign."""
        super().__init__(window)
        self._window, self._controller, self._campaign = window, controller, campaign
        self._icons = icons
        self._chosen: bytes = b""
        self._shown: tuple[str, QImage] | None = None
        self.dialog: BackdropDialog | None = None

    # ---- showing

    def picture_of(self, name: str) -> QImage | None:
        """Returns a picture that the campaign keeps, by its name; None: it keeps none, or it cannot be drawn."""
        if self._shown is None or self._shown[0] != name:
            image = decoded(self._data_of(name), _MOST_SHOWN)
            self._shown = None if image.isNull() else (name, image)
        return None if self._shown is None else self._shown[1]

    def _data_of(self, name: str) -> bytes:
        try:
            return self._campaign().picture(name) or b""
        except AppError:
            return b""

    # ---- choosing

    @Slot()
    def ask(self) -> None:
        """Asks for the scale of the picture that is there, or where there is none for its file."""
        plan = self._plan
        if not self._controller.is_live:
            return
        if plan is not None and plan.backdrop is not None:
            data = self._data_of(plan.backdrop.picture)
            if data:
                self._chosen = data
                self._open(data, plan.backdrop.width)
                return
        self._ask_file()

    @Slot()
    def _ask_file(self) -> None:
        texts = self._controller.session.game.texts
        kinds = texts.text_of("gui.field.backdrop.files")
        title = texts.text_of("gui.field.backdrop.title")
        dialog = QFileDialog(self._window, title, "", kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_file)
        dialog.open()

    @Slot(str)
    def take_file(self, path: str) -> None:
        """Opens the dialog with the picture of a file, or says why it cannot be used."""
        try:
            self._chosen = upright(read_picture_file(Path(path)))
        except AppError as error:
            self._tell(error)
            return
        self._open(self._chosen, None)

    def _open(self, data: bytes, width: float | None) -> None:
        if self.dialog is None:
            texts = self._controller.session.game.texts
            unit = self._controller.system.rules().field.unit
            self.dialog = BackdropDialog(self._icons, texts, unit, self._window)
            self.dialog.scaled.connect(self._use)
            self.dialog.removed.connect(self._remove)
            self.dialog.file_wanted.connect(self._ask_file)
            self.dialog.finished.connect(self._forget)
        self.dialog.show_picture(decoded(data, _MOST_SHOWN), read_picture(data).pixels, width)
        self.dialog.open()

    @Slot()
    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    # ---- doing

    @property
    def _plan(self) -> Plan | None:
        return self._controller.context.state.plan

    @Slot(object)
    def _use(self, scaled: Scaled) -> None:
        if not self._controller.is_live:
            return
        try:
            name, pixels = self._campaign().add_picture(self._chosen)
        except AppError as error:
            self._tell(error)
            return
        self._controller.perform_each(tuple(self._commands(name, pixels, scaled)))

    def _commands(self, name: str, pixels: tuple[int, int], scaled: Scaled) -> Iterator[Command]:
        """Yields the size of the plan first, as far as everybody stays on it, then the picture."""
        width, height = scaled.width, scaled.width * pixels[1] / pixels[0]
        plan = self._plan
        wanted = (min(max(width, 1), LARGEST), min(max(height, 1), LARGEST))
        if scaled.fits_plan and self._keeps_everybody(wanted):
            yield do.SetPlan(size=(round(wanted[0], 3), round(wanted[1], 3)))
        elif plan is None:
            yield do.SetPlan()
        yield do.SetBackdrop(picture=name, width=width, pixels=pixels)

    def _keeps_everybody(self, size: tuple[float, float]) -> bool:
        state = self._controller.context.state
        places = [each.place.point for each in state.combatants.values() if each.place is not None]
        places += (
            [point for area in state.plan.areas for point in area.points] if state.plan else []
        )
        return all(x <= size[0] and y <= size[1] for x, y in places)

    @Slot()
    def _remove(self) -> None:
        if self._controller.is_live:
            self._controller.perform(do.SetBackdrop())

    def _tell(self, error: AppError) -> None:
        texts = self._controller.session.game.texts
        self._controller.refused.emit(texts.sentence(error.message))
