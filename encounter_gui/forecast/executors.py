"""Who plays the chunks of a forecast: this process, or several. The counts are the same whoever does."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, repeat
from multiprocessing import get_context

from encounter_gui.forecast.forecast import Plan, Tally, added, chunks, play_chunk, tallies


def tallies_by(plan: Plan, fights: int, processes: int) -> Iterator[Tally]:
    """Yields the sum so far after each chunk, in their order, played by so many processes; 1: by this one.

    What is not begun when the iterator is closed is not played.
    """
    if processes <= 1:
        yield from tallies(plan, fights)
        return
    # Processes are spawned: one that is forked would take over the locks of this one's other threads.
    executor = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        total: Tally | None = None
        for chunk in executor.map(play_chunk, repeat(plan), count(), chunks(fights)):
            total = chunk if total is None else added(total, chunk)
            yield total
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
