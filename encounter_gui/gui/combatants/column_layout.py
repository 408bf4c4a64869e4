"""How wide columns and how high rows are, in the font that is really there."""

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


def share_out(header: QHeaderView, columns: tuple[Column, ...], theme: Theme, width: int) -> None:
    """Gives the columns of width 0 what the others leave of a width, yet room for a title: then the table scrolls.

    Where they would have more than enough, columns of words grow; not those whose width was changed by hand.
    """
    shared = [place for place, column in enumerate(columns) if column.width == 0]
    _grow(header, columns, theme, width)
    _squeeze(header, columns, theme, width)
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
