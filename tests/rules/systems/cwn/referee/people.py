"""Who stands in the shadow of a fight, and the numbers of the spec: weapons, armour, what is counted of a person."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Weapon:
    """A line of the spec's tables: damage dice with a flat number, Shock, Trauma Die, range, hands. Source: CWN-12."""

    key: str
    dice: tuple[int, int, int]
    trauma: int
    rating: int
    attribute: str = "dex"
    skill: str = "stab"
    shock: tuple[int, int] = (0, 0)
    ranges: tuple[int, int] | None = None
    magazine: int = 0
    hands: int = 1
    is_gun: bool = False
    has_burst: bool = False
    is_nonlethal: bool = False
    attacks: int = 1
    is_integral: bool = False

    @property
    def most(self) -> int:
        """The most the dice come to."""
        count, sides, flat = self.dice
        return count * sides + flat


def _gun(key: str, dice: tuple[int, int, int], *rest: int, **more: bool | int) -> Weapon:
    near, far, magazine, trauma, rating = rest
    return Weapon(
        key=key,
        dice=dice,
        trauma=trauma,
        rating=rating,
        skill="shoot",
        ranges=(near, far),
        magazine=magazine,
        is_gun=True,
        **more,  # type: ignore[arg-type]
    )


WEAPONS = {
    each.key: each
    for each in (
        _gun("heavy_pistol", (1, 8, 0), 10, 100, 8, 6, 3),
        _gun("submachine_gun", (1, 8, 0), 30, 100, 20, 6, 2, has_burst=True),
        _gun("rifle", (1, 10, 2), 200, 400, 6, 8, 3, hands=2),
        _gun("shotgun", (3, 4, 0), 10, 30, 2, 10, 3, hands=2),
        _gun("taser_pistol", (1, 8, 0), 10, 15, 2, 0, 1, is_nonlethal=True),
        Weapon("knife", (1, 4, 0), 6, 3, "str_dex", shock=(1, 15), ranges=(10, 20)),
        Weapon("club", (1, 4, 0), 6, 2, "str", shock=(1, 18)),
        Weapon("sword", (1, 8, 0), 8, 2, "str_dex", shock=(2, 13)),
        Weapon("big_club", (1, 10, 0), 8, 3, "str", shock=(2, 18), hands=2),
        _gun("automatic_rifle", (2, 8, 0), 200, 400, 10, 10, 3, hands=2),
        Weapon("claws", (1, 6, 1), 6, 2, "str_dex", shock=(1, 13), attacks=2, is_integral=True),
        Weapon("unarmed", (1, 2, 0), 6, 1, "str_dex", skill="punch"),
    )
}
"""Spec section 10."""

ARMOR = {
    "street_leathers": (13, 12, 3, 0),
    "war_harness": (13, 14, 5, 0),
    "impact_jacket": (12, 14, 8, 1),
}
"""Ranged AC, melee AC, soak, Trauma Target. Spec section 11."""

GRENADES = ("frag_grenade", "flash_grenade", "gas_grenade", "smoke_grenade")

DOWN = ("mortally_wounded", "stable", "unconscious", "dead")


def modifier(score: int) -> int:
    """An attribute's modifier. Source: CWN-02."""
    return -2 if score <= 3 else -1 if score <= 7 else 0 if score <= 13 else 1 if score <= 17 else 2


@dataclass
class Mark:
    """A condition: whom it is about, the round it was suffered in, and when it ends.

    ``end`` is a round and whose turn in it begins (``start``) or ends (``end``); whose is empty: the round itself.
    """

    about: str = ""
    count: int = 0
    end: tuple[int, str, str] | None = None


