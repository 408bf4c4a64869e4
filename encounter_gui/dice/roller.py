"""The app's own dice: faces drawn from a seeded generator, one at a time or in batches."""

from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from encounter_gui.dice.requests import Rolled, RollRequest

_LARGEST_TABLE = 50_000


class Roller:
    """Draws faces through ``Generator.random`` alone.

    The numbers of PCG64 are promised to stay as they are; those of the generator's other methods
    are not.
    """

    def __init__(self, generator: np.random.Generator) -> None:
        """Takes the source of uniform numbers; it is advanced by every draw."""
        self._generator = generator

    @classmethod
    def seeded(cls, seed: int | None) -> Self:
        """Returns a roller that repeats itself for the same seed; None takes a seed from the system."""
        return cls(np.random.Generator(np.random.PCG64(seed)))

    def faces(self, count: int, sides: int, lowest: int = 1) -> tuple[int, ...]:
        """Returns ``count`` faces, each ``lowest`` … ``lowest + sides − 1``."""
        return tuple(int(u * sides) + lowest for u in self._generator.random(count).tolist())

    def answer(self, request: RollRequest) -> Rolled:
        """Rolls what is asked for."""
        faces = self.faces(request.count, request.sides, request.lowest)
        return Rolled(request=request, faces=faces, total=sum(faces), physical=False)

    def batch(
        self, count: int, sides: int, shape: tuple[int, ...], lowest: int = 1
    ) -> NDArray[np.int64]:
        """Returns faces of shape ``(*shape, count)``: ``count`` dice for each cell of ``shape``."""
        return (self._generator.random((*shape, count)) * sides).astype(np.int64) + lowest

    def pool_sums(self, sizes: NDArray[np.int64], sides: int = 6) -> NDArray[np.int64]:
        """Returns the sum of ``sizes[i]`` dice for every ``i``, in the shape of ``sizes``; a size below 1 sums to 0.

        One uniform number names all faces of a pool of up to six d6: its digits in base 6. Larger
        pools take one for each six dice.
        """
        most = _digit_sums(sides)[1].size - 1
        left = np.maximum(sizes, 0)
        sums = self._sums(np.minimum(left, most), sides)
        while left.max(initial=0) > most:
            left = np.maximum(left - most, 0)
            sums = sums + self._sums(np.minimum(left, most), sides)
        return sums

    def _sums(self, sizes: NDArray[np.int64], sides: int) -> NDArray[np.int64]:
        """Draws pools that each fit into the table."""
        table, starts, cells = _digit_sums(sides)
        which = (self._generator.random(sizes.shape) * cells[sizes]).astype(np.int64)
        sums: NDArray[np.int64] = table[which + starts[sizes]]
        return sums


@lru_cache(maxsize=64)
def _digit_sums(sides: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Returns the sums of 0, 1, 2 … dice for every sequence of faces, where each begins, and how many each has."""
    parts = [np.zeros(1, dtype=np.int64)]
    while len(parts) == 1 or max(2, sides) ** len(parts) <= _LARGEST_TABLE:
        parts.append((parts[-1][None, :] + np.arange(1, sides + 1)[:, None]).ravel())
    sizes = np.array([part.size for part in parts])
    table, starts = np.concatenate(parts), np.cumsum(sizes) - sizes
    for array in (table, starts):
        array.setflags(write=False)
    return table, starts, sizes.astype(np.float64)
