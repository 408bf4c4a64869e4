"""Who rolls for each side, in the tool bar: a hand, a die, or a question mark beside the side's shape."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.quiet import QuietClick
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.rollers import SIDES, Roller, Rollers, next_roller

_CELL, _HEIGHT, _SHAPE, _ICON = 42, 30, 10.0, 14.0
_AROUND, _CAPTION_GAP = 6, 6


class SideCell(QuietClick, QToolButton):
    """One side: its shape and who rolls for it. A click, or Enter, steps on to the next."""

    def __init__(
        self, side: Side, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the side."""
        super().__init__(parent)
        self.side: Side = side
        self._icons = icons
        self._texts = texts
        self._roller: Roller = "dice"
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedSize(_CELL, _HEIGHT)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)
        self._say()

    def show_roller(self, roller: Roller) -> None:
        """Shows who rolls."""
        if roller != self._roller:
            self._roller = roller
            self._say()
            self.update()

    def _say(self) -> None:
        side = self._texts.text_of(f"rules.sides.{self.side}")
        now = self._texts.text_of(f"gui.rolls.{self._roller}")
        following = self._texts.text_of(f"gui.rolls.{next_roller(self._roller)}")
        self.setAccessibleName(self._texts.text_of("gui.rolls.side", side=side, now=now))
        tip = self._texts.text_of("gui.rolls.tip", side=side, now=now, next=following)
        self.setToolTip(plain_tip(tip))

    @override
    def sizeHint(self) -> QSize:
        return QSize(_CELL, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, theme = QPainter(self), self._icons.theme
        middle = self.height() / 2
        shape = QRectF(QPointF(8, middle - _SHAPE / 2), QSizeF(_SHAPE, _SHAPE))
        marks.paint_faction(painter, theme, shape, self.side)
        icon = QRectF(self.width() - 8 - _ICON, middle - _ICON / 2, _ICON, _ICON)
        ink = theme.colour("text.primary" if self.isEnabled() else "text.disabled")
        self._icons.paint(painter, ROLLER_ICONS[self._roller], icon, ink)


class RollerBar(QWidget):
    """The caption and a cell for each side."""

    side_stepped = Signal(str)
    """The side whose rolls go to the next roller."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._caption = QLabel(texts.text_of("gui.rolls"), self)
        self._caption.setProperty("role", "muted")
        self.cells: Mapping[Side, SideCell] = {
            side: SideCell(side, icons, texts, self) for side in SIDES
        }
        row = row_layout(self, margins=(_AROUND, 0, _AROUND, 0), spacing=0)
        row.addWidget(self._caption)
        row.addStretch(1)
        for cell in self.cells.values():
            row.addWidget(cell)
            cell.clicked.connect(self._step)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(texts.text_of("gui.rolls.name"))

    @override
    def minimumSizeHint(self) -> QSize:
        """The caption gives way in a narrow window; the cells do not."""
        return QSize(_CELL * len(self.cells) + 2 * _AROUND, _HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        caption = self._caption.sizeHint().width() + _CAPTION_GAP
        self._caption.setVisible(self.width() >= self.minimumSizeHint().width() + caption)
        super().resizeEvent(event)

    @Slot(object)
    def show_rollers(self, rollers: Rollers) -> None:
        """Shows who rolls for each side."""
        for side, cell in self.cells.items():
            cell.show_roller(rollers.of_side(side))

    @Slot()
    def _step(self) -> None:
        cell = self.sender()
        if isinstance(cell, SideCell):
            self.side_stepped.emit(cell.side)
