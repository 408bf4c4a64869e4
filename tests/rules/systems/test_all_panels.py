"""The odds panels of everybody who may meet: each is worked out once, and all that must hold of one is looked at.

Working them out is what takes long. ``test_chart_sums`` and ``test_odds_ids`` look at the same of some.
"""

from collections.abc import Callable

import pytest

from tests.helpers.all_pairs import GAMES, PairAttack, attacks, gathered, pairs
from tests.rules.systems.test_chart_sums import (
    checked_sums,
    has_down_of_headline,
    has_independent_levels,
    has_levels_of_strip,
)
from tests.rules.systems.test_odds_ids import faults

PARTS = 6
"""The pairs in so many parts; in each, everybody attacks and everybody is attacked."""

IN_ALL_WAYS, WITH_EACH_WEAPON = (0,), (1, 2)
"""The parts of the deep run; the run of the night has all of them in all ways."""

PLAIN = {"who", "target", "weapon"}
"""What is chosen of an attack that is left as the form offers it."""

MORE: dict[str, Callable[[PairAttack], bool]] = {
    "cwn": has_down_of_headline,
    "d6pool": has_independent_levels,
    "phases": has_levels_of_strip,
}
"""What is looked at of one game alone, of attacks as the form offers them; False where there is nothing to see."""


def look_at(game: str, part: int, *, in_all_ways: bool) -> int:
    """Looks at all panels of a part; returns of how many attacks there was something to see of one game alone."""
    _, context = gathered(game)
    place = {each: number for number, each in enumerate(context.state.combatants)}
    more, seen = MORE.get(game), 0
    for who, target in pairs(game):
        if (place[who] + place[target]) % PARTS != part:
            continue
        for attack in attacks(game, who, target, in_all_ways=in_all_ways):
            checked_sums(attack)
            assert list(faults(attack.odds)) == [], attack.choices
            seen += more is None or (attack.choices.keys() == PLAIN and more(attack))
    return seen


def _parts(*, is_night: bool) -> list[object]:
    return [
        pytest.param(game, part, marks=pytest.mark.night if is_night else ())
        for game in GAMES
        for part in range(PARTS)
        if (part in IN_ALL_WAYS) != is_night
    ]


@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "part"), [*_parts(is_night=False), *_parts(is_night=True)])
def test_panels_of_all_ways_to_attack_hold_together(game: str, part: int) -> None:
    """Charts sum up to one and every number has an id of its own: each weapon, every other choice one at a time."""
    assert look_at(game, part, in_all_ways=True)


@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.rule("D6P-34", "D6P-35", "PHA-61")
@pytest.mark.parametrize("part", WITH_EACH_WEAPON)
@pytest.mark.parametrize("game", GAMES)
def test_panels_with_each_weapon_hold_together(game: str, part: int) -> None:
    """The same of each weapon as the form offers it."""
    assert look_at(game, part, in_all_ways=False)
