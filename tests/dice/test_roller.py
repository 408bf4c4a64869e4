"""The app's own dice."""

import numpy as np
import pytest

from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.dice.roller import Roller


def surprise(counts: np.ndarray, expected: np.ndarray) -> float:
    """Returns chi-square as standard deviations above what is expected, rare values pooled."""
    common = expected >= 10
    rest = expected[~common].sum()
    terms = (counts[common] - expected[common]) ** 2 / expected[common]
    chi = terms.sum() + ((counts[~common].sum() - rest) ** 2 / rest if rest > 1 else 0.0)
    freedom = common.sum() - (rest <= 1)
    return float((chi - freedom) / np.sqrt(2 * max(freedom, 1)))


@pytest.mark.parametrize(("sides", "lowest"), [(6, 1), (10, 0), (20, 1), (100, 0), (1, 1)])
def test_every_face_is_as_likely(sides: int, lowest: int) -> None:
    drawn = np.array(Roller.seeded(7).faces(20_000, sides, lowest)) - lowest
    counts = np.bincount(drawn, minlength=sides)
    assert counts.size == sides
    assert surprise(counts, np.full(sides, 20_000 / sides)) < 4


def test_a_seed_repeats_the_same_faces() -> None:
    """These very faces: a logged seed of a forecast must stay good."""
    assert Roller.seeded(1).faces(6, 6) == (4, 6, 1, 6, 2, 3)


def test_no_seed_differs() -> None:
    assert Roller.seeded(None).faces(40, 1000) != Roller.seeded(None).faces(40, 1000)


def test_an_answer_is_not_physical_and_sums_its_faces() -> None:
    asked = RollRequest(key="a", label=say("a"), who=None, count=5, sides=100, lowest=0)
    rolled = Roller.seeded(3).answer(asked)
    assert rolled.faces is not None
    assert (len(rolled.faces), rolled.total, rolled.physical) == (5, sum(rolled.faces), False)
