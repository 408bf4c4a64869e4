"""The rules of CWN as arithmetic on numbers already rolled.

Every function takes whole numbers or arrays of any shapes that broadcast, and returns the same: the table calls it with
one roll, the odds with every weighted roll, a forecast with thousands of fights. Nothing here rolls or remembers.
Only operators are used that mean the same for a number and an array, so the table needs no numpy to play.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = int | npt.NDArray[np.int64] | npt.NDArray[Any]
    Bools = bool | npt.NDArray[np.bool_] | npt.NDArray[Any]

HUMAN_TRAUMA_TARGET = 6
"""Trauma Target of an unarmoured human. Source: CWN-08."""

UNARMORED_AC = 10
"""Both armour classes of somebody who wears nothing. Source: CWN-06."""

UNTRAINED = -1
UNTRAINED_HIT = -2
"""The level of a skill one does not have, and what attacking with it costs in all. Source: CWN-10, CWN-30."""

CHARGE_HIT, CHARGE_LEAST = 2, 3
"""What a charge adds to hit, and the least metres it needs; its AC is in the condition. Source: CWN-36e."""

SNAP_HIT = -4
"""What an attack out of turn costs. Source: CWN-36c."""

DEFENSE_AC = 2
"""What Total Defense adds to both AC. Source: CWN-36g."""

BURST_HIT = BURST_DAMAGE = 2
"""What a burst adds. Source: CWN-31."""

CROWDED_HIT = -4
"""What shooting or throwing costs with an armed enemy in melee reach. Source: CWN-27."""

LONG_RANGE_HIT = -2
"""What shooting beyond normal range costs. Source: CWN-28."""

GUNLINK_COVER = 2
"""How much of cover or concealment a Gunlink makes good. Source: CWN-45p."""

CRUDE = -1
"""What a home-made melee weapon loses to hit and to damage. Source: CWN-33."""

NEAR = 2
"""The last metre that is adjacent. Source: CWN-27, CWN-35."""

PRONE_NEAR, PRONE_FAR = 2, -2
"""What a prone target adds to attacks from near by and from afar. Source: CWN-35."""

SWARM_MOST = 4
"""Most participants of a swarm, who strikes included. Source: CWN-39."""

THROW_AC = 10
MORTAR_AC = 20
"""What a point on the ground has for an AC, for a throw and for a mortar. Source: CWN-41, CWN-42."""

BOUNCE_SIDES = 10
"""The die of the metres a missed grenade bounces. Source: CWN-41."""

BIOSTABILIZE_PLUS, BIOSTABILIZE = 2, 8
"""What an armour that stabilizes rolls with 2d6, against what. Source: CWN-45r."""

SURGERY = 10
"""Difficulty of ending frailty by care. Source: CWN-61."""

EXECUTE = {"point_blank": 6, "normal": 8, "extreme": 10}
"""Difficulty of a prepared shot by distance. Source: CWN-43."""

FEARLESS = 12
"""Morale that never breaks. Source: CWN-66."""

SAVE_BASE, NPC_SAVE_BASE, NPC_SAVE_LEAST = 16, 15, 2
"""What saves start from, and the best an NPC can have. Source: CWN-09."""


def attribute_modifier(score: int) -> int:
    """Returns the modifier of an attribute score: 3 −2, 4–7 −1, 8–13 0, 14–17 +1, 18 +2. Source: CWN-02."""
    return -2 + sum(score >= least for least in (4, 8, 14, 18))


def hits(die: "Ints", bonus: "Ints", armor_class: "Ints") -> "Bools":
    """Returns whether a d20 hits: a natural 1 never, a natural 20 always. Source: CWN-25."""
    return ((die + bonus >= armor_class) | (die == 20)) & (die != 1)


def saves(die: "Ints", target: "Ints", modifier: "Ints" = 0) -> "Bools":
    """Returns whether a d20 saves: a natural 1 never, a natural 20 always. Source: CWN-09."""
    return ((die + modifier >= target) | (die == 20)) & (die != 1)


def is_traumatic(die: "Ints", bonus: "Ints", trauma_target: "Ints") -> "Bools":
    """Returns whether a Trauma Die makes a hit traumatic. Source: CWN-25 step 4, CWN-08."""
    return die + bonus >= trauma_target


def shock_reaches(shock_ac: "Ints", armor_class: "Ints") -> "Bools":
    """Returns whether a Shock rating reaches an AC. Source: CWN-25 step 7, CWN-68."""
    return shock_ac >= armor_class


def at_least(value: "Ints", least: "Ints") -> "Ints":
    """Returns the larger of two."""
    return value + (least - value) * (least > value)


def at_most(value: "Ints", most: "Ints") -> "Ints":
    """Returns the smaller of two."""
    return value - (value - most) * (value > most)


def swarm_damage(damage: "Ints", others: "Ints", most: "Ints") -> "Ints":
    """Returns damage with the bonus of a swarm, which never passes what the attack could do without it.

    Source: CWN-39.
    """
    return at_least(at_most(damage + others, most), damage)


def hit_damage(
    damage: "Ints", traumatic: "Bools", rating: "Ints", shock: "Ints", least: "Ints"
) -> "Ints":
    """Returns what a hit does: multiplied by the Trauma Rating, then not below Shock, then not below the least.

    Source: CWN-25 steps 5, 6 and 8.
    """
    multiplied = damage * (1 + (rating - 1) * traumatic)
    return at_least(at_least(multiplied, shock), least)


def through_soak(damage: "Ints", soak: "Ints") -> "Ints":
    """Returns what is left of damage once the soak pool is used up. Source: CWN-07, CWN-25 step 9."""
    return at_least(damage - soak, 0)


def soaked(damage: "Ints", soak: "Ints") -> "Ints":
    """Returns how much of damage the soak pool takes. Source: CWN-07."""
    return at_most(damage, soak)


def halved_down(damage: "Ints") -> "Ints":
    """Returns the half, rounded down. Source: CWN-41."""
    return damage // 2


def halved_up(damage: "Ints") -> "Ints":
    """Returns the half, rounded up. Source: CWN-32."""
    return (damage + 1) // 2


def blast_damage(damage: "Ints", saved: "Bools", traumatic: "Bools", rating: "Ints") -> "Ints":
    """Returns what a blast does to one victim: a save halves, then a Traumatic Hit multiplies. Source: CWN-41."""
    share = damage - (damage - halved_down(damage)) * saved
    return share * (1 + (rating - 1) * traumatic)


def less_armor(damage: "Ints", melee_ac: "Ints", step: "Ints") -> "Ints":
    """Returns blast damage less 1 for each point of melee AC above the step, down to 0. Source: CWN-41."""
    return at_least(damage - at_least(melee_ac - step, 0), 0)


def suppressed_damage(damage: "Ints", traumatic: "Bools", rating: "Ints") -> "Ints":
    """Returns what suppressive fire does to who failed the save: half, then multiplied. Source: CWN-32."""
    return halved_up(damage) * (1 + (rating - 1) * traumatic)


def succeeds(total: "Ints", difficulty: "Ints") -> "Bools":
    """Returns whether a skill check reaches its difficulty. Source: CWN-10."""
    return total >= difficulty


def gets_past(attacker: "Ints", screener: "Ints") -> "Bools":
    """Returns whether an attacker gets past a screener; a tie does not. Source: CWN-11, CWN-40."""
    return attacker > screener


def breaks(roll: "Ints", morale: "Ints", *, below: bool = False) -> "Bools":
    """Returns whether a 2d6 roll breaks somebody: above Morale (by switch, below it); 12 never. Source: CWN-66."""
    over = roll < morale if below else roll > morale
    return over & (morale < FEARLESS)


def save_target(level: int, best: int) -> int:
    """Returns a player character's save from level and the better modifier. Source: CWN-09."""
    return SAVE_BASE - level - best


def npc_save_target(hit_dice: int) -> int:
    """Returns the one save of an NPC. Source: CWN-09."""
    return max(NPC_SAVE_BASE - hit_dice // 2, NPC_SAVE_LEAST)


def killing_blow(level: int) -> int:
    """Returns what Killing Blow adds to all damage: 1 for every two levels, rounded up. Source: CWN-45b."""
    return (level + 1) // 2


def is_down(hit_points: "Ints") -> "Bools":
    """Returns whether somebody at these hit points is down. Source: CWN-57."""
    return hit_points <= 0


def average_hit_points(levels: int, sides: int, plus: int) -> int:
    """Returns the average of a die and a modifier per level, at least 1 per level. Source: CWN-05."""
    return max(levels * (sides + 1) // 2 + levels * plus, levels)


def wins(total: "Ints", other: "Ints", wins_ties: "Bools") -> "Bools":
    """Returns whether an opposed check is won; a player character wins a tie with others. Source: CWN-11."""
    return (total > other) | ((total == other) & wins_ties)
