"""Keys that are unlike all others, given out in any number without looking at each again."""

from collections.abc import Iterable


class FreeKeys:
    """Gives out keys that are not taken: ``gun``, ``gun_2``, ``gun_3``. Thousands of one name take no longer each."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        """Takes the keys that are there already."""
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """Returns a key that is free, and takes it: the wanted one, or that with the next number."""
        key, number = wanted, self._next.get(wanted, 2)
        while key in self._taken:
            key, number = f"{wanted}_{number}", number + 1
        self._next[wanted] = number
        self._taken.add(key)
        return key

    def __contains__(self, key: str) -> bool:
        """Returns whether a key is taken."""
        return key in self._taken
