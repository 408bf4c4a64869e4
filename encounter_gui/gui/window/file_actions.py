"""The actions on campaign files and encounters: what is chosen goes up by signals."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.actions import ActionId
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.gui.window.app_services import AppServices
from encounter_gui.gui.window.main_window import MainWindow


class FileActions(QObject):
    """Asks for files and names, and fills the menus of encounters and of recent campaigns."""

    open_requested = Signal(str)
    new_requested = Signal(str)
    copy_requested = Signal(str)
    replay_requested = Signal(str)
    encounter_requested = Signal(int)
    encounter_created = Signal(str, str)
    game_requested = Signal()
    """A new game is to be made."""

    def __init__(
        self,
        window: MainWindow,
        controller: EncounterController,
        texts: MessageCatalog,
        services: AppServices,
    ) -> None:
        """Takes the window, the controller of the encounter, the texts, and what the program offers."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._texts = texts
        self._services = services
        self.new_game: Callable[[], str] = str
        """Returns the ruleset that new encounters are proposed with; empty: that of the encounter that is open."""

    def handlers(self) -> dict[ActionId, Callable[[], object]]:
        """Returns what the actions do."""
        return {
            "new": self._ask_new, "open": self._ask_open, "replay": self._ask_replay,
            "save_copy": self._ask_copy, "new_encounter": self._ask_encounter, "new_game": self._ask_game,
        }  # fmt: skip

    def show_encounters(self, names: Sequence[tuple[int, str]], current: int) -> None:
        """Offers the encounters of the campaign."""
        menu = self._emptied_menu("encounters", self._choose_encounter)
        for key, name in names:
            action = menu.addAction(name.replace("&", "&&"))
            action.setData(key)
            action.setCheckable(True)
            action.setChecked(key == current)
        menu.setEnabled(bool(names))

    def show_recent(self, paths: Sequence[str]) -> None:
        """Offers the campaigns opened last."""
        menu = self._emptied_menu("recent", self._choose_recent)
        for path in paths:
            action = menu.addAction(Path(path).name.replace("&", "&&"))
            action.setData(path)
            action.setToolTip(plain_tip(path))
        menu.setToolTipsVisible(True)
        menu.setEnabled(bool(paths))

    def _emptied_menu(self, name: str, chosen: Callable[[QAction], None]) -> QMenu:
        menu = self._window.menus[name]
        if not menu.property("joined"):
            menu.triggered.connect(chosen)
            menu.setProperty("joined", True)
        menu.clear()
        return menu

    @Slot()
    def _ask_open(self) -> None:
        self._ask_file("gui.action.open", self.open_requested, is_new=False)

    @Slot()
    def _ask_new(self) -> None:
        self._ask_file("gui.action.new", self.new_requested, is_new=True)

    @Slot()
    def _ask_copy(self) -> None:
        self._ask_file("gui.action.save_copy", self.copy_requested, is_new=True)

    @Slot()
    def _ask_replay(self) -> None:
        self._ask_file("gui.action.replay", self.replay_requested, is_new=False, is_fight=True)

    def _ask_file(
        self, title: str, chosen: SignalInstance, *, is_new: bool, is_fight: bool = False
    ) -> None:
        kind = "gui.file.fights" if is_fight else "gui.file.campaigns"
        words = self._texts.text_of(title).replace("&", "").rstrip("…")
        kinds = self._texts.text_of(kind, suffix=self._services.suffix)
        folder = self._services.samples if is_fight else self._services.folder
        dialog = QFileDialog(self._window, words, str(folder), kinds)
        mode = QFileDialog.AcceptMode
        dialog.setAcceptMode(mode.AcceptSave if is_new else mode.AcceptOpen)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # no campaign is written over
        files = QFileDialog.FileMode
        dialog.setFileMode(files.AnyFile if is_new else files.ExistingFile)
        if not is_fight:
            dialog.setDefaultSuffix(self._services.suffix.removeprefix("."))
        dialog.fileSelected.connect(chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot()
    def _ask_encounter(self) -> None:
        from encounter_gui.gui.dialogs.encounter_dialog import EncounterDialog

        number = len(self._window.menus["encounters"].actions()) + 1
        proposed = self._texts.text_of("gui.encounter.proposed", number=number)
        rulesets = self._services.rulesets()
        dialog = EncounterDialog(rulesets, proposed, self._texts, self._window)
        dialog.choose(self.new_game() or self._controller.context.ruleset.id)
        dialog.chosen.connect(self.encounter_created)
        dialog.game_requested.connect(self.game_requested)
        dialog.open()

    @Slot()
    def _ask_game(self) -> None:
        self.game_requested.emit()

    @Slot(QAction)
    def _choose_encounter(self, action: QAction) -> None:
        self.encounter_requested.emit(action.data())

    @Slot(QAction)
    def _choose_recent(self, action: QAction) -> None:
        self.open_requested.emit(action.data())
