"""The rules of CHROME as arithmetic on numbers already rolled.

Every function takes whole numbers or arrays of any shapes that broadcast, and returns the same: the table calls it with
one roll, the odds with every weighted roll, a forecast with thousands of fights. Nothing here rolls or remembers.
Only operators are used that mean the same for a number and an array, so the table needs no numpy to play.
"""

from typing import TYPE_CHECKING

from encounter_gui.rules.model.ruleset import Number, numbers_of

if TYPE_CHECKING:
    from encounter_gui.rules.model.numbers_or_arrays import Bools, Ints

CRITICAL_FAILURE, FAILURE, SUCCESS, CRITICAL_SUCCESS = range(4)
"""How a test went, worst first. Source: CHR-15, CHR-16."""

ROUNDS_A_MINUTE = 6
"""Rounds of ten seconds in a minute. Source: CHR-22, CHR-57."""

PANIC_SIDES = 20
"""Faces of the die of a Panic Check. Source: CHR-12, CHR-61."""

CRITICAL_GAIN = Number("critical_gain", 2)
FAVOURED_GAIN = Number("favoured_gain", 1)
FAILED_CHECK_STRESS = Number("failed_check_stress", 1)
FUMBLED_CHECK_STRESS = Number("fumbled_check_stress", 2)
FUMBLED_SAVE_STRESS = Number("fumbled_save_stress", 3)
DISTRUST_STRESS = Number("distrust_stress", 1)
SOOTHED_STRESS = Number("soothed_stress", 1)
UNSOOTHED_STRESS = Number("unsoothed_stress", 3)
BOLSTER = Number("bolster", 10)
BLAST_COVER = Number("blast_cover", 1)
BLAST_METRES = Number("blast_metres", 20)
BAD_REST_DAMAGE = Number("bad_rest_damage", 2)
BAD_REST_STRESS = Number("bad_rest_stress", 2)
REST_STEP = Number("rest_step", 5)
REST_HOURS = Number("rest_hours", 6)
UNCONSCIOUS_SIDES = Number("unconscious_sides", 10)
SURVIVING_HEALTH = Number("surviving_health", 1)
PRESENCE_MAJORS = Number("presence_majors", 1)
SLOW_START_MAJORS = Number("slow_start_majors", 1)
EXTRA_MAJORS = Number("extra_majors", 1)

NUMBERS = numbers_of(vars())
"""The numbers that a ruleset may change; what each is stands in ``ruleset.toml``, with its rule and its range."""


def is_double(roll: "Ints", *, zero: "Bools" = True) -> "Bools":
    """Returns whether a d100 of 0 to 99 shows doubles; ``zero``: 00 is one of them. Source: CHR-12, CHR-15."""
    return (roll % 11 == 0) & ((roll > 0) | zero)


def succeeds(roll: "Ints", target: "Ints") -> "Bools":
    """Returns whether a Stat Check or a Save succeeds: rolled under. Source: CHR-13, CHR-14."""
    return roll < target


def rank(roll: "Ints", target: "Ints", *, zero: "Bools" = True) -> "Ints":
    """Returns how a test went, from 0, Critical Failure, to 3, Critical Success. Source: CHR-13 to CHR-15."""
    success = 1 * succeeds(roll, target)
    return FAILURE + success + is_double(roll, zero=zero) * (2 * success - 1)


def counting_roll(
    first: "Ints",
    second: "Ints",
    target: "Ints",
    *,
    edge: "Ints",
    by_outcome: "Bools" = True,
    zero: "Bools" = True,
) -> "Ints":
    """Returns which of two rolls counts: with ``edge`` 1 the better (Advantage), with −1 the worse, with 0 the first.

    ``by_outcome``: better is a better outcome, and within one the lower number; else just the lower number.
    Source: CHR-16.
    """
    ahead = merit(first, target, by_outcome=by_outcome, zero=zero)
    behind = merit(second, target, by_outcome=by_outcome, zero=zero)
    takes_second = (behind - ahead) * edge > 0
    return first + (second - first) * takes_second


def merit(roll: "Ints", target: "Ints", *, by_outcome: "Bools", zero: "Bools") -> "Ints":
    """Returns a number that is higher the better a roll is; no two rolls have the same. Source: CHR-16."""
    return 100 * (1 * by_outcome) * rank(roll, target, zero=zero) - roll


