"""Many fights in phases played out at once: initiative and ties, one action a phase, wounds, Shock, COOL.

Source: PHA-11, PHA-19, PHA-23, PHA-30 to PHA-35, PHA-60 to PHA-66, PHA-70, PHA-72, PHA-77, PHA-78.
"""

from dataclasses import dataclass, fields

import numpy as np

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.battle import (
    DRAW,
    BattleResult,
    decided,
    distances,
    targets,
)
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.battle.roster import (
    BARE,
    FUMBLE,
    RIGHT,
    WOUND,
    Bools,
    Epoch,
    Ints,
    Setting,
    Start,
)

_LEVELS = mechanics.CRITICAL
_ONE_LEVEL = 1_000
"""How much more a level of a wound says of what is left than anybody's strength."""

_FAR_AHEAD = 1_000
"""More than any initiative."""

_ONE_POINT = 1_000
"""How much more a point of initiative counts than what decides between equal ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasesBattle:
    """A fight in phases from a state on."""

    setting: Setting
    left_out: tuple[str, ...]

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.setting.who

    @property
    def has_defenses(self) -> bool:
        """Everybody defends itself as usual: nobody has an action to spare."""
        return False

    @property
    def can_strike_first(self) -> bool:
        """As long as no phase is under way."""
        return self.setting.group is None

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end."""
        return _Fights(self.setting, fights, rng, orders).play()


@dataclass(slots=True)
class _State:
    """Those fights that go on; arrays (T, n) or (T, n, …), as in ``Start``."""

    level: Ints
    is_out: Bools
    is_down: Bools
    is_dead: Bools
    shock_due: Ints
    death_due: Ints
    has_held: Bools
    is_prone: Bools
    is_off_balance: Bools
    is_jammed: Bools
    is_gone: Bools
    stunned: Ints
    used: Ints
    lost: Ints
    recoil: Ints
    has_fired: Bools
    penalty: Ints
    ammo: Ints
    out_round: Ints
    score: Ints

    def kept(self, which: Bools) -> "_State":
        """Returns these fights alone."""
        return _State(**{each.name: getattr(self, each.name)[which] for each in fields(self)})


_TIED = ("used", "is_off_balance", "is_jammed", "recoil", "has_fired")
"""What is true at once in a tie, and not with its results. Source: PHA-19."""


