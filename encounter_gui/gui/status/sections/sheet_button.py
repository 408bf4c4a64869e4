"""A line of the sheet that does something: it takes the keyboard and has a name; a number is painted below it."""

from functools import partial

from PySide6.QtCore import QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.offer_row import is_allowed, paint_offer, reason
from encounter_gui.gui.status.sections.sheet_layout import ButtonValue
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.gui.theme.pictures import Pictures
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ActionOption, SettableNumber

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SheetButton(QAbstractButton):
    """Is an offer, which a click, Space or Enter takes, or a number, which a double click or Enter opens."""

    offer_taken = Signal(object)
    """The command of an offer."""
    number_opened = Signal(str)
    """The key of a number that is to be set."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, pictures: Pictures, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the texts, and where pictures of offers are kept."""
        super().__init__(parent)
        self._icons = icons
        self._help = texts.text_of("gui.status.number.help")
        self._pictures = pictures
        self._value: ButtonValue = ActionOption(key="", text="")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._use)

    @property
    def value(self) -> ButtonValue:
        """Returns what it stands for."""
        return self._value

    def show_value(self, value: ButtonValue) -> None:
        """Stands for something else."""
        if value == self._value:
            return
        self._value = value
        if isinstance(value, SettableNumber):
            self._say(f"{value.name} {value.value}", self._help, f"{value.name}: {self._help}")
            self.setCursor(Qt.CursorShape.IBeamCursor)
        else:
            name = ", ".join(part for part in (value.text, value.note) if part)
            tip = "\n".join(part for part in (name, value.why_not) if part)
            self._say(name, value.why_not, tip)
            self.unsetCursor()
        self.setEnabled(isinstance(value, SettableNumber) or is_allowed(value))
        self.update()

    def _say(self, name: str, description: str, tip: str) -> None:
        self.setAccessibleName(name)
        self.setAccessibleDescription(description)
        self.setToolTip(plain_tip(tip))

    @Slot()
    def _use(self) -> None:
        if isinstance(self._value, SettableNumber):
            self.number_opened.emit(self._value.key)
        else:
            self.offer_taken.emit(self._value.command)

    @override
    def hitButton(self, pos: QPoint) -> bool:
        return isinstance(self._value, ActionOption)  # one click on a number is none

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if isinstance(self._value, SettableNumber):
            self.click()
        else:
            super().mouseDoubleClickEvent(event)

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        is_number = isinstance(self._value, SettableNumber)
        if e.key() in _ENTER or (is_number and e.key() == Qt.Key.Key_F2):
            self.click()
        elif is_number:
            e.ignore()  # arrows scroll the sheet
        else:
            super().keyPressEvent(e)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        painter, theme, place = QPainter(self), self._icons.theme, QRectF(self.rect())
        offer = self._value
        if isinstance(offer, ActionOption):
            ground = "surface.dock"
            if self.isEnabled() and (self.underMouse() or self.isDown()):
                ground = "surface.sunken" if self.isDown() else "surface.row_hover"
            key = (offer.text, offer.note, reason(offer), is_allowed(offer), ground)
            self._pictures.paint(painter, key, self.rect(), partial(self._draw, offer, ground))
            if self.hasFocus():
                inner = place.adjusted(2, 1, -2, -1)
                paint_focus(painter, theme, inner, radius=theme.radius("control"))
        elif self.hasFocus():
            paint_focus(painter, theme, place)
        elif self.underMouse():
            line = place.adjusted(0, self.height() - 1, 0, 0)
            painter.fillRect(line, theme.colour("accent.interactive"))

    def _draw(self, offer: ActionOption, ground: str, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self._icons.theme.colour(ground))
        paint_offer(painter, self._icons, offer, QRectF(self.rect()))
