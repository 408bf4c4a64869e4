"""A place to type real dice into; left blank, the app rolls."""

import re

from PySide6.QtCore import QEvent, QRectF, QSize, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, MessageCatalog, say
from encounter_gui.dice.requests import RollRefused, RollRequest, Typed, accept, read_typed
from encounter_gui.gui.keys.live_caps import TAKES_LETTERS
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import mark_wrong
from encounter_gui.gui.widgets.tool_tips import plain_tip
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
_UNFINISHED = {"dice.faces_count": ("given", "wanted"), "dice.total_impossible": ("total", "least")}


class DiceInput(QLineEdit):
    """Shows one dice field. Typing turns the die into a hand: these dice are real ones."""

    complaint_changed = Signal(str)
    """What is wrong with the typed dice, in words; empty: nothing."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._field = DiceField(key="", label="", notation="1d6")
        self._has_icon = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()
        self.setMaxLength(60)
        self.setProperty(TAKES_LETTERS, "false")
        self.textEdited.connect(self._edit)
        self.textChanged.connect(self._fit)

    @property
    def key(self) -> str:
        """Returns the request it answers."""
        return self._field.key

    @property
    def who(self) -> CombatantId | None:
        """Returns who rolls them; None: nobody is chosen yet."""
        return self._field.who

    def show_field(self, field: DiceField) -> None:
        """Asks for other dice; what is typed stays, and is checked against them."""
        if field == self._field:
            return
        self._field = field
        dice = request_of(field).dice_text
        words = say("gui.attack.dice", label=field.label, notation=dice)
        self.setAccessibleName(self._texts.text(words))
        help_text = self._texts.text(say("gui.attack.dice_help", notation=dice))
        self.setToolTip(plain_tip(help_text))
        self.setAccessibleDescription(help_text)
        self._fit()
        self.updateGeometry()
        if self.text():
            self._show_complaint(self._complaint(is_done=False))

    def answer(self) -> Typed | None:
        """Returns what was typed, checked; None: nothing, the app rolls.

        Raises:
            RollRefused: It cannot be the result of these dice; the field shows it too.
        """
        request = request_of(self._field)
        try:
            typed = read_typed(self.text(), request)
            if typed is not None:
                accept(request, typed)
        except RollRefused as refusal:
            self._show_complaint(self._words(refusal.message))
            raise
        self._show_complaint("")
        return typed

    def known_answer(self) -> Typed | None:
        """Returns what is typed if it can be the result of these dice; None: nothing, or it cannot."""
        request = request_of(self._field)
        try:
            typed = read_typed(self.text(), request)
            if typed is not None:
                accept(request, typed)
        except RollRefused:
            return None
        return typed

    def wipe(self) -> None:
        """Empties the field."""
        self.clear()
        self._show_complaint("")

    @Slot(str)
    def _edit(self, _text: str) -> None:
        self._show_complaint(self._complaint(is_done=False))
        self.update()

    def _complaint(self, *, is_done: bool) -> str:
        """What is wrong; too little is wrong only once the typing is done."""
        request = request_of(self._field)
        try:
            typed = read_typed(self.text(), request)
            if typed is not None:
                accept(request, typed)
        except RollRefused as refusal:
            return (
                ""
                if not is_done and _is_unfinished(refusal.message)
                else self._words(refusal.message)
            )
        return ""

    def _words(self, message: Message) -> str:
        """The short words of the bench for what ``dice`` says at length: there is one line."""
        short = Message(key=message.key.replace("dice.", "gui.attack.", 1), params=message.params)
        words = say("gui.attack.wrong", label=self._field.label, complaint=self._texts.text(short))
        return self._texts.text(words)

    def _show_complaint(self, complaint: str) -> None:
        mark_wrong(self, is_wrong=bool(complaint))
        self.complaint_changed.emit(complaint)

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
        label, request = self._field.label, request_of(self._field)
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
        theme, request = self._icons.theme, request_of(self._field)
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
        """Leaves letters to the window: no die shows one."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_no_die(event):
            event.ignore()
            return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_no_die(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_complaint(self._complaint(is_done=True))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._has_icon:
            return
        box = QRectF(7, (self.height() - _ICON) / 2, _ICON, _ICON)
        colour = self._icons.theme.colour("text.primary" if self.text() else "text.muted")
        self._icons.paint(QPainter(self), "hand" if self.text() else "dice", box, colour)


def _is_no_die(event: QEvent) -> bool:
    """Whether a key types what stands on no die and between no dice."""
    text = event.text() if isinstance(event, QKeyEvent) else ""
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


def _is_unfinished(message: Message) -> bool:
    """Whether more digits could still make it right."""
    names = _UNFINISHED.get(message.key)
    if names is None:
        return False
    given, wanted = (int(message.params[name]) for name in names)
    return given < wanted
