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
    HANDS,
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

_NOWHERE = -(10**9)
"""Less than any place in a phase."""

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
    own: Ints
    given: Ints
    needs_care: Bools
    hand: Ints

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
        self._fallen: list[Ints] = []
        self._least_effect = min(
            *(self._body.head_stuns, self._body.head_out, self._body.arm_drops),
            *(self._body.arm_useless, self._body.leg_falls - 1, mechanics.DESTROYED),
        )
        self._state = self._begun(count)
        self._reckon()

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
            own=np.zeros((count, self._size), np.int64),
            given=np.zeros((count, self._size), np.int64),
            needs_care=np.ones((count, self._size), bool),
            hand=np.zeros((count, self._size), np.int64),
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
        epoch = [each for each in setting.epochs if each.first_phase <= self._phase][-1]
        if epoch is not self._epoch:
            self._epoch = epoch
            self._reckon()
        self._limit = np.full(self._size, setting.later)
        self._clock()
        state.used[:] = 0
        if self._phase == setting.first_phase + 1:
            state.has_fired[:] = False
            state.needs_care[:] = True
        np.minimum(state.stunned, self._limit, out=state.lost)
        state.stunned -= state.lost
        if not setting.keeps_recoil or not (self._phase - 1) % mechanics.PHASES_A_ROUND:
            state.recoil[:] = 0

    def _reckon(self) -> None:
        """Sums up what the states of everybody do to their attacks, and to attacks on them. Source: PHA-28, PHA-66."""
        state, epoch = self._state, self._epoch
        state.own = state.penalty + state.is_prone * epoch.prone
        state.given = state.is_prone * epoch.aimed_prone - state.penalty

    def _clock(self) -> None:
        """Lets the clinically dead die when it is time, and rolls Shock Tests that are due. Source: PHA-70, PHA-72."""
        state, body = self._state, self._body
        state.is_dead |= (state.death_due > 0) & (state.death_due <= self._phase)
        cell = ((state.shock_due > 0) & (state.shock_due <= self._phase)).ravel().nonzero()[0]
        if not cell.size:
            return
        worst = self._worst(cell)
        chance = body.shock_passes[cell % self._size, worst]
        passed = self._rng.random(cell.size) < chance
        due = np.where(passed, self._phase + body.interval[worst], 0)
        state.shock_due.reshape(-1)[cell] = due
        cell = cell[~passed]
        if body.reanimates:
            state.death_due.reshape(-1)[cell] = self._phase + body.reanimates
        else:
            state.is_dead.reshape(-1)[cell] = True
        state.is_down.reshape(-1)[cell] = True
        self._fall(cell)
        self._decide_fallen()

    def _worst(self, cell: Ints) -> Ints:
        """Returns the level that Shock goes by. Source: PHA-70."""
        levels = self._state.level.reshape(-1, self._state.level.shape[2]).take(cell, axis=0)
        found: Ints = np.maximum(levels.max(axis=1), mechanics.SLIGHT)
        return found

    def _play_phase(self) -> None:
        """Lets everybody act in order, equal ones at once. Source: PHA-19, PHA-23."""
        setting, state = self._setting, self._state
        is_first = self._phase == setting.first_phase
        groups = self._groups(is_first=is_first)
        tasks = setting.tasks if is_first else np.ones(self._size, np.int64)
        released = setting.released if is_first else None
        care = is_first and int(tasks.max()) > 1
        for group in range(int(groups.max(initial=-1)) + 1):
            cell = (groups.ravel() == group).nonzero()[0]
            fight, who = np.divmod(cell, self._size)
            for number in range(max(int(tasks.max()), 1)):
                spent = state.used.ravel().take(cell) + state.lost.ravel().take(cell)
                can = self._epoch.can_act.take(who) & (self._limit.take(who) > spent)
                can &= ~state.is_out.ravel().take(cell)
                if is_first:
                    can &= tasks.take(who) > number
                mine, actor = fight[can], who[can]
                if not mine.size and released is None:
                    continue
                if care:
                    state.needs_care[mine, actor] = True
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
        key = np.where(state.is_out, _NOWHERE, key)
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
        state.needs_care[:] = True
        self._reckon()
        state.out_round[:] = np.where(released.is_out & ~self._setting.start.is_out, self._phase, 0)

    # ---- an action

    def _roll(self, fight: Ints, who: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Rolls an action of each of these, from the state before all of them; what a tie does not hold is true now.

        Returns numbers of those among them that attack, their targets, the outcomes, the rows of each single round.
        Source: PHA-19, PHA-23, PHA-33, PHA-35, PHA-77.
        """
        state, arms = self._state, self._arms
        number, cell = np.arange(fight.size), fight * self._size + who
        hand = state.hand.ravel().take(cell)
        variant, unsteady = np.zeros_like(hand), np.zeros(0, np.int64)
        care = state.needs_care.ravel().take(cell).nonzero()[0]
        if care.size:
            able = np.ones(fight.size, bool)
            unsteady = np.zeros(fight.size, np.int64)
            hand[care], variant[care], unsteady[care], able[care] = self._with_care(
                fight[care], who[care]
            )
            number = able.nonzero()[0]
            fight, who, hand = fight[number], who[number], hand[number]
            variant, unsteady = variant[number], unsteady[number]
        target = self._aimed(fight, who)
        epoch, mine, wielded = self._epoch, fight * self._size + who, who * HANDS + hand
        lead = self._lead(fight, mine, wielded, variant, target)
        if unsteady.size:
            lead += unsteady
        kinds = epoch.attack.shape[2]
        cell = (wielded * kinds + variant) * self._size + target
        lead = np.minimum(
            np.maximum(lead, epoch.least.ravel().take(cell)), epoch.most.ravel().take(cell)
        )
        rows = epoch.row.ravel().take(cell) + lead
        outcome = self._setting.tables.draw(self._rng, rows).astype(np.int64)
        self._spend(mine, wielded, outcome == FUMBLE)
        if self._setting.keeps_recoil or self._phase == self._setting.first_phase:
            state.recoil[fight, who] += arms.recoil[who, hand]
            state.has_fired[fight, who] |= arms.is_single[who, hand]
        return number, target, outcome, epoch.hit_row.ravel().take(cell)

    def _spend(self, mine: Ints, wielded: Ints, fumbled: Bools) -> None:
        """Takes rounds, and notes who is off balance or has a jam now. Source: PHA-35, PHA-77."""
        state, arms = self._state, self._arms
        loaded = mine * HANDS + wielded % HANDS
        before, rounds = state.ammo.ravel().take(loaded), arms.rounds.ravel().take(wielded)
        left = np.where(before < 0, before, np.maximum(before - rounds, 0))
        state.ammo.reshape(-1)[loaded] = left
        care = fumbled | ((left < rounds) & (before >= 0))
        if care.any():
            state.needs_care.reshape(-1)[mine[care]] = True
        if fumbled.any():
            is_melee = arms.is_melee.ravel().take(wielded)
            state.is_off_balance.reshape(-1)[mine[fumbled & is_melee]] = True
            jams = fumbled & arms.can_jam.ravel().take(wielded)
            state.is_jammed.reshape(-1)[loaded[jams]] = True

    def _with_care(self, fight: Ints, who: Ints) -> tuple[Ints, Ints, Ints, Bools]:
        """Looks at everything that can keep somebody from attacking as usual.

        Returns the hands, which plans of the attack, what being off balance takes, and who attacks at all.
        """
        state, arms = self._state, self._arms
        cell = fight * self._size + who
        gone = state.is_gone.reshape(-1, HANDS).take(cell, axis=0)
        first: Ints = gone.argmin(axis=1)
        off_balance = state.is_off_balance.reshape(-1)
        unsteady = off_balance.take(cell) * self._epoch.unsteady.take(who)
        off_balance[cell] = False
        is_busy = self._make_ready(cell, who, first)
        usable = self._is_usable(cell, who, first)
        hand, able = first, ~is_busy
        if not usable.all():
            hand = np.where(usable, first, BARE)
            able &= usable | self._is_usable(cell, who, hand)
        wielded = who * HANDS + hand
        ammo = state.ammo.ravel().take(cell * HANDS + hand)
        rounds = arms.rounds.ravel().take(wielded)
        loads = np.minimum(np.maximum(ammo, 0), rounds)
        variant = arms.variant.ravel().take(wielded * arms.variant.shape[2] + loads)
        variant = np.where(ammo < 0, 0, variant)
        state.hand.reshape(-1)[cell] = hand
        stays = ~able | state.is_jammed.ravel().take(cell * HANDS + first)
        stays |= (ammo >= 0) & (ammo < rounds)
        state.needs_care.reshape(-1)[cell] = stays
        return hand, variant, unsteady, able

    def _make_ready(self, cell: Ints, who: Ints, hand: Ints) -> Bools:
        """Reloads what is empty, else clears what is jammed; returns whose action is used up by it. Source: PHA-26."""
        state, setting = self._state, self._setting
        ammo, is_jammed = state.ammo.reshape(-1), state.is_jammed.reshape(-1)
        held = cell * HANDS + hand
        magazine = self._arms.magazine.ravel().take(who * HANDS + hand)
        empty = (ammo.take(held) == 0) & (magazine > 0)
        clears = is_jammed.take(held) & (~empty | setting.reload_is_free)
        ammo[held[empty]] = magazine[empty]
        is_jammed[held[clears]] = False
        busy: Bools = empty & (not setting.reload_is_free)
        busy |= clears & (not setting.clear_is_free)
        return busy

    def _is_usable(self, cell: Ints, who: Ints, hand: Ints) -> Bools:
        """Returns whether the rules let it be attacked with. Source: PHA-27, PHA-53, PHA-64, PHA-77."""
        state, arms, body = self._state, self._arms, self._body
        wielded = who * HANDS + hand
        usable = arms.is_allowed.ravel().take(wielded)
        usable &= state.ammo.ravel().take(cell * HANDS + hand) != 0
        usable &= ~(arms.is_single.ravel().take(wielded) & state.has_fired.ravel().take(cell))
        levels, first = state.level.ravel(), cell * state.level.shape[2]
        for number, arm in enumerate(body.arms):
            if arm >= 0:
                useless = levels.take(first + arm) >= body.arm_useless
                usable &= ~(useless & arms.needs.ravel().take(wielded * 2 + number))
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

    def _lead(self, fight: Ints, mine: Ints, wielded: Ints, variant: Ints, target: Ints) -> Ints:
        """Returns by how much the bonus of an attack exceeds that of the defense. Source: PHA-30 to PHA-33, PHA-66."""
        state, epoch, arms = self._state, self._epoch, self._arms
        aimed = fight * self._size + target
        against = arms.is_melee.ravel().take(wielded) * self._size + target
        lead = epoch.attack.ravel().take(wielded * epoch.attack.shape[2] + variant)
        lead -= epoch.defense.ravel().take(against)
        lead += state.own.ravel().take(mine) + state.given.ravel().take(aimed)
        if epoch.is_passive.any():
            lead += state.penalty.ravel().take(aimed) * epoch.is_passive.ravel().take(against)
        if self._setting.keeps_recoil or self._phase == self._setting.first_phase:
            recoil = state.recoil.ravel().take(mine)
            lead -= recoil * (arms.recoil.ravel().take(wielded) > 0)
        return np.asarray(lead)

    # ---- what it does

    def _take_effect(
        self, fight: Ints, who: Ints, number: Ints, target: Ints, outcome: Ints, hit_row: Ints
    ) -> None:
        """Makes true what was rolled, of those who act at once in the order of joining. Source: PHA-19, PHA-78."""
        used, cell = self._state.used.reshape(-1), fight * self._size + who
        is_next = fight[1:] == fight[:-1]
        if not is_next.any():
            used[cell] += 1
            self._hurt(fight[number], target, outcome, hit_row)
        else:
            harms = np.zeros(fight.size, np.int64)
            harms[number] = (outcome >= WOUND) | (outcome < 0)
            before = harms.cumsum() - harms  # so many have done harm before each
            begins = np.concatenate(([0], (~is_next).nonzero()[0] + 1))
            before -= np.repeat(before[begins], np.diff(begins, append=fight.size))
            for each in range(int(before.max()) + 1):
                now = before == each
                used[cell[now]] += 1
                now &= harms > 0
                mine = now[number]
                self._hurt(fight[now], target[mine], outcome[mine], hit_row[mine])
        self._decide_fallen()

    def _hurt(self, fight: Ints, target: Ints, outcome: Ints, hit_row: Ints) -> None:
        """Lets outcomes hit, at most one in each fight. Source: PHA-34, PHA-78."""
        struck = (outcome >= WOUND).nonzero()[0]
        if struck.size:
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
        alive = ~state.is_dead.ravel().take(fight * self._size + who)
        if not alive.all():
            fight, who, wound = fight[alive], who[alive], wound[alive]
        if not fight.size:
            return
        place, dealt = wound // _LEVELS, wound % _LEVELS + 1
        cell = fight * self._size + who
        hurt = cell * state.level.shape[2] + place
        levels = state.level.reshape(-1)
        before = levels.take(hurt)
        level = np.asarray(mechanics.stacked_level(before, dealt, body.destroys))
        changed = level != before
        levels[hurt] = level
        self._weaken(cell, who, before, level)
        strong = (changed & (level >= self._least_effect)).nonzero()[0]
        if strong.size:
            self._at_place(cell[strong], who[strong], place[strong], level[strong])
        tested = (changed & (level >= mechanics.SLIGHT)).nonzero()[0]
        if tested.size:
            self._shock(cell[tested], who[tested], level[tested])
        asked = ~(state.is_down.ravel().take(cell) | state.has_held.ravel().take(cell))
        asked &= body.tests_cool.take(who)
        if not body.tests_flesh:
            asked &= (dealt != mechanics.FLESH) | ((before > 0) & changed)
        if asked.any():
            self._keep_cool(cell[asked], who[asked])

    def _keep_cool(self, cell: Ints, who: Ints) -> None:
        """Rolls COOL tests; who fails is out. Source: PHA-63."""
        state, body = self._state, self._body
        taken = -state.penalty.ravel().take(cell)
        chance = body.cool_passes.ravel().take(who * body.cool_passes.shape[1] + taken)
        holds = self._rng.random(cell.size) < chance
        state.has_held.reshape(-1)[cell[holds]] = True
        down = cell[~holds]
        state.is_down.reshape(-1)[down] = True
        self._fall(down)

    def _weaken(self, cell: Ints, who: Ints, before: Ints, level: Ints) -> None:
        """Lets wounds take from rolls what they take now; no wound gets better in a fight. Source: PHA-66."""
        state, amounts = self._state, self._body.penalty
        was = state.penalty.ravel().take(cell)
        if self._body.adds_penalties:
            now = was + amounts.take(level) - amounts.take(before)
        else:
            now = np.minimum(was, amounts.take(level))
        state.penalty.reshape(-1)[cell] = now
        state.own.reshape(-1)[cell] += now - was
        state.given.reshape(-1)[cell] -= now - was

    def _at_place(self, cell: Ints, who: Ints, place: Ints, level: Ints) -> None:
        """Lets wounds that got worse do what they do to the place. Source: PHA-61, PHA-64."""
        state, body = self._state, self._body
        is_head = place == body.head
        dies = (level >= mechanics.DESTROYED) & (is_head | (place == body.torso))
        down = dies | (is_head & (level >= body.head_out))
        if down.any():
            state.is_dead.reshape(-1)[cell[dies]] = True
            state.is_down.reshape(-1)[cell[down]] = True
            self._fall(cell[down])
        stunned = is_head & (level >= body.head_stuns)
        if stunned.any():
            stunned &= ~state.is_down.ravel().take(cell)
            self._stun(cell[stunned], who[stunned])
        for number, arm in enumerate(body.arms):
            hurt = place == arm
            if not hurt.any():
                continue
            state.needs_care.reshape(-1)[cell[hurt]] = True
            drops = hurt & (level >= body.arm_drops)
            if drops.any():
                where = np.divmod(cell[drops], self._size)
                state.is_gone[where] |= self._arms.drops[who[drops], :, number]
        right, left = body.legs
        if right < 0 or left < 0:
            return
        leg = ((place == right) | (place == left)) & ~state.is_dead.ravel().take(cell)
        leg &= ~state.is_prone.ravel().take(cell)
        if not leg.any():
            return
        cell, who = cell[leg], who[leg]
        levels, first = state.level.ravel(), cell * state.level.shape[2]
        both = levels.take(first + right), levels.take(first + left)
        falls = np.asarray(mechanics.leg_level(*both)) >= body.leg_falls
        cell, who = cell[falls], who[falls]
        state.is_prone.reshape(-1)[cell] = True
        state.own.reshape(-1)[cell] += self._epoch.prone.take(who)
        state.given.reshape(-1)[cell] += self._epoch.aimed_prone.take(who)

    def _stun(self, cell: Ints, who: Ints) -> None:
        """Takes an action of this phase, or else of the next. Source: PHA-64."""
        state = self._state
        spent = state.used.ravel().take(cell) + state.lost.ravel().take(cell)
        now = self._limit.take(who) > spent
        state.lost.reshape(-1)[cell] += now
        state.stunned.reshape(-1)[cell] += ~now

    def _shock(self, cell: Ints, who: Ints, level: Ints) -> None:
        """Rolls the Shock Tests of wounds; of who is In Shock the clock is moved. Source: PHA-62, PHA-70."""
        state, body = self._state, self._body
        known = state.shock_due.ravel().take(cell)
        fails = self._rng.random(cell.size) >= body.shock_passes.ravel().take(
            who * body.shock_passes.shape[1] + level
        )
        able = ~state.is_dead.ravel().take(cell) & (state.death_due.ravel().take(cell) == 0)
        moves = (able & (fails | (known > 0))).nonzero()[0]
        if not moves.size:
            return
        cell, who, known = cell[moves], who[moves], known[moves]
        due = self._phase + body.interval.take(self._worst(cell))
        due = np.where(known > 0, np.minimum(known, due), due)
        state.shock_due.reshape(-1)[cell] = due
        drops = body.drops_in_shock.take(who)
        if drops.any():
            self._fall(cell[drops])

    def _fall(self, cell: Ints) -> None:
        """Puts combatants out of the fight. Source: PHA-74, PHA-76."""
        state = self._state
        cell = cell[~state.is_out.ravel().take(cell)]
        if cell.size:
            state.is_out.reshape(-1)[cell] = True
            state.out_round.reshape(-1)[cell] = self._phase
            self._fallen.append(cell // self._size)

    # ---- the end

    def _decide_fallen(self) -> None:
        """Ends the fights that are decided by those who have fallen since this was last looked at."""
        if self._fallen:
            fights = np.concatenate(self._fallen)
            self._fallen = []
            self._decide(fights)

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
        state.is_out[ended] = True
        state.shock_due[ended] = 0
        state.death_due[ended] = 0

    def _note(self, which: Bools) -> None:
        """Notes how fights end."""
        number, state = self._going[which], self._state
        self._alive[number] = ~state.is_dead[which]
        self._out_round[number] = state.out_round[which]
        hand = self._setting.start.is_gone.argmin(axis=1)
        self._ammo[number] = state.ammo[which][:, np.arange(self._size), hand]

    def _leave(self) -> None:
        """Goes on with the fights that are not over, once enough are to be worth the copying."""
        if 4 * np.count_nonzero(self._is_over) < self._is_over.size or not self._is_over.size:
            return
        self._note(self._is_over)
        going = ~self._is_over
        self._state = self._state.kept(going)
        self._going = self._going[going]
        self._is_over = np.zeros(self._going.size, bool)
