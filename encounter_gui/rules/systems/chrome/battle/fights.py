"""Many CHROME fights played out at once: Operators before and after the enemies, Major Actions, listed attacks.

Source: CHR-22 to CHR-31, CHR-36 to CHR-44, CHR-50, CHR-57 to CHR-63, CHR-73.
"""

from dataclasses import dataclass

import numpy as np

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.battle import BattleResult
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle import aftermath, strikes
from encounter_gui.rules.systems.chrome.battle.field import Field, Rows
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChromeBattle:
    """A CHROME fight from a state on."""

    numbers: Numbers
    left_out: tuple[str, ...]

    @property
    def has_defenses(self) -> bool:
        """Nobody attacks back instead of making a Save."""
        return False

    @property
    def can_strike_first(self) -> bool:
        """Speed and its checks alone say who is before the enemies."""
        return False

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.numbers.roster.who

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end."""
        field = Field(self.numbers, fights, rng, orders)
        _Rounds(field).play()
        held = self.numbers.roster.held
        places, hand = np.arange(held.size), np.maximum(held, 0)
        needs = (held >= 0) & (self.numbers.weapons.magazine[places, hand] > 0)
        return BattleResult(
            winner=field.winner,
            rounds=field.rounds,
            alive=field.health > 0,
            out_round=np.where(field.is_in, 0, field.out_round).astype(np.int16),
            ammo=np.where(needs, field.ammo[:, places, hand], -1).astype(np.int16),
        )


class _Rounds:
    """Round after round of all the fights of a call."""

    def __init__(self, field: Field) -> None:
        self._field = field
        roster = field.roster
        self._enemies = [
            column for column in range(len(roster.who)) if not roster.is_operator[column]
        ]

    def play(self) -> None:
        """Plays until every fight is over, or open after the last round."""
        field = self._field
        everybody = np.arange(field.open.size)
        most = field.orders.most_rounds
        if field.number > most:
            return
        field.has_fallen = True
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
            for column in field.roster.by_speed:
                here = np.flatnonzero(sequence.extra[:, column] & field.open)
                if here.size:
                    self._turn(here, np.full(here.size, column), is_extra=True)
            sequence.extra[:] = False
        for place in range(sequence.order.shape[1]):
            here = np.flatnonzero(field.open & (sequence.before > place))
            if here.size:
                self._turn(here, sequence.order[here, place])
        self._play_enemies()
        for place in range(sequence.order.shape[1]):
            is_after = (sequence.before <= place) & (place < sequence.after)
            here = np.flatnonzero(field.open & is_after)
            if here.size:
                self._turn(here, sequence.order[here, place])

    def _end_round(self, sequence: Sequence) -> None:
        """Wakes those whose time has come, and begins the next round. Source: CHR-22, CHR-25, CHR-57."""
        field = self._field
        wakes = (field.cold > 0) & (field.cold <= field.number) & field.open[:, None]
        comes_to = (field.faint > 0) & (field.faint <= field.number) & field.open[:, None]
        if wakes.any() or comes_to.any():
            field.cold[wakes] = 0
            field.faint[comes_to] = 0
            asleep = wakes & (field.faint > 0)
            awake = (wakes | comes_to) & field.is_awake_all()
            scared = awake & (wakes | field.wakes_scared)
            field.wakes_scared = (field.wakes_scared | asleep) & ~awake
            back = awake & (field.left_in == 0)
            field.is_in |= back
            field.out_round[back] = 0
            field.aimed[:] = -1
            field.frighten(*np.nonzero(scared & field.roster.is_operator))
        if field.setting.rolls_again:
            sequence.roll_again()
        elif wakes.any() or comes_to.any():
            sequence.roll_missing()
        field.number += 1
        field.is_first = False

    # ---- turns of Operators

    def _turn(self, fights: Rows, who: Rows, *, is_extra: bool = False) -> None:
        """Lets each take its turn, or its extra Major Action. Source: CHR-25, CHR-28."""
        field, turns = self._field, self._field.turns
        if field.is_first and not is_extra:
            has = ~turns.is_over[who]
            fights, who = fights[has], who[has]
        lost = self._is_lost(fights, who)
        can = field.is_in[fights, who] & ~lost
        here, mine = fights[can], who[can]
        if here.size:
            majors = self._majors(here, mine, is_extra=is_extra)
            strikes.finish_gesture(field, here)
            made = turns.made[mine] if field.is_first else np.zeros(here.size, np.intp)
            for used in range(int(majors.max())):
                able = (majors > used) & field.open[here] & field.is_in[here, mine]
                if field.setting.most_attacks is not None:
                    able &= made < field.setting.most_attacks
                if not able.any():
                    break
                made[able] += self._spend(here[able], mine[able])
        if not is_extra:
            self._end_turn(fights, who, lost)

    def _is_lost(self, fights: Rows, who: Rows) -> Bools:
        """Returns whose turn is lost to surprise or shock. Source: CHR-23, CHR-38."""
        field = self._field
        lost = (field.marks[fights, who] & HELD_BACK) > 0
        if field.is_first:
            lost &= ~field.turns.is_under_way[who]
        return np.asarray(lost | (field.roster.held_back[who] >= field.number))

    def _majors(self, fights: Rows, who: Rows, *, is_extra: bool) -> Rows:
        """Returns the Major Actions of these turns. Source: CHR-25, CHR-28."""
        field, turns = self._field, self._field.turns
        if is_extra:
            return np.full(fights.size, field.setting.extra_majors)
        majors = (turns.first_majors if field.is_first else turns.majors)[who]
        marks = field.marks[fights, who]
        slow = (marks & SLOW) > 0
        if field.is_first:
            slow &= ~turns.is_under_way[who]
        if slow.any():
            majors = np.where(slow, np.minimum(majors, field.setting.slow_majors), majors)
            field.marks[fights[slow], who[slow]] &= ~SLOW
        return np.asarray(majors)

    def _spend(self, fights: Rows, who: Rows) -> Rows:
        """Spends a Major Action of each: an attack, or what a weapon needs first. Returns 1 for an attack.

        Source: CHR-28, CHR-29d, CHR-36, CHR-40, CHR-63.
        """
        field = self._field
        attacks = field.ready[fights, who].copy()
        weapon = field.held[fights, who]
        if not attacks.all():
            rest = ~attacks
            weapon[rest], attacks[rest] = self._mend(fights[rest], who[rest])
        if attacks.any():
            here, mine, arm = fights[attacks], who[attacks], weapon[attacks]
            cowers = field.marks[here, mine] & GUTLESS > 0
            if cowers.any():
                self._find_courage(here[cowers], mine[cowers])
                able = field.is_in[here, mine] & field.open[here]
                here, mine, arm = here[able], mine[able], arm[able]
            if here.size:
                strikes.attack(field, here, mine, arm, by_operator=True)
        return attacks.astype(np.intp)

    def _find_courage(self, fights: Rows, who: Rows) -> None:
        """Rolls the Fear Saves of the gutless; who fails leaves. Source: CHR-63."""
        field = self._field
        while fights.size:
            field.marks[fights, who] &= ~GUTLESS
            brave = field.save(COURAGE, fights, who) >= mechanics.SUCCESS
            leaves = ~brave
            field.fall(fights[leaves], who[leaves])
            field.left_in[fights[leaves], who[leaves]] = field.number
            field.aimed[fights] = -1
            strikes.finish_gesture(field, fights)
            again = field.is_in[fights, who] & (field.marks[fights, who] & GUTLESS > 0)
            again &= field.open[fights]
            fights, who = fights[again], who[again]

    def _mend(self, fights: Rows, who: Rows) -> tuple[Rows, Bools]:
        """Picks up, reloads or clears the weapon in hand; else finds another that can be used.

        Returns the weapons, and where there is an attack to be made with them at once. Source: CHR-29d, CHR-40.
        """
        field = self._field
        weapons = field.weapons
        takes, reloads, clears = field.setting.costs
        held = field.held[fights, who]
        spent = np.zeros(fights.size, bool)
        lies = field.is_dropped[fights, who]
        hand = np.where((held < 0) & lies.any(axis=1), lies.argmax(axis=1), held)
        there = hand >= 0
        lying = there & field.is_dropped[fights, who, hand]
        field.is_dropped[fights[lying], who[lying], hand[lying]] = False
        field.held[fights[lying], who[lying]] = hand[lying]
        spent |= lying & takes
        holds = there & ~spent
        empty = holds & (weapons.magazine[who, hand] > 0)
        empty &= field.ammo[fights, who, hand] <= 0
        where = fights[empty], who[empty], hand[empty]
        field.ammo[where] = weapons.magazine[who[empty], hand[empty]]
        spent |= empty & reloads
        jammed = holds & ~spent & field.is_jammed[fights, who, hand]
        field.is_jammed[fights[jammed], who[jammed], hand[jammed]] = False
        spent |= jammed & clears
        field.refresh(fights, who)
        found, is_there = strikes.usable(field, fights, who)
        return found, is_there & ~spent

    # ---- enemies

    def _play_enemies(self) -> None:
        """Plays the turns of all enemies, one group. Source: CHR-26, CHR-31."""
        field = self._field
        slots: list[tuple[Rows, Rows, Bools]] = []
        for column in self._enemies:
            if field.is_first and field.turns.is_over[column]:
                continue
            here = np.flatnonzero(field.open)
            who = np.full(here.size, column)
            lost = self._is_lost(here, who)
            slots.append((here, who, lost))
            can = field.is_in[here, column] & ~lost
            if can.any():
                self._enemy_turn(here[can], column)
        for here, who, lost in slots:
            goes_on = field.open[here]
            self._end_turn(here[goes_on], who[goes_on], lost[goes_on], ends=False)
        if field.has_fallen:
            field.has_fallen = False
            field.end(np.flatnonzero(field.open))

    def _enemy_turn(self, fights: Rows, column: int) -> None:
        """Makes each attack that a block lists, as often as listed. Source: CHR-31."""
        field, turns = self._field, self._field.turns
        counts = (turns.first_counts if field.is_first else turns.counts)[column]
        whole = (turns.first_whole if field.is_first else turns.whole)[column]
        strikes.finish_gesture(field, fights)
        left = np.full(fights.size, whole)
        for weapon in range(counts.size):
            for _ in range(int(counts[weapon])):
                able = field.open[fights] & field.is_in[fights, column] & (left > 0)
                here = fights[able]
                if not here.size:
                    return
                who, arms = np.full(here.size, column), np.full(here.size, weapon)
                ready, costs = self._is_ready(here, column, weapon)
                spent = np.zeros(fights.size, bool)
                spent[np.flatnonzero(able)] = costs
                left -= spent
                if ready.any():
                    strikes.attack(field, here[ready], who[ready], arms[ready], by_operator=False)

    def _is_ready(self, fights: Rows, column: int, weapon: int) -> tuple[Bools, Bools]:
        """Returns where an enemy attacks with a weapon, and where it has spent anything; it makes it ready if need be.

        Source: CHR-29d, CHR-31, CHR-40.
        """
        field = self._field
        weapons = field.weapons
        takes, reloads, clears = field.setting.costs
        where = fights, column, weapon
        usable = bool(weapons.is_there[column, weapon])
        lies, jammed = field.is_dropped[where], field.is_jammed[where]
        empty = (weapons.magazine[column, weapon] > 0) & (field.ammo[where] <= 0)
        if not (lies | jammed | empty).any():
            all_of = np.full(fights.size, usable)
            return all_of, all_of
        spent = lies & takes
        field.is_dropped[where] = False
        fills = empty & ~spent
        field.ammo[fights[fills], column, weapon] = weapons.magazine[column, weapon]
        spent |= fills & reloads
        frees = jammed & ~spent
        field.is_jammed[fights[frees], column, weapon] = False
        spent |= frees & clears
        ready = ~spent & usable
        return np.asarray(ready), np.asarray(ready | spent)

    # ---- the end of a turn

    def _end_turn(self, fights: Rows, who: Rows, lost: Bools, *, ends: bool = True) -> None:
        """Ends a lost turn; fire and wounds do their damage. Source: CHR-23, CHR-38, CHR-50, CHR-54."""
        field, roster = self._field, self._field.roster
        if lost.any():
            over = lost & ((field.marks[fights, who] & HELD_BACK) > 0)
            field.marks[fights[over], who[over]] &= ~HELD_BACK
        if not field.ticks:
            return
        left_in = field.left_in[fights, who]
        goes_on = field.open[fights] & ((left_in == 0) | (left_in == field.number))
        damage = field.bleeding[fights, who] * roster.bleed[who]
        damage += ((field.marks[fights, who] & ABLAZE) > 0) * roster.burn[who]
        hurts = goes_on & (damage > 0) & (field.health[fights, who] > 0)
        if hurts.any():
            field.aimed[fights[hurts]] = -1
            field.hurt(fights[hurts], who[hurts], damage[hurts])
            if ends and field.has_fallen:
                field.has_fallen = False
                field.end(fights[hurts])
