"""Calibration: many different fights, each forecast and then played once at the table."""

from random import Random

import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from tests.helpers.forecast_checks import assert_calibrated, played
from tests.helpers.table import Table
from tests.rules.systems.phases.battle.table_player import TablePlayer

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

WEAPONS = (
    *("heavy_pistol", "revolver", "sniper_rifle", "shotgun", "laser_rifle", "throwing_knife"),
    *("sword", "knife", ""),
)
ARMOR = ("leather", "light_vest", "helmet", "combat_suit")
MOST_PHASES = 40


def some_fight(random: Random, ruleset: Ruleset, texts: MessageCatalog) -> Table:
    """One to three a side, with any weapons, armour and levels, sometimes by house rules."""
    table = Table(system_for("phases"), ruleset, texts)
    if random.random() < 0.3:
        table.switch("phases.mookRule", True)
    if random.random() < 0.3:
        table.switch("phases.woundPenalty", "sum")
    for side in ("pc", "foe"):
        for _ in range(random.randint(1, 3)):
            weapon = random.choice(WEAPONS)
            worn = [each for each in ARMOR if random.random() < 0.25]
            second = ["light_pistol"] if random.random() < 0.3 else []
            table.join(
                side,
                side=side,
                items=[*([weapon] if weapon else []), *second, *worn],
                held=weapon,
                strength=random.randint(4, 7),
                stamina=random.randint(4, 7),
                reflexes=random.randint(4, 7),
                cool=random.randint(4, 9),
                marksmanship=random.randint(1, 5),
                melee=random.randint(2, 5),
                hand_to_hand=random.randint(1, 4),
                athletics=random.randint(2, 5),
                evade=random.randint(0, 3),
                initiative=random.randint(0, 2),
            )
    return table


@pytest.mark.rule("PHA-19")
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "fights",
    [
        12,
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
        battle = table.system.battle(table.context)
        assert battle.left_out == ()
        result = played(battle, 2_000, number, MOST_PHASES)
        winner, _ = TablePlayer(table, seed=number, most_rounds=MOST_PHASES).play()
        found.append((result.winner, winner == "pc"))
    assert_calibrated(found)
