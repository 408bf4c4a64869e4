"""Damage dice, which explode, and what several hits do together. Source: PHA-04, PHA-34, PHA-38, PHA-39.

Dice explode without end; exactly, a die stops after 16 further ones (6e-14), and what is less likely than 1e-15 in a
sum is put to the value before it.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Dice, Whole
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import test_dice
from encounter_gui.rules.systems.phases.sheet.gear import Damage

if TYPE_CHECKING:
    from encounter_gui.dice.exact import Dist

FURTHER_DICE = 16
"""Further dice of an exploding one that are looked at."""

_LEAST_MASS = 1e-15


class DamageDice(Dice, frozen=True, kw_only=True):
    """The damage dice of hits that are rolled together, each with its flat number, divisor and least.

    ``armor`` is taken from each of them; -1: from none.
    """

    damage: Damage
    hits: int = 1
    armor: int = -1

    @override
    def asked(
        self, context: RulesContext, who: CombatantId | None, against: CombatantId | None
    ) -> Rolling[int]:
        """Asks for the dice of all hits at once, and for a further die for each 6. Source: PHA-39."""
        rolled = yield from test_dice.damage_dice(context, who, self.damage.dice, self.hits)
        amounts = [int(_amount(self.damage, each)) for each in rolled]
        if self.armor < 0:
            return sum(amounts)
        over = sum(int(mechanics.past_armor(each, self.armor, 1)) for each in amounts)
        return Over(over, sum(amounts))

    @property
    @override
    def dist(self) -> "Dist":
        """The exact distribution of what they come to, with what is less likely than 1e-15 left out."""
        return dealt(self.damage, self.hits, self.armor)


class Over(int):
    """What got over the armour of each of several hits; ``raw`` is what they were together before it."""

    raw: int

    def __new__(cls, over: int, raw: int) -> "Over":
        """Takes both."""
        made = super().__new__(cls, over)
        made.raw = raw
        return made


def raw_of(over: Whole) -> int:
    """Returns what several hits were together before armour."""
    return over.raw if isinstance(over, Over) else int(over)


def _amount(damage: Damage, rolled: Whole) -> Whole:
    return mechanics.damage(rolled, damage.flat, damage.divisor, damage.minimum, 0)


# ---- exactly


@lru_cache(1)
def exploding_die() -> "Dist":
    """Returns a damage die that explodes. Source: PHA-39."""
    import numpy as np

    from encounter_gui.dice.exact import Dist

    chances = np.zeros(int(mechanics.die_value(6 * FURTHER_DICE + 6, FURTHER_DICE)) + 1)
    for further in range(FURTHER_DICE + 1):
        faces = range(1, 7 if further == FURTHER_DICE else 6)
        for face in faces:
            chances[mechanics.die_value(6 * further + face, further)] += 6.0 ** -(further + 1)
    return Dist(0, chances)


@lru_cache(512)
def exploding(dice: int | str) -> "Dist":
    """Returns so many damage dice together, or those of the notation; none show 0. Source: PHA-39."""
    from encounter_gui.dice.distribution import distribution
    from encounter_gui.dice.exact import constant, convolve
    from encounter_gui.dice.notation import parse
    from encounter_gui.rules.model import dice_sum

    if isinstance(dice, str):
        return trim_tail(distribution(dice_sum.exploding(parse(dice))))
    if dice <= 0:
        return constant(0)
    return trim_tail(convolve(exploding(dice - 1), exploding_die()))


@lru_cache(4096)
def dealt(damage: Damage, hits: int, armor: int) -> "Dist":
    """Returns what so many hits do together, armour taken from each. Source: PHA-34, PHA-38, PHA-42."""
    from encounter_gui.dice.exact import convolve, push

    if hits > 1:
        return trim_tail(convolve(dealt(damage, hits - 1, armor), dealt(damage, 1, armor)))
    if armor >= 0:
        whole = dealt(damage, 1, -1)
        return push(lambda one: _array(mechanics.past_armor(one, armor, 1)), whole, lo=0)
    return push(lambda rolled: _array(_amount(damage, rolled)), exploding(damage.dice), lo=0)


def _array(value: Whole) -> Array:
    import numpy as np

    return np.asarray(value)


def trim_tail(dist: "Dist") -> "Dist":
    """Returns a distribution without the part of its tail that is less likely than 1e-15, put to what stays last."""
    import numpy as np

    from encounter_gui.dice.exact import Dist

    beyond = dist.p[::-1].cumsum()
    cut = int(np.searchsorted(beyond, _LEAST_MASS))
    if not cut:
        return dist
    kept = dist.p[:-cut].copy()
    kept[-1] += beyond[cut - 1]
    return Dist(dist.lo, kept)
