"""Calibration: many different fights, each forecast and then played once at the table."""

from random import Random

import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from tests.helpers.forecast_checks import assert_calibrated, played
from tests.rules.systems.chrome.battle.table_player import TablePlayer
from tests.rules.systems.chrome.conftest import Crew

pytestmark = pytest.mark.timeout(900)  # whole fights at the table, thousands of them with --deep

WEAPONS = ("pistol", "smg", "shotgun", "assault_rifle", "katana", "taser", "flamer", "knife")
BLOCKS = ("guard_rifle", "scrapper_pistol", "drone_guns", "horror_claws", "champion_blade")
MOST_ROUNDS = 40
FORECASTS = 200
"""How often each fight is forecast."""


def some_fight(random: Random, ruleset: Ruleset, texts: MessageCatalog) -> Crew:
    """One to three Operators, perhaps with a drone, against one to four of all kinds."""
    crew = Crew(ruleset, texts)
    for number in range(random.randint(1, 3)):
        _operator(crew, random, f"PC {number}", "pc")
    if random.random() < 0.2:
        crew.enemy("Drone", "drone_guns", side="ally", health=8, soak=1, synthetic=True)
    for number in range(random.randint(1, 4)):
        if random.random() < 0.2:
            _operator(crew, random, f"Foe {number}", "foe")
            continue
        crew.enemy(
            f"Foe {number}",
            random.choice(BLOCKS),
            health=random.randint(3, 14),
            soak=random.randint(0, 3),
            synthetic=random.random() < 0.3,
            large=random.random() < 0.3,
        )
    return crew


def _operator(crew: Crew, random: Random, name: str, side: str) -> None:
    arms = random.sample(WEAPONS, random.randint(1, 2))
    armor = random.sample(("kevlar_vest", "lined_coat", "helmet", "combat_armor"), 2)
    stats = {
        key: random.randint(20, 65)
        for key in ("speed", "combat", "reflex", "body", "fear", "sanity")
    }
    who = crew.operator(
        name,
        *(CarriedDef(item=each) for each in (*arms, *armor)),
        side=side,
        prime=random.choice(("reflex", "body", "fear", "")),
        skills=random.choice(("Firearms", "Blades", "")),
        conviction=random.randint(4, 20),
        **stats,
    )
    for key in ("prone", "grit", "adrenaline", "gutless", "on_the_edge", "ablaze", "surprised"):
        if random.random() < 0.06:
            crew.happen(ev.ConditionAdded(who=who, condition=Condition(key=key)))


@pytest.mark.rule("CHR-25", "CHR-36", "CHR-41", "CHR-57", "CHR-61", "CHR-73")
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("fights", "seed"),
    [
        (12, 4),
        pytest.param(80, 4, marks=pytest.mark.deep),
        pytest.param(400, 5, marks=[pytest.mark.deep, pytest.mark.night]),
    ],
)
def test_what_is_forecast_comes_true_as_often_as_it_says(
    fights: int, seed: int, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """Predicted against actual wins by decile, within 4 standard errors; printed.

    Each fight is played once at the table, so how often it is forecast adds next to nothing to the noise.
    """
    random, found = Random(seed), []
    for number in range(fights):
        crew = some_fight(random, ruleset, texts)
        battle = crew.system.battle(crew.context)
        assert battle.left_out == ()
        result = played(battle, FORECASTS, number, MOST_ROUNDS)
        winner, _ = TablePlayer(crew, seed=number, most_rounds=MOST_ROUNDS).play()
        found.append((result.winner, winner == "pc"))
    assert_calibrated(found)
