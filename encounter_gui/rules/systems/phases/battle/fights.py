"""Many fights in phases played out at once, each in a phase of its own.

Whose side defends itself may abort to All-Out Dodge; else everybody has its Standard Defense, nobody blocks or parries.

Source: PHA-11, PHA-19, PHA-23, PHA-25, PHA-30 to PHA-35, PHA-60 to PHA-66, PHA-70, PHA-72, PHA-77, PHA-78.
"""

import numpy as np
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battle.battle import BattleResult
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.systems.phases.battle import phases, strikes
from encounter_gui.rules.systems.phases.battle.field import DONE, Field
from encounter_gui.rules.systems.phases.battle.roster import Setting

_NOBODY = -1
"""The place of nobody in a phase."""

_FEW = 300
"""Fewer fights than so many look ahead in their phases: what is rolled in vain costs less than another step."""


class PhasesBattle(Struct, frozen=True, kw_only=True):
    """A fight in phases from a state on."""

    setting: Setting
    left_out: tuple[str, ...]

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.setting.who

    @property
    def awaits_tests(self) -> bool:
        """Shock, COOL and first aid, as long as they are due."""
        return "phases_owed" in self.left_out

    @property
    def can_strike_first(self) -> bool:
        """As long as no phase is under way."""
        return self.setting.group is None

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end."""
        field = Field(self.setting, fights, rng, orders)
        if self.setting.first_phase > orders.most_rounds:
            field.state.is_over[:] = True
        elif field.released is not None and _is_done(field):
            field.release()
        while field.leave():
            _step(field)
        return field.result


def _is_done(field: Field) -> bool:
    """Returns whether nobody who acts at once in the tie under way has still to act. Source: PHA-19."""
    group = field.setting.group
    return group is None or int(field.state.pending.min()) > int(group[group >= 0].min(initial=-1))


def _step(field: Field) -> None:
    """Lets those act who are next in each fight, in its next phase where nobody is left. Source: PHA-11, PHA-19."""
    state = field.state
    place = state.pending.min(axis=0)
    ended = ((place == DONE) & ~state.is_over).nonzero()[0]
    if ended.size:
        phases.begin(field, ended)
        place[ended] = state.pending.take(ended, axis=1).min(axis=0)
    place[place == DONE] = _NOBODY
    if state.number.size < _FEW and field.can_look_ahead:
        # A step costs the same for one group as for all of them: attacks that harm nobody change nothing for the next.
        waits = np.where(state.needs_care & (state.pending != place), state.pending, DONE)
        cell = (state.pending < waits.min(axis=0)).ravel().nonzero()[0]
        strikes.act(field, cell, place, has_ties=True, looks_ahead=True)
        return
    cell = (state.pending == place).ravel().nonzero()[0]
    has_ties = cell.size > np.count_nonzero(place != _NOBODY)
    strikes.act(field, cell, place, has_ties=has_ties)
