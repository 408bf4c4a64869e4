"""Dropped objects are looked for in the thread of the window only: a widget that dies elsewhere ends the program."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRunnable, QThreadPool
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.control.garbage_collection import GarbageCollection

START, STOP = GarbageCollection.start, GarbageCollection.stop


@pytest.fixture(autouse=True)
def as_it_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other tests of the window leave it out."""
    monkeypatch.setattr(GarbageCollection, "start", START)
    monkeypatch.setattr(GarbageCollection, "stop", STOP)


class Littering(QRunnable):
    """Makes and drops so many objects that Python would look for them at once."""

    def run(self) -> None:
        for _ in range(20_000):
            litter: list[object] = []
            litter.append(litter)


@pytest.fixture
def threads() -> Iterator[set[int]]:
    """Where Python has looked for dropped objects."""
    seen: set[int] = set()

    def note(_phase: str, _info: dict[str, int]) -> None:
        seen.add(threading.get_ident())

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


@pytest.fixture
def python_collects() -> Iterator[None]:
    """Python looks for dropped objects by itself, as it does wherever the tests do not."""
    gc.enable()
    yield
    gc.disable()


def litter() -> None:
    QThreadPool.globalInstance().start(Littering())
    assert QThreadPool.globalInstance().waitForDone(10_000)


def test_other_threads_never_look_for_dropped_objects(
    program: Program, qtbot: QtBot, threads: set[int]
) -> None:
    """What a thread drops is found later, by the window."""
    litter()
    assert threads <= {threading.get_ident()}
    qtbot.waitUntil(lambda: bool(threads), timeout=5_000)
    assert threads == {threading.get_ident()}


def test_python_does_it_again_once_the_program_has_ended(
    python_collects: None, program: Program, threads: set[int]
) -> None:
    """In tests there is life after the window."""
    assert not gc.isenabled()
    program.end()
    assert gc.isenabled()
    litter()
    assert threads
