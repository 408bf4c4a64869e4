"""Where the words of areas stand: inside their area, in as many lines as that takes, and across nobody and nothing."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from encounter_gui.encounter.plan import Area
from encounter_gui.gui.field.ground_paint import WORDS, area_path, write_haloed
from encounter_gui.gui.field.view_port import ViewPort
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import FieldView

_INSIDE = 5.0
_MOST_LINES = 4
_PLACES = ((0.5, 0.5), (0.5, 0.0), (0.5, 1.0), (0.0, 0.5), (1.0, 0.5))
"""Where in an area its words are tried, as parts of the room that is left beside them."""


class Words(Struct, frozen=True, kw_only=True):
    """The words of an area: each line, and where all of them stand; the last ``later`` lines say when it ends."""

    box: QRectF
    lines: tuple[str, ...]
    later: int = 0


def words_of_areas(
    theme: Theme, view: FieldView, port: ViewPort, room: QRectF, taken: Sequence[QRectF]
) -> Mapping[str, Words]:
    """Returns the words of all areas, by the key of each; what finds no free place is not among them."""
    found: dict[str, Words] = {}
    boxes = list(taken)
    for area in view.areas:
        words = view.words.get(area.key, ("", ""))
        places = _places(theme, area, port, room, words)
        free = (each for each in places if _is_free(each.box, boxes))
        chosen = next(free, None)
        if chosen is not None:
            found[area.key] = chosen
            boxes.append(chosen.box)
    return found


def moved_words(
    theme: Theme,
    area: Area,
    port: ViewPort,
    room: QRectF,
    words: tuple[str, str],
    by: tuple[float, float],
) -> Words | None:
    """Returns the words of an area that is moved by so much of the plan; None: they are not seen."""
    return next(_places(theme, area, port, room, words, by), None)


def paint_words(painter: QPainter, theme: Theme, words: Words) -> None:
    """Writes what an area is, and when it ends."""
    box = words.box
    for number, text in enumerate(words.lines):
        line = QRectF(box.left(), box.top() + number * WORDS, box.width(), WORDS)
        is_later = number >= len(words.lines) - words.later
        role = "text.secondary" if is_later else "text.primary"
        write_haloed(painter, theme, line, text, role=role)


def _is_free(box: QRectF, boxes: Sequence[QRectF]) -> bool:
    return not any(box.intersects(each) for each in boxes)


def _places(
    theme: Theme,
    area: Area,
    port: ViewPort,
    room: QRectF,
    words: tuple[str, str],
    by: tuple[float, float] = (0, 0),
) -> Iterator[Words]:
    """Yields where words can stand, the best first: all inside, all beside it, then their name alone."""
    seen = room.adjusted(3, 3, -3, -3)
    whole = area_path(area, port, by).boundingRect()
    box = whole & seen
    head, later = words
    if not (head or later) or box.isEmpty():
        return
    told = [(head, later), (head, "")] if head and later else [(head or later, "")]
    for name, until in told:
        yield from _inside(theme, box, name, until)
        yield from _beside(theme, box, seen, name, until)


def _inside(theme: Theme, box: QRectF, name: str, until: str) -> Iterator[Words]:
    room = box.width() - 2 * _INSIDE
    first, last = _broken(theme, name, room), _broken(theme, until, room)
    if first is None or last is None or not 0 < len(first) + len(last) <= _MOST_LINES:
        return
    lines = (*first, *last)
    size = _wide(theme, lines), WORDS * len(lines)
    left = QRectF(0, 0, box.width() - size[0] - 4, box.height() - size[1] - 4)
    if left.height() < 0 or left.width() < 0:
        return
    for across, down in _PLACES:
        corner = QPointF(
            box.left() + 2 + left.width() * across, box.top() + 2 + left.height() * down
        )
        yield Words(
            box=QRectF(corner.x(), corner.y(), *size), lines=lines, later=len(last) if name else 0
        )


def _beside(theme: Theme, box: QRectF, seen: QRectF, name: str, until: str) -> Iterator[Words]:
    lines = tuple(each for each in (name, until) if each)
    size = _wide(theme, lines), WORDS * len(lines)
    middle = box.center()
    corners = (
        (middle.x() - size[0] / 2, box.top() - size[1] - 3),
        (middle.x() - size[0] / 2, box.bottom() + 3),
        (box.right() + 5, middle.y() - size[1] / 2),
        (box.left() - size[0] - 5, middle.y() - size[1] / 2),
        (box.right() + 5, box.top()),
        (box.right() + 5, box.bottom() - size[1]),
    )
    for x, y in corners:
        place = QRectF(min(max(x, seen.left()), seen.right() - size[0]), y, *size)
        if seen.contains(place) and not place.intersects(box):
            yield Words(box=place, lines=lines, later=len(lines) - 1)


def _wide(theme: Theme, lines: Sequence[str]) -> float:
    return max(theme.fonts.width(each, "small", weight=500) for each in lines)


def _broken(theme: Theme, text: str, room: float) -> list[str] | None:
    """Returns a text in lines that are no longer than the room; None: a word of it is."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _wide(theme, [longer]) <= room:
            lines[-1] = longer
        elif _wide(theme, [word]) <= room:
            lines.append(word)
        else:
            return None
    return lines
