"""A fight of D6 pools on the battlefield: what everybody does under a doctrine, and when.

Whose side defends itself dodges or parries each attack with as many dice as it may, as long as it has some; nobody else
does. Who has an explosive in hand throws it at somebody, as long as there are any; its blast reaches nobody else, on a
plan neither. Nobody draws, aims or spends Hero Points; people move on a plan alone, as ``standing`` says.

Source: D6P-13 to D6P-24, D6P-29 to D6P-44, D6P-48.
"""

import numpy as np
from msgspec import Struct
from typing_extensions import override

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.game import PlainGame
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.start import Start
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Play, Rule, Truth, Whole
from encounter_gui.rules.engine.reading.fields import ValueStore
from encounter_gui.rules.engine.reading.rows import ColumnStore, End, Reading
from encounter_gui.rules.engine.reading.tied import TiedColumns
from encounter_gui.rules.systems.d6pool.battle.attacks import BARE, HAND, Attacks, Strikes
from encounter_gui.rules.systems.d6pool.combat.variants import Spans
from encounter_gui.rules.systems.d6pool.rules import costs, harm, order
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter, is_dead, is_wounded
from encounter_gui.rules.systems.d6pool.rules.strike import Blow, Bombing, Strike

_FIRST_PLACE, _SECOND_PLACE = 500, 1500
"""Places in a turn before the initiative total is taken off: of first and of second actions."""

_FAR_AHEAD = 200
"""More than any initiative total, less than what lies between first and second actions."""

_MOST_ATTACKS = 2


class Turn(Struct, frozen=True):
    """What everybody begins a turn with, (n,), for turns in which the same conditions hold."""

    speed: Array
    dodge: Array
    is_defenseless: Array


class Setting(Struct, frozen=True, kw_only=True):
    """What of the state a fight is played out by besides the fields.

    ``places`` (n, 2): where in the order what is left of a turn in progress comes, by first and second action, -1: it
    is over; None: no turn is under way. ``total`` (n,): an initiative that is fixed for the first turn, -1: none.
    ``group`` is who acts now. ``bound`` (n,): it has attacked with something else in this action. ``spans``: the
    turns in which the same conditions hold, of which ``turns`` are. ``strikes``: the plans of attacks.
    """

    turns: tuple[Turn, ...]
    places: Array | None
    total: Array
    group: int
    bound: Array
    reloading: str
    spans: Spans
    strikes: Strikes


def attack(
    play: Play,
    who: Fighter,
    target: Fighter,
    plan: Strike,
    base: Whole,
    rounds: Whole,
    uses_aim: Truth,
) -> Rule[Blow]:
    """Plays an attack with what it uses up. Source: D6P-52."""
    yield from costs.attack(play, who, base, rounds, uses_aim)
    return (yield from harm.attack(play, who, target, plan))


def dodged_attack(
    play: Play, who: Fighter, target: Fighter, plan: Strike, *uses: Truth
) -> Rule[Blow]:
    """Plays an attack on somebody who dodges or parries. Source: D6P-31, D6P-52."""
    yield from costs.dodge(play, target, plan.dodge)
    return (yield from attack(play, who, target, plan, *uses))


def throw(
    play: Play, who: Fighter, target: Fighter, plan: Bombing, base: Whole, rounds: Whole
) -> Rule[Blow]:
    """Plays a throw at somebody with what it uses up. Source: D6P-38 to D6P-41."""
    yield from costs.attack(play, who, base, rounds, uses_aim=True)
    return (yield from harm.bomb(play, who, target, plan))


