"""Killed between any two keys: what the program had accepted stands when it is opened again, what was owed is owed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.gui.window.test_nothing_lost import SAMPLES

ROOT_FOLDER = Path(__file__).parents[3]


class Player:
    """A program in a process of its own, and all it has said."""

    def __init__(self, path: Path, sample: str, seed: int, folder: Path) -> None:
        """Starts it; ``opened`` is what it found in the file."""
        self._errors = (folder / "errors.txt").open("w", encoding="utf-8")
        command = [sys.executable, "-m", "tests.gui.window.killed_player"]
        self._process = subprocess.Popen(
            [*command, str(path), sample, str(seed), str(folder)],
            cwd=ROOT_FOLDER,
            env={**os.environ, "PYTHONPATH": str(ROOT_FOLDER)},
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self.entries: dict[str, str] = {}
        self.typed: Counter[str] = Counter()
        self.opened = self.last = self.read()

    def read(self) -> dict[str, Any]:
        """Reads until the program has done another step."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.endswith("\n"), "it ended by itself: errors.txt says why"
        return self._take(line)

    def kill(self) -> None:
        """Kills it at once; what it said before that was said."""
        assert self._process.stdout is not None
        self._process.send_signal(signal.SIGKILL)
        for line in self._process.stdout:
            if line.endswith("\n"):
                self._take(line)
        self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def _take(self, line: str) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(line)
        self.entries |= said["entries"]
        self.typed.update(map(str, said["typed"]))
        self.last = said
        return said


def require_nothing_lost(before: Player, opened: dict[str, Any]) -> None:
    """Compares what a program said before it was killed with what the next one finds."""
    for key, seal in before.entries.items():
        assert opened["entries"].get(key) == seal, f"entry {key} is lost or another"
    missing = before.typed - Counter(map(str, opened["rolls"]))
    assert not missing, f"typed, and in no entry: {missing}"
    if before.last["head"] not in opened["line"] and before.last["head"]:
        return  # an undo was on its way
    later = opened["line"][len(before.last["line"]) :]
    settled = {each for entry in later for each in opened["settled"][str(entry)]}
    assert set(before.last["owed"]) <= {*opened["owed"], *settled}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
@pytest.mark.timeout(600)
@pytest.mark.deep
@pytest.mark.parametrize("kills", [5, pytest.param(10, marks=pytest.mark.night)])
@pytest.mark.parametrize("game", SAMPLES)
def test_killed_between_any_two_keys_nothing_accepted_is_lost(
    game: str, kills: int, tmp_path: Path
) -> None:
    """Each program is killed at a random moment; the next one opens the file as it was left, and plays on."""
    random = Random(game)
    (tmp_path / "rats.csv").write_text("name,hp\nRat,4\n", encoding="utf-8")
    path = tmp_path / "Killed.encounter"
    seed, player = 0, Player(path, SAMPLES[game], 100, tmp_path)
    for seed in range(1, kills + 1):
        for _ in range(random.randint(3, 25)):
            player.read()
        time.sleep(random.random() * 0.1)
        player.kill()
        following = Player(path, SAMPLES[game], 100 + seed, tmp_path)
        require_nothing_lost(player, following.opened)
        player = following
    player.kill()
