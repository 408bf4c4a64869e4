"""What stands where on a sheet: sections and their offers below one another, and the buttons over them."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRect

from encounter_gui.gui.status.sections.section_parts import measure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import ActionOption, Section, SettableNumber

OFFER = 24
"""How high the line of an offer is, in logical pixels."""

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
        height, keys = measure(theme, body, width)
        placed.append((body, QRect(0, top, width, height)))
        buttons += [
            (numbers[key], place.translated(0, top)) for key, place in keys if key in numbers
        ]
        top += height
        for offer in section.offers:
            buttons.append((offer, QRect(0, top, width, OFFER)))
            top += OFFER
    return SheetLayout(sections=tuple(placed), buttons=tuple(buttons), height=top)
