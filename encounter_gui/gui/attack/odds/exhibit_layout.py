"""Where the exhibits of the odds panel stand: from the left as many as fit, small ones above each other."""

from collections.abc import Sequence

from msgspec import Struct, field
from PySide6.QtCore import QRect

from encounter_gui.gui.charts.exhibit_size import ChartSize

COLUMN_GAP, ROW_GAP = 14, 4


class _Column(Struct):
    """Exhibits above each other, by their place in the order."""

    indices: list[int] = field(default_factory=list)
    least: int = 0
    wish: int = 0
    least_height: int = 0
    stacks: bool = False
    takes_rest: bool = False

    def add(self, index: int, room: ChartSize) -> None:
        """Puts one more below."""
        self.least_height += room.least_height + (ROW_GAP if self.indices else 0)
        self.indices.append(index)
        self.least = max(self.least, room.least_width)
        self.wish = max(self.wish, room.width, self.least)
        self.stacks, self.takes_rest = room.stacks, self.takes_rest or room.takes_rest


def placed(rooms: Sequence[ChartSize], width: int, height: int) -> tuple[QRect | None, ...]:
    """Returns a place for each exhibit in a panel of this size; None: it is left out.

    None ever overlaps another or gets less than its least room. Width beyond that goes to the wishes from the left,
    the rest to the exhibits that take it.
    """
    columns = _columns(rooms, width, height)
    places: list[QRect | None] = [None] * len(rooms)
    x = 0
    for column, wide in zip(columns, _widths(columns, width), strict=True):
        for index, y, high in _heights(column, rooms, height):
            places[index] = QRect(x, y, wide, high)
        x += wide + COLUMN_GAP
    return tuple(places)


def _columns(rooms: Sequence[ChartSize], width: int, height: int) -> list[_Column]:
    columns: list[_Column] = []
    for index, room in enumerate(rooms):
        if room.least_height > height:
            continue
        used = sum(column.least + COLUMN_GAP for column in columns)
        shared = _column_to_share(columns, room, width + COLUMN_GAP - used, height)
        if shared is not None:
            shared.add(index, room)
        elif used + room.least_width <= width:
            columns.append(_Column())
            columns[-1].add(index, room)
    return columns


def _column_to_share(
    columns: Sequence[_Column], room: ChartSize, spare: int, height: int
) -> _Column | None:
    """The nearest column in which it may stand below others; ``spare`` is the width nobody needs."""
    for column in reversed(columns):
        fits = column.least_height + ROW_GAP + room.least_height <= height
        if room.stacks and column.stacks and fits and room.least_width <= column.least + spare:
            return column
    return None


def _widths(columns: Sequence[_Column], width: int) -> list[int]:
    widths = [column.least for column in columns]
    spare = width - sum(widths) - COLUMN_GAP * max(0, len(columns) - 1)
    for index, column in enumerate(columns):
        more = max(0, min(spare, column.wish - column.least))
        widths[index] += more
        spare -= more
    takers = [index for index, column in enumerate(columns) if column.takes_rest]
    for index in takers:
        widths[index] += spare // len(takers)
    return widths


def _heights(
    column: _Column, rooms: Sequence[ChartSize], height: int
) -> list[tuple[int, int, int]]:
    """Each exhibit of a column with its top and its height."""
    if not column.stacks:
        return [(column.indices[0], 0, height)]
    heights = [rooms[index].least_height for index in column.indices]
    spare = height - sum(heights) - ROW_GAP * (len(heights) - 1)
    wishes = sorted(enumerate(column.indices), key=lambda each: not rooms[each[1]].grows)
    for place, index in wishes:
        more = max(0, min(spare, rooms[index].height - heights[place]))
        heights[place] += more
        spare -= more
    growing = [place for place, index in enumerate(column.indices) if rooms[index].grows]
    if growing:
        heights[growing[-1]] += spare
    tops = [sum(heights[:place]) + ROW_GAP * place for place in range(len(heights))]
    return list(zip(column.indices, tops, heights, strict=True))