def opposed(
    mine: "Ints",
    my_roll: "Ints",
    yours: "Ints",
    your_roll: "Ints",
    *,
    fumble_loses: "Bools" = True,
) -> "Ints":
    """Returns who wins an Opposed Check from both ranks and rolls: 1 the first, −1 the second, 0 nobody (yet).

    ``fumble_loses``: a Critical Failure loses even to a failure. Source: CHR-21.
    """
    lost_both = (mine <= FAILURE) & (yours <= FAILURE)
    by_rank = 1 * (mine > yours) - 1 * (mine < yours)
    by_roll = (1 * (my_roll < your_roll) - 1 * (my_roll > your_roll)) * (mine == yours)
    decides = 1 - lost_both * (1 - (1 * fumble_loses))
    return by_rank * decides + by_roll * (1 - lost_both)


def is_drawn(mine: "Ints", my_roll: "Ints", yours: "Ints", your_roll: "Ints") -> "Bools":
    """Returns whether both sides of an Opposed Check have to roll again. Source: CHR-21."""
    return (mine == yours) & (mine >= SUCCESS) & (my_roll == your_roll)


def conviction_gain(
    rank_of: "Ints", *, is_favoured: "Bools", critical: int, favoured: int
) -> "Ints":
    """Returns the Conviction a test brings; ``is_favoured``: by a skill, or the Prime Save. Source: CHR-17, CHR-19."""
    plain = favoured * (is_favoured * (rank_of == SUCCESS))
    return critical * (rank_of == CRITICAL_SUCCESS) + plain


def stress(rank_of: "Ints", *, plain: "Ints", critical: "Ints") -> "Ints":
    """Returns the Stress a test costs: so much for a failure, so much for a critical one. Source: CHR-17, CHR-18."""
    return plain * (rank_of == FAILURE) + critical * (rank_of == CRITICAL_FAILURE)


def raw_damage(tier: "Ints", *, is_doubled: "Bools" = False, extra: "Ints" = 0) -> "Ints":
    """Returns the damage of a hit before Soak: doubled by a critical hit, then what a shock adds.

    Source: CHR-17, CHR-36, CHR-38.
    """
    return tier * (1 + is_doubled) + extra


def damage_through_soak(damage: "Ints", soak: "Ints", *, least: "Ints" = 1) -> "Ints":
    """Returns what of some damage gets through Soak; ``least`` always does. Source: CHR-36, CHR-37, CHR-43."""
    through = damage - soak
    return (through + (least - through) * (through < least)) * (damage > 0)


def is_frightening(
    tier: "Ints", got_through: "Ints", deadly: "Ints", *, is_critical: "Bools", after_soak: "Bools"
) -> "Bools":
    """Returns whether a hit calls for a Panic Check: a critical one, or a Deadly one before (or after) Soak.

    Source: CHR-44.
    """
    is_deadly = ((tier >= deadly) & (1 - after_soak)) | ((got_through >= deadly) & (1 * after_soak))
    return (is_critical | (is_deadly > 0)) & (got_through > 0)


def panics(die: "Ints", conviction: "Ints") -> "Bools":
    """Returns whether a d20 against current Conviction is a panic. Source: CHR-61."""
    return die >= conviction


def is_down(health: "Ints") -> "Bools":
    """Returns whether there is no Health left. Source: CHR-57, CHR-58."""
    return health <= 0


def lacks_arms(lost: "Ints", is_two_handed: "Bools") -> "Bools":
    """Returns whether so many lost arms leave too few for a weapon. Source: CHR-55."""
    return lost + is_two_handed > 1


def rest_gain(save: "Ints", roll: "Ints", *, step: int) -> "Ints":
    """Returns what a successful Save while resting brings back: a point for every step rolled under. Source: CHR-69."""
    return (save - roll) // step


def reach(speed: "Ints", moves: "Ints", halvings: "Ints" = 0) -> "Ints":
    """Returns how many metres so many Major Actions of moving come to; each halving halves it.

    Source: CHR-32, CHR-55.
    """
    return speed * moves // (2 * 2**halvings)


def hack_progress(done: "Ints", rank_of: "Ints") -> "Ints":
    """Returns the successes against a system after one more check: a failure loses all. Source: CHR-70, CHR-17."""
    return (done + (rank_of - FAILURE)) * (rank_of >= SUCCESS)


def is_critical_hit(*, is_doubled: "Bools", save_fumbled: "Bools", counts: "Bools") -> "Bools":
    """Returns whether a hit is critical: by the attacker's roll, or (where that counts) by a Save fumbled.

    Source: CHR-38, CHR-43.
    """
    return is_doubled | (save_fumbled & counts)
