"""How long the exact distribution of a dice expression takes, beside icepool and dyce, each from nothing.

Processor time of the thread, as all three work in one: what else the machine does disturbs it less.
"""

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

import dyce
import icepool

from encounter_gui.dice import distribution as exact
from encounter_gui.dice.exact import pool
from encounter_gui.dice.notation import parse
from tests.benchmarks.figure import Figure
from tests.dice.expressions import icepool_reading

_TIMES = 5


@dataclass(frozen=True)
class Case:
    """An expression; ``dyce`` makes the same there, None: it has no way to, or takes seconds."""

    text: str
    dyce: Callable[[], object] | None = None


def _d(sides: int) -> "dyce.H[Any]":
    return dyce.H(sides)


CASES = (
    Case("10d6", lambda: 10 @ _d(6)),
    Case("100d6", lambda: 100 @ _d(6)),
    Case("3d6+4", lambda: 3 @ _d(6) + 4),
    Case("2d20kh1+7", lambda: (2 @ dyce.P(20)).at(-1) + 7),
    Case("4d6kh3", lambda: (4 @ dyce.P(6)).at(slice(1, None))),
    Case("40d10kh10", lambda: (40 @ dyce.P(10)).at(slice(30, None))),
    Case("10d100kh5"),
    Case("6d6>=5", lambda: 6 @ dyce.H({0: 4, 1: 2})),
    Case("2d6!p"),
    Case("2d6r1", lambda: 2 @ dyce.H(dict.fromkeys(range(2, 7), 1))),
    Case("{2d6,1d10,1d8}kh2"),
    Case("max(3d6,2d8)+1d4-2"),
)
"""What people type, and the pools that are dear elsewhere."""

_DEAREST = (
    "5d999kl4+5d998kl4+5d997kl4",
    "max(20d1000,19d1000,14d1000)",
    "100d40kh60",
    "{9d9,9d9,9d9,9d9,9d9}kh3",
    "10d90!",
)
"""Close to the limits: about the dearest that are accepted."""


def figures() -> list[Figure]:
    """Times every case in turns, and the dearest that are accepted."""
    return [*(figure for case in CASES for figure in _of(case)), _dearest()]


def _of(case: Case) -> list[Figure]:
    tree = parse(case.text)
    ours, peers, others = [], [], []
    for _ in range(_TIMES):
        ours.append(_timed(lambda: _from_nothing(case.text)))
        icepool.evaluator.sum_evaluator.__dict__.pop("_cache", None)
        peers.append(_timed(lambda: icepool_reading(tree)))
        if case.dyce:
            others.append(_timed(case.dyce))
    own, theirs = median(ours), median(peers)
    note = f"icepool {theirs * 1000:.3f} ms"
    if others:
        note += f", dyce {median(others) * 1000:.3f} ms"
    return [
        Figure(f"{case.text}: exact distribution", own * 1000, "ms", note=note),
        Figure(
            f"{case.text}: faster than icepool", theirs / own, "×", limit=1, more_is_better=True
        ),
    ]


def _from_nothing(text: str) -> None:
    exact._dice.cache_clear()
    pool.cache_clear()
    exact.distribution(parse(text))


def _dearest() -> Figure:
    texts = {text: _timed(lambda text=text: _from_nothing(text)) for text in _DEAREST}
    worst = max(texts, key=texts.__getitem__)
    return Figure("the dearest accepted expression", texts[worst], "s", limit=0.2, note=worst)


def _timed(run: Callable[[], object]) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        begun = time.thread_time()
        run()
        return time.thread_time() - begun
