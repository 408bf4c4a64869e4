"""Nothing said at the table is lost, whatever keys and clicks follow each other: random play beside a ledger.

More seeds: ``LEDGER=20-60 python3 packaging/dev.py test tests/gui/window/test_nothing_lost.py``.
"""

import os
from pathlib import Path

import pytest

from encounter_gui import paths
from tests.gui.window.conftest import Start
from tests.gui.window.ledger import Ledger
from tests.gui.window.monkey import BY_HAND, Monkey, told

SAMPLES = {
    "chrome": "deep-static",
    "cwn": "redlines",
    "d6pool": "canal-bridge",
    "phases": "night-harbour",
}
SHORT, LONG = 30, 300
"""How many steps are done: in a run for every change, and in one for what is handed on."""
DEEP = 3
"""So many long plays of a game are a matter of ``--deep``, two more of ``--night``."""
FACES = 5
"""So many dice a long play has had accepted: one that comes to fewer goes on, twice as long at most."""


def _cases() -> list[object]:
    first, _, last = os.environ.get("LEDGER", "0-0").partition("-")
    seeds = range(int(first), int(last))
    short: list[object] = [pytest.param(game, 0, SHORT, id=game) for game in SAMPLES]
    deep, night = [pytest.mark.deep], [pytest.mark.deep, pytest.mark.night]
    marks = {seed: deep if seed <= DEEP else night for seed in range(1, 6)} if not seeds else {}
    long: list[object] = [
        pytest.param(game, seed, LONG, id=f"{game}-{seed}", marks=marks.get(seed, ()))
        for game in SAMPLES
        for seed in seeds or range(1, 6)
    ]
    return long if seeds else [*short, *long]


@pytest.mark.timeout(300)
@pytest.mark.qt_log_level_fail("CRITICAL")  # what the platform says of popups is no fault
@pytest.mark.parametrize(("game", "seed", "steps"), _cases())
def test_what_was_accepted_stands_in_the_log_and_what_is_owed_is_answered(
    start: Start, tmp_path: Path, game: str, seed: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every face and number stands until it is undone; what is owed is settled, waived or void by an entry."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "rats.csv").write_text("name,hp\nRat,4\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    program = start()
    program.campaigns.create(tmp_path / "Ledger.encounter")
    program.window.show()
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{SAMPLES[game]}.toml")
    program.controller.set_rollers(BY_HAND)
    monkey = Monkey(program, seed, folder, plays=True)
    ledger = Ledger(program, monkey.steps, monkeypatch)
    try:
        ledger.check()
        for done in range(2 * steps):
            if done >= steps and (steps == SHORT or ledger.counts["faces"] >= FACES):
                break
            monkey.step()
            ledger.check()
        monkey.leave()
        ledger.check()
    except BaseException as error:
        error.add_note(told(monkey.steps))
        raise
    print(ledger.counts)  # told with -s
    if steps == LONG:
        assert ledger.counts["faces"] >= FACES
