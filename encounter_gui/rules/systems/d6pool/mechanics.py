"""The rules of D6 pools as arithmetic on numbers already rolled.

Every function takes whole numbers or arrays of any shapes that broadcast, and returns the same: the table calls it with
one roll, the odds with every weighted roll, a forecast with thousands of fights. Nothing here rolls or remembers.
Only operators are used that mean the same for a number and an array, so the table needs no numpy to play.
"""

from typing import TYPE_CHECKING

from encounter_gui.rules.model.ruleset import Number, numbers_of

if TYPE_CHECKING:
    from encounter_gui.rules.model.numbers_or_arrays import Bools, Ints

MELEE_DN = Number("melee_dn", 10)
FAST_DRAW_DN = Number("fast_draw_dn", 10)
SECOND_ACTION_AT = Number("second_action_at", 10)
BLAST_DICE = Number("blast_dice", 4)
DODGE_MOST = Number("dodge_most", 2)
BURST_ROUNDS = Number("burst_rounds", 5)
BURST_DAMAGE = Number("burst_damage", 2)
BLEEDING_TURNS = Number("bleeding_turns", 12)
RELOAD_ROUNDS = Number("reload_rounds", 5)
WALK_METRES = Number("walk_metres", 5)
RUN_METRES = Number("run_metres", 10)
CRAWL_METRES = Number("crawl_metres", 2)
DOCTOR_ATTEMPTS = Number("doctor_attempts", 2)
FAR_FALL_METRES = Number("far_fall_metres", 10)
WAKING_DN = Number("waking_dn", 30)
WAKING_STEP = Number("waking_step", 5)

NEAR = 2
"""The metres a blow reaches, and within which one is beside another. Source: D6P-30, D6P-46."""

NUMBERS = numbers_of(vars())
"""The numbers of the rules that a ruleset may change; what each is, and its rule, stands there."""


def succeeds(total: "Ints", difficulty: "Ints", dice: "Ints") -> "Bools":
    """Returns whether a roll of so many dice reaches its difficulty number; without a die it fails. Source: D6P-09."""
    return (dice > 0) & (total >= difficulty)


def beats(total: "Ints", other: "Ints") -> "Bools":
    """Returns whether an opposed roll wins; equal ones are rolled again. Source: D6P-11."""
    return total > other


def hits(attack: "Ints", dodge: "Ints", difficulty: "Ints", dice: "Ints") -> "Bools":
    """Returns whether an attack of so many dice hits a target whose dodge or parry dice came to ``dodge``.

    Source: D6P-29, D6P-30.
    """
    return succeeds(attack, difficulty + dodge, dice)


def harms(level: "Ints") -> "Bools":
    """Returns whether a hit of this damage level does anything at all, a stun included. Source: D6P-33."""
    return level > 0


def wounds(damage: "Ints", resistance: "Ints") -> "Ints":
    """Returns the wounds of a hit; 0: none, and the target is stunned instead. Source: D6P-33, D6P-34, D6P-35."""
    return (damage - resistance) * (damage > resistance)


def is_down(health_now: "Ints") -> "Bools":
    """Returns whether somebody at this Temporary Health is unconscious, or worse. Source: D6P-43."""
    return health_now <= 0


def is_dead(health_now: "Ints", health: "Ints") -> "Bools":
    """Returns whether somebody of this Health is dead at this Temporary Health. Source: D6P-44."""
    return health_now <= -health


def is_wounded(health_now: "Ints", health: "Ints") -> "Bools":
    """Returns whether somebody is wounded but up. Source: D6P-42."""
    return (health_now > 0) & (health_now < health)


def scatter_direction(face: "Ints", *, is_forward: bool) -> "Ints":
    """Returns the direction that a missed throw deviates to, 1 to 6; ``is_forward``: 5 and 6 change places.

    Source: D6P-38, D6P-39.
    """
    return face + (11 - 2 * face) * ((face >= 5) & is_forward)


def fall_level(metres: "Ints", climbing: "Ints", far: "Ints") -> "Ints":
    """Returns the damage level of a fall of so many full metres; beyond ``far`` they count twice. Source: D6P-37."""
    level = metres + metres * (metres > far) - climbing
    return level * (level > 0)


def aid_works(total: "Ints", health_now: "Ints", health: "Ints", dice: "Ints") -> "Bools":
    """Returns whether a Medicine (or, healing naturally, Strength) roll of so many dice is enough.

    Source: D6P-46, D6P-47.
    """
    return succeeds(total + health_now, health, dice)


def healing_result(health_now: "Ints", die: "Ints", health: "Ints") -> "Ints":
    """Returns Temporary Health after 1d6 wounds are cured, not above Health. Source: D6P-46, D6P-47."""
    over = health_now + die - health
    return health_now + die - over * (over > 0)


def waking_dn(hours: "Ints", first: "Ints", step: "Ints") -> "Ints":
    """Returns the difficulty number of waking up after so many hours. Source: D6P-45."""
    return first - step * hours
