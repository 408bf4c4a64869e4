"""Many CWN fights played out at once: sides in turn, one Main each, Shock, Trauma, Morale, falls.

Where its side defends itself, who is asked about Total Defense at the table uses it. Screens that stand hold until the
screener's turn, a swarm that has joined strikes first; nobody begins either, and nobody snaps.

Source: CWN-14 to CWN-20, CWN-24 to CWN-27, CWN-36g, CWN-36l, CWN-39, CWN-40, CWN-57 to CWN-66, CWN-69.
"""

from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.battle import (
    DRAW,
    BattleResult,
    decided,
    distances,
    targets,
)
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.battle.outcomes import DEFENDED, SHOCK_STOPPED, TRAUMATIC
from encounter_gui.rules.systems.cwn.battle.roster import (
    BARE,
    CHECKING,
    HAND,
    Bools,
    Roster,
    Setting,
)
from encounter_gui.rules.systems.cwn.battle.screens import Screens, ScreensUp, Swarm
from encounter_gui.rules.systems.cwn.battle.sequence import Sequences

_Scalar = TypeVar("_Scalar", bound=np.generic)

if TYPE_CHECKING:
    Rows = npt.NDArray[np.intp]


class CwnBattle(Struct, frozen=True, kw_only=True):
    """A CWN fight from a state on."""

    sequences: Sequences
    roster: Roster
    setting: Setting
    screens: Screens
    swarms: tuple[Swarm, ...]
    left_out: tuple[str, ...]

    @property
    def awaits_tests(self) -> bool:
        """Never: Morale and the blow of a swarm are played."""
        return False

    @property
    def can_strike_first(self) -> bool:
        """As long as initiative is rolled in each fight."""
        return not self.sequences.stands

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.roster.who

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end."""
        return _Fights(self, fights, rng, orders).play()


class _Fights:
    """The fights of one call: arrays of shape (T,) and (T, n), changed as they are played."""

    def __init__(
        self, battle: CwnBattle, count: int, rng: np.random.Generator, orders: Orders
    ) -> None:
        self._roster, self._setting = battle.roster, battle.setting
        self._rng, self._orders = rng, orders
        roster = self._roster
        self._size = len(roster.who)
        self._distances = distances(roster.is_foe)
        self._number = self._setting.first_round
        self._is_first = True
        self._outcomes = self._setting.epochs[0].rows
        self._now = self._setting.epochs[0].begins

        def each(values: npt.NDArray[_Scalar]) -> npt.NDArray[_Scalar]:
            return np.repeat(values[None], count, axis=0)

        self._pool = each(roster.pool)
        self._is_in = each(roster.is_in)
        self._is_dead = each(roster.is_dead)
        self._has_left = each(roster.has_left)
        self._traumatized = each(roster.traumatized)
        self._fell = each(roster.fell)
        self._ammo = each(roster.ammo)
        self._spares = each(roster.spares)
        self._shocked = each(roster.shocked)
        self._is_broken = each(roster.is_broken)
        self._melee = each(roster.melee)
        would = roster.may_defend & np.where(roster.is_foe, orders.foe_defends, orders.pc_defends)
        self._any_defends = bool(would.any())
        outcomes = self._setting.outcomes
        self._tables = (outcomes.defenses if self._any_defends else outcomes).tables
        self._would_defend = each(would & roster.can_act)
        self._may_defend = each(would & roster.can_act & roster.has_main & roster.has_own_main)
        self._is_defending = each(np.zeros(self._size, bool))
        self._seen = each(self._setting.seen)
        self._out_round = np.where(self._is_in, 0, self._number).astype(np.int16)
        self._winner = np.full(count, DRAW, np.int8)
        self._rounds = np.full(count, orders.most_rounds, np.int16)
        self._open = np.ones(count, bool)
        self._columns, self._begins = battle.sequences.drawn(count, rng, orders.strikes_first)
        self._later = self._columns, self._begins
        if battle.sequences.free is not None:
            columns, begins, _ = battle.sequences.free
            self._columns, self._begins = each(columns), each(begins)
        self._screens = ScreensUp(battle.screens, count)
        self._swarms = battle.swarms

    def play(self) -> BattleResult:
        """Plays until every fight is over, or open after the last round."""
        everybody = np.arange(self._open.size)
        if self._number <= self._orders.most_rounds:
            self._end(everybody)
            for side in np.flatnonzero(self._setting.owed):
                fights = np.flatnonzero(self._open)
                self._check_morale(fights, int(side), is_owed=True)
            for swarm in self._swarms:
                self._swarm(swarm)
        while self._number <= self._orders.most_rounds and self._open.any():
            self._play_round()
            self._is_first = False
            self._columns, self._begins = self._later
            self._screens.begin_round()
            self._number += 1
        ammo = np.where((self._roster.ammo < 0)[None], -1, self._ammo)
        return BattleResult(
            winner=self._winner,
            rounds=self._rounds,
            alive=~self._is_dead,
            out_round=self._out_round,
            ammo=ammo.astype(np.int16),
        )

    def _play_round(self) -> None:
        epochs = self._setting.epochs
        can_now = self._able_now()
        for place in range(self._size):
            self._now = self._number, place
            self._outcomes = [each for each in epochs if each.begins <= self._now][-1].rows
            self._begin_turns(place)
            fights = np.flatnonzero(self._open)
            who = self._columns[fights, place]
            can = self._is_in[fights, who] & can_now[who]
            if self._any_defends:
                can &= ~self._is_defending[fights, who]
                self._may_defend[fights, who] = self._is_defending[fights, who] = False
            if can.any():
                self._act(fights[can], who[can])
        self._may_defend = self._would_defend.copy()
        self._shocked[:] = False
        lasted = self._number - self._fell >= self._setting.death_rounds
        dying = (self._fell >= 0) & lasted & self._open[:, None]
        self._is_dead |= dying

    def _able_now(self) -> Bools:
        """Returns who has a Main to use in this round, as long as it is in. Source: CWN-14, CWN-17, CWN-42."""
        roster, free = self._roster, self._setting.free_acts
        if not self._is_first:
            return roster.can_act & (self._number > roster.dazzled)
        can = roster.can_act & roster.has_main
        return can if free is None else can & free

    # ---- one Main

    def _act(self, fights: "Rows", who: "Rows") -> None:
        """Lets each of these attack, or reload. Source: CWN-25, CWN-36l, CWN-69."""
        roster = self._roster
        is_empty = self._ammo[fights, who] == 0
        reloads = is_empty & (roster.magazine[who] > 0) & (self._spares[fights, who] != 0)
        if reloads.any():
            self._reload(fights[reloads], who[reloads])
            rest = ~reloads
            fights, who, is_empty = fights[rest], who[rest], is_empty[rest]
        if not fights.size:
            return
        near = self._melee[fights, who] & self._is_in[fights] & (roster.hampers & roster.can_act)
        variant = np.where(near.any(axis=1), roster.crowd[who], HAND)
        variant = np.where(roster.has_hand[who] & ~is_empty, variant, BARE)
        spends = (variant != BARE) & (roster.ammo[who] >= 0)
        self._ammo[fights[spends], who[spends]] -= 1
        aimed = self._aimed(fights, who)
        count = np.where(variant == BARE, 1, roster.attacks[who])
        for number in range(int(count.max())):
            goes_on = (count > number) & self._is_in[fights, aimed]
            attacks = fights[goes_on], who[goes_on], aimed[goes_on], variant[goes_on]
            met = self._screens.met(self._rng, attacks, self._is_in, self._now)
            stopped = self._is_shock_stopped(attacks[0], met)
            row = self._outcomes[attacks[1], met, attacks[3], stopped]
            self._strike(attacks[0], attacks[1], met, attacks[3], row)
        self._end(fights)

    def _swarm(self, swarm: Swarm) -> None:
        """Has the first member who can strike for all of them. Source: CWN-39, CWN-40."""
        roster, left = self._roster, self._open.copy()
        for number, who in enumerate(swarm.members):
            able = left & self._is_in[:, who] & self._is_in[:, swarm.target] & roster.can_act[who]
            able &= self._ammo[:, who] != 0
            fights = np.flatnonzero(able)
            left &= ~able
            strikers, aimed = np.full_like(fights, who), np.full_like(fights, swarm.target)
            variant = np.full_like(fights, HAND if roster.has_hand[who] else BARE)
            if roster.has_hand[who] and roster.ammo[who] > 0:
                self._ammo[fights, who] -= 1
            attacks = fights, strikers, aimed, variant
            met = self._screens.met(self._rng, attacks, self._is_in, self._now)
            row = swarm.rows[number, met, self._is_shock_stopped(fights, met)]
            self._strike(fights, strikers, met, variant, row)
            self._end(fights)

    def _reload(self, fights: "Rows", who: "Rows") -> None:
        self._ammo[fights, who] = self._roster.magazine[who]
        self._spares[fights, who] -= self._spares[fights, who] > 0

    def _aimed(self, fights: "Rows", who: "Rows") -> "Rows":
        """Returns whom each aims at: by the doctrine of its side."""
        roster = self._roster
        foes = roster.is_foe[who]
        standing = self._is_in[fights] & (roster.is_foe != foes[:, None])
        left = self._pool[fights]
        far = np.where(self._melee[fights, who], -1, self._distances[who])
        return targets(self._orders, foes, standing, left, roster.pool - left, far)

    def _is_shock_stopped(self, fights: "Rows", met: "Rows") -> "Rows":
        """Returns 1 where the first Shock of the round has been stopped already. Source: CWN-25."""
        return (self._shocked[fights, met] & self._roster.stops_shock[met]).astype(np.intp)

    def _strike(
        self,
        fights: "Rows",
        who: "Rows",
        aimed: "Rows",
        variant: "Rows",
        row: npt.NDArray[np.int64],
    ) -> None:
        """Rolls one attack of each by its row, and lets it take effect. Source: CWN-25, CWN-27, CWN-57."""
        blow = self._roster.is_melee[who, variant]
        self._melee[fights[blow], who[blow], aimed[blow]] = True
        self._melee[fights[blow], aimed[blow], who[blow]] = True
        if self._any_defends:
            row = self._defended(fights, aimed, row)
        drawn = self._tables.draw(self._rng, row)
        damage, kind = drawn >> 2, drawn & 3
        if self._any_defends:
            defends = kind == DEFENDED
            self._is_defending[fights[defends], aimed[defends]] = True
        self._shocked[fights, aimed] |= kind == SHOCK_STOPPED
        self._traumatized[fights, aimed] |= (kind == TRAUMATIC) & (damage > 0)
        left = self._pool[fights, aimed] - damage
        self._pool[fights, aimed] = left
        falls = (damage > 0) & mechanics.is_down(left)
        if np.any(falls):
            is_lethal = self._roster.is_lethal[who[falls], variant[falls]]
            self._fall(fights[falls], aimed[falls], is_lethal)

    def _defended(self, fights: "Rows", aimed: "Rows", row: "Rows") -> "Rows":
        """Returns the rows of attacks with what their targets do against them: Total Defense, once, for the Main.

        They go over to it when the hit, which it makes a miss, would more likely than not put them down, or the Shock
        would. Source: CWN-24, CWN-36g.
        """
        defenses, left = self._setting.outcomes.defenses, self._pool[fights, aimed]
        may = self._may_defend[fights, aimed]
        on_hit, on_any = may & (left <= defenses.hit[row]), may & (left <= defenses.shock[row])
        return np.select(
            [self._is_defending[fights, aimed], on_any, on_hit],
            [defenses.under[row], defenses.on_any[row], defenses.on_hit[row]],
            row,
        )

    def _fall(self, fights: "Rows", who: "Rows", is_lethal: Bools) -> None:
        """Lets somebody fall: dead, mortally wounded, or unconscious. Source: CWN-57 to CWN-64, CWN-65."""
        roster = self._roster
        self._is_in[fights, who] = False
        self._out_round[fights, who] = self._number
        dies = roster.dies[who] & (is_lethal | roster.dies_anyway[who])
        wounded = ~roster.dies[who] & is_lethal
        self._fell[fights[wounded], who[wounded]] = self._number
        hurt = wounded & self._traumatized[fights, who]
        dies |= hurt & (self._rng.random(fights.size) < roster.injury[who])
        self._is_dead[fights[dies], who[dies]] = True

    # ---- Morale

    def _begin_turns(self, place: int) -> None:
        """Checks the Morale of the sides of a group whose turn begins. Source: CWN-19, CWN-66."""
        for side in range(len(CHECKING)):
            begins = self._begins[:, place, side] & self._open
            if self._is_first:
                begins &= ~self._setting.is_begun[self._columns[:, place]]
            if begins.any():
                self._check_morale(np.flatnonzero(begins), side)

    def _check_morale(self, fights: "Rows", side: int, *, is_owed: bool = False) -> None:
        """Rolls for a side where it is due; who breaks leaves at once. Source: CWN-66."""
        roster, setting = self._roster, self._setting
        members = np.flatnonzero(roster.side == side)
        is_by_rule = self._orders.flees(is_foe=CHECKING[side] == "foe") is None
        if not is_by_rule or not members.size or not fights.size:
            return
        rows = np.ix_(fights, members)
        able = self._is_in[rows] & ~self._is_broken[rows]
        down = ~self._is_in[rows] & ~self._has_left[rows]
        size, gone = members.size, members.size - able.sum(axis=1)
        points = np.stack(
            [
                self._is_dead[rows].any(axis=1),
                mechanics.is_halved(down.sum(axis=1), size),
                (down & roster.is_leader[members]).any(axis=1),
                mechanics.is_near_defeat(gone, size),
            ],
            axis=1,
        )
        points &= able.any(axis=1, keepdims=True)
        new = points & ~self._seen[fights, side]
        is_due = np.full(fights.size, is_owed) if is_owed else new.any(axis=1)
        if not is_owed:
            self._seen[fights, side] |= points
        if not is_due.any():
            return
        rolled = self._rng.integers(1, 7, (fights.size, 2)).sum(axis=1)[:, None]
        breaks: Bools = np.asarray(
            mechanics.breaks(
                rolled, roster.morale[members], setting.fearless, below=setting.is_below
            )
        )
        which, column = np.nonzero(breaks & able & is_due[:, None])
        row, who = fights[which], members[column]
        self._is_broken[row, who] = True
        self._has_left[row, who] = True
        self._is_in[row, who] = False
        self._out_round[row, who] = self._number
        self._end(fights)

    def _end(self, fights: "Rows") -> None:
        """Ends the fights in which a side has nobody left, or flees."""
        over, winner = decided(self._orders, self._roster.is_foe, self._is_in[fights])
        ended = fights[over]
        self._winner[ended] = winner[over]
        self._rounds[ended] = self._number
        self._open[ended] = False
