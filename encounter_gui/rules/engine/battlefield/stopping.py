"""How a forecast is told to stop: what is played in its thread keeps the window's from painting."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

IsStopped = Callable[[], bool]
"""Returns whether somebody has told a forecast to stop."""

_T = TypeVar("_T")


class StoppedError(Exception):
    """A forecast was told to stop while it was prepared or played."""


def never() -> bool:
    """Returns that nobody stops a forecast."""
    return False


def until_stopped(each_of: Iterable[_T], is_stopped: IsStopped) -> Iterator[_T]:
    """Yields each of these, and asks before each whether to stop.

    Raises:
        StoppedError: ``is_stopped`` said so.
    """
    for each in each_of:
        if is_stopped():
            raise StoppedError
        yield each
