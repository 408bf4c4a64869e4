"""Who stands in for an ally where fights are played out, and swarms that have yet to strike.

Source: CWN-11, CWN-39, CWN-40.
"""

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.battle.roster import Bools, Ints, Moment

Rows = npt.NDArray[np.intp]

_FACES, _UNSTOPPED = 6, 1000


class Screen(Struct, frozen=True, kw_only=True):
    """Somebody who stands in for an ally; ``screener`` and ``ally`` are places in the roster. Source: CWN-40.

    It ends at ``ends``. So many different attackers as ``most`` are faced in a round; ``faced``, (n,), have been faced
    in the one under way. ``stops_shots``: bullets too. ``bonus`` is added to its 2d6.
    """

    screener: int
    ally: int
    ends: Moment
    most: int
    faced: Bools
    stops_shots: bool
    bonus: int


class Screens(Struct, frozen=True, kw_only=True):
    """All screens.

    ``bonus``, (n, 3), is what attackers add to get past them, ``is_shot``, (n, 3), whether they shoot: by what they
    attack with.
    """

    screens: tuple[Screen, ...]
    bonus: Ints
    is_shot: Bools


class Swarm(Struct, frozen=True, kw_only=True):
    """A swarm that owes its blow: the first of ``members`` who still can strikes at ``target``. Source: CWN-39.

    ``rows`` are those of ``Outcomes``, (m, n, 2): by the member, whom it meets, and first Shock stopped.
    """

    members: tuple[int, ...]
    target: int
    rows: npt.NDArray[np.int64]


class ScreensUp:
    """The screens of many fights, and whom each has faced in the round under way."""

    def __init__(self, screens: Screens, fights: int) -> None:
        """Begins with so many fights, all alike."""
        self._all = screens
        self._faced = [np.repeat(each.faced[None], fights, axis=0) for each in screens.screens]

    def begin_round(self) -> None:
        """Has everybody faced anew. Source: CWN-40."""
        for faced in self._faced:
            faced[:] = False

    def met(
        self,
        rng: np.random.Generator,
        attacks: tuple[Rows, Rows, Rows, Rows],
        is_in: Bools,
        now: Moment,
    ) -> Rows:
        """Returns whom attacks meet: their target, or who stops them. Source: CWN-11, CWN-40.

        ``attacks`` are fights, attackers, targets and what is attacked with, one of each an attack, no fight twice.
        """
        fights, who, aimed, variant = attacks
        up = [
            (screen, faced)
            for screen, faced in zip(self._all.screens, self._faced, strict=True)
            if now < screen.ends and (aimed == screen.ally).any()
        ]
        if not up:
            return aimed
        met = aimed.copy()
        mine = _two_dice(rng, who.size) + self._all.bonus[who, variant]
        least = np.full(who.size, _UNSTOPPED)
        is_shot = self._all.is_shot[who, variant]
        for screen, faced in up:
            may = faced[fights, who] | (faced[fights].sum(axis=1) < screen.most)
            against = may & (aimed == screen.ally) & is_in[fights, screen.screener]
            against &= screen.stops_shots | ~is_shot
            faced[fights[against], who[against]] = True
            other = _two_dice(rng, who.size) + screen.bonus
            stopped = against & ~np.asarray(mechanics.gets_past(mine, other)) & (other < least)
            met[stopped], least[stopped] = screen.screener, other[stopped]
        return met


def _two_dice(rng: np.random.Generator, count: int) -> npt.NDArray[np.int64]:
    return np.asarray(rng.integers(1, _FACES + 1, (count, 2)).sum(axis=1))
