"""A row of a panel on the welcome screen: a mark, words, a second line, and at the right a key or a time."""

from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip

_SIDE = 15.0
_GAP = 12.0
_NUMBER = 18.0
_ROW, _LOW_ROW = 40, 36
_TAG = QSize(30, 22)
_TAB = 182.0


class RowWords(Struct, frozen=True, kw_only=True):
    """What a row says; everything but the title may be empty.

    ``layout``: the second line below the title, or behind it in a column of its own. ``keys`` are caps at the right,
    ``end`` words there. The last row has no line below it. ``longest``
    is the longest second line of all rows, so that they all stand below, or behind.
    """

    title: str
    text: str = ""
    icon: str = ""
    number: str = ""
    tag: str = ""
    keys: tuple[str, ...] = ()
    end: str = ""
    layout: Literal["below", "behind"] = "below"
    is_warning: bool = False
    is_last: bool = False
    longest: str = ""


class WelcomeRow(QPushButton):
    """A row that is pressed, by a click, Space or Enter."""

    def __init__(self, words: RowWords, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes the words, and the icons with the theme."""
        super().__init__(parent)
        self._words = words
        self._icons = icons
        self._is_low = False
        self.setAutoDefault(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        said = ", ".join(each for each in (words.title, words.text, words.end) if each)
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said if words.layout == "below" else ""))
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    def show_low(self, *, is_low: bool) -> None:
        """Has the row make do with less height, in a low window."""
        if is_low != self._is_low:
            self._is_low = is_low
            self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        wanted = _LOW_ROW if self._is_low else _ROW
        return QSize(200, max(wanted, self.minimumSizeHint().height()))

    @override
    def minimumSizeHint(self) -> QSize:
        """Both lines fit, with little air around them: what a low window has room for."""
        theme = self._icons.theme
        lines = theme.metrics("row").height() + theme.metrics("small").height()
        return QSize(120, round(lines + 3))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            painter.fillRect(self.rect(), theme.colour("surface.row_hover"))
        if not self._words.is_last:
            painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line.subtle"))
        x = self._paint_mark(painter, _SIDE)
        buttons = [child.x() for child in self.children() if isinstance(child, QWidget)]
        right = self._paint_end(painter, min([self.width() - _SIDE, *buttons]))
        self._paint_words(painter, x, right - 8)
        if self.hasFocus():
            marks.paint_focus(painter, theme, QRectF(self.rect()), radius=theme.radius("control"))

    def _paint_mark(self, painter: QPainter, x: float) -> float:
        theme, words, middle = self._icons.theme, self._words, self.height() / 2
        if words.number:
            self._paint_number(painter, QRectF(x, middle - _NUMBER / 2, _NUMBER, _NUMBER))
            x += _NUMBER + 10
        if words.tag:
            box = QRectF(x, middle - _TAG.height() / 2, _TAG.width(), _TAG.height())
            with painting(painter):
                painter.setPen(pen(theme.colour("line.control")))
                painter.drawRoundedRect(inset(box), 3, 3)
            marks.paint_text(painter, theme, box, words.tag, "key", "text.secondary", marks.CENTRE)
            x += _TAG.width() + _GAP - 2
        if words.icon:
            side = theme.icon_size("button")
            box = QRectF(x, round(middle - side / 2), side, side)
            self._icons.paint(painter, words.icon, box, theme.colour("text.secondary"))
            x += side + _GAP - (4 if words.number else 0)
        return x

    def _paint_number(self, painter: QPainter, box: QRectF) -> None:
        theme = self._icons.theme
        with painting(painter):
            painter.setPen(pen(theme.colour("line.control")))
            painter.drawEllipse(inset(box))
        painter.setFont(theme.font("small", weight=600))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._words.number)

    def _paint_end(self, painter: QPainter, right: float) -> float:
        theme, middle = self._icons.theme, self.height() / 2
        for key in reversed(self._words.keys):
            right -= marks.key_cap_width(theme, key)
            marks.paint_key_cap(painter, theme, QPointF(right, round(middle - 8)), key)
            right -= 4
        if self._words.end:
            width = theme.fonts.width(self._words.end, "small")
            box = QRectF(right - width - 1, 0, width + 2, self.height())
            marks.paint_text(painter, theme, box, self._words.end, "small", "text.muted")
            right -= width + 8
        return right

    def _paint_words(self, painter: QPainter, x: float, right: float) -> None:
        theme, words = self._icons.theme, self._words
        room = max(0.0, right - x)
        title_role = "text.primary" if self.isEnabled() else "text.muted"
        fonts = theme.fonts
        is_room = _TAB + fonts.width(words.longest or words.text, "body") <= right
        if (words.layout == "behind" and is_room) or not words.text:
            tab = min(_TAB - x, room) if words.text else room
            self._write(painter, QRectF(x, 0, tab, self.height()), words.title, "row", title_role)
            behind = QRectF(_TAB, 0, max(0.0, right - _TAB), self.height())
            self._write(painter, behind, words.text, "body", "text.secondary")
            return
        upper, lower = theme.metrics("row").height(), theme.metrics("small").height()
        top = (self.height() - upper - lower) / 2
        self._write(painter, QRectF(x, top, room, upper), words.title, "row", title_role)
        role = "status.warn" if words.is_warning else "text.muted"
        self._write(painter, QRectF(x, top + upper, room, lower), words.text, "small", role)

    def _write(self, painter: QPainter, box: QRectF, text: str, font: str, role: str) -> None:
        theme = self._icons.theme
        weight = 600 if font == "row" else 400
        elided = theme.elided(text, font, box.width(), weight=weight)
        marks.paint_text(painter, theme, box, elided, font, role, weight=weight)
