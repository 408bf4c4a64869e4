"""A CWN fight on the battlefield: order, the Main of each, Morale, dying, swarms. No rule is written here.

Where its side defends itself, who is asked about Total Defense at the table uses it. Screens that stand hold until the
screener's turn, a swarm that has joined strikes first; nobody begins either, and nobody snaps.

Source: CWN-14 to CWN-20, CWN-24 to CWN-27, CWN-36g, CWN-36l, CWN-39, CWN-40, CWN-57 to CWN-66, CWN-69.
"""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.game import PlainGame
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.start import Start
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Play
from encounter_gui.rules.engine.reading.books import Book
from encounter_gui.rules.engine.reading.rows import Reading
from encounter_gui.rules.systems.cwn.battle.attacks import (
    NEVER,
    ON_ANY,
    ON_HIT,
    Attacks,
    Epochs,
    Strikes,
    answered_attack,
)
from encounter_gui.rules.systems.cwn.battle.roster import BARE, HAND, SWARMING, Roster, Swarm
from encounter_gui.rules.systems.cwn.battle.screens import Bonuses, Screens
from encounter_gui.rules.systems.cwn.battle.sequence import CHECKING, Placed, Sequences, repeated
from encounter_gui.rules.systems.cwn.battle.standing import BARE_HANDS
from encounter_gui.rules.systems.cwn.field.rules import RULES
from encounter_gui.rules.systems.cwn.rules import costs, falls, morale
from encounter_gui.rules.systems.cwn.rules.fighter import UNHURT, Fighter
from encounter_gui.rules.systems.cwn.rules.harm import paid_attack
from encounter_gui.rules.systems.cwn.rules.injury import InjuryPlan, injury


class Setting(Struct, frozen=True, kw_only=True):
    """What of the state and the house rules a fight is played out by.

    ``owed``, (2,): a check that is due now, by ``CHECKING``; ``seen``, (2, 4): what has been checked for already.
    ``is_begun``: the group that acts has begun its turn, in the first round played. ``free_acts``, (n,): the first
    round is the free one of a surprise, and those act in it; None: it is not. ``injuries`` are everybody's saves who
    falls after a Traumatic Hit. ``bonuses`` None: nobody screens. ``swarms``: those that owe their blow, each by the
    numbers of its members. Source: CWN-14, CWN-39.
    """

    fearless: int
    is_below: bool
    owed: Array
    seen: Array
    is_begun: Array
    sequences: Sequences
    epochs: Epochs
    strikes: Strikes
    injuries: tuple[InjuryPlan, ...]
    bonuses: Bonuses | None
    swarms: tuple[Swarm, ...]
    free_acts: Array | None = None