@dataclass
class Person:
    """Somebody in the fight. The numbers of the sheet never change."""

    key: str
    name: str
    side: str
    is_pc: bool
    is_named: bool
    level: int
    scores: dict[str, int]
    skills: dict[str, int]
    most_hp: int
    armor: str
    has_shield: bool
    traits: frozenset[str]
    attack: tuple[int, int] = (0, 0)
    skill_bonus: int = 0
    printed_ac: tuple[int, int] = (10, 10)
    printed_soak: int = 0
    morale: int = 8
    hp: int = 0
    soak: int = 0
    main: int = 0
    move: int = 0
    bonus_main: int = 0
    bonus_move: int = 0
    given_main: int = 0
    given_move: int = 0
    given_spent: int = 0
    reflex_moves: int = 0
    strain: int = 0
    killed: int = 0
    extra: int = 0
    tried: int = 0
    first_shock: int = 0
    is_leader: bool = False
    has_left: bool = False
    held: str = ""
    other: str = ""
    dropped: list[str] = field(default_factory=list)
    thrown: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    ammo: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)
    melee: list[str] = field(default_factory=list)
    faced: list[str] = field(default_factory=list)

    def has(self, key: str) -> bool:
        """Whether a condition is on."""
        return key in self.marks

    def mod(self, *names: str) -> int:
        """The best modifier of these attributes; NPCs have none. Source: CWN-34."""
        return max(modifier(self.scores.get(each, 10)) for each in names) if self.is_pc else 0

    def trained(self, skill: str) -> int:
        """A skill; of NPCs their one bonus. Source: CWN-03, CWN-10."""
        return self.skills.get(skill, -1) if self.is_pc else self.skill_bonus

    @property
    def team(self) -> str:
        """Allies act and stand with the players' people."""
        return "pc" if self.side == "ally" else self.side

    @property
    def is_somebody(self) -> bool:
        """Whether it has a name: a player character, or a named NPC. Source: CWN-57."""
        return self.is_pc or self.is_named

    @property
    def is_down(self) -> bool:
        """Whether it lies there. Source: CWN-57."""
        return self.hp <= 0 or any(map(self.has, DOWN))

    @property
    def is_out(self) -> bool:
        """Whether it takes no part any more."""
        return self.is_down or self.has_left

    @property
    def can_act(self) -> bool:
        """Whether it could do anything."""
        return not self.is_out

    @property
    def mains_left(self) -> int:
        """Mains of the round that are left. Source: CWN-17."""
        return max(1 + self.bonus_main - self.main, 0)

    @property
    def moves_left(self) -> int:
        """Moves of the round that are left. Source: CWN-17."""
        return max(1 + self.bonus_move - self.move, 0)

    @property
    def trauma_target(self) -> int:
        """Source: CWN-08."""
        return 6 + (ARMOR[self.armor][3] if self.armor else 0)

    @property
    def most_soak(self) -> int:
        """Source: CWN-07."""
        return self.printed_soak or (ARMOR[self.armor][2] if self.armor else 0)

    def ac(self, *, melee: bool) -> int:
        """Source: CWN-06, CWN-36e, CWN-36g, CWN-42."""
        place = 1 if melee else 0
        base = self.printed_ac[place]
        if self.is_pc:
            base = ARMOR[self.armor][place] if self.armor else 10
            base += ((2, 4)[place] if self.has_shield else 0) + self.mod("dexterity")
        return (
            base
            - 2 * self.has("charging")
            - 2 * self.has("flashed")
            + 2 * self.has("total_defense")
        )

    def save_target(self, save: str) -> int:
        """Source: CWN-09."""
        if not self.is_pc:
            return max(15 - self.level // 2, 2)
        pairs = {
            "physical": ("strength", "constitution"),
            "evasion": ("dexterity", "intelligence"),
            "mental": ("wisdom", "charisma"),
        }
        best = self.mod(*pairs[save]) if save in pairs else 0
        return 16 - self.level - best

    @property
    def save_bonus(self) -> int:
        """What conditions do to saves and checks. Source: CWN-64."""
        return -2 * self.has("concussed")

    def weapon_in_hand(self) -> Weapon:
        """What an attack is made with by itself. Source: CWN-25, CWN-36k."""
        for each in (self.held, self.other):
            if each in WEAPONS:
                return WEAPONS[each]
        own = (WEAPONS[each] for each in self.items if each in WEAPONS)
        return next((each for each in own if each.is_integral), WEAPONS["unarmed"])

    def is_armed(self) -> bool:
        """Whether it has a melee weapon in hand, so that it hampers shooting. Source: CWN-27."""
        return self.can_act and any(not each.is_gun for each in self.ready_weapons())

    def ready_weapons(self) -> list[Weapon]:
        """The weapons in hand, and those of the body, in the order in which they are carried."""
        own = (WEAPONS[each] for each in self.items if each in WEAPONS)
        return [each for each in own if each.is_integral or each.key in (self.held, self.other)]

    def begin_round(self) -> None:
        """Everything that is counted anew each round. Source: CWN-17."""
        self.main = self.move = self.bonus_main = self.bonus_move = self.tried = 0
        self.given_main = self.given_move = self.given_spent = self.reflex_moves = 0
        self.first_shock = self.killed = self.extra = 0
        self.faced = []
