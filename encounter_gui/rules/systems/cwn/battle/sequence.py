"""Who acts when in each of many fights: initiative of the sides, and the order that the table makes of it.

Source: CWN-15, CWN-16, CWN-46.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.battlefield.battle import takers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import is_free_round
from encounter_gui.rules.systems.cwn.turns import initiative, order, rounds

CHECKING: tuple[Side, ...] = ("ally", "foe")
"""The sides that check Morale. Source: CWN-19."""

Moment = tuple[int, int]
"""A round, and a place in its order: what ends then does not count from there on."""

Whole = npt.NDArray[np.int64]
Truth = npt.NDArray[np.bool_]


class Placed(NamedTuple):
    """An order: the place and the group of everybody, (n,), and which sides check Morale with its group, (n, 2).

    Of many fights each has a dimension more, (T, …), in front.
    """

    places: Whole
    groups: Whole
    checking: Truth


_FAR_AHEAD = 1000
"""More than any initiative."""


class _Rolling(Struct, frozen=True, kw_only=True):
    """How a side rolls its initiative: so many dice, of which the highest counts, and what is added. Source: CWN-15."""

    side: Side
    dice: int
    plus: int


class Sequences:
    """The orders in which a fight may go; each is worked out once."""

    def __init__(self, context: RulesContext) -> None:
        """Takes the state: an order that stands is kept, initiative that is known is not rolled again."""
        state = context.state
        everybody = tuple(state.combatants.values())
        members = tuple(each for each in everybody if not character.is_out(each)) or everybody
        self._who = tuple(each.id for each in takers(state))
        self._everybody = everybody
        self._known: Mapping[Side, int] = initiative.scores_of(context)
        self._sides = order.teams(members)
        self._die = order.initiative_die(context)
        self._rolling = tuple(
            _Rolling(
                side=side,
                dice=order.dice_count(order.of_team(members, side)),
                plus=order.dexterity_of(context, order.of_team(members, side)),
            )
            for side in self._sides
            if side not in self._known
        )
        stands = bool(state.slots) and not is_free_round(state)
        self._standing = _placed(everybody, self._who, state.slots) if stands else None
        self._group_of = {slot.who: slot.group for slot in state.slots} if stands else {}
        actors = rounds.free_round_actors(state)
        self.free: Placed | None = None
        self.free_acts: Truth | None = None
        if actors:
            slots = state.slots or order.free_slots(actors, order.teams(actors))
            self.free = _placed(self._everybody, self._who, slots)
            acting = {slot.who for slot in slots}
            self.free_acts = np.array([each in acting for each in self._who], bool)
        self._made: dict[tuple[int, ...], Placed] = {}

    def _turn_of(self, who: CombatantId) -> tuple[int, int] | None:
        """Returns the place at which somebody's turn begins and the first place after it; None: not known."""
        if who not in self._group_of:
            return None
        mine = self._group_of[who]
        groups = [self._group_of.get(each, mine + 1) for each in self._who]
        return sum(each < mine for each in groups), sum(each <= mine for each in groups)

    def end_of(self, condition: Condition) -> Moment | None:
        """Returns when a condition ends; None: nobody knows. What waits for an unknown turn ends with its round."""
        until = condition.until
        if until is None:
            return None
        turn = self._turn_of(until.whose) if until.whose is not None else None
        if turn is None:
            return until.round + 1, 0
        return until.round, turn[0] if until.edge == "start" else turn[1]

    @property
    def stands(self) -> bool:
        """Whether the order is known; otherwise it is rolled in each fight."""
        return self._standing is not None

    def drawn(
        self, fights: int, rng: np.random.Generator, first: Literal["pc", "foe"] | None = None
    ) -> Placed:
        """Returns the orders of so many fights.

        ``first`` is the side that acts before the other whatever is rolled; None: nobody.
        """
        if self._standing is not None:
            return repeated(self._standing, fights)
        scores = self._scores(fights, rng, first)
        ahead = scores - scores.min(axis=1, keepdims=True)  # what all have makes no order
        distinct, which = np.unique(ahead, axis=0, return_inverse=True)
        made = [self._of(tuple(map(int, scores))) for scores in distinct]
        which = which.reshape(-1)
        return Placed(
            np.stack([each.places for each in made])[which],
            np.stack([each.groups for each in made])[which],
            np.stack([each.checking for each in made])[which],
        )

    def _of(self, scores: tuple[int, ...]) -> Placed:
        if scores not in self._made:
            slots = order.slots_of(self._everybody, dict(zip(self._sides, scores, strict=True)), {})
            self._made[scores] = _placed(self._everybody, self._who, slots)
        return self._made[scores]

    def _scores(
        self, fights: int, rng: np.random.Generator, first: Literal["pc", "foe"] | None
    ) -> Whole:
        """Returns the initiative of each side in each fight; NPC sides that tie roll again. Source: CWN-15."""
        scores = np.zeros((fights, len(self._sides)), np.int64)
        for column, side in enumerate(self._sides):
            scores[:, column] = self._known.get(side, 0)
        again = {each.side: np.ones(fights, bool) for each in self._rolling}
        while any(each.any() for each in again.values()):
            for each in self._rolling:
                which = again[each.side]
                dice = rng.integers(1, self._die + 1, (int(which.sum()), each.dice))
                scores[which, self._sides.index(each.side)] = dice.max(axis=1) + each.plus
            again = {each.side: self._tied(scores, each.side) for each in self._rolling}
        if first is not None:
            goes_first = [(side == "foe") == (first == "foe") for side in self._sides]
            scores += np.where(goes_first, _FAR_AHEAD, 0)
        return scores

    def _tied(self, scores: Whole, side: Side) -> Truth:
        mine, tied = self._sides.index(side), np.zeros(scores.shape[0], bool)
        for column, other in enumerate(self._sides):
            if column != mine and "pc" not in (side, other):
                tied |= scores[:, column] == scores[:, mine]
        return tied


def repeated(order: Placed, fights: int) -> Placed:
    """Returns an order that is the same in so many fights."""
    return Placed(
        np.repeat(order.places[None], fights, axis=0),
        np.repeat(order.groups[None], fights, axis=0),
        np.repeat(order.checking[None], fights, axis=0),
    )


def _placed(
    everybody: Sequence[Combatant], who: Sequence[CombatantId], slots: Sequence[Slot]
) -> Placed:
    """Returns an order group after group, within a group in the order of joining. Source: CWN-16."""
    group_of = {slot.who: slot.group for slot in slots}
    last = max(group_of.values(), default=0) + 1
    groups = np.array([group_of.get(each, last) for each in who], np.int64)
    side_of = {each.id: each.side for each in everybody}
    sides = {
        group: {side_of[slot.who] for slot in slots if slot.group == group}
        for group in group_of.values()
    }
    checking = [[side in sides.get(each, ()) for side in CHECKING] for each in groups.tolist()]
    places = np.argsort(np.argsort(groups, kind="stable"))
    return Placed(places, groups, np.array(checking, bool).reshape(len(who), len(CHECKING)))
