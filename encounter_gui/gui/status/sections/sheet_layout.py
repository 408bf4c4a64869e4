"""What stands where on a sheet: sections and their offers below one another, and the buttons over them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRect

from encounter_gui.gui.status.sections.offer_row import OFFER
from encounter_gui.gui.status.sections.section_parts import number_places, section_height
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import ActionOption, Section, SettableNumber

_MOST_KEPT = 512

ButtonValue = ActionOption | SettableNumber
"""What a line of a sheet is a button for: an offer to take, or a number to set."""


class SheetLayout(Struct, frozen=True, kw_only=True):
    """Sections without their offers, and the buttons, each with its place, from the top; in logical pixels."""

    sections: tuple[tuple[Section, QRect], ...] = ()
    buttons: tuple[tuple[ButtonValue, QRect], ...] = ()
    height: int = 0


def lay_out(
    theme: Theme, sections: Sequence[Section], numbers: Mapping[str, SettableNumber], width: int
) -> SheetLayout:
    """Returns a sheet in a width; ``numbers`` are those that can be set, by key."""
    placed: list[tuple[Section, QRect]] = []
    buttons: list[tuple[ButtonValue, QRect]] = []
    top = 0
    for section in sections:
        body = replace(section, offers=()) if section.offers else section
        height, keys = _measured(theme, body, width)
        placed.append((body, QRect(0, top, width, height)))
        buttons += [
            (numbers[key], place.translated(0, top)) for key, place in keys if key in numbers
        ]
        top += height
        for offer in section.offers:
            buttons.append((offer, QRect(0, top, width, OFFER)))
            top += OFFER
    return SheetLayout(sections=tuple(placed), buttons=tuple(buttons), height=top)


@lru_cache(maxsize=_MOST_KEPT)
def _measured(
    theme: Theme, section: Section, width: int
) -> tuple[int, tuple[tuple[str, QRect], ...]]:
    """Returns how high a section without offers is, and the lines of its numbers by key, from its own top."""
    lines = ((key, place.toRect()) for key, place in number_places(theme, section, width) if key)
    return round(section_height(theme, section, width)), tuple(lines)
