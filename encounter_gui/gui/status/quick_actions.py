"""What the combatant can do besides attacking, as a row of small buttons; what does not fit is in a menu."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.sheet_button import is_allowed
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.commands import HoldTurn
from encounter_gui.rules.view import ActionOption

_SIDE, _GAP, _HEIGHT = 10, 4, 36
_BUTTON, _MORE = 24, 28


class QuickActions(QWidget):
    """Shows quick actions. A refused one is disabled and says why, in tool tip and accessible description."""

    action_requested = Signal(object)
    """The command of the action."""

    ready_requested = Signal(str)
    """A combatant that holds its turn, once the game master has said what it waits for."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._actions: tuple[ActionOption, ...] = ()
        self._buttons: list[QPushButton] = []
        self._more = QToolButton(self)
        self.menu = QMenu(self._more)  # of what does not fit, filled when it opens
        self.setAccessibleName(texts.text_of("gui.status.actions"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._more.setIcon(icons.icon("more"))
        self._more.setAccessibleName(texts.text_of("gui.status.more"))
        self._more.setToolTip(plain_tip(texts.text_of("gui.status.more")))
        self._more.setMenu(self.menu)
        self._more.setStyleSheet("QToolButton::menu-indicator { image: none; }")  # the dots say it
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._choose)

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """Returns one button an action, those that are only in the menu hidden."""
        return tuple(self._buttons[: len(self._actions)])

    def show_actions(self, actions: Sequence[ActionOption]) -> None:
        """Shows these, in place."""
        if tuple(actions) == self._actions:
            return
        self._actions = tuple(actions)
        while len(self._buttons) < len(actions):
            self._buttons.append(self._made())
        for button in self._buttons[len(actions) :]:
            button.hide()
        for button, action in zip(self._buttons, actions, strict=False):
            button.setText(action.text.replace("&", "&&"))
            button.setAccessibleName(action.text)
            button.setEnabled(is_allowed(action))
            button.setToolTip(plain_tip(action.why_not))
            button.setAccessibleDescription(action.why_not)
        self.setVisible(bool(actions))  # the row is told of a new size only now, and places them
        self._place()

    def _made(self) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("small", "true")
        button.clicked.connect(self._click)
        if self._buttons:
            QWidget.setTabOrder(self._buttons[-1], button)
        QWidget.setTabOrder(button, self._more)
        return button

    @Slot()
    def _click(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.request(self._actions[self._buttons.index(button)])

    @Slot(QAction)
    def _choose(self, chosen: QAction) -> None:
        self.request(self._actions[int(chosen.data())])

    def request(self, action: ActionOption) -> None:
        """Asks for an action; of a turn that is held it is asked first what it waits for."""
        if action.is_readied and isinstance(action.command, HoldTurn):
            self.ready_requested.emit(action.command.who)
        elif action.command is not None:
            self.action_requested.emit(action.command)

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        for index, action in enumerate(self._actions):
            if not self._buttons[index].isVisibleTo(self):
                entry = self.menu.addAction(action.text.replace("&", "&&"))
                entry.setData(index)
                entry.setEnabled(is_allowed(action))
                entry.setToolTip(plain_tip(action.why_not))

    def _place(self) -> None:
        """As many buttons as fit, those that can be pressed first; the rest behind the dots."""
        widths = [button.sizeHint().width() for button in self.buttons]
        room = self.width() - 2 * _SIDE
        has_more = sum(widths) + _GAP * (len(widths) - 1) > room
        room -= (_MORE + _GAP) if has_more else 0
        self._more.setVisible(has_more)
        order = sorted(range(len(widths)), key=lambda at: not is_allowed(self._actions[at]))
        shown: set[int] = set()
        for index in order:
            if widths[index] > room:
                break
            shown.add(index)
            room -= widths[index] + _GAP
        self._arrange(shown, widths)

    def _arrange(self, shown: set[int], widths: Sequence[int]) -> None:
        x, top = _SIDE, (self.height() - _BUTTON) // 2
        for index, button in enumerate(self.buttons):
            button.setVisible(index in shown)
            if index in shown:
                button.setGeometry(x, top, widths[index], _BUTTON)
                x += widths[index] + _GAP
        self._more.setGeometry(self.width() - _SIDE - _MORE, top - 2, _MORE, _MORE)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, _HEIGHT)
