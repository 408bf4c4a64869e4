"""Columns as those see them who act at once: each the fight as it was, with its own effects.

What a field with ``at_once`` loses is spent: the next of those who are tied see it. Everything else is held until all
have acted, for each of them by itself: the cells that it has changed, and what it has made of them. Then all of it
becomes true as the field ``merges``: numbers as differences, which add up; truths as what has begun and what has ended;
levels as the highest, clocks as the soonest.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from encounter_gui.rules.engine.reading.asks import Array, anywhere
from encounter_gui.rules.engine.reading.fields import Field


class _Held:
    """For each of those who act one cell of a field, -1: none, and what it has made of it."""

    __slots__ = ("cell", "value")

    def __init__(self, cell: Array, value: Array) -> None:
        self.cell, self.value = cell, value


class TiedColumns(dict[str, Array]):
    """Columns whose rows are those who act, several of them of one fight; ``rows`` (k,) are their fights.

    The arrays are those of the fights; a cell is a row of an array with one row for each combatant of each fight.
    Fields that are not held are written there at once: in one run two of those who act in one fight may not write the
    same cell of them. After ``release``, ``met`` (m,) are the cells in which two or more have changed something,
    ``before`` what fields that anybody has changed were there, (m, …), and ``coincided``, of fields that merge by
    ``stacks``, the cells and places that two or more have brought to the highest value. ``taken_up`` are cells that had
    been changed before the forecast began.
    """

    def __init__(
        self, columns: Mapping[str, Array], rows: Array, held: Mapping[str, Field[Any]]
    ) -> None:
        """Takes the columns, the fight of each who acts, and the fields whose changes wait."""
        super().__init__(columns)
        self.rows, self._fields = rows, held
        self._fights, self._size = next(iter(columns.values())).shape[:2]
        self._kept: dict[str, list[_Held]] = {}
        self.met: Array = np.zeros(0, np.int64)
        self.taken_up: Array = self.met
        self.before: dict[str, Array] = {}
        self.coincided: dict[str, tuple[Array, Array]] = {}

    def is_held(self, name: str) -> bool:
        """Returns whether changes of a field wait."""
        return name in self._fields

    def seen(self, name: str, own: Array, cells: Array, value: Array) -> Array:
        """Returns the values of cells as each of ``own`` sees them; ``value`` are those before the tie."""
        for held in self._kept.get(name, ()):
            mine = held.cell[own] == cells
            if anywhere(mine):
                by = held.value[own]
                value = np.where(mine if value.ndim == 1 else mine[:, None], by, value)
        return value

    def everybody(self, name: str, own: Array) -> Array:
        """Returns a field of everybody as each of ``own`` sees it, (k, n)."""
        found: Array = self[name].take(self.rows[own], axis=0)
        for held in self._kept.get(name, ()):
            cells = held.cell[own]
            at = (cells >= 0).nonzero()[0]
            found[at, cells[at] % self._size] = held.value[own[at]]
        return found

    def keep(self, name: str, own: Array, cells: Array, value: Array) -> None:
        """Keeps what cells have got by ``own``, each of them once; one value may be that of all."""
        column = self._by_cell(name)
        if value.ndim < column.ndim:
            value = np.broadcast_to(value, (cells.size, *column.shape[1:]))
        differs = value != self.seen(name, own, cells, column.take(cells, axis=0))
        if differs.ndim > 1:
            differs = differs.any(axis=1)
        changed = differs.nonzero()[0]
        if not changed.size:
            return
        if changed.size < own.size:
            own, cells, value = own[changed], cells[changed], value[changed]
        for held in self._kept.setdefault(name, []):
            known = held.cell[own]
            mine = ((known < 0) | (known == cells)).nonzero()[0]
            if not mine.size:
                continue
            held.cell[own[mine]], held.value[own[mine]] = cells[mine], value[mine]
            if mine.size == own.size:
                return
            left = np.ones(own.size, bool)
            left[mine] = False
            own, cells, value = own[left], cells[left], value[left]
        cell = np.full(self.rows.size, -1)
        by = np.zeros((self.rows.size, *column.shape[1:]), column.dtype)
        cell[own], by[own] = cells, value
        self._kept[name].append(_Held(cell, by))

    def _by_cell(self, name: str) -> Array:
        """Returns a column with one row for each combatant of each fight."""
        column = self[name]
        return column.reshape(column.shape[0] * column.shape[1], *column.shape[2:])

    def take_up(self) -> None:
        """Notes that what is kept by now was done before the forecast began."""
        self.taken_up = np.concatenate(
            [
                self.met,
                *(each.cell[each.cell >= 0] for kept in self._kept.values() for each in kept),
            ]
        )

    def release(self) -> None:
        """Makes what has been kept true: all have acted."""
        made = {name: self._made(kept) for name, kept in self._kept.items()}
        has_met = self._has_met([(own, cells) for own, cells, _ in made.values()])
        self.met = has_met.nonzero()[0]
        if self.met.size:
            self.before = {name: self._by_cell(name).take(self.met, axis=0) for name in made}
        for name, (_, cells, values) in made.items():
            column = self._by_cell(name)
            if not self.met.size:
                column[cells] = values
                continue
            meets = has_met.take(cells)
            alone = ~meets
            column[cells[alone]] = values[alone]
            if anywhere(meets):
                self._merge(name, column, cells[meets], values[meets])

    def _made(self, kept: list[_Held]) -> tuple[Array, Array, Array]:
        """Returns who has changed which cell of a field to what, each of them once."""
        parts = [(each.cell >= 0).nonzero()[0] for each in kept]
        if len(parts) == 1:
            own, held = parts[0], kept[0]
            return own, held.cell[own], held.value[own]
        pairs = list(zip(kept, parts, strict=True))
        cells = np.concatenate([held.cell[own] for held, own in pairs])
        return (
            np.concatenate(parts),
            cells,
            np.concatenate([held.value[own] for held, own in pairs]),
        )

    def _has_met(self, made: list[tuple[Array, Array]]) -> Array:
        """Returns in which cells two or more have changed something."""
        first = np.full(self._fights * self._size, -1)
        found = np.zeros(first.size, bool)
        for own, cells in made:
            new = first.take(cells) < 0
            first[cells[new]] = own[new]
            found[cells[first.take(cells) != own]] = True
        return found

    def _merge(self, name: str, column: Array, cells: Array, values: Array) -> None:
        """Makes one of what several have done in the same cells."""
        base, merges = column.take(cells, axis=0), self._fields[name].merges
        if merges == "stacks":
            np.maximum.at(column, cells, values)
            self._coincide(name, cells, values, base)
        elif merges == "soonest":
            column[cells] = np.iinfo(column.dtype).max  # each of these cells has another clock now
            np.minimum.at(column, cells, values)
        elif column.dtype == bool:
            begun, ended = values & ~base, base & ~values
            np.logical_or.at(column, cells, begun)
            np.logical_and.at(column, cells, ~ended)
        else:
            np.add.at(column, cells, values - base)

    def _coincide(self, name: str, cells: Array, values: Array, base: Array) -> None:
        top = self._by_cell(name).take(cells, axis=0)
        which, place = ((values == top) & (values > base)).nonzero()
        width = values.shape[1]
        key, count = np.unique(cells[which] * width + place, return_counts=True)
        key = key[count > 1]
        if key.size:
            self.coincided[name] = key // width, key % width
