"""The one button of a region that moves the fight on: yellow while no other is, with its key in a cap."""

from PySide6.QtCore import QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget
from typing_extensions import override

from encounter_gui.gui.control.actions import tool_tip
from encounter_gui.gui.keys.live_caps import is_typing, show_caps
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.yellow import NEXT, is_yellow, settle_yellow, want_yellow
from encounter_gui.gui.widgets.quiet import QuietClick
from encounter_gui.gui.widgets.tool_tips import plain_tip

_SIDE, _GAP = 8.0, 7.0
_LEAST = 108


class KeyButton(QuietClick, QPushButton):
    """Shows an action's icon, its words and its first key; says and does what the action does."""

    def __init__(
        self, action: QAction, icon: str, icons: Icons, parent: QWidget | None = None
    ) -> None:
        """Takes the action, and the name of its icon in the line set."""
        super().__init__(parent)
        self._action = action
        self._icon = icon
        self._details = ""
        self._icons = icons
        self._key = ""
        self._widest = 0
        show_caps(self)
        want_yellow(self, is_wanted=True, rank=NEXT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self._follow)
        self._follow()

    def show_words(self, words: str, *, keeps_width: bool) -> None:
        """Shows what it will do now; it keeps the width of its widest words, or takes that of these."""
        if not keeps_width:
            self._widest = 0
        if words != self.text() or not keeps_width:
            self.setText(words)
            self._follow()

    def show_primary(self, *, is_primary: bool) -> None:
        """Makes it the button that moves the fight on, yellow while no other does, or an ordinary one."""
        want_yellow(self, is_wanted=is_primary, rank=NEXT)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        settle_yellow(self)

    def show_details(self, details: str) -> None:
        """Says more about what it will do, in its tool tip and for a screen reader; empty: there is no more."""
        self._details = details
        self._follow()

    @Slot()
    def _follow(self) -> None:
        """Takes words and key as they are now."""
        self._key = self._action.shortcut().toString()
        fonts, size = self._icons.theme.fonts, self._icons.theme.icon_size("button")
        words = fonts.width(self.text(), "row", weight=600)
        cap = marks.key_cap_width(self._icons.theme, self._key)
        wanted = round(2 * _SIDE + size + 2 * _GAP + words + cap)
        self._widest = max(_LEAST, self._widest, wanted)
        self.setFixedSize(self._widest, 30)
        self.update()
        self.setEnabled(self._action.isEnabled())
        tip = "\n".join(part for part in (tool_tip(self._action), self._details) if part)
        self.setToolTip(plain_tip(tip))
        self.setAccessibleDescription(self._details)
        self.setAccessibleName(self.text() or tool_tip(self._action))

    @property
    def cap(self) -> str:
        """Returns the key that presses it from where the keyboard is; empty: letters are typed there."""
        return "" if is_typing() and len(self._key) == 1 else self._key

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter, theme = QPainter(self), self._icons.theme
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        role = "text.on_now" if is_yellow(self) else "text.primary"
        ink = theme.colour(role if self.isEnabled() else "text.disabled")
        size, middle = theme.icon_size("button"), self.height() / 2
        self._icons.paint(painter, self._icon, QRectF(_SIDE, middle - size / 2, size, size), ink)
        painter.setFont(theme.font("row", weight=600))
        painter.setPen(ink)
        left = _SIDE + size + _GAP
        cap = marks.key_cap_width(theme, self._key)
        if self.hasFocus():
            marks.paint_focus(painter, theme, QRectF(self.rect()), radius=theme.radius("control"))
        room = QRectF(left, 0, self.width() - left - cap - _SIDE - 2, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())
        if not self.cap:
            return
        marks.paint_key_cap(
            painter, theme, QPointF(self.width() - cap - _SIDE, middle - 8), self._key, colour=ink
        )
