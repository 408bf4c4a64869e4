"""Where things stand in a row of the declare sheet; all rows and the header share it."""

from collections.abc import Mapping

from msgspec import Struct
from PySide6.QtCore import QRectF

from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import DeclareOption, DeclareRow, DeclareSheet

_NARROW_SEGMENT, _SEGMENT_PADDING = 24.0, 18.0
_PILL_PADDING, _PILL_GAP, _AMOUNT_GAP = 26.0, 4.0, 4.0
_COLUMN_GAP = 17.0
_FIRST, _FIRST_SMALL = 255.0, 176.0
_LEAST_INTENT = 150.0
_LEAST_INTENT_SMALL = 130.0
_NAME_SMALL, _NAME, _MOST_NAME = 92.0, 131.0, 280.0
_BESIDE_NAME = 22.0
"""What a name's column needs besides its words: the mark of the side before them, and a gap behind."""
_TOTAL, _TOTAL_SMALL = 112.0, 66.0


class Part(Struct, frozen=True, kw_only=True):
    """A stretch of a row: from its left edge, so wide."""

    left: float
    width: float

    def of(self, row: QRectF) -> QRectF:
        """Returns the stretch within a row."""
        return QRectF(row.left() + self.left, row.top(), self.width, row.height())


class DeclareLayout(Struct, frozen=True, kw_only=True):
    """The parts of a row. ``is_small``: pills say their key in place of words, and sums only what they come to."""

    is_small: bool
    mark: Part
    number: Part
    score: Part
    name: Part
    roller: Part
    options: Mapping[str, Part]
    """The options by ``<column>/<option>``."""
    columns: Mapping[str, Part]
    intent: Part
    total: Part

    def option_at(self, row: DeclareRow, x: float) -> DeclareOption | None:
        """Returns the option of a row at a distance from its left edge; None: there is none."""
        for column, options in row.options:
            for option in options:
                part = self.options.get(f"{column}/{option.key}")
                if part is not None and part.left <= x < part.left + part.width:
                    return option
        return None


def pill_words(option: DeclareOption, *, is_small: bool) -> str:
    """Returns what stands on a pill before its number."""
    return option.shortcut if is_small else option.text


def layout_of(theme: Theme, sheet: DeclareSheet, width: float) -> DeclareLayout:
    """Returns the layout of a sheet in a list so wide: the full one where it fits."""
    full = _layout(theme, sheet, width, is_small=False)
    return (
        full if full.intent.width >= _LEAST_INTENT else _layout(theme, sheet, width, is_small=True)
    )


def _layout(theme: Theme, sheet: DeclareSheet, width: float, *, is_small: bool) -> DeclareLayout:
    left = _FIRST_SMALL if is_small else _FIRST
    options: dict[str, Part] = {}
    columns: dict[str, Part] = {}
    for column in sheet.columns:
        start = left
        for key, wide in _widths(theme, sheet, column.key, is_small=is_small).items():
            options[f"{column.key}/{key}"] = Part(left=left, width=wide)
            left += wide + (_PILL_GAP if column.look == "pills" else 0.0)
        columns[column.key] = Part(left=start, width=left - start)
        left += _COLUMN_GAP - (_PILL_GAP if column.look == "pills" else 0.0)
    total = _TOTAL_SMALL if is_small else _TOTAL
    intent = width - left - total - 4
    name = _NAME_SMALL if is_small else _NAME
    longest = max((theme.fonts.width(row.name, "row", weight=700) for row in sheet.rows), default=0)
    least = _LEAST_INTENT_SMALL if is_small else _LEAST_INTENT
    wanted = min(longest + _BESIDE_NAME, _NAME if is_small else _MOST_NAME) - name
    more = max(min(wanted, intent - least), 0.0)
    options, columns = _moved(options, more), _moved(columns, more)
    left, intent = left + more, intent - more
    return DeclareLayout(
        is_small=is_small,
        mark=Part(left=6, width=22),
        number=Part(left=36, width=26) if not is_small else Part(left=28, width=22),
        score=Part(left=58, width=33) if not is_small else Part(left=50, width=24),
        name=Part(left=80 if is_small else 99, width=name + more),
        roller=Part(left=228 + more, width=0 if is_small else 20),
        options=options,
        columns=columns,
        intent=Part(left=left - 5, width=intent),
        total=Part(left=width - total, width=total - 10),
    )


def _moved(parts: Mapping[str, Part], by: float) -> dict[str, Part]:
    """Returns parts further right: names have grown into the room of long intents."""
    return {key: Part(left=part.left + by, width=part.width) for key, part in parts.items()}


def _widths(
    theme: Theme, sheet: DeclareSheet, column: str, *, is_small: bool
) -> Mapping[str, float]:
    """Returns how wide each option of a column is: as the widest of all rows, so that they stand in line."""
    is_segment = next(each.look == "segments" for each in sheet.columns if each.key == column)
    widths: dict[str, float] = {}
    for row in sheet.rows:
        for option in row.of_column(column):
            wide = (
                _segment_width(theme, option)
                if is_segment
                else _pill_width(theme, option, is_small=is_small)
            )
            widths[option.key] = max(widths.get(option.key, 0.0), wide)
    return widths


def _segment_width(theme: Theme, option: DeclareOption) -> float:
    words = theme.fonts.width(option.text, "small", weight=700)
    return max(_NARROW_SEGMENT, round(words + _SEGMENT_PADDING))


def _pill_width(theme: Theme, option: DeclareOption, *, is_small: bool) -> float:
    words = theme.fonts.width(pill_words(option, is_small=is_small), "small")
    amount = theme.fonts.width(option.amount, "small", weight=700)
    padding = _PILL_PADDING - 8 if is_small else _PILL_PADDING
    return round(words + _AMOUNT_GAP + amount + padding)
