"""The Resolve button of the attack panel, with its key in it."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.keys.bindings import cap_of
from encounter_gui.gui.keys.live_caps import has_keyboard, is_enter_elsewhere, show_caps
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import key_cap_width, paint_key_cap
from encounter_gui.gui.theme.yellow import RESOLVE, is_yellow, settle_yellow, want_yellow
from encounter_gui.gui.widgets.quiet import QuietClick

_KEY = "↵"
_PADDING = 13.0
_GAP = 9.0


class ResolveButton(QuietClick, QPushButton):
    """Says what it resolves and shows its key as a cap: Enter, or from the table the one that resolves anywhere."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._words = ""
        self._is_possible = True
        show_caps(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard where it is
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str) -> None:
        """Says something else, e.g. ``Resolve burst``."""
        if words != self._words:
            self._words = words
            self.setAccessibleName(words)
            self.updateGeometry()
            self.update()

    def show_possible(self, *, is_possible: bool) -> None:
        """Is dim where the rules refuse it now; it can be pressed all the same, and then says why."""
        if is_possible != self._is_possible:
            self._is_possible = is_possible
            self._want_yellow()

    def _want_yellow(self) -> None:
        want_yellow(self, is_wanted=self.is_bright, rank=RESOLVE)
        self.update()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._want_yellow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._want_yellow()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        settle_yellow(self)

    @property
    def is_bright(self) -> bool:
        """Returns whether it looks as if it can be pressed: the rules allow what it resolves."""
        return self.isEnabled() and self._is_possible

    @property
    def cap(self) -> str:
        """Returns the keys that press it from where the keyboard is; empty: none do."""
        if has_keyboard(self):
            return "" if is_enter_elsewhere(self) else _KEY
        return cap_of("resolve") if has_keyboard(self, "table") else ""

    @override
    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        width = theme.fonts.width(self._words, "body", weight=600) + max(
            key_cap_width(theme, each) for each in (_KEY, cap_of("resolve"))
        )
        return QSize(round(width + 2 * _PADDING + _GAP), int(theme.size("button")))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        role = "text.on_now" if is_yellow(self) else "text.primary"
        ink = theme.colour(role if self.is_bright else "text.disabled")
        self._paint_ground(painter, ink)
        painter.setFont(theme.font("body", weight=600))
        painter.setPen(ink)
        cap, room = self.cap, QRectF(self.rect()).adjusted(_PADDING, 0, -_PADDING, 0)
        align = Qt.AlignmentFlag.AlignVCenter if cap else Qt.AlignmentFlag.AlignCenter
        painter.drawText(room, align, self._words)
        if cap:
            left = self.width() - _PADDING + 2 - key_cap_width(theme, cap)
            paint_key_cap(painter, theme, QPointF(left, self.height() / 2 - 8), cap, colour=ink)

    def _paint_ground(self, painter: QPainter, ink: QColor) -> None:
        """Yellow while no other button is; a ring in its own ink has the focus, for cyan would drown in yellow."""
        theme, radius = self._icons.theme, self._icons.theme.radius("control")
        ground, line = "accent.now", theme.colour("accent.now_edge")
        if not (self.is_bright and is_yellow(self)):
            ground, line = "surface.raised", theme.colour("line.divider")
        elif self.isDown() or self.underMouse():
            ground = "accent.now_hover"
        width = theme.size("focus_width") if self.hasFocus() else 1.0
        with painting(painter):
            painter.setBrush(theme.colour(ground))
            painter.setPen(pen(ink if self.hasFocus() else line, width))
            painter.drawRoundedRect(inset(QRectF(self.rect()), width / 2), radius, radius)
