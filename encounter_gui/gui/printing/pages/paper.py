"""The sheet of paper: size, orientation, margins, and the room it leaves, in logical pixels of 1/96 inch."""

from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize

PaperName = Literal["A4", "Letter", "A5"]
PAPERS: tuple[PaperName, ...] = ("A4", "Letter", "A5")

DPI = 96
"""Logical pixels to an inch: what theme sizes and fonts are meant in, on paper as on the screen."""

FOOTER = 34.0
"""Height of the footer with the line above it."""

_MM = DPI / 25.4
_SIZES = {
    "A4": QPageSize.PageSizeId.A4,
    "Letter": QPageSize.PageSizeId.Letter,
    "A5": QPageSize.PageSizeId.A5,
}


class Paper(Struct, frozen=True, kw_only=True):
    """How a document is laid on paper. ``margin`` in millimetres; ``scale`` 1 is as designed, 0.8 fits more."""

    name: PaperName = "A4"
    is_landscape: bool = False
    margin: float = 12.0
    scale: float = 1.0
    is_two_sided: bool = False

    @property
    def layout(self) -> QPageLayout:
        """The page for Qt; its margins are 0, because ours are painted inside it."""
        orientation = (
            QPageLayout.Orientation.Landscape
            if self.is_landscape
            else QPageLayout.Orientation.Portrait
        )
        return QPageLayout(QPageSize(_SIZES[self.name]), orientation, QMarginsF(0, 0, 0, 0))

    @property
    def size(self) -> QSizeF:
        """The whole sheet."""
        points = self.layout.fullRectPoints()
        return QSizeF(points.width() * DPI / 72, points.height() * DPI / 72)

    def room(self, number: int) -> QRectF:
        """Returns where page ``number`` (from 1) is painted, in units of the scale; two-sided, with room to bind."""
        margin = self.margin * _MM
        bind = margin / 2 if self.is_two_sided else 0.0
        left = margin + (bind if number % 2 else 0.0)
        width = self.size.width() - 2 * margin - bind
        height = self.size.height() - 2 * margin
        return QRectF(
            left / self.scale, margin / self.scale, width / self.scale, height / self.scale
        )
