"""What everybody has in hand, can use, and makes ready first. Source: CHR-29d, CHR-36, CHR-40, CHR-55."""

import numpy as np

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.reading.asks import Array, anywhere, everywhere
from encounter_gui.rules.systems.chrome.battle.roster import Roster
from encounter_gui.rules.systems.chrome.rules import weapons


class Hands:
    """The weapons of everybody."""

    def __init__(self, roster: Roster, costs: tuple[bool, bool, bool]) -> None:
        """Takes the weapons, and whether picking up, reloading and clearing a jam take a Major Action."""
        self._roster, self._costs = roster, costs

    def at_hand(self, field: Battlefield, at: Array, who: Array) -> tuple[Array, Array]:
        """Returns what is in hand, or would be taken up, -1: nothing; and whether it can be used as it is."""
        columns = field.columns
        held = columns["held"].take(at * field.size + who)
        empty = held == -1
        arm = np.where(empty, 0, np.maximum(held, -1))
        ready = self.can_use(field, at, who, arm)
        if anywhere(empty):
            ready &= ~(empty & columns["dropped"][at, who].any(axis=1))
        return arm, ready

    def _places(self, field: Battlefield, at: Array, who: Array, arm: Array) -> tuple[Array, Array]:
        """Returns where weapons stand among all that there are, and in the columns of all fights."""
        width = self._roster.magazine.shape[1]
        mine = who * width + np.maximum(arm, 0)
        return mine, at * (field.size * width) + mine

    def can_use(self, field: Battlefield, at: Array, who: Array, arm: Array) -> Array:
        """Returns whether each can use a weapon, -1: none, now. Source: CHR-36, CHR-40, CHR-55."""
        columns, roster = field.columns, self._roster
        mine, place = self._places(field, at, who, arm)
        found = (arm >= 0) & roster.is_there.take(mine)
        found &= (columns["dropped"].take(place) == 0) & (columns["jammed"].take(place) == 0)
        found &= (roster.magazine.take(mine) == 0) | (columns["ammo"].take(place) > 0)
        severed = columns["severed"].take(at * field.size + who)
        if anywhere(severed):
            lost = (severed & 1) + ((severed >> 1) & 1)
            two_handed = columns["two_handed"][at, who, arm]
            found &= ~(weapons.lacks_arms(lost, two_handed) & roster.is_operator[who])
        return found

    def mend(self, field: Battlefield, at: Array, who: Array, arm: Array) -> tuple[Array, Array]:
        """Picks up, reloads or clears the weapon in hand; else finds another that can be used.

        Returns the weapons, and where there is an attack to be made with them at once. Source: CHR-29d, CHR-40.
        """
        columns, roster = field.columns, self._roster
        lies = columns["dropped"][at, who] > 0
        picks = (columns["held"][at, who] == -1) & lies.any(axis=1)
        arm = np.where(picks, lies.argmax(axis=1), arm)
        there = arm >= 0
        place = np.maximum(arm, 0)
        magazine = roster.magazine[who, place]
        spent = self.make_ready(field, at, who, place, magazine, there)
        if everywhere(spent):
            return arm, ~spent
        hand, ready = self.at_hand(field, at, who)
        attacks = ready & ~spent
        arm = np.where(ready, hand, arm)
        for other in range(roster.magazine.shape[1]):
            open_ones = ~attacks & ~spent
            if not open_ones.any():
                break
            use = np.full(at.size, other)
            takes = open_ones & self.can_use(field, at, who, use)
            arm = np.where(takes, other, arm)
            attacks |= takes
        return arm, attacks

    def make_ready(
        self, field: Battlefield, at: Array, who: Array, arm: Array, magazine: Array, there: Array
    ) -> Array:
        """Makes weapons ready as far as a Major Action goes; returns where it is spent. Source: CHR-29d, CHR-40."""
        takes, reloads, clears = self._costs
        columns = field.columns
        _, place = self._places(field, at, who, arm)
        lying = there & (columns["dropped"].take(place) > 0)
        spent = lying & takes
        empty = there & ~spent & (magazine > 0) & (columns["ammo"].take(place) <= 0)
        spent = spent | (empty & reloads)
        jammed = there & ~spent & (columns["jammed"].take(place) > 0)
        spent = spent | (jammed & clears)
        needs = lying | empty | jammed
        if anywhere(needs):
            field.run(
                weapons.make_ready,
                at[needs],
                (who[needs],),
                arm[needs],
                magazine[needs],
                lying[needs],
                empty[needs],
                jammed[needs],
            )
        return spent

    def usable(self, field: Battlefield, at: Array, who: Array) -> tuple[Array, Array]:
        """Returns the weapon each can use now, what is in hand first; and whether there is any. Source: CHR-63."""
        arm, ready = self.at_hand(field, at, who)
        for other in range(self._roster.magazine.shape[1]):
            if ready.all():
                break
            takes = ~ready & self.can_use(field, at, who, np.full(at.size, other))
            arm = np.where(takes, other, arm)
            ready = ready | takes
        return arm, ready
