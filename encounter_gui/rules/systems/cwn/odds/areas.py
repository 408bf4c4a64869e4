"""Exact odds of what strikes an area: suppressive fire and blasts, each on one victim. Source: CWN-32, CWN-41."""

import numpy as np
import numpy.typing as npt

from encounter_gui.dice.exact import Dist, mixture, push
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.odds.attack import HarmOdds, harm_odds, rolled


def suppressed_odds(
    dice: DiceSum, plus: int, *, failed: float, trauma: float, rating: int, points: int
) -> HarmOdds:
    """Returns the exact odds of suppressive fire on a combatant thatse save fails so often. Source: CWN-32."""
    plain, traumatic = (
        push(
            lambda damage, is_traumatic=is_traumatic: np.asarray(
                mechanics.at_least(mechanics.suppressed_damage(damage, is_traumatic, rating), 0)
            ),
            rolled(dice, plus),
        )
        for is_traumatic in (False, True)
    )
    return harm_odds(
        points,
        failed * trauma,
        ("hit", failed * (1.0 - trauma), plain),
        ("traumatic", failed * trauma, traumatic),
    )


def blast_odds(
    dice: DiceSum,
    *,
    saved: float,
    trauma: float,
    rating: int,
    armor_class: int,
    step: int,
    points: int,
) -> HarmOdds:
    """Returns the exact odds of a blast on one victim; ``step`` 0: armour does not lessen it. Source: CWN-41."""

    def harm(*, is_saved: bool, is_traumatic: bool) -> Dist:
        def rule(damage: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
            share = mechanics.blast_damage(damage, is_saved, is_traumatic, rating)
            return np.asarray(mechanics.less_armor(share, armor_class, step) if step else share)

        return push(rule, rolled(dice))

    halved = mixture(
        (1.0 - trauma, harm(is_saved=True, is_traumatic=False)),
        (trauma, harm(is_saved=True, is_traumatic=True)),
    )
    return harm_odds(
        points,
        trauma,
        ("saved", saved, halved),
        ("hit", (1.0 - saved) * (1.0 - trauma), harm(is_saved=False, is_traumatic=False)),
        ("traumatic", (1.0 - saved) * trauma, harm(is_saved=False, is_traumatic=True)),
    )
