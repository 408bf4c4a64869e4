"""Forecasts of fights on a plan."""

import numpy as np

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battlefield.battle import BattleResult
from encounter_gui.rules.model.commands import Put, SetPlan
from tests.helpers.forecast_checks import played
from tests.helpers.table import Table

FIGHTS = 3_000


def on_a_plan(table: Table) -> None:
    """Gives the fight a plan of 900 by 100."""
    table.play(SetPlan(size=(900, 100)))


def put(table: Table, who: CombatantId, x: float, y: float = 50) -> CombatantId:
    """Puts somebody somewhere."""
    table.play(Put(who=(who,), at=(x, y)))
    return who


def forecast(table: Table, *, most_rounds: int = 30, fights: int = FIGHTS) -> BattleResult:
    """Returns what comes of the fight under the doctrine ``simple``; the seed is the same each time."""
    return played(table.system.battle(table.context), fights, 3, most_rounds)


def first_loss(result: BattleResult) -> int:
    """Returns the first round in which anybody is out in any of the fights; 0: in none."""
    rounds = result.out_round
    return int(rounds[rounds > 0].min()) if rounds.any() else 0


def assert_same(one: BattleResult, other: BattleResult) -> None:
    """Every number of every fight is the same."""
    for name in BattleResult.__struct_fields__:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
