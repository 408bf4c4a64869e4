"""A fight in phases as the battlefield plays it: who acts when, with what, at whom; the rules do the rest.

Whose side defends itself may abort to All-Out Dodge; else everybody has its Standard Defense, nobody blocks or parries.

Source: PHA-11, PHA-19, PHA-23 to PHA-35, PHA-51, PHA-60 to PHA-72, PHA-77, PHA-78.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct
from typing_extensions import override

from encounter_gui.rules.engine.battlefield.field import Battlefield, apart
from encounter_gui.rules.engine.battlefield.game import PlainGame
from encounter_gui.rules.engine.battlefield.plans import Numbers
from encounter_gui.rules.engine.battlefield.start import Start
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Play, Rule, anywhere
from encounter_gui.rules.engine.reading.fields import ValueStore
from encounter_gui.rules.engine.reading.rows import Reading
from encounter_gui.rules.engine.reading.tied import TiedColumns
from encounter_gui.rules.systems.phases.battle.arms import HANDS, Epochs
from encounter_gui.rules.systems.phases.battle.dodging import Dodging
from encounter_gui.rules.systems.phases.battle.shots import Armory, Shots
from encounter_gui.rules.systems.phases.battle.standing import amounts_of
from encounter_gui.rules.systems.phases.rules import costs, dying, harm
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy
from encounter_gui.rules.systems.phases.rules.ends import follow
from encounter_gui.rules.systems.phases.rules.fighter import BARE, Fighter
from encounter_gui.rules.systems.phases.rules.strike import GRAZE, Volley
from encounter_gui.rules.systems.phases.sheet import action_budget

_ONE_LEVEL = 1_000
"""How much more a level of a wound says of what is left than anybody's strength."""

_FAR_AHEAD, _ONE_POINT = 1_000, 1_000
"""More than any initiative; how much more a point of it counts than what decides between equal ones."""

_MOST_SPENT = 64
"""More than wounds or recoil ever take from a roll."""


_ENDING = ("dead", "unconscious", "incapacitated", "clinically_dead", "in_shock", "stunned")
"""The fields of which some end where others have begun, by what several have done."""


class Arms(Struct, frozen=True, kw_only=True):
    """What everybody attacks with; arrays (n, 3), by right hand, left hand, bare hands.

    ``is_there``: there is a weapon. ``is_allowed``: it can be used as things are. ``rounds``: what one discharge uses
    if there are as many. ``magazine`` 0: it cannot be reloaded. ``needs``, (n, 3, 2): the right and left arm that it
    cannot be used without. ``is_single``: one attack a phase. ``roll`` finds the kind of discharge, by kind of
    attacker, hand, rounds loaded, and whether the target rolls nothing; ``landing`` (n, 3, n) is what its hits do to
    each. ``is_whole``: several are one.
    """

    is_there: Array
    is_allowed: Array
    is_melee: Array
    can_jam: Array
    is_single: Array
    is_firearm: Array
    recoil: Array
    rounds: Array
    magazine: Array
    needs: Array
    roll: Numbers
    landing: Array
    is_whole: Array


class First(Struct, frozen=True, kw_only=True):
    """The first phase; arrays (n,).

    ``tasks`` are its attacks. ``initiative``: as far as it is known; ``is_rolled``: it is still to be rolled, and the
    dice are added. ``snap``: what a Snap Shot adds. ``group``: the place in a phase that has begun, -1: none any more;
    None: it has not begun. ``later``: the actions of the phases after it.
    """

    tasks: Array
    initiative: Array
    is_rolled: Array
    snap: Array
    tie_break: Array
    group: Array | None
    later: int


