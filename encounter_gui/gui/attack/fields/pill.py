"""A modifier of the attack form as a pill: on, off, or locked by the state of the fight."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields import plan_mark
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Toggle

_PADDING = 11.0
_GAP = 6.0
_LOCK = 12.0
_CHECK = 9.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Pill(QAbstractButton):
    """Shows one toggle. On: filled, framed by 2 px and checked; the padding makes room, so its width stays.

    A locked one can be reached and read, but not changed. What the plan says has a lock and the word for it; a click
    overrules it, and the lock is open until another gives it back.
    """

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._word = texts.text_of("rules.field.word")
        self._toggle = Toggle(key="", text="")
        self._size = self._size_of(self._toggle)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def toggle_shown(self) -> Toggle:
        """Returns what it shows."""
        return self._toggle

    def show_toggle(self, toggle: Toggle) -> None:
        """Shows another toggle, or the same one in another state."""
        if toggle == self._toggle:
            return
        self._toggle = toggle
        self.setCheckable(not toggle.is_locked)
        self.setChecked(toggle.is_on and not toggle.is_locked)
        name = f"{toggle.text} {toggle.amount}".strip()
        locked = self._texts.text_of("gui.attack.locked") if toggle.is_locked else ""
        locked = plan_mark.tip_of(self._texts, toggle.by_plan, toggle.plan_says) or locked
        self.setAccessibleName(name)
        self.setAccessibleDescription(" ".join(part for part in (locked, toggle.tip) if part))
        self.setToolTip(plain_tip(" ".join(part for part in (toggle.tip, locked) if part)))
        if self._size != (size := self._size_of(toggle)):
            self._size = size
            self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return self._size

    def _size_of(self, toggle: Toggle) -> QSize:
        theme = self._icons.theme
        width = 2 * _PADDING + theme.fonts.width(toggle.text, "small")
        if toggle.is_locked or toggle.by_plan:
            width += _LOCK + _GAP - 2
        if toggle.amount:
            width += _GAP + theme.fonts.width(toggle.amount, "small", weight=700)
        if toggle.by_plan:
            width += _GAP + theme.fonts.width(self._word, "small") + 1
        return QSize(round(width), int(theme.size("modifier")))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        self._paint_ground(painter, rect)
        self._paint_words(painter, self._paint_mark(painter, rect), rect)
        if self.hasFocus():
            paint_focus(painter, self._icons.theme, rect, radius=self._icons.theme.radius("pill"))

    def _paint_ground(self, painter: QPainter, rect: QRectF) -> None:
        theme, radius = self._icons.theme, self._icons.theme.radius("pill")
        ground = "surface.raised_hover" if self.underMouse() and not self._toggle.is_locked else ""
        line, width = theme.colour("line.control"), 1.0
        if self._toggle.is_locked:
            ground, line = "surface.raised", theme.colour("line.divider")
        if self.isChecked():
            ground, line, width = "accent.interactive_fill", theme.colour("accent.interactive"), 2.0
        with painting(painter):
            painter.setPen(pen(line, width))
            if ground:
                painter.setBrush(theme.colour(ground))
            painter.drawRoundedRect(inset(rect, width / 2), radius, radius)

    def _paint_mark(self, painter: QPainter, rect: QRectF) -> float:
        """Returns where the words begin."""
        theme = self._icons.theme
        if self._toggle.is_locked or self._toggle.by_plan:
            icon = plan_mark.ICONS.get(self._toggle.by_plan, "lock")
            box = QRectF(_PADDING - 2, rect.center().y() - _LOCK / 2, _LOCK, _LOCK)
            self._icons.paint(painter, icon, box, theme.colour("text.secondary"))
            return _PADDING + _LOCK + _GAP - 2
        if not self.isChecked():
            return _PADDING
        tick = [QPointF(7, 11.5), QPointF(9.5, 14), QPointF(14, 8.5)]
        with painting(painter):
            painter.setPen(pen(theme.colour("accent.interactive"), 1.8))
            painter.drawPolyline(tick)
        return _PADDING + 6

    def _paint_words(self, painter: QPainter, x: float, rect: QRectF) -> None:
        theme = self._icons.theme
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.primary" if self.isChecked() else "text.secondary"))
        painter.drawText(rect.adjusted(x, 0, 0, 0), _LEFT, self._toggle.text)
        x += theme.fonts.width(self._toggle.text, "small") + _GAP
        painter.setFont(theme.font("small", weight=700))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(rect.adjusted(x, 0, 0, 0), _LEFT, self._toggle.amount)
        if self._toggle.by_plan:
            x += (theme.fonts.width(self._toggle.amount, "small", weight=700) + _GAP) * bool(
                self._toggle.amount
            )
            plan_mark.paint_word(
                painter, theme, rect.adjusted(x, 0, 0, 0), self._word, self._toggle.by_plan
            )
