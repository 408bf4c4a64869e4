"""Who is being edited: shape, name, where it belongs; and the buttons for it as a whole."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import paint_faction
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.widgets.layouts import STRETCH, row_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton

_HEIGHT = 48
_SHAPE, _SIDE, _GAP = 15.0, 15.0, 10.0


class EditorHead(QWidget):
    """The name keeps its room; what is known of it gives way."""

    duplicate_requested = Signal()
    save_requested = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._name = self._note = ""
        self._side: Side = "foe"
        self._icon = self._role = ""
        self.duplicate = ShortcutButton(icons, "", self)
        self.save = ShortcutButton(icons, "Ctrl S", self)
        for button, key in ((self.duplicate, "duplicate"), (self.save, "save")):
            button.show_words(texts.text_of(f"gui.editor.{key}"))
        self.duplicate.clicked.connect(self.duplicate_requested)
        self.save.clicked.connect(self.save_requested)
        row_layout(self, STRETCH, self.duplicate, self.save, margins=(0, 0, 15, 0), spacing=8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    def show_head(self, name: str, side: Side, note: str) -> None:
        """Shows somebody else."""
        self._name, self._side, self._note = name, side, note
        self._icon = ""
        self._tell()

    def show_thing(self, name: str, icon: str, role: str, note: str) -> None:
        """Shows an item or a condition by its icon, in the colour of a role."""
        self._name, self._icon, self._role, self._note = name, icon, role, note
        self._tell()

    def _tell(self) -> None:
        self.setAccessibleName(f"{self._name}, {self._note}")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        middle = self.height() / 2
        shape = QRectF(_SIDE, middle - _SHAPE / 2, _SHAPE, _SHAPE)
        if self._icon:
            self._icons.paint(painter, self._icon, shape, theme.colour(self._role))
        else:
            paint_faction(painter, theme, shape, self._side)
        left = shape.right() + _GAP
        room = QRectF(left, 0, self.duplicate.x() - _GAP - left, self.height())
        name = theme.elided(self._name, "round", room.width(), mode=Qt.TextElideMode.ElideMiddle)
        paint_text(painter, theme, room, name, "round", "text.primary")
        room.adjust(theme.fonts.width(name, "round") + _GAP, 1, 0, 1)
        metrics = theme.metrics("row", weight=400)
        note = metrics.elidedText(self._note, Qt.TextElideMode.ElideRight, room.width())
        paint_text(painter, theme, room, note, "row", "text.muted", weight=400)
