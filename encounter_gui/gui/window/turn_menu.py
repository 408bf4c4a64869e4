"""The menu of a turn: delayed until after another, held, ready for something, taken up."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.window.main_window import MainWindow
from encounter_gui.rules.model import commands as do

_MOST = 20
"""More combatants than this are not offered to wait for; the end of the round always is."""


class TurnMenu(QObject):
    """Fills the menu when it is opened, and does what is chosen in it with the selected combatant."""

    def __init__(
        self, window: MainWindow, controller: EncounterController, texts: MessageCatalog
    ) -> None:
        """Takes the window, the controller of the encounter, and the texts."""
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._texts = texts
        menu = window.menus["turn"]
        self.delays = menu.addMenu(texts.text_of("gui.menu.delay"))
        self.delays.aboutToShow.connect(self.fill)
        self.delays.triggered.connect(self._delay)
        for action in ("hold_turn", "ready", "act_now"):
            menu.addAction(window.actions_of.by_id[action])
        window.actions_of["hold_turn"].triggered.connect(self._hold)
        window.actions_of["ready"].triggered.connect(self._ready)
        window.actions_of["act_now"].triggered.connect(self._act_now)
        window.status.quick_actions.ready_requested.connect(self._ready_for)

    @property
    def _who(self) -> CombatantId:
        return self._controller.selected[0]

    @Slot()
    def fill(self) -> None:
        """Offers the end of the round, and everybody who acts after the selected one."""
        self.delays.clear()
        self.delays.addAction(self._texts.text_of("gui.turn.to_end")).setData("")
        if not self._controller.selected:
            return
        state = self._controller.context.state
        mine = next((slot.group for slot in state.slots if slot.who == self._who), None)
        later = (slot.who for slot in state.slots if mine is not None and slot.group > mine)
        for who in list(dict.fromkeys(later))[:_MOST]:
            if who in state.combatants:
                self.delays.addAction(state.combatants[who].name.replace("&", "&&")).setData(who)

    @Slot(QAction)
    def _delay(self, action: QAction) -> None:
        after = action.data()
        command = do.Delay(who=self._who, after=CombatantId(after) if after else None)
        self._controller.perform(command)

    @Slot()
    def _hold(self) -> None:
        self._controller.perform(do.HoldTurn(who=self._who))

    @Slot()
    def _act_now(self) -> None:
        self._controller.perform(do.ActNow(who=self._who))

    @Slot()
    def _ready(self) -> None:
        """Asks what the selected one waits for."""
        self._ready_for(self._who)

    @Slot(str)
    def _ready_for(self, who: str) -> None:
        """Asks what a combatant waits for."""
        from encounter_gui.gui.initiative.ready_dialog import ReadyDialog

        combatant = self._controller.context.known_combatant(CombatantId(who))
        dialog = ReadyDialog(combatant.id, combatant.name, self._texts, self._window)
        dialog.held.connect(self._controller.perform)
        dialog.open()
