"""The tasks that are counted against other programs, in a real window with real keys and a real mouse.

One key, chord or click is 1, each letter is 1. A task is over when its result stands in the campaign, not before.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT_FOLDER = Path(__file__).parents[3]
TOOLS = ("Xvfb", "openbox", "xdotool")

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(
        not all(shutil.which(tool) for tool in TOOLS), reason=f"needs {', '.join(TOOLS)}"
    ),
]

Status = dict[str, Any]


class Table:
    """The program on a screen of 1366 × 768, and the hands of a game master, which are counted."""

    def __init__(self, environment: dict[str, str], process: subprocess.Popen[str]) -> None:
        """Takes the environment of the screen and the program on it."""
        self._environment, self._process = environment, process
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.status: Status = {}
        self.count = 0
        self.until(lambda now: bool(now.get("is_ready")), seconds=150)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def until(self, is_so: Callable[[Status], bool], seconds: float = 40) -> Status:
        """Waits until the program says something that is so, and returns it."""
        end = time.monotonic() + seconds
        while True:
            while not self._lines.empty():
                self.status = json.loads(self._lines.get())
            if self.status and is_so(self.status):
                return self.status
            assert time.monotonic() < end, json.dumps(self.status)
            time.sleep(0.02)

    def _do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=self._environment, check=True)

    def press(self, *keys: str) -> None:
        """Presses keys or chords, one after the other."""
        for key in keys:
            self._do("key", "--clearmodifiers", key)
            self.count += 1

    def type(self, text: str) -> None:
        """Types letters."""
        self._do("type", "--delay", "40", text)
        self.count += len(text)

    def click(self, at: list[int], held: str = "") -> None:
        """Clicks at a point of the screen, with a key held."""
        self._do("mousemove", *at)
        if held:
            self._do("keydown", held)
        self._do("click", 1)
        if held:
            self._do("keyup", held)
        self.count += 1

    def drag(self, begin: list[int], end: list[int]) -> None:
        """Drags from a point of the screen to another."""
        self._do("mousemove", *begin)
        self._do("mousedown", 1)
        for at in ([begin[0], begin[1] + 8], end, end):
            self._do("mousemove", *at)
            time.sleep(0.05)
        self._do("mouseup", 1)
        self.count += 1


Play = Callable[[str], Table]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Starts the program with a sample fight on a screen of its own."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as said:
        display = f":{said.readline().strip()}"
    environment = {
        **os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT_FOLDER),
        "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "HOME": str(tmp_path),
    }  # fmt: skip
    running = [server, subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)]

    def start(sample: str) -> Table:
        program = subprocess.Popen(
            [sys.executable, "-m", "tests.gui.welcome.counted_tasks_window", str(tmp_path), sample],
            cwd=ROOT_FOLDER,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        running.append(program)
        return Table(environment, program)

    yield start
    for each in reversed(running):
        each.terminate()
        each.wait()
        if each.stdout is not None:
            each.stdout.close()


def test_starting_from_nothing_with_typed_initiative(play: Play) -> None:
    """Tasks 1 and 10: four who type their initiative and six alike, at most 22; digits and Enter, nothing else."""
    table = play("")
    table.press("shift+e")
    table.type("4 heni,6 gange")
    table.press("Return")
    at = table.until(lambda now: now["start"] is not None and len(now["rows"]) == 10)["start"]
    table.click(at)
    table.until(lambda now: now["waits"])
    table.type("4265")
    table.press("Return")
    now = table.until(lambda now: bool(now["acting"]))
    assert len(now["names"]) == 10
    assert now["typed"] == [[4], [2], [6], [5]]
    assert table.count <= 22


def test_starting_what_is_prepared_and_its_wave(play: Play) -> None:
    """Tasks 1, 7 and 10: prepared, at most 13 with four typed initiatives; a planned wave is accepted with one key."""
    table = play("prepared")
    table.press("n")
    table.until(lambda now: now["waits"])
    table.type("4265")
    table.press("Return")
    now = table.until(lambda now: bool(now["acting"] and now["offered"]))
    assert len(now["names"]) == 10
    assert now["typed"] == [[4], [2], [6], [5]]
    assert table.count <= 13
    table.count = 0
    table.press("w")
    table.until(lambda now: len(now["names"]) == 12 and not now["offered"])
    assert table.count <= 1


def test_finding_somebody_by_name_and_editing_a_stat(play: Play) -> None:
    """Task 8: at most ten, any field, with the fight on the screen."""
    table = play("canal-bridge")
    before = table.status
    table.press("l")
    table.type("enfor=f6")
    table.press("Return")
    now = table.until(lambda now: now["own"].get("Enforcer", {}).get("firearms") == 6)
    assert not now["is_prep"]
    assert (now["acting"], now["names"]) == (before["acting"], before["names"])
    assert table.count <= 10


def test_seven_to_three_with_one_halved(play: Play) -> None:
    """Task 2: at most five with the mouse, at most six with keys alone, each with their own armour."""
    table = play("redlines")
    before = table.status
    entries = before["entries"]
    hurt = [[28, 0], [0, 0], [15, 0]]
    table.press("4", "minus", "7", "shift+Down", "ctrl+shift+Down", "Return")
    now = table.until(lambda now: now["entries"] == entries + 1)
    assert [now["hurt"][each] for each in "456"] == hurt
    assert table.count <= 6
    table.press("ctrl+z")
    now = table.until(lambda now: now["hurt"] == before["hurt"])
    table.count = 0
    table.drag(now["rows"]["4"], now["rows"]["6"])
    table.press("minus", "7")
    now = table.until(lambda now: len(now["halves"]) == 3)
    table.click(now["halves"][2])
    table.press("Return")
    now = table.until(lambda now: now["entries"] == entries + 1)
    assert [now["hurt"][each] for each in "456"] == hurt
    assert table.count <= 5


def test_seven_to_three_with_armour_each(play: Play) -> None:
    """Task 2: at most five with the mouse, at most six with keys alone."""
    table = play("redlines")
    before = table.status
    rows, entries = before["rows"], before["entries"]
    table.click(rows["4"])
    table.click(rows["6"], held="shift")
    table.press("minus", "7", "Return")
    now = table.until(lambda now: now["entries"] == entries + 1)
    assert [now["hurt"][each] for each in "456"] == [[28, 0], [0, 0], [11, 0]]
    assert table.count <= 5
    table.press("ctrl+z")
    table.until(lambda now: now["hurt"] == before["hurt"])
    table.count = 0
    table.press("4", "shift+Down", "shift+Down", "minus", "7", "Return")
    now = table.until(lambda now: now["entries"] == entries + 1)
    assert [now["hurt"][each] for each in "456"] == [[28, 0], [0, 0], [11, 0]]
    assert table.count <= 6


def test_eight_to_seven_of_a_group_of_32(play: Play) -> None:
    """At most ten keys from looking at the table: the number of the row, D, 8, x, 7, Enter; one undo takes it back."""
    table = play("redlines")
    before = table.status
    table.press("ctrl+k")
    table.type("add 32 boomkitty group")
    table.press("Return")
    full = table.until(lambda now: len(now["names"]) == len(before["names"]) + 32)
    table.press("4")
    table.until(lambda now: len(now["selected"]) == 1 and now["region"] == "table")
    time.sleep(1)  # whoever looks up and types a number has not just typed another
    table.count = 0
    table.press("1", "1", "d", "8", "x", "7", "Return")
    now = table.until(lambda now: now["entries"] == full["entries"] + 1)
    assert table.count <= 10
    hit = [str(number) for number in range(11, 18)]
    assert [now["hurt"][each][0] for each in hit] == [0] * 7
    assert all(now["hurt"][each] == full["hurt"][each] for each in full["hurt"] if each not in hit)
    table.press("ctrl+z")
    table.until(lambda now: now["hurt"] == full["hurt"])


def test_twelve_to_the_left_arm(play: Play) -> None:
    """Task 4, with the mouse and with keys alone: at most six, until the test that the wound demands is rolled."""
    table = play("night-harbour")
    table.click(table.status["rows"]["5"])
    before = table.until(lambda now: len(now["selected"]) == 1 and now["arm"] is not None)
    time.sleep(0.3)
    table.click(before["arm"])
    table.type("12")
    table.press("Return")
    level = before["wounds"]["5"].get("left_arm", 0)

    def is_done(now: Status) -> bool:
        is_wounded = now["wounds"]["5"].get("left_arm", 0) > level
        return is_wounded and not now["waits"] and now["owed"] <= before["owed"]

    table.until(is_done)
    assert table.count <= 6
    table.press("ctrl+z")
    table.until(lambda now: now["entries"] == before["entries"])
    table.count = 0
    table.press("5", "b", "Right")
    table.type("12")
    table.press("ctrl+Return")
    table.until(is_done)
    assert table.count <= 6


def test_turn_condition_undo_reinforcement_and_paper(play: Play, tmp_path: Path) -> None:
    """Tasks 3, 5, 6, 7 and 9, one after the other in one fight."""
    table = play("canal-bridge")
    counts: dict[str, int] = {}

    def counted(name: str) -> None:
        counts[name], table.count = table.count, 0

    where = table.status["round"]
    table.press(
        "n", "n"
    )  # of the two who act at once one has declared what is not done: that is said first
    table.until(lambda now: now["round"] != where)
    table.count, where = 0, table.status["round"]
    table.press("n")
    table.until(lambda now: now["round"] != where)
    counted("turn")

    table.click(table.status["rows"]["7"])
    table.until(lambda now: len(now["selected"]) == 1)
    table.type("cstu 2")
    table.press("Return")
    table.until(lambda now: "stunned" in now["conditions"]["7"])
    counted("condition")

    table.until(lambda now: now["region"] == "table")
    entries = table.status["entries"]
    table.press("ctrl+z", "ctrl+z", "ctrl+z")
    table.until(lambda now: now["entries"] <= entries - 3)
    counted("undo")

    names = table.status["names"]
    table.press("a")
    table.type("enfo")
    table.press("Return")
    table.until(lambda now: len(now["names"]) == len(names) + 1)
    counted("reinforcement")
    table.press("Escape")
    table.until(lambda now: now["region"] == "table")
    table.count = 0
    table.click(table.status["rows"]["7"])
    table.press("ctrl+d")
    table.until(lambda now: len(now["names"]) == len(names) + 2)
    counted("duplicate")

    table.press("Escape", "Escape")
    table.until(lambda now: not now["is_behind"])
    table.count = 0
    table.press("ctrl+p")
    table.until(lambda now: now["is_behind"])
    table.press("Return")
    end = time.monotonic() + 60
    while not list(tmp_path.rglob("*.pdf")):
        assert time.monotonic() < end
        time.sleep(0.1)
    counted("print")
    most = {
        "turn": 1, "condition": 8, "undo": 3, "reinforcement": 7, "duplicate": 2, "print": 2,
    }  # fmt: skip
    assert {name: count for name, count in counts.items() if count > most[name]} == {}
