"""How far the rules apply themselves: the menu that sets it for the fight, and the sign in the tool bar."""

from typing import get_args

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QActionGroup

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Automation
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.window.main_window import MainWindow
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.automation import mode_of
from encounter_gui.rules.model.commands import SetAutomation


class AutomationActions(QObject):
    """Fills the menu, ticks what is set, and shows the sign where it is not by the book."""

    def __init__(
        self, window: MainWindow, controller: EncounterController, texts: MessageCatalog
    ) -> None:
        """Takes the window and the controller of the encounter."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._actions = {}
        menu, group = window.menus["automation"], QActionGroup(self)
        for mode in get_args(Automation):
            action = QAction(texts.text_of(f"gui.automation.menu_{mode}"), menu)
            action.setData(mode)
            action.setCheckable(True)
            group.addAction(action)
            menu.addAction(action)
            self._actions[mode] = action
        menu.addSeparator()
        menu.addAction(window.actions_of["switches"])
        group.triggered.connect(self._choose)
        controller.context_changed.connect(self._show)
        controller.closed.connect(self._clear)
        self._clear()

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self._controller.perform(SetAutomation(to=action.data()))
        self._tick()

    @Slot(object)
    def _show(self, context: RulesContext) -> None:
        for action in self._actions.values():
            action.setEnabled(self._controller.is_live)
        self._tick()
        self._window.turn_bar.show_automation(context.state.automation)

    def _tick(self) -> None:
        """Ticks what is set, also where a choice was refused."""
        fight = mode_of(self._controller.context.state.automation, "")
        self._actions[fight].setChecked(True)

    @Slot()
    def _clear(self) -> None:
        for action in self._actions.values():
            action.setEnabled(False)
        self._window.turn_bar.show_automation({})
