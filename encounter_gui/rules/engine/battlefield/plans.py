"""Plans of attacks by what they depend on: who, with what, whom, when, each as a small whole number.

A plan is made when it is first met, by the functions of the table, and found by its numbers from then on. What is alike
shares a number (``Kinds``). What all calls of a battle may share is kept in ``Remembered``; a ``PlanTable`` with its
book is of one call, since others may be playing in other threads.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import numpy as np

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import likeness
from encounter_gui.rules.engine.reading.asks import Array, Rule, everywhere
from encounter_gui.rules.engine.reading.books import Book, Plans

Key = tuple[int, ...]
"""What a plan depends on, numbers from 0."""

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


class Kinds:
    """Those who are alike share a kind: what is worked out for one holds for all of them.

    ``of`` (n,): the number of everybody's kind, from 0. ``first``: somebody of each kind.
    """

    def __init__(self, members: Sequence[Combatant], *, is_apart: bool = False) -> None:
        """Takes those who take a side; ``is_apart``: nobody is like anybody else."""
        known: dict[str, int] = {}
        alike = [each.id if is_apart else likeness(each) for each in members]
        self.of = np.array([known.setdefault(each, len(known)) for each in alike], np.int64)
        self.first = tuple(members[alike.index(each)] for each in known)

    @property
    def count(self) -> int:
        """How many kinds there are."""
        return len(self.first)


class Remembered(dict[_K, _V]):
    """Values by key, each made when it is first asked for. Several threads may ask: then one may be made twice."""

    def __init__(self, make: Callable[[_K], _V]) -> None:
        """Takes what makes a value from its key."""
        super().__init__()
        self._make = make

    def __missing__(self, key: _K) -> _V:
        """Makes the value."""
        found = self[key] = self._make(key)
        return found


class Numbers:
    """A whole number for each combination of some small whole numbers, made when it is first met."""

    def __init__(self, shape: tuple[int, ...], make: Callable[[Key], int]) -> None:
        """Takes how many values each of them may have, and what makes the number."""
        self._shape, self._make = shape, make
        size = int(np.prod(shape))
        self._known, self._is_known = np.zeros(size, np.int64), np.zeros(size, bool)
        self._is_full = False

    def at(self, *index: Array | int) -> Array:
        """Returns the number of each row; ``index`` are the numbers, from 0, as columns or the same for all."""
        flat = np.asarray(index[0])
        for size, each in zip(self._shape[1:], index[1:], strict=True):
            flat = flat * size + each
        if not self._is_full:
            known = self._is_known.take(flat)
            if not everywhere(known):
                for each in sorted(set(flat[~known].tolist())):
                    key = tuple(int(part) for part in np.unravel_index(each, self._shape))
                    self._known[each] = self._make(key)
                    self._is_known[each] = True
                self._is_full = everywhere(self._is_known)
        return self._known.take(flat)


class PlanTable:
    """The plans of a roll rule for each combination of some small whole numbers."""

    def __init__(self, book: Book, shape: tuple[int, ...], number: Callable[[Key], int]) -> None:
        """Takes the book, how many values each of the numbers may have, and what makes a plan.

        ``number(key)`` returns the number of the plan in the book.
        """
        self._book, self._numbers = book, Numbers(shape, number)

    def plans(self, *index: Array | int) -> Plans:
        """Returns the plan of each row; ``index`` are the numbers, from 0, as columns or the same for all."""
        return Plans(self._book, self._numbers.at(*index))


def plan_table(
    rule: Callable[..., Rule[Any]], shape: tuple[int, ...], plan: Callable[[Key], Any]
) -> PlanTable:
    """Returns the plans of a roll rule in a book of their own; ``plan(key)`` returns the plan of a combination."""
    book = Book(rule)
    return PlanTable(book, shape, lambda key: book.number(plan(key)))
