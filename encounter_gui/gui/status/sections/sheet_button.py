"""A line of the sheet that does something: it has a name, takes mouse and keyboard, and shows that it does."""

from PySide6.QtCore import QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.sheet_layout import ButtonValue
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ActionOption, SettableNumber

_SIDE, _GAP = 10.0, 7.0
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SheetButton(QAbstractButton):
    """Is an offer, which a click, Space or Enter takes, or a number, which a double click or Enter opens."""

    offer_taken = Signal(object)
    """The command of an offer."""
    number_opened = Signal(str)
    """The key of a number that is to be set."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._help = texts.text_of("gui.status.number.help")
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
        has_focus, is_pointed = self.hasFocus(), self.underMouse() or self.isDown()
        if not (has_focus or is_pointed):
            return  # what is below it has been painted
        painter, theme, place = QPainter(self), self._icons.theme, QRectF(self.rect())
        if isinstance(self._value, ActionOption):
            if is_pointed and self.isEnabled():
                ground = "surface.sunken" if self.isDown() else "surface.row_hover"
                painter.fillRect(place, theme.colour(ground))
                paint_offer(painter, self._icons, self._value, place)
            if has_focus:
                inner = place.adjusted(2, 1, -2, -1)
                paint_focus(painter, theme, inner, radius=theme.radius("control"))
        elif has_focus:
            paint_focus(painter, theme, place)
        else:
            line = place.adjusted(0, self.height() - 1, 0, 0)
            painter.fillRect(line, theme.colour("accent.interactive"))


def is_allowed(offer: ActionOption) -> bool:
    """Whether it can be taken."""
    return not offer.why_not and offer.command is not None


def offer_look(offer: ActionOption) -> tuple[str, str, str, bool]:
    """Returns all that can be seen of an offer."""
    return offer.text, offer.note, _reason(offer), is_allowed(offer)


def _reason(offer: ActionOption) -> str:
    """Why it is refused, in short where that can be said; empty: it is not."""
    return (offer.short or offer.why_not) if offer.why_not else ""


def paint_offer(painter: QPainter, icons: Icons, offer: ActionOption, rect: QRectF) -> None:
    """Paints an offer over a ground that is already there."""
    theme, allowed = icons.theme, is_allowed(offer)
    line = rect.adjusted(_SIDE, 0, -_SIDE, 0)
    hair = QRectF(line.left(), line.bottom() - 1, line.width(), 1)
    painter.fillRect(hair, theme.colour("line.subtle"))
    side = theme.icon_size("inline")
    place = QRectF(line.left(), round(line.center().y() - side / 2), side, side)
    name, role = ("ok", "status.good") if allowed else ("blocked", "text.muted")
    icons.paint(painter, name, place, theme.colour(role))
    line.adjust(side + _GAP, 0, 0, 0)
    line.adjust(_paint_words(painter, icons, offer, line), 0, 0, 0)
    why = theme.elided(_reason(offer), "small", max(0.0, line.width()))
    paint_text(painter, theme, line, why, "small", "text.secondary", RIGHT)


def _paint_words(painter: QPainter, icons: Icons, offer: ActionOption, line: QRectF) -> float:
    """Name and cost from the left; returns the width they and a gap take. The reason keeps its own, or a third."""
    theme = icons.theme
    why = theme.fonts.width(_reason(offer), "small")
    room = line.width() - (min(why + _GAP, line.width() / 3) if why else 0.0)
    name = theme.elided(offer.text, "body", room, weight=500)
    role = "text.primary" if is_allowed(offer) else "text.muted"
    paint_text(painter, theme, line, name, "body", role, weight=500)
    used = theme.fonts.width(name, "body", weight=500) + _GAP
    note = theme.elided(offer.note, "small", max(0.0, room - used))
    paint_text(painter, theme, line.adjusted(used, 0, 0, 0), note, "small", "text.muted")
    return used + (theme.fonts.width(note, "small") + _GAP if note else 0.0)
