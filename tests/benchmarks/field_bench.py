"""How long a move on the plan takes until it is painted: each step of a drag, its release, an arrow key.

A release is a command like any click: it is measured to its first frame, in which the token stands where it was let go.
The limits are for the processor time of the window's thread, which does all that a move takes, 95th percentile. Beside
it stand the time on the clock and the processor time of the whole program: a forecast begun before goes on in its own
thread until it is next asked whether to stop.
"""

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.fights import SYSTEMS, make_campaign
from tests.benchmarks.figure import Figure

_FOLDER = Path(__file__).resolve().parents[2]
_LIMITS = {12: 16.0, 100: 25.0}
_ENTRIES = 100
_MOVES = 20
_STEPS = 5
_PAUSE = 0.08  # s between two moves; nobody is faster

Times = Mapping[str, list[tuple[float, float, float]]]
"""Milliseconds of each kind of move: on the clock, of the processor for the window's thread, and for all threads."""


def figures() -> Iterator[Figure]:
    """Measures each system in a program of its own."""
    for system in SYSTEMS:
        with TemporaryDirectory() as folder:
            for combatants, limit in _LIMITS.items():
                campaign = Path(folder) / f"{system}-{combatants}.encounter"
                make_campaign(campaign, system, combatants=combatants, entries=_ENTRIES)
                for what, times in _moved(campaign, Path(folder)).items():
                    clock, own, whole = (_late([each[at] for each in times]) for at in range(3))
                    name = f"{system}: {what}, {combatants:,} tokens"
                    middle = median(each[1] for each in times)
                    note = f"median {middle:.1f}; {clock:.1f} ms on the clock, {whole:.1f} of all threads"
                    yield Figure(name, own, "ms", limit, note=note)


def _late(times: list[float]) -> float:
    return quantiles(times, n=20, method="inclusive")[-1]


def _moved(campaign: Path, home: Path) -> Times:
    names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
    own = {name: f"{home}/{name.lower()}" for name in names}
    done = subprocess.run(
        [sys.executable, __file__, str(campaign)],
        cwd=_FOLDER,
        env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **own, "PYTHONPATH": str(_FOLDER)},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: Times = json.loads(done.stdout)
    return found


def _play(campaign: Path) -> Times:
    """Moves people by mouse and keyboard, in this program."""
    from tests.benchmarks.open_window import open_window

    with open_window(campaign) as program:
        return _Mover(program).moved()


class _Mover:
    """Drags tokens with the mouse, and moves them with the arrow keys; each is taken back afterwards."""

    def __init__(self, program: Any) -> None:
        from encounter_gui.rules.model.commands import Put

        self.times: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
        self._program = program
        program.window.actions_of["field"].trigger()
        everybody = tuple(program.controller.context.state.combatants)
        wide = 12
        puts = [
            Put(who=(who,), at=(8 + 5 * (place % wide), 3 + 4 * (place // wide)))
            for place, who in enumerate(everybody)
        ]
        if not program.controller.perform_each(puts):
            raise RuntimeError("nobody could be placed")
        self._surface = program.field.panel.surface
        _settle()

    def moved(self) -> Times:
        """Returns how long everything took."""
        for number in range(_MOVES):
            self._drag(number)
            self._step(number)
        for what, times in self.times.items():
            if len(times) < _MOVES / 4:
                raise RuntimeError(f"of {_MOVES} moves only {len(times)} moved anybody: {what}")
        return self.times

    def _token(self, number: int) -> Any:
        tokens = self._surface.state.view.tokens
        return tokens[(number * 7) % len(tokens)]

    def _drag(self, number: int) -> None:
        from PySide6.QtCore import QEvent, QPointF, Qt
        from PySide6.QtTest import QTest

        surface, token = self._surface, self._token(number)
        start = surface.port.to_surface((token.x, token.y))
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mousePress(surface, left, none, start.toPoint())
        self._settled()
        for step in range(1, _STEPS + 1):
            at = start + QPointF(9 * step, 4 * step)
            self._timed("step of a drag", lambda at=at: self._send(QEvent.Type.MouseMove, at))  # type: ignore[misc]
        end = (start + QPointF(9 * _STEPS, 4 * _STEPS)).toPoint()
        self._moved_by("drag let go", lambda: QTest.mouseRelease(surface, left, none, end))

    def _send(self, kind: Any, at: Any) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QMouseEvent
        from PySide6.QtWidgets import QApplication

        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, at, self._surface.mapToGlobal(at), left, left, none)
        QApplication.sendEvent(self._surface, event)

    def _step(self, number: int) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        self._program.window.table.select([self._token(number).who])
        self._surface.setFocus()
        self._settled()
        right, done = Qt.Key.Key_Right, Qt.Key.Key_Return
        self._timed("arrow key", lambda: QTest.keyClick(self._surface, right))
        self._moved_by("arrow key done", lambda: QTest.keyClick(self._surface, done))

    def _moved_by(self, what: str, act: Callable[[], object]) -> None:
        """Times what ends a way, and takes the move back; one that moves nobody is not counted, and leaves nothing."""
        log = self._program.controller.session.log
        before = log.head
        self._timed(what, act)
        self._answer()
        if log.head == before:
            self.times[what].pop()
            self._settled()
            return
        self._settled()
        self._program.window.actions_of["undo"].trigger()
        self._settled()
        if log.head != before:
            raise RuntimeError("a move was not taken back")

    def _answer(self) -> None:
        """Answers what a move has asked for."""
        from encounter_gui.dice.requests import Choice

        controller = self._program.controller
        while (waits := controller.waits_for) is not None:
            if isinstance(waits, Choice):
                controller.choose(waits.options[0])
            else:
                controller.answer((None,) * len(waits))

    def _settled(self) -> None:
        self._program.controller.second_frame.flush()
        _settle()

    def _timed(self, what: str, act: Callable[[], object]) -> None:
        ready = time.perf_counter() + _PAUSE
        while time.perf_counter() < ready:
            _settle()
            time.sleep(0.005)
        clocks = (time.perf_counter, time.thread_time, time.process_time)
        begun = [clock() for clock in clocks]
        act()
        _paint()
        clock, own, whole = (
            (read() - before) * 1000 for read, before in zip(clocks, begun, strict=True)
        )
        self.times[what].append((clock, own, whole))


def _settle() -> None:
    from tests.benchmarks.open_window import settle

    settle()


def _paint() -> None:
    """Lays out and paints what has changed; timers wait."""
    from PySide6.QtCore import QCoreApplication

    for _ in range(2):
        QCoreApplication.sendPostedEvents()


if __name__ == "__main__":
    print(json.dumps(_play(Path(sys.argv[1]))), flush=True)
