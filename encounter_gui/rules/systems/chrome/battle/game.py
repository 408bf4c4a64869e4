"""A CHROME fight on the battlefield: order, the Major Actions of Operators, the listed attacks of enemies.

Whose side defends itself goes into cover from shots. Everybody makes its Saves, nobody attacks back instead. No rule is
written here.

Source: CHR-22 to CHR-31, CHR-34, CHR-36 to CHR-44, CHR-50, CHR-57 to CHR-63, CHR-73.
"""

import numpy as np
from typing_extensions import override

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.game import PlainGame
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.start import Start
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Play, anywhere, everywhere
from encounter_gui.rules.engine.reading.rows import Drawn, Reading
from encounter_gui.rules.systems.chrome.battle.hands import Hands
from encounter_gui.rules.systems.chrome.battle.plans import COURAGE, PlanColumns, PlanMaker
from encounter_gui.rules.systems.chrome.battle.queue import Queue
from encounter_gui.rules.systems.chrome.battle.roster import Roster, Setting, Turns
from encounter_gui.rules.systems.chrome.battle.sequence import EXTRA, TURN, Sequence, Speeds
from encounter_gui.rules.systems.chrome.battle.standing import terms_of
from encounter_gui.rules.systems.chrome.rules import harm, nerve, strike
from encounter_gui.rules.systems.chrome.rules.fighter import BIT, Fighter
from encounter_gui.rules.systems.chrome.rules.said import Said
from encounter_gui.rules.systems.chrome.rules.strike import Blow


