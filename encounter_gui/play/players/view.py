"""What the players see, as plain values: they go over the network as they are, and are painted on the second screen."""

from typing import Literal

import msgspec

from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import AreaKind, Shape, Unit
from encounter_gui.encounter.values import EncounterStatus, Side
from encounter_gui.rules.view import Budget, ChipKind, SlotLook

VERSION = 1
"""The version of these shapes. A page that was made for another one loads itself anew."""


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The shape these values share: immutable, and what is as usual is left out of a message."""


class HealthShown(Shown, frozen=True, kw_only=True):
    """How somebody is: in words (empty: unknown), with ``level`` of three bars filled, 0 when out.

    ``share`` in percent is known with a bar, ``text`` (``8 of 10``) with numbers; -1 and empty: they are not.
    """

    word: str = ""
    level: int = 0
    share: int = -1
    text: str = ""


class ConditionShown(Shown, frozen=True, kw_only=True):
    """A condition; ``until`` is how long it lasts in words, empty: not known."""

    name: str
    kind: ChipKind = "neutral"
    until: str = ""


class WoundShown(Shown, frozen=True, kw_only=True):
    """A wounded place: its name, its ``element`` on the figure, and its level and letter where they are known."""

    place: str
    element: str
    level: int = 0
    letter: str = ""
    is_lost: bool = False


class ResourceShown(Shown, frozen=True, kw_only=True):
    """Something that can run out, ``share`` in percent; ``text`` is empty where the number is not known."""

    name: str
    share: int
    text: str = ""


class WeaponShown(Shown, frozen=True, kw_only=True):
    """What is in hand, or carried; ``rounds`` are those left, ``4/6``, empty: not known, or it needs none."""

    name: str
    rounds: str = ""
    is_held: bool = False


class ActionShown(Shown, frozen=True, kw_only=True):
    """An action, and whether it is still to be spent; ``name`` is empty where it has none."""

    state: Budget
    name: str = ""


class CombatantShown(Shown, frozen=True, kw_only=True):
    """What is known of one combatant. ``key`` tells it from the others, and nothing else."""

    key: str
    name: str
    side: Side
    is_now: bool = False
    is_next: bool = False
    is_out: bool = False
    health: HealthShown | None = None
    conditions: tuple[ConditionShown, ...] = ()
    wounds: tuple[WoundShown, ...] = ()
    resources: tuple[ResourceShown, ...] = ()
    armor: tuple[str, ...] = ()
    weapons: tuple[WeaponShown, ...] = ()
    actions: tuple[ActionShown, ...] = ()
    can_sit: bool = False
    """Whether a player may ask to be seated here."""


class PlaceShown(Shown, frozen=True, kw_only=True):
    """A place in the turn order: of one combatant by ``key``, of a whole side, or neither: a line that parts others."""

    text: str
    look: SlotLook = "later"
    side: Side | None = None
    key: str = ""
    is_tied: bool = False


class ActingShown(Shown, frozen=True, kw_only=True):
    """Who acts: a combatant by ``key``, or a whole side."""

    text: str
    side: Side
    key: str = ""
    actions: tuple[ActionShown, ...] = ()


class TokenShown(Shown, frozen=True, kw_only=True):
    """Who stands where, in the plan's unit from its upper left corner. ``key`` is that of the combatant.

    ``label`` is two letters of what the players call it.
    """

    key: str
    label: str
    side: Side
    x: float
    y: float
    radius: float = 0
    floor: int = 0
    is_now: bool = False
    is_out: bool = False


class AreaShown(Shown, frozen=True, kw_only=True):
    """An area of the plan: its shape as in ``plan.Area``; ``name`` is empty where it is not known."""

    shape: Shape
    points: tuple[Point, ...]
    radius: float = 0
    kind: AreaKind = ""
    name: str = ""
    floor: int = 0


class PlanShown(Shown, frozen=True, kw_only=True):
    """The plan as far as it is known, in its unit."""

    width: float
    height: float
    unit: Unit = "m"
    areas: tuple[AreaShown, ...] = ()
    tokens: tuple[TokenShown, ...] = ()


class PlayersView(Shown, frozen=True, kw_only=True):
    """All that everybody at the table may know.

    ``said`` are the last public sentences, the newest first. ``after`` names who acts next.
    """

    stage: EncounterStatus
    title: str = ""
    round: str = ""
    part: str = ""
    clock: str = ""
    acting: tuple[ActingShown, ...] = ()
    after: tuple[str, ...] = ()
    order: tuple[PlaceShown, ...] = ()
    combatants: tuple[CombatantShown, ...] = ()
    said: tuple[str, ...] = ()
    plan: PlanShown | None = None


class StatShown(Shown, frozen=True, kw_only=True):
    """A number of one's own sheet."""

    name: str
    value: str


class PromptShown(Shown, frozen=True, kw_only=True):
    """A roll that a player owes: ``count`` dice; ``key`` names it in the answer.

    ``state`` ``asked``: to be typed. ``sent``: it lies with the game master, read as ``typed``. ``again``: the game
    master wants it anew.
    """

    key: str
    title: str
    dice: str
    count: int
    state: Literal["asked", "sent", "again"] = "asked"
    typed: str = ""


class RingShown(Shown, frozen=True, kw_only=True):
    """How far the own combatant gets: ``text`` names it, ``radius`` is in the plan's unit."""

    text: str
    radius: float
    is_open: bool = True


class OwnPlace(Shown, frozen=True, kw_only=True):
    """Where the own combatant stands, and the move its player has proposed.

    ``to`` is where it would lead, ``offer`` how far that is in words; None and empty: none is proposed.
    """

    x: float
    y: float
    floor: int = 0
    rings: tuple[RingShown, ...] = ()
    to: Point | None = None
    offer: str = ""


class OwnSheet(Shown, frozen=True, kw_only=True):
    """What one player knows besides: the own combatant in full, what is owed, and the own note.

    ``notice`` is what became of dice that were sent for nothing; empty: there are none. ``place`` is where the own
    combatant stands; None: on no plan that is shown.
    """

    combatant: CombatantShown
    stats: tuple[StatShown, ...] = ()
    turn: Literal["now", "next", "later"] = "later"
    prompts: tuple[PromptShown, ...] = ()
    may_declare: bool = False
    intent: str = ""
    notice: str = ""
    place: OwnPlace | None = None
