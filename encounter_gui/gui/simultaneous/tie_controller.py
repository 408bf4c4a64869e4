"""Follows the fight: who acts at once, what waits for whom, and who of them is next."""

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.entries import Entry
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view import Tie


class TieController(QObject):
    """Knows the tie of the fight that is open; nothing while nobody acts at once, or the past is looked at."""

    changed = Signal(object)
    """``Tie | None``: the tie as it stands now."""
    member_acted = Signal(object)
    """``CombatantId``: one of those in the tie has acted, and its rolls are there."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Follows an encounter controller."""
        super().__init__(parent)
        self._controller = controller
        self.tie: Tie | None = None
        self.moment: tuple[int, int] = (0, -1)
        """The round and the group of the tie: another one is another tie."""
        controller.context_changed.connect(self._follow)
        controller.asked.connect(self._tell)
        controller.performed.connect(self._see)
        controller.closed.connect(self._forget)

    @property
    def is_asking(self) -> bool:
        """Whether dice are waited for now: somebody of the tie has begun to roll."""
        command = self._controller.command
        return self._controller.waits_for is not None and not isinstance(command, do.Next)

    def next_to_act(self, after: CombatantId) -> CombatantId | None:
        """Returns who of the tie has not acted once another has; None: that one goes on, or all have acted."""
        tie = self.tie
        if tie is None or any(each.who == after and each.goes_on for each in tie.members):
            return None
        return next((each.who for each in tie.to_act if each.who != after), None)

    @Slot(object)
    def _follow(self, context: RulesContext) -> None:
        controller, state = self._controller, context.state
        tie: Tie | None = None
        if controller.is_live:
            tie = controller.system.tie(context, reversed(controller.session.log.path()))
        self.moment = (state.round, state.group)
        if tie != self.tie:
            self.tie = tie
            self.changed.emit(tie)

    @Slot()
    def _tell(self) -> None:
        if self.tie is not None:
            self.changed.emit(self.tie)

    @Slot()
    def _forget(self) -> None:
        if self.tie is not None:
            self.tie = None
            self.changed.emit(None)

    @Slot(object)
    def _see(self, entry: Entry) -> None:
        """Tells that somebody of the tie has acted: the entry is one of its results, or of what these led to."""
        tie = self.tie
        if tie is None:
            return
        who = entry.command.get("who")
        acted = [each for each in tie.members if each.who == who and (each.results or each.is_done)]
        if not acted and entry.is_of("settle"):
            newest = max((card.entry for each in tie.members for card in each.results), default=0)
            acted = [
                each for each in tie.members if each.results and each.results[-1].entry == newest
            ]
        if acted:
            self.member_acted.emit(acted[0].who)
