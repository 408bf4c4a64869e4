"""The fights of one call as arrays, each in a phase of its own, and what puts somebody out or decides a fight."""

import numpy as np
import numpy.typing as npt
from msgspec.structs import asdict

from encounter_gui.rules.engine.battle.battle import DRAW, BattleResult, decided, distances
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.battle.roster import (
    Bools,
    Epoch,
    Ints,
    Setting,
    Start,
)

DONE = np.int16(10_000)
"""The place in a phase of somebody who does nothing more in it."""

Places = npt.NDArray[np.int16]
"""Places in a phase, from 0 on."""

NEVER = 2**31
"""Later than any phase."""

_FAR_AHEAD = 1_000
"""More than any initiative."""

_ONE_POINT = 1_000
"""How much more a point of initiative counts than what decides between equal ones."""

_TIED = ("used", "is_off_balance", "is_jammed", "recoil", "has_fired")
"""What is true at once in a tie, and not with its results. Source: PHA-19."""


class State(Start, frozen=True, kw_only=True):
    """Those fights that go on; arrays (n, T) or (n, T, …) where ``Start`` has (n,) or (n, …).

    ``place`` is everybody's place in a further phase, ``turn`` the same or ``DONE`` for who is out, ``pending`` that of
    who has still to act in this one; ``todo`` are its attacks in this phase. ``own`` is what wounds and lying take from
    its attacks, ``given`` what they add to attacks on it. ``needs_care``: something may keep it from attacking as
    usual with its ``hand``. ``dodges``: it has aborted to All-Out Dodge in this phase. ``out_phase`` is the phase in
    which it went out, 0: it is in.

    Of each fight, (T,): its ``number`` in the call, the ``phase`` and the number of its ``epoch``, whether it
    ``is_over``, and the phase before which something besides a new action ``wakes``. ``aims`` (2, T) are the first of
    either side that is in, as the foes and the others see it.
    """

    penalty: Ints
    ammo: Ints
    out_phase: Ints
    place: Places
    turn: Places
    pending: Places
    todo: Ints
    own: Ints
    given: Ints
    needs_care: Bools
    hand: Ints
    dodges: Bools
    number: Ints
    phase: Ints
    epoch: Ints
    is_over: Bools
    wakes: Ints
    aims: Ints

    def kept(self, rows: Ints) -> "State":
        """Returns these fights alone."""
        known = asdict(self)
        return State(
            **{name: value.take(rows, axis=min(value.ndim - 1, 1)) for name, value in known.items()}
        )


def by_row(values: Ints, rows: Ints) -> Ints:
    """Returns what is known in these rows; (1,) where it is the same everywhere."""
    return values if values.size == 1 else values[rows]


class Attacks:
    """What attacks are rolled with, for every epoch in one array; those of ``Epoch`` flat, the epoch first.

    ``lead`` holds rows of outcomes for an attack nobody's state says anything about, ``lowest`` and ``highest`` between
    which rows it stays; by epoch, attacker, hand, variant, target. What is known by epoch and combatant is (1,) where
    it is the same for all of them.
    """

    def __init__(self, setting: Setting) -> None:
        """Takes the attacks of each epoch."""
        size = len(setting.who)

        def flat(name: str) -> Ints:
            return np.stack([getattr(each, name) for each in setting.epochs]).ravel()

        def short(values: Ints) -> Ints:
            return values[:1] if (values == values[0]).all() else values

        def against(epoch: Epoch, name: str) -> Ints:
            of_kind: Ints = getattr(epoch, name)[setting.arms.is_melee.astype(np.int64)]
            return of_kind

        self.kinds = setting.epochs[0].attack.shape[2]
        self.can_act: Bools = flat("can_act").astype(bool).reshape(-1, size)
        self.prone, self.aimed_prone = short(flat("prone")), short(flat("aimed_prone"))
        self.unsteady = short(flat("unsteady"))
        self.can_step = short(flat("can_step"))
        self.dodge = short(flat("dodge"))
        self.dodge_prone = short(flat("dodge_prone"))
        self.dodge_unsteady = short(flat("dodge_unsteady"))
        row = flat("row")
        leads = [
            each.attack[..., None] - against(each, "defense")[:, :, None] for each in setting.epochs
        ]
        self.lead: Ints = np.stack(leads).ravel() + row
        self.lowest: Ints = row + flat("least")
        self.highest: Ints = row + flat("most")
        self.hit_row = flat("hit_row")
        self.is_passive = np.stack([against(each, "is_passive") for each in setting.epochs]).ravel()
        self.any_passive = bool(self.is_passive.any())
        self.starts: Ints = np.array([each.first_phase for each in setting.epochs])
        later = np.full(size, setting.later)
        limits = [setting.limit, *[later] * (len(setting.epochs) - 1)]
        self.limit: Ints = short(np.concatenate(limits))


