"""The mark beside what the plan decides: a lock and the word for it, or an open lock where the game master does."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ByPlan, FormField

ICONS: Mapping[ByPlan, str] = {"plan": "lock", "overruled": "unlock"}

_ICON = 12.0
_GAP = 4.0
_SIDE = 4.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class PlanMark(QAbstractButton):
    """Stands behind a question: a click decides it by hand as it is, or gives it back to the plan."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._word = texts.text_of("rules.field.word")
        self._by_plan: ByPlan = ""
        self.setAccessibleName(self._word)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def word(self) -> str:
        """Returns the word for the plan."""
        return self._word

    def show_mark(self, field: FormField) -> None:
        """Shows who decides a question; nothing where the plan has no say in it."""
        self.setVisible(bool(field.by_plan))
        tip = tip_of(self._texts, field.by_plan, field.plan_says)
        self._by_plan = field.by_plan
        self.setAccessibleName(f"{field.label} · {self._word}")
        self.setAccessibleDescription(tip)
        self.setToolTip(plain_tip(tip))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        return QSize(mark_width(theme, self._word), int(theme.size("min_target")))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        paint_mark(painter, self._icons, rect, self._word, self._by_plan)
        if self.hasFocus():
            paint_focus(painter, self._icons.theme, rect, radius=self._icons.theme.radius("chip"))


def room_for(theme: Theme, field: FormField, word: str) -> int:
    """Returns how much wider a question is with the mark; 0 where the plan has no say in it."""
    return mark_width(theme, word) if field.by_plan else 0


def mark_width(theme: Theme, word: str) -> int:
    """Returns how wide the mark is, with the room on both sides of it."""
    return round(2 * _SIDE + _ICON + _GAP + theme.fonts.width(word, "small") + 1)


def paint_mark(painter: QPainter, icons: Icons, rect: QRectF, word: str, by_plan: ByPlan) -> None:
    """Paints lock and word into a place as wide as ``mark_width``."""
    if not by_plan:
        return
    box = QRectF(rect.left() + _SIDE, rect.center().y() - _ICON / 2, _ICON, _ICON)
    icons.paint(painter, ICONS[by_plan], box, icons.theme.colour("text.secondary"))
    room = rect.adjusted(_SIDE + _ICON + _GAP, 0, 0, 0)
    paint_word(painter, icons.theme, room, word, by_plan)


def paint_word(painter: QPainter, theme: Theme, rect: QRectF, word: str, by_plan: ByPlan) -> None:
    """Paints the word for the plan at the left of a place; struck through where the plan is overruled."""
    painter.setFont(theme.font("small"))
    painter.setPen(theme.colour("text.secondary"))
    painter.drawText(rect, _LEFT, word)
    if by_plan == "overruled":
        width, middle = theme.fonts.width(word, "small"), rect.center().y() + 0.5
        with painting(painter):
            painter.setPen(pen(theme.colour("text.secondary"), 1.0))
            painter.drawLine(QPointF(rect.left(), middle), QPointF(rect.left() + width, middle))


def tip_of(texts: MessageCatalog, by_plan: ByPlan, says: str) -> str:
    """Returns what the plan says and what a click does, in words; empty where the plan has no say."""
    if not by_plan:
        return ""
    key = "gui.attack.by_plan" if by_plan == "plan" else "gui.attack.overruled"
    return texts.text_of(key, says=says)
