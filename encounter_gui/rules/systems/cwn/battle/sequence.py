"""Who acts when in each of many fights: initiative of the sides, and the order that the table makes of it.

Source: CWN-15, CWN-16, CWN-46.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.battle.roster import CHECKING
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.sheet.records import is_free_round
from encounter_gui.rules.systems.cwn.turns import order

Columns = npt.NDArray[np.intp]
Begins = npt.NDArray[np.bool_]


def orders_of(
    context: RulesContext,
    who: Sequence[CombatantId],
    known: Mapping[Side, int],
    fights: int,
    rng: np.random.Generator,
) -> tuple[Columns, Begins]:
    """Returns the columns in order, (T, n), and where a group with members of a checking side begins, (T, n, 2).

    ``known`` are initiatives that stand already; the others are rolled in each fight.
    """
    state = context.state
    if state.slots and not is_free_round(state):
        columns, begins = _placed(context, who, state.slots)
        return np.repeat(columns[None], fights, axis=0), np.repeat(begins[None], fights, axis=0)
    everybody = tuple(state.combatants.values())
    members = tuple(each for each in everybody if not character.is_out(each)) or everybody
    sides = order.teams(members)
    scores = _rolled(context, members, sides, known, fights, rng)
    distinct, which = np.unique(scores, axis=0, return_inverse=True)
    made = [
        _placed(
            context,
            who,
            order.slots_of(everybody, dict(zip(sides, map(int, row), strict=True)), {}),
        )
        for row in distinct
    ]
    which = which.reshape(-1)
    return np.stack([each[0] for each in made])[which], np.stack([each[1] for each in made])[which]


def _rolled(
    context: RulesContext,
    members: Sequence[Combatant],
    sides: Sequence[Side],
    known: Mapping[Side, int],
    fights: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int64]:
    """Returns the initiative of each side in each fight, (T, sides); NPC sides that tie roll again. Source: CWN-15."""
    scores = np.zeros((fights, len(sides)), np.int64)
    for column, side in enumerate(sides):
        scores[:, column] = known.get(side, 0)
    rolling = [column for column, side in enumerate(sides) if side not in known]
    again = {column: np.ones(fights, bool) for column in rolling}
    while any(each.any() for each in again.values()):
        for column in rolling:
            which = again[column]
            team = order.of_team(members, sides[column])
            dice = rng.integers(
                1,
                context.number(mechanics.INITIATIVE_SIDES) + 1,
                (int(which.sum()), order.dice_count(team)),
            )
            scores[which, column] = dice.max(axis=1) + order.dexterity_of(context, team)
        again = {column: _is_tied(scores, sides, column) for column in rolling}
    return scores


def _is_tied(scores: npt.NDArray[np.int64], sides: Sequence[Side], column: int) -> Begins:
    tied = np.zeros(scores.shape[0], bool)
    if sides[column] == "pc":
        return tied
    for other, side in enumerate(sides):
        if other != column and side != "pc":
            tied |= scores[:, other] == scores[:, column]
    return tied


def _placed(
    context: RulesContext, who: Sequence[CombatantId], slots: Sequence[Slot]
) -> tuple[Columns, Begins]:
    """Returns an order as columns: group after group, within a group in the order of joining. Source: CWN-16."""
    column = {each: number for number, each in enumerate(who)}
    placed = {slot.who: slot.group for slot in slots}
    last = max(placed.values(), default=0) + 1
    ordered = sorted(who, key=lambda each: (placed.get(each, last), column[each]))
    begins = np.zeros((len(who), len(CHECKING)), bool)
    before: int | None = None
    for place, each in enumerate(ordered):
        group = placed.get(each, last)
        if group != before:
            there = [slot.who for slot in slots if slot.group == group]
            sides = {context.combatant(one).side for one in there}
            begins[place] = [side in sides for side in CHECKING]
        before = group
    return np.array([column[each] for each in ordered], np.intp), begins
