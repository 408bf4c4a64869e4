"""Exact odds of several actions in a row: states that have a chance, from action to action.

A row of the columns is a state of those whom the actions change; alike states are one row. What an action uses up is a
field as any other, so the next action does not have it.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from encounter_gui.rules.engine.reading.asks import Array, Rule
from encounter_gui.rules.engine.reading.fields import Body, End
from encounter_gui.rules.engine.reading.rows import Columns, ColumnStore, Reading, play


class Chain:
    """What may have become of a few combatants, numbered from 0; by custom 0 acts and 1 is acted upon."""

    def __init__(
        self,
        reading: Reading,
        fields: Mapping[str, Any],
        *,
        likeness: Callable[[Columns], Columns] | None = None,
    ) -> None:
        """Begins with one state.

        Args:
            reading: what rules are read with; its dice are ``Weighed``.
            fields: a value of each field for each combatant, as (n,) or (n, places).
            likeness: what still decides of the columns: states of which it says the same are one. None: all of them.
        """
        self.reading = reading
        self.weight: Array = np.ones(1)
        # As long as no rule writes a field, it is the same in all states.
        self._begun: Columns = {name: np.array([each]) for name, each in fields.items()}
        self.columns = _States(self._begun, 1)
        self.columns[next(iter(fields))]  # one of them says how many combatants there are
        self._likeness = likeness
        self._fields = reading.body.fields()

    def apply(
        self,
        rule: Callable[..., Rule[Any]],
        *more: Any,
        where: Array | None = None,
        people: int = 2,
    ) -> None:
        """Plays a rule of so many combatants in some of the states.

        Args:
            rule: an effect rule.
            more: what it takes besides its combatants; arrays have a value for each state of ``where``.
            where: (states,) in which of them; None: in all.
            people: how many combatants it takes, from the first.
        """
        here = np.ones(self.weight.size, bool) if where is None else where
        at, kept = here.nonzero()[0], (~here).nonzero()[0]
        if not at.size:
            return
        who = tuple(np.full(at.size, number) for number in range(people))
        ends = play(self.reading, rule, self.columns, at, who, *more, weight=self.weight[at])
        states = [kept, *(at[each.of] for each in ends)]
        source = np.concatenate(states)
        after = _States(self._begun, source.size)
        for name, column in self.columns.items():
            after[name] = column.take(source, axis=0)
        start = kept.size
        for each, mine in zip(ends, states[1:], strict=True):
            for number, values in enumerate(each.written):
                for name, value in values.items():
                    after[name][start : start + mine.size, number] = value
            start += mine.size
        weights = (each.weight for each in ends if each.weight is not None)
        weight = np.concatenate([self.weight[kept], *weights])
        if source.size == self.weight.size:  # no state has become several
            self.columns, self.weight = after, weight
        else:
            self._merge(after, weight)

    def _merge(self, columns: "_States", weight: Array) -> None:
        deciding = columns.all() if self._likeness is None else self._likeness(columns)
        parts, spans = [], 1
        for column in deciding.values():
            for each in column.reshape(weight.size, -1).T:
                low, high = int(each.min()), int(each.max())
                if low != high:
                    spans *= high - low + 1
                    parts.append((each.astype(np.int64) - low, high - low + 1))
        if spans < 2**62:
            code = np.zeros(weight.size, np.int64)
            for values, size in parts:
                code = code * size + values
            _, first, which = np.unique(code, return_index=True, return_inverse=True)
        else:
            table = np.stack([values for values, _ in parts], axis=1)
            _, first, which = np.unique(table, axis=0, return_index=True, return_inverse=True)
        self.columns = columns.some(first)
        self.weight = np.bincount(which.ravel(), weight)

    def expire(self, *moments: End, merges: bool = True) -> None:
        """Takes back what lasts until these moments; ``merges`` False: states that are alike now stay apart for now."""
        for name, each in self._fields.items():
            if each.ends in moments and name in self._begun:
                self.columns[name] = np.full_like(self.columns[name], each.rests)
        if merges:
            self._merge(self.columns, self.weight)

    def chance(self, name: str, who: int = 1) -> float:
        """Returns the chance that a truth holds of somebody."""
        # Weights are sums of products: the last digit may be one too many.
        return min(1.0, float(self.weight[self.columns[name][:, who].astype(bool)].sum()))

    def body(self, who: int = 1) -> Body:
        """Returns a combatant as rules see it, in all states: for what is worked out from its fields."""
        size = next(iter(self.columns.values())).shape[1]
        every = np.arange(self.weight.size)
        return self.reading.body(
            ColumnStore(self.columns, every, np.full(self.weight.size, who), size)
        )


class _States(dict[str, Array]):
    """The columns of some states; one that is not there is as it was when the chain began."""

    def __init__(self, begun: Columns, count: int) -> None:
        """Takes how the chain began, and how many states there are."""
        super().__init__()
        self._begun, self._count = begun, count

    def __missing__(self, name: str) -> Array:
        """Returns a column that is the same in all states."""
        self[name] = found = np.repeat(self._begun[name], self._count, axis=0)
        return found

    def all(self) -> Columns:
        """Returns every column."""
        return {name: self[name] for name in self._begun}

    def some(self, which: Array) -> "_States":
        """Returns some of the states."""
        found = _States(self._begun, which.size)
        for name, each in self.items():
            found[name] = each.take(which, axis=0)
        return found
