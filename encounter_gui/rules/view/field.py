"""The plan of a fight as it is shown: tokens, areas, how far somebody gets, the line to a target, and a list."""

from collections.abc import Mapping
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Area, Backdrop, Unit
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.view.chip import View


class Token(View, frozen=True, kw_only=True):
    """Somebody on the plan: a point and a radius in the plan's unit, ``initials`` beside it.

    ``acts``: it is whose turn it is; ``may_act``: it can still do something in this round.
    """

    who: CombatantId
    number: int
    name: str
    initials: str
    side: Side
    x: float
    y: float
    floor: int = 0
    radius: float = 0
    acts: bool = False
    may_act: bool = False
    is_out: bool = False
    is_prone: bool = False
    is_hidden: bool = False


class RangeRing(View, frozen=True, kw_only=True):
    """How far somebody gets: ``text`` names it with its number (``Move 10 m``), ``radius`` is in the plan's unit.

    ``cost`` 0: the cheap move; 1: a dearer one; 2: the dearest. ``is_open``: it can still be paid now.
    """

    text: str
    radius: Metres
    cost: int = 0
    is_open: bool = True


class Bond(View, frozen=True, kw_only=True):
    """What holds between people who stand by each other: in melee, a screen, first aid."""

    kind: Literal["engaged", "screen", "aid"]
    text: str
    who: tuple[CombatantId, ...]


class SightLine(View, frozen=True, kw_only=True):
    """The line from somebody to another: how far, in words, and what counts on it, in words.

    ``head`` is the distance with both names, ``text`` reach, range and modifiers. ``why_not`` set: it cannot reach.
    What is on the bench may sweep a strip of ``width`` along the line, or a cone of so many ``degrees`` and so much
    ``length`` towards the target, in the plan's unit: ``in_it`` is who else stands in it, ``swept`` the same in words.
    """

    who: CombatantId
    target: CombatantId
    distance: Metres
    head: str
    text: str
    why_not: str = ""
    width: Metres = 0
    degrees: float = 0
    length: Metres = 0
    in_it: tuple[CombatantId, ...] = ()
    swept: str = ""


class AimedBlast(View, frozen=True, kw_only=True):
    """An attack that is aimed at a point: from whom, where, how far its blast reaches, and whom it touches there.

    ``head`` is the distance with who and what it is aimed at, ``text`` the range and whom it touches, each with how
    far they are from the point. ``why_not`` set: it cannot reach.
    """

    by: CombatantId
    at: Point
    floor: int
    radius: Metres
    who: tuple[CombatantId, ...]
    head: str
    text: str
    why_not: str = ""


class FieldRow(View, frozen=True, kw_only=True):
    """Somebody in the list of the plan: how far, what the plan adds to a roll with what is in hand, and why.

    ``short`` is what tells them apart where there is no room for the name.
    """

    who: CombatantId
    number: int
    name: str
    side: Side
    distance: Metres
    short: str = ""
    amount: str = ""
    reason: str = ""
    is_out: bool = False


class FieldView(View, frozen=True, kw_only=True):
    """The plan of a fight from somebody's place.

    ``is_there``: the fight has a plan. ``placed`` is how many stand on it. ``who`` is from whose place rings, rows
    and line are; None: from nobody's. ``weapon`` is the name of what is in hand, for the head of the list.
    ``words`` are what stands in each area, by its key: what it is, and when it ends.
    """

    is_there: bool = False
    name: str = ""
    width: float = 0
    height: float = 0
    unit: Unit = "m"
    step: float = 1
    areas: tuple[Area, ...] = ()
    words: Mapping[str, tuple[str, str]] = {}
    backdrop: Backdrop | None = None
    tokens: tuple[Token, ...] = ()
    absent: tuple[CombatantId, ...] = ()
    who: CombatantId | None = None
    weapon: str = ""
    rings: tuple[RangeRing, ...] = ()
    rows: tuple[FieldRow, ...] = ()
    line: SightLine | None = None
    blast: AimedBlast | None = None
    bonds: tuple[Bond, ...] = ()


class MoveOffer(View, frozen=True, kw_only=True):
    """What taking somebody to a place comes to: ``text`` says how much of what (``4 of 10 m``).

    ``is_beyond``: it is farther than the move allows. ``is_by_hand``: no move of theirs is left, or it is not their
    turn; the game master puts them there. ``asks``: it leaves melee; who strikes is said in words, and asked first;
    empty: nobody can.
    """

    text: str
    distance: Metres
    is_beyond: bool = False
    is_by_hand: bool = False
    asks: str = ""
