"""A button that shows its key in a cap behind its words."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget
from typing_extensions import override

from encounter_gui.gui.keys.live_caps import has_keyboard, is_enter_elsewhere, show_caps
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.yellow import PANEL, is_yellow, settle_yellow, want_yellow
from encounter_gui.gui.widgets.quiet import QuietClick

_GAP = 7.0
_PADDING = 10.0
_CAP = 16.0


class ShortcutButton(QuietClick, QPushButton):
    """A small push button; the cap is painted, its key is somebody else's business.

    The cap is seen while the keyboard is in the button's part of the window: elsewhere its key does something else.
    """

    def __init__(self, icons: Icons, cap: str = "", parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the key to show; empty: none."""
        super().__init__(parent)
        self._icons = icons
        self._cap = cap
        self._elsewhere: dict[str, str] = {}
        self._words = ""
        show_caps(self)
        self.setProperty("small", "true")
        # A click leaves the keyboard where it was.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def words(self) -> str:
        """Returns what is written on it."""
        return self._words

    def show_words(self, words: str, cap: str | None = None) -> None:
        """Writes something else on it; a cap of None leaves the key as it is."""
        self._words = words
        self._cap = self._cap if cap is None else cap
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def show_cap_in(self, part: str, cap: str) -> None:
        """Shows this cap while the keyboard is in another part of the window; part "": in any other."""
        self._elsewhere[part] = cap
        self.updateGeometry()

    @property
    def cap(self) -> str:
        """Returns the key that presses it from where the keyboard is; empty: none does."""
        if has_keyboard(self):
            return "" if self._cap == "↵" and is_enter_elsewhere(self) else self._cap
        return next(
            (cap for part, cap in self._elsewhere.items() if not part or has_keyboard(self, part)),
            "",
        )

    def show_primary(self, *, is_primary: bool, rank: int = PANEL) -> None:
        """Makes it a button that moves the fight on, yellow while it is the foremost of them, or an ordinary one."""
        want_yellow(self, is_wanted=is_primary, rank=rank)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            settle_yellow(self)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        settle_yellow(self)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        settle_yellow(self)

    @override
    def sizeHint(self) -> QSize:
        height = round(self._icons.theme.size("button_small"))
        return QSize(self.width_with(self._words), height)

    def width_with(self, words: str, cap: str = "") -> int:
        """Returns the width it would like to have with other words on it, and room for this cap too."""
        theme = self._icons.theme
        width = 2 * _PADDING + theme.fonts.width(words, "body", weight=600)
        caps = [each for each in (self._cap, cap, *self._elsewhere.values()) if each]
        if caps:
            width += _GAP + max(marks.key_cap_width(theme, each) for each in caps)
        return round(width)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QPainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        theme, is_primary = self._icons.theme, is_yellow(self)
        role = "text.on_now" if is_primary else "text.primary"
        if not self.isEnabled():
            role = "text.disabled"
        elif self.property("flat") == "true":
            role = "text.secondary"
        weight = 600 if is_primary else 500
        painter.setFont(theme.font("body", weight=weight))
        painter.setPen(theme.colour(role))
        # Wider than it would like to be: words and cap stand in the middle together.
        spare = max(0.0, (self.width() - self.width_with(self._words)) / 2)
        room = QRectF(self.rect()).adjusted(_PADDING + spare, 0, -_PADDING - spare, 0)
        cap = self.cap
        # Room that is kept for a cap looks like a fault while there is none: the words take it.
        align = Qt.AlignmentFlag.AlignVCenter if cap else Qt.AlignmentFlag.AlignCenter
        painter.drawText(room, align, self._words)
        if cap:
            x = room.right() - marks.key_cap_width(theme, cap)
            corner = QPointF(x, round((self.height() - _CAP) / 2))
            colour = theme.colour(role) if is_primary else None
            marks.paint_key_cap(painter, theme, corner, cap, colour=colour)
