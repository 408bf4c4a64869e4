"""How long a real click takes until what it changed is painted: Resolve, Next, undo, select, in each system.

A click is answered in two beats: who acts, what was hit and the line of the log come in the first frame, the bench, the
panel and the timeline in the next. The limits are for the processor time of the program up to the first frame, 95th
percentile; beside it stand the time on the clock, which other programs and the disk lengthen, and the processor time of
all frames. A bare table, painted in the same run, says how fast the machine is. What waits for a timer is in none of
them: quick actions and odds, 40 ms after the last click, and the file's checkpoint. Nor is it in those of the click
after it, which comes when that is done, as a person's does.

With ``--against FOLDER``, another checkout, the same clicks are made in both, in turn, and the medians compared.
"""

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.fights import SYSTEMS, make_campaign, make_longer
from tests.benchmarks.figure import Figure

_FOLDER = Path(__file__).resolve().parents[2]
_LIMITS = {12: 16.0, 100: 25.0, 1000: 60.0}
_LIMIT_OF_NEXT = {12: 20.0}
_LIMIT_OF_WINDOW = 10.0
_TURNS = {12: 40, 100: 30, 1000: 15}
_SHORT, _LONG = 100, 10_000
_MOST_GROWTH = 1.2
_MOST_OF_BEFORE = {"Resolve": 0.8, "undo": 0.8}
"""What all frames of a click may cost of what they cost in the other checkout; of others as much."""
_PAIRS = 2
_MOST_ASKED = 4
_WINDOW = "window"
"""What painting the whole window is called among the clicks."""
_REPAINTS = 20
_PAUSE = 0.08  # s between two clicks; nobody is faster

Times = tuple[float, float, float]
"""Milliseconds of one click: on the clock and of the processor to the first frame, and of the processor for all."""

Clicks = Mapping[str, list[Times]]


def figures(against: Path | None = None) -> Iterator[Figure]:
    """Measures each system in a program of its own: windows of the bench before would be painted as well."""
    yield _machine()
    for system in SYSTEMS:
        with TemporaryDirectory() as folder:
            for combatants in _LIMITS:
                if against is None:
                    yield from _of_fight(system, combatants, Path(folder))
                else:
                    yield from _compared(system, combatants, Path(folder), against)


def _of_fight(system: str, combatants: int, home: Path) -> Iterator[Figure]:
    short = _campaign(system, combatants, home)
    longer = short.with_suffix(".long.encounter")
    make_longer(short, longer, _LONG)
    few, many = (_clicked(_FOLDER, each, _TURNS[combatants]) for each in (short, longer))
    for what, times in many.items():
        if what == _WINDOW:
            name = f"{system}: whole window painted anew, {combatants:,} combatants"
            yield Figure(name, median(each[1] for each in times), "ms", _LIMIT_OF_WINDOW)
            continue
        limit = _LIMITS[combatants]
        if what == "Next":
            limit = _LIMIT_OF_NEXT.get(combatants, limit)
        name = f"{system}: {what}, {combatants:,} combatants"
        yield _late(name, times, limit)
        yield _growth(name, few[what], times)


def _compared(system: str, combatants: int, home: Path, against: Path) -> Iterator[Figure]:
    campaign = _campaign(system, combatants, home)
    before: dict[str, list[Times]] = defaultdict(list)
    after: dict[str, list[Times]] = defaultdict(list)
    both = ((against, before), (_FOLDER, after))
    for turn in range(_PAIRS):
        for folder, times in both if turn % 2 == 0 else reversed(both):
            for what, found in _clicked(folder, campaign, _TURNS[combatants]).items():
                times[what] += found
    for what in after:
        first, whole = (
            [median(each[at] for each in side[what]) for side in (before, after)] for at in (1, 2)
        )
        note = f"{whole[0]:.1f} → {whole[1]:.1f} ms; first frame {first[0]:.1f} → {first[1]:.1f}"
        late = [_late_of(each[1] for each in side[what]) for side in (before, after)]
        note += f", p95 {late[0]:.1f} → {late[1]:.1f}"
        name = f"{system}: {what}, {combatants:,} combatants, all frames, now : before"
        yield Figure(name, whole[1] / whole[0], "×", _MOST_OF_BEFORE.get(what, 1.0), note=note)


def _campaign(system: str, combatants: int, home: Path) -> Path:
    short = home / f"{system}-{combatants}.encounter"
    make_campaign(short, system, combatants=combatants, entries=_SHORT)
    return short


def _late(name: str, times: list[Times], limit: float) -> Figure:
    clock, first, whole = (_late_of(each[at] for each in times) for at in range(3))
    note = f"{clock:.1f} ms on the clock, {whole:.1f} for all frames"
    return Figure(name, first, "ms", limit=limit, note=note)


