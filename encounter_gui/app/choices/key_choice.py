"""The keys of the window: those of the table and those the game master has changed, remembered and on paper."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.keys.bindings import KeyBindings
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.window.main_window import MainWindow


class KeyChoice(QObject):
    """Opens the list of keys, and has what is changed there hold at once and at every start."""

    _told = Signal(str)

    def __init__(
        self, window: MainWindow, settings: Settings, icons: Icons, texts: MessageCatalog
    ) -> None:
        """Takes the window, where the choice is remembered, and what the list is drawn with."""
        super().__init__(window)
        self._icons = icons
        self._window = window
        self._settings = settings
        self._texts = texts
        self._bindings = KeyBindings.from_text(settings.get(kept.KEYS))
        window.actions_of.use_keys(self._bindings)
        window.actions_of["shortcuts"].triggered.connect(self.show_list)

    @Slot()
    def show_list(self) -> None:
        """Shows the list of keys; one that is open already comes to the front."""
        from encounter_gui.gui.dialogs.shortcuts_dialog import ShortcutsDialog

        dialog = self._window.findChild(ShortcutsDialog)
        if dialog is None:
            dialog = ShortcutsDialog(self._bindings, self._icons, self._texts, self._window)
            dialog.keys_changed.connect(self.use)
            dialog.print_requested.connect(self._print)
            dialog.pdf_requested.connect(self._ask_to_write)
            self._told.connect(dialog.tell)
            dialog.open()
        else:
            dialog.raise_()
            dialog.activateWindow()

    @Slot(object)
    def use(self, bindings: KeyBindings) -> None:
        """Has these keys hold from now on."""
        self._bindings = bindings
        self._settings.set(kept.KEYS, bindings.to_text())
        self._window.actions_of.use_keys(bindings)

    @Slot(str)
    def _print(self, html: str) -> None:
        from encounter_gui.gui.printing.cheat_sheet_pdf import ask_printer

        ask_printer(html, lambda path: self._write(html, path, overwrite=True), self._window)

    @Slot(str, str)
    def _ask_to_write(self, html: str, path: str) -> None:
        from encounter_gui.gui.dialogs.replacing import write_or_ask
        from encounter_gui.gui.dialogs.shortcuts_dialog import ShortcutsDialog

        def write(path: Path, overwrite: bool) -> None:  # noqa: FBT001 - as ``Write`` has it
            self._write(html, path, overwrite=overwrite)

        parent = self._window.findChild(ShortcutsDialog) or self._window
        write_or_ask(Path(path), write, self._texts, parent)

    def _write(self, html: str, path: Path, *, overwrite: bool) -> None:
        from encounter_gui.gui.printing.cheat_sheet_pdf import write_cheat_sheet

        title = self._texts.text_of("gui.shortcuts.title")
        try:
            write_cheat_sheet(html, path, title, overwrite=overwrite)
        except AppError as error:
            self._told.emit(self._texts.text(error.message))
        else:
            self._told.emit(self._texts.text_of("gui.shortcuts.written", path=str(path)))
