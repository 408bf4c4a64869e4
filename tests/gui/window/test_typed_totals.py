"""Two dice typed as a number: what stands beside the field is what is rolled, in the strip and in the log."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.encounter.entries import Entry
from encounter_gui.play.session.rollers import Rollers
from tests.gui.window.conftest import Start, show

HAND = Rollers(by_side={"pc": "hand", "ally": "hand", "foe": "hand", "neutral": "hand"})


def opened(start: Start, qtbot: QtBot, tmp_path: Path, sample: str) -> Program:
    """Returns the window on a sample in which the table types all dice."""
    program = start()
    program.campaigns.create(tmp_path / "Table.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{sample}.toml")
    show(program, qtbot)
    program.controller.set_rollers(HAND)
    return program


def last_with(program: Program, key: str) -> Entry:
    """Returns the newest entry with a roll of this key."""
    path = reversed(program.controller.session.log.path())
    return next(each for each in path if any(roll.request.key == key for roll in each.rolls))


@pytest.mark.parametrize(
    ("typed", "words", "total", "faces"),
    [
        ("12", "= 12", 12, None),
        ("11", "= 11", 11, None),
        ("66", "6 + 6 = 12", 12, (6, 6)),
        ("1 2", "1 + 2 = 3", 3, (1, 2)),
    ],
)
def test_morale_of_twelve_is_twelve(
    start: Start,
    qtbot: QtBot,
    tmp_path: Path,
    typed: str,
    words: str,
    total: int,
    faces: tuple[int, ...] | None,
) -> None:
    """A Morale Check of 2d6 in CWN, typed in the strip: shown while it is typed, and logged as it was typed."""
    program = opened(start, qtbot, tmp_path, "redlines")
    strip = program.window.log.prompt
    for _ in range(5):
        head = strip.state.head
        if head is not None and "Morale" in head.test.title:
            break
        strip.turn(1)
    strip.take_focus()
    qtbot.keyClicks(strip.field, typed)
    assert strip.field.reading_words == words
    assert strip.field.is_read_in_full
    qtbot.keyClick(strip.field, Qt.Key.Key_Return)
    entry = last_with(program, "morale")
    (rolled,) = entry.rolls
    assert (rolled.total, rolled.faces, rolled.physical) == (total, faces, True)
    shown = program.window.log.log.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert (f"={total}" in str(shown)) is (faces is None)
