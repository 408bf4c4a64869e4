"""Slabs: pieces of a page that are never torn, each as high as it says, painted where it lands."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

Draw = Callable[[QPainter, QPointF], None]
"""Paints a slab with its upper left corner there."""


class PageBlock(Struct, frozen=True, kw_only=True):
    """One piece of a page.

    ``keeps_next``: it is not left alone at the end of a page. ``head`` stands again on top of a page that begins with
    this slab: the head of its table.
    """

    height: float
    draw: Draw
    keeps_next: bool = False
    head: "PageBlock | None" = None


class Placed(Struct, frozen=True, kw_only=True):
    """A slab and how far below the top of its page it stands, and how far to the right."""

    slab: PageBlock
    x: float
    y: float


def stack(
    blocks: Sequence[PageBlock], height: float, *, first: float = 0.0, x: float = 0.0
) -> list[list[Placed]]:
    """Returns slabs one below the other on pages of a height; on the first page from ``first`` on.

    One that is higher than a page stands alone on one, and is cut at its foot: whoever makes slabs makes none so high.
    """
    pages: list[list[Placed]] = [[]]
    y = first
    for place, block in enumerate(blocks):
        if y > 0 and y + _needed_height(blocks, place, height) > height:
            pages.append([])
            y = 0.0
            if block.head is not None:
                pages[-1].append(Placed(slab=block.head, x=x, y=y))
                y += block.head.height
        pages[-1].append(Placed(slab=block, x=x, y=y))
        y += block.height
    return pages


def _needed_height(blocks: Sequence[PageBlock], place: int, height: float) -> float:
    """A slab that keeps the next one needs room for both, and so on; but never more than a page."""
    total = 0.0
    for block in blocks[place:]:
        total += block.height
        if not block.keeps_next:
            break
    return min(total, height)


def merge(*columns: Sequence[list[Placed]]) -> list[list[Placed]]:
    """Returns pages of several columns as pages that hold them all."""
    count = max((len(column) for column in columns), default=0)
    return [
        [placed for column in columns if page < len(column) for placed in column[page]]
        for page in range(count)
    ]


def foot(page: Iterable[Placed]) -> float:
    """Returns where the lowest slab of a page ends."""
    return max((placed.y + placed.slab.height for placed in page), default=0.0)
