"""Where people stand on the plan in a forecast, round after round, by a plain doctrine: worked out before dice fall.

Everybody heads for the nearest opponent that is in as the round begins: to reach for blows, to where it shoots best for
shots. Whoever can attack from cover stays in it; whoever is out, cannot move or stands nowhere stays. Nobody falls in
this table; whoever has nobody left in reach later goes on to the nearest (``moves``).
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import sqrt

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import LeftOut, is_foe
from encounter_gui.rules.engine.battlefield.orders import MOST_ROUNDS
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, never, until_stopped
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import geometry, moving
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.engine.field.sight import apart, standing_in
from encounter_gui.rules.engine.reading.asks import Array

STAYS, WALKS, RUNS = range(3)
"""What somebody does with its feet in a round: nothing, a move that leaves attacks, one that costs more than that."""

LATER, BEFORE, SINCE = range(3)
"""When another moves in a round, seen by somebody who has: it has not yet, it had already, it has since."""

UNREACHED, UNSAID = -1, 0
"""Numbers of situations: it cannot be attacked from there; the plan says nothing of it."""

_LEFT_OUT = "moves"
"""The key of what a forecast of a fight on a plan leaves out: all moves but the plain ones."""


_FAR_OFF = 1e6
"""Farther than any plan is wide."""


class Stride(Struct, frozen=True, kw_only=True):
    """How somebody moves and how far it attacks, in the plan's unit.

    ``walk`` and ``run`` are the ground of a round, ``walk_now`` and ``run_now`` that of what is left of the round under
    way; ``run`` 0: it cannot. ``wants``: from no farther it attacks as well as it can. ``reaches``: how far it attacks
    at most, by what it attacks with, of which ``hand`` is what it moves by. ``is_free``: walking costs none of its
    attacks; otherwise whoever can attack from where it stands stays.
    """

    walk: float
    run: float = 0
    walk_now: float
    run_now: float = 0
    wants: float
    reaches: tuple[float, ...]
    hand: int = 0
    is_free: bool = True


class Standing(Struct, frozen=True, kw_only=True):
    """Where n people stand in R rounds, the first of which is ``begins``; what comes later is as the last.

    In the last nobody moves, unless there are as many as rounds are ever played.

    The second index of most is when the other moves in the round: later, before, or after it, but it has (``LATER`` and
    so on). ``far`` (R, 3, n, n) is how far each is from each once it has moved itself. ``codes`` (R, 3, A, n, n) are
    the numbers of ``situations`` in which each attacks each with each of A. ``pace`` (R, 2, n) is what each does, by
    whether its ``goal`` (R, n) has moved before. From
    ``rests`` (n,) on nobody moves by this table. ``last`` (n, n) is how far each is at the end, ``beside`` (A, n, n)
    the situation once it has gone on to another from there, ``reaches`` (A, n) how far it attacks.
    """

    begins: int
    far: Array
    codes: Array
    pace: Array
    goal: Array
    rests: Array
    last: Array
    beside: Array
    reaches: Array
    walk: Array
    run: Array
    situations: tuple[Hashable, ...]


Situate = Callable[[RulesContext, Combatant, int, Combatant, int], Hashable | None]
"""Returns in what situation somebody attacks with one of its arms another, by where both stand, at a pace.

