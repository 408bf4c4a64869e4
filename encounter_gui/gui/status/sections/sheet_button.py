"""A place of the sheet that does something: it has a name, takes mouse and keyboard, and shows that it does."""

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.sheet_layout import ButtonValue, Fold
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_focus
from encounter_gui.gui.theme.painting.text_runs import RIGHT, paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.model.value_text import value_text
from encounter_gui.rules.view import ActionOption, SettableValue

_SIDE, _GAP = 10.0, 7.0
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
}
_UNHELD = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class SheetButton(QAbstractButton):
    """Is an offer, which a click, Space or Enter takes, a value, which a double click, Enter or F2 opens, or a fold."""

    offer_taken = Signal(object)
    """The command of an offer."""
    value_opened = Signal(str)
    """The key of a value that is to be set."""
    folded = Signal()
    """What is below is to be shown, or hidden again."""
    arrow_pressed = Signal(object, int, int)
    """From this ``SheetButton`` the keyboard shall go to the next value: steps to the right, and down."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
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
        match value:
            case SettableValue():
                help_text = self._help(value)
                name = f"{value.name} {value_text(value.value)}".strip()
                self._say(name, help_text, f"{value.name}: {help_text}")
                self.setCursor(Qt.CursorShape.IBeamCursor)
            case Fold():
                self._say(value.text, "", value.text)
                self.unsetCursor()
            case _:
                name = ", ".join(part for part in (value.text, value.note) if part)
                tip = "\n".join(part for part in (name, value.why_not) if part)
                self._say(name, value.why_not, tip)
                self.unsetCursor()
        self.setEnabled(not isinstance(value, ActionOption) or is_allowed(value))
        self.update()

    def _help(self, value: SettableValue) -> str:
        """Returns how a value is set, and that it lies beyond what the rules allow if it does."""
        words = self._texts.text_of("gui.status.value.help")
        if not value.is_beyond:
            return words
        ends = {"least": plain(value.least), "most": plain(value.most)}
        return f"{self._texts.text_of('gui.status.value.is_beyond', **ends)} {words}"

    def _say(self, name: str, description: str, tip: str) -> None:
        self.setAccessibleName(name)
        self.setAccessibleDescription(description)
        self.setToolTip(plain_tip(tip))

    @Slot()
    def _use(self) -> None:
        match self._value:
            case SettableValue(key=key):
                self.value_opened.emit(key)
            case Fold():
                self.folded.emit()
            case ActionOption(command=command):
                self.offer_taken.emit(command)

    @override
    def hitButton(self, pos: QPoint) -> bool:
        return not isinstance(self._value, SettableValue)  # one click on a value is none

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if isinstance(self._value, SettableValue):
            self.click()
        else:
            super().mouseDoubleClickEvent(event)

    @override
    def event(self, e: QEvent) -> bool:
        is_override = e.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(e, QKeyEvent) and self._is_own(e):
            e.accept()  # elsewhere the same key renames whoever is selected
            return True
        return super().event(e)

    def _is_own(self, event: QKeyEvent) -> bool:
        return isinstance(self._value, SettableValue) and event.key() == Qt.Key.Key_F2

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        is_value = isinstance(self._value, SettableValue)
        if e.key() in _ENTER or self._is_own(e):
            self.click()
        elif is_value and e.key() in _ARROWS and e.modifiers() in _UNHELD:
            self.arrow_pressed.emit(self, *_ARROWS[Qt.Key(e.key())])
        elif is_value:
            e.ignore()  # Space moves the fight on
        else:
            super().keyPressEvent(e)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        has_focus, is_pointed = self.hasFocus(), self.underMouse() or self.isDown()
        is_beyond = isinstance(self._value, SettableValue) and self._value.is_beyond
        if not (has_focus or is_pointed or is_beyond):
            return  # what is below it has been painted
        painter, theme, place = QPainter(self), self._icons.theme, QRectF(self.rect())
        if not isinstance(self._value, SettableValue):
            if is_pointed and self.isEnabled():
                ground = "surface.sunken" if self.isDown() else "surface.row_hover"
                painter.fillRect(place, theme.colour(ground))
                paint_line(painter, self._icons, self._value, place)
            if has_focus:
                inner = place.adjusted(2, 1, -2, -1)
                paint_focus(painter, theme, inner, radius=theme.radius("control"))
        elif has_focus:
            paint_focus(painter, theme, place)
        else:
            role = "accent.interactive" if is_pointed else "status.warn"
            painter.fillRect(place.adjusted(0, self.height() - 1, 0, 0), theme.colour(role))


def is_allowed(offer: ActionOption) -> bool:
    """Whether it can be taken."""
    return not offer.why_not and offer.command is not None


def line_look(value: ActionOption | Fold) -> tuple[str, str, str, bool]:
    """Returns all that can be seen of an offer or a fold."""
    if isinstance(value, Fold):
        return value.key, value.text, "", value.is_open
    return value.text, value.note, _reason(value), is_allowed(value)


def paint_line(painter: QPainter, icons: Icons, value: ActionOption | Fold, rect: QRectF) -> None:
    """Paints an offer or a fold over a ground that is already there."""
    if isinstance(value, Fold):
        paint_fold(painter, icons, value, rect)
    else:
        paint_offer(painter, icons, value, rect)


def paint_fold(painter: QPainter, icons: Icons, fold: Fold, rect: QRectF) -> None:
    """Paints the line that shows and hides what is below it over a ground that is already there."""
    theme = icons.theme
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.colour("line.subtle"))
    line = rect.adjusted(_SIDE, 1, -_SIDE, 0)
    side = theme.icon_size("inline")
    place = QRectF(line.left(), round(line.center().y() - side / 2), side, side)
    name = "caret_down" if fold.is_open else "caret_right"
    icons.paint(painter, name, place, theme.colour("text.secondary"))
    line.adjust(side + _GAP, 0, 0, 0)
    text = theme.elided(fold.text, "body", line.width())
    paint_text(painter, theme, line, text, "body", "text.secondary")


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
