"""Dragging with a real mouse: the X server moves it, as synthetic events do not start a drag."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

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
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings

folder = Path(sys.argv[1])
app = QApplication([])
program = Program(app, Settings(folder / "settings.ini"), paths.message_catalog(), theme="dark")
program.create_campaign(folder / "Docks.encounter", "phases")
program.window.setGeometry(0, 0, 1366, 768)
program.window.show()


def point(widget, place):
    at = widget.mapToGlobal(place)
    return f"{at.x()} {at.y()}"


def ready():
    if program.prep is None:
        return
    clock.stop()
    program.window.actions_of["prep"].trigger()
    QTimer.singleShot(1500, tell)


def tell():
    view, roster = program.room.parts.panel.list, program.prep.panel.roster
    row = next(at for at, line in enumerate(view.rows.lines) if hasattr(line, "side"))
    source = point(view.viewport(), view.visualRect(view.rows.index(row)).center())
    target = point(roster.viewport(), roster.viewport().rect().center())
    print("AT", source, target, flush=True)
    watch.start(100)


def look():
    lines = program.prep.panel.roster.lines.lines
    if lines:
        print("ROSTER", *(line.count for line in lines), flush=True)
        app.quit()


clock = QTimer()
clock.timeout.connect(ready)
clock.start(100)
watch = QTimer()
watch.timeout.connect(look)
QTimer.singleShot(60000, app.quit)
app.exec()
"""


def test_a_creature_dragged_with_a_real_mouse_is_in_the_roster(
    display: str, tmp_path: Path
) -> None:
    """Pressed, moved in small steps, let go over the roster."""
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
    assert program.stdout is not None
    said = program.stdout.readline().split()
    assert said[:1] == ["AT"], "the window did not come up"
    x, y, to_x, to_y = map(int, said[1:])

    def mouse(*words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=environment, check=True)
        time.sleep(0.1)

    mouse("mousemove", x, y)
    mouse("mousedown", 1)
    for step in range(1, 16):
        mouse("mousemove", x + (to_x - x) * step // 15, y + (to_y - y) * step // 15)
    time.sleep(0.3)
    mouse("mouseup", 1)
    assert program.stdout.readline().split() == ["ROSTER", "1"]
    program.stdout.close()
    program.wait(timeout=30)
