"""Fights played by the procedures of the table, everybody as the doctrine ``simple`` says."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.events import Event
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model.commands import Command, Next, Settle
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.combat.attack_conditions import is_jammed
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.turns import phases_of_round
from tests.helpers.table import Table


class TablePlayer:
    """Plays one fight after the other from the same state."""

    def __init__(self, table: Table, seed: int, most_phases: int = 100) -> None:
        """Takes the state to begin with; the dice of all fights are one stream."""
        self.system, self.begun = table.system, table.context
        self.dice, self.most_phases = Roller.seeded(seed), most_phases
        self.context: RulesContext = table.context

    def play(self) -> tuple[str, RulesContext]:
        """Plays a fight and returns who has won (``pc``, ``foe`` or ``draw``), and the state at its end."""
        self.context = self.begun
        while not (winner := self.winner()):
            if self.context.state.round > self.most_phases:
                return "draw", self.context
            acting = self.context.state.acting
            if acting and self._acts(acting):
                continue
            self.command(Next())
        return winner, self.context

    def winner(self) -> str:
        """Returns who has won; empty: nobody yet."""
        if self.context.state.held:
            return ""
        sides = {_side(each) for each in self.all if not character.is_out(self.context, each)}
        if sides - {""} == {"pc", "foe"}:
            return ""
        return next(iter(sides - {""}), "draw")

    @property
    def all(self) -> Iterator[Combatant]:
        """Everybody, in the order of the file."""
        yield from self.context.state.combatants.values()

    def _acts(self, acting: tuple[CombatantId, ...]) -> bool:
        """Lets the first of those acting who can do something do it; False: nobody can."""
        return any(self._act(each.id) for each in self.all if each.id in acting)

    def _act(self, who: CombatantId) -> bool:
        view = phases_of_round.view_of(self.context, who)
        actor = view.combatant(who)
        if not character.actions_left(view, actor):
            return False
        targets = [
            each.id
            for each in view.state.combatants.values()
            if _side(each) and _side(each) != _side(actor) and not character.is_out(view, each)
        ]
        item = gear.find(actor, "")
        if not targets or item is None:
            return False
        weapon = gear.weapon_of(item)
        if weapon.magazine and not actor.gauges.get(weapon.ammo):
            return self.tried(do.Reload(who=who))
        if is_jammed(actor, weapon.key):
            return self.tried(do.ClearJam(who=who))
        command = do.Attack(who=who, target=targets[0], weapon=weapon.key, shots=1)
        bare = do.Attack(who=who, target=targets[0], weapon=gear.bare_hands(actor).key, shots=1)
        return self.tried(command) or self.tried(bare)

    def tried(self, command: Command) -> bool:
        """Plays a command; False: it is refused."""
        try:
            self.command(command)
        except RuleError:
            return False
        return True

    def command(self, command: Command) -> None:
        """Plays a command and what it leads to, with rolled dice; ``happened`` are its events."""
        self.happened: tuple[Event, ...] = ()
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
                answer = Chosen(
                    option="standard" if "standard" in asked.options else asked.options[0]
                )
            else:
                answer = tuple(self.dice.answer(each) for each in asked)


def _side(combatant: Combatant) -> str:
    return {"pc": "pc", "ally": "pc", "foe": "foe"}.get(combatant.side, "")
