"""What the library's dock shows: creatures, gear or conditions, as three segments."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.control.custom_entry_controller import Category
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip

ROOMS: tuple[tuple[Category, str], ...] = (
    ("creatures", "group"),
    ("item", "knife"),
    ("condition", "stunned"),
)
"""What there is to be seen, and its icon."""


class CategorySwitch(QWidget):
    """One of them is on."""

    chosen = Signal(str)
    """A ``Category`` is wanted."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._group = QButtonGroup(self)
        self.setAccessibleName(texts.text_of("gui.library.rooms"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = row_layout(self, spacing=0)
        ends = {0: "first", len(ROOMS) - 1: "last"}
        for place, (room, _) in enumerate(ROOMS):
            button = QToolButton(self)
            button.setText(texts.text_of(f"gui.library.room.{room}"))
            button.setAccessibleName(button.text())
            button.setToolTip(plain_tip(texts.text_of(f"gui.library.room.{room}.tip")))
            button.setCheckable(True)
            button.setChecked(place == 0)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(12, 12))
            button.setFont(icons.theme.font("small"))
            button.setProperty("segment", ends.get(place, "middle"))
            button.setProperty("tight", "true")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._group.addButton(button, place)
            row.addWidget(button)
        self._group.idClicked.connect(lambda place: self.chosen.emit(ROOMS[place][0]))
        icons.loaded.connect(self._show_icons)
        icons.recoloured.connect(self._show_icons)
        self._show_icons()

    def button(self, room: Category) -> QToolButton:
        """Returns the segment of a room."""
        place = next(place for place, (each, _) in enumerate(ROOMS) if each == room)
        button = self._group.button(place)
        assert isinstance(button, QToolButton)  # noqa: S101 - we put it there
        return button

    def show_room(self, room: Category) -> None:
        """Shows which is on."""
        self.button(room).setChecked(True)

    @Slot()
    def _show_icons(self) -> None:
        for room, icon in ROOMS:
            self.button(room).setIcon(self._icons.icon(icon))