class _Fights:
    """The fights of one call. Those that are over leave the arrays; ``_going`` are the numbers of the others."""

    def __init__(
        self, setting: Setting, count: int, rng: np.random.Generator, orders: Orders
    ) -> None:
        self._setting, self._rng, self._orders = setting, rng, orders
        self._arms, self._body = setting.arms, setting.body
        self._size = len(setting.who)
        self._distances = distances(setting.is_foe)
        self._phase = setting.first_phase
        self._epoch: Epoch = setting.epochs[0]
        self._limit: Ints = setting.limit
        self._going = np.arange(count)
        self._is_over = np.zeros(count, bool)
        self._winner = np.full(count, DRAW, np.int8)
        self._rounds = np.full(count, orders.most_rounds, np.int16)
        self._alive = np.zeros((count, self._size), bool)
        self._out_round = np.zeros((count, self._size), np.int16)
        self._ammo = np.zeros((count, self._size), np.int16)
        self._state = self._begun(count)

    def _begun(self, count: int) -> _State:
        setting, start = self._setting, self._setting.start
        dice = self._rng.integers(1, 7, (count, self._size, mechanics.TEST_DICE)).sum(axis=2)
        values = {
            each.name: np.repeat(getattr(start, each.name)[None], count, axis=0)
            for each in fields(Start)
        }
        return _State(
            **values,
            penalty=np.repeat(self._penalty(start.level)[None], count, axis=0),
            ammo=np.repeat(self._arms.ammo[None], count, axis=0),
            out_round=np.repeat((start.is_out * self._phase)[None], count, axis=0),
            score=setting.initiative + np.where(setting.is_rolled, dice, 0),
        )

    def _penalty(self, level: Ints) -> Ints:
        """Returns what wounds (…, P) take from rolls, 0 or less. Source: PHA-66."""
        amounts = self._body.penalty[level]
        return np.asarray(amounts.sum(-1) if self._body.adds_penalties else amounts.min(-1))

    def play(self) -> BattleResult:
        """Plays until every fight is over, or open after the last phase."""
        self._decide(np.arange(self._going.size))
        self._leave()
        while self._going.size and self._phase <= self._orders.most_rounds:
            if self._phase > self._setting.first_phase:
                self._begin_phase()
            self._play_phase()
            self._leave()
            self._phase += 1
        self._note(np.ones(self._going.size, bool))
        return BattleResult(
            winner=self._winner,
            rounds=self._rounds,
            alive=self._alive,
            out_round=self._out_round,
            ammo=self._ammo,
        )

    # ---- phases

    def _begin_phase(self) -> None:
        """Begins a further phase: the clock, and everybody's action. Source: PHA-11, PHA-24, PHA-33, PHA-64."""
        state, setting = self._state, self._setting
        self._epoch = [each for each in setting.epochs if each.first_phase <= self._phase][-1]
        self._limit = np.full(self._size, setting.later)
        self._clock()
        state.used[:] = 0
        state.has_fired[:] = False
        np.minimum(state.stunned, self._limit, out=state.lost)
        state.stunned -= state.lost
        if not setting.keeps_recoil or not (self._phase - 1) % mechanics.PHASES_A_ROUND:
            state.recoil[:] = 0

    def _clock(self) -> None:
        """Lets the clinically dead die when it is time, and rolls Shock Tests that are due. Source: PHA-70, PHA-72."""
        state, body = self._state, self._body
        state.is_dead |= (state.death_due > 0) & (state.death_due <= self._phase)
        fight, who = np.nonzero((state.shock_due > 0) & (state.shock_due <= self._phase))
        if not fight.size:
            return
        worst = self._worst(fight, who)
        passed = self._rng.random(fight.size) < body.shock_passes[who, worst]
        due = np.where(passed, self._phase + body.interval[worst], 0)
        state.shock_due[fight, who] = due
        fight, who = fight[~passed], who[~passed]
        if body.reanimates:
            state.death_due[fight, who] = self._phase + body.reanimates
        else:
            state.is_dead[fight, who] = True
        state.is_down[fight, who] = True
        self._fall(fight, who)
        self._decide(np.unique(fight))

    def _worst(self, fight: Ints, who: Ints) -> Ints:
        """Returns the level that Shock goes by. Source: PHA-70."""
        found: Ints = np.maximum(self._state.level[fight, who].max(axis=1), mechanics.SLIGHT)
        return found

    def _play_phase(self) -> None:
        """Lets everybody act in order, equal ones at once. Source: PHA-19, PHA-23."""
        setting, state = self._setting, self._state
        is_first = self._phase == setting.first_phase
        groups = self._groups(is_first=is_first)
        tasks = setting.tasks if is_first else np.ones(self._size, np.int64)
        released = setting.released if is_first else None
        for group in range(int(groups.max(initial=-1)) + 1):
            fight, who = np.nonzero(groups == group)
            for number in range(max(int(tasks.max()), 1)):
                free = self._limit[who] - state.used[fight, who] - state.lost[fight, who]
                can = self._epoch.can_act[who] & (free > 0) & (tasks[who] > number)
                can &= ~state.is_out[fight, who]
                mine, actor = fight[can], who[can]
                rolled = self._roll(mine, actor)
                if released is not None:
                    self._release(released)
                    released = None
                    self._decide(np.arange(self._going.size))
                if mine.size:
                    self._take_effect(mine, actor, *rolled)

    def _groups(self, *, is_first: bool) -> Ints:
        """Returns everybody's place in the phase, (T, n), from 0 on; -1: none."""
        setting, state = self._setting, self._state
        if is_first and setting.group is not None:
            places = np.where(
                setting.group < 0,
                -1,
                setting.group - setting.group[setting.group >= 0].min(initial=10**6),
            )
            return np.where(state.is_out & (setting.released is None), -1, places[None])
        score = state.score
        if is_first:
            ahead = self._orders.strikes_first
            goes_first = setting.is_foe == (ahead == "foe") if ahead else np.zeros(self._size, bool)
            score = score + setting.snap + _FAR_AHEAD * goes_first
        key = score * _ONE_POINT + setting.tie_break
        key = np.where(state.is_out, np.iinfo(np.int64).min, key)
        order = np.argsort(-key, axis=1, kind="stable")
        ordered = np.take_along_axis(key, order, axis=1)
        begins = np.ones(ordered.shape, np.int64)
        begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        places = np.empty_like(ordered)
        np.put_along_axis(places, order, begins.cumsum(axis=1) - 1, axis=1)
        return np.asarray(np.where(state.is_out, -1, places), np.int64)

    def _release(self, released: Start) -> None:
        """Makes the results of a tie true that were held when the forecast began. Source: PHA-19."""
        state = self._state
        for each in fields(Start):
            if each.name not in _TIED:
                getattr(state, each.name)[:] = getattr(released, each.name)
        state.penalty[:] = self._penalty(released.level)
        state.out_round[:] = np.where(released.is_out & ~self._setting.start.is_out, self._phase, 0)

    # ---- an action

    def _roll(self, fight: Ints, who: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Rolls an action of each of these, from the state before all of them; what a tie does not hold is true now.

        Returns numbers of those among them that attack, their targets, the outcomes, the rows of each single round.
        Source: PHA-19, PHA-23, PHA-33, PHA-35, PHA-77.
        """
        state, arms = self._state, self._arms
        hand: Ints = state.is_gone[fight, who].argmin(axis=1)
        unsteady = state.is_off_balance[fight, who]
        state.is_off_balance[fight, who] = False
        is_busy = self._make_ready(fight, who, hand)
        usable = self._is_usable(fight, who, hand)
        number = np.arange(fight.size)
        if is_busy.any() or not usable.all():
            hand = np.where(usable, hand, BARE)
            number = np.flatnonzero(~is_busy & (usable | self._is_usable(fight, who, hand)))
            fight, who, hand, unsteady = fight[number], who[number], hand[number], unsteady[number]
        target = self._aimed(fight, who)
        rounds = np.minimum(arms.rounds[who, hand], state.ammo[fight, who, hand])
        variant = arms.variant[who, hand, np.maximum(rounds, 0)]
        variant = np.where(arms.ammo[who, hand] < 0, 0, variant)
        lead = self._lead(fight, who, hand, variant, target) + unsteady * self._epoch.unsteady[who]
        cell = (who, hand, variant, target)
        epoch = self._epoch
        lead = np.minimum(np.maximum(lead, epoch.least[cell]), epoch.most[cell])
        outcome = self._setting.tables.draw(self._rng, epoch.row[cell] + lead).astype(np.int64)
        spends = arms.ammo[who, hand] >= 0
        state.ammo[fight, who, hand] -= np.where(spends, rounds, 0)
        state.recoil[fight, who] += arms.recoil[who, hand]
        state.has_fired[fight, who] |= arms.is_single[who, hand]
        fumbled = outcome == FUMBLE
        if fumbled.any():
            is_melee = arms.is_melee[who, hand]
            state.is_off_balance[fight, who] = fumbled & is_melee
            jams = fumbled & arms.can_jam[who, hand]
            state.is_jammed[fight[jams], who[jams], hand[jams]] = True
        return number, target, outcome, epoch.hit_row[cell]

    def _make_ready(self, fight: Ints, who: Ints, hand: Ints) -> Bools:
        """Reloads what is empty, else clears what is jammed; returns whose action is used up by it. Source: PHA-26."""
        state, arms, setting = self._state, self._arms, self._setting
        empty = (state.ammo[fight, who, hand] == 0) & (arms.magazine[who, hand] > 0)
        jammed = state.is_jammed[fight, who, hand]
        clears = jammed & (~empty | setting.reload_is_free)
        cell = (fight[empty], who[empty], hand[empty])
        state.ammo[cell] = arms.magazine[who, hand][empty]
        state.is_jammed[fight[clears], who[clears], hand[clears]] = False
        busy: Bools = empty & (not setting.reload_is_free)
        busy |= clears & (not setting.clear_is_free)
        return busy

    def _is_usable(self, fight: Ints, who: Ints, hand: Ints) -> Bools:
        """Returns whether the rules let it be attacked with. Source: PHA-27, PHA-53, PHA-64, PHA-77."""
        state, arms, body = self._state, self._arms, self._body
        usable = arms.is_allowed[who, hand] & (state.ammo[fight, who, hand] != 0)
        usable &= ~(arms.is_single[who, hand] & state.has_fired[fight, who])
        for number, arm in enumerate(body.arms):
            if arm >= 0:
                useless = state.level[fight, who, arm] >= body.arm_useless
                usable &= ~(useless & arms.needs[who, hand, number])
        return np.asarray(usable, np.bool_)

    def _aimed(self, fight: Ints, who: Ints) -> Ints:
        """Returns whom each aims at: by the doctrine of its side."""
        setting, state, orders = self._setting, self._state, self._orders
        foes = setting.is_foe[who]
        standing = ~state.is_out[fight] & (setting.is_foe != foes[:, None])
        if orders.pc == orders.foe == "simple":
            return np.asarray(standing.argmax(axis=1))
        worst = state.level[fight].max(axis=2)
        left = (mechanics.DESTROYED - worst) * _ONE_LEVEL + self._body.toughness
        taken = worst - setting.start.level.max(axis=1)
        return targets(orders, foes, standing, left, taken, self._distances[who])

    def _lead(self, fight: Ints, who: Ints, hand: Ints, variant: Ints, target: Ints) -> Ints:
        """Returns by how much the bonus of an attack exceeds that of the defense. Source: PHA-30 to PHA-33, PHA-66."""
        state, epoch, arms = self._state, self._epoch, self._arms
        kind = arms.is_melee[who, hand].astype(np.int64)
        lead = epoch.attack[who, hand, variant] - epoch.defense[kind, target]
        lead += state.penalty[fight, who] + state.is_prone[fight, who] * epoch.prone[who]
        lead += state.is_prone[fight, target] * epoch.aimed_prone[target]
        lead -= state.penalty[fight, target] * ~epoch.is_passive[kind, target]
        lead -= state.recoil[fight, who] * (arms.recoil[who, hand] > 0)
        return np.asarray(lead)

    # ---- what it does

    def _take_effect(
        self, fight: Ints, who: Ints, number: Ints, target: Ints, outcome: Ints, hit_row: Ints
    ) -> None:
        """Makes true what was rolled, of those who act at once in the order of joining. Source: PHA-19, PHA-78."""
        state = self._state
        is_next = np.zeros(fight.size, bool)
        is_next[1:] = fight[1:] == fight[:-1]
        if not is_next.any():
            state.used[fight, who] += 1
            self._hurt(fight[number], target, outcome, hit_row)
        else:
            begins = np.flatnonzero(~is_next)
            place = np.arange(fight.size) - np.repeat(begins, np.diff([*begins, fight.size]))
            for each in range(int(place.max()) + 1):
                now = place == each
                state.used[fight[now], who[now]] += 1
                mine = now[number]
                self._hurt(fight[number][mine], target[mine], outcome[mine], hit_row[mine])
        self._decide(fight)

    def _hurt(self, fight: Ints, target: Ints, outcome: Ints, hit_row: Ints) -> None:
        """Lets outcomes hit, at most one in each fight. Source: PHA-34, PHA-78."""
        struck = outcome >= WOUND
        self._wound(fight[struck], target[struck], outcome[struck] - WOUND)
        rounds = -outcome
        for count in range(int(rounds.max(initial=0))):
            more = rounds > count
            more &= ~self._state.is_dead[fight, target]
            drawn = self._setting.tables.draw(self._rng, hit_row[more]).astype(np.int64)
            hits = drawn >= WOUND
            self._wound(fight[more][hits], target[more][hits], drawn[hits] - WOUND)

    def _wound(self, fight: Ints, who: Ints, wound: Ints) -> None:
        """Wounds a place of each: level, what it does to the place, Shock Test, COOL test. Source: PHA-60 to PHA-66."""
        state, body = self._state, self._body
        alive = ~state.is_dead[fight, who]
        fight, who, wound = fight[alive], who[alive], wound[alive]
        if not fight.size:
            return
        place, dealt = wound // _LEVELS, wound % _LEVELS + 1
        before = state.level[fight, who, place]
        level = np.asarray(mechanics.stacked_level(before, dealt, body.destroys))
        changed = level != before
        state.level[fight, who, place] = level
        state.penalty[fight, who] = self._penalty(state.level[fight, who])
        self._at_place(fight[changed], who[changed], place[changed], level[changed])
        tested = changed & (level >= mechanics.SLIGHT)
        self._shock(fight[tested], who[tested], level[tested])
        stacks = (before > 0) & changed
        asked = body.tests_cool[who] & ~state.is_down[fight, who] & ~state.has_held[fight, who]
        if not body.tests_flesh:
            asked &= (dealt != mechanics.FLESH) | stacks
        fight, who = fight[asked], who[asked]
        chance = body.cool_passes[who, -state.penalty[fight, who]]
        holds = self._rng.random(fight.size) < chance
        state.has_held[fight[holds], who[holds]] = True
        fight, who = fight[~holds], who[~holds]
        state.is_down[fight, who] = True
        self._fall(fight, who)

    def _at_place(self, fight: Ints, who: Ints, place: Ints, level: Ints) -> None:
        """Lets wounds that got worse do what they do to the place. Source: PHA-61, PHA-64."""
        state, body = self._state, self._body
        is_head = place == body.head
        dies = (level >= mechanics.DESTROYED) & (is_head | (place == body.torso))
        sleeps = is_head & (level >= body.head_out)
        down = dies | sleeps
        if down.any():
            state.is_dead[fight[dies], who[dies]] = True
            state.is_down[fight[down], who[down]] = True
            self._fall(fight[down], who[down])
        stunned = is_head & (level >= body.head_stuns) & ~state.is_down[fight, who]
        if stunned.any():
            self._stun(fight[stunned], who[stunned])
        for number, arm in enumerate(body.arms):
            drops = (place == arm) & (level >= body.arm_drops)
            if drops.any():
                where = (fight[drops], who[drops])
                state.is_gone[where] |= self._arms.drops[who[drops], :, number]
        right, left = body.legs
        if right < 0 or left < 0:
            return
        leg = (place == right) | (place == left)
        fight, who = fight[leg], who[leg]
        both = state.level[fight, who, right], state.level[fight, who, left]
        falls = np.asarray(mechanics.leg_level(*both)) >= body.leg_falls
        falls &= ~state.is_dead[fight, who]
        state.is_prone[fight[falls], who[falls]] = True

    def _stun(self, fight: Ints, who: Ints) -> None:
        """Takes an action of this phase, or else of the next. Source: PHA-64."""
        state = self._state
        spent = state.used[fight, who] + state.lost[fight, who]
        now = self._limit[who] > spent
        state.lost[fight, who] += now
        state.stunned[fight, who] += ~now

    def _shock(self, fight: Ints, who: Ints, level: Ints) -> None:
        """Rolls the Shock Tests of wounds; of who is In Shock the clock is moved. Source: PHA-62, PHA-70."""
        state, body = self._state, self._body
        able = ~state.is_dead[fight, who] & (state.death_due[fight, who] == 0)
        fight, who, level = fight[able], who[able], level[able]
        due = self._phase + body.interval[self._worst(fight, who)]
        known = state.shock_due[fight, who]
        fails = self._rng.random(fight.size) >= body.shock_passes[who, level]
        moved = np.where(known > 0, np.minimum(known, due), np.where(fails, due, 0))
        state.shock_due[fight, who] = moved
        drops = (moved > 0) & body.drops_in_shock[who]
        if drops.any():
            self._fall(fight[drops], who[drops])

    def _fall(self, fight: Ints, who: Ints) -> None:
        """Puts combatants out of the fight. Source: PHA-74, PHA-76."""
        state = self._state
        new = ~state.is_out[fight, who]
        fight, who = fight[new], who[new]
        state.is_out[fight, who] = True
        state.out_round[fight, who] = self._phase

    # ---- the end

    def _decide(self, fights: Ints) -> None:
        """Ends the fights in which a side has nobody left; nobody acts in them any more."""
        state = self._state
        over, winner = decided(self._orders, self._setting.is_foe, ~state.is_out[fights])
        over &= ~self._is_over[fights]
        if not over.any():
            return
        ended = fights[over]
        number = self._going[ended]
        self._winner[number] = winner[over]
        self._rounds[number] = self._phase
        self._is_over[ended] = True
        which = np.zeros(self._is_over.size, bool)
        which[ended] = True
        self._note(which)
        state.is_out[ended] = True
        state.shock_due[ended] = 0
        state.death_due[ended] = 0

    def _note(self, which: Bools) -> None:
        """Notes how fights end."""
        number, state = self._going[which], self._state
        self._alive[number] = ~state.is_dead[which]
        self._out_round[number] = state.out_round[which]
        self._ammo[number] = state.ammo[which][:, :, RIGHT]

    def _leave(self) -> None:
        """Goes on with the fights that are not over."""
        if not self._is_over.any():
            return
        going = ~self._is_over
        self._state = self._state.kept(going)
        self._going = self._going[going]
        self._is_over = np.zeros(self._going.size, bool)
