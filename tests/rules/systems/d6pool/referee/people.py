"""What the referee knows of a fighter: numbers off the sheet, what is carried, and what has happened so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field

WEAPONS: Mapping[str, Mapping[str, object]] = {
    "baretta_96f": {
        "mode": "SA",
        "modes": ("SA",),
        "damage": 6,
        "skill": "firearms",
        "magazine": 15,
    },
    "smg": {"mode": "FA", "modes": ("SA", "FA"), "damage": 6, "skill": "firearms", "magazine": 30},
    "revolver": {"mode": "SS", "modes": ("SS",), "damage": 7, "skill": "firearms", "magazine": 6},
    "knife": {
        "mode": "melee",
        "modes": ("melee",),
        "damage": 1,
        "skill": "armed",
        "strength": True,
    },
    "unarmed": {
        "mode": "melee",
        "modes": ("melee",),
        "damage": -1,
        "skill": "unarmed",
        "strength": True,
    },
    "grenade": {"mode": "thrown", "modes": (), "skill": "throwing", "count": 3},
}
"""The weapons of the roster, as the starter library of the rules prints them. Source: spec section 11."""

RANGES: Mapping[str, tuple[int, ...]] = {
    "baretta_96f": (10, 25, 50, 75),
    "smg": (15, 30, 60, 90),
    "revolver": (10, 25, 50, 75),
    "grenade": (5, 10, 20, 30),
}
LADDER = (10, 15, 20, 30)
BLAST, BLAST_DAMAGE = (2, 4, 6, 10), (10, 8, 6, 4)
ARMOR = {"leather": 1, "light_kevlar": 2, "medium_vest": 4}
ATTRIBUTES = ("strength", "dexterity", "perception", "intelligence", "technical", "operation")

TURN_ENDS = frozenset(
    {
        *("stunned", "running", "crawling", "got_up", "drawn", "busy", "reloading", "heroic"),
        "fast_draw_failed",
    }
)
"""Conditions that are over when the turn is. Source: D6P-16, D6P-18, D6P-21, D6P-22, D6P-24, D6P-35."""


@dataclass
class Fighter:
    """One fighter as the referee keeps it.

    ``bleeding`` is the turn at whose end the next wound is lost, 0: none. ``attacks``, ``spent``, ``drew``, ``using``
    and ``doubled`` are of the action, ``turn_attacks``, ``acted`` and ``moves`` of the turn; ``total`` is an
    initiative that is rolled and not in the order yet; ``rules`` are the house rules that are on.
    """

    key: str
    sheet: dict[str, int]
    items: tuple[str, ...]
    hand: str
    th: int = 0
    dodge: int = 0
    hero: int = 0
    ammo: dict[str, int] = field(default_factory=dict)
    conditions: set[str] = field(default_factory=set)
    bleeding: int = 0
    aided: int = 0
    has_left: bool = False
    attacks: int = 0
    turn_attacks: int = 0
    spent: bool = False
    drew: bool = False
    acted: bool = False
    doubled: str = ""
    moves: tuple[str, ...] = ()
    total: int | None = None
    rules: frozenset[str] = frozenset()

    def level(self, key: str, *, hero: bool = False) -> int:
        """A level, doubled by a Hero Point; attributes count 3, skills 0, where nothing is said. Source: D6P-09, 12."""
        known = self.sheet.get(key, 3 if key in ATTRIBUTES else 0)
        return 2 * known if hero or "heroic" in self.conditions else known

    def level_bare(self, key: str) -> int:
        """A level as the sheet has it."""
        return self.sheet.get(key, 3 if key in ATTRIBUTES else 0)

    @property
    def health(self) -> int:
        return self.sheet["health"]

    @property
    def is_down(self) -> bool:
        return self.th <= 0

    @property
    def is_dead(self) -> bool:
        return self.th <= -self.health

    @property
    def is_wounded(self) -> bool:
        return 0 < self.th < self.health

    @property
    def is_out(self) -> bool:
        return self.is_down or self.has_left

    @property
    def armor(self) -> int:
        """Of several the best counts. Source: D6P-34."""
        return max((ARMOR[each] for each in self.items if each in ARMOR), default=0)

    def hindrance(self, *, attacks: bool = False) -> int:
        """Dice that movement, stun or wounds, and drawing take off. Source: D6P-18, D6P-28."""
        lost = sum(each in self.conditions for each in ("running", "crawling", "got_up"))
        return lost + self._hurt(wounded=True) + (attacks and "drawn" in self.conditions)

    def _hurt(self, *, wounded: bool) -> int:
        """A die for stun or wounds, or for each of them. Source: D6P-28, D6P-42."""
        is_stunned, is_wounded = "stunned" in self.conditions, wounded and self.is_wounded
        if "stunWoundStack" in self.rules:
            return is_stunned + is_wounded
        return int(is_stunned or is_wounded)

    def resistance(self) -> int:
        """Source: D6P-34."""
        dice = self.level("pain_resistance") + self.armor
        return max(dice - self._hurt(wounded="woundHitsResist" in self.rules), 0)

    def suffers(self, wounds: int, *, stuns: bool) -> None:
        """Wounds, or a stun that the dead no longer feel; either ruins an aim. Source: D6P-04, D6P-23, D6P-35."""
        if stuns and not self.is_dead:
            is_new = "stunned" not in self.conditions
            if is_new and "stunHitsDodge" in self.rules and self.dodge > 0:
                self.dodge -= 1
            self.conditions |= {"stunned"}
            self.conditions -= {"aimed"}
        self.th -= wounds

    def moves_as(self, key: str) -> None:
        """A movement with its cost, which by a house rule comes off the dodge dice too. Source: D6P-18, D6P-31."""
        if key not in self.conditions and "moveHitsDodge" in self.rules and self.dodge > 0:
            self.dodge -= 1
        self.conditions |= {key}

    def follow(self, before: int, now: int, *, is_hit: bool = True) -> None:
        """What follows when Health goes from ``before`` to what it is, in turn ``now``. Source: D6P-43 to D6P-46."""
        if self.th < before:
            self.conditions -= {"aimed"}
            self.aided = 0 if is_hit else self.aided
            if self.is_dead:
                self.bleeding = 0
                self.conditions -= {"awake_weak"}
            elif self.is_down and is_hit:
                self.conditions -= {"awake_weak"}
                self.bleeding = self.bleeding or now + 12
        elif before <= 0 < self.th:
            self.bleeding = 0
            self.conditions -= {"awake_weak"}
