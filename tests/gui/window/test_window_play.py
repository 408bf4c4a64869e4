"""Random play in the window: no exception, every command shown, and the same fight when its file is opened again.

``WINDOW_COMMANDS=10000`` with ``--deep`` plays so many a system, which takes a quarter of an hour on two cores.
"""

import os
from pathlib import Path

import pytest

from tests.gui.window.conftest import Start
from tests.gui.window.window_play import WindowTable, lay
from tests.play.random_play import SYSTEMS

LENGTHS = [80, pytest.param(int(os.environ.get("WINDOW_COMMANDS", "500")), marks=pytest.mark.deep)]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("count", LENGTHS)
@pytest.mark.parametrize("system", [*SYSTEMS, "declared"])
def test_any_commands_in_the_window_and_the_same_fight_on_reopening(
    start: Start, tmp_path: Path, system: str, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exceptions in slots fail the test, too."""
    path = tmp_path / "Random.encounter"
    lay(path, system)
    program = start()
    program.campaigns.open(path)
    program.window.show()
    table = WindowTable(program, system, seed=1)
    table.run(count)
    assert table.entries > count // 10, table.text
    program.controller.put_off()
    session = program.controller.session
    program.campaigns.close()
    program.campaigns.open(path)
    again = program.controller.session
    assert again.state == session.state
    assert again.log.path() == session.log.path()
    if count > LENGTHS[0]:
        with capsys.disabled():
            print(f"\n{system}: {table.text}")
