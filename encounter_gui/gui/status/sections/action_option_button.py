"""Something that is still possible, or is not and why: a line of the sheet that can be pressed."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ActionOption

OFFER = 24
_SIDE, _GAP = 10.0, 7.0
_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ActionOptionButton(QAbstractButton):
    """Shows an offer: icon, name, cost, and at the right why it is refused. A click, Space or Enter takes it."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._offer = ActionOption(key="", text="")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def offer(self) -> ActionOption:
        """Returns what it shows."""
        return self._offer

    def show_offer(self, offer: ActionOption) -> None:
        """Shows another offer."""
        if offer == self._offer:
            return
        self._offer = offer
        name = ", ".join(part for part in (offer.text, offer.note) if part)
        self.setAccessibleName(name)
        self.setAccessibleDescription(offer.why_not)
        self.setToolTip(plain_tip("\n".join(part for part in (name, offer.why_not) if part)))
        self.setEnabled(not offer.why_not and offer.command is not None)
        self.update()

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if e.key() in _PRESS:
            self.click()
        else:
            super().keyPressEvent(e)

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, OFFER)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            role = "surface.sunken" if self.isDown() else "surface.row_hover"
            painter.fillRect(self.rect(), theme.colour(role))
        line = QRectF(self.rect()).adjusted(_SIDE, 0, -_SIDE, 0)
        hair = QRectF(line.left(), line.bottom() - 1, line.width(), 1)
        painter.fillRect(hair, theme.colour("line.subtle"))
        self._paint_icon(painter, line)
        line.adjust(theme.icon_size("inline") + _GAP, 0, 0, 0)
        used = self._paint_words(painter, line)
        line.adjust(used, 0, 0, 0)
        why = theme.elided(self._why(), "small", max(0.0, line.width()))
        paint_text(painter, theme, line, why, "small", "text.secondary", RIGHT)
        if self.hasFocus():
            inner = QRectF(self.rect()).adjusted(2, 1, -2, -1)
            paint_focus(painter, theme, inner, radius=theme.radius("control"))

    def _why(self) -> str:
        """Why it is refused, in short where that can be said; empty: it is not."""
        return (self._offer.short or self._offer.why_not) if self._offer.why_not else ""

    def _paint_icon(self, painter: QPainter, line: QRectF) -> None:
        theme = self._icons.theme
        side = theme.icon_size("inline")
        place = QRectF(line.left(), round(line.center().y() - side / 2), side, side)
        name, role = ("ok", "status.good") if self.isEnabled() else ("blocked", "text.muted")
        self._icons.paint(painter, name, place, theme.colour(role))

    def _paint_words(self, painter: QPainter, line: QRectF) -> float:
        """Name and cost from the left; returns the width they and a gap take. The reason keeps its own, or a third."""
        theme, offer = self._icons.theme, self._offer
        why = theme.fonts.width(self._why(), "small")
        room = line.width() - (min(why + _GAP, line.width() / 3) if why else 0.0)
        name = theme.elided(offer.text, "body", room, weight=500)
        painter.setFont(theme.font("body", weight=500))
        painter.setPen(theme.colour("text.primary" if self.isEnabled() else "text.muted"))
        painter.drawText(line, _LEFT, name)
        used = theme.fonts.width(name, "body", weight=500) + _GAP
        note = theme.elided(offer.note, "small", max(0.0, room - used))
        paint_text(painter, theme, line.adjusted(used, 0, 0, 0), note, "small", "text.muted")
        return used + (theme.fonts.width(note, "small") + _GAP if note else 0.0)
