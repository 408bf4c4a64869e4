"""One line of what the party keeps: a box, what it is, old → new."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import centred, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip

_HEIGHT = 23
_INDENT, _BOX, _GAP, _SIDE = 18.0, 14.0, 8.0, 10.0
_VCENTER = Qt.AlignmentFlag.AlignVCenter


class CarryRow(QAbstractButton):
    """A check box over the whole width: a click anywhere in the line ticks it, Space does on the keyboard."""

    def __init__(
        self, icons: Icons, text: str, value: str, *, is_on: bool, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, what the line says, and whether it is ticked at first."""
        super().__init__(parent)
        self._icons = icons
        self._value = value
        self.setText(text)
        self.setCheckable(True)
        self.setChecked(is_on)
        words = f"{text}: {value}" if value else text
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, _HEIGHT)

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, rect = QPainter(self), self._icons.theme, QRectF(self.rect())
        if self.underMouse() and self.isEnabled():
            painter.fillRect(rect, theme.colour("surface.row_hover"))
        if self.hasFocus():
            paint_focus(painter, theme, rect, radius=theme.radius("chip"))
        self._paint_box(painter, centred(QRectF(_INDENT, 0, _BOX, self.height()), _BOX, _BOX))
        left = _INDENT + _BOX + _GAP
        value_width = min(theme.fonts.width(self._value, "body", weight=700), rect.width() * 0.55)
        value = QRectF(rect.right() - _SIDE - value_width, 0, value_width + 1, rect.height())
        room = QRectF(left, 0, value.left() - left - _GAP, rect.height())
        role = "text.primary" if self.isEnabled() else "text.disabled"
        is_shown = self.isChecked() and self.isEnabled()
        for place, text, weight, shown_role in (
            (room, self.text(), 400, role if self.isChecked() else "text.muted"),
            (value, self._value, 700 if is_shown else 400, role if is_shown else "text.muted"),
        ):
            words = theme.elided(text, "body", place.width() + 1, weight=weight)
            paint_text(painter, theme, place, words, "body", shown_role, _VCENTER, weight=weight)

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        theme = self._icons.theme
        is_on = self.isChecked()
        colour = "accent.interactive" if self.isEnabled() else "text.disabled"
        with painting(painter):
            painter.setPen(pen(theme.colour(colour if is_on else "line.control")))
            painter.setBrush(theme.colour(colour if is_on else "surface.sunken"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
            if is_on:
                painter.setPen(QPen(theme.colour("text.on_accent"), 1.8))
                tick = QPolygonF(
                    [box.topLeft() + QPointF(x, y) for x, y in ((3.2, 7.2), (6, 10), (10.8, 4.4))]
                )
                painter.drawPolyline(tick)
