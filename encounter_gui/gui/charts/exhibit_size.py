"""How much room an exhibit of the odds needs, and how much it would like."""

from msgspec import Struct


class ChartSize(Struct, frozen=True, kw_only=True):
    """Widths and heights in logical pixels: below the least it is left out, above the wish it gains nothing.

    ``stacks``: it may stand above or below another one in the same column. ``grows``: it uses whatever height is left
    in its column. ``takes_rest``: it uses whatever width is left in the panel.
    """

    least_width: int
    least_height: int
    width: int
    height: int
    stacks: bool = False
    grows: bool = False
    takes_rest: bool = False
