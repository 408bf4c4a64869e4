"""What the window remembers from one start to the next, in one table."""

from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct
from PySide6.QtCore import QByteArray, QSettings

_T = TypeVar("_T", str, int, bytes, tuple[str, ...])


class Setting(Struct, Generic[_T], frozen=True, kw_only=True):
    """One remembered thing: its key in the file, and what it is until it was set."""

    key: str
    default: _T


THEME = Setting(key="window/theme", default="system")
"""``system``, or the name of a theme."""

GEOMETRY = Setting(key="window/geometry", default=b"")
LAYOUT = Setting(key="window/layout", default=b"")
SPLIT = Setting(key="window/split", default=b"")
CAMPAIGN = Setting(key="campaign/last", default="")
RECENT: Setting[tuple[str, ...]] = Setting(key="campaign/recent", default=())
STANDINGS = Setting(key="campaign/standings", default="")
"""Where each recent campaign stopped, as ``app.recent_campaigns`` writes it."""

RUNNING = Setting(key="campaign/running", default="")
"""The campaign that is open right now; one that is found at a start was not closed: the program ended with it."""

START = Setting(key="campaign/start", default="welcome")
"""What a start without a campaign shows: ``welcome``, or the ``last`` campaign."""

GAME = Setting(key="campaign/game", default="")
"""The ruleset of the game that was chosen last, for new campaigns; empty: none was chosen yet."""

TEXT_SIZE = Setting(key="window/text_size", default=100)
"""How large everything is, in percent."""

HIDDEN_COLUMNS = Setting(key="table/hidden_columns", default="")
"""The columns of the table that are not shown in each game, as ``app.preferences`` writes them."""

PRINTING = Setting(key="print/choices", default="")
"""What was chosen in the print window last, as it writes it."""

ROLLERS = Setting(key="table/rollers", default="")
"""Who rolls for each side in an encounter in which nothing else was chosen, as ``play.session.rollers`` writes it."""

DECLARES = Setting(key="table/declare_sheet", default="on")
"""``on``: the declare sheet opens by itself; ``off``: only when it is asked for."""

TURN_TIMER = Setting(key="table/turn_timer", default="off")
"""The timer of a turn: ``off``, ``up``, or the seconds it counts down from."""

KEYS = Setting(key="window/keys", default="")
"""The keys the game master has changed, as ``gui.keys.bindings`` writes them."""

COMMANDS: Setting[tuple[str, ...]] = Setting(key="window/commands", default=())
"""The lines carried out in the palette, the oldest first."""

PHRASES: Setting[tuple[str, ...]] = Setting(key="window/phrases", default=())
"""The game master's own phrases of the palette, each as ``phrase`` and ``line`` with a tab between them."""

PLAYERS_SCREEN = Setting(key="players/screen", default="")
"""The screen that the players' screen filled last; empty: it was an ordinary window."""


BACKUP_FOLDER = Setting(key="backups/folder", default="")
"""A folder in which backups are made besides that beside the campaign; empty: none."""

SELECTED = Setting(key="campaign/selected", default="")

MOST_RECENT = 8
"""How many campaigns are remembered."""


def players_theme(screen: str) -> Setting[str]:
    """Returns the setting of the theme that the players' screen has on a screen; empty: in a window."""
    return Setting(key=f"players/theme.{screen.replace('/', '-')}", default="dark")


class Settings:
    """Reads and writes settings in a file of their own; one that was spoilt by hand counts as never set."""

    def __init__(self, file: Path) -> None:
        """Takes the file; it need not exist."""
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    def get(self, setting: Setting[_T]) -> _T:
        """Returns a setting, or its default."""
        value = self._store.value(setting.key)
        return setting.default if value is None else _read(value, setting.default)

    def set(self, setting: Setting[_T], value: _T) -> None:
        """Remembers a setting."""
        self._store.setValue(setting.key, _stored_value(value))

    def remember_campaign(self, path: str) -> None:
        """Puts a campaign first among the recent ones, and makes it the one to open next time."""
        others = tuple(each for each in self.get(RECENT) if each != path)
        self.set(RECENT, (path, *others)[:MOST_RECENT])
        self.set(CAMPAIGN, path)

    def sync(self) -> None:
        """Writes what is still in memory."""
        self._store.sync()


def _read(value: object, default: _T) -> _T:
    match default:
        case bytes():
            return bytes(value.data()) if isinstance(value, QByteArray) else default
        case int():
            return (
                int(value) if isinstance(value, int | str) and str(value).isdecimal() else default
            )
        case tuple():
            return _texts(value)
        case _:
            return value if isinstance(value, str) else default


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _stored_value(value: object) -> object:
    match value:
        case bytes():
            return QByteArray(value)
        case tuple():
            return list(value)
        case _:
            return value