class CwnGame(PlainGame):
    """What CWN supplies to the battlefield."""

    body = Fighter

    def __init__(
        self, context: RulesContext, start: Start, roster: Roster, setting: Setting
    ) -> None:
        """Takes the fight as it begins."""
        self._context, self._roster, self._setting = context, roster, setting
        self.start = replace(start, begun=setting.is_begun)
        self._has_several = bool((roster.attacks > 1).any())
        self._has_crowds = bool((roster.crowd != HAND).any())
        self._any_stops_shock = bool(roster.stops_shock.any())
        self._any_prone = bool(roster.is_prone.any())
        self._places: Array | None = None

    @override
    def begin_call(self, orders: Orders) -> None:
        """Begins with plans of its own: others may be playing, too."""
        setting = self._setting
        self._attacks = Attacks(setting.strikes, any_defends=orders.any_defends)
        self._screens = Screens(setting.bonuses, self._roster) if setting.bonuses else None
        self._any_defense = orders.any_defends or bool(self.start.columns["total_defense"].any())
        self._checking = {
            number: members
            for number, side in enumerate(CHECKING)
            if (members := (self._roster.side == number).nonzero()[0]).size
            and orders.flees(is_foe=side == "foe") is None
        }
        self._injuries = Book(injury)
        numbers = np.array([self._injuries.number(each) for each in setting.injuries])
        self.start = replace(self.start, columns={**self.start.columns, "injury": numbers})

    @override
    def reading(self, play: Play | None = None) -> Reading:
        """Returns what rules are read with but the dice."""
        said = play or Play(self._context)
        return Reading(body=Fighter, said=said, books={injury: self._injuries})

    # ---- order

    @override
    def begin(self, field: Battlefield) -> None:
        """Rolls initiative; then come owed Morale and the blows of swarms. Source: CWN-15, CWN-39, CWN-66."""
        fights, sequences = field.open.size, self._setting.sequences
        usual = sequences.drawn(fights, field.rng, field.orders.strikes_first)
        free = None if sequences.free is None else repeated(sequences.free, fights)
        self._begin_order(field, free or usual)
        field.extra["seen"] = np.repeat(self._setting.seen[None], fights, axis=0)
        field.extra["acting"] = np.full(fights, -1)
        if free is not None:
            field.extra |= {f"usual_{name}": each for name, each in usual._asdict().items()}
        field.reading.said.begin_round(field.round)
        for side in self._setting.owed.nonzero()[0]:
            self._check_morale(field, field.going, int(side), is_owed=True)
            field.decide()
        for swarm in self._setting.swarms:
            self._swarm(field, swarm)
            field.decide()

    def _begin_order(self, field: Battlefield, order: Placed) -> None:
        field.extra |= order._asdict()

    def order(self, field: Battlefield) -> Array:
        """Returns the places of a round; the dazzled have no Main in it. Source: CWN-14, CWN-16, CWN-42."""
        field.reading.said.begin_round(field.round)
        extra = field.extra
        extra["acting"] = np.full(field.open.size, -1)
        if not field.is_first:
            if "usual_places" in extra:
                self._begin_order(
                    field, Placed(*(extra.pop(f"usual_{name}") for name in Placed._fields))
                )
            dazzled = (self._roster.dazzled >= field.round).nonzero()[0]
            if dazzled.size:
                field.columns["main"][:, dazzled] = 1
        if extra["places"] is not self._places and len(self._setting.epochs.begins) == 1:
            # Some fights have left: in the others nobody who is out has a place any more.
            self._places = extra["places"]
            self._places[~field.columns["is_in"]] = -1
        return extra["places"]

    @override
    def begin_place(self, field: Battlefield, at: Array, who: Array) -> None:
        """Checks the Morale of the sides of a group whose turn begins. Source: CWN-19, CWN-66."""
        if not self._checking:
            return
        groups, acting = field.extra["groups"][at, who], field.extra["acting"]
        begins = ((groups != acting[at]) & field.columns["is_in"][at, who]).nonzero()[0]
        if not begins.size:
            return
        at, who = at[begins], who[begins]
        acting[at] = groups[begins]
        here = field.extra["checking"][at, who]
        if field.is_first:
            here = here & ~self._setting.is_begun[who][:, None]
        for side in self._checking:
            self._check_morale(field, at[here[:, side]], side)
        field.decide()

    # ---- a Main

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        """Lets each of these attack, or reload. Source: CWN-25, CWN-36l, CWN-69."""
        roster, columns = self._roster, field.columns
        flat = at * field.size + who
        able = roster.can_act[who] & (
            columns["main"].take(flat) <= columns[Fighter.bonus_main.name].take(flat)
        )
        if field.is_first:
            able &= roster.acts_now[who]
            if self._setting.free_acts is not None:
                able &= self._setting.free_acts[who]
        if not able.all():
            at, who = at[able], who[able]
        at, who = self._reload(field, at, who)
        is_counted = columns["ammo"].take(at * field.size + who)
        has_hand = roster.has_hand[who] & (is_counted != 0)
        variant = np.where(has_hand, self._variant(field, at, who), BARE)
        aimed, there = field.aimed(at, who, _arm(field, variant))
        if not there.all():
            at, who, aimed, variant = at[there], who[there], aimed[there], variant[there]
            is_counted = is_counted[there]
        if not at.size:
            return
        rounds = ((variant != BARE) & (is_counted > 0)).astype(np.int64)
        self._attack(field, at, who, aimed, variant, 1, rounds)
        if not self._has_several:
            return
        count = np.where(variant == BARE, 1, roster.attacks[who])
        for number in range(1, int(count.max())):
            on = (count > number) & columns["is_in"][at, aimed]
            at, who, aimed, variant, count = (each[on] for each in (at, who, aimed, variant, count))
            self._attack(field, at, who, aimed, variant)

    def _reload(self, field: Battlefield, at: Array, who: Array) -> tuple[Array, Array]:
        """Reloads where nothing is left; returns those who have their Main still. Source: CWN-36l, CWN-45h."""
        columns, roster = field.columns, self._roster
        flat = at * field.size + who
        reloads = columns["ammo"].take(flat) == 0
        if not reloads.any():
            return at, who
        reloads &= columns["magazine"].take(flat) > 0
        reloads &= (columns["spares"][at, who] != 0) & roster.has_hand[who]
        mains, moves = roster.reload_mains[who], roster.reload_moves[who]
        reloads &= (moves == 0) | (
            columns["move"].take(flat) <= columns[Fighter.bonus_move.name].take(flat)
        )
        field.run(costs.reload, at[reloads], (who[reloads],), mains[reloads], moves[reloads])
        goes_on = ~reloads | (mains == 0)
        return at[goes_on], who[goes_on]

    def _variant(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Returns with what each attacks that holds a weapon. Source: CWN-27."""
        if not self._has_crowds:
            return np.full(at.size, HAND)
        roster, columns = self._roster, field.columns
        near = columns["melee"][at, who]
        if field.moves is not None:
            near |= field.moves.far(at, who) <= RULES.reach
        near &= columns["is_in"][at] & (roster.hampers & roster.can_act)
        return np.where(near.any(axis=1), roster.crowd[who], HAND)

    def _attack(
        self,
        field: Battlefield,
        at: Array,
        who: Array,
        aimed: Array,
        variant: Array,
        mains: int = 0,
        rounds: Array | int = 0,
    ) -> None:
        """Lets each of these attack, which takes so many ``mains`` and ``rounds``."""
        if not at.size:
            return
        columns, met = field.columns, aimed
        if self._screens is not None:
            met = self._screens.met(field, at, who, aimed, variant)
        stopped = self._stopped(field, at, met)
        defends: Array | int = 0
        if self._any_defense:
            defends = columns["total_defense"].take(at * field.size + met).astype(np.int64)
        engaged: Array | int = 0
        if self._any_prone:
            engaged = (columns["melee"][at, who, met] & self._roster.is_prone[met]).astype(np.int64)
        epoch = self._setting.epochs.number(field.now)
        target = stopped, defends, engaged
        where = epoch, field.situation(at, who, _arm(field, variant), met)
        plans = self._attacks.plans(who, met, variant, target, where)
        if not field.orders.any_defends:
            field.run(paid_attack, at, (who, met), plans, mains, rounds)
            return
        left = self.left(field, at)[np.arange(at.size), met]
        may = self._may_defend(field, at, met)
        answer = np.where(
            may & (left <= plans.shock),
            ON_ANY,
            np.where(may & (left <= plans.likely), ON_HIT, NEVER),
        )
        plans = self._attacks.plans(who, met, variant, target, where, answer)
        field.run(answered_attack, at, (who, met), plans, mains, rounds)

    def _stopped(self, field: Battlefield, at: Array, met: Array) -> Array | int:
        """Returns 1 where the first Shock of the round has been stopped already. Source: CWN-45q."""
        if not self._any_stops_shock:
            return 0
        stopped = field.columns["first_shock"][at, met] > 0
        return (stopped & self._roster.stops_shock[met]).astype(np.int64)

    def _may_defend(self, field: Battlefield, at: Array, met: Array) -> Array:
        """Returns who may go over to Total Defense: who has its Main still. Source: CWN-24, CWN-36g."""
        columns, roster = field.columns, self._roster
        may = field.defends[met] & roster.may_defend[met] & roster.can_act[met]
        may &= (columns["main"][at, met] < 1) & ~columns["total_defense"][at, met]
        if field.is_first:
            may &= roster.keeps_main[met]
        return may

    # ---- swarms

    def _swarm(self, field: Battlefield, swarm: Swarm) -> None:
        """Has the first member who can strike for all of them. Source: CWN-39, CWN-40."""
        roster, columns, left = self._roster, field.columns, field.open.copy()
        for who in swarm.members:
            able = left & columns["is_in"][:, who] & columns["is_in"][:, swarm.target]
            able &= roster.can_act[who] & (columns["ammo"][:, who] != 0)
            at = able.nonzero()[0]
            left &= ~able
            rounds = (roster.has_hand[who] & (columns["ammo"][at, who] > 0)).astype(np.int64)
            people = np.full(at.size, who), np.full(at.size, swarm.target)
            self._attack(field, at, *people, np.full(at.size, SWARMING), rounds=rounds)

    # ---- Morale and dying

    def _check_morale(
        self, field: Battlefield, at: Array, side: int, *, is_owed: bool = False
    ) -> None:
        """Rolls for a side where it is due; who breaks leaves at once. Source: CWN-66."""
        roster, setting, columns = self._roster, self._setting, field.columns
        members = self._checking.get(side)
        if members is None or not at.size:
            return
        if not is_owed:  # nothing to see where nobody is out
            at = at[~columns["is_in"][np.ix_(at, members)].all(axis=1)]
            if not at.size:
                return
        rows = np.ix_(at, members)
        is_in = columns["is_in"][rows]
        able = is_in & ~columns["broken"][rows]
        down = ~is_in & (~columns["has_left"][rows] | roster.lies[members])
        counts = morale.SideCounts(
            size=members.size,
            able=able.sum(axis=1),
            down=down.sum(axis=1),
            any_dead=columns["dead"][rows].any(axis=1),
            leader_down=(down & roster.is_leader[members]).any(axis=1),
        )
        points = np.stack(morale.points(counts), axis=1)
        is_due = np.full(at.size, is_owed)
        if not is_owed:
            seen = field.extra["seen"]
            is_due = (points & ~seen[at, side]).any(axis=1)
            seen[at, side] |= points
        if not is_due.any():
            return
        at, able = at[is_due], able[is_due]
        _, _, rolled = field.reading.rolls.dice(morale.MORALE, at)
        scores = roster.morale[members]
        breaks = morale.breaks(rolled[:, None], scores, setting.fearless, is_below=setting.is_below)
        gone, member = (breaks & able).nonzero()
        field.run(morale.flee, at[gone], (members[member],))

    @override
    def end_round(self, field: Battlefield) -> None:
        """The mortally wounded die whose time is up. Source: CWN-59."""
        at, who = ((field.columns["fell"] > UNHURT) & field.open[:, None]).nonzero()
        field.run(falls.bleed, at, (who,))

    # ---- what the battlefield asks

    def left(self, field: Battlefield, at: Array) -> Array:
        """Returns soak and hit points."""
        found: Array = field.columns["soak"][at] + field.columns["hp"][at]
        return found

    @override
    def near(self, field: Battlefield, at: Array, who: Array) -> Array | None:
        """Returns who is in melee with each of these."""
        found: Array = field.columns["melee"][at, who]
        return found

    @override
    def rounds_left(self, field: Battlefield) -> Array:
        """Returns the rounds of the weapon in hand."""
        return np.where(self._roster.has_hand, field.columns["ammo"], -1)


def _arm(field: Battlefield, variant: Array) -> Array | int:
    """Returns what is attacked with, by the numbers of ``standing``; it means nothing where nobody stands anywhere."""
    return 0 if field.moves is None else np.where(variant == BARE, BARE_HANDS, 0)
