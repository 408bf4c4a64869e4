"""Calibration: many different fights, each forecast and then played once at the table."""

from random import Random

import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.engine.battlefield.stopping import never
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool.battle.preparing import prepare
from tests.helpers.forecast_checks import assert_calibrated, played
from tests.helpers.table import Table
from tests.rules.systems.d6pool.battle.table_player import TablePlayer

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

WEAPONS = ("revolver", "baretta_96f", "smg", "shotgun", "sword", "knife", "")
MOST_ROUNDS = 40


def some_fight(random: Random, ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """One to three a side, with any weapons, armor and levels."""
    table = Table(system_for("d6pool"), ruleset, texts)
    for side in ("pc", "foe"):
        for _ in range(random.randint(1, 3)):
            weapon = random.choice(WEAPONS)
            armor = ["light_kevlar"] if random.random() < 0.4 else []
            table.join(
                side,
                side=side,
                items=[*([weapon] if weapon else []), *armor],
                held=weapon,
                strength=random.randint(2, 5),
                dexterity=random.randint(2, 6),
                firearms=random.randint(2, 5),
                armed=random.randint(2, 5),
                unarmed=random.randint(2, 5),
                pain_resistance=random.randint(2, 6),
                reflex=random.randint(0, 1),
            )
    return table


@pytest.mark.rule("D6P-15")
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "fights",
    [
        24,
        pytest.param(80, marks=pytest.mark.deep),
        pytest.param(240, marks=[pytest.mark.deep, pytest.mark.night]),
    ],
)
def test_what_is_forecast_comes_true_as_often_as_it_says(
    fights: int, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """Predicted against actual wins by decile, within 4 standard errors; printed."""
    random, found = Random(4), []
    for number in range(fights):
        table = some_fight(random, ruleset, texts)
        result = played(prepare(table.context, never), 2_000, number, MOST_ROUNDS)
        winner, _ = TablePlayer(table, seed=number, most_rounds=MOST_ROUNDS).play()
        found.append((result.winner, winner == "pc"))
    assert_calibrated(found)
