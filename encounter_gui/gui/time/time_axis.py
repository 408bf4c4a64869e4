"""Where a time from now stands on the axis: a second at the left, a week at the right, on a log scale."""

from collections.abc import Iterator
from math import log

from msgspec import Struct

from encounter_gui.rules.engine.time.clock import DAY, HOUR, MINUTE
from encounter_gui.rules.view.scene.time import RunningRow

LONGEST = 7 * DAY
"""What the axis reaches, in seconds."""

TICKS: tuple[tuple[int, str, int], ...] = (
    (MINUTE, "minute", 1),
    (10 * MINUTE, "minute", 10),
    (HOUR, "hour", 1),
    (6 * HOUR, "hour", 6),
    (DAY, "day", 1),
    (7 * DAY, "day", 7),
)
"""The lines of the axis: seconds, the unit they are told in, and how many of it."""

_LABEL = 0.33
_LABEL_MOST = 300.0
_RIGHT = 162.0
_RIGHT_NARROW, _NARROW = 144.0, 760.0
_NEAREST = 4.0
"""Repeats that come nearer to each other than this, in logical pixels, are no longer told apart."""
_MOST_REPEATS = 200


class TimeAxis(Struct, frozen=True, kw_only=True):
    """The axis between two places of a row, in logical pixels."""

    left: float
    right: float

    @classmethod
    def of_width(cls, width: float) -> "TimeAxis":
        """Returns the axis of a row: names stand before it, when and by what dice behind it."""
        after = _RIGHT if width >= _NARROW else _RIGHT_NARROW
        return cls(left=min(_LABEL_MOST, width * _LABEL), right=width - after)

    def x(self, seconds: int) -> float:
        """Returns where a time from now stands; less than a second is now, more than a week the end."""
        share = log(min(max(seconds, 1), LONGEST)) / log(LONGEST)
        return self.left + share * (self.right - self.left)

    def repeats(self, row: RunningRow, now: int) -> Iterator[float]:
        """Yields where something falls due again after the first time, as long as the marks can be told apart."""
        last = self.x(row.due - now)
        until = min(row.ends - now if row.ends is not None else LONGEST, LONGEST)
        for count in range(1, _MOST_REPEATS if row.every else 1):
            after = row.due + count * row.every - now
            x = self.x(after)
            if after > until or x - last < _NEAREST:
                return
            yield x
            last = x
