"""Calibration: many different fights, each forecast and then played once at the table."""

from random import Random

import numpy as np
import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.battle.orders import Orders
from encounter_gui.rules.model.ruleset import CarriedDef, Ruleset
from tests.rules.systems.chrome.battle.table_player import TablePlayer
from tests.rules.systems.chrome.conftest import Crew

WEAPONS = ("pistol", "smg", "shotgun", "assault_rifle", "katana", "taser", "flamer", "knife")
BLOCKS = ("guard_rifle", "scrapper_pistol", "drone_guns", "horror_claws", "champion_blade")
MOST_ROUNDS = 40


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
@pytest.mark.parametrize("fights", [12, pytest.param(400, marks=pytest.mark.deep)])
def test_what_is_forecast_comes_true_as_often_as_it_says(
    fights: int, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """Predicted against actual wins by decile, within 4 standard errors; printed."""
    random = Random(4)
    predicted, actual = np.zeros(fights), np.zeros(fights)
    for number in range(fights):
        crew = some_fight(random, ruleset, texts)
        battle = crew.system.battle(crew.context)
        assert battle.left_out == ()
        rng = np.random.default_rng(number)
        result = battle.play(1_000, rng, Orders(most_rounds=MOST_ROUNDS))
        predicted[number] = (result.winner == 0).mean()
        winner, _ = TablePlayer(crew, seed=number, most_rounds=MOST_ROUNDS).play()
        actual[number] = winner == "pc"
    deciles = np.minimum((predicted * 10).astype(int), 9)
    noise = predicted * (1 - predicted) * (1 + 1 / 1_000)
    for decile in range(10):
        here = deciles == decile
        expected, won, spread = predicted[here].sum(), actual[here].sum(), noise[here].sum() ** 0.5
        print(
            f"{decile * 10:3d}–{decile * 10 + 10} %: {here.sum():3d} fights, "
            f"{expected:6.2f} expected, {won:3.0f} won"
        )
        assert abs(won - expected) <= 4 * spread + 1
    assert abs(actual.sum() - predicted.sum()) <= 4 * noise.sum() ** 0.5
