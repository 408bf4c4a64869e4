"""Random play at a real session, in every game: what must always hold does, whatever is asked in whatever order."""

import pytest

from tests.play import random_play


@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_random_play_of_a_table_holds(system: str) -> None:
    """A few hundred commands of each game, with undo and redo; the longer run is marked deep."""
    (*_, played) = random_play.play(system, 300, seed=7)
    assert played.commands == 300
    assert played.commands - played.refused > 50


@pytest.mark.deep
@pytest.mark.parametrize("system", random_play.SYSTEMS)
def test_random_play_of_3000_commands_holds(
    system: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Holds have two sides, clocks run ahead, gauges keep their floors, one explosion strikes each once.

    Every face is in the log, the log folds to the state, nothing owed vanishes. Source: CHR-48, CWN-41, PHA-53,
    PHA-70, D6P-40.
    """
    (*_, played) = random_play.play(system, 3_000, seed=1)
    assert played.commands == 3_000
    assert played.commands - played.refused > 500
    assert len(played.kinds) > 25
    with capsys.disabled():
        print(f"\n{played.text}")
