"""How much is owed, as a pill in the heading; a click leads to the strip above the log."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

_HEIGHT, _PADDING, _ICON, _GAP = 22, 9.0, 13.0, 6.0


class OwedBadge(QAbstractButton):
    """Shows ``3 owed``; with nothing owed, and nothing left for later, it is not there."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._shown = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)
        self.hide()

    def show_count(self, count: int, later: int = 0) -> bool:
        """Shows how much is owed, and how many notices were left for later; returns whether that is news."""
        if (count, later) == self._shown:
            return False
        self._shown = (count, later)
        text_of = self._texts.text_of
        parts = [text_of("gui.owed.badge", count=count)] if count else []
        parts += [text_of("gui.owed.badge.later", count=later)] if later else []
        self.setText(" · ".join(parts))
        tip = text_of("gui.owed.badge.tip", words=self.text())
        self.setToolTip(plain_tip(tip))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(tip)
        self.setVisible(bool(parts))
        self.update()
        return True

    @override
    def sizeHint(self) -> QSize:
        words = self._icons.theme.fonts.width(self.text(), "body", weight=600)
        return QSize(round(2 * _PADDING + _ICON + _GAP + words) + 1, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        radius, ink = theme.radius("pill"), theme.colour("status.warn")
        with painting(painter):
            painter.setBrush(theme.colour("status.warn_fill"))
            if self.hasFocus():
                painter.setPen(pen(theme.colour("accent.focus"), 2.0))
            elif self.underMouse():
                painter.setPen(pen(ink, 1.0))
            painter.drawRoundedRect(inset(QRectF(self.rect()), 1.0), radius, radius)
        box = QRectF(_PADDING, (self.height() - _ICON) / 2, _ICON, _ICON)
        self._icons.paint(painter, "log", box, ink)
        painter.setFont(theme.font("body", weight=600))
        painter.setPen(ink)
        room = QRectF(self.rect()).adjusted(_PADDING + _ICON + _GAP, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())
