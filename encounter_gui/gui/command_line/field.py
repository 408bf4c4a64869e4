"""The closed command field in the tool bar: shows that there is one, and its key; a click opens it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.bindings import cap_of
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip

_WIDTH, _SIDE = 226, 9.0
_ICON, _ICON_GAP = 14, 8
_LEAST_WIDTH = 68


class CommandField(QPushButton):
    """Looks like a field and is a button: typing happens in the panel that it opens."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the icons and the words."""
        super().__init__(parent)
        self._icons = icons
        self._text = texts.text_of("gui.command.placeholder")
        self._short = texts.text_of("gui.command.placeholder.short")
        self.setObjectName("command_field")
        self.setAccessibleName(self._text)
        self.setToolTip(plain_tip(texts.text_of("gui.command.tip")))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 28)

    @override
    def minimumSizeHint(self) -> QSize:
        """In a narrow window its words become one, then that and the key go before names are cut."""
        return QSize(_LEAST_WIDTH, 28)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter, theme = QPainter(self), self._icons.theme
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        muted, middle = theme.colour("text.muted"), self.height() / 2
        self._icons.paint(painter, "search", QRectF(_SIDE, middle - 7, _ICON, _ICON), muted)
        painter.setFont(theme.font("body"))
        painter.setPen(muted)
        cap = marks.key_cap_width(theme, cap_of("command"))
        words = _SIDE + _ICON + _ICON_GAP
        room = QRectF(words, 0, self.width() - words - cap - _SIDE - 4, self.height())
        fitting = (
            each
            for each in (self._text, self._short)
            if theme.fonts.width(each, "body") <= room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, next(fitting, ""))
        place = QPointF(self.width() - cap - _SIDE, middle - 8)
        if place.x() >= words:
            marks.paint_key_cap(painter, theme, place, cap_of("command"), colour=muted)
