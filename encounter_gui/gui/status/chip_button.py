"""A condition as a chip that can be reached by keyboard, changed and taken off."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Chip

_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ChipButton(QAbstractButton):
    """Shows one chip. A click or Enter asks to change it, Delete to take it off; its menu offers both.

    Neither can be done to a condition that only follows from the state.
    """

    relieve_requested = Signal(str)
    """The condition's key."""
    edit_requested = Signal(str)
    """The key of the condition whose duration or note is to be changed."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._chip = Chip(text="")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._edit)

    @property
    def chip(self) -> Chip:
        """Returns what it shows."""
        return self._chip

    def show_chip(self, chip: Chip) -> None:
        """Shows another chip."""
        if chip == self._chip:
            return
        self._chip = chip
        self.setAccessibleName(", ".join(part for part in (chip.text, chip.duration) if part))
        help_key = "gui.status.relieve_help" if chip.key else "gui.status.derived_help"
        words = " ".join(
            part for part in (chip.explanation(), self._texts.text_of(help_key)) if part
        )
        self.setAccessibleDescription(words)
        self.setToolTip(plain_tip(words))
        self.updateGeometry()
        self.update()

    @Slot()
    def relieve(self) -> None:
        """Asks to take the condition off."""
        if self._chip.key:
            self.relieve_requested.emit(self._chip.key)

    def menu(self) -> QMenu:
        """Returns its menu, to be opened; it frees itself on closing."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, act in (("relieve", self.relieve), ("edit_condition", self._edit)):
            words = self._texts.text(say(f"gui.status.{key}", condition=self._chip.text))
            action = menu.addAction(words.replace("&", "&&"))
            is_label_changed = self._chip.is_label and key == "edit_condition"
            action.setEnabled(bool(self._chip.key) and not is_label_changed)
            action.triggered.connect(act)
        return menu

    @Slot()
    def _edit(self) -> None:
        """Asks to change the condition; one that only follows from the state says in its menu that it cannot be."""
        if self._chip.key and not self._chip.is_label:
            self.edit_requested.emit(self._chip.key)
        else:
            self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().popup(event.globalPos())

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if e.key() in _DELETE:
            self.relieve()
        elif e.key() in _ENTER:
            self._edit()
        else:
            super().keyPressEvent(e)

    @override
    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        return QSize(round(marks.chip_width(theme, self._chip)), int(theme.size("chip")))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        marks.paint_chip(painter, theme, QPointF(0, 0), self._chip, self._icons)
        if self.hasFocus():
            marks.paint_focus(painter, theme, QRectF(self.rect()), radius=theme.radius("chip"))
