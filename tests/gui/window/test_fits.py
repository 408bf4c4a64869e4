"""Every screen fits its window: no text is cut, nothing lies over another or outside, all of it can be reached.

``python -m tests.gui.window.test_fits 1366x768`` walks over every screen at that size, as it is scaled.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from encounter_gui.gui.charts.spread_chart import _ODDS_MS, SpreadChart
from encounter_gui.gui.widgets.screen_fit import TITLE_BAR
from screens import SCREENS
from shots import others, staged
from tests.helpers.fits import faults, larger_than, painted

pytestmark = pytest.mark.window

ROOT = Path(__file__).parents[3]
OFTEN = (
    "welcome-first",
    "redlines-body",
    "declare-phases",
    "damage",
    "prep",
    "editor-phases",
    "adding",
    "recap",
    "palette",
)
"""The screens that are walked over in every run; a deep one walks over all of them."""

SIZES = ((910, 470), (1024, 660), (1920, 1040), (3840, 2120))
SCALED = ((1366, 768, 1.25), (1366, 768, 1.5), (1920, 1080, 2.0))
"""Screens and how much everything on them is enlarged; a deep run walks over each screen at one of them."""


def batched(screens: Iterable[str]) -> list[tuple[str, ...]]:
    """Returns the screens in lots that are walked over well within the time of a test."""
    names = tuple(screens)
    return [names[place : place + 6] for place in range(0, len(names), 6)]


def walked(
    app: QApplication, screens: tuple[str, ...], sizes: tuple[tuple[int, int], ...]
) -> list[str]:
    """Returns what does not fit on these screens at these sizes of the window, in logical pixels."""
    found: list[str] = []
    for name in screens:
        with staged(app, SCREENS[name], size=sizes[0]) as stage:
            window = stage.program.window
            for size in sizes:
                _resize(window, size)
                at = f"{name} at {size[0]}x{size[1]}"
                found += [f"{at}: {fault}" for fault in _faults(window, QSize(*size))]
    return found


def _resize(window: QWidget, size: tuple[int, int]) -> None:
    window.resize(*size)
    room = QSize(size[0], size[1] - TITLE_BAR)
    for other in others(window):
        other.resize(other.size().boundedTo(room))
    for _ in range(4):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    if any(_is_late(each) for each in window.findChildren(SpreadChart)):
        QTest.qWait(2 * _ODDS_MS)


def _is_late(chart: SpreadChart) -> bool:
    """Returns whether the plot of a chart has not got its new room yet: it does with the odds, a little later."""
    return chart.plot is not None and chart.plot.width() != chart.width()


def _faults(window: QWidget, screen: QSize) -> list[str]:
    found = faults(window)
    if window.size() != screen:
        found.append(f"the window is {window.width()}x{window.height()}")
    for other in others(window):
        found += faults(other) + larger_than(other, screen)
    with painted() as cut:
        for each in (window, *others(window)):
            each.grab()
    return found + [each for each in dict.fromkeys(cut) if each.startswith("painted over")]


@pytest.mark.parametrize("screen", OFTEN)
def test_a_screen_fits(qapp: QApplication, screen: str) -> None:
    """At the least size, on a small laptop, on a large screen, and on a small laptop at 150 %."""
    sizes = ((910, 470), (1024, 660), (1366, 700), (1920, 1040))
    assert walked(qapp, (screen,), sizes) == []


@pytest.mark.deep
@pytest.mark.parametrize(
    "sizes", [SIZES[::2], pytest.param(SIZES[1::2], marks=pytest.mark.night)], ids=["two", "others"]
)
@pytest.mark.parametrize("screen", [each for each in SCREENS if each not in OFTEN])
def test_every_other_screen_fits(
    qapp: QApplication, screen: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    """The screens that are not walked over in every run: at the least size and a large one, at night at the others."""
    assert walked(qapp, (screen,), sizes) == []


@pytest.mark.parametrize(
    ("width", "height", "scale", "screens"),
    [
        pytest.param(1920, 1080, 2.0, ("redlines-body", "prep"), id="200 %"),
        *(
            pytest.param(*each, screens, marks=pytest.mark.deep)
            for place, each in enumerate(SCALED)
            for screens in batched(tuple(SCREENS)[place :: len(SCALED)])
        ),
    ],
)
def test_screens_fit_on_an_enlarged_desktop(
    width: int, height: int, scale: float, screens: tuple[str, ...], tmp_path: Path
) -> None:
    """A process of its own, as Qt scales only from its start; dialogs fit that screen by themselves."""
    screen = {"name": "one", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96,
              "logicalBaseDpi": 96, "dpr": 1.0}  # fmt: skip
    config = tmp_path / "screen.json"
    config.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    size = f"{int(width / scale)}x{int(height / scale) - TITLE_BAR}"
    found = subprocess.run(
        [sys.executable, "-m", "tests.gui.window.test_fits", size, *screens],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'packaging'}",
            "QT_QPA_PLATFORM": f"offscreen:configfile={config}",
            "QT_SCALE_FACTOR": str(scale),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert (found.stdout, found.returncode) == ("", 0), found.stderr[-2000:]


if __name__ == "__main__":
    across, down = map(int, sys.argv[1].split("x"))
    for line in walked(QApplication([]), tuple(sys.argv[2:]) or tuple(SCREENS), ((across, down),)):
        print(line)
