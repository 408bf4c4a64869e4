"""Who plays the chunks of a forecast: this process, several, or a cluster. The counts are the same whoever does."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from multiprocessing import get_context

from encounter_gui.core.errors import refuse
from encounter_gui.forecast.forecast import Plan, Tally, added, chunks, play_chunk, tallies

Player = Callable[[Plan, int], Iterator[Tally]]
"""Plays so many fights of a plan, and yields the sum so far after each chunk, in their order."""

_AHEAD = 64
"""So many chunks are given out before the first of them is awaited."""


def player(processes: int = 1, cluster: str = "") -> AbstractContextManager[Player]:
    """Returns who plays chunks, closed at the end of a ``with``: a cluster by its address, or so many processes.

    Raises:
        RuleError: ``dask.distributed`` is not installed, or nobody answers at the address.
    """
    if cluster:
        return _by_cluster(cluster)
    return _by_processes(processes) if processes > 1 else nullcontext(tallies)


@contextmanager
def _by_processes(processes: int) -> Iterator[Player]:
    # Processes are spawned: one that is forked would take over the locks of this one's other threads.
    executor = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        yield _played_by(executor)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _by_cluster(address: str) -> Iterator[Player]:
    try:
        from distributed import Client
    except ImportError as error:
        raise refuse("forecast.no_dask") from error
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise refuse("forecast.no_cluster", address=address) from error
    try:
        # A chunk is played anew each time it is asked for: its plan is not hashed to find an older result.
        yield _played_by(client.get_executor(pure=False))
    finally:
        client.close()


def _played_by(executor: Executor) -> Player:
    def play(plan: Plan, fights: int) -> Iterator[Tally]:
        sizes = list(chunks(fights, len(plan.is_foe)))
        total: Tally | None = None
        for first in range(0, len(sizes), _AHEAD):
            batch = sizes[first : first + _AHEAD]
            played = [
                executor.submit(play_chunk, plan, number, size)
                for number, size in enumerate(batch, first)
            ]
            for each in played:
                chunk = each.result()
                total = chunk if total is None else added(total, chunk)
                yield total

    return play
