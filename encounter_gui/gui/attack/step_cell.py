"""One step of an attack under way: who rolls, what, and what it came to; the one waited for is filled."""

from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.rollers import Roller

_ICON, _PADDING, _GAP, _HEIGHT = 14.0, 7.0, 5.0, 28


class Step(Struct, frozen=True, kw_only=True):
    """A roll of what is under way: ``key`` is that of its request; ``number`` what it came to, empty while open."""

    key: str
    label: str
    roller: Roller
    number: str = ""
    look: Literal["done", "waits", "coming"] = "coming"


class StepCell(QWidget):
    """Shows a step that is done, or waited for; a click leads to where it is corrected, or answered."""

    pressed = Signal()

    def __init__(
        self, step: Step, icons: Icons, parent: QWidget | None = None, *, hint: str = ""
    ) -> None:
        """Takes the step, and what a click on it does, in words."""
        super().__init__(parent)
        self.step = step
        self._icons = icons
        words = f"{step.label} {step.number}".strip()
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(f"{words}\n{hint}" if hint else words))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    def _number_width(self) -> float:
        number = self.step.number
        return self._icons.theme.fonts.width(number, "dice") + _GAP if number else 0.0

    @override
    def sizeHint(self) -> QSize:
        label = self._icons.theme.fonts.width(self.step.label, "body", weight=600)
        width = 2 * _PADDING + _ICON + _GAP + label + self._number_width()
        return QSize(round(width) + 2, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(round(2 * _PADDING + _ICON + _GAP + self._number_width()) + 14, _HEIGHT)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        waits = self.step.look == "waits"
        with painting(painter):
            ground = "accent.interactive_fill" if waits else "surface.raised"
            painter.setBrush(theme.colour(ground))
            painter.setPen(
                pen(theme.colour("accent.interactive" if waits else "line.divider"), 1.0)
            )
            radius = theme.radius("control")
            painter.drawRoundedRect(inset(QRectF(self.rect()), 0.5), radius, radius)
        ink = theme.colour("text.primary" if waits else "text.secondary")
        corner = QPointF(_PADDING, (self.height() - _ICON) / 2)
        icon = QRectF(corner, QSizeF(_ICON, _ICON))
        self._icons.paint(painter, ROLLER_ICONS[self.step.roller], icon, ink)
        x = _PADDING + _ICON + _GAP
        room = QRectF(x, 0, self.width() - x - _PADDING - self._number_width(), self.height())
        painter.setFont(theme.font("body", weight=600))
        painter.setPen(ink)
        # A pixel more: width and eliding round differently.
        label = theme.elided(self.step.label, "body", room.width() + 1, weight=600)
        painter.drawText(room.adjusted(0, 0, 1, 0), Qt.AlignmentFlag.AlignVCenter, label)
        painter.setFont(theme.font("dice"))
        painter.setPen(theme.colour("text.primary"))
        right = QRectF(self.rect()).adjusted(0, 0, -_PADDING, 0)
        sides = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(right, sides, self.step.number)
