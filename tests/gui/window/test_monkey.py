"""A clumsy game master at the window: nothing that is done in any order ends in a fault, and nothing is lost by it.

What a failure names can be done again: the steps are the same for the same seed. More seeds at a time:
``MONKEY=20-60 python3 packaging/dev.py test tests/gui/window/test_monkey.py``.
"""

import os
from pathlib import Path

import pytest

from encounter_gui import paths
from tests.gui.window.conftest import Start
from tests.gui.window.monkey import Monkey, told

STEPS = 150
SAMPLES = sorted(each.stem for each in paths.samples())


QUICK = range(1, 1 + len(SAMPLES))
"""The seeds that are no matter of ``--deep``: one for each game."""


def _seeds() -> list[int]:
    first, _, last = os.environ.get("MONKEY", "0-8").partition("-")
    return list(range(int(first), int(last)))


def _marks(seed: int) -> tuple[pytest.MarkDecorator, ...]:
    """Returns what a seed is marked with; seeds somebody asks for are run without more ado."""
    return () if seed in QUICK or "MONKEY" in os.environ else (pytest.mark.deep,)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files that a clumsy hand may choose: some good, some not."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "rats.csv").write_text("name,hp\nRat,4\n", encoding="utf-8")
    (folder / "broken.json").write_text('{"name": "x"', encoding="utf-8")
    return folder


@pytest.mark.qt_log_level_fail(
    "CRITICAL"
)  # what a platform without windows says of popups is no fault
@pytest.mark.parametrize("seed", [pytest.param(n, marks=_marks(n)) for n in _seeds()])
def test_whatever_is_done_the_window_goes_on(
    start: Start, tmp_path: Path, folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exceptions in slots fail the test; so does a fight that is not the same in its file."""
    path = tmp_path / "Monkey.encounter"
    monkeypatch.chdir(folder)  # whatever it calls a file is written here
    program = start()
    program.campaigns.create(path)
    program.window.show()
    if seed % 5:
        program.campaigns.replay(
            paths.data_folder("resources") / "samples" / f"{SAMPLES[seed % len(SAMPLES)]}.toml"
        )
    monkey = Monkey(program, seed, folder)
    for _ in range(STEPS):
        try:
            monkey.step()
        except Exception as error:
            error.add_note(told(monkey.steps))
            raise
    monkey.leave()
    session, encounter, where = (
        program.controller.session,
        program.campaigns.encounter,
        program.campaigns.campaign.path,
    )
    program.campaigns.close()
    again = start()
    again.campaigns.open(where)
    again.campaigns.open_encounter(encounter)
    assert again.controller.session.state == session.state, told(monkey.steps)
    assert again.controller.session.log.path() == session.log.path(), told(monkey.steps)