class D6PoolGame(PlainGame):
    """What D6 pools supply to the battlefield."""

    body = Fighter
    acts_tied = True

    def __init__(self, context: RulesContext, start: Start, setting: Setting) -> None:
        """Takes the fight as it begins."""
        self.start, self.setting = start, setting
        self._play = Play(context)
        arms = setting.strikes.arms
        self._base = np.array([(each.base, 1) for each in arms]).ravel()
        self._rounds = np.array([(each.rounds, 0) for each in arms]).ravel()
        self._uses_aim = np.array([(each.uses_aim, False) for each in arms]).ravel()
        self._magazine = np.array([each.magazine for each in arms])
        self._is_single = np.array([each.is_single for each in arms])
        self._throws = np.array([each.explosive is not None for each in arms])
        self._needs_rounds = self._rounds[HAND::2] > 0
        self._any_throws = bool(self._throws.any())

    @override
    def begin_call(self, orders: Orders) -> None:
        """Begins with plans of its own."""
        most = costs.most_dodge(self._play) if orders.any_defends else 0
        self._attacks = Attacks(self.setting.strikes, most_dodge=most)
        self._bound = self.setting.bound.copy()
        self._hurt: list[Array] = []

    @override
    def reading(self, play: Play | None = None) -> Reading:
        """Returns what rules are read with but the dice."""
        return super().reading(play or self._play)

    # ---- turns

    def order(self, field: Battlefield) -> Array:
        """Returns the places of a turn, (T, n, 2). Source: D6P-15, D6P-16."""
        self._play.begin_round(field.round)
        fights = field.open.size
        setting, size = self.setting, self.start.is_foe.size
        if field.is_first and setting.places is not None:
            return np.broadcast_to(setting.places, (fights, size, 2))
        rolled = field.rng.integers(1, 7, (fights, size))
        total = np.asarray(order.total(rolled, self._turn(field.round).speed, 0))
        if field.is_first:
            total = np.where(setting.total >= 0, setting.total, total)
        able = field.columns["is_in"]
        twice = able & order.acts_twice(self._play, total)
        if field.is_first and field.orders.strikes_first is not None:
            first = self.start.is_foe == (field.orders.strikes_first == "foe")
            total = total + _FAR_AHEAD * first
        places = (
            np.where(able, _FIRST_PLACE - total, -1),
            np.where(twice, _SECOND_PLACE - total, -1),
        )
        return np.stack(places, axis=2)

    def _turn(self, number: int) -> Turn:
        return self.setting.turns[self.setting.spans.number(number)]

    @override
    def end_tie(self, field: Battlefield, tied: TiedColumns) -> None:
        """Lets what follows be looked for in everybody of a tie. Source: D6P-15."""
        self._hurt.append(tied.taken_up)

    @override
    def end_place(self, field: Battlefield) -> None:
        """Plays what follows from what has been done. Source: D6P-15, D6P-23, D6P-31, D6P-43, D6P-44."""
        self._bound[:] = False  # only who acts first goes on with an action
        if not self._hurt:
            return
        code = np.concatenate(self._hurt)
        self._hurt = []
        columns = field.columns
        is_new = columns["health"].take(code) != columns["seen_health"].take(code)
        is_new |= columns["stunned"].take(code) & ~columns["seen_stunned"].take(code)
        is_new |= columns["stunned_again"].take(code) > columns["seen_again"].take(code)
        code = np.sort(code[is_new])
        if code.size:
            code = code[np.append(True, code[1:] != code[:-1])]
            field.run(harm.catch_up, code // field.size, (code % field.size,))

    def _note(self, field: Battlefield, at: Array, who: Array) -> None:
        self._hurt.append((field.fights(at) * field.size + who).ravel())

    @override
    def end_round(self, field: Battlefield) -> None:
        """Takes wounds from those who bleed, and gives everybody what the next turn begins with.

        Source: D6P-13, D6P-31, D6P-43.
        """
        columns = field.columns
        is_due = (columns["bleeding"] >= 0) & (columns["bleeding"] <= field.round)
        at, who = (is_due & field.open[:, None]).nonzero()
        field.run(harm.bleed, at, (who,))
        field.run(harm.catch_up_worse, at, (who,))
        field.expire("turn")
        turn = self._turn(field.round + 1)
        columns["dodge"][:] = turn.dodge
        columns["is_defenseless"][:] = turn.is_defenseless

    # ---- an action

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        """Reloads, or attacks as often as the rules allow. Source: D6P-16, D6P-17, D6P-19, D6P-24, D6P-38."""
        arm = self._arm(field, at, who)
        self._reload(field, at, who, arm)
        for _ in range(_MOST_ATTACKS):
            able = self._can_attack(field, at, who, arm)
            at, who, arm = at[able], who[able], arm[able]
            target, is_there = field.aimed(at, who, arm)
            if not is_there.all():
                at, who, arm, target = (each[is_there] for each in (at, who, arm, target))
            if not at.size:
                break
            self._strike(field, at, who, arm, target)

    def _arm(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Returns what each attacks with: bare hands where nothing is left to throw."""
        if not self._any_throws:
            return np.zeros(at.size, np.int64)
        is_gone = self._throws[who] & (self._body(field, at, who).ammo < 1)
        return np.where(is_gone, BARE, HAND)

    def _reload(self, field: Battlefield, at: Array, who: Array, arm: Array) -> None:
        """Source: D6P-24."""
        me, rounds = self._body(field, at, who), self._rounds.take(2 * who + arm)
        low = me.ammo < rounds
        if not np.any(low):
            return
        cost = self.setting.reloading
        may = np.asarray(costs.may_reload(me, cost, rounds, self._magazine[who]))
        at, who = at[may], who[may]
        magazine, is_single = self._magazine[who], self._is_single[who]
        field.run(costs.reload, at, (who,), cost, magazine, is_single)

    def _can_attack(self, field: Battlefield, at: Array, who: Array, arm: Array) -> Array:
        """Source: D6P-16, D6P-17, D6P-19, D6P-21."""
        me, which = self._body(field, at, who), 2 * who + arm
        base, rounds = self._base.take(which), self._rounds.take(which)
        return np.asarray(costs.can_attack(self._play, me, base, rounds) & ~self._bound[who])

    def _strike(self, field: Battlefield, at: Array, who: Array, arm: Array, target: Array) -> None:
        me, other = self._body(field, at, who), self._body(field, at, target)
        own_mode = _mode(me) + 4 * me.aimed
        if field.is_first:
            own_mode += 8 * me.hero * (arm == HAND)
        dodge = np.zeros(at.size, np.int64)
        if field.orders.any_defends:
            dodge = costs.dodge_limit(self._play, other) * field.defends[target]
        span = self.setting.spans.number(field.round)
        where = np.broadcast_to(field.situation(at, who, arm, target), at.shape)
        key = who, own_mode, arm, target, _mode(other), dodge, where
        if not self._any_throws:
            self._attack(field, at, key, span)
            return
        is_thrown = self._throws[who] & (arm == HAND)
        if not is_thrown.all():
            self._attack(field, at[~is_thrown], tuple(each[~is_thrown] for each in key), span)
        if not is_thrown.any():
            return
        at, key = at[is_thrown], tuple(each[is_thrown] for each in key)
        who, target = key[0], key[3]
        bombs = self._attacks.throws(*key, span)
        more = self._base.take(2 * who), self._rounds.take(2 * who)
        self._note_hurt(field, at, target, field.run(throw, at, (who, target), bombs, *more))

    def _attack(self, field: Battlefield, at: Array, key: tuple[Array, ...], span: int) -> None:
        who, arm, target = key[0], key[2], key[3]
        plans = self._attacks.strikes(*key, span)
        more = (
            self._base.take(2 * who + arm),
            self._rounds.take(2 * who + arm),
            self._uses_aim.take(2 * who + arm),
        )
        rule = dodged_attack if field.orders.any_defends else attack
        self._note_hurt(field, at, target, field.run(rule, at, (who, target), plans, *more))

    def _note_hurt(self, field: Battlefield, at: Array, target: Array, ends: list[End]) -> None:
        """Remembers to whom something has happened from which more may follow."""
        for each in ends:
            blow: Blow = each.value
            hurt = each.of[(blow.wounds > 0) | blow.stuns]
            self._note(field, at[hurt], target[hurt])

    def _body(self, field: Battlefield, at: Array, who: Array) -> Fighter:
        return Fighter(ColumnStore(field.columns, at, who, field.size))

    # ---- what the battlefield asks

    def left(self, field: Battlefield, at: Array) -> Array:
        """Returns Temporary Health."""
        return field.everybody("health", at)

    @override
    def is_dead(self, field: Battlefield) -> Array:
        """Returns who is dead."""
        columns = field.columns
        everybody = ValueStore(health=columns["health"], full_health=columns["full_health"])
        return np.asarray(is_dead(Fighter(everybody)))

    @override
    def rounds_left(self, field: Battlefield) -> Array:
        """Returns the rounds of the weapon in hand."""
        return np.where(self._needs_rounds, field.columns["ammo"], -1)


def _mode(fighter: Fighter) -> Array:
    """Returns what changes the dice of somebody: stunned 1, wounded 2."""
    return np.asarray(fighter.stunned + 2 * is_wounded(fighter))
