"""Layouts without margins of their own: a column, a row, and widgets in lines, like words."""

from enum import Enum
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QLayoutItem, QVBoxLayout, QWidget
from typing_extensions import override

Margins = tuple[int, int, int, int]
"""What stays free at the left, on top, at the right and below, in logical pixels."""


class _Free(Enum):
    STRETCH = "stretch"


STRETCH: Final = _Free.STRETCH
"""Room that takes what the others leave."""

Item = (
    QWidget
    | QLayout
    | int
    | _Free
    | tuple[QWidget | QLayout, int]
    | tuple[QWidget, int, Qt.AlignmentFlag]
)
"""A widget or layout, alone or with its stretch and where it stands; so many free logical pixels; or ``STRETCH``."""


def column_layout(
    parent: QWidget | None = None,
    *items: Item,
    margins: Margins = (0, 0, 0, 0),
    spacing: int | None = None,
) -> QVBoxLayout:
    """Returns a layout of these items from top to bottom: that of a widget, or, without one, part of another layout.

    ``spacing`` lies between two items; None: as much as the style wants.
    """
    column = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    _fill(column, items, margins, spacing)
    return column


def row_layout(
    parent: QWidget | None = None,
    *items: Item,
    margins: Margins = (0, 0, 0, 0),
    spacing: int | None = None,
) -> QHBoxLayout:
    """Returns a layout from left to right, otherwise like ``column_layout``."""
    row = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    _fill(row, items, margins, spacing)
    return row


def _fill(
    layout: QBoxLayout, items: tuple[Item, ...], margins: Margins, spacing: int | None
) -> None:
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    add_items(layout, *items)


def add_items(layout: QBoxLayout, *items: Item) -> None:
    """Adds these to a row or a column, one after the other."""
    for item in items:
        match item:
            case _Free():
                layout.addStretch(1)
            case int():
                layout.addSpacing(item)
            case QWidget():
                layout.addWidget(item)
            case QLayout():
                layout.addLayout(item)
            case (QLayout() as inner, stretch):
                layout.addLayout(inner, stretch)
            case (widget, stretch):
                layout.addWidget(widget, stretch)
            case (widget, stretch, where):
                layout.addWidget(widget, stretch, where)


class FlowLayout(QLayout):
    """Lays items out left to right at their own size, in as many lines as the width asks for.

    One that is wider than a line becomes as narrow as the line, or as it can be.
    """

    def __init__(self, parent: QWidget | None = None, *, gap: int = 4, line_gap: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._line_gap = line_gap
        self._heights: dict[int, int] = {}  # by width, until something in it changes
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()
        return self._items.pop(index)

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), is_moving=False)
        return self._heights[width]

    @override
    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, is_moving=True)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        size = QSize(0, 0)
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, is_moving: bool) -> int:
        """Returns the height it takes."""
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            size = item.sizeHint()
            if size.width() > rect.width():
                size.setWidth(max(rect.width(), item.minimumSize().width()))
            if line and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + line + self._line_gap, 0
            if is_moving:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
            line = max(line, size.height())
        return y + line - rect.y()
