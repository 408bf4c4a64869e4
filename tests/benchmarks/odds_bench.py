"""How fast the odds of each system are, beside the same in icepool.

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
_NOTHING_KEPT, _AT_REST, _WITHIN = 0.3, 0.15, 6.0
"""Milliseconds of one attack with nothing cached, of one whose plan is known, and of being out within 1, 2 … of it."""


class Panel(Protocol):
    """What a file in ``panels`` has."""

    NAME: str
    CASES: Sequence[Any]

    def forget(self) -> None:
        """Empties what is kept between panels."""

    def attack(self, case: Any) -> object:
        """Works one attack out: what the panel shows first."""

    def within(self, case: Any, attack: Any) -> object:
        """Works out what such attacks in a row come to, of what ``attack`` returned."""

    def ours(self, case: Any) -> None:
        """Makes the whole panel."""

    def peer_attack(self, case: Any) -> object:
        """Works the same attack out in icepool."""

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
    """Times both in turns, so that whatever else runs disturbs both alike.

    Ours is made several times running, as while a modifier is dragged: the first after nearly a second of icepool
    would measure what that has left in the processor's caches, about twice as much.
    """
    first, rest, later, ours, peer_attacks, peers = [], [], [], [], [], []
    for case in panel.CASES:
        for _ in range(_RUNNING):
            panel.forget()
            first.append(_timed(panel.attack, case))
            rest.append(_timed(panel.attack, case))
            attack = panel.attack(case)
            panel.forget()
            later.append(_timed(panel.within, case, attack))
            panel.forget()
            ours.append(_timed(panel.ours, case))
        peer_attacks.append(_timed(panel.peer_attack, case))
        peers.append(_timed(panel.peer, case))
    own, one, theirs = median(first), median(peer_attacks), median(peers)
    name = panel.NAME
    return [
        Figure(
            f"{name}: one attack, nothing cached", median(first) * 1000, "ms", limit=_NOTHING_KEPT
        ),
        Figure(
            f"{name}: one attack at rest, its plan known", median(rest) * 1000, "ms", limit=_AT_REST
        ),
        Figure(
            f"{name}: within 1, 2 … attacks, nothing cached",
            median(later) * 1000,
            "ms",
            limit=_WITHIN,
        ),
        Figure(f"{name}: the same attack in icepool", one * 1000, "ms"),
        Figure(f"{name}: faster than icepool", one / own, "×", limit=20, more_is_better=True),
        Figure(f"{name}: the whole panel, nothing cached", median(ours) * 1000, "ms"),
        # Attacks in a row are more with us: what is used up, and what each of them does to the next.
        Figure(f"{name}: plain attacks in a row in icepool as well", theirs * 1000, "ms"),
    ]


def _timed(run: Callable[..., object], *given: object) -> float:
    """Times by the processor, without garbage being collected meanwhile: the window does that in its pauses."""
    gc.disable()
    try:
        begun = time.process_time()
        run(*given)
        return time.process_time() - begun
    finally:
        gc.enable()
