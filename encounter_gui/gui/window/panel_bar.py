"""The rail at the left edge: what is not open at the moment, a button each."""

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.actions import ActionId, Actions, tool_tip
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout

_TOP: tuple[tuple[ActionId, str], ...] = (
    ("library", "library"),
    ("prepare", "encounters"),
    ("waves", "waves"),
    ("dice", "dice"),
    ("notes", "notes"),
    ("time", "clock"),
    ("workshop", "ruleset"),
)
_FOOT: tuple[tuple[ActionId, str], ...] = (("settings", "settings"),)


class PanelBar(QFrame):
    """Icon buttons; their tool tips carry name and key."""

    def __init__(
        self, actions: Actions, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the window's actions."""
        super().__init__(parent)
        self._icons = icons
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of("gui.rail"))
        self.setFixedWidth(round(icons.theme.size("rail")))
        column = column_layout(self, margins=(4, 10, 4, 8), spacing=12)
        column.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        for action, icon in _TOP:
            column.addWidget(self._button(actions, action, icon))
        column.addStretch(1)
        for action, icon in _FOOT:
            column.addWidget(self._button(actions, action, icon))

    def mark(self, which: ActionId, *, is_open: bool) -> None:
        """Marks the button of what is open at the moment."""
        button = self.findChild(QToolButton, f"rail_{which}")
        if isinstance(button, QToolButton):
            button.setCheckable(True)
            button.setChecked(is_open)

    def _button(self, actions: Actions, which: ActionId, icon: str) -> QToolButton:
        action = actions[which]
        button = QToolButton(self)
        size = round(self._icons.theme.icon_size("rail"))
        button.setIcon(self._icons.icon(icon))
        button.setIconSize(QSize(size, size))
        button.setFixedSize(32, 32)
        self._name(button, action)
        action.changed.connect(partial(self._name, button, action))
        button.setObjectName(f"rail_{which}")
        button.clicked.connect(action.trigger)
        action.enabledChanged.connect(button.setEnabled)
        self._icons.loaded.connect(button.update)
        self._icons.recoloured.connect(button.update)
        return button

    @staticmethod
    def _name(button: QToolButton, action: QAction) -> None:
        """Says what a button does, and its key as it is now."""
        button.setToolTip(tool_tip(action))
        button.setAccessibleName(tool_tip(action))
