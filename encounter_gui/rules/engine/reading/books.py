"""Plans that were met while many fights are played, and the exact outcomes of each: a uniform number draws a roll."""

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from encounter_gui.rules.engine.reading.asks import Array, Outcome, Rule
from encounter_gui.rules.engine.reading.outcome_tables import OutcomeTables
from encounter_gui.rules.engine.reading.spread import Spread, known_spread, spread


class Book:
    """The plans of one roll rule, each with its number from 0."""

    def __init__(self, rule: Callable[..., Rule[Any]]) -> None:
        """Begins without a plan."""
        self.rule = rule
        self._plans: list[Any] = []
        self._spreads: list[Spread] = []
        self._tables = OutcomeTables()
        self._known: dict[Hashable, int] = {}
        self._columns: dict[str, Any] = {}
        self._of: dict[str, Array] = {}
        self._p = np.zeros(0)
        self._size = self._begin = np.zeros(0, np.int64)
        self._is_certain = False

    def number(self, plan: Any, key: Hashable = None) -> int:
        """Returns the number of a plan; two with the same key (by default the plan itself) are rolled alike.

        Without a key its outcomes are kept beyond this book, for the next chunk of fights.
        """
        exactly = known_spread if key is None else spread
        key = plan if key is None else key
        found = self._known.get(key)
        if found is None:
            exact = exactly(self.rule, plan)
            begin = sum(each.p.size for each in self._spreads)
            self._tables.add(exact.p, begin + np.arange(exact.p.size))
            found = self._known[key] = len(self._plans)
            self._plans.append(plan)
            self._spreads.append(exact)
            self._columns, self._of = {}, {}
        return found

    def plan(self, number: int) -> Any:
        """Returns the plan with a number."""
        return self._plans[number]

    def spread(self, number: int) -> Spread:
        """Returns the exact outcomes of the plan with a number."""
        return self._spreads[number]

    def column(self, name: str, index: Array) -> Any:
        """Returns an attribute of each of these plans; one that all plans of the book share is that value."""
        known = self._columns.get(name)
        if known is None:
            values = [getattr(each, name) for each in self._plans]
            is_one = all(each == values[0] for each in values)
            known = self._columns[name] = values[0] if is_one else np.array(values)
        return known.take(index, axis=0) if isinstance(known, np.ndarray) else known

    def drawn(self, rng: np.random.Generator, index: Array) -> Outcome:
        """Returns a random outcome of each of these plans; what has one outcome only is not drawn."""
        self._gather()
        if self._is_certain:
            return self._outcomes(self._begin.take(index))
        return self._outcomes(self._tables.draw(rng, index))

    def every(self, index: Array) -> tuple[Array, Array, Outcome]:
        """Returns every outcome of each of these plans: which of them it is of, its chance, and itself."""
        self._gather()
        size = self._size[index]
        of = np.repeat(np.arange(index.size), size)
        which = np.arange(of.size) - np.repeat(size.cumsum() - size, size) + self._begin[index][of]
        return of, self._p[which], self._outcomes(which)

    def _outcomes(self, which: Array) -> Outcome:
        self._gather()
        kind = self._spreads[0].kind
        return kind(**{name: each.take(which) for name, each in self._of.items()})

    def _gather(self) -> None:
        if self._of:
            return
        names = self._spreads[0].of
        self._of = {
            name: np.concatenate([each.of[name] for each in self._spreads]) for name in names
        }
        self._p = np.concatenate([each.p for each in self._spreads])
        self._size = np.array([each.p.size for each in self._spreads])
        self._begin = self._size.cumsum() - self._size
        self._is_certain = bool((self._size == 1).all())


class Plans:
    """A column of plans of a book; an attribute of it is a column, too."""

    def __init__(self, book: Book, index: Array) -> None:
        """Takes the number of the plan of each row."""
        self.book, self.index = book, index

    def __getattr__(self, name: str) -> Any:
        """Returns an attribute of the plan of each row, or of all of them."""
        return self.book.column(name, self.index)

    def __getitem__(self, which: Array) -> "Plans":
        """Returns the plans of some of the rows."""
        return Plans(self.book, self.index[which])
