"""A button of the welcome screen: an icon, words and a key cap; yellow where it is what to do now."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import set_look
from encounter_gui.gui.theme.painting import marks

_SIDE, _GAP = 10.0, 8.0


class OpenButton(QPushButton):
    """Enter presses it as well as Space; words too long for it are cut at the right."""

    def __init__(
        self, words: str, icons: Icons, icon: str = "", cap: str = "", parent: QWidget | None = None
    ) -> None:
        """Takes the words, the name of an icon and the text of the cap; empty: none."""
        super().__init__(parent)
        self._words, self._icon, self._cap = words, icon, cap
        self._icons = icons
        self.setAutoDefault(True)
        self.setAccessibleName(words)
        self.setProperty("primary", "false")
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    @property
    def words(self) -> str:
        """What is written on it."""
        return self._words

    @property
    def is_primary(self) -> bool:
        """Whether it is yellow."""
        return bool(self.property("primary") == "true")

    def show_words(self, words: str) -> None:
        """Writes something else on it."""
        self._words = words
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def show_primary(self, *, is_primary: bool, cap: str = "") -> None:
        """Makes it the yellow button with the key, or an ordinary one without."""
        self._cap = cap
        set_look(self, "primary", "true" if is_primary else "false")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        height = max(30, round(self._icons.theme.metrics("row").height() + 12))
        return QSize(round(self._content() + 2 * _SIDE), height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(48, self.sizeHint().height())

    def _content(self, *, has_icon: bool = True, has_cap: bool = True) -> float:
        """Returns the width of what is painted; icon and cap give way where there is no room for all."""
        theme = self._icons.theme
        width = theme.fonts.width(self._words, "row", weight=600) + 2
        if self._icon and has_icon:
            width += theme.icon_size("button") + _GAP
        if self._cap and has_cap:
            width += _GAP + marks.key_cap_width(theme, self._cap)
        return width

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QPainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        theme = self._icons.theme
        role = "text.on_now" if self.is_primary else "text.primary"
        ink = theme.colour(role if self.isEnabled() else "text.disabled")
        room = self.width() - 2 * _SIDE
        has_icon = bool(self._icon) and self._content() <= room
        has_cap = bool(self._cap) and self._content(has_icon=has_icon) <= room
        content = self._content(has_icon=has_icon, has_cap=has_cap)
        x, middle = max(_SIDE, (self.width() - content) / 2), self.height() / 2
        right = self.width() - _SIDE
        if has_icon:
            side = theme.icon_size("button")
            self._icons.paint(
                painter, self._icon, QRectF(round(x), round(middle - side / 2), side, side), ink
            )
            x += side + _GAP
        cap = marks.key_cap_width(theme, self._cap) + _GAP if has_cap else 0.0
        painter.setFont(theme.font("row", weight=600))
        painter.setPen(ink)
        free = max(0.0, right - cap - x)
        metrics = theme.metrics("row", weight=600)
        words = metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, free + 2)
        painter.drawText(
            QRectF(x, 0, free + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, words
        )
        if has_cap:
            left = min(x + metrics.horizontalAdvance(words) + _GAP, right - cap + _GAP)
            colour = ink if self.is_primary else None
            marks.paint_key_cap(
                painter, theme, QPointF(left, round(middle - 8)), self._cap, colour=colour
            )
