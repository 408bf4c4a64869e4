"""Where tokens, their letters and their stacks lie on the surface. Knows no widgets."""

from collections.abc import Container, Iterable, Iterator, Sequence
from math import atan2, ceil, cos, hypot, pi, sin

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.field.view_port import ViewPort
from encounter_gui.rules.view import Token

SIZE = 22.0
"""How large a token is, in logical pixels, however near or far the plan is seen."""
MARK = 7.0
"""How far what marks the target, who is selected and who acts stands out on each side of their token."""
COVERS = 17.0
"""Tokens that are no farther apart than this cover each other's numbers: they become a stack."""
_CELL = 40.0
_MOST_APART, _APART = 3, 23.0
"""So many who stand close together are drawn side by side, and how far from each other."""
_ONE_PLACE = 4.0
"""Nearer than this, in logical pixels, several stand in one place."""
_GAP, _HIGH = 3.0, 15.0
_FAN = (34.0, 6)
"""The distance of tokens in an open stack, and how many stand in a row."""


class Spot(Struct, frozen=True, kw_only=True):
    """A token where it is seen. ``label`` is where its letters stand; None: there is no room for them.

    ``count``: so many stand here in a stack, of which this one is seen; 1: it stands alone.
    """

    token: Token
    at: QPointF
    label: QRectF | None = None
    count: int = 1
    members: tuple[Token, ...] = ()

    @property
    def box(self) -> QRectF:
        """Returns where the token lies."""
        return box_at(self.at)


def box_at(at: QPointF) -> QRectF:
    """Returns where a token with this middle lies."""
    return QRectF(at.x() - SIZE / 2, at.y() - SIZE / 2, SIZE, SIZE)


