"""Whole fights at once, over arrays: what everybody does under the doctrine ``simple``.

Every attack is drawn from the exact outcome table of the odds. Whose side defends itself dodges or parries each attack
with as many dice as it may, as long as it has some; nobody else does. Between tied combatants nothing counts until all
of them have rolled, but dice that were dodged with are spent; inside an action everything counts at once.

Source: D6P-13 to D6P-24, D6P-29 to D6P-35, D6P-42 to D6P-44, D6P-48.
"""

from collections.abc import Iterator

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
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.battle.setup import (
    AIMED,
    NOTHING,
    STUN,
    STUNNED,
    WOUNDED,
    Setup,
    setup_of,
)

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_MOST_ATTACKS = 2
_FIRST_PLACE, _SECOND_PLACE = 500, 1500
"""Places in a turn before the initiative total is taken off: of first and of second actions."""


_FAR_AHEAD = 200
"""More than any initiative total, less than what lies between first and second actions."""


def prepare(context: RulesContext) -> "D6PoolBattle":
    """Returns a fight from this state on, ready to be played out many times."""
    return D6PoolBattle(setup=setup_of(context))


class D6PoolBattle(Struct, frozen=True, kw_only=True):
    """A fight from one state on, under any doctrines."""

    setup: Setup

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.setup.who

    @property
    def awaits_tests(self) -> bool:
        """Never: nothing is owed that is not played."""
        return False

    @property
    def can_strike_first(self) -> bool:
        """As long as no turn is under way."""
        return not self.setup.in_turn

    @property
    def left_out(self) -> tuple[str, ...]:
        """Nothing is left out."""
        return ()

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end, with draws from this generator alone."""
        setup = self.setup
        field = _Field(setup, fights, rng, orders)
        field.leave_decided()
        for turn in range(setup.turn, orders.most_rounds + 1):
            if not field.going.size:
                break
            field.play_turn(turn)
        field.close()
        return BattleResult(
            winner=field.winner.astype(np.int8),
            rounds=field.rounds.astype(np.int16),
            alive=~np.asarray(mechanics.is_dead(field.ended["left"], setup.health)),
            out_round=field.ended["fell"].astype(np.int16),
            ammo=field.ended["ammo"].astype(np.int16),
        )


class _Field:
    """The fights that go on: ``going`` are their numbers, all other arrays have one row for each of them."""

    def __init__(self, setup: Setup, fights: int, rng: np.random.Generator, orders: Orders) -> None:
        """Takes how all of them begin."""
        self.setup, self.rng, self.orders = setup, rng, orders
        self.winner = np.full(fights, DRAW)
        self.rounds = np.full(fights, orders.most_rounds)
        self.going = np.arange(fights)
        self.turn, self.is_first = setup.turn, True
        self.defends = np.where(setup.foe, orders.foe_defends, orders.pc_defends)
        self.rows = setup.attacks.rows(setup.most_dodge if orders.any_defends else 0)
        self.is_out = (setup.left <= 0) | (setup.away > 0)
        self.is_enemy = (setup.foe[:, None] != setup.foe) & (setup.away == 0)
        self.distances = distances(setup.foe)
        shape = (fights, len(setup.who))

        def each(values: Ints) -> Ints:
            return np.broadcast_to(values, shape).copy()

        self.left: Ints = each(setup.left)
        self.ammo: Ints = each(setup.ammo)
        self.fell: Ints = each(setup.turn * self.is_out)
        self.bleeding: Ints = each(setup.bleeding)
        self.made: Ints = each(setup.made.max(axis=1))
        self.dodge: Ints = each(setup.dodge_now * self.defends)
        self.stunned: Bools = each(setup.stunned) > 0
        self.aimed: Bools = each(setup.aimed) > 0
        self.busy: Bools = each(setup.busy) > 0
        self.acted: Bools = each(setup.acted) > 0
        self.ended = {name: getattr(self, name).copy() for name in ("left", "ammo", "fell")}

    # ---- turns

    def play_turn(self, turn: int) -> None:
        """Plays a turn of every fight that goes on. Source: D6P-13, D6P-15, D6P-16."""
        setup = self.setup
        self.turn, self.is_first = turn, turn == setup.turn
        goes_on = self.is_first and setup.in_turn
        places = self._places_left() if goes_on else self._rolled_places()
        waits = goes_on and bool(setup.waiting.any())
        if waits and not (setup.order == setup.group).any():
            self._release()
            waits = False
        over = np.zeros(len(self.going), np.bool_)
        for place, fights, those, action in _in_order(places):
            can = (self.left[fights, those] > 0) & ~over[fights] & (setup.away[those] == 0)
            can &= ~((action == 1) & self.busy[fights, those])
            fight, who = fights[can], those[can]
            is_now = goes_on and place == setup.group
            if not is_now and not setup.counts_by_turn:
                self.made[fight, who] = 0
            fell = self._act(fight, who)
            if waits and is_now:
                fell = np.append(fell, self._release())
            self._decide(np.unique(fell), over)
        self._end_turn(over)

    def _places_left(self) -> Ints:
        """Returns the places of what is left of a turn in progress, (T, n, 2); -1: none."""
        return np.broadcast_to(self.setup.order, (*self.left.shape, 2))

    def _rolled_places(self) -> Ints:
        """Returns the places of all actions of a turn by initiative, (T, n, 2); -1: none. Source: D6P-15, D6P-16."""
        setup = self.setup
        total = np.asarray(
            mechanics.initiative(self.rng.integers(1, 7, self.left.shape), setup.speed, 0)
        )
        if self.is_first:
            total = np.where(setup.total >= 0, setup.total, total)
        able = (self.left > 0) & (setup.away == 0)
        twice = able & np.asarray(mechanics.acts_twice(total, setup.second_at))
        if self.is_first and self.orders.strikes_first is not None:
            total = total + _FAR_AHEAD * (setup.foe == (self.orders.strikes_first == "foe"))
        first = np.where(able, _FIRST_PLACE - total, -1)
        second = np.where(twice, _SECOND_PLACE - total, -1)
        return np.stack((first, second), axis=2)

    def _end_turn(self, ended: Bools) -> None:
        """Ends what lasts for the turn, takes a wound from who bleeds, and leaves the fights that are over.

        Source: D6P-13, D6P-35, D6P-43.
        """
        due = (self.bleeding > 0) & (self.bleeding <= self.turn) & ~ended[:, None]
        self.left -= due
        self.bleeding += due * self.setup.bleeding_turns
        self.bleeding[np.asarray(mechanics.is_dead(self.left, self.setup.health))] = 0
        for marks in (self.stunned, self.busy, self.acted):
            marks[:] = False
        self.made[:] = 0
        self.dodge[:] = self.setup.dodge * self.defends
        self._leave(ended)

    # ---- actions

    def _act(self, fight: Ints, who: Ints) -> Ints:
        """Lets combatants act that come at once in their fights; what they do counts when all have.

        Returns the fights in which somebody went down. Source: D6P-15.
        """
        self._reload(fight, who)
        # Dice that one attacker was dodged with are gone for the next: those of a tie attack one after the other.
        parts = _one_by_one(fight) if self.orders.any_defends else [np.arange(fight.size)]
        done = [each for part in parts for each in self._attacks(fight[part], who[part])]
        return self._take_effect(done)

    def _attacks(self, fight: Ints, who: Ints) -> list[tuple[Ints, Ints, Ints, Bools]]:
        """Returns the attacks of an action each: fights, targets, wounds, stuns; nothing of it counts yet."""
        setup = self.setup
        limit = (setup.first_limit if self.is_first else setup.limit).take(who)
        going = np.flatnonzero(~self.busy.ravel().take(self._cells(fight, who)))
        last = np.zeros(fight.size, np.int64), np.zeros(fight.size, np.int64)
        stunned = np.zeros(fight.size, np.bool_)
        done: list[tuple[Ints, Ints, Ints, Bools]] = []
        for number in range(_MOST_ATTACKS):
            here, me = fight.take(going), who.take(going)
            can = self.made.ravel().take(self._cells(here, me)) < limit.take(going)
            can &= self._is_loaded(here, me)
            if not can.all():
                going, here, me = going[can], here[can], me[can]
            left = self.left.take(here, axis=0)
            if number:
                left[np.arange(going.size), last[0][going]] -= last[1][going]
            standing = self.is_enemy.take(me, axis=0) & (left > 0)
            has_target = standing.any(axis=1)
            if not has_target.all():
                going, here, me = going[has_target], here[has_target], me[has_target]
                left, standing = left[has_target], standing[has_target]
            if not going.size:
                break
            target = self._targets(me, standing, left)
            again = stunned[going] & (last[0][going] == target)
            outcome = self._strike(here, me, target, left[np.arange(going.size), target], again)
            wounds, stun = np.maximum(outcome - NOTHING, 0), outcome == STUN
            last[0][going], last[1][going], stunned[going] = target, wounds, stun
            done.append((here, target, wounds, stun))
        return done

    def _targets(self, who: Ints, standing: Bools, left: Ints) -> Ints:
        """Returns whom each attacker aims at, by the doctrine of its side."""
        setup = self.setup
        if self.orders.all_simple:
            return np.asarray(standing.argmax(axis=1))
        taken, far = setup.left - left, self.distances[who]
        return targets(self.orders, setup.foe[who], standing, left, taken, far)

    def _reload(self, fight: Ints, who: Ints) -> None:
        """Reloads where there are too few rounds and nothing was done in the turn: that takes the turn.

        Source: D6P-24.
        """
        setup = self.setup
        empty = ~self._is_loaded(fight, who) & ~self.acted[fight, who]
        if not empty.any():
            return
        fight, who = fight[empty], who[empty]
        loaded = np.minimum(self.ammo[fight, who] + setup.reloads[who], setup.magazine[who])
        self.ammo[fight, who] = loaded
        self.busy[fight, who] = True
        self.acted[fight, who] = True

    def _is_loaded(self, fight: Ints, who: Ints) -> Bools:
        needed = self.setup.rounds.take(who)
        ammo = self.ammo.ravel().take(self._cells(fight, who))
        return np.asarray((needed == 0) | (ammo >= needed))

    def _strike(
        self, fight: Ints, who: Ints, target: Ints, left: Ints, again: Bools
    ) -> npt.NDArray[np.int32]:
        """Returns the outcomes of attacks on targets with so much left.

        ``again``: the action has stunned the target before. Source: D6P-28 to D6P-35.
        """
        setup, cell, other = self.setup, self._cells(fight, who), self._cells(fight, target)
        aimed, stunned = self.aimed.reshape(-1), self.stunned.reshape(-1)
        mine = self._mode(who, self.left.ravel().take(cell), stunned.take(cell))
        mine += AIMED * aimed.take(cell)
        yours = self._mode(target, left, stunned.take(other) | again)
        dodge = self._dodge(other, again) if self.orders.any_defends else 0
        ours, theirs = setup.attacks.attacker_kind.take(who), setup.attacks.target_kind.take(target)
        where = (dodge, 0 if self.is_first else 1, ours, theirs, mine, yours)
        rows = self.rows.ravel().take(np.ravel_multi_index(where, self.rows.shape))
        self.ammo.reshape(-1)[cell] -= setup.rounds.take(who)
        aimed[cell] = False
        self.acted.reshape(-1)[cell] = True
        self.made.reshape(-1)[cell] += 1
        return setup.attacks.outcomes.draw(self.rng, rows)

    def _dodge(self, cell: Ints, again: Bools) -> Ints:
        """Spends dice of targets on dodging or parrying an attack, and returns how many. Source: D6P-31."""
        setup, dodge = self.setup, self.dodge.reshape(-1)
        newly = again & ~self.stunned.ravel().take(cell) & setup.stun_hits_dodge
        spent: Ints = np.minimum(np.maximum(dodge.take(cell) - newly, 0), setup.most_dodge)
        dodge[cell] -= spent
        return spent

    def _cells(self, fight: Ints, who: Ints) -> Ints:
        """Returns where combatants are in the arrays laid flat."""
        return fight * len(self.setup.who) + who

    def _mode(self, who: Ints, left: Ints, stunned: Bools) -> Ints:
        wounded = np.asarray(mechanics.is_wounded(left, self.setup.health.take(who)))
        found: Ints = STUNNED * stunned + WOUNDED * wounded
        return found

    def _take_effect(self, done: list[tuple[Ints, Ints, Ints, Bools]]) -> Ints:
        """Makes true what was done at once: fights, targets, wounds, stuns. Returns the fights where somebody fell."""
        if not done:
            return np.zeros(0, np.int64)
        fight, target, wounds, stuns = (np.concatenate(each) for each in zip(*done, strict=True))
        return self._harm(fight, target, wounds, stuns)

    def _release(self) -> Ints:
        """Makes true what a tie in progress still held back; returns the fights where somebody fell."""
        fight, target = (each.ravel() for each in np.indices(self.left.shape))
        wounds, stuns = self.setup.waiting.T
        return self._harm(fight, target, wounds[target], stuns[target] > 0)

    def _harm(self, fight: Ints, target: Ints, wounds: Ints, stuns: Bools) -> Ints:
        """Source: D6P-15, D6P-23, D6P-31, D6P-35, D6P-43, D6P-44."""
        cell, stunned, left = (
            self._cells(fight, target),
            self.stunned.reshape(-1),
            self.left.reshape(-1),
        )
        if self.setup.stun_hits_dodge and self.orders.any_defends:
            new = np.zeros_like(self.stunned)
            new.reshape(-1)[cell[stuns]] = True
            self.dodge -= new & ~self.stunned & (self.dodge > 0)
        stunned[cell[stuns]] = True
        self.aimed.reshape(-1)[cell[stuns | (wounds > 0)]] = False
        hit = np.flatnonzero(wounds)
        fight, target, cell = fight.take(hit), target.take(hit), cell.take(hit)
        before = left.take(cell)
        np.subtract.at(left, cell, wounds.take(hit))
        after = left.take(cell)
        down = np.flatnonzero(np.asarray(mechanics.is_down(after)))
        fight, target, before, after = fight[down], target[down], before[down], after[down]
        dead = np.asarray(mechanics.is_dead(after, self.setup.health[target]))
        bleeding = self.bleeding[fight, target]
        begun = np.where(bleeding == 0, self.turn + self.setup.bleeding_turns, bleeding)
        self.bleeding[fight, target] = np.where(dead, 0, begun)
        new = before > 0
        self.fell[fight[new], target[new]] = self.turn
        return fight[new]

    # ---- the end

    def _decide(self, fights: Ints, over: Bools) -> None:
        """Notes in which of these fights a side has nobody left or flees, and who has won them."""
        is_in = (self.left[fights] > 0) & (self.setup.away == 0)
        ended, winner = decided(self.orders, self.setup.foe, is_in)
        self.winner[self.going[fights[ended]]] = winner[ended]
        over[fights[ended]] = True

    def leave_decided(self) -> None:
        """Leaves the fights that are over before they begin."""
        over = np.zeros(len(self.going), np.bool_)
        self._decide(np.arange(len(self.going)), over)
        self._leave(over)

    def _leave(self, over: Bools) -> None:
        """Notes how fights ended, and goes on with the others."""
        if not over.any():
            return
        self.rounds[self.going[over]] = self.turn
        self._note(over)
        for name in _ROWS:
            setattr(self, name, getattr(self, name)[~over])

    def _note(self, which: Bools) -> None:
        for name, noted in self.ended.items():
            noted[self.going[which]] = getattr(self, name)[which]

    def close(self) -> None:
        """Notes the fights that are still open: a draw."""
        self._note(np.ones(len(self.going), np.bool_))


def _one_by_one(fights: Ints) -> list[Ints]:
    """Returns the places of the first of each fight, of the second, and so on; ``fights`` (k,) ascend."""
    if not fights.size:
        return []
    _, first, counts = np.unique(fights, return_index=True, return_counts=True)
    rank = np.arange(fights.size) - np.repeat(first, counts)
    return [np.flatnonzero(rank == each) for each in range(counts.max())]


def _in_order(places: Ints) -> Iterator[tuple[int, Ints, Ints, Ints]]:
    """Yields place after place, with the fights, combatants and actions (0 first, 1 second) that have it.

    ``places`` (T, n, 2); -1: none.
    """
    flat = places.astype(np.int16).ravel()
    order = np.argsort(flat, kind="stable")
    known, starts = np.unique(flat[order], return_index=True)
    for place, here in zip(known.tolist(), np.split(order, starts[1:]), strict=True):
        if place >= 0:
            fight, who, action = np.unravel_index(here, places.shape)
            yield place, fight, who, action


_ROWS = (
    "going",
    "left",
    "fell",
    "ammo",
    "bleeding",
    "stunned",
    "aimed",
    "busy",
    "acted",
    "made",
    "dodge",
)
"""The arrays with one row for each fight that goes on."""
