"""How a window looks, as plain values: two that look the same are as good as the same to who sits before them."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)

_TIME = re.compile(r"\d\d:\d\d")

Looks = tuple[tuple[object, ...], ...]
"""For each widget that can be seen: its class, its place in its parent, whether it can be used, what it shows."""


def looks_of(window: QWidget) -> Looks:
    """Returns how a window looks, and what has the keyboard."""
    focus = QApplication.focusWidget()
    place = focus.geometry().getRect() if focus is not None else ()
    seen = (each for each in (window, *window.findChildren(QWidget)) if each.isVisible())
    return ((type(focus).__name__, place), *map(_one, seen))


def _one(widget: QWidget) -> tuple[object, ...]:
    kind, enabled = type(widget).__name__, widget.isEnabled()
    return (kind, widget.geometry().getRect(), enabled, *_shown(widget))


def _shown(widget: QWidget) -> Iterator[object]:
    match widget:
        case QAbstractButton():
            yield from (widget.text(), widget.isChecked(), widget.toolTip())
        case QLabel() | QLineEdit():
            yield _TIME.sub("", widget.text())
        case QPlainTextEdit():
            yield widget.toPlainText()
        case QComboBox():
            yield from (widget.currentIndex(), widget.count())
        case QStackedWidget():  # how many pages were made by now cannot be seen
            yield widget.currentIndex()
        case QAbstractSpinBox():
            yield widget.text()
        case QAbstractItemView():
            yield from _rows(widget)
        case _:
            yield _TIME.sub("", widget.accessibleName())
    if isinstance(widget, QAbstractScrollArea):
        bars = (widget.horizontalScrollBar(), widget.verticalScrollBar())
        yield from ((bar.value(), bar.maximum()) for bar in bars)


def _rows(view: QAbstractItemView) -> Iterator[object]:
    model, top = view.model(), QModelIndex()
    if model is None:
        return
    yield model.rowCount(top)
    yield tuple(str(model.index(row, 0, top).data()) for row in range(min(model.rowCount(top), 40)))
    yield view.currentIndex().row()
    yield tuple(sorted(each.row() for each in view.selectionModel().selectedRows()))