def _late_of(times: Iterable[float]) -> float:
    """Returns the 95th percentile; of few clicks it lies between the slowest two, and never beyond them."""
    return quantiles(times, n=20, method="inclusive")[-1]


def _growth(name: str, few: list[Times], many: list[Times]) -> Figure:
    """Compares the medians of all frames."""
    short, long = (median(each[2] for each in times) for times in (few, many))
    note = f"{long:.1f} against {short:.1f} ms of the processor"
    return Figure(
        f"{name}, {_LONG:,} : {_SHORT} entries", long / short, "×", _MOST_GROWTH, note=note
    )


def _clicked(code: Path, campaign: Path, turns: int) -> Clicks:
    """Has the program of a checkout play some turns by clicks, and returns how long each click took."""
    with TemporaryDirectory() as folder:
        names = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        own = {name: f"{folder}/{name.lower()}" for name in names}
        copy = Path(folder) / campaign.name
        copy.write_bytes(campaign.read_bytes())
        done = subprocess.run(
            [sys.executable, __file__, str(copy), str(turns)],
            cwd=code,
            env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **own, "PYTHONPATH": str(code)},
            stdout=subprocess.PIPE,
            check=True,
        )
    found: Clicks = json.loads(done.stdout)
    return found


def _play(campaign: Path, turns: int) -> Clicks:
    """Plays some turns by clicks, in this program."""
    from tests.benchmarks.open_window import open_window

    with open_window(campaign) as program:
        player = _Player(program)
        for turn in range(turns):
            player.play_turn(turn)
        player.paint_window()
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

    def paint_window(self) -> None:
        """Paints all of the window again, as after another window has lain over it."""
        for _ in range(_REPAINTS):
            _settle()
            self.times[_WINDOW].append(_painted(self._window))

    def _show_second_frame(self) -> None:
        """Shows what a click has left to the second frame; another checkout may know of none."""
        second = getattr(self._program.controller, "second_frame", None)
        if second is not None:
            second.flush()
        _paint()

    def _timed(self, click: Callable[[], None]) -> Times:
        ready = time.perf_counter() + _PAUSE
        while time.perf_counter() < ready:
            _settle()
            time.sleep(0.005)
        clock, processor = time.perf_counter(), time.process_time()
        click()
        _paint()
        first = time.perf_counter() - clock, time.process_time() - processor
        self._show_second_frame()
        whole = time.process_time() - processor
        return (first[0] * 1000, first[1] * 1000, whole * 1000)

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
        _settle()

    def _has_moved(self, what: str, click: Callable[[], None]) -> bool:
        """Clicks, and counts the click if it led to an entry."""
        controller = self._program.controller
        head = controller.session.log.head
        times = self._timed(click)
        if controller.session.log.head == head:
            return False
        self.times[what].append(times)
        return True

    def _clicked(self, what: str, click: Callable[[], None]) -> None:
        self.times[what].append(self._timed(click))

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


def _machine() -> Figure:
    """Paints a bare table: what Qt alone takes on this machine, now."""
    from PySide6.QtGui import QStandardItemModel
    from PySide6.QtWidgets import QApplication, QTableView

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication(["bare-table"])
    assert isinstance(application, QApplication)
    application.setStyle("Fusion")
    model, table = QStandardItemModel(12, 8), QTableView()
    for place in range(12 * 8):
        index = model.index(place // 8, place % 8)
        model.setData(index, f"{index.row()} {index.column()}")
    table.setModel(model)
    table.resize(1000, 500)
    table.show()
    _settle()
    found = median(_painted(table)[1] for _ in range(_REPAINTS))
    table.close()
    return Figure("a bare table of 96 cells painted, for comparison", found, "ms")


def _painted(widget: Any) -> Times:
    """Returns how long a widget takes to be painted whole, with all that is in it.

    Not by ``repaint``: that leaves out the children that fill their own ground.
    """
    from PySide6.QtGui import QPixmap

    picture = QPixmap(widget.size())
    clock, processor = time.perf_counter(), time.process_time()
    widget.render(picture)
    wall, own = (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000
    return wall, own, own


def _click(widget: Any, point: Any) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=point)


def _settle() -> None:
    from tests.benchmarks.open_window import settle

    settle()


def _paint() -> None:
    """Lays out and paints what the click has changed; timers wait."""
    from PySide6.QtCore import QCoreApplication

    for _ in range(2):
        QCoreApplication.sendPostedEvents()


if __name__ == "__main__":
    print(json.dumps(_play(Path(sys.argv[1]), int(sys.argv[2]))), flush=True)