class _Taken:
    """Rectangles that are taken, found by where they are."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[QRectF]] = {}

    def add(self, box: QRectF) -> None:
        for cell in _cells_of(box):
            self._cells.setdefault(cell, []).append(box)

    def is_free(self, box: QRectF) -> bool:
        return not any(
            box.intersects(other) for cell in _cells_of(box) for other in self._cells.get(cell, ())
        )


def _cells_of(box: QRectF) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left() // _CELL), int(box.right() // _CELL) + 1):
        for row in range(int(box.top() // _CELL), int(box.bottom() // _CELL) + 1):
            yield column, row


def lay_out(
    tokens: Iterable[Token],
    port: ViewPort,
    room: QRectF,
    foremost: Sequence[CombatantId],
    widths: "dict[CombatantId, float]",
    taken: Sequence[QRectF] = (),
    marked: Container[CombatantId | None] = (),
) -> tuple[Spot, ...]:
    """Returns where everybody is seen, the foremost last: they are painted over the others.

    ``widths`` are those of the letters beside each, ``taken`` is where no letters may stand; around ``marked`` there is
    a mark that letters keep off.
    """
    rank = {who: place for place, who in enumerate(foremost)}
    last = len(rank)
    ordered = sorted(tokens, key=lambda each: (rank.get(each.who, last), each.is_out, each.number))
    stacks: list[tuple[QPointF, list[Token]]] = []
    near: dict[tuple[int, int], list[int]] = {}
    for token in ordered:
        at = port.to_surface((token.x, token.y))
        cell = int(at.x() // _CELL), int(at.y() // _CELL)
        found = next(_stacks_near(at, cell, near, stacks), None)
        if found is None:
            near.setdefault(cell, []).append(len(stacks))
            stacks.append((at, [token]))
        else:
            stacks[found][1].append(token)
    stacks = _drawn_apart(stacks, port, room)
    reserved = _Taken()
    for box in taken:
        reserved.add(box)
    for at, _ in stacks:
        reserved.add(box_at(at))
    spots = [
        _spot(at, members, room, reserved, widths, MARK if members[0].who in marked else 0.0)
        for at, members in stacks
    ]
    return tuple(reversed(spots))


def _drawn_apart(
    stacks: list[tuple[QPointF, list[Token]]], port: ViewPort, room: QRectF
) -> list[tuple[QPointF, list[Token]]]:
    """Returns stacks with two or three who stand close together, but not in one place, drawn side by side.

    They are drawn a few pixels from where they stand, so that all of a melee are seen; where there is no room for that
    they stay a stack.
    """
    apart: list[tuple[QPointF, list[Token]]] = []
    drawn = _Taken()
    alone = _Taken()
    for at, members in stacks:
        if not 1 < len(members) <= _MOST_APART:
            alone.add(_kernel(at))
    for at, members in stacks:
        places = _side_by_side(members, port) if 1 < len(members) <= _MOST_APART else []
        boxes = [_kernel(each) for each in places]
        is_free = all(alone.is_free(box) and drawn.is_free(box) for box in boxes)
        if not places or not is_free or not all(room.contains(box_at(each)) for each in places):
            places, groups = [at], [members]
        else:
            groups = [[each] for each in members]
        for each, group in zip(places, groups, strict=True):
            drawn.add(_kernel(each))
            apart.append((each, group))
    return apart


def _kernel(at: QPointF) -> QRectF:
    """Returns the part of a token that no other may cover."""
    return box_at(at).adjusted(2, 2, -2, -2)


def _side_by_side(members: Sequence[Token], port: ViewPort) -> list[QPointF]:
    """Returns where those of a small stack are drawn apart; empty: some of them stand in one place."""
    points = [port.to_surface((each.x, each.y)) for each in members]
    pairs = ((one, other) for place, one in enumerate(points) for other in points[:place])
    if any(hypot(one.x() - other.x(), one.y() - other.y()) < _ONE_PLACE for one, other in pairs):
        return []
    count = len(points)
    middle = QPointF(
        sum(each.x() for each in points) / count, sum(each.y() for each in points) / count
    )
    turns = [atan2(each.y() - middle.y(), each.x() - middle.x()) for each in points]
    order = sorted(range(count), key=turns.__getitem__)
    radius = _APART / (2 * sin(pi / count))
    start = turns[order[0]]
    places = [QPointF()] * count
    for place, number in enumerate(order):
        angle = start + 2 * pi * place / count
        places[number] = QPointF(middle.x() + cos(angle) * radius, middle.y() + sin(angle) * radius)
    return places


def _stacks_near(
    at: QPointF,
    cell: tuple[int, int],
    near: dict[tuple[int, int], list[int]],
    stacks: list[tuple[QPointF, list[Token]]],
) -> Iterator[int]:
    for column in (cell[0] - 1, cell[0], cell[0] + 1):
        for row in (cell[1] - 1, cell[1], cell[1] + 1):
            for place in near.get((column, row), ()):
                other = stacks[place][0]
                if hypot(other.x() - at.x(), other.y() - at.y()) < COVERS:
                    yield place


def _spot(
    at: QPointF,
    members: list[Token],
    room: QRectF,
    reserved: _Taken,
    widths: "dict[CombatantId, float]",
    mark: float,
) -> Spot:
    token = members[0]
    wide = widths.get(token.who, 0.0)
    label = None
    if wide and room.intersects(box_at(at)):
        for box in _sides(at, wide, mark):
            if room.contains(box) and reserved.is_free(box):
                reserved.add(box)
                label = box
                break
    return Spot(
        token=token,
        at=at,
        label=label,
        count=len(members),
        members=tuple(members) if len(members) > 1 else (),
    )


def _sides(at: QPointF, wide: float, mark: float) -> Iterator[QRectF]:
    """Yields where letters may stand beside a token and its mark: right, above, left, below."""
    half = SIZE / 2 + mark + (0 if mark else _GAP)
    yield QRectF(at.x() + half, at.y() - _HIGH / 2, wide, _HIGH)
    yield QRectF(at.x() - wide / 2, at.y() - half - _HIGH + 1, wide, _HIGH)
    yield QRectF(at.x() - half - wide, at.y() - _HIGH / 2, wide, _HIGH)
    yield QRectF(at.x() - wide / 2, at.y() + half - 1, wide, _HIGH)


def fan(spot: Spot, room: QRectF) -> tuple[QRectF, tuple[tuple[Token, QPointF], ...]]:
    """Returns the ground of an open stack, and where each of it is seen there."""
    apart, a_row = _FAN
    count = len(spot.members)
    columns = min(count, a_row)
    rows = ceil(count / a_row)
    box = QRectF(0, 0, columns * (apart + 8) + 4, rows * apart + 4)
    box.moveCenter(QPointF(spot.at.x(), spot.at.y()))
    box.moveLeft(min(max(box.left(), room.left() + 2), room.right() - box.width() - 2))
    box.moveTop(min(max(box.top(), room.top() + 2), room.bottom() - box.height() - 2))
    places = (
        QPointF(
            box.left() + 2 + SIZE / 2 + 4 + (at % a_row) * (apart + 8),
            box.top() + 2 + apart / 2 + (at // a_row) * apart,
        )
        for at in range(count)
    )
    return box, tuple(zip(spot.members, places, strict=True))
