"""Many CHROME fights played out at once: Operators before and after the enemies, Major Actions, listed attacks.

Whose side defends itself goes into cover from shots. Everybody makes its Saves, nobody attacks back instead.

Source: CHR-22 to CHR-31, CHR-34, CHR-36 to CHR-44, CHR-50, CHR-57 to CHR-63, CHR-73.
"""

import numpy as np
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.battle import BattleResult
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle import aftermath, strikes
from encounter_gui.rules.systems.chrome.battle.field import Field, Rows, Those
from encounter_gui.rules.systems.chrome.battle.roster import (
    ABLAZE,
    COURAGE,
    GUTLESS,
    HELD_BACK,
    SLOW,
    Bools,
    Numbers,
)
from encounter_gui.rules.systems.chrome.battle.sequence import Sequence


class ChromeBattle(Struct, frozen=True, kw_only=True):
    """A CHROME fight from a state on."""

    numbers: Numbers
    left_out: tuple[str, ...]

    @property
    def awaits_tests(self) -> bool:
        """Tests besides panic and Saves at 0 Health, as long as they are due."""
        return "chrome_owed" in self.left_out

    @property
    def can_strike_first(self) -> bool:
        """As long as the order is open, and enemies, who act together, are on one side only."""
        roster, setting = self.numbers.roster, self.numbers.setting
        enemies = roster.is_foe[~roster.is_operator]
        return not setting.has_order and bool(enemies.all() or not enemies.any())

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.numbers.roster.who

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end."""
        field = Field(self.numbers, fights, rng, orders)
        _Rounds(field).play()
        shape = (fights, field.size)
        held = self.numbers.roster.held
        needs = (held >= 0) & (self.numbers.weapons.magazine[held] > 0)
        ammo = field.ammo.reshape(fights, field.arms)[:, held]
        return BattleResult(
            winner=field.winner,
            rounds=field.rounds,
            alive=(field.health > 0).reshape(shape),
            out_round=np.where(field.is_in, 0, field.out_round).astype(np.int16).reshape(shape),
            ammo=np.where(needs, ammo, -1).astype(np.int16),
        )


class _Rounds:
    """Round after round of all the fights of a call."""

    def __init__(self, field: Field) -> None:
        self._field = field
        is_operator = field.roster.is_operator
        self._enemies = np.flatnonzero(~is_operator).tolist()

    def play(self) -> None:
        """Plays until every fight is over, or open after the last round."""
        field = self._field
        everybody = np.arange(field.open.size)
        most = field.orders.most_rounds
        if field.number > most:
            return
        strikes.finish_gesture(field, everybody)
        sequence = Sequence(field)
        while True:
            self._play_round(sequence)
            if field.number >= most or not field.open.any():
                break
            self._end_round(sequence)
        aftermath.settle(field, everybody)

    def _play_round(self, sequence: Sequence) -> None:
        """Plays extra Major Actions, Operators before the enemies, enemies, and the others. Source: CHR-25, CHR-26."""
        field = self._field
        if sequence.extra.any():
            fastest = np.array(field.roster.by_speed, np.intp)
            extra = sequence.extra.take(fastest, axis=1)
            sequence.extra[:] = False
            while (here := np.flatnonzero(np.any(extra, axis=1))).size:
                first = extra.take(here, axis=0).argmax(axis=1)
                extra[here, first] = False
                those = field.those(here, fastest[first])
                self._turn(those.where(field.open[here]), is_extra=True)
        for place in range(sequence.order.shape[1]):
            here = np.flatnonzero(field.open & (sequence.before > place))
            if here.size:
                self._turn(field.those(here, sequence.order[here, place]))
        self._play_enemies()
        for place in range(sequence.order.shape[1]):
            is_after = (sequence.before <= place) & (place < sequence.after)
            here = np.flatnonzero(field.open & is_after)
            if here.size:
                self._turn(field.those(here, sequence.order[here, place]))

    def _end_round(self, sequence: Sequence) -> None:
        """Wakes those whose time has come, and begins the next round. Source: CHR-22, CHR-25, CHR-57."""
        field = self._field
        wakes = (field.cold > 0) & (field.cold <= field.number)
        comes_to = (field.faint > 0) & (field.faint <= field.number)
        if wakes.any() or comes_to.any():
            self._wake(wakes, comes_to)
        if field.setting.rolls_again:
            sequence.roll_again()
        elif wakes.any() or comes_to.any():
            sequence.roll_missing()
        field.end_conditions()
        field.number += 1
        field.is_first = False
        if field.number == field.setting.first_round + 1 and field.orders.strikes_first:
            sequence.order_by_rolls()

    def _wake(self, wakes: Bools, comes_to: Bools) -> None:
        """Wakes some from unconsciousness, some from a faint; the first are scared. Source: CHR-57, CHR-63."""
        field = self._field
        goes_on = np.repeat(field.open, field.size)
        wakes, comes_to = wakes & goes_on, comes_to & goes_on
        field.cold[wakes] = 0
        field.faint[comes_to] = 0
        awake = (wakes | comes_to) & field.is_awake(slice(None))
        scared = awake & (wakes | field.wakes_scared)
        field.wakes_scared = (field.wakes_scared | (wakes & (field.faint > 0))) & ~awake
        back = awake & (field.left_in == 0)
        field.is_in |= back
        field.out_round[back] = 0
        field.aimed[:] = -1
        fights, who = np.nonzero(scared.reshape(-1, field.size) & field.roster.is_operator)
        field.frighten(field.those(fights, who))

    # ---- turns of Operators

    def _turn(self, those: Those, *, is_extra: bool = False) -> None:
        """Lets each take its turn, or its extra Major Action. Source: CHR-25, CHR-28."""
        field, turns = self._field, self._field.turns
        if field.is_first and not is_extra and turns.is_over.any():
            those = those.where(~turns.is_over[those.who])
        lost = self._is_lost(those)
        now = those.where(field.is_in[those.at] & ~lost)
        if now.at.size:
            majors = self._majors(now, is_extra=is_extra)
            strikes.finish_gesture(field, now.fights)
            most = field.setting.most_attacks
            made = turns.made[now.who] * field.is_first
            for used in range(int(majors.max())):
                able = (majors > used) & field.open[now.fights] & field.is_in[now.at]
                if most is not None:
                    able &= made < most
                if not able.any():
                    break
                made[able] += self._spend(now if able.all() else now.where(able))
        if not is_extra:
            self._end_turn(those, lost)

    def _is_lost(self, those: Those) -> Bools:
        """Returns whose turn is lost to surprise or shock. Source: CHR-23, CHR-38."""
        field = self._field
        lost = (field.marks[those.at] & HELD_BACK) > 0
        if field.is_first:
            lost &= ~field.turns.is_under_way[those.who]
        return np.asarray(lost | (field.roster.held_back[those.who] >= field.number))

    def _majors(self, those: Those, *, is_extra: bool) -> Rows:
        """Returns the Major Actions of these turns. Source: CHR-25, CHR-28."""
        field, turns = self._field, self._field.turns
        if is_extra:
            return np.full(those.at.size, field.setting.extra_majors)
        majors = (turns.first_majors if field.is_first else turns.majors)[those.who]
        slow = (field.marks[those.at] & SLOW) > 0
        if slow.any():
            majors = np.where(slow, np.minimum(majors, field.setting.slow_majors), majors)
            field.marks[those.at[slow]] &= ~SLOW
        return np.asarray(majors)

    def _spend(self, those: Those) -> Rows:
        """Spends a Major Action of each: an attack, or cover, or what a weapon needs first. Returns 1 for an attack.

        Source: CHR-28, CHR-29d, CHR-29n, CHR-36, CHR-40, CHR-63.
        """
        field = self._field
        if field.orders.any_defends:
            hides = field.find_cover(those)
            if hides.any():
                made = np.zeros(those.at.size, np.intp)
                if not hides.all():
                    made[~hides] = self._spend(those.where(~hides))
                return made
        attacks, arm = field.ready[those.at], field.held[those.at]
        if not attacks.all():
            rest = ~attacks
            arm[rest], attacks[rest] = self._mend(those.where(rest))
            those, arm = those.where(attacks), arm[attacks]
        if those.at.size:
            cowers = (field.marks[those.at] & GUTLESS > 0) & field.may_flee[those.who]
            if cowers.any():
                self._find_courage(those.where(cowers))
                able = field.is_in[those.at] & field.open[those.fights]
                those, arm = those.where(able), arm[able]
            if those.at.size:
                strikes.attack(field, those, arm, by_operator=True)
        return attacks.astype(np.intp)

    def _find_courage(self, those: Those) -> None:
        """Rolls the Fear Saves of the gutless; who fails leaves. Source: CHR-63."""
        field = self._field
        while those.at.size:
            field.marks[those.at] &= ~GUTLESS
            field.aimed[those.fights] = -1
            leaving = those.where(field.save(COURAGE, those) < mechanics.SUCCESS)
            field.fall(leaving)
            field.left_in[leaving.at] = field.number
            strikes.finish_gesture(field, those.fights)
            again = field.is_in[those.at] & (field.marks[those.at] & GUTLESS > 0)
            those = those.where(again & field.open[those.fights])

    def _mend(self, those: Those) -> tuple[Rows, Bools]:
        """Picks up, reloads or clears the weapon in hand; else finds another that can be used.

        Returns the weapons, and where there is an attack to be made with them at once. Source: CHR-29d, CHR-40.
        """
        field = self._field
        takes, reloads, clears = field.setting.costs
        held = field.held[those.at]
        width = field.arms // field.size
        lies = field.is_dropped.reshape(-1, width).take(those.at, axis=0)
        picks = (held < 0) & lies.any(axis=1)
        hand = np.where(picks, those.who * width + lies.argmax(axis=1), held)
        place = field.arm_at(those, hand)
        there = hand >= 0
        lying = there & field.is_dropped[place]
        field.is_dropped[place[lying]] = False
        field.held[those.at[lying]] = hand[lying]
        spent = lying & takes
        magazine = field.weapons.magazine[hand]
        empty = there & ~spent & (magazine > 0) & (field.ammo[place] <= 0)
        field.ammo[place[empty]] = magazine[empty]
        spent |= empty & reloads
        jammed = there & ~spent & field.is_jammed[place]
        field.is_jammed[place[jammed]] = False
        spent |= jammed & clears
        field.refresh(those)
        if spent.all():
            return hand, ~spent
        arm, is_there = strikes.usable(field, those)
        return arm, is_there & ~spent

    # ---- enemies

    def _play_enemies(self) -> None:
        """Plays the turns of all enemies, one group. Source: CHR-26, CHR-31."""
        field = self._field
        slots: list[tuple[Those, Bools]] = []
        for column in self._enemies:
            if field.is_first and field.turns.is_over[column]:
                continue
            those = field.those(np.flatnonzero(field.open), column)
            lost = self._is_lost(those)
            slots.append((those, lost))
            now = those.where(field.is_in[those.at] & ~lost)
            if now.at.size:
                self._enemy_turn(now, column)
        for those, lost in slots:
            self._end_turn(those, lost & field.open[those.fights], ends=False)
        if field.fallen:
            field.end()

    def _enemy_turn(self, those: Those, column: int) -> None:
        """Makes each attack that a block lists, as often as listed, after a move into cover that takes none of them.

        Source: CHR-29n, CHR-31, CHR-34.
        """
        field, turns = self._field, self._field.turns
        counts = (turns.first_counts if field.is_first else turns.counts)[column]
        whole = (turns.first_whole if field.is_first else turns.whole)[column]
        strikes.finish_gesture(field, those.fights)
        left = np.full(those.at.size, whole)
        if field.defends[column] and field.roster.can_move[column] and whole > counts.sum():
            left -= ~field.in_cover[those.at]
            field.in_cover[those.at] = True
        for weapon in np.repeat(np.arange(counts.size), counts).tolist():
            able = np.flatnonzero(field.open[those.fights] & field.is_in[those.at] & (left > 0))
            if not able.size:
                return
            now = those.take(able)
            arm = column * counts.size + weapon
            attacks, costs = self._is_ready(now, arm)
            left[able] -= costs
            if attacks.any():
                now = now if attacks.all() else now.where(attacks)
                arms = np.full(now.at.size, arm)
                strikes.attack(field, now, arms, by_operator=False)

    def _is_ready(self, those: Those, arm: int) -> tuple[Bools, Bools]:
        """Returns where an enemy attacks with a weapon, and where it has spent anything; it makes it ready if need be.

        Source: CHR-29d, CHR-31, CHR-40.
        """
        field = self._field
        takes, reloads, clears = field.setting.costs
        usable, magazine = bool(field.weapons.is_there[arm]), int(field.weapons.magazine[arm])
        place = those.fights * field.arms + arm
        lies, jammed = field.is_dropped[place], field.is_jammed[place]
        empty = (field.ammo[place] <= 0) & (magazine > 0)
        if not (lies | jammed | empty).any():
            all_of = np.full(those.at.size, usable)
            return all_of, all_of
        spent = lies & takes
        field.is_dropped[place] = False
        fills = empty & ~spent
        field.ammo[place[fills]] = magazine
        spent |= fills & reloads
        frees = jammed & ~spent
        field.is_jammed[place[frees]] = False
        spent |= frees & clears
        attacks = ~spent & usable
        return attacks, attacks | spent

    # ---- the end of a turn

    def _end_turn(self, those: Those, lost: Bools, *, ends: bool = True) -> None:
        """Ends a lost turn; fire and wounds do their damage. Source: CHR-23, CHR-38, CHR-50, CHR-54."""
        field, roster = self._field, self._field.roster
        if lost.any():
            field.marks[those.at[lost]] &= ~HELD_BACK
        if not field.any_tick:
            return
        left_in = field.left_in[those.at]
        goes_on = field.open[those.fights] & ((left_in == 0) | (left_in == field.number))
        damage = field.bleeding[those.at] * roster.bleed[those.who]
        damage += ((field.marks[those.at] & ABLAZE) > 0) * roster.burn[those.who]
        hurts = goes_on & (damage > 0) & (field.health[those.at] > 0)
        if hurts.any():
            victims = those.where(hurts)
            field.aimed[victims.fights] = -1
            field.hurt(victims, damage[hurts])
            if ends and field.fallen:
                field.end()
