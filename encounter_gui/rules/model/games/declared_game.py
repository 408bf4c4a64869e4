"""A game that a ruleset describes in full: how its fights run, and its attacks. Played by the system ``declared``.

Formulas are written in the dice notation over the fields of a sheet. What an attacker rolls may also use the numbers of
the weapon in use, what a target sets against it those of the armour it wears: of several pieces the best counts.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

HEALTH = "health"
"""The key of the main gauge: who has none of it left is out."""

OUT = "out"
"""The condition of whoever is out; it follows from the main gauge and is never stored."""

MARGIN = "margin"
"""The name that damage has for how much higher a roll was than what it was against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsDef:
    """Who acts when.

    ``initiative`` is a formula with one kind of dice, rolled by everybody for themselves or, ``by = "side"``, once for
    a side with the fields of whoever of it adds most. The highest acts first; of equal ones whoever joined first.
    ``rolled`` says how long it stands. ``attacks`` are how many a turn has. Whoever has one of the conditions ``idle``
    does nothing.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    initiative: str
    by: Literal["each", "side"] = "each"
    rolled: Literal["once", "round"] = "once"
    attacks: int = 1
    idle: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDef:
    """A way to attack.

    ``roll`` of the attacker has to reach ``against`` of the target: a number, a formula, or dice of its own; ``draw``
    says who wins where both are equal. A hit does ``damage``, in which ``margin`` is by how much the roll was higher,
    less ``soak`` of the target, and no less than ``least``. That much ``lowers`` a gauge (raises one that counts harm);
    empty: the main one. ``on_hit`` and ``on_harm`` are conditions that the target gets by a hit, and by one that does
    it harm. ``needs`` a weapon, or nothing; a weapon whose text ``attack`` names attacks allows no others.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    key: str
    name: str
    roll: str
    against: str
    damage: str
    draw: Literal["attacker", "target"] = "attacker"
    soak: str = ""
    least: int = 0
    lowers: str = ""
    on_hit: str = ""
    on_harm: str = ""
    needs: Literal["", "weapon"] = ""
    text: str = ""
    rule: str = ""
