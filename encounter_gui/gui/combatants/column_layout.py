"""How wide columns and how high rows are, in the font that is really there."""

from collections.abc import Mapping
from math import ceil

from PySide6.QtWidgets import QHeaderView

from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import Column

_SAMPLE = "0123456789 Hamburgefonts"
_SAMPLE_WIDTH = 168.8
_ROOM_AROUND = 8
_LEAST_SHARE, _SCROLLED_SHARE = 110, 156
"""What a column of width 0 has at the least, and what it gets where the table has to be scrolled anyway."""
_ROOMY_SHARE = 420
"""A column of width 0 that is wider than this leaves half of what is beyond to columns of words."""
_MOST_GROWTH = 2.6
_SHORT = {"gauge": 0.75, "name": 0.95}
"""The share of their width that columns keep in a table that has to be scrolled, by kind."""
_LEAST_SHORT = 100
"""A column narrower than this, in logical pixels, has nothing to give."""
_GROWTH = "growth"
"""The property of the header that holds how much wider columns of words are than designed."""
_LENT = "lent"
"""The property of the header that holds which columns gave room or got it: place, width before, width since."""
_MOST_WIDENED = 1.8
"""No column of words gets more of what it was designed for because it cuts something."""


def lay_out(header: QHeaderView, columns: tuple[Column, ...], theme: Theme) -> None:
    """Sets the widths of columns; those of width 0 share what is left."""
    scale = font_scale(theme)
    header.setProperty(_GROWTH, 1.0)
    for place, column in enumerate(columns):
        stretches = column.width == 0
        mode = QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.Interactive
        header.setSectionResizeMode(place, mode)
        if not stretches:
            header.resizeSection(place, round(column.width * scale))


def share_out(
    header: QHeaderView,
    columns: tuple[Column, ...],
    theme: Theme,
    width: int,
    wanted: Mapping[str, int],
) -> None:
    """Gives the columns of width 0 what the others leave of a width, yet room for a title: then the table scrolls.

    Where they would have more than enough, columns of words grow; not those whose width was changed by hand. A column
    that cuts something that is shown, ``wanted`` is its width by its key, gets what others can do without.
    """
    shared = [place for place, column in enumerate(columns) if column.width == 0]
    for place, before, since in header.property(_LENT) or ():
        if header.sectionSize(place) == since:
            header.resizeSection(place, before)
    header.setProperty(_LENT, ())
    _grow(header, columns, theme, width)
    _squeeze(header, columns, theme, width)
    taken = sum(header.sectionSize(at) for at in range(len(columns)) if at not in shared)
    _widen(header, columns, theme, width - taken, wanted)
    taken = sum(header.sectionSize(at) for at in range(len(columns)) if at not in shared)
    least = round(_LEAST_SHARE * font_scale(theme))
    stretches = width - taken >= least * len(shared)
    mode = QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.Interactive
    for place in shared:
        header.setSectionResizeMode(place, mode)
        if not stretches:
            header.resizeSection(place, round(_SCROLLED_SHARE * font_scale(theme)))


def _grow(header: QHeaderView, columns: tuple[Column, ...], theme: Theme, width: int) -> None:
    scale, before = font_scale(theme), header.property(_GROWTH)
    designed = {
        place: round(column.width * scale)
        for place, column in enumerate(columns)
        if column.kind in {"text", "name"} and column.width
    }
    untouched = [
        at for at, size in designed.items() if header.sectionSize(at) == round(size * before)
    ]
    others = [
        header.sectionSize(at)
        for at, column in enumerate(columns)
        if column.width and at not in untouched
    ]
    words = sum(designed[at] for at in untouched)
    roomy = _ROOMY_SHARE * scale * sum(column.width == 0 for column in columns)
    spare = max(width - sum(others) - words - roomy, 0)
    growth = min(1 + spare / (2 * words), _MOST_GROWTH) if words else 1.0
    header.setProperty(_GROWTH, growth)
    for at in untouched:
        header.resizeSection(at, round(designed[at] * growth))


def _widen(
    header: QHeaderView,
    columns: tuple[Column, ...],
    theme: Theme,
    left: int,
    wanted: Mapping[str, int],
) -> None:
    """Gives columns of words that cut something what the bars, then those of width 0, can do without.

    Not those whose width was changed by hand.
    """
    scale = font_scale(theme)
    shared = sum(column.width == 0 for column in columns)
    spare = max(left - round(_SCROLLED_SHARE * scale) * shared, 0)
    given: dict[int, int] = {}
    for place, column in enumerate(columns):
        if column.kind == "gauge" and column.width >= _LEAST_SHORT:
            size = round(column.width * scale)
            if header.sectionSize(place) == size:
                given[place] = size - round(size * _SHORT["gauge"])
    lent: list[tuple[int, int, int]] = []
    needed = 0
    for place, column in enumerate(columns):
        size, designed = header.sectionSize(place), round(column.width * scale)
        more = min(wanted.get(column.key, 0), round(designed * _MOST_WIDENED)) - size
        more = min(more, spare + sum(given.values()) - needed)
        is_untouched = size == round(designed * header.property(_GROWTH))
        if more > 0 and column.width and is_untouched:
            lent.append((place, size, size + more))
            needed += more
    for place, most in given.items():
        size, less = header.sectionSize(place), min(needed, most)
        if less:
            lent.append((place, size, size - less))
            needed -= less
    for place, _, since in lent:
        header.resizeSection(place, since)
    header.setProperty(_LENT, tuple(lent))


def _squeeze(header: QHeaderView, columns: tuple[Column, ...], theme: Theme, width: int) -> None:
    """Makes bars and names shorter where a table has to be scrolled, so that more is seen before that.

    Not those whose width was changed by hand.
    """
    scale = font_scale(theme)
    least = round(_LEAST_SHARE * scale) * sum(column.width == 0 for column in columns)
    seen = [at for at in range(len(columns)) if not header.isSectionHidden(at)]
    designed = sum(round(columns[at].width * scale) for at in seen)
    for place, column in enumerate(columns):
        whole = round(column.width * scale)
        share = _SHORT.get(column.kind, 1.0) if column.width >= _LEAST_SHORT else 1.0
        short = round(whole * share)
        if header.sectionSize(place) in (whole, short):
            header.resizeSection(place, short if designed + least > width else whole)


def font_scale(theme: Theme) -> float:
    """Returns how much wider than the designed one the font is; never below 1."""
    return max(1.0, theme.fonts.width(_SAMPLE, "body") / _SAMPLE_WIDTH)


def row_height(theme: Theme, name: str) -> int:
    """Returns the height of a row by the theme's name for it, or what a larger font needs."""
    return max(round(theme.size(name)), ceil(theme.metrics("row").height()) + _ROOM_AROUND)
