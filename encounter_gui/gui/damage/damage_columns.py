"""Where the parts of a row stand: one layout for heading, rows and the mouse."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF

from encounter_gui.gui.damage.damage_plan import SHARES, DamageShown
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import ChangePreview, DamageDetail

_EDGE, _GAP = 10.0, 8.0
_CHECK, _NUMBER, _SHAPE = 22.0, 30.0, 18.0
_SEGMENT, _OWN, _FACE = 27.0, 38.0, 30.0
_SPLIT_FROM = 300.0
_LEAST_LAST = 84.0


class Part(Struct, frozen=True, kw_only=True):
    """A part of every row: its key, its heading, and where it begins and how wide it is, in logical pixels."""

    key: str
    title: str
    left: float
    width: float

    def rect(self, row: QRectF) -> QRectF:
        """Returns its room in a row."""
        return QRectF(row.left() + self.left, row.top(), self.width, row.height())


class _Wish(Struct, frozen=True, kw_only=True):
    """How wide a part wants to be, and how narrow it can be."""

    key: str
    title: str
    wide: float
    narrow: float


class DamageColumns:
    """Lays the parts of rows out over a width; parts that this game or change has no use for are not there."""

    def __init__(self, parts: Sequence[Part] = ()) -> None:
        """Takes the parts, left to right."""
        self._parts = {part.key: part for part in parts}

    @property
    def parts(self) -> tuple[Part, ...]:
        """Returns the parts, left to right."""
        return tuple(self._parts.values())

    def get(self, key: str) -> Part | None:
        """Returns a part; None: it is not there."""
        return self._parts.get(key)

    def at(self, x: float) -> str:
        """Returns the key of the part at a place from the left edge of a row; empty: none."""
        inside = (part for part in self.parts if part.left <= x < part.left + part.width)
        return next((part.key for part in inside), "")


def segments(room: QRectF, height: float) -> tuple[QRectF, ...]:
    """Returns the boxes of the shares in their part of a row."""
    top = room.top() + round((room.height() - height) / 2)
    return tuple(
        QRectF(room.left() + place * _SEGMENT, top, _SEGMENT, height)
        for place in range(len(SHARES))
    )


def lay_out(theme: Theme, width: float, shown: DamageShown, titles: "Titles") -> DamageColumns:
    """Returns where the parts of rows stand in so much width."""
    wishes = tuple(_wishes(theme, shown, titles))
    room = _room(width, wishes)
    if sum(each.narrow for each in wishes) > room:
        # The steps are told beside the sheet and in the tool tip as well; names and places are told here alone.
        wishes = tuple(each for each in wishes if not each.key.startswith("step"))
        room = _room(width, wishes)
    wide, narrow = sum(each.wide for each in wishes), sum(each.narrow for each in wishes)
    part = 1.0 if wide <= room else max(0.0, (room - narrow) / max(wide - narrow, 1))
    parts = [Part(key="check", title="", left=_EDGE, width=_CHECK)]
    parts.append(
        Part(key="number", title=titles.target, left=_EDGE + _CHECK, width=_NUMBER + _SHAPE)
    )
    left = _EDGE + _CHECK + _NUMBER + _SHAPE
    for wish in wishes:
        size = round(wish.narrow + (wish.wide - wish.narrow) * part)
        parts.append(Part(key=wish.key, title=wish.title, left=left, width=size))
        left += size + _GAP
    rest = max(width - left - _EDGE, 0)
    then = rest if rest < _SPLIT_FROM else round(rest * 0.44)
    parts.append(Part(key="then", title=titles.then, left=left, width=then))
    if then != rest:
        left += then + _GAP
        parts.append(Part(key="owed", title=titles.owed, left=left, width=width - left - _EDGE))
    return DamageColumns(parts)


def _room(width: float, wishes: Sequence[_Wish]) -> float:
    """Returns the width that is left for parts beside what every row has."""
    return width - _EDGE - _CHECK - _NUMBER - _SHAPE - _GAP * len(wishes) - _LEAST_LAST


class Titles(Struct, frozen=True, kw_only=True):
    """What the headings say."""

    target: str
    share: str
    damage: str
    place: str
    wound: str
    then: str
    owed: str


def _wishes(theme: Theme, shown: DamageShown, titles: Titles) -> Iterator[_Wish]:
    names = [theme.fonts.width(row.name, "row", weight=600) for row in shown.rows]
    longest = min(max(names, default=0.0) + 6, 170)
    yield _Wish(key="name", title="", wide=max(longest, 86), narrow=78)
    details = [row.damage for row in shown.rows if row.damage is not None]
    if shown.plan.kind == "damage":
        shares = _SEGMENT * len(SHARES)
        yield _Wish(key="share", title=titles.share, wide=shares, narrow=shares)
        yield _Wish(key="own", title="", wide=_OWN, narrow=_OWN)
        yield _Wish(key="sum", title=titles.damage, wide=82, narrow=44)
        if shown.preview.places:
            yield _Wish(key="place", title=titles.place, wide=84, narrow=68)
        if any(detail.dice or detail.face is not None for detail in details) or shown.plan.faces:
            yield _Wish(key="face", title="", wide=_FACE, narrow=_FACE)
        yield from _steps(details)
    yield from _results(shown.rows, details, titles)


def _steps(details: Sequence[DamageDetail]) -> Iterator[_Wish]:
    known = next((detail.steps for detail in details if detail.steps), ())
    for place, step in enumerate(known):
        wide = 88 if step.gauge is not None else 92
        yield _Wish(key=f"step{place}", title=step.name, wide=wide, narrow=56)


def _results(
    rows: Sequence[ChangePreview], details: Sequence[DamageDetail], titles: Titles
) -> Iterator[_Wish]:
    gauge = next((row.gauges[0].before.name for row in rows if row.gauges), "")
    if gauge:
        yield _Wish(key="gauge", title=gauge, wide=124, narrow=62)
    if any(detail.wound is not None for detail in details):
        yield _Wish(key="wound", title=titles.wound, wide=86, narrow=58)