class PhasesGame(PlainGame):
    """A fight in phases from a state on."""

    acts_tied = True
    own_pace = True
    body = Fighter

    def __init__(
        self,
        context: RulesContext,
        start: Start,
        epochs: Epochs,
        parts: tuple[Arms, First, Anatomy, Armory],
        *,
        kind: Array,
        toughness: Array,
        useless: Array,
    ) -> None:
        """Takes the state, everybody, and what attacks are rolled with from which phase on."""
        self.start, self.epochs = start, epochs
        self.arms, self.first, self.anatomy, self.armory = parts
        self.kind, self.toughness, self.useless = kind, toughness, useless
        self.amounts = amounts_of(start.standing)
        self.dodging = Dodging(epochs, kind, self.anatomy)
        self.said = Play(context)
        self.reload_is_free, self.clear_is_free = (
            action_budget.COSTS.of(context, each) == "free" for each in ("reload", "clear")
        )
        self.keeps_recoil = context.switch("phases.recoilSpan") == "round"

    @override
    def reading(self, play: Play | None = None) -> Reading:
        """Returns what rules are read with; the battlefield brings the dice."""
        return Reading(body=Fighter, said=play or self.said, books={})

    # ---- phases

    def order(self, field: Battlefield) -> Array:
        """Returns everybody's places in a phase that begins in all fights."""
        field.extra["round"] = np.full(field.open.size, field.round)
        return self.begin_rounds(field, np.arange(field.open.size))

    def begin_rounds(self, field: Battlefield, rows: Array) -> Array:
        """Begins a phase; the highest initiative is first, equal ones act at once. Source: PHA-11, PHA-19, PHA-24."""
        if "place" not in field.extra:
            return self._first_order(field)
        columns = field.columns
        phase = field.extra["round"][rows]
        columns["now"][rows] = phase[:, None]
        self._clocks(field, rows, phase)
        forgets = np.asarray(costs.forgets_recoil(phase)) | (not self.keeps_recoil)
        columns["recoil"][rows[forgets]] = 0
        columns["limit"][rows] = self.first.later
        self._each(field, rows, columns["stunned"][rows] > 0, costs.begin_phase)
        places = np.where(columns["is_in"][rows], field.extra["place"][rows], -1)
        field.extra["places"][rows] = places
        return places

    def _first_order(self, field: Battlefield) -> Array:
        first, count = self.first, field.open.size
        dice = field.rng.integers(1, 7, (3, count, field.size)).sum(axis=0)
        score = first.initiative + np.where(first.is_rolled, dice, 0)
        field.extra["place"] = _places(score * _ONE_POINT + first.tie_break)
        if first.group is not None:
            place = np.repeat(np.where(first.group < 0, -1, first.group)[None], count, axis=0)
        else:
            ahead = field.orders.strikes_first
            goes_first = (self.start.is_foe == (ahead == "foe")) & bool(ahead)
            more = first.snap + _FAR_AHEAD * goes_first
            place = _places((score + more) * _ONE_POINT + first.tie_break)
        places = np.where((place < 0) | (first.tasks < 1), -1, place)
        field.extra["places"] = places
        return places

    def _clocks(self, field: Battlefield, rows: Array, phase: Array) -> None:
        """Lets what is due come. Source: PHA-70, PHA-72."""
        columns = field.columns
        due = columns["clinically_dead"][rows]
        self._each(field, rows, (due >= 0) & (due <= phase[:, None]), dying.die)
        due = columns["in_shock"][rows]
        comes: Array = (due >= 0) & (due <= phase[:, None])
        row, who = comes.nonzero()
        for now in apart(row):
            field.run(dying.on_the_clock, rows[row[now]], (who[now],), self.anatomy)

    def _each(
        self, field: Battlefield, rows: Array, which: Array, rule: Callable[..., Rule[Any]]
    ) -> None:
        """Plays a rule of one combatant that rolls nothing for those for whom something is true, (k, n)."""
        row, who = which.nonzero()
        if row.size:
            field.run(rule, rows[row], (who,))

    # ---- an action

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        """Lets these take their actions of the phase: those they have declared, in the first, later one."""
        is_first = field.extra["round"][field.fights(at)] == self.start.round
        tasks = np.where(is_first, self.first.tasks[who], 1)
        for number in range(int(tasks.max(initial=0))):
            more = tasks > number
            self._act_once(field, at[more], who[more])

    def _act_once(self, field: Battlefield, at: Array, who: Array) -> None:
        """Lets these attack once, with what they can, whom their side wants; who cannot gets ready for it.

        Where nobody is left to attack they do nothing: the fight is decided.
        """
        columns, cell = field.columns, field.cells(at, who)
        spent = columns["used"].take(cell) + field.value("lost", at, cell)
        able = columns["limit"].take(cell) > spent
        if not self.epochs.can_act.all():
            able &= self.epochs.can_act[self.epochs.at(columns["now"].take(cell)), who]
        at, who, cell = _those(able, at, who, cell)
        hand = self._hand(field, at, cell, who)
        target, is_there = field.aimed(at, who, hand)
        at, who, cell, hand, target = _those(is_there, at, who, cell, hand, target)
        busy = self._make_ready(field, at, who, cell, hand)
        usable = self._is_usable(field, at, (cell, who), hand)
        if not usable.all():
            hand = np.where(usable, hand, BARE)
            usable |= self._is_usable(field, at, (cell, who), hand)
            if field.moves is not None:  # bare hands reach less far
                target, is_there = field.aimed(at, who, hand)
                usable &= is_there
        at, who, cell, hand, target = _those(usable & ~busy, at, who, cell, hand, target)
        if not at.size:
            return
        shots, spends = self._shots(field, (at, who, cell, hand, target))
        ends = field.run(costs.fire, at, (who,), shots, spends)
        fired = _outcome(ends, at.size)
        result, margin, count = (
            np.asarray(each) for each in (fired.result, fired.margin, fired.count)
        )
        hits = (result >= GRAZE).nonzero()[0]
        if hits.size:
            volley = Volley(result[hits], margin[hits], count[hits])
            at, target = at[hits], target[hits]
            field.run(harm.land, at, (target,), shots[hits], volley, self.anatomy)

    @override
    def end_place(self, field: Battlefield) -> None:
        """Lets who is down or out dodge no longer, and what weighed on it end. Source: PHA-35, PHA-51, PHA-74."""
        columns = field.columns
        dodges = columns["all_out_dodge"]
        if not anywhere(dodges):
            return
        ends = dodges & (columns["is_down"] | ~columns["is_in"])
        columns["all_out_dodge"] = dodges & ~ends
        columns["off_balance"] &= ~ends

    @override
    def end_tie(self, field: Battlefield, tied: TiedColumns) -> None:
        """Works out what follows where several have met on one: who is down, penalties, stuns, Shock, worse places.

        Source: PHA-19, PHA-61, PHA-62, PHA-64, PHA-66.
        """
        columns, met = field.columns, tied.met
        if not met.size:
            return
        levels = columns["wound"].reshape(-1, len(self.anatomy.keys)).take(met, axis=0)
        before = tied.before.get("wound", levels)
        amounts = np.asarray(self.anatomy.penalties).take(levels)
        adds = self.anatomy.adds_penalties
        columns["penalty"].put(met, amounts.sum(axis=1) if adds else amounts.min(axis=1))
        columns["worst"].put(met, levels.max(axis=1))
        values = {name: columns[name].take(met) for name in _ENDING}
        fighters = ValueStore(**values, moves=np.zeros(met.size, bool))
        follow(self.said, Fighter(fighters))
        for name in _ENDING:
            columns[name].put(met, fighters.values[name])
        self._lose_actions(field, np.unique(met // field.size))
        worse = (levels != before).any(axis=1)
        self._run_at(field, met[worse & (columns["in_shock"].take(met) >= 0)], harm.hasten)
        legs = list(self.anatomy.legs)
        worse = (levels[:, legs] != before[:, legs]).any(axis=1)
        self._run_at(field, met[worse], harm.buckle)
        cells, place = tied.coincided.get("wound", (met[:0], met[:0]))
        for now in apart(cells):
            at, who = np.divmod(cells[now], field.size)
            level = columns["wound"][at, who, place[now]]
            where = np.ones(at.size, bool)
            field.run(harm.coincide, at, (who,), place[now], level, self.anatomy, where)

    def _run_at(self, field: Battlefield, cells: Array, rule: Callable[..., Rule[Any]]) -> None:
        at, who = np.divmod(cells, field.size)
        field.run(rule, at, (who,), self.anatomy)

    def _hand(self, field: Battlefield, at: Array, cell: Array, who: Array) -> Array:
        """Returns with what each attacks: what is in the right hand, else in the left, else bare hands."""
        grip = field.value("grip", at, cell)
        dropped = self.start.columns["grip"].take(who, axis=0) & ~grip
        there = self.arms.is_there.take(who, axis=0)[:, :BARE] & ~dropped
        return np.asarray(np.where(there[:, 0], 0, np.where(there[:, 1], 1, BARE)))

    def _make_ready(
        self, field: Battlefield, at: Array, who: Array, cell: Array, hand: Array
    ) -> Array:
        """Reloads what is empty, else clears what is jammed; returns whose action is used up by it. Source: PHA-26."""
        held = cell * HANDS + hand
        magazine = self.arms.magazine.ravel().take(who * HANDS + hand)
        empty = (field.columns["ammo"].ravel().take(held) == 0) & (magazine > 0)
        jammed = field.value("jammed", at, cell)[np.arange(at.size), hand]
        clears = jammed & (~empty | self.reload_is_free)
        busy = empty & (not self.reload_is_free) | clears & (not self.clear_is_free)
        rows = (empty | clears).nonzero()[0]
        if rows.size:
            unready = (each[rows] for each in (hand, magazine, empty, clears, busy))
            field.run(costs.make_ready, at[rows], (who[rows],), costs.Unready(*unready))
        return np.asarray(busy)

    def _is_usable(
        self, field: Battlefield, at: Array, one: tuple[Array, Array], hand: Array
    ) -> Array:
        """Returns whether the rules let it be attacked with. Source: PHA-27, PHA-53, PHA-64, PHA-77."""
        columns, arms, (cell, who) = field.columns, self.arms, one
        wielded, held = who * HANDS + hand, cell * HANDS + hand
        usable = arms.is_allowed.ravel().take(wielded) & (columns["ammo"].ravel().take(held) != 0)
        if arms.is_single.any():
            usable &= ~(arms.is_single.ravel().take(wielded) & columns["fired"].ravel().take(held))
        wound = field.value("wound", at, cell)
        for side, arm in enumerate(self.anatomy.arms):
            if arm >= 0:
                level = wound[:, arm]
                needs = arms.needs.ravel().take(wielded * 2 + side)
                usable &= ~(needs & self.useless.take(level))
        return np.asarray(usable)

    def _shots(
        self, field: Battlefield, who_at_whom: tuple[Array, ...]
    ) -> tuple[Shots, costs.Spent]:
        """Returns what each is rolled with, and what it uses up. Source: PHA-30 to PHA-35, PHA-77."""
        columns, arms, size = field.columns, self.arms, field.size
        at, who, cell, hand, target = who_at_whom
        wielded, aimed = who * HANDS + hand, field.cells(at, target)
        mine, theirs = self.kind.take(who), self.kind.take(target)
        epochs, now = self.epochs, self.epochs.at(columns["now"].take(cell))
        melee = arms.is_melee.ravel().take(wielded)
        rounds, ammo = (
            arms.rounds.ravel().take(wielded),
            columns["ammo"].ravel().take(cell * HANDS + hand),
        )
        loaded = np.where(ammo < 0, rounds, np.minimum(ammo, rounds))
        recoil = arms.recoil.ravel().take(wielded)
        lies = field.value("prone", at, cell)
        unsteady = field.value("off_balance", at, cell)
        lead = epochs.own.at(now, mine, hand, loaded, lies * 1, unsteady * 1)
        lead = lead + field.value("penalty", at, cell)
        if field.moves is not None:
            lead += self.amounts[field.situation(at, who, hand, target)]
        lead -= costs.recoil_of(columns["recoil"].take(cell), arms.is_firearm.ravel().take(wielded))
        lies, moves = field.value("prone", at, aimed), field.value("moves", at, aimed)
        lead += epochs.given.at(now, theirs, lies * 1, moves * 1)
        passive = epochs.passive.at(now, theirs, melee * 1)
        lead -= np.where(passive < 0, field.value("penalty", at, aimed), passive)
        landing = arms.landing.ravel().take(wielded * size + target)
        kind = (
            arms.roll.at(mine, hand, loaded, (passive >= 0) * 1),
            landing,
            arms.is_whole.ravel().take(wielded),
            passive >= 0,
        )
        none = np.zeros(at.size, np.int64)
        unsteady = field.value("off_balance", at, aimed)
        usual = epochs.defense.at(now, theirs, none, none, none) * (passive < 0)
        shots = self.armory.shots_at(kind[0], lead - usual, *kind[1:])
        dodges = self.dodging.dodged(field, at, who, target, shots)
        if dodges.any():
            lying = (dodges & lies) * 1
            all_out = epochs.defense.at(now, theirs, dodges * 1, lying, (dodges & unsteady) * 1)
            shots = self.armory.shots_at(kind[0], lead - all_out * (passive < 0), *kind[1:])
        single, jams = arms.is_single.ravel().take(wielded), arms.can_jam.ravel().take(wielded)
        used = np.where(ammo < 0, 0, loaded)
        return shots, costs.Spent(hand, used, recoil, single, melee, jams)

    # ---- the battlefield asks

    @override
    def end_round(self, field: Battlefield) -> None:
        """Plays the end of a phase of all fights."""
        self.end_rounds(field, np.arange(field.open.size))

    def end_rounds(self, field: Battlefield, rows: Array) -> None:
        """Lets a stun that came in a tie before its owner's last action cost the next one, and dodging end.

        Source: PHA-19, PHA-35, PHA-51, PHA-64.
        """
        columns = field.columns
        unsteady = columns["off_balance"][rows] & columns["all_out_dodge"][rows]
        self._each(field, rows, unsteady, costs.end_dodge)
        self._lose_actions(field, rows)

    def _lose_actions(self, field: Battlefield, rows: Array) -> None:
        """Lets stuns that find no action left in this phase take those of the next."""
        columns = field.columns
        lost = columns["lost"][rows]
        if lost.any():
            over = (lost > 0) & (columns["used"][rows] + lost > columns["limit"][rows])
            self._each(field, rows, over, costs.carry_over)

    def left(self, field: Battlefield, at: Array) -> Array:
        """Returns how far each is from the worst wound, and of these how tough it is."""
        worst = field.everybody("worst", at)
        return (len(self.anatomy.penalties) - 1 - worst) * _ONE_LEVEL + self.toughness

    @override
    def rounds_left(self, field: Battlefield) -> Array:
        """Returns the rounds left of what is in hand at the beginning."""
        there = self.arms.is_there
        hand = np.where(there[:, 0], 0, np.where(there[:, 1], 1, BARE))
        return field.columns["ammo"][:, np.arange(field.size), hand]


def _those(which: Array, *columns: Array) -> tuple[Array, ...]:
    return columns if which.all() else tuple(each[which] for each in columns)


def _outcome(ends: list, size: int) -> Volley:  # type: ignore[type-arg]
    """Returns what the rule has returned in each of the rows it was played in."""
    if len(ends) == 1:
        found = ends[0].value
        shown = (np.asarray(each) for each in (found.result, found.margin, found.count))
        return Volley(*(each if each.ndim else np.full(size, each) for each in shown))
    made = Volley(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64))
    for each in ends:
        for name in ("result", "margin", "count"):
            getattr(made, name)[each.of] = getattr(each.value, name)
    return made


def _places(key: Array) -> Array:
    """Returns the places of combatants, (T, n), from 0 on: the highest first, equal ones at once. Source: PHA-19."""
    order = np.argsort(-key, axis=1, kind="stable")
    ordered = np.take_along_axis(key, order, axis=1)
    begins = np.zeros(ordered.shape, np.int64)
    begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    places = np.empty(ordered.shape, np.int64)
    np.put_along_axis(places, order, begins.cumsum(axis=1), axis=1)
    return places
