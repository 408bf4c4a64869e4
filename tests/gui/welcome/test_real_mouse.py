"""Dragging with a real mouse: the X server moves it, as synthetic events do not start a drag."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT_FOLDER = Path(__file__).parents[3]
TOOLS = ("Xvfb", "xdotool")

pytestmark = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in TOOLS), reason=f"needs {', '.join(TOOLS)}"
)


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own, on a number nobody uses."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as said:
        number = said.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


SCRIPT = """
import json
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from encounter_gui import paths
from encounter_gui.app.plain_imports import use_plain_imports
use_plain_imports()  # as ``__main__`` does: threads import as well
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings
from encounter_gui.rules.model.commands import Add

folder = Path(sys.argv[1])
app = QApplication([])
program = Program(app, Settings(folder / "settings.ini"), paths.message_catalog(), theme="dark")
program.campaigns.create(folder / "Docks.encounter", "phases")
program.window.setGeometry(0, 0, 1366, 768)
program.window.show()
told = ""


def point(view, place=None):
    at = view.viewport().mapToGlobal(view.viewport().rect().center() if place is None else place)
    return [at.x(), at.y()]


def ready():
    if program.prep is not None:
        clock.stop()
        program.window.actions_of["prep"].trigger()
        watch.start(200)


def tell():
    # A line of JSON whenever something has changed: where creatures, lines and table are on the screen.
    global told
    view, roster, table = program.room.parts.panel.list, program.prep.panel.roster, program.window.table
    creatures = [view.visualRect(view.rows.index(at)).center()
                 for at, line in enumerate(view.rows.lines) if hasattr(line, "side")]
    lines = {line.name: point(roster, roster.visualRect(roster.lines.index(at)).center())
             for at, line in enumerate(roster.lines.lines)}
    people = program.controller.context.state.combatants.values()
    if (folder / "fight").exists() and not people:
        program.window.actions_of["prep"].trigger()
        assert program.controller.perform(Add(creature="ganger"))
        for _ in range(3):
            program.controller.step()
        program.window.table.setFocus()
    now = json.dumps({
        "creatures": [point(view, each) for each in creatures[:3]], "roster": point(roster),
        "lines": lines, "is_prep": roster.isVisible(), "is_library": view.isVisible(),
        "people": [each.name for each in people],
        "table": point(table) if table.isVisible() else None,
    })
    if now != told:
        told = now
        print(now, flush=True)


clock = QTimer()
clock.timeout.connect(ready)
clock.start(100)
watch = QTimer()
watch.timeout.connect(tell)
QTimer.singleShot(120000, app.quit)
app.exec()
"""

Status = dict[str, Any]


class Window:
    """The program on a screen of its own, and a mouse."""

    def __init__(self, environment: dict[str, str], process: subprocess.Popen[str]) -> None:
        """Takes the environment of the screen and the program on it."""
        self._environment, self._process = environment, process

    def until(self, is_so: Callable[[Status], bool]) -> Status:
        """Waits until the program says something that is so, and returns it; the program ends in two minutes."""
        assert self._process.stdout is not None
        now: Status = {}
        for line in self._process.stdout:
            now = json.loads(line)
            if is_so(now):
                return now
        raise AssertionError(now)

    def do(self, *words: object) -> None:
        """Has the X server do something."""
        subprocess.run(["xdotool", *map(str, words)], env=self._environment, check=True)
        time.sleep(0.05)

    def drag(self, start: list[int], end: list[int]) -> None:
        """Presses, moves in small steps, and lets go."""
        self.do("mousemove", *start)
        self.do("mousedown", 1)
        for step in range(1, 16):
            self.do(
                "mousemove", *(a + (b - a) * step // 15 for a, b in zip(start, end, strict=True))
            )
        time.sleep(0.3)
        self.do("mouseup", 1)


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Window]:
    """The program in preparation, with an empty campaign."""
    environment = {
        **os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT_FOLDER),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }  # fmt: skip
    program = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    yield Window(environment, program)
    program.terminate()
    program.wait()
    assert program.stdout is not None
    program.stdout.close()


def test_creatures_and_lines_are_dragged_with_a_real_mouse(window: Window, tmp_path: Path) -> None:
    """From the library into the roster, a line to the end of the roster, and a creature onto the table of the fight."""
    now = window.until(lambda now: now["is_prep"] and len(now["creatures"]) >= 3)
    window.drag(now["creatures"][0], now["roster"])
    now = window.until(lambda now: len(now["lines"]) == 1)
    window.drag(now["creatures"][1], now["roster"])
    now = window.until(lambda now: len(now["lines"]) == 2)
    first, second = now["lines"]
    (x, y), below = now["lines"][first], now["lines"][second]
    window.drag([x, y], [x, below[1] + 8])
    now = window.until(lambda now: list(now["lines"]) == [second, first])
    window.drag(now["lines"][first], [x, y - 8])
    window.until(lambda now: list(now["lines"]) == [first, second])
    (tmp_path / "fight").touch()
    window.until(lambda now: not now["is_prep"] and len(now["people"]) == 1)
    window.do("key", "l")
    now = window.until(lambda now: now["table"] and now["is_library"])
    window.drag(now["creatures"][2], now["table"])
    window.until(lambda now: len(now["people"]) == 2)
