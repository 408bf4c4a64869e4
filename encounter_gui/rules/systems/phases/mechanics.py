"""The rules of phases and wounds as arithmetic on numbers already rolled.

Every function takes whole numbers or arrays of any shapes that broadcast, and returns the same: the table calls it with
one roll, the odds with every weighted roll, a forecast with thousands of fights. Nothing here rolls or remembers.
Only operators are used that mean the same for a number and an array, so the table needs no numpy to play.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from encounter_gui.rules.model.ruleset import Number, numbers_of

if TYPE_CHECKING:
    from encounter_gui.rules.model.numbers_or_arrays import Bools, Ints

TEST_DICE = 3
"""Dice of every test. Source: PHA-05."""

NATURAL_FUMBLE = 3
"""What the dice of a test show when it fumbles whatever the total. Source: PHA-08."""

PHASES_A_ROUND, PHASES_A_MINUTE = 4, 20
"""Phases of 3 seconds in a round of 12, and in a minute. Source: PHA-11."""

DODGE_BONUS = 3
"""What a Dodge adds, where the table of attacks does not say. Source: PHA-48, PHA-51."""

GRAZE_DAMAGE = 1
"""Damage of a graze before armour, where the table of attacks does not say. Source: PHA-40."""

REACH = 5
"""Melee range in feet: how far a blow reaches, and who is beside another. No text gives a number. DEFAULT: PHA-30."""

CRITICAL_MARGIN = Number("critical_margin", 5)
ACTION_PENALTY = Number("action_penalty", 3)
MOST_ACTIONS = Number("most_actions", 3)
MOST_SHOTS = Number("most_shots", 3)
SALVO_ROUNDS = Number("salvo_rounds", 10)
POUNDS_A_LEVEL = Number("pounds_a_level", 5)

NUMBERS = numbers_of(globals())
"""The numbers of the rules that a ruleset may change; what each is, and its rule, stands there."""

FLESH, SLIGHT, MODERATE, SERIOUS, CRITICAL, DESTROYED = 1, 2, 3, 4, 5, 6
"""The wound levels; 0 is none. Source: PHA-03, PHA-60."""


def passes(dice: "Ints", total: "Ints", dn: "Ints") -> "Bools":
    """Returns whether a test whose dice show so much succeeds; a natural 3 fails. Source: PHA-05, PHA-08."""
    return (total >= dn) & (dice > NATURAL_FUMBLE)


def fumbles(dice: "Ints", total: "Ints", dn: "Ints", critical: "Ints") -> "Bools":
    """Returns whether a test fails critically: by ``critical`` or more, or with a natural 3. Source: PHA-08."""
    return (dice <= NATURAL_FUMBLE) | (dn - total >= critical)


def attack_fumbles(dice: "Ints", margin: "Ints", by_margin: "Bools", critical: "Ints") -> "Bools":
    """Returns whether an attack fumbles: with a natural 3, by switch also by ``critical`` or more.

    Source: PHA-08, PHA-35.
    """
    return (dice <= NATURAL_FUMBLE) | (by_margin & (margin <= -critical))


def hits(dice: "Ints", margin: "Ints") -> "Bools":
    """Returns whether an attack that leads by ``margin`` hits. Source: PHA-35."""
    return (margin > 0) & (dice > NATURAL_FUMBLE)


def grazes(dice: "Ints", margin: "Ints") -> "Bools":
    """Returns whether an attack that leads by ``margin`` grazes. Source: PHA-35, PHA-40."""
    return (margin == 0) & (dice > NATURAL_FUMBLE)


def counters(margin: "Ints", critical: "Ints") -> "Bools":
    """Returns whether a parry against which the attack leads by ``margin`` gives a counter. Source: PHA-49."""
    return margin <= -critical


def beats(total: "Ints", other: "Ints") -> "Bools":
    """Returns whether the active side of an opposed test wins; the passive one wins ties. Source: PHA-09."""
    return total > other


def action_penalty(actions: "Ints", each: "Ints") -> "Ints":
    """Returns the penalty of each of so many actions of a phase, ``each`` for every further one. Source: PHA-23."""
    return -each * (actions - 1) * (actions > 1)


def recoil_penalty(before: "Ints", recoil: "Ints", discharges: "Ints") -> "Ints":
    """Returns the penalty after so many discharges of this Recoil in an action, and what was fired before it.

    Source: PHA-33.
    """
    return -(before + recoil * discharges)


def salvo_bonus(rounds: "Ints", full: "Ints") -> "Ints":
    """Returns what a salvo of so many rounds adds to hit: 1 for each ``full`` of them. Source: PHA-31, PHA-34."""
    return rounds // full


def hit_count(margin: "Ints", most: "Ints") -> "Ints":
    """Returns how many rounds or pellets of at most so many hit; at least one. Source: PHA-34."""
    over = margin - most
    count = margin - over * (over > 0)
    return count + (1 - count) * (count < 1)


def die_value(faces: "Ints", further: "Ints") -> "Ints":
    """Returns what damage dice come to whose faces add up to so much, with so many further ones after a 6.

    Each further die counts one less than it shows. Source: PHA-39.
    """
    return faces - further


def damage(rolled: "Ints", flat: "Ints", divisor: "Ints", minimum: "Ints", dos: "Ints") -> "Ints":
    """Returns the damage of a hit; ``dos`` is 0 where the fire mode does not add it. Source: PHA-04, PHA-38."""
    bare = (rolled + flat) // divisor
    return bare + (minimum - bare) * (bare < minimum) + dos


def past_armor(amount: "Ints", armor: "Ints", factor: "Ints") -> "Ints":
    """Returns the damage past the armour of a location, times its factor. Source: PHA-41, PHA-42."""
    return (amount - armor) * (amount > armor) * factor


def wound_level(amount: "Ints", thresholds: Sequence[int]) -> "Ints":
    """Returns the level of a wound by damage past armour, for thresholds that do not fall. Source: PHA-60."""
    level: Ints = 0
    for threshold in thresholds:
        level = level + (amount >= threshold)
    return level * (amount > 0)


def stacked_level(before: "Ints", dealt: "Ints", criticals_destroy: "Bools") -> "Ints":
    """Returns the level of a location at ``before`` that is dealt another wound; 0: none was. Source: PHA-61."""
    equal = (dealt == before) & (dealt > 0) & (before < DESTROYED)
    stays = (before == CRITICAL) & (1 - 1 * criticals_destroy)
    return before + (dealt - before) * (dealt > before) + equal * (1 - stays)


def needs_shock_test(before: "Ints", level: "Ints") -> "Bools":
    """Returns whether a wound that takes a location from a level to another demands a Shock Test. Source: PHA-62."""
    return (level != before) & (level >= SLIGHT)


def needs_cool_test(dealt: "Ints", before: "Ints", level: "Ints", tests_flesh: "Bools") -> "Bools":
    """Returns whether a wound demands a COOL test; ``tests_flesh``: a Flesh wound that adds to none does too.

    Source: PHA-63.
    """
    stacks = (before > 0) & (level > before)
    return (dealt > FLESH) | stacks | tests_flesh


def shock_level(worst: "Ints") -> "Ints":
    """Returns the wound level that Shock goes by: the worst; Slight for Shock without a wound. Source: PHA-70."""
    return worst + (SLIGHT - worst) * (worst < SLIGHT)


def move(base: "Ints", burden: "Ints", gait: "Ints", terrain: "Ints", quarters: "Ints") -> "Ints":
    """Returns feet in a phase: burden off first, then every factor, rounded down once.

    ``terrain`` divides; ``quarters`` of four are what wounded legs leave. Source: PHA-12, PHA-13, PHA-64.
    """
    left = (base - burden) * (base > burden)
    return left * gait * quarters // (4 * terrain)


def encumbrance(load: "Ints", strength: "Ints", athletics: "Ints", pounds: "Ints") -> "Ints":
    """Returns the levels of a load; ``pounds`` are carried a level, and weigh a level beyond. Source: PHA-17."""
    over = load - pounds * (strength + athletics)
    return (over + pounds - 1) // pounds * (over > 0)


def leg_level(right: "Ints", left: "Ints") -> "Ints":
    """Returns the row of the leg table that two legs amount to. Source: PHA-64."""
    worse = right + (left - right) * (left > right)
    both = (right > 0) & (left > 0) & (right - left <= 1) & (left - right <= 1)
    return worse + both * (worse < DESTROYED)


def fall_dice(feet: "Ints", feet_a_die: "Ints", broken: "Ints") -> "Ints":
    """Returns the dice of a fall; ``broken`` is what Breakfall took off. Source: PHA-79, PHA-53."""
    dice = feet // feet_a_die - broken
    return dice * (dice > 0)


def jump_dn(inches: "Ints", easy: "Ints", step: "Ints", dn: "Ints", more: "Ints") -> "Ints":
    """Returns the DN of a jump: ``dn`` as far as ``easy``, ``more`` for each step begun beyond. Source: PHA-15."""
    over = inches - easy
    steps = (over + step - 1) // step * (over > 0)
    return dn + more * steps


def worse_level(level: "Ints") -> "Ints":
    """Returns the level a wound has after a fumbled treatment. Source: PHA-71, PHA-73."""
    return level + (level < DESTROYED)


def initiative(dice: "Ints", reflexes: "Ints", skill: "Ints") -> "Ints":
    """Returns the initiative total. Source: PHA-19."""
    return dice + reflexes + skill
