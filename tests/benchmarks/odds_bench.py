"""How fast the odds panel of each system is, beside the same panel in icepool.

A system brings a file in ``panels``: its name, its cases, how to forget what is kept, its panel, and the same in
icepool.
"""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, Protocol, cast

from tests.benchmarks.figure import Figure

_RUNNING = 9
_LIMITS = {"Phases": 0.25}
_LIMIT = 0.15
"""Milliseconds of a whole panel; the wound chain of phases has no counterpart elsewhere."""


class Panel(Protocol):
    """What a file in ``panels`` has."""

    NAME: str
    CASES: Sequence[Any]

    def forget(self) -> None:
        """Empties what is kept between panels."""

    def ours(self, case: Any) -> None:
        """Makes the whole panel."""

    def peer(self, case: Any) -> object:
        """Makes the same panel in icepool."""


def figures() -> list[Figure]:
    """Times the panels of every system."""
    return [figure for panel in panels() for figure in _of(panel)]


def panels() -> Iterator[Panel]:
    """Yields what each system brings, by name."""
    for path in sorted((Path(__file__).parent / "panels").glob("[a-z]*.py")):
        yield cast("Panel", import_module(f"tests.benchmarks.panels.{path.stem}"))


def _of(panel: Panel) -> list[Figure]:
    """Times both panels in turns, so that whatever else runs disturbs both alike.

    Ours is made several times running, as while a modifier is dragged: the first after nearly a second of icepool
    would measure what that has left in the processor's caches, about twice as much.
    """
    ours, warm, peers = [], [], []
    for case in panel.CASES:
        for _ in range(_RUNNING):
            panel.forget()
            ours.append(_timed(panel.ours, case))
        warm.append(_timed(panel.ours, case))
        peers.append(_timed(panel.peer, case))
    own, theirs = median(ours), median(peers)
    name = panel.NAME
    limit = _LIMITS.get(name, _LIMIT)
    return [
        Figure(f"{name}: odds panel, nothing cached", own * 1000, "ms", limit=limit),
        Figure(f"{name}: a modifier dragged back", median(warm) * 1000, "ms", limit=limit),
        Figure(f"{name}: the same panel in icepool", theirs * 1000, "ms"),
        Figure(f"{name}: faster than icepool", theirs / own, "×", limit=20, more_is_better=True),
    ]


def _timed(run: Callable[[object], object], case: object) -> float:
    """Times one panel, without garbage being collected meanwhile: the window does that in its pauses."""
    gc.disable()
    try:
        begun = time.perf_counter()
        run(case)
        return time.perf_counter() - begun
    finally:
        gc.enable()