class Field:
    """The fights of one call: ``state`` those that go on, of which the others have left the arrays."""

    def __init__(
        self, setting: Setting, count: int, rng: np.random.Generator, orders: Orders
    ) -> None:
        """Takes how all of the fights begin."""
        self.setting, self.rng, self.orders = setting, rng, orders
        self.arms, self.body = setting.arms, setting.body
        self.attacks = Attacks(setting)
        self.size = len(setting.who)
        self.distances = distances(setting.is_foe)
        self.is_simple = orders.all_simple
        self.has_tasks = int(setting.tasks.max(initial=0)) > 1
        self.counts_recoil = bool(
            setting.keeps_recoil or self.has_tasks or setting.start.recoil.any()
        )
        self.defends: Bools = np.where(setting.is_foe, orders.foe_defends, orders.pc_defends)
        self.released = setting.released
        self.result = BattleResult(
            winner=np.full(count, DRAW, np.int8),
            rounds=np.full(count, orders.most_rounds, np.int16),
            alive=np.zeros((count, self.size), bool),
            out_round=np.zeros((count, self.size), np.int16),
            ammo=np.zeros((count, self.size), np.int16),
        )
        self._sides = setting.is_foe.nonzero()[0], (~setting.is_foe).nonzero()[0]
        self._is_over, self._winner = _endings(setting.is_foe, orders)
        self._fallen: list[Ints] = []
        self.state = self._begun(count)
        self.reckon(np.arange(count))
        self._decide(np.arange(count))

    def _begun(self, count: int) -> State:
        setting, start = self.setting, self.setting.start
        shape = (self.size, count)
        dice = self.rng.integers(1, 7, (mechanics.TEST_DICE, *shape)).sum(axis=0)
        score = setting.initiative[:, None] + np.where(setting.is_rolled[:, None], dice, 0)
        place = _places(score * _ONE_POINT + setting.tie_break[:, None])
        first = self._first_places(score, place)
        can = self.attacks.can_act[0] & (setting.tasks > 0)
        can &= setting.limit > start.used + start.lost
        can &= ~start.is_out
        values = {
            each: np.repeat(getattr(start, each)[:, None], count, axis=1)
            for each in Start.__struct_fields__
        }
        # as small as can be: the largest array of those that are copied whenever fights leave
        values["level"] = values["level"].astype(np.int8)
        pending = np.where(can[:, None], first, DONE)
        return State(
            **values,
            penalty=np.repeat(self._penalty(start.level)[:, None], count, axis=1),
            ammo=np.repeat(self.arms.ammo[:, None], count, axis=1).astype(np.int32),
            out_phase=np.repeat((start.is_out * setting.first_phase)[:, None], count, axis=1),
            place=place,
            turn=np.where(start.is_out[:, None], DONE, place),
            pending=pending,
            todo=np.repeat(setting.tasks[:, None], count, axis=1),
            own=np.zeros(shape, np.int64),
            given=np.zeros(shape, np.int64),
            needs_care=np.repeat(self._care()[:, None], count, axis=1),
            hand=np.repeat(start.is_gone.argmin(axis=1)[:, None], count, axis=1),
            dodges=np.zeros(shape, bool),
            number=np.arange(count),
            phase=np.full(count, setting.first_phase),
            epoch=np.zeros(count, np.int64),
            is_over=np.zeros(count, bool),
            wakes=np.full(count, setting.first_phase + 1),
            aims=np.zeros((2, count), np.int64),
        )

    def _care(self) -> Bools:
        """Returns about whom anything is special that decides with what it attacks, (n,)."""
        start, arms, everybody = self.setting.start, self.arms, np.arange(self.size)
        hand = start.is_gone.argmin(axis=1)
        ammo = arms.ammo[everybody, hand]
        is_short = (ammo >= 0) & (ammo < arms.rounds[everybody, hand])
        is_hurt = (start.level > 0).any(axis=1)
        found = start.is_off_balance | start.has_fired | start.is_jammed.any(axis=1)
        return np.asarray(found | is_short | is_hurt | ~arms.is_allowed[everybody, hand])

    def _first_places(self, score: Ints, place: Places) -> Places:
        """Returns everybody's place in the first phase, (n, T); ``DONE``: its turn is over. Source: PHA-19, PHA-29."""
        setting, ahead = self.setting, self.orders.strikes_first
        if setting.group is not None:
            places = np.where(setting.group < 0, DONE, setting.group).astype(np.int16)
            return np.repeat(places[:, None], score.shape[1], axis=1)
        if not ahead and not setting.snap.any():
            return place
        goes_first = (setting.is_foe == (ahead == "foe")) & bool(ahead)
        more = setting.snap + _FAR_AHEAD * goes_first
        return _places((score + more[:, None]) * _ONE_POINT + setting.tie_break[:, None])

    def _penalty(self, level: Ints) -> Ints:
        """Returns what wounds (…, P) take from rolls, 0 or less. Source: PHA-66."""
        amounts = self.body.penalty[level]
        return np.asarray(amounts.sum(-1) if self.body.adds_penalties else amounts.min(-1))

    def reckon(self, fights: Ints) -> None:
        """Sums up what everybody's state does to its attacks, and to attacks on it. Source: PHA-28, PHA-66."""
        state, attacks = self.state, self.attacks
        rows = state.epoch[fights] * self.size + np.arange(self.size)[:, None]
        penalty, lies = state.penalty[:, fights], state.is_prone[:, fights]
        state.own[:, fights] = penalty + lies * by_row(attacks.prone, rows)
        state.given[:, fights] = lies * by_row(attacks.aimed_prone, rows) - penalty

    def release(self) -> None:
        """Makes the results of a tie true that were held when the forecast began. Source: PHA-19."""
        state, released = self.state, self.released
        if released is None:
            return
        self.released = None
        for each in Start.__struct_fields__:
            if each not in _TIED:
                getattr(state, each)[:] = getattr(released, each)[:, None]
        state.penalty[:] = self._penalty(released.level)[:, None]
        state.needs_care[:] = True
        everybody = np.arange(state.number.size)
        self.reckon(everybody)
        goes = released.is_out & ~self.setting.start.is_out
        state.out_phase[:] = (goes * self.setting.first_phase)[:, None]
        state.turn[:] = np.where(released.is_out[:, None], DONE, state.place)
        stays = ~released.is_out & (self.setting.limit > released.used + released.lost)
        state.pending[~stays] = DONE
        self._decide(everybody)

    @property
    def can_look_ahead(self) -> bool:
        """Whether attacks that harm nobody change nothing for those that come later in the phase."""
        return not (self.counts_recoil or self.orders.any_defends or self.released is not None)

    # ---- places in the arrays

    def at(self, cell: Ints, values: Ints) -> Ints:
        """Returns what is known, by epoch and combatant, of these; (1,) where it is the same for everybody."""
        if values.size == 1:
            return values
        count = self.state.number.size
        epoch = self.state.epoch.take(cell % count)
        return np.asarray(values.take(epoch * self.size + cell // count))

    def levels(self, cell: Ints, place: int) -> Ints:
        """Returns the levels of a place of each of these."""
        levels = self.state.level
        return np.asarray(levels.ravel().take(cell * levels.shape[2] + place))

    def worst(self, cell: Ints) -> Ints:
        """Returns the level of the worst wound of each of these. Source: PHA-70."""
        levels = self.state.level.reshape(-1, self.state.level.shape[2]).take(cell, axis=0)
        return np.asarray(levels.max(axis=1), np.int64)

    # ---- out, and the end

    def fall(self, cell: Ints) -> None:
        """Notes who falls; ``decide_fallen`` puts them out of the fight."""
        self._fallen.append(cell)

    def decide_fallen(self) -> None:
        """Puts out who has fallen since this was last looked at, and ends the fights that are decided by it.

        Source: PHA-74, PHA-76.
        """
        if not self._fallen:
            return
        state, cell = self.state, np.concatenate(self._fallen)
        self._fallen = []
        was_out = state.is_out.ravel().take(cell)
        if np.count_nonzero(was_out):
            cell = cell[(~was_out).nonzero()[0]]
        fights = cell % state.number.size
        state.is_out.reshape(-1)[cell] = True
        state.turn.reshape(-1)[cell] = DONE
        state.pending.reshape(-1)[cell] = DONE
        state.out_phase.reshape(-1)[cell] = state.phase.take(fights)
        self._decide(fights)

    def _decide(self, fights: Ints) -> None:
        """Ends the fights in which a side has nobody left; nobody acts in them any more."""
        state, losses = self.state, np.zeros(fights.size, np.int64)
        is_out = state.is_out.take(fights, axis=1)
        for side, members in enumerate(self._sides):
            gone = is_out.take(members, axis=0)
            losses *= members.size + 1
            losses += gone.sum(axis=0, dtype=np.int64)
            if self.is_simple and members.size:
                state.aims[side, fights] = members.take(gone.argmin(axis=0))
        over = self._is_over.take(losses)
        which = (over & ~state.is_over.take(fights)).nonzero()[0]
        if not which.size:
            return
        ended = fights[which]
        number = state.number[ended]
        self.result.winner[number] = self._winner.take(losses[which])
        self.result.rounds[number] = state.phase[ended]
        state.is_over[ended] = True
        state.is_out[:, ended] = True
        state.pending[:, ended] = DONE

    def leave(self) -> bool:
        """Goes on with the fights that are not over, once enough are to be worth the copying; False: none is left."""
        over = self.state.is_over
        count = np.count_nonzero(over)
        if 3 * count >= over.size:
            self._note(over.nonzero()[0])
            self.state = self.state.kept((~over).nonzero()[0])
        return bool(count < over.size)

    def _note(self, rows: Ints) -> None:
        """Notes how fights end."""
        state, result = self.state, self.result
        number = state.number[rows]
        result.alive[number] = ~state.is_dead.take(rows, axis=1).T
        result.out_round[number] = state.out_phase.take(rows, axis=1).T
        hand = self.setting.start.is_gone.argmin(axis=1)
        result.ammo[number] = state.ammo[np.arange(self.size), rows[:, None], hand]


def _endings(is_foe: Bools, orders: Orders) -> tuple[Bools, npt.NDArray[np.int8]]:
    """Returns which fights are over and who has won those, by the losses of both sides.

    So many foes and others lost are at ``foes · (1 + number of the others) + others``.
    """
    foes, others = int(is_foe.sum()), int((~is_foe).sum())
    lost = np.where(is_foe, *np.indices((foes + 1, others + 1)).reshape(2, -1, 1))
    rank = np.where(is_foe, is_foe.cumsum(), (~is_foe).cumsum())
    return decided(orders, is_foe, rank > lost)


def _places(key: Ints) -> Places:
    """Returns the places of combatants, (n, T), from 0 on: the highest first, equal ones at once. Source: PHA-19."""
    order = np.argsort(-key, axis=0, kind="stable")
    ordered = np.take_along_axis(key, order, axis=0)
    begins = np.zeros(ordered.shape, np.int64)
    begins[1:] = ordered[1:] != ordered[:-1]
    places = np.empty(ordered.shape, np.int16)
    np.put_along_axis(places, order, begins.cumsum(axis=0, dtype=np.int16), axis=0)
    return places
