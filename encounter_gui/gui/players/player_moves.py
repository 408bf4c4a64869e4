"""Moves that players propose for their combatants: they lie with the game master until one is taken or put away."""

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.view import MoveOffer


class ProposedMove(Struct, frozen=True, kw_only=True):
    """Where a player wants the own combatant to go, and from where it was proposed.

    ``text`` is how far that is in words for the game master, ``told`` for the player.
    """

    who: CombatantId
    at: Point
    text: str
    told: str
    start: Place


class PlayerMoves(QObject):
    """Keeps the last move that the player of each combatant has proposed, as long as it stands where it stood then."""

    changed = Signal()
    """Another move is proposed, taken or put away."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Takes the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller
        self._moves: dict[CombatantId, ProposedMove] = {}
        controller.context_changed.connect(self._look_again)
        controller.closed.connect(self.forget)

    @property
    def waiting(self) -> tuple[ProposedMove, ...]:
        """The moves that wait for the game master, the oldest first."""
        return tuple(self._moves.values())

    def of(self, who: CombatantId) -> ProposedMove | None:
        """Returns what the player of a combatant has proposed; None: nothing."""
        return self._moves.get(who)

    def propose(self, who: CombatantId, at: Point | None) -> None:
        """Takes the move that a player proposes; None, or one that leads nowhere, takes back the one before."""
        self._moves.pop(who, None)
        found = self._offer(who, at) if at is not None else None
        start = self._place_of(who)
        if found is not None and at is not None and start is not None:
            self._moves[who] = _proposed(who, at, start, found[0], self._unit)
        self.changed.emit()

    def take(self, who: CombatantId) -> None:
        """Carries out what a player has proposed: the move of the rules, or by hand where none of theirs is left.

        What cannot be done now waits on.
        """
        move = self._moves.get(who)
        found = self._offer(who, move.at) if move is not None else None
        if found is None or not self._controller.perform(found[1]):
            return  # it waits on: the past is looked at, or something else has to be done first
        self._moves.pop(who, None)
        self.changed.emit()

    @Slot()
    def forget(self) -> None:
        """Forgets all moves: another encounter is open, or the plan is no longer shown."""
        if self._moves:
            self._moves = {}
            self.changed.emit()

    def _offer(self, who: CombatantId, at: Point) -> tuple[MoveOffer, Command] | None:
        controller = self._controller
        if self._place_of(who) is None or not controller.is_live:
            return None
        if controller.session.state.stage == "ended":
            return None
        try:
            return controller.system.move_offer(controller.context, who, at)
        except RuleError:
            return None

    def _place_of(self, who: CombatantId) -> Place | None:
        if not self._controller.is_open:
            return None
        combatant = self._controller.session.state.combatants.get(who)
        return combatant.place if combatant is not None else None

    @property
    def _unit(self) -> str:
        return self._controller.system.rules().field.unit

    @Slot()
    def _look_again(self) -> None:
        """Forgets moves of who stands elsewhere by now, and says anew how far the others are.

        While the past is looked at nothing is forgotten: the fight stands as it stood.
        """
        if self._controller.is_open and not self._controller.is_live:
            return
        kept: dict[CombatantId, ProposedMove] = {}
        for who, move in self._moves.items():
            found = self._offer(who, move.at) if self._place_of(who) == move.start else None
            if found is not None:
                kept[who] = _proposed(who, move.at, move.start, found[0], self._unit)
        if kept != self._moves:
            self._moves = kept
            self.changed.emit()


def _proposed(
    who: CombatantId, at: Point, start: Place, offer: MoveOffer, unit: str
) -> ProposedMove:
    """Returns a proposal; that the game master would do it by hand is nothing that concerns a player."""
    plain = f"{metres_text(offer.distance)} {unit}"
    told = plain if offer.is_by_hand else offer.text
    return ProposedMove(who=who, at=at, text=offer.text, told=told, start=start)
