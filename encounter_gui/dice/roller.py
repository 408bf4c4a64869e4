"""The app's own dice: faces drawn from a seeded generator."""

from typing import Self

import numpy as np

from encounter_gui.dice.requests import Rolled, RollRequest


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