None: it cannot, as the table would refuse it. The context has both where they stand then.
"""


def left_out_moves(standing: Standing | None) -> tuple[LeftOut, ...]:
    """Returns what is not played where people stand on the plan: any move but those of the table."""
    return () if standing is None else (LeftOut(_LEFT_OUT, ()),)


def unplaced(context: RulesContext) -> RulesContext:
    """Returns the state with nobody on the plan: plans of attacks say themselves what they take from it."""
    state = context.state
    if all(each.place is None for each in state.combatants.values()):
        return context
    there = {who: replace(each, place=None) for who, each in state.combatants.items()}
    return replace(context, state=replace(state, combatants=there))


def standing_of(
    context: RulesContext,
    rules: FieldRules,
    members: Sequence[Combatant],
    strides: Sequence[Stride],
    situate: Situate,
    *,
    is_in: Sequence[bool],
    is_stopped: IsStopped,
) -> Standing | None:
    """Returns where everybody stands round after round; None: no two opponents stand on the plan.

    Args:
        context: the state.
        rules: those of the game about the plan.
        members: those who take a side, in the order of joining.
        strides: how each of them moves.
        situate: in what situation somebody attacks.
        is_in: who of them is not out.
        is_stopped: whether to stop; it is asked before each combatant.

    Raises:
        StoppedError: ``is_stopped`` said so.
    """
    placed = [each for each in members if each.place is not None]
    if context.state.plan is None or len({is_foe(each) for each in placed}) < 2:
        return None
    walk = _Walk(context, context.state.plan, rules, members, strides, situate, is_in)
    return walk.table(is_stopped)


class _Walk:
    """The walk of everybody through the rounds."""

    def __init__(
        self,
        context: RulesContext,
        plan: Plan,
        rules: FieldRules,
        members: Sequence[Combatant],
        strides: Sequence[Stride],
        situate: Situate,
        is_in: Sequence[bool],
    ) -> None:
        self._is_stopped: IsStopped = never
        self._context, self._plan, self._rules = context, plan, rules
        self._members, self._strides, self._situate = members, strides, situate
        self._moves = [is_in[one] and each.place is not None for one, each in enumerate(members)]
        self._foes = [is_foe(each) for each in members]
        self._size, self._arms = len(members), len(strides[0].reaches)
        self._numbers: dict[Hashable, int] = {None: UNSAID}
        self._known: dict[Hashable, int] = {}
        self._is_covered: dict[Place, bool] = {}
        self._is_plain_first = all(
            each.walk_now == each.walk and each.run_now == each.run for each in strides
        )

    def table(self, is_stopped: IsStopped) -> Standing:
        self._is_stopped = is_stopped
        places = [each.place for each in self._members]
        size = self._size
        far, codes, pace, goals = [], [], [], []
        rests = np.zeros(size, np.int64)
        for number in range(MOST_ROUNDS):
            goal = [self._nearest(one, places) for one in self._each()]
            alone = [self._moved(one, places, goal[one], number) for one in self._each()]
            left = [place for place, _ in alone]
            after = [self._moved(one, left, goal[one], number, places[one]) for one in self._each()]
            met = [place for place, _ in after]
            gaps = [self._far(left, places), self._far(met, left), self._far(left, met)]
            far.append(gaps)
            paces = [[pace for _, pace in each] for each in (alone, after)]
            codes.append(
                [
                    self._codes(left, places, paces[0], gaps[LATER]),
                    self._codes(met, left, paces[1], gaps[BEFORE]),
                    self._codes(left, met, paces[0], gaps[SINCE]),
                ]
            )
            pace.append(paces)
            goals.append(goal)
            end = list(places)
            for one in self._each():
                end[one], _ = self._moved(one, end, goal[one], number)
                if end[one] != places[one]:
                    rests[one] = number + 1
            is_over = end == places and (number > 0 or self._is_plain_first)
            places = end
            if is_over:
                break
        return Standing(
            begins=max(self._context.state.round, 1),
            far=np.array(far),
            codes=np.array(codes, np.int16),
            pace=np.array(pace, np.int8),
            goal=np.array(goals, np.int16),
            rests=rests,
            last=self._last(places),
            beside=self._beside(places),
            reaches=np.array([each.reaches for each in self._strides], float).T,
            walk=np.array([each.walk for each in self._strides], float) * self._moves,
            run=np.array([each.run for each in self._strides], float) * self._moves,
            situations=tuple(self._numbers),
        )

    def _each(self) -> Iterator[int]:
        """Yields everybody's number, and asks before each whether to stop."""
        return until_stopped(range(self._size), self._is_stopped)

    # ---- moving

    def _nearest(self, one: int, places: Sequence[Place | None]) -> int:
        """Returns the nearest opponent that is in, the first in the order of joining; itself: there is none."""
        here = places[one]
        if not self._moves[one] or here is None:
            return one
        found = [
            (apart(self._plan, here, there), other)
            for other, there in enumerate(places)
            if there is not None and self._moves[other] and self._foes[other] != self._foes[one]
        ]
        return min(found, default=(0, one))[1]

    def _moved(
        self,
        one: int,
        places: Sequence[Place | None],
        goal: int,
        number: int,
        start: Place | None = None,
    ) -> tuple[Place | None, int]:
        """Returns where somebody gets to in a round, and at what pace; ``start`` None: from among the places."""
        here, there, mine = start or places[one], places[goal], self._strides[one]
        if goal == one or here is None or there is None:
            return here, STAYS
        gap, most = apart(self._plan, here, there), mine.reaches[mine.hand]
        if gap <= mine.wants or (gap <= most and (not mine.is_free or self._keeps(one, here))):
            return here, STAYS
        walk, run = (mine.walk, mine.run) if number else (mine.walk_now, mine.run_now)
        end = self._goes_to(here, there, mine.wants)
        walked = moving.along_way(self._context, self._rules, here, end, walk)
        if run > walk and apart(self._plan, walked, there) > most:
            return moving.along_way(self._context, self._rules, here, end, run), RUNS
        return walked, WALKS if walked != here else STAYS

    def _goes_to(self, here: Place, there: Place, wants: float) -> Place:
        """Returns where somebody goes who wants to be so near: beside the other for blows, else on its own floor."""
        height = abs(here.floor - there.floor) * self._plan.storey
        if wants <= self._rules.reach or wants <= height:
            return moving.beside(self._rules, self._plan, here, there)
        stop = sqrt(wants**2 - height**2) + here.radius + there.radius
        x, y = geometry.away(here.point, there.point, stop)
        return replace(here, x=round(x, 3), y=round(y, 3))

    def _keeps(self, one: int, here: Place) -> bool:
        """Returns whether somebody stands in cover and shoots."""
        if self._strides[one].wants <= self._rules.reach:
            return False
        if here not in self._is_covered:
            view = self._view({one: here})
            areas = standing_in(view.state, self._members[one].id)
            self._is_covered[here] = any(each.kind == "cover" for each in areas)
        return self._is_covered[here]

    # ---- what attacks meet

    def _pairs(self) -> Iterator[tuple[int, int]]:
        for one in self._each():
            for other in range(self._size):
                if self._foes[one] != self._foes[other]:
                    yield one, other

    def _far(self, mine: Sequence[Place | None], others: Sequence[Place | None]) -> Array:
        """Returns how far opponents are from each other; all others are far off."""
        found = np.full((self._size, self._size), _FAR_OFF)
        for one, other in self._pairs():
            here, there = mine[one], others[other]
            if here is not None and there is not None:
                found[one, other] = apart(self._plan, here, there)
        return found

    def _last(self, places: Sequence[Place | None]) -> Array:
        """Returns how far everybody is from everybody, friends too; who stands nowhere is far off."""
        found = np.full((self._size, self._size), _FAR_OFF)
        for one in self._each():
            here = places[one]
            for other, there in enumerate(places):
                if here is not None and there is not None:
                    found[one, other] = apart(self._plan, here, there)
        np.fill_diagonal(found, 0)
        return found

    def _codes(
        self,
        mine: Sequence[Place | None],
        others: Sequence[Place | None],
        pace: Sequence[int],
        gaps: Array,
    ) -> Array:
        """Returns the situations in which each attacks each other; ``gaps`` are what ``_far`` returns of the same."""
        found = np.full((self._arms, self._size, self._size), UNSAID, np.int64)
        for one, other in self._pairs():
            here, there, gap = mine[one], others[other], gaps[one, other]
            if here is None or there is None:
                continue
            for arm, most in enumerate(self._strides[one].reaches):
                found[arm, one, other] = (
                    UNREACHED if gap > most else self._code(one, arm, other, here, there, pace[one])
                )
        return found

    def _beside(self, places: Sequence[Place | None]) -> Array:
        """Returns the situations in which each attacks each other once it has gone there from its last place."""
        found = np.full((self._arms, self._size, self._size), UNSAID, np.int64)
        for one, other in self._pairs():
            here, there = places[one], places[other]
            if here is None or there is None:
                continue
            before = apart(self._plan, here, there)
            for arm, most in enumerate(self._strides[one].reaches):
                end, gap = here, before
                if gap > most:
                    end = self._goes_to(here, there, min(most, self._strides[one].wants))
                    gap = apart(self._plan, end, there)
                found[arm, one, other] = (
                    UNREACHED if gap > most else self._code(one, arm, other, end, there, STAYS)
                )
        return found

    def _code(self, one: int, arm: int, other: int, here: Place, there: Place, pace: int) -> int:
        """Returns the situation in which somebody attacks another within its reach."""
        key = one, arm, other, here, there, pace
        if key not in self._known:
            view = self._view({one: here, other: there})
            mine, theirs = (view.combatant(self._members[each].id) for each in (one, other))
            found = self._situate(view, mine, arm, theirs, pace)
            if found is None:
                self._known[key] = UNREACHED
            else:
                self._known[key] = self._numbers.setdefault(found, len(self._numbers))
        return self._known[key]

    def _view(self, places: dict[int, Place]) -> RulesContext:
        state = self._context.state
        there: dict[CombatantId, Combatant] = dict(state.combatants)
        for one, place in places.items():
            who = self._members[one].id
            there[who] = replace(there[who], place=place)
        return replace(self._context, state=replace(state, combatants=there))
