"""The corner of the menu bar: that everything is kept, since when, and in which file."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip

_SIDE, _ICON, _GAP = 8.0, 13.0, 6.0


class SaveStatus(QWidget):
    """Stands where other programs have Save: there is nothing to save."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._icons = icons
        self._said, self._name, self._warning = "", "", ""
        self._nothing = ""
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    def say(self, said: str) -> None:
        """Shows when the last entry was kept."""
        self._show(said, self._name)

    def name(self, name: str) -> None:
        """Shows the name of the file; empty: none is open."""
        self._show(self._said if name else "", name)

    def say_nothing_open(self, words: str) -> None:
        """Shows that no campaign is open, in these words."""
        self._show("", "")
        self._nothing = words
        self.setAccessibleName(words)
        self.setToolTip("")
        self.updateGeometry()
        self.update()

    def warn(self, warning: str) -> None:
        """Shows that the file does not keep what is played, in place of when it last did; empty: it does."""
        if warning != self._warning:
            self._warning = warning
            self._tell()

    def _show(self, said: str, name: str) -> None:
        if (said, name) == (self._said, self._name):
            return
        self._said, self._name, self._nothing = said, name, ""
        self._tell()

    def _tell(self) -> None:
        self.setAccessibleName(" · ".join(part for part in (self._words, self._name) if part))
        self.setToolTip(plain_tip(self.accessibleName()))
        self.updateGeometry()
        self.update()

    @property
    def _words(self) -> str:
        return self._warning or self._said

    @override
    def updateGeometry(self) -> None:
        """A menu bar gives its corner another width only when something is shown there anew."""
        super().updateGeometry()
        if self.isVisible() and self.width() != self.sizeHint().width():
            self.hide()
            self.show()

    @override
    def sizeHint(self) -> QSize:
        fonts = self._icons.theme.fonts
        if self._nothing:
            return QSize(round(fonts.width(self._nothing, "body") + 2 * _SIDE), 24)
        words = fonts.width(f"{self._words} · ", "body") + fonts.width(self._name, "body")
        return QSize(round(words + 2 * _SIDE + _ICON + 3 * _GAP), 24)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.setFont(theme.font("body"))
        if self._nothing:
            painter.setPen(theme.colour("text.muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._nothing)
            return
        if not self._words:
            return
        top = (self.height() - _ICON) / 2
        box = QRectF(QPoint(round(_SIDE), round(top)), QSize(13, 13).toSizeF())
        mark, role = ("error", "status.danger") if self._warning else ("check", "status.good")
        self._icons.paint(painter, mark, box, theme.colour(role))
        x = _SIDE + _ICON + _GAP
        for text, role in (
            (self._words, "status.danger" if self._warning else "text.muted"),
            ("·", "text.muted"),
            (self._name, "text.primary"),
        ):
            painter.setPen(theme.colour(role))
            room = QRectF(x, 0, self.width() - x, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
            x += theme.fonts.width(text, "body") + _GAP
