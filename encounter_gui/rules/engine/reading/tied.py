"""Columns as those see them who act at once: each the fight as it was, with its own effects.

What is held until all have acted is kept as differences: for each of those who act, in which cells it has changed what.
Numbers add up; of truths it is known which have begun and which have ended.
"""

from collections.abc import Collection, Mapping

import numpy as np

from encounter_gui.rules.engine.reading.asks import Array, anywhere


class TiedColumns(dict[str, Array]):
    """Columns whose rows are those who act, several of them of one fight; ``rows`` (k,) are their fights.

    The arrays are those of the fights. Fields that are not ``held`` are written there at once: two of those who act in
    one fight may not write the same cell of them.
    """

    def __init__(self, columns: Mapping[str, Array], rows: Array, held: Collection[str]) -> None:
        """Takes the columns, the fight of each who acts, and the fields whose changes wait."""
        super().__init__(columns)
        self.rows = rows
        self._kept: dict[str, list[tuple[Array, Array]]] = {name: [] for name in held}

    def is_held(self, name: str) -> bool:
        """Returns whether changes of a field wait."""
        return name in self._kept

    def seen(self, name: str, own: Array, cells: Array, value: Array) -> Array:
        """Returns the values of cells as each of ``own`` sees them; ``value`` are those before the tie."""
        for where, by in self._kept[name]:
            mine = where[own] == cells
            if anywhere(mine):
                value = _changed(value, by[own] * mine)
        return value

    def everybody(self, name: str, own: Array) -> Array:
        """Returns a field of everybody as each of ``own`` sees it, (k, n)."""
        found: Array = self[name].take(self.rows[own], axis=0)
        size = found.shape[1]
        for where, by in self._kept[name]:
            cells = where[own]
            at = (cells >= 0).nonzero()[0]
            who = cells[at] % size
            found[at, who] = _changed(found[at, who], by[own[at]])
        return found

    def keep(self, name: str, own: Array, cells: Array, value: Array) -> None:
        """Keeps what cells have got by ``own``."""
        before = self.seen(name, own, cells, self[name].take(cells))
        by = np.subtract(value, before, dtype=np.int64)
        changed = by.nonzero()[0]
        if changed.size:
            where = np.full(self.rows.size, -1)
            where[own[changed]] = cells[changed]
            all_by = np.zeros(self.rows.size, np.int64)
            all_by[own[changed]] = by[changed]
            self._kept[name].append((where, all_by))

    def release(self) -> None:
        """Makes what has been kept true: all have acted."""
        for name, kept in self._kept.items():
            if not kept:
                continue
            where = np.concatenate([cells[cells >= 0] for cells, _ in kept])
            by = np.concatenate([each[cells >= 0] for cells, each in kept])
            column = self[name].reshape(-1)
            if column.dtype == bool:
                column[where[by > 0]] = True
                column[where[by < 0]] = False
            else:
                np.add.at(column, where, by)


def _changed(value: Array, by: Array) -> Array:
    if value.dtype == bool:
        return (value | (by > 0)) & (by >= 0)
    return value + by
