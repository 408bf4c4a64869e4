"""What attacks and hits are rolled with. Source: PHA-30 to PHA-42."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.engine.reading.asks import Whole
from encounter_gui.rules.systems.phases.sheet.gear import Damage

HitRule = Literal["one", "burst", "salvo", "pellets", "technique"]
"""How many of a discharge hit: it as a whole, 1dX, one a point of DoS (rounds, or pellets of one shot), no damage."""


class Place(Struct, frozen=True, kw_only=True):
    """A location as a hit finds it: faces of the d10 that hit it, armour, factor. Source: PHA-41, PHA-42."""

    key: str
    name: str
    rolls: tuple[int, ...]
    armor: int
    factor: int


class HitPlan(Struct, frozen=True, kw_only=True):
    """What one hit is rolled with, or several that are one.

    ``aim`` is the number of the place aimed at; -1: a d10 says which is hit. ``bonus`` is the degree of success where
    it adds to the damage. ``kind`` says whether it is one hit, or ``count`` of them whose damage is added before armour
    (``summed``) or after each has lost it (``pellets``), or a graze, which does ``graze`` before armour, if that counts
    for it (``graze_armor``). ``thresholds`` are the target's.
    """

    places: tuple[Place, ...]
    thresholds: tuple[int, ...]
    damage: Damage
    aim: int = -1
    bonus: int = 0
    kind: Literal["one", "summed", "pellets", "graze"] = "one"
    count: int = 1
    graze: int = 0
    graze_armor: bool = False

    @property
    def faces(self) -> tuple[int, ...]:
        """The number of the place that each face of the d10 hits, from 1 on."""
        by_face = {
            face: number
            for number, place in reversed(list(enumerate(self.places)))
            for face in place.rolls
        }
        return tuple(by_face.get(face, 0) for face in range(1, 11))


NOWHERE = HitPlan(places=(), thresholds=(), damage=Damage(dice=0))
"""In place of what hits do, where it is no matter: plans that are rolled alike are then the same."""


class ShotPlan(Struct, frozen=True, kw_only=True):
    """What one discharge is rolled with.

    ``attack`` are the parts of its bonus, ``defense`` those of what it has to beat, ``passive`` the DN of a target that
    rolls nothing (None: it defends itself) and ``defends`` the words for the defense. ``critical`` is by how much a
    miss is a fumble; 0: by no margin. ``most`` rounds or pellets can hit. ``landing`` is a hit by no degree of success.
    """

    attack: tuple[Modifier, ...]
    defense: tuple[Modifier, ...]
    passive: int | None
    defends: str
    critical: int
    rule: HitRule
    most: int
    landing: HitPlan

    @property
    def bonus(self) -> int:
        """What is added to the dice of the attack."""
        return total(self.attack)

    @property
    def defense_bonus(self) -> int:
        """What is added to the dice of the defense."""
        return total(self.defense)

    @property
    def is_whole(self) -> bool:
        """Whether all rounds or pellets that hit are one hit. Source: PHA-34."""
        return self.landing.kind != "one"

    def hit(self, margin: Whole, count: Whole) -> HitPlan:
        """Returns what a hit is rolled with that leads by so much, with so many rounds or pellets; by 0: a graze.

        Source: PHA-34, PHA-35, PHA-38, PHA-40.
        """
        if not margin:
            return replace(self.landing, kind="graze")
        if self.is_whole:
            return replace(self.landing, count=int(count))
        return replace(self.landing, bonus=int(margin)) if self.rule == "one" else self.landing
