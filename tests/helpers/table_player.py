"""Fights played by the procedures of the table with rolled dice, one after the other from the same state."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.events import Event
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Next, Settle
from tests.helpers.table import Table


class TablePlayer:
    """Plays fights as a doctrine says; what one combatant does, and who is out, differs from game to game."""

    def __init__(self, table: Table, seed: int, most_rounds: int = 100) -> None:
        """Takes the state to begin with; the dice of all fights are one stream."""
        self.system: System = table.system
        self.begun = table.context
        self.dice, self.most_rounds = Roller.seeded(seed), most_rounds
        self.context: RulesContext = table.context
        self.happened: tuple[Event, ...] = ()

    def is_out(self, combatant: Combatant) -> bool:
        """Returns whether somebody takes no part any more."""
        raise NotImplementedError

    def act(self, who: CombatantId) -> bool:
        """Lets somebody whose turn it is do the next thing; False: it can do nothing more."""
        raise NotImplementedError

    def option(self, choice: Choice) -> str:
        """Returns what is decided."""
        raise NotImplementedError

    def play(self) -> tuple[str, RulesContext]:
        """Plays a fight and returns who has won (``pc``, ``foe`` or ``draw``), and the state at its end."""
        self.context = before = self.begun
        while not (winner := self.winner()):
            if self.context.state.round > self.most_rounds:
                return "draw", before
            before = self.context
            acting = [each.id for each in self.all if side_of(each)]
            if not any(self.act(who) for who in acting if who in self.context.state.acting):
                self.command(Next())
        return winner, self.context

    def winner(self) -> str:
        """Returns who has won; empty: nobody yet."""
        if self.context.state.held:
            return ""
        sides = {side_of(each) for each in self.all if not self.is_out(each)} - {""}
        if sides == {"pc", "foe"}:
            return ""
        return sides.pop() if sides else "draw"

    @property
    def all(self) -> Iterator[Combatant]:
        """Everybody, in the order of the file."""
        yield from self.context.state.combatants.values()

    def targets_of(self, actor: Combatant, context: RulesContext) -> list[CombatantId]:
        """Returns the enemies that are not out, in the order of the file."""
        return [
            each.id
            for each in context.state.combatants.values()
            if side_of(each) and side_of(each) != side_of(actor) and not self.is_out(each)
        ]

    def tried(self, command: Command) -> bool:
        """Plays a command; False: it is refused."""
        try:
            self.command(command)
        except RuleError:
            return False
        return True

    def command(self, command: Command) -> None:
        """Plays a command and what it leads to, with rolled dice; ``happened`` are its events."""
        self.happened = ()
        self._one(command)
        while due_at(self.context.state, "now"):
            self._one(Settle())

    def _one(self, command: Command) -> None:
        procedure = self.system.procedure(self.context, command)
        answer: Any = None
        while True:
            try:
                asked = procedure.send(answer)
            except StopIteration as done:
                self.happened += done.value.events
                state = fold(self.context.state, done.value.events)
                self.context = replace(self.context, state=state)
                return
            if isinstance(asked, Choice):
                answer = Chosen(option=self.option(asked))
            else:
                answer = tuple(self.dice.answer(each) for each in asked)


def side_of(combatant: Combatant) -> str:
    """Returns the side somebody fights on; empty: none."""
    return {"pc": "pc", "ally": "pc", "foe": "foe"}.get(combatant.side, "")
