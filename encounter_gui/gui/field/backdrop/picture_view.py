"""A picture on which two points are set, with the mouse or with arrows and Space."""

from math import hypot

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.theme import Theme

_SIZE = QSize(640, 380)
_ARM = 9.0
_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_FAR = 10
_POINTS = 2


class PictureView(QWidget):
    """Shows a picture as large as there is room for; a third point begins anew."""

    changed = Signal()
    """Other points are set."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Takes the theme."""
        super().__init__(parent)
        self._theme = theme
        self._image = QImage()
        self._pixels = (1, 1)
        self.points: list[tuple[float, float]] = []
        """The points that are set, in pixels of the picture itself."""
        self._cursor = (0.5, 0.5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_picture(self, image: QImage, pixels: tuple[int, int]) -> None:
        """Shows a picture; ``pixels`` are its own width and height, whatever the image was scaled to."""
        self._image, self._pixels = image, pixels
        self.points = []
        self._cursor = (0.5, 0.5)
        self.changed.emit()
        self.update()

    @property
    def apart(self) -> float:
        """How far the two points are apart in pixels of the picture; 0: they are not set yet."""
        if len(self.points) < _POINTS:
            return 0.0
        (x1, y1), (x2, y2) = self.points
        return hypot(x2 - x1, y2 - y1)

    def set_point(self, x: float, y: float) -> None:
        """Sets the next point, in pixels of the picture; beside it the nearest one on it."""
        if len(self.points) >= _POINTS:
            self.points = []
        width, height = self._pixels
        self.points.append((min(max(x, 0), width), min(max(y, 0), height)))
        self.changed.emit()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return _SIZE

    @override
    def minimumSizeHint(self) -> QSize:
        return _SIZE / 2

    def _box(self) -> QRectF:
        size = QSize(*self._pixels).scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(0, 0, max(size.width(), 1), max(size.height(), 1))
        box.moveCenter(QRectF(self.rect()).center())
        return box

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        box, at = self._box(), event.position()
        across, down = (at.x() - box.x()) / box.width(), (at.y() - box.y()) / box.height()
        self._cursor = (min(max(across, 0), 1), min(max(down, 0), 1))
        self._set_at_cursor()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            box = self._box()
            far = _FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            x, y = self._cursor
            x, y = x + step[0] * far / box.width(), y + step[1] * far / box.height()
            self._cursor = (min(max(x, 0), 1), min(max(y, 0), 1))
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._set_at_cursor()
        else:
            super().keyPressEvent(event)

    def _set_at_cursor(self) -> None:
        width, height = self._pixels
        self.set_point(self._cursor[0] * width, self._cursor[1] * height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        painter.fillRect(self.rect(), theme.colour("surface.sunken"))
        box = self._box()
        painter.drawImage(box, self._image)
        placed = [
            self._shown(box, x / self._pixels[0], y / self._pixels[1]) for x, y in self.points
        ]
        with painting(painter):
            # Light on dark on the picture: seen whatever it shows.
            for role, width in (("surface.window", 4.0), ("accent.focus", 1.8)):
                painter.setPen(pen(theme.colour(role), width))
                if len(placed) == _POINTS:
                    painter.drawLine(*placed)
                for at in placed:
                    _cross(painter, at)
        if self.hasFocus():
            with painting(painter):
                painter.setPen(QPen(theme.colour("accent.focus"), 1.0, Qt.PenStyle.DashLine))
                _cross(painter, self._shown(box, *self._cursor))

    @staticmethod
    def _shown(box: QRectF, across: float, down: float) -> QPointF:
        return QPointF(box.x() + across * box.width(), box.y() + down * box.height())


def _cross(painter: QPainter, at: QPointF) -> None:
    painter.drawLine(at - QPointF(_ARM, 0), at + QPointF(_ARM, 0))
    painter.drawLine(at - QPointF(0, _ARM), at + QPointF(0, _ARM))