class ChromeGame(PlainGame):
    """What CHROME supplies to the battlefield: how a fight begins, and what no fight changes."""

    body = Fighter
    acts_tied = True
    """No two have one place: places mean the same in all fights, so that whoever acts at one is alike."""

    def __init__(
        self,
        context: RulesContext,
        start: Start,
        roster: Roster,
        turns: Turns,
        speeds: Speeds,
        setting: Setting,
        maker: PlanMaker,
    ) -> None:
        """Takes the fight as it begins."""
        self._context, self.start, self.roster, self.speeds = context, start, roster, speeds
        self._turns, self._setting, self._maker = turns, setting, maker
        self._hands, self._terms = Hands(roster, setting.costs), terms_of(start.standing)

    @override
    def begin_call(self, orders: Orders) -> None:
        """Begins with plans of its own."""
        self._plans = PlanColumns(self._maker)
        self._queue = Queue(self._plans, self.roster, self._setting)
        self._sequence = Sequence(self.speeds, self._plans)
        self._may_flee = np.array(
            [orders.flees(is_foe=bool(each)) is None for each in self.start.is_foe]
        )

    @override
    def reading(self, play: Play | None = None) -> Reading:
        """Returns what rules are read with but the dice."""
        said = Said(self._context)
        said.follows_notice, said.faints = self._setting.has_unnoticed, self._setting.faints
        return Reading(
            body=Fighter, rolls=Drawn(np.random.default_rng(0)), said=play or said, books={}
        )

    # ---- rounds

    @override
    def begin(self, field: Battlefield) -> None:
        """Plays what is owed now; Speed Checks come with the order."""
        field.reading.said.begin_round(field.round)
        self._sequence.begin(field)
        field.extra["gone"] = field.columns["has_left"].copy()
        field.extra["ticked"] = np.zeros(field.columns["is_in"].shape, bool)
        for each in ("unsettled", "rages"):
            field.extra[each] = np.zeros(field.open.size, bool)
        self.settle(field, field.going)

    def order(self, field: Battlefield) -> Array:
        """Returns the places of a round. Source: CHR-25, CHR-26."""
        field.reading.said.begin_round(field.round)
        field.extra["ticked"][:] = False
        # Whoever leaves in a round has its place in it to the end.
        field.extra["gone"] = field.columns["has_left"].copy()
        places = self._sequence.places(field)
        field.extra["unsettled"][:] |= not field.is_first
        return places

    @override
    def begin_place(self, field: Battlefield, at: Array, who: Array) -> None:
        """Ends the turns of those who cannot act. Source: CHR-26, CHR-50, CHR-54."""
        out = ~field.columns["is_in"][at, who] & ~field.extra["ticked"][at, who]
        if out.any():
            self.end_turns(field, at[out], who[out], self._is_lost(field, at[out], who[out]))

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        """Lets each take its turn, or its extra Major Action. Source: CHR-25 to CHR-28, CHR-31."""
        self._settle_before(field, at)
        lost = self._is_lost(field, at, who)
        operator = self.roster.is_operator[who]
        is_extra = action == EXTRA
        for extra in (True, False):
            mine = operator & (is_extra == extra) & ~lost
            if mine.any():
                self._majors(field, at[mine], who[mine], is_extra=extra)
        self.end_frenzies(field, at[is_extra])
        enemies = ~operator & ~lost & (action == TURN)
        if enemies.any():
            self._list(field, at[enemies], who[enemies])
        over = action == TURN
        if over.any():
            self.end_turns(field, at[over], who[over], lost[over])

    @override
    def end_round(self, field: Battlefield) -> None:
        """Wakes those whose time has come, and ends conditions. Source: CHR-22, CHR-25, CHR-57, CHR-63."""
        columns, goes_on = field.columns, field.open[:, None]
        wakes = (columns["cold"] > 0) & (columns["cold"] <= field.round) & goes_on
        comes_to = (columns["faint"] > 0) & (columns["faint"] <= field.round) & goes_on
        if wakes.any() or comes_to.any():
            self._wake(field, wakes, comes_to)
        for last, who, bits in self.roster.ends:
            if last == field.round:
                columns["marks"][:, who] &= ~bits
        self._sequence.forget(field)

    def _wake(self, field: Battlefield, wakes: Array, comes_to: Array) -> None:
        columns = field.columns
        columns["cold"][wakes] = 0
        columns["faint"][comes_to] = 0
        awake = (wakes | comes_to) & (columns["health"] > 0)
        awake &= (columns["cold"] == 0) & (columns["faint"] == 0)
        scared = awake & (wakes | columns["wakes_scared"])
        later = wakes & (columns["faint"] > 0)
        columns["wakes_scared"] = (columns["wakes_scared"] | later) & ~awake
        columns["is_in"] |= awake & ~columns["has_left"]
        at, who = (scared & self.roster.is_operator).nonzero()
        field.run(nerve.wake_up, at, (who,), np.ones(at.size, bool))

    def _is_lost(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Returns whose turn is lost to surprise or shock. Source: CHR-23, CHR-38."""
        lost = (field.columns["marks"][at, who] & self.roster.lost) > 0
        if field.is_first:
            lost &= ~self._turns.is_under_way[who] | self._turns.is_lost[who]
        found: Array = lost | (self.roster.held_back[who] >= field.round)
        return found

    def end_turns(self, field: Battlefield, at: Array, who: Array, lost: Array) -> None:
        """Ends lost turns; fire and wounds do their damage. Source: CHR-23, CHR-38, CHR-50, CHR-54."""
        columns, roster = field.columns, self.roster
        field.extra["ticked"][at, who] = True
        self.end_frenzies(field, at)
        ends = lost & (roster.held_back[who] < field.round)
        if ends.any():
            columns["marks"][at[ends], who[ends]] &= ~roster.lost
        hurts = (columns["bleeding"][at, who] > 0) | (columns["marks"][at, who] & BIT["ablaze"] > 0)
        hurts &= field.open[at] & (columns["health"][at, who] > 0) & ~field.extra["gone"][at, who]
        if hurts.any():
            at, who = at[hurts], who[hurts]
            field.run(harm.burn_and_bleed, at, (who,), roster.bleed[who], roster.burn[who])
            field.extra["unsettled"][at[self._queue.is_busy(field, at, who)]] = True

    def end_frenzies(self, field: Battlefield, at: Array) -> None:
        """Ends, with any turn, the frenzy of those who had nothing to attack with. Source: CHR-63."""
        rages = at[field.extra["rages"][at]]
        if rages.size:
            field.extra["rages"][rages] = False
            field.columns["marks"][rages] &= ~BIT["frenzy"]

    # ---- Operators

    def _majors(self, field: Battlefield, at: Array, who: Array, *, is_extra: bool) -> None:
        """Spends the Major Actions of these turns. Source: CHR-25, CHR-28."""
        turns, setting, columns = self._turns, self._setting, field.columns
        if is_extra:
            majors = np.full(at.size, setting.extra_majors)
        else:
            majors = self.begin_turns(field, at, who)
            if field.moves is not None:
                majors = np.maximum(majors - field.moves.pace(at, who), 0)
        made = turns.made[who] * field.is_first
        for used in range(int(majors.max(initial=0))):
            able = (majors > used) & field.open[at] & columns["is_in"][at, who]
            if setting.most_attacks is not None:
                able &= made < setting.most_attacks
            if not able.any():
                break
            made[able] += self.spend(field, at[able], who[able])

    def begin_turns(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Returns the Major Actions of turns that begin; a slow start is over with one. Source: CHR-25, CHR-28."""
        majors = (self._turns.first_majors if field.is_first else self._turns.majors)[who]
        marks = field.columns["marks"]
        slow = (marks[at, who] & BIT["slow_start"]) > 0
        if slow.any():
            majors = np.where(slow, np.minimum(majors, self._setting.slow_majors), majors)
            marks[at[slow], who[slow]] &= ~BIT["slow_start"]
        return majors

    def spend(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Spends a Major Action of each: an attack, or cover, or what a weapon needs first. Returns 1 for an attack.

        Source: CHR-28, CHR-29d, CHR-29n, CHR-36, CHR-40, CHR-63.
        """
        made = np.ones(at.size, np.int64)
        rest = np.arange(at.size)
        if field.orders.any_defends:
            hides = self._find_cover(field, at, who)
            made[hides] = 0
            rest = (~hides).nonzero()[0]
        arm, ready = self._hands.at_hand(field, at[rest], who[rest])
        if not ready.all():
            late = (~ready).nonzero()[0]
            mended = at[rest[late]]
            arm[late], ready[late] = self._hands.mend(field, mended, who[rest[late]], arm[late])
            made[rest[~ready]] = 0
            rest, arm = rest[ready], arm[ready]
            self.settle(field, mended[field.extra["rages"][mended]])
        at, who = at[rest], who[rest]
        marks = field.columns["marks"].take(at * field.size + who)
        cowers = (marks & BIT["gutless"] > 0) & self._may_flee[who]
        if anywhere(cowers):
            self._find_courage(field, at[cowers], who[cowers])
            able = field.columns["is_in"][at, who] & field.open[at]
            at, who, arm = at[able], who[able], arm[able]
        self._attack(field, at, who, arm)
        return made

    def _find_cover(self, field: Battlefield, at: Array, who: Array) -> Array:
        """Returns which of these would give an attack up for cover, who are there then: a shot that hits kills them.

        Source: CHR-29n, CHR-34.
        """
        columns = field.columns
        shooters = columns["is_in"][at] & (field.is_foe != field.is_foe[who][:, None])
        worst = (shooters * self.roster.danger[who]).max(axis=1)
        covered = (columns["marks"][at, who] & BIT["in_cover"]) > 0
        hides: Array = field.defends[who] & ~covered & (worst >= columns["health"][at, who])
        columns["marks"][at[hides], who[hides]] |= BIT["in_cover"]
        return hides

    def _find_courage(self, field: Battlefield, at: Array, who: Array) -> None:
        """Rolls the Fear Saves of the gutless; who fails leaves. Source: CHR-63."""
        columns = field.columns
        while at.size:
            plan = self._plans.save(COURAGE, who, columns["marks"][at, who])
            field.run(nerve.find_courage, at, (who,), plan)
            self.settle(field, at)
            again = columns["is_in"][at, who] & (columns["marks"][at, who] & BIT["gutless"] > 0)
            again &= field.open[at]
            at, who = at[again], who[again]

    # ---- enemies

    def _list(self, field: Battlefield, at: Array, who: Array) -> None:
        """Makes each attack that a block lists, as often as listed, after a move into cover that takes none of them.

        Source: CHR-29n, CHR-31, CHR-34.
        """
        turns, columns = self._turns, field.columns
        arms = turns.first_arms if field.is_first else turns.arms
        left = (turns.first_whole if field.is_first else turns.whole)[who].copy()
        if field.moves is not None and self._setting.pays_moves:
            left = np.maximum(left - field.moves.pace(at, who), 0)
        if field.orders.any_defends:
            spare = left > (arms[who] >= 0).sum(axis=1)
            moves = field.defends[who] & self.roster.can_move[who] & spare
            covered = (columns["marks"][at, who] & BIT["in_cover"]) > 0
            left -= moves & ~covered
            columns["marks"][at[moves], who[moves]] |= BIT["in_cover"]
        for number in range(arms.shape[1]):
            arm = arms[who, number]
            able = (arm >= 0) & field.open[at] & columns["is_in"][at, who] & (left > 0)
            if not able.any():
                continue
            left[able] -= self.spend_listed(field, at[able], who[able], arm[able])

    def spend_listed(self, field: Battlefield, at: Array, who: Array, arm: Array) -> Array:
        """Makes an attack of a list, or what the weapon needs first; returns where an action is spent on it."""
        mine = who * self._maker.width + arm
        magazine, there = self.roster.magazine.take(mine), np.ones(at.size, bool)
        spent = self._hands.make_ready(field, at, who, arm, magazine, there)
        attacks = ~spent & self.roster.is_there.take(mine)
        if everywhere(attacks):
            self._attack(field, at, who, arm)
        else:
            self._attack(field, at[attacks], who[attacks], arm[attacks])
        return np.asarray(attacks | spent)

    # ---- attacks

    def _attack(self, field: Battlefield, at: Array, who: Array, arm: Array) -> None:
        """Lets each attack once, with all that follows from it. Source: CHR-36, CHR-63, CHR-73."""
        if not at.size:
            return
        aimed, there = field.aimed(at, who, arm)
        if field.moves is not None and not everywhere(there):
            arm, aimed, there = self._with_another(field, (at, who, arm), aimed, there)
        if not everywhere(there):
            at, who, arm, aimed = at[there], who[there], arm[there], aimed[there]
        self.strike(field, at, who, aimed, arm)
        busy = self._queue.is_busy(field, at, aimed).nonzero()[0]
        if busy.size:
            self.settle(field, at[busy], aimed[busy])
        elif not everywhere(field.columns["is_in"].take(at * field.size + aimed)):
            field.decide()

    def _with_another(
        self, field: Battlefield, one: tuple[Array, Array, Array], aimed: Array, there: Array
    ) -> tuple[Array, Array, Array]:
        """Returns with what else Operators attack who reach nobody with what they hold, whom, and whether anybody."""
        at, who, arm = one
        for other in range(self._maker.width):
            use = np.full(at.size, other)
            may = ~there & self.roster.is_operator[who] & self._hands.can_use(field, at, who, use)
            rows = may.nonzero()[0]
            if rows.size:
                found, is_there = field.aimed(at[rows], who[rows], use[rows])
                rows, found = rows[is_there], found[is_there]
                arm, aimed, there = arm.copy(), aimed.copy(), there.copy()
                arm[rows], aimed[rows], there[rows] = other, found, True
        return arm, aimed, there

    def strike(self, field: Battlefield, at: Array, who: Array, aimed: Array, arm: Array) -> None:
        """Makes attacks: Operators make a check, and Saves. Source: CHR-36, CHR-39, CHR-41, CHR-45."""
        kind = 2 * self.roster.is_operator[who] + self.roster.is_operator[aimed]
        counts = np.bincount(kind, minlength=4)
        for each in counts.nonzero()[0].tolist():
            mine = kind == each
            if counts[each] == at.size:
                self._strike_alike(field, at, who, aimed, arm, tests=each > 1, saves=each % 2 == 1)
            else:
                parts = (at[mine], who[mine], aimed[mine], arm[mine])
                self._strike_alike(field, *parts, tests=each > 1, saves=each % 2 == 1)

    def _strike_alike(
        self,
        field: Battlefield,
        at: Array,
        who: Array,
        aimed: Array,
        arm: Array,
        *,
        tests: bool,
        saves: bool,
    ) -> None:
        columns, maker = field.columns, self._maker
        mine, here = who * maker.width + arm, at * field.size
        theirs = columns["marks"].take(here + aimed)
        test = save = None
        kinds, used = maker.kind_of.take(mine), arm
        if field.moves is not None:
            situation, terms = field.situation(at, who, arm, aimed), self._terms
            theirs = theirs | terms.marks[situation]
            kinds = kinds + maker.kinds * terms.bands[situation]
            used = arm + maker.width * terms.modifiers[situation]
        if tests:
            unnoticed: Array | int = 0
            if self._setting.has_unnoticed:
                unnoticed = columns["unnoticed"][at, who, aimed].astype(np.int64)
            test = self._plans.attack(who, used, columns["marks"].take(here + who), unnoticed)
        if saves:
            save = self._plans.save(maker.save_of.take(mine), aimed, theirs)
        hits = self._plans.hits(kinds, aimed, theirs)
        shots = (self.roster.magazine.take(mine) > 0).astype(np.int64)
        blow = Blow(test, save, hits)
        field.run(strike.make, at, (who, aimed), arm, shots, blow, self._plans.mishap(mine))

    def _settle_before(self, field: Battlefield, at: Array) -> None:
        """Plays what came to be owed at the end of turns, before anybody acts again. Source: CHR-73."""
        late = at[field.extra["unsettled"][at]]
        if late.size:
            field.extra["unsettled"][late] = False
            self.settle(field, late)

    def settle(self, field: Battlefield, at: Array, aimed: Array | None = None) -> None:
        """Plays what is owed, ends fights that are over, and lets those in a frenzy attack at once. Source: CHR-63."""
        if not at.size:
            return
        self._queue.settle(field, at, aimed)
        field.decide()
        marks = field.columns["marks"]
        raging = (marks.take(at, axis=0) & BIT["frenzy"]) > 0
        if not anywhere(raging):
            return
        for who in np.sort(self.roster.by_speed).tolist():
            here = at[raging[:, who]]
            here = here[field.open[here] & (marks[here, who] & BIT["frenzy"] > 0)]
            if not here.size:
                continue
            ones = np.full(here.size, who)
            arm, ready = self._hands.usable(field, here, ones)
            ready &= field.columns["is_in"][here, ones]
            field.extra["rages"][here[~ready]] = True
            marks[here[ready], who] &= ~BIT["frenzy"]
            self._attack(field, here[ready], ones[ready], arm[ready])

    # ---- what the battlefield asks

    def left(self, field: Battlefield, at: Array) -> Array:
        """Returns Health."""
        return field.columns["health"][at]

    @override
    def is_dead(self, field: Battlefield) -> Array:
        """Returns who has no Health left."""
        found: Array = field.columns["health"] <= 0
        return found

    @override
    def rounds_left(self, field: Battlefield) -> Array:
        """Returns the shots left of the weapon that was in hand as the fight began."""
        held = self.roster.first_held
        every = np.arange(field.size)
        ammo = field.columns["ammo"][:, every, np.maximum(held, 0)]
        needs = (held >= 0) & (self.roster.magazine[every, np.maximum(held, 0)] > 0)
        return np.where(needs, ammo, -1)
