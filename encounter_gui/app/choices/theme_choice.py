"""The theme of the window: that of the setting, or light or dark as the desktop is."""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.gui.control import settings as kept
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.qt_palette import apply, finish, prepare
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.theme.theme_file import load_theme, read_table

SYSTEM = "system"
"""The setting for the theme that the desktop has."""


class ThemeChoice(QObject):
    """Applies a theme to the whole program, now and when another is chosen."""

    changed = Signal(str)
    """The name of the theme that was applied."""

    def __init__(
        self, app: QApplication, settings: Settings, name: str, parent: QObject | None = None
    ) -> None:
        """Takes the program, where the choice is remembered, and a theme's name; empty: the one remembered.

        Raises:
            DataError: the theme's file is broken.
        """
        super().__init__(parent)
        self._app = app
        self._settings = settings
        self._name = name or settings.get(kept.THEME)
        self.icons = Icons(_read(self._name))
        prepare(app, self.icons.theme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def finish(self) -> None:
        """Dresses the window that has been built meanwhile."""
        finish(self._app, self.icons.theme)

    @property
    def name(self) -> str:
        """The name of the theme, or ``system``."""
        return self._name

    @Slot(str)
    def use(self, name: str) -> None:
        """Dresses the window in a theme, from now on; ``system`` follows the desktop's."""
        self._name = name
        self._settings.set(kept.THEME, name)
        theme = _read(name)
        apply(self._app, theme)
        self.icons.use(theme)
        self.changed.emit(name)

    @Slot()
    def _follow_system(self) -> None:
        if self._name == SYSTEM:
            self.use(SYSTEM)


def read_shipped(name: str) -> Theme:
    """Returns a theme that comes with the program.

    Raises:
        DataError: its file is broken.
    """
    look, colours = paths.theme_tables(name, read_table)
    return load_theme(look, colours, name=name)


def _read(name: str) -> Theme:
    if name != SYSTEM:
        return read_shipped(name)
    scheme = QGuiApplication.styleHints().colorScheme()
    return read_shipped("light" if scheme == Qt.ColorScheme.Light else "dark")
