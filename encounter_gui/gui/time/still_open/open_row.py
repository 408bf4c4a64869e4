"""One thing that is still open: whose and what it is, and buttons for what can be done about it."""

from functools import partial

from PySide6.QtCore import QRectF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.time.ask_line import AskLine
from encounter_gui.gui.time.still_open.open_items import Deed, Group, OpenItem
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.gui.widgets.tool_tips import plain_tip

_HEAD, _LEFT, _ICON, _SHAPE = 40, 30.0, 14.0, 11.0
_ICONS: dict[Group, str] = {
    "tests": "log",
    "delayed": "grenade",
    "lasting": "clock",
    "collect": "waves",
}
_INK: dict[Group, str] = {"tests": "status.warn", "delayed": "status.danger"}


class OpenRow(QWidget):
    """Shows a thing; to waive it, it asks for a reason first, which may be empty."""

    done = Signal(object, str, str)
    """``OpenItem``, a ``Deed``, and the reason of a waiver."""

    def __init__(
        self, item: OpenItem, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the thing, icons with the theme, and the words."""
        super().__init__(parent)
        self.item = item
        self._texts = texts
        head = _Head(item, icons, self)
        self._bar = QWidget(self)
        row: QHBoxLayout = row_layout(self._bar, margins=(22, 0, 0, 0), spacing=6)
        self.buttons = {deed: self._button(deed) for deed in item.deeds}
        for button in self.buttons.values():
            row.addWidget(button, 1)
        self.ask = AskLine(icons, texts, self, is_narrow=True)
        self.ask.hide()
        self.ask.answered.connect(self._waive)
        self.ask.left.connect(self._end_asking)
        column_layout(self, head, self._bar, self.ask, margins=(12, 6, 14, 8), spacing=4)

    def _button(self, deed: Deed) -> QPushButton:
        key = "take" if deed == "settle" and self.item.group == "collect" else deed
        words = self._texts.text_of(f"gui.time.open.{key}")
        button = QPushButton(words, self._bar)
        button.setProperty("small", "true")
        button.setAccessibleName(f"{words}: {self.item.words}")
        kind = "test" if self.item.group == "tests" else "thing"
        button.setToolTip(plain_tip(self._texts.text_of(f"gui.time.open.{key}.{kind}")))
        button.clicked.connect(partial(self._do, deed))
        return button

    def _do(self, deed: Deed) -> None:
        if deed != "waive":
            self.done.emit(self.item, deed, "")
            return
        self._bar.hide()
        title = self._texts.text_of("gui.time.open.waive_title", what=self.item.words)
        hint = self._texts.text_of("gui.time.open.reason")
        self.ask.ask(title, (hint,), self._texts.text_of("gui.time.open.waive"))

    @Slot(tuple)
    def _waive(self, typed: tuple[str, ...]) -> None:
        self._end_asking()
        self.done.emit(self.item, "waive", typed[0])

    @Slot()
    def _end_asking(self) -> None:
        self.ask.hide()
        self._bar.show()
        self.buttons["waive"].setFocus()


class _Head(QWidget):
    """Paints the sign of the group, whose it is, what, and below it why or with what dice."""

    def __init__(self, item: OpenItem, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._item, self._icons = item, icons
        words = "\n".join(part for part in (item.words, item.note, item.dice) if part)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.recoloured.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        has_note = bool(self._item.note or self._item.dice)
        return QSize(200, _HEAD if has_note else _HEAD // 2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        item, theme, painter = self._item, self._icons.theme, QPainter(self)
        half, x = _HEAD / 2, 22.0
        ink = theme.colour(_INK.get(item.group, "text.secondary"))
        place = QRectF(0, half / 2 - _ICON / 2, _ICON, _ICON)
        self._icons.paint(painter, _ICONS[item.group], place, ink)
        if item.side is not None:
            shape = QRectF(x, half / 2 - _SHAPE / 2, _SHAPE, _SHAPE)
            marks.paint_faction(painter, theme, shape, item.side)
            x += _SHAPE + 7
        room = self.width() - x
        names = theme.elided(item.name, "row", room * 0.6, weight=600)
        first = QRectF(x, 0, room, half)
        marks.paint_text(painter, theme, first, names, "row", "text.primary", weight=600)
        x += theme.fonts.width(names, "row", weight=600) + (8 if names else 0)
        title = theme.elided(item.title, "body", max(self.width() - x, 0))
        first = QRectF(x, 0, max(self.width() - x, 0), half)
        marks.paint_text(painter, theme, first, title, "body", "text.primary")
        self._paint_note(painter, QRectF(22, half, self.width() - 22, half))

    def _paint_note(self, painter: QPainter, room: QRectF) -> None:
        item, theme = self._item, self._icons.theme
        if item.roller is not None:
            icon = QRectF(room.left(), room.center().y() - 6, 12, 12)
            ink = theme.colour("text.secondary")
            self._icons.paint(painter, ROLLER_ICONS[item.roller], icon, ink)
            room.setLeft(room.left() + 17)
        dice = theme.elided(item.dice, "dice", room.width())
        marks.paint_text(painter, theme, room, dice, "dice", "text.secondary", weight=400)
        if dice:
            room.setLeft(room.left() + theme.fonts.width(dice, "dice", weight=400) + 8)
        note = theme.elided(item.note, "body", max(room.width(), 0))
        marks.paint_text(painter, theme, room, note, "body", "text.secondary")
