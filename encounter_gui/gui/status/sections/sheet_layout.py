"""What stands where on a sheet: sections and their offers below one another, and the buttons over them."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRect

from encounter_gui.gui.status.sections.section_parts import measure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import ActionOption, Section, SettableValue

OFFER = 24
"""How high the line of an offer is, in logical pixels."""


class Fold(Struct, frozen=True, kw_only=True):
    """The line below which the rest of a sheet is shown while it ``is_open``."""

    text: str
    is_open: bool
    key: str = "rest"


ButtonValue = ActionOption | SettableValue | Fold
"""What a place of a sheet is a button for: an offer to take, a value to set, or what shows the rest."""


class SheetLayout(Struct, frozen=True, kw_only=True):
    """Sections without their offers, and the buttons, each with its place, from the top; in logical pixels."""

    sections: tuple[tuple[Section, QRect], ...] = ()
    buttons: tuple[tuple[ButtonValue, QRect], ...] = ()
    height: int = 0


class Rest(Struct, frozen=True, kw_only=True):
    """What of a sheet is shown below a fold; no sections: there is none."""

    sections: tuple[Section, ...] = ()
    text: str = ""
    is_open: bool = False


NO_REST = Rest()


def lay_out(
    theme: Theme,
    sections: Sequence[Section],
    values: Mapping[str, SettableValue],
    width: int,
    rest: Rest = NO_REST,
) -> SheetLayout:
    """Returns a sheet in a width; ``values`` are those that can be set, by key."""
    placed: list[tuple[Section, QRect]] = []
    buttons: list[tuple[ButtonValue, QRect]] = []
    top = 0
    for part in (*sections, *_below(rest)):
        if isinstance(part, Fold):
            buttons.append((part, QRect(0, top, width, OFFER)))
            top += OFFER
            continue
        body = replace(part, offers=()) if part.offers else part
        height, keys = measure(theme, body, width)
        placed.append((body, QRect(0, top, width, height)))
        buttons += [(values[key], place.translated(0, top)) for key, place in keys if key in values]
        top += height
        for offer in part.offers:
            buttons.append((offer, QRect(0, top, width, OFFER)))
            top += OFFER
    return SheetLayout(sections=tuple(placed), buttons=tuple(buttons), height=top)


def _below(rest: Rest) -> tuple[Section | Fold, ...]:
    """Returns what comes after a sheet: the fold, and what is below it while that is open."""
    if not rest.sections:
        return ()
    fold = Fold(text=rest.text, is_open=rest.is_open)
    return (fold, *rest.sections) if rest.is_open else (fold,)
