"""What was opened and closed again is gone: a long evening opens each dialog many times."""

import gc
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from tests.benchmarks.memory_bench import OPENED, open_and_close
from tests.gui.window.conftest import Start, show

SAMPLES = sorted(each.stem for each in paths.samples())


def _there() -> Counter[str]:
    """Returns the classes of all objects in all windows, and how many of each there are."""
    gc.collect()
    windows = QApplication.topLevelWidgets()
    found = (each for window in windows for each in (window, *window.findChildren(QObject)))
    return Counter(type(each).__name__ for each in found)


@pytest.mark.qt_log_level_fail("CRITICAL")  # what a platform without windows says of popups
@pytest.mark.parametrize(
    ("fight", "times", "opened"),
    [
        (SAMPLES[0], 2, OPENED[::4]),
        *(pytest.param(each, 10, OPENED, marks=pytest.mark.deep) for each in SAMPLES),
    ],
)
def test_opened_often_it_leaves_no_more_than_opened_once(
    start: Start, qtbot: QtBot, fight: str, times: int, opened: Sequence[str], tmp_path: Path
) -> None:
    """Each dialog, panel and menu by itself, in the middle of a fight; what is kept for the next time is kept once."""
    program = start()
    program.campaigns.create(tmp_path / "Long.encounter")
    program.campaigns.replay(paths.sample(fight))
    show(program, qtbot)
    qtbot.waitUntil(lambda: program.prep is not None, timeout=10_000)
    left: dict[str, Counter[str]] = {}
    for action in opened:
        open_and_close(program, action, rest=0)
    for action in opened:
        open_and_close(program, action, rest=0)  # it stands as this leaves it
        once = _there()
        for _ in range(times):
            open_and_close(program, action, rest=0)
        more = _there() - once
        if more:
            left[action] = more
    assert left == {}
