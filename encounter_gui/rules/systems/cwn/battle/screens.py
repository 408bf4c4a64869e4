"""Who stands in for an ally where fights are played out. Source: CWN-11, CWN-40."""

from collections.abc import Sequence

import numpy as np

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.books import Book, Plans
from encounter_gui.rules.systems.cwn.battle.roster import Roster, hand_of
from encounter_gui.rules.systems.cwn.combat import screen_effects, to_hit
from encounter_gui.rules.systems.cwn.rules.screens import PastPlan, face, past
from encounter_gui.rules.systems.cwn.sheet import gear


class Bonuses:
    """What everybody adds to get past, (n, 4) by what is attacked with, and to screen, (n,)."""

    def __init__(self, context: RulesContext, members: Sequence[Combatant]) -> None:
        """Takes the state, in which nobody is in melee."""
        hands = [_arms(context, each) for each in members]
        self.mine = np.array(
            [
                [screen_effects.attacker_bonus(context, each, weapon) for weapon in mine]
                for each, mine in zip(members, hands, strict=True)
            ]
        )
        self.is_shot = np.array(
            [[weapon.modes[0] in to_hit.SHOTS for weapon in mine] for mine in hands], bool
        )
        self.others = np.array([screen_effects.screener_bonus(context, each) for each in members])


def _arms(context: RulesContext, one: Combatant) -> tuple[gear.Weapon, ...]:
    """Returns with what somebody attacks: in hand, in a crowd, bare hands, for a swarm."""
    unarmed = gear.weapon_of(gear.UNARMED)
    hand = hand_of(context, one) or unarmed
    return hand, hand, unarmed, hand


class Screens:
    """Getting past screeners, in the fights of one call."""

    def __init__(self, bonuses: Bonuses, roster: Roster) -> None:
        """Begins without a roll."""
        self._bonuses, self._roster = bonuses, roster
        self._book = Book(past)

    def met(self, field: Battlefield, at: Array, who: Array, aimed: Array, variant: Array) -> Array:
        """Returns whom attacks meet: their target, or who stops them. Source: CWN-11, CWN-40."""
        columns, roster = field.columns, self._roster
        stands = columns["screens"][at, :, aimed] & columns["is_in"][at] & roster.can_act
        if not stands.any():
            return aimed
        faced = columns["faced"][at]
        mine = faced[np.arange(at.size), :, who]
        may = mine | (faced.sum(axis=2) < roster.screens_most)
        may &= roster.stops_shots | ~self._bonuses.is_shot[who, variant][:, None]
        against = stands & may
        against[np.arange(at.size), who] = False
        met = aimed.copy()
        for screeners in np.unique(against, axis=0):
            those = screeners.nonzero()[0]
            if those.size:
                rows = (against == screeners).all(axis=1).nonzero()[0]
                met[rows] = self._past(
                    field, at[rows], who[rows], variant[rows], those, aimed[rows]
                )
        return met

    def _past(
        self,
        field: Battlefield,
        at: Array,
        who: Array,
        variant: Array,
        screeners: Array,
        aimed: Array,
    ) -> Array:
        """Rolls against the same screeners in each of these fights, who face the attackers."""
        others = tuple(int(each) for each in self._bonuses.others[screeners])
        mine = self._bonuses.mine[who, variant]
        numbers = [self._book.number(PastPlan(int(each), others)) for each in mine.tolist()]
        _, _, found = field.reading.rolls.roll(Plans(self._book, np.array(numbers)), at)
        for each in screeners:
            field.run(face, at, (np.full(at.size, each), who))
        return np.where(found.stopped_by < 0, aimed, screeners[found.stopped_by])
