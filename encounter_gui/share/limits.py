"""How fast and how often somebody may ask, measured with a clock that never goes back."""

import time
from collections import deque
from collections.abc import Callable

Clock = Callable[[], float]


class Allowance:
    """Lets so many things happen at once, and so many a second in the long run."""

    def __init__(self, at_once: int, a_second: float, clock: Clock = time.monotonic) -> None:
        """Takes both numbers; all of the first may be used at the start."""
        self._most, self._rate, self._clock = float(at_once), a_second, clock
        self._left, self._at = self._most, clock()

    def take(self) -> bool:
        """Returns whether one more may happen now, and counts it if so."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Failures:
    """Counts wrong codes and tokens, of each address and of all together, within the last minute."""

    def __init__(self, of_one: int = 10, of_all: int = 60, clock: Clock = time.monotonic) -> None:
        """Takes how many are borne in a minute."""
        self._of_one, self._of_all, self._clock = of_one, of_all, clock
        self._seen: deque[tuple[float, str]] = deque(maxlen=of_all)

    def add(self, address: str) -> None:
        """Notes a failure."""
        self._seen.append((self._clock(), address))

    def is_blocked(self, address: str) -> bool:
        """Returns whether nobody listens to an address for now."""
        since = self._clock() - 60
        while self._seen and self._seen[0][0] < since:
            self._seen.popleft()
        mine = sum(each == address for _, each in self._seen)
        return mine >= self._of_one or len(self._seen) >= self._of_all
