"""A place to type real dice into; left blank, the app rolls."""

import re

from PySide6.QtCore import QEvent, QRectF, QSize, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, MessageCatalog, say
from encounter_gui.dice.requests import RollRequest, Typed
from encounter_gui.gui.dice.dice_line import DiceLine, short_refusal
from encounter_gui.gui.keys.live_caps import TAKES_LETTERS
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import DiceField

_ICON = 14.0
_BEFORE = 24
_AROUND = 16
_ALONE = 10
_DIGIT = 7.2
_NARROWEST, _WIDEST_LEAST = 46, 92
_SMALL_DIE = 10
_BETWEEN = " ,;+-=()"
_NOTATION = re.compile(r"(\d*)([dz])(\d+)")


class DiceInput(DiceLine):
    """Shows one dice field. Typing turns the die into a hand: these dice are real ones."""

    complaint_changed = Signal(str)
    """What is wrong with the typed dice, in words; empty: nothing."""
    reading_changed = Signal(str)
    """How the typed dice are read, where the field has no room to say it; empty: it says so itself."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(icons, texts, parent)
        self._field = DiceField(key="", label="", notation="1d6")
        self._request = request_of(self._field)
        self.show_rolls((self._request,))
        self._has_icon = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()
        self.setMaxLength(60)
        self.setProperty(TAKES_LETTERS, "false")
        self.textChanged.connect(self._fit)
        self.textChanged.connect(self._edit)

    @property
    def key(self) -> str:
        """Returns the request it answers."""
        return self._field.key

    @property
    def who(self) -> CombatantId | None:
        """Returns who rolls them; None: nobody is chosen yet."""
        return self._field.who

    @property
    def row(self) -> str:
        """Returns whom its dice are against, where each of several has a row; empty: there is one row."""
        return self._field.row

    def show_field(self, field: DiceField) -> None:
        """Asks for other dice; what is typed stays, and is checked against them."""
        if field == self._field:
            return
        self._field, self._request = field, request_of(field)
        dice = self._request.dice_text
        words = say("gui.attack.dice", label=field.label, notation=dice)
        self.setAccessibleName(self._texts.text(words))
        self.show_rolls((self._request,))
        self.describe(self._texts.text(say("gui.attack.dice_help", notation=dice)))
        self._fit()
        self.updateGeometry()
        if self.text():
            self._tell_reading()

    def answer(self) -> Typed | None:
        """Returns what was typed, checked; None: nothing, the app rolls.

        Raises:
            RollRefused: It cannot be the result of these dice; the field shows it too.
        """
        if self.reading.refused is not None:
            self._complain(self.reading.refused.message)
            raise self.reading.refused
        self._tell_reading()
        return self.known_answer()

    def known_answer(self) -> Typed | None:
        """Returns what is typed if it can be the result of these dice; None: nothing, or it cannot."""
        return next(iter(self.reading.answers), None)

    def wipe(self) -> None:
        """Empties the field."""
        self.clear()
        self._tell_reading()

    @Slot(str)
    def _edit(self, _text: str) -> None:
        self._tell_reading()
        self.update()

    def _tell_reading(self) -> None:
        """Says what is wrong, or where the field has no room for it how its dice are read.

        Too little is wrong only once the typing is done.
        """
        refused = self.reading.refused
        if refused is not None and not self.reading.may_grow:
            self._complain(refused.message)
        else:
            self.complaint_changed.emit("")
        is_said = refused is not None or self.is_read_in_full
        words = say("gui.attack.wrong", label=self._field.label, complaint=self.reading_words)
        self.reading_changed.emit("" if is_said else self._texts.text(words))

    def _complain(self, message: Message) -> None:
        """Says it in the short words of the bench: there is one line."""
        complaint = short_refusal(message, self._texts)
        self.insist()
        words = say("gui.attack.wrong", label=self._field.label, complaint=complaint)
        self.complaint_changed.emit(self._texts.text(words))

    @Slot()
    def _fit(self) -> None:
        """Dice in mono; the hint in the small font, so that four fields fit side by side.

        Where the hint does not fit beside the die, the die goes: words say more.
        """
        font = self._icons.theme.font("dice" if self.text() else "small")
        if self.font() != font:
            self.setFont(font)
        with_icon = [hint for hint in self._hints() if self._fits(hint, _BEFORE)]
        alone = [hint for hint in self._hints() if self._fits(hint, _ALONE)]
        self._has_icon = bool(self.text() or with_icon or not alone)
        self.setTextMargins(_BEFORE - 10 if self._has_icon else 0, 0, 0, 0)
        self.setPlaceholderText((with_icon or alone or self._hints())[0])
        self.update()

    def _hints(self) -> list[str]:
        """What may stand in the empty field, the best first; a die that begins at 0 shows its faces."""
        label, request = self._field.label, self._request
        if request.lowest or request.sides <= _SMALL_DIE:
            return [label]
        faces = f"{request.lowest:02d}–{request.highest}"
        many = faces if request.count == 1 else f"{request.count} × {faces}"
        return [f"{label} {many}", label, many] if label else [many]

    def _fits(self, hint: str, before: int) -> bool:
        width = self._icons.theme.fonts.width(hint, "small")
        return width + before + _AROUND - 2 <= self.width()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        theme, request = self._icons.theme, self._request
        hint = theme.fonts.width(self._hints()[0], "small")
        digits = 1 if request.highest <= _SMALL_DIE else len(str(request.highest)) + 1
        faces = _DIGIT * digits * request.count
        return QSize(round(max(hint, faces, 24.0)) + _BEFORE + _AROUND, 28)

    @override
    def minimumSizeHint(self) -> QSize:
        # What is wanted can be read without the die before it; longer words are in the tool tip.
        shortest = min(self._icons.theme.fonts.width(hint, "small") for hint in self._hints())
        wanted = round(shortest) + _ALONE + _AROUND
        return QSize(max(_NARROWEST, min(_WIDEST_LEAST, wanted)), 28)

    @override
    def event(self, event: QEvent) -> bool:
        """Leaves letters to the window: no die shows one. A space before any die is Next, as everywhere."""
        is_no_die = _is_no_die(event, is_first=not self.text())
        if event.type() == QEvent.Type.ShortcutOverride and is_no_die:
            event.ignore()
            return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_no_die(event, is_first=not self.text()):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.reading_changed.emit("")
        if self.reading.refused is not None:
            self._complain(self.reading.refused.message)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.reading.refused is None:
            self._tell_reading()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._has_icon:
            return
        box = QRectF(7, (self.height() - _ICON) / 2, _ICON, _ICON)
        colour = self._icons.theme.colour("text.primary" if self.text() else "text.muted")
        self._icons.paint(QPainter(self), "hand" if self.text() else "dice", box, colour)


def _is_no_die(event: QEvent, *, is_first: bool) -> bool:
    """Whether a key types what stands on no die and between no dice."""
    text = event.text() if isinstance(event, QKeyEvent) else ""
    if is_first and text == " ":
        return True
    return text.isprintable() and bool(text) and not text.isdecimal() and text not in _BETWEEN


def request_of(field: DiceField) -> RollRequest:
    """Returns the roll a dice field stands for.

    Raises:
        ValueError: The notation is not a count of equal dice.
    """
    match = _NOTATION.fullmatch(field.notation)
    if match is None:
        raise ValueError(f"not a plain pool of dice: {field.notation}")
    count, kind, sides = match.groups()
    label = Message(key=field.label)
    return RollRequest(
        key=field.key,
        label=label,
        who=None,
        count=int(count or 1),
        sides=int(sides),
        needs_faces=field.needs_faces,
        lowest=1 if kind == "d" else 0,
    )
