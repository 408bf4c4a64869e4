"""How long a real click takes until everything it changed is painted: Resolve, Next, undo, select, in each system.

The limits are for the time on the clock, 95th percentile. Beside each figure stands the processor time of the program:
what is above it, other programs and the disk have taken. What waits for a timer is not in these figures: quick actions
and odds, 40 ms after the last click, and the file's checkpoint. Nor is it in those of the click after it, which comes
when that is done, as a person's does.
"""

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.fights import SYSTEMS, make_campaign, make_longer
from tests.benchmarks.figure import Figure
from tests.benchmarks.open_window import open_window, settle

_LIMITS = {12: 16.0, 100: 25.0, 1000: 120.0}
_TURNS = {12: 40, 100: 30, 1000: 15}
_SHORT, _LONG = 100, 10_000
_MOST_GROWTH = 1.2
_MOST_ASKED = 4
_PAUSE = 0.08  # s between two clicks; nobody is faster

Times = tuple[float, float]
"""Milliseconds of one click: on the clock, and of the processor."""


def figures() -> Iterator[Figure]:
    """Measures each system in a program of its own: windows of the bench before would be painted as well."""
    for system in SYSTEMS:
        with TemporaryDirectory() as folder:
            home = Path(folder)
            names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
            own = {name: str(home / name.lower()) for name in names}
            command = [sys.executable, "-m", "tests.benchmarks.click_bench", system, folder]
            done = subprocess.run(
                command,
                cwd=Path(__file__).resolve().parents[2],
                env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **own},
                stdout=subprocess.PIPE,
                check=True,
            )
        for line in done.stdout.splitlines():
            yield Figure(**json.loads(line))


def _of_system(system: str, home: Path) -> Iterator[Figure]:
    for combatants, limit in _LIMITS.items():
        short = home / f"{system}-{combatants}.encounter"
        longer = short.with_suffix(".long.encounter")
        make_campaign(short, system, combatants=combatants, entries=_SHORT)
        make_longer(short, longer, _LONG)
        few, many = _clicked(short, _TURNS[combatants]), _clicked(longer, _TURNS[combatants])
        for what, times in many.items():
            name = f"{system}: {what}, {combatants:,} combatants"
            yield _late(name, times, limit)
            yield _growth(name, few[what], times)


def _late(name: str, times: list[Times], limit: float) -> Figure:
    late = _late_of(clock for clock, _ in times)
    processor = _late_of(processor for _, processor in times)
    return Figure(name, late, "ms", limit=limit, note=f"{processor:.1f} ms of the processor")


def _late_of(times: Iterable[float]) -> float:
    """Returns the 95th percentile; of few clicks it lies between the slowest two, and never beyond them."""
    return quantiles(times, n=20, method="inclusive")[-1]


def _growth(name: str, few: list[Times], many: list[Times]) -> Figure:
    """Compares the medians of the processor time, which other programs disturb least."""
    short, long = (quantiles((each[1] for each in times), n=2)[0] for times in (few, many))
    note = f"{long:.1f} against {short:.1f} ms of the processor"
    return Figure(
        f"{name}, {_LONG:,} : {_SHORT} entries", long / short, "×", _MOST_GROWTH, note=note
    )


def _clicked(campaign: Path, turns: int) -> Mapping[str, list[Times]]:
    """Plays some turns by clicks and returns how long each click took."""
    with open_window(campaign) as program:
        player = _Player(program)
        for turn in range(turns):
            player.play_turn(turn)
        return player.times


class _Player:
    """Plays with the mouse: selects an opponent, resolves, takes that back, moves on, takes that back, moves on."""

    def __init__(self, program: Any) -> None:
        self.times: dict[str, list[Times]] = defaultdict(list)
        self._program = program
        self._window = program.window

    def play_turn(self, turn: int) -> None:
        """Clicks once through everything that is measured."""
        self._clicked("select", lambda: self._click_row(turn))
        if self._has_moved("Resolve", self._click_resolve):
            self._clicked("undo", lambda: self._click_action("undo"))
        self._decide()
        self._move_on()
        self._clicked("undo", lambda: self._click_action("undo"))
        self._move_on()

    def _move_on(self) -> None:
        """Clicks Next; where it asks for dice first, it is clicked again, and what else is asked is answered."""
        for _ in range(_MOST_ASKED):
            if self._has_moved("Next", lambda: self._click_action("next")):
                return
            if not isinstance(self._program.controller.waits_for, tuple):
                self._decide()

    def _decide(self) -> None:
        """Answers what Resolve still waits for, so that it is not left for later by the next click."""
        from encounter_gui.dice.requests import Choice

        controller = self._program.controller
        while (waits := controller.waits_for) is not None:
            if isinstance(waits, Choice):
                controller.choose(waits.options[0])
            else:
                controller.answer((None,) * len(waits))
        settle()

    def _has_moved(self, what: str, click: Callable[[], None]) -> bool:
        """Clicks, and counts the click if it led to an entry."""
        controller = self._program.controller
        head = controller.session.log.head
        times = _timed(click)
        if controller.session.log.head == head:
            return False
        self.times[what].append(times)
        return True

    def _clicked(self, what: str, click: Callable[[], None]) -> None:
        self.times[what].append(_timed(click))

    def _click_row(self, turn: int) -> None:
        table = self._window.table
        shown = range(table.rowAt(0), max(table.rowAt(table.viewport().height() - 1), 10))
        index = table.model().index(shown[(turn * 7) % len(shown)], 1)
        _click(table.viewport(), table.visualRect(index).center())

    def _click_resolve(self) -> None:
        button = self._window.attack_panel.set_up.dice.resolve
        _click(button, button.rect().center())

    def _click_action(self, which: str) -> None:
        from PySide6.QtWidgets import QToolButton

        action = self._window.actions_of[which]
        bar = self._window.turn_bar
        button = (
            bar.next
            if which == "next"
            else next(
                each for each in bar.findChildren(QToolButton) if each.defaultAction() is action
            )
        )
        _click(button, button.rect().center())


def _click(widget: Any, point: Any) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=point)


def _timed(click: Callable[[], None]) -> Times:
    ready = time.perf_counter() + _PAUSE
    while time.perf_counter() < ready:
        settle()
        time.sleep(0.005)
    clock, processor = time.perf_counter(), time.process_time()
    click()
    _paint()
    return (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000


def _paint() -> None:
    """Lays out and paints what the click has changed; timers wait."""
    from PySide6.QtCore import QCoreApplication

    for _ in range(2):
        QCoreApplication.sendPostedEvents()


if __name__ == "__main__":
    for each in _of_system(sys.argv[1], Path(sys.argv[2])):
        print(json.dumps(asdict(each)), flush=True)
