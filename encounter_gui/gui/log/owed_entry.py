"""One thing that is owed, in the second row of the strip: who rolls, whose it is, what, field and buttons."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import RollRefused
from encounter_gui.gui.dice.dice_line import is_digit
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.gui.log.prompt_state import OwedItem
from encounter_gui.gui.log.prompt_words import Piece
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip

HEIGHT = 26
"""The height of the row."""

_PADDING, _GAP, _ICON, _SHAPE, _BUTTON = 8, 6, 14.0, 10.0, 22


class OwedEntry(QWidget):
    """A click on its words makes it the head of the strip; its dice can be typed or rolled where it stands."""

    chosen = Signal(tuple)
    """The ids of its obligations: it shall stand in the head."""
    answered = Signal(tuple, tuple)
    """The ids, and one ``Typed`` or None (the program rolls) for each roll it begins with."""
    waived = Signal(tuple, str)
    """The ids, and the reason, as far as one is typed in its field."""
    complained = Signal(object)
    """``RollRefused``: what is typed cannot be the result of its dice."""

    def __init__(
        self, item: OwedItem, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes what is owed."""
        super().__init__(parent)
        self.item = item
        self._icons = icons
        self.field = FacesField(icons, texts, self, is_small=True)
        self.dice = QToolButton(self)
        self.waive = ShortcutButton(icons, parent=self)
        test = item.test
        name = " · ".join(part for part in (test.name, test.title) if part)
        parts = (test.name, item.words, test.reason, "" if test.sum in item.words else test.sum)
        chance = "" if "%" in item.words else test.chance
        self.setAccessibleName(name)
        self.setToolTip(plain_tip(" · ".join(part for part in (*parts, chance) if part)))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.field.ask(test.rolls, item.roller)
        self.field.setVisible(bool(test.rolls))
        self.field.returnPressed.connect(self._enter)
        self.field.waive_requested.connect(self._waive)
        self.dice.setIcon(icons.icon("dice"))
        self.dice.setAccessibleName(texts.text_of("gui.fight.prompt.roll_of", owed=name))
        self.dice.setToolTip(plain_tip(self.dice.accessibleName()))
        self.dice.setProperty("bordered", "true")
        self.dice.setProperty("tiny", "true")
        self.waive.setProperty("tiny", "true")
        self.dice.setVisible(bool(test.rolls))
        self.dice.clicked.connect(self._roll)
        self.waive.show_words(texts.text_of("gui.fight.prompt.waive"))
        self.waive.setAccessibleName(texts.text_of("gui.fight.prompt.waive_of", owed=name))
        self.waive.setToolTip(plain_tip(texts.text_of("gui.fight.prompt.waive_help")))
        self.waive.setVisible(test.may_waive)
        self.waive.clicked.connect(self._waive)

    # ---- what is done with it

    @Slot()
    def _enter(self) -> None:
        self._answer(by_enter=True)

    def _answer(self, *, by_enter: bool) -> None:
        try:
            answers = self.field.answers(by_enter=by_enter)
        except RollRefused as refusal:
            self.complained.emit(refusal)
            return
        self.answered.emit(self.item.test.ids, answers)

    @Slot()
    def _roll(self) -> None:
        """Takes what is typed; with a blank field the program rolls, whoever rolls otherwise."""
        self._answer(by_enter=False)

    @Slot()
    def _waive(self) -> None:
        if self.item.test.may_waive:
            typed = self.field.text().strip()
            reason = typed if any(each.isalpha() for each in typed) else ""
            self.waived.emit(self.item.test.ids, reason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Types a digit into its field, whichever of its buttons has the keyboard."""
        if is_digit(event.text()) and not self.field.isHidden():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.field.insert(event.text())
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.pos()):
            self.chosen.emit(self.item.test.ids)

    # ---- looks

    def _pieces(self) -> tuple[Piece, ...]:
        test = self.item.test
        return (
            (test.name, "body", "text.primary", 600),
            (test.title, "body", "text.secondary", 400),
            (test.sum, "dice", "text.primary", 600),
            (test.chance, "small", "text.muted", 400),
        )

    @property
    def _words_left(self) -> float:
        shape = _SHAPE + _GAP if self.item.test.side is not None else 0.0
        return _PADDING + _ICON + _GAP + shape

    def _buttons_width(self) -> int:
        shown = [each for each in (self.field, self.dice, self.waive) if not each.isHidden()]
        return sum(self._width_of(each) + _GAP for each in shown)

    def _width_of(self, widget: QWidget) -> int:
        return _BUTTON if widget is self.dice else widget.sizeHint().width()

    @override
    def sizeHint(self) -> QSize:
        fonts = self._icons.theme.fonts
        pieces = [piece for piece in self._pieces() if piece[0]]
        words = sum(fonts.width(text, font, weight=weight) for text, font, _, weight in pieces)
        room = self._words_left + words + _GAP * len(pieces) + self._buttons_width() + _PADDING
        return QSize(round(room) + 2, HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        theme = self._icons.theme
        name = theme.fonts.width(self.item.test.name, "body", weight=600)
        title = theme.fonts.width(self.item.test.title, "body")
        room = self._words_left + min(name, 90.0) + min(title, 90.0) + 3 * _GAP
        return QSize(round(room) + self._buttons_width(), HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        x = self.width() - _PADDING
        for widget in (self.waive, self.dice, self.field):
            if not widget.isHidden():
                width = self._width_of(widget)
                x -= width
                widget.setGeometry(x, (self.height() - _BUTTON) // 2, width, _BUTTON)
                x -= _GAP

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(
            QRectF(self.width() - 1, 5, 1, self.height() - 10), theme.colour("line.divider")
        )
        middle = self.height() / 2
        icon = QRectF(QPointF(_PADDING, middle - _ICON / 2), QSizeF(_ICON, _ICON))
        colour = theme.colour("text.secondary")
        self._icons.paint(painter, ROLLER_ICONS[self.item.roller], icon, colour)
        if self.item.test.side is not None:
            corner = QPointF(_PADDING + _ICON + _GAP, middle - _SHAPE / 2)
            paint_faction(
                painter, theme, QRectF(corner, QSizeF(_SHAPE, _SHAPE)), self.item.test.side
            )
        x, end = self._words_left, self.width() - self._buttons_width() - _PADDING
        for text, font, role, weight in self._pieces():
            room = QRectF(x, 0, end - x, self.height())
            if not text or room.width() < 12:
                continue
            shown = theme.elided(text, font, room.width(), weight=weight)
            painter.setFont(theme.font(font, weight=weight))
            painter.setPen(theme.colour(role))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
            x += theme.fonts.width(shown, font, weight=weight) + _GAP
