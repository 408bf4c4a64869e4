"""The second window on a real X server with two screens: it fills one, and is quiet when that comes and goes."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gui.browser.chromium import REQUIRED

_NEEDED = ("Xvfb", "xrandr", "openbox")
_MONITORS = (
    ("LEFT", "1280/300x800/200+0+0", "screen"),
    ("RIGHT", "1024/270x768/200+1280+0", "none"),
)

pytestmark = [
    pytest.mark.skipif(
        not all(map(shutil.which, _NEEDED)) and not os.environ.get(REQUIRED),
        reason=f"needs {', '.join(_NEEDED)}",
    ),
    pytest.mark.timeout(180),  # an X server, a window manager and a program have to start
]


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    """An X server of our own with a screen at the left and one at the right, and a window manager."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "2304x800x24", "-noreset"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        name = f":{told.readline().strip()}"
    env = {**os.environ, "DISPLAY": name}
    for each, size, output in _MONITORS:
        subprocess.run(["xrandr", "--setmonitor", each, size, output], env=env, check=True)
    manager = subprocess.Popen(["openbox", "--sm-disable"], env=env, stderr=subprocess.DEVNULL)
    yield name
    for process in (manager, server):
        process.terminate()
        process.wait(10)


@pytest.fixture
def told(display: str, tmp_path: Path) -> Any:
    """What the program has seen there."""
    own = {
        name: str(tmp_path / name)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    }
    env = {**os.environ, **own, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.browser.two_screens", str(tmp_path)],
        cwd=Path(__file__).resolve().parents[3],
        env=env,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_players_screen_fills_the_right_screen_and_leaves_the_keyboard(told: Any) -> None:
    """It stands over the whole chosen screen, the game master goes on typing, and an unplugged screen takes it along.

    Plugged in again the screen shows it again; at no time does it lie over the game master's.
    """
    assert told == {
        "screens": ["LEFT", "RIGHT"],
        "filled": [1280, 0, 1024, 768],
        "on": "RIGHT",
        "keyboard": True,
        "shown": True,
        "hidden": True,
        "covers_left": False,
        "back": [True, 1280, 0, 1024, 768],
        "blank": True,
        "gone": True,
    }
