"""The rules of CWN as arithmetic on numbers already rolled.

Every function takes whole numbers or arrays of any shapes that broadcast, and returns the same: the table calls it with
one roll, the odds with every weighted roll, a forecast with thousands of fights. Nothing here rolls or remembers.
Only operators are used that mean the same for a number and an array, so the table needs no numpy to play.
"""

from typing import TYPE_CHECKING

from encounter_gui.rules.model.ruleset import Number, numbers_of

if TYPE_CHECKING:
    from encounter_gui.rules.model.numbers_or_arrays import Bools, Ints

HUMAN_TRAUMA_TARGET = Number("human_trauma_target", 6)
UNARMORED_AC = Number("unarmored_ac", 10)
UNTRAINED_HIT = Number("untrained_hit", -2)
CHARGE_HIT = Number("charge_hit", 2)
CHARGE_LEAST = Number("charge_least", 3)
SNAP_HIT = Number("snap_hit", -4)
DEFENSE_AC = Number("defense_ac", 2)
BURST_HIT = Number("burst_hit", 2)
BURST_DAMAGE = Number("burst_damage", 2)
BURST_ROUNDS = Number("burst_rounds", 3)
CROWDED_HIT = Number("crowded_hit", -4)
LONG_RANGE_HIT = Number("long_range_hit", -2)
GUNLINK_COVER = Number("gunlink_cover", 2)
CRUDE = Number("crude", -1)
PRONE_NEAR = Number("prone_near", 2)
PRONE_FAR = Number("prone_far", -2)
SWARM_MOST = Number("swarm_most", 4)
SWARM_HIT = Number("swarm_hit", 2)
THROW_AC = Number("throw_ac", 10)
MORTAR_AC = Number("mortar_ac", 20)
BOUNCE_SIDES = Number("bounce_sides", 10)
FLASH_SIDES = Number("flash_sides", 6)
SUPPRESS_ROUNDS = Number("suppress_rounds", 2)
EXECUTE_POINT_BLANK = Number("execute_point_blank", 6)
EXECUTE_NORMAL = Number("execute_normal", 8)
EXECUTE_EXTREME = Number("execute_extreme", 10)
SNIPERS_EYE = Number("snipers_eye", 4)
SHOCKING_ASSAULT = Number("shocking_assault", 2)
PUNCH_SHOCK_AC = Number("punch_shock_ac", 15)
BIOSTABILIZE_PLUS = Number("biostabilize_plus", 2)
BIOSTABILIZE = Number("biostabilize", 8)
SURGERY = Number("surgery", 10)
FRAIL_NIGHTS = Number("frail_nights", 7)
WAKE_MINUTES = Number("wake_minutes", 10)
FIRST_AID_MINUTES = Number("first_aid_minutes", 5)
NIGHT_HOURS = Number("night_hours", 8)
DOCTOR_MINUTES = Number("doctor_minutes", 60)
FEARLESS = Number("fearless", 12)
SAVE_BASE = Number("save_base", 16)
NPC_SAVE_BASE = Number("npc_save_base", 15)
NPC_SAVE_LEAST = Number("npc_save_least", 2)
PC_DIE = Number("pc_die", 6)
HARD_TO_KILL = Number("hard_to_kill", 2)
INITIATIVE_SIDES = Number("initiative_sides", 8)
AVALANCHE_HP = Number("avalanche_hp", 10)
LURCH_SIDES = Number("lurch_sides", 10)
BONESHAKER_STRAIN = Number("boneshaker_strain", 2)

NUMBERS = numbers_of(vars())
"""The numbers of the rules that a ruleset may change; what each is, and its rule, stands there."""

EXECUTE = {
    "point_blank": EXECUTE_POINT_BLANK,
    "normal": EXECUTE_NORMAL,
    "extreme": EXECUTE_EXTREME,
}
"""Difficulty of a prepared shot by distance. Source: CWN-43."""

UNTRAINED = -1
"""The level of a skill one does not have. Source: CWN-10."""

NEAR = 2
"""The last metre that is adjacent. Source: CWN-27, CWN-35."""

SCREEN_REACH = 3
"""How many metres a screener may be from the ally. Source: CWN-40."""

CONE = 90
"""How many degrees suppressive fire sweeps. Source: CWN-32."""


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


def halved_down(damage: "Ints") -> "Ints":
    """Returns the half, rounded down. Source: CWN-41."""
    return damage // 2


def halved_up(damage: "Ints") -> "Ints":
    """Returns the half, rounded up. Source: CWN-32."""
    return (damage + 1) // 2


def blast_damage(damage: "Ints", saved: "Bools", traumatic: "Bools", rating: "Ints") -> "Ints":
    """Returns what a blast does to one victim: a save halves, then a Traumatic Hit multiplies. Source: CWN-41."""
    share = at_least(damage - (damage - halved_down(damage)) * saved, 0)
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


def breaks(roll: "Ints", morale: "Ints", fearless: int, *, below: bool = False) -> "Bools":
    """Returns whether a 2d6 roll breaks a combatant: above Morale (by switch, below it); the fearless never.

    Source: CWN-66.
    """
    over = roll < morale if below else roll > morale
    return over & (morale < fearless)


def is_halved(down: "Ints", size: "Ints") -> "Bools":
    """Returns whether half of a side is down, which is an occasion for a Morale check. Source: CWN-66."""
    return 2 * down >= size


def is_near_defeat(gone: "Ints", size: int) -> "Bools":
    """Returns whether three quarters of a side of more than two are gone: an occasion for a check. Source: CWN-66."""
    return (size > 2) & (4 * gone >= 3 * size)


def save_target(base: int, level: int, best: int) -> int:
    """Returns a player character's save from level and the better modifier. Source: CWN-09."""
    return base - level - best


def npc_save_target(base: int, least: int, hit_dice: int) -> int:
    """Returns the one save of an NPC. Source: CWN-09."""
    return max(base - hit_dice // 2, least)


def killing_blow(level: int) -> int:
    """Returns what Killing Blow adds to all damage: 1 for every two levels, rounded up. Source: CWN-45b."""
    return (level + 1) // 2


def is_down(hit_points: "Ints") -> "Bools":
    """Returns whether a combatant at these hit points is down. Source: CWN-57."""
    return hit_points <= 0


def average_hit_points(levels: int, sides: int, plus: int) -> int:
    """Returns the average of a die and a modifier per level, at least 1 per level. Source: CWN-05."""
    return max(levels * (sides + 1) // 2 + levels * plus, levels)


def wins(total: "Ints", other: "Ints", wins_ties: "Bools") -> "Bools":
    """Returns whether an opposed check is won; a player character wins a tie with others. Source: CWN-11."""
    return (total > other) | ((total == other) & wins_ties)
