"""Where somebody stands on the plan of a fight."""

from msgspec import Struct

Point = tuple[float, float]
"""A point of the plan: so far from its left edge, so far from its upper one, in the plan's unit."""


class Place(Struct, frozen=True, kw_only=True):
    """Where somebody stands: a point of the plan, and a floor, 0 the ground.

    ``radius`` is how far a large body reaches from that point, in the plan's unit; 0: it is of a person's size.
    """

    x: float
    y: float
    floor: int = 0
    radius: float = 0

    @property
    def point(self) -> Point:
        """The point of the plan."""
        return self.x, self.y
