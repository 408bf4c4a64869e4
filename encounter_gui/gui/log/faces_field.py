"""The field of the strip for real dice: typed faces turn the die into a hand."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.dice.requests import RollRefused, RollRequest, Typed
from encounter_gui.dice.typed_dice import Reading, faces_missing, read_answers, reading_of
from encounter_gui.gui.dice.dice_line import DiceLine
from encounter_gui.gui.keys.live_caps import TAKES_LETTERS
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.play.session.rollers import Roller

_ICON = 14.0
_BEFORE = 24
_AROUND = 22
_LONGEST = 160
_WIDEST = 260
_SMALL_WIDTH, _SMALL_HEIGHT = 104, 22
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FacesField(DiceLine):
    """Answers all the rolls that are asked for together.

    Words typed in it are the reason for doing without; N is Next before any, so a reason in n begins with a space.
    """

    waive_requested = Signal()
    """Del was pressed with nothing typed."""
    turned = Signal(int)
    """Tab was pressed, 1, or Shift and Tab, -1: to what else is owed, as ``leads_on`` and ``leads_back`` say."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
        *,
        is_small: bool = False,
    ) -> None:
        """Takes icons with the theme, and the texts; a small one says no more than ``blank``."""
        super().__init__(icons, texts, parent)
        self.leads_on = self.leads_back = False
        """Whether Tab, and Shift with Tab, lead to what else is owed."""
        self._row: tuple[RollRequest, ...] = ()
        self._is_small = is_small
        self._roller: Roller | None = None
        self._name = ""
        self.setFont(icons.theme.font("dice"))
        self.setMaxLength(_LONGEST)
        self.setTextMargins(_BEFORE - 8, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("tiny" if is_small else "small", "true")
        self.textChanged.connect(self._settle)
        self.setProperty(TAKES_LETTERS, "false")

    def forget(self) -> None:
        """Empties the field: what was typed belongs to no roll any more."""
        self.show_rolls(())
        self.clear()
        self._settle()

    def ask(
        self,
        requests: tuple[RollRequest, ...],
        roller: Roller | None = None,
        *,
        row: tuple[RollRequest, ...] = (),
        name: str = "",
    ) -> None:
        """Wants the dice of these rolls; what was typed for them before is kept, for others it is gone.

        ``roller`` says who rolls; where it is the table, ``answers`` can refuse a blank field. ``row`` are all rolls of
        several fields, where this one takes a line for all of them; ``name`` tells it from the others.
        """
        if (requests, roller, row, name) == (self._rolls, self._roller, self._row, self._name):
            return
        if requests != self._rolls:
            self.forget()
        self._roller, self._row, self._name = roller, row, name
        self.show_rolls(requests)
        notation = " / ".join(request.dice_text for request in requests)
        key = "typed" if roller == "hand" else "blank"
        blank = self._texts.text(say(f"gui.fight.prompt.{key}", notation=notation))
        if name:
            blank = notation
        elif self._is_small:
            blank = self._texts.text(say(f"gui.fight.prompt.{key}_small"))
        self.setPlaceholderText(blank)
        labels = (f"{self._texts.text(request.label)} {request.dice_text}" for request in requests)
        self.setAccessibleName(" ".join(part for part in (name, ", ".join(labels)) if part))
        self.describe(self._texts.text_of("gui.fight.prompt.faces_help"))
        self.updateGeometry()

    @property
    def is_left_to_table(self) -> bool:
        """Returns whether the table types these dice and none is typed yet: Enter alone does not roll them."""
        return self._roller == "hand" and not self.text()

    def answers(self, *, by_enter: bool = False) -> tuple[Typed | None, ...]:
        """Returns one answer a roll, in order; None: the app rolls. ``by_enter``: not by the button that says Roll.

        Raises:
            RollRefused: It cannot be the result of these dice, or Enter was pressed where the table has typed too few;
                the frame shows it too.
        """
        rolls_rest = not by_enter or self._roller != "hand"
        try:
            return read_answers(self.text(), self._rolls, rolls_rest=rolls_rest)
        except RollRefused:
            self.insist()
            raise

    @override
    def read(self, text: str) -> Reading:
        """Returns how dice are read; words are the reason for doing without, and no dice."""
        if any(each.isalpha() for each in text):
            return Reading()
        own = super().read(text)
        if not self._is_row_of(own):
            return own
        row = reading_of(text, self._row)
        return own if row.refused is not None and own.may_grow else row

    @property
    def is_row(self) -> bool:
        """Returns whether what is typed is a line for all the rolls that are asked for in several fields."""
        has_words = any(each.isalpha() for each in self.text())
        return not has_words and self._is_row_of(super().read(self.text()))

    def _is_row_of(self, own: Reading) -> bool:
        return bool(self._row) and own.refused is not None

    @Slot()
    def _settle(self) -> None:
        self.setProperty(TAKES_LETTERS, "true" if self._has_words else "false")
        self.update()

    @property
    def _has_space(self) -> bool:
        return bool(self.text()) and self.text().isspace()

    @property
    def _has_words(self) -> bool:
        return any(each.isalpha() for each in self.text())

    @override
    def event(self, event: QEvent) -> bool:
        """Leaves N to Next while no words are typed: it stands on no die.

        Tab leads to what else is owed; Qt would take it to the next widget.
        """
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            by = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(event.key()), 0)
            if (by > 0 and self.leads_on) or (by < 0 and self.leads_back):
                self.turned.emit(by)
                return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_next = event.key() == Qt.Key.Key_N and not self._has_words and not self._has_space
            has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if is_next or (event.key() == Qt.Key.Key_Delete and has_control):
                event.ignore()  # Next, and to do without what is owed: no letters, and no words to delete
                return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keeps Enter to itself: what it answered may have brought the next question, which it must not answer too."""
        if event.key() == Qt.Key.Key_Delete and not self.text():
            self.waive_requested.emit()
            event.accept()
            return
        super().keyPressEvent(event)
        if event.key() in _ENTER:
            event.accept()

    @override
    def sizeHint(self) -> QSize:
        if self._is_small:
            return QSize(_SMALL_WIDTH, _SMALL_HEIGHT)
        fonts = self._icons.theme.fonts
        wanted = fonts.width(self.placeholderText(), "dice")
        if self._name:  # as wide as its dice and how they are read
            dice = sum(request.count for request in self._rolls)
            wanted = max(wanted, fonts.width("0 " * dice + " = 00", "dice"))
        return QSize(
            min(_WIDEST, round(wanted) + _BEFORE + _AROUND),
            round(self._icons.theme.size("button_small")),
        )

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        box = QRectF(8, (self.height() - _ICON) / 2, _ICON, _ICON)
        has_text = bool(self.text())
        colour = self._icons.theme.colour("text.primary" if has_text else "text.muted")
        painter = QPainter(self)
        self._icons.paint(painter, "hand" if has_text else "dice", box, colour)

    @override
    def _painted_words(self) -> str:
        """Where the table types all of them, says how many are missing rather than what there is."""
        is_open = self.reading.refused is not None or self._roller == "hand"
        return (self._missing_words() if is_open else "") or super()._painted_words()

    def _missing_words(self) -> str:
        """Returns how many faces are still to be typed, where that can be said and read beside them."""
        missing = faces_missing(self.text(), self._row if self.is_row else self._rolls)
        if not missing:
            return ""
        words = self._texts.text(say("gui.fight.prompt.more", count=missing))
        theme = self._icons.theme
        used = _BEFORE + theme.fonts.width(self.text(), "dice") + theme.fonts.width(words, "small")
        return words if used + _AROUND <= self.width() else ""
