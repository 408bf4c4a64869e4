"""The mouse over a chart, whether it is seen or not."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget


def point_at(chart: QWidget, x: float, y: float) -> None:
    """Moves the mouse to a point of a chart."""
    place, none = QPointF(x, y), Qt.MouseButton.NoButton
    there = chart.mapToGlobal(place)
    keys = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, place, there, none, none, keys)
    QApplication.sendEvent(chart, event)
