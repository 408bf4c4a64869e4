"""What the settings page shows, as values."""

from collections.abc import Mapping

from msgspec import Struct, field

from encounter_gui.encounter.values import Side
from encounter_gui.play.session.rollers import Roller

STARTS = ("welcome", "last")
"""What a start of the program may show: the welcome screen, or the campaign that was open last."""

TEXT_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)
"""The sizes of text that can be chosen, in percent."""


class ColumnChoice(Struct, frozen=True, kw_only=True):
    """A column of the table that may be hidden: its key, its title, what it says, and whether it is shown."""

    key: str
    title: str
    tip: str = ""
    is_shown: bool = True


class SettingsView(Struct, frozen=True, kw_only=True):
    """Everything on the settings page.

    ``games`` and ``languages`` are ids with their names; ``game`` is the ruleset of new campaigns. ``columns`` are
    those of the game ``columns_of``, which is played now; none: no encounter is open. ``largest_text`` is the largest
    text size for which the screen has room.
    """

    games: tuple[tuple[str, str], ...]
    game: str
    start: str
    languages: tuple[tuple[str, str], ...]
    language: str
    theme: str
    text_size: int
    largest_text: int = TEXT_SIZES[-1]
    rollers: Mapping[Side, Roller] = field(default_factory=dict)
    declares: bool = True
    turn_timer: str = "off"
    columns_of: str = ""
    columns: tuple[ColumnChoice, ...] = ()


def largest_text_size(room: tuple[float, float], least: tuple[float, float]) -> int:
    """Returns the largest text size with which a window of a least width and height fits a room of a screen.

    Both are logical pixels at 100 %, which fits any screen.
    """
    share = min(room[0] / least[0], room[1] / least[1])
    return max(each for each in TEXT_SIZES if each <= max(100, share * 100))
