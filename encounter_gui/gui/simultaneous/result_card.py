"""A card: one attack or other roll of somebody in a tie, with its dice, totals and outcome."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ChipKind, TieResult, TieRoll

_PAD, _GAP = 9.0, 8.0
_TITLE, _FOOT = 25.0, 5.0
_LINES = (21.0, 21.0, 21.0, 21.0, 19.5, 18.0)
"""How high a row is in a card of so many: with all its tests it still stands above what waits."""
_NAMES = 0.4
"""The share of the width that the names of the rolls take at most."""
_DIE_GAP = 2.0
_WIDTH, _WIDEST = 215, 340
OUTCOME_ROLES: dict[ChipKind, str] = {
    "danger": "status.danger",
    "warn": "status.warn",
    "good": "status.good",
    "info": "status.info",
    "neutral": "text.secondary",
}
"""The colour of words by how bad it is what they say."""


class ResultCard(QWidget):
    """Paints one card. F2 or a double click in it wants its dice changed."""

    change_requested = Signal(int)
    """The id of the entry whose dice are to be changed."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.result: TieResult | None = None
        """What is shown."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMaximumWidth(_WIDEST)
        icons.recoloured.connect(self.update)

    def show_result(self, result: TieResult) -> None:
        """Shows a result."""
        if result == self.result:
            return
        self.result = result
        self.setAccessibleName(". ".join(self._sentences(result)))
        self.setAccessibleDescription(self._texts.text_of("gui.tie.card.hint"))
        hint = self._texts.text_of("gui.tie.card.hint")
        self.setToolTip(plain_tip("\n".join((result.text, *self._roll_words(result), hint))))
        self.updateGeometry()
        self.update()

    def _sentences(self, result: TieResult) -> Iterator[str]:
        head = ", ".join(each for each in (result.title, result.note) if each)
        yield f"{head}: {result.outcome}" if result.outcome else head
        yield from self._roll_words(result)

    def _roll_words(self, result: TieResult) -> Iterator[str]:
        for each in result.rolls:
            yield self._texts.text_of(
                "gui.tie.card.roll",
                name=each.name,
                faces=" ".join(each.faces) or self._texts.text_of("gui.tie.card.total"),
                total=f"{each.total} {each.against}".strip(),
            )

    @property
    def _line(self) -> float:
        """The height of a row."""
        rows = len(self.result.rolls) if self.result is not None else 0
        return _LINES[min(rows, len(_LINES) - 1)]

    @override
    def sizeHint(self) -> QSize:
        rows = len(self.result.rolls) if self.result is not None else 0
        return QSize(_WIDTH, round(_TITLE + rows * self._line + _FOOT))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    # ---- intents

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2 and self.result is not None:
            self.change_requested.emit(self.result.entry)
        else:
            super().keyPressEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.result is not None:
            self.change_requested.emit(self.result.entry)

    # ---- looks

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        result, theme = self.result, self._icons.theme
        if result is None:
            return
        painter, rect = QPainter(self), QRectF(self.rect())
        with painting(painter):
            painter.setBrush(theme.colour("surface.row_alt"))
            painter.setPen(pen(theme.colour("line.divider")))
            painter.drawRoundedRect(inset(rect), theme.radius("chip"), theme.radius("chip"))
        room = rect.adjusted(_PAD, 0, -_PAD, 0)
        self._paint_title(painter, QRectF(room.left(), 2, room.width(), _TITLE), result)
        names = max((theme.fonts.width(each.name, "small") for each in result.rolls), default=0.0)
        names = min(names + 6, room.width() * _NAMES)
        top = _TITLE
        for each in result.rolls:
            place = QRectF(room.left(), top, room.width(), self._line)
            self._paint_roll(painter, place, each, names)
            top += self._line
        if self.hasFocus():
            marks.paint_focus(painter, theme, rect, radius=theme.radius("chip"))

    def _paint_title(self, painter: QPainter, room: QRectF, result: TieResult) -> None:
        theme, fonts = self._icons.theme, self._icons.theme.fonts
        # The outcome is what decides: it is cut last.
        title = fonts.width(result.title, "body", weight=700)
        outcome = min(fonts.width(result.outcome, "body", weight=700), room.width() - title - _GAP)
        write(painter, theme, room, result.title, weight=700, role="text.primary")
        right = QRectF(room.right() - outcome - 1, room.top(), outcome + 1, room.height())
        role = OUTCOME_ROLES[result.kind]
        align = Qt.AlignmentFlag.AlignRight
        write(painter, theme, right, result.outcome, weight=700, role=role, align=align)
        note = room.adjusted(title + _GAP, 0, -outcome - _GAP, 0)
        if note.width() > 20:
            write(painter, theme, note, result.note, font="small", role="text.muted")

    def _paint_roll(self, painter: QPainter, room: QRectF, roll: TieRoll, names: float) -> None:
        theme = self._icons.theme
        name = QRectF(room.left(), room.top(), names - 4, room.height())
        write(painter, theme, name, roll.name, font="small", role="text.secondary")
        against = theme.fonts.width(roll.against, "small") + 5 if roll.against else 0.0
        total = theme.fonts.width(roll.total, "body", weight=700) + 1
        x = room.right() - against - total
        place = QRectF(x, room.top(), total, room.height())
        write(painter, theme, place, roll.total, weight=700, role="text.primary")
        held = QRectF(room.right() - against + 4, room.top(), against, room.height())
        write(painter, theme, held, roll.against, font="small")
        if marks.dice_width(theme, roll.faces) > x - 2 - room.left() - names:
            # Rather all of its dice than under those of the other rows.
            names = min(names, theme.fonts.width(roll.name, "small") + 6)
        dice = QRectF(room.left() + names, room.top(), x - room.left() - names - 2, room.height())
        paint_faces(painter, theme, dice, roll)


def paint_faces(painter: QPainter, theme: Theme, room: QRectF, roll: TieRoll) -> None:
    """Paints as many faces as there is room for, then how many more there are; the total typed alone is no die."""
    count = _fitting(theme, room.width(), roll.faces)
    top = round(room.center().y() - theme.size("die_face") / 2)
    x = room.left()
    for face in roll.faces[:count]:
        x += marks.paint_die(painter, theme, QPointF(x, top), face, physical=roll.is_physical)
        x += _DIE_GAP
    if count < len(roll.faces):
        rest = QRectF(x, room.top(), room.right() - x, room.height())
        write(painter, theme, rest, f"+{len(roll.faces) - count}", font="small", role="text.muted")


def _fitting(theme: Theme, width: float, faces: Sequence[str]) -> int:
    """Returns how many of the faces fit, with room for the count of the others."""
    if marks.dice_width(theme, faces) <= width:
        return len(faces)
    width -= theme.fonts.width(f"+{len(faces)}", "small") + 2
    return next(
        (
            count
            for count in range(len(faces) - 1, 0, -1)
            if marks.dice_width(theme, faces[:count]) <= width
        ),
        0,
    )
