"""Random fights at a real session go as the shadow referee has them, which knows the spec alone."""

import pytest

from tests.rules.systems.chrome.referee.playing import watched


@pytest.mark.parametrize(
    ("commands", "seed"),
    [(300, 1), pytest.param(5_000, 100_000, marks=pytest.mark.deep)],
)
@pytest.mark.timeout(600)
def test_the_program_keeps_a_fight_as_the_spec_does(commands: int, seed: int) -> None:
    """Dice asked for, numbers, gauges, conditions, actions left, order, enemies' turns and debts after each command.

    Rules that are followed: CHR-02 to CHR-45 but those named in ``shadow``, CHR-49 to CHR-64 and CHR-73.
    """
    played, refused = watched(commands, seed)
    print(f"{sum(played.values())} played, {sum(refused.values())} refused: {played.most_common()}")
    assert len(played) > 20
