"""Several act at once: each on the fight as it was, with its own effects; they count when all have acted.

Rules know nothing of it. What a field with ``at_once`` loses is spent: the next of those who are tied see it. What a
rule has changed otherwise is taken off the columns again and kept: numbers as differences, which add up; truths as what
has begun and what has ended; levels as the highest, clocks as the soonest.
"""

from typing import Any

import numpy as np

from encounter_gui.rules.engine.reading.asks import Array, anywhere
from encounter_gui.rules.engine.reading.fields import Field
from encounter_gui.rules.engine.reading.rows import Columns


class Tie:
    """A tie in some of the rows.

    ``coincided`` are, of fields that merge by ``stacks``, the cells that two or more have brought to the highest value,
    (rows, …); it is there once the tie is released.
    """

    def __init__(self, columns: Columns, fields: dict[str, Field[Any]], rows: Array) -> None:
        """Takes the columns, the fields that rules may change, and the rows with a tie, each once."""
        self._columns, self.rows = columns, rows
        self._fields = {
            name: each for name, each in fields.items() if name in columns and not each.at_once
        }
        self._base = {name: columns[name][rows] for name in self._fields}
        self._ended: dict[str, Array] = {}
        self._kept: dict[str, Array] = {}
        self.coincided: dict[str, Array] = {}

    def sees(self, name: str) -> bool:
        """Returns whether changes of a field are kept from the others."""
        return name in self._fields

    def acted(self) -> None:
        """Keeps what somebody has done in the tie; the next begins with the fight as it was."""
        for name, base in self._base.items():
            now = self._columns[name][self.rows]
            if not anywhere(now != base):
                continue
            self._keep(name, base, now)
            self._columns[name][self.rows] = base

    def _keep(self, name: str, base: Array, now: Array) -> None:
        kept, merges = self._kept.get(name), self._fields[name].merges
        if merges == "stacks":
            most = base if kept is None else kept
            again = self.coincided.get(name, np.zeros(base.shape, bool))
            self.coincided[name] = (now > base) & (now == most) | again & (now <= most)
            self._kept[name] = np.maximum(most, now)
        elif merges == "most":
            self._kept[name] = now if kept is None else np.maximum(kept, now)
        elif merges == "soonest":
            self._kept[name] = now if kept is None else _soonest(base, kept, now)
        elif base.dtype == bool:
            begun, ended = now & ~base, base & ~now
            before = self._ended.get(name)
            self._kept[name] = begun if kept is None else kept | begun
            self._ended[name] = ended if before is None else before | ended
        else:
            self._kept[name] = now - base if kept is None else kept + (now - base)

    def changed(self, name: str) -> Array | None:
        """Returns which cells of a field have changed by the tie, once it is released; None: none."""
        if name not in self._kept:
            return None
        return np.asarray(self._columns[name][self.rows] != self._base[name])

    def release(self) -> None:
        """Makes what has been kept true: all have acted."""
        for name, kept in self._kept.items():
            base, merges = self._base[name], self._fields[name].merges
            if merges in ("stacks", "most"):
                now = np.maximum(base, kept)
            elif merges == "soonest":
                now = kept
            elif base.dtype == bool:
                now = (base | kept) & ~self._ended[name]
            else:
                now = base + kept
            self._columns[name][self.rows] = now


def _soonest(base: Array, kept: Array, now: Array) -> Array:
    """Returns the sooner of two clocks, less than 0: none; who has not changed the clock says nothing."""
    both = (kept != base) & (now != base)
    return np.where(both, np.minimum(kept, now), np.where(now != base, now, kept))
