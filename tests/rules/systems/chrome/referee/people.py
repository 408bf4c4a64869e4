"""Who stands in the shadow of a CHROME fight, and the numbers of the spec: weapons, what is counted of a person."""

from dataclasses import dataclass, field
from typing import Literal

Band = Literal["close", "short", "long"]
BANDS: tuple[Band, ...] = ("close", "short", "long")
STATS = ("strength", "speed", "intellect", "combat")
SAVES = ("sanity", "fear", "body", "reflex")
LIMBS = ("right_leg", "left_leg", "right_arm", "left_arm")
"""By the faces 1 to 4 of the d10. Source: CHR-49."""

COLD = ("unconscious", "fainted")
LOST = ("surprised", "shocked")


@dataclass(frozen=True)
class Weapon:
    """A line of the weapons, or one of an enemy's listed attacks. Source: CHR-06, CHR-11."""

    key: str
    kind: str
    tiers: tuple[int, int, int]
    magazine: int = 0
    effects: tuple[str, ...] = ()
    hands: int = 1
    skill: str = ""
    save: str = "reflex"
    attacks: int = 1

    @property
    def first_band(self) -> Band:
        """The first band it can be used at."""
        return next(band for band in BANDS if self.tier(band))

    def tier(self, band: Band) -> int:
        """Its damage at a band; 0: it cannot be used there."""
        return self.tiers[BANDS.index(band)]


def _gun(key: str, tiers: tuple[int, int, int], magazine: int, **more: object) -> Weapon:
    return Weapon(key, "firearm", tiers, magazine, skill="Firearms", **more)  # type: ignore[arg-type]


ARMS = {
    each.key: each
    for each in (
        Weapon("knife", "melee", (2, 0, 0), skill="Blades"),
        Weapon("katana", "melee", (4, 0, 0), effects=("sever",), hands=2, skill="Blades"),
        _gun("pistol", (2, 2, 0), 10),
        _gun("shotgun", (6, 4, 0), 4, effects=("knockdown",), hands=2),
        _gun("assault_rifle", (4, 6, 4), 6, hands=2),
        _gun("taser", (2, 2, 0), 3, effects=("shock",)),
        _gun("flamer", (4, 4, 0), 4, effects=("ablaze",), hands=2),
    )
}
"""Of Operators. Source: CHR-72."""

BLOCK_ARMS = {
    each.key: each
    for each in (
        Weapon("horror_claws", "melee", (4, 0, 0), effects=("sever",), attacks=2),
        Weapon("champion_blade", "melee", (6, 0, 0), effects=("shock", "knockdown"), attacks=2),
        Weapon("guard_rifle", "firearm", (0, 6, 4), effects=("ablaze",)),
        Weapon("drone_guns", "firearm", (0, 4, 0), save="body", attacks=2),
    )
}
"""Of enemies: everything that counts is said beside the item. Source: CHR-71."""


@dataclass
class Person:
    """One combatant. ``until`` of a condition is the last round it lasts; None: no round ends it."""

    key: str
    name: str
    side: str
    is_operator: bool
    numbers: dict[str, int]
    prime: str = ""
    skills: tuple[str, ...] = ()
    most_health: int = 10
    most_conviction: int = 20
    soak: int = 0
    move: str = "short"
    synthetic: bool = False
    large: bool = False
    arms: list[Weapon] = field(default_factory=list)
    health: int = 0
    conviction: int = 0
    ammo: dict[str, int] = field(default_factory=dict)
    jammed: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    held: str = ""
    marks: dict[str, int | None] = field(default_factory=dict)
    has_courage: bool = False
    losing: set[str] = field(default_factory=set)
    wakes_scared: bool = False
    severed: set[str] = field(default_factory=set)
    bleeding: set[str] = field(default_factory=set)
    unnoticed: set[str] = field(default_factory=set)
    died: bool = False
    presence_in: int | None = None
    has_left: bool = False
    block: str = ""
    roll: int = 0
    majors: int = 0
    moves: int = 0
    used: int = 0
    forgone: int = 0
    made: dict[str, int] = field(default_factory=dict)
    turn: str = ""
    """Of an enemy in the block that acts: ``waits``, ``begun`` or ``done``."""

    def has(self, mark: str) -> bool:
        """Whether a condition is on."""
        return mark in self.marks

    @property
    def is_dead(self) -> bool:
        """At 0 Health. Source: CHR-57, CHR-58."""
        return self.health <= 0

    @property
    def is_awake(self) -> bool:
        """Alive and conscious. Source: CHR-73."""
        return not self.is_dead and not any(self.has(each) for each in COLD)

    @property
    def is_there(self) -> bool:
        """Awake and not gone."""
        return self.is_awake and not self.has_left

    @property
    def is_presence(self) -> bool:
        """Source: CHR-60."""
        return self.is_dead and self.has("presence")

    @property
    def lacks_courage(self) -> bool:
        """Source: CHR-63."""
        return self.has("gutless") and not self.has_courage and not self.is_dead

    @property
    def team(self) -> str:
        """The side it fights on."""
        return "pc" if self.side == "ally" else self.side

    @property
    def speed(self) -> int:
        """The Speed Stat."""
        return self.numbers.get("speed", 0)

    @property
    def lost_arms(self) -> int:
        """Source: CHR-55."""
        return len({"right_arm", "left_arm"} & self.severed)

    def weapon(self, key: str) -> Weapon:
        """One of its weapons; "": what is in hand, or the first."""
        wanted = key or self.held or self.arms[0].key
        return next(each for each in self.arms if each.key == wanted)

    def can_use(self, weapon: Weapon, band: Band) -> bool:
        """Whether a weapon can be used at a band now. Source: CHR-36, CHR-40, CHR-55."""
        if not weapon.tier(band) or weapon.key in self.jammed | self.dropped:
            return False
        if weapon.magazine and self.ammo[weapon.key] < 1:
            return False
        hands = 2 - self.lost_arms
        return not self.is_operator or hands >= weapon.hands
