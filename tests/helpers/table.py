"""A table to try rules at: a scene that goes on, with every die scripted."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, MessageCatalog
from encounter_gui.dice.requests import Faces, Rolled, RollRequest, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Next, Settle
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset


class Table:
    """Plays commands on a state, taking faces from a list; no store, no undo."""

    def __init__(self, system: System, ruleset: Ruleset, texts: MessageCatalog) -> None:
        """Takes what to play."""
        self.system = system
        self.context = RulesContext(
            state=EncounterState(ruleset=ruleset.id), ruleset=ruleset, texts=texts
        )
        self.last: Outcome | None = None
        self.labels: tuple[Message, ...] = ()
        self.rolls: tuple[Rolled, ...] = ()

    def join(
        self,
        name: str,
        *,
        side: Side = "foe",
        items: Iterable[str | CarriedDef] = (),
        held: str = "",
        **sheet: Value,
    ) -> CombatantId:
        """Adds somebody with this sheet and these items, and returns the id."""
        carried = tuple(
            each if isinstance(each, CarriedDef) else CarriedDef(item=each) for each in items
        )
        creature = CreatureDef(
            key=name, name=name, side=side, sheet=sheet, items=carried, held=held
        )
        number = self.context.state.next_number
        combatant = self.system.recruit(self.context, creature, name=name, number=number)
        self.happen(ev.CombatantAdded(combatant=combatant))
        return combatant.id

    def happen(self, *events: ev.Event) -> None:
        """Makes events true without any rule."""
        self.context = replace(self.context, state=fold(self.context.state, events))

    def switch(self, key: str, to: Value) -> None:
        """Sets a house-rule switch."""
        self.happen(ev.SwitchSet(key=key, to=to))

    def play(self, command: Command, *faces: int) -> dict[str, Any]:
        """Plays a command, and what the rules then demand at once, with exactly these faces in the order asked for.

        Returns its last result's values. ``last`` is everything together, with the log line of the command;
        ``labels`` are all log lines.
        """
        left, rolls = list(faces), list[Rolled]()
        outcome = self.one_command(command, left, rolls)
        self.labels = (outcome.label,)
        while due_at(self.context.state, "now"):
            more = self.one_command(Settle(), left, rolls)
            self.labels = (*self.labels, more.label)
            events = (*outcome.events, *more.events)
            outcome = replace(outcome, events=events, reasons=(*outcome.reasons, *more.reasons))
        assert not left, f"dice left over: {left}"
        self.last, self.rolls = outcome, tuple(rolls)
        results = [
            event for event in outcome.events if isinstance(event, ev.Resolved) and event.values
        ]
        return dict(results[-1].values) if results else {}

    def one_command(self, command: Command, left: list[int], rolls: list[Rolled]) -> Outcome:
        """Plays one command, takes its faces from those left, and makes its events true."""
        procedure = self.system.procedure(self.context, command)
        answer: Any = None
        while True:
            try:
                asked = procedure.send(answer)
            except StopIteration as done:
                outcome: Outcome = done.value
                self.happen(*outcome.events)
                return outcome
            answer = self.answered(asked, left)
            rolls += answer if isinstance(answer, tuple) else ()

    def answered(self, asked: Any, left: list[int]) -> Any:
        """Answers what a procedure asks for with the faces that are left."""
        assert isinstance(asked, tuple)
        return tuple(_answered(request, left) for request in asked)

    def refused(self, command: Command) -> str:
        """Returns the message key a command is refused with before any die; fails if it is not. Nothing changes."""
        with pytest.raises(RuleError) as caught:
            next(self.system.procedure(self.context, command))
        message = caught.value.message
        assert self.context.texts.text(message) != message.key
        return message.key

    def begin(self, *initiative: int) -> None:
        """Begins the fight and rolls initiative with these dice, in order of joining."""
        self.play(Next())
        self.play(Next(), *initiative)

    def next(self, *faces: int) -> None:
        """Moves the fight on."""
        self.play(Next(), *faces)

    def next_turn(self, *initiative: int) -> None:
        """Moves on to the next turn, past everybody still to act, and rolls initiative."""
        now = self.context.state.round
        while self.context.state.round == now:
            self.play(Next())
        self.play(Next(), *initiative)

    def combatant(self, who: CombatantId) -> Combatant:
        """Returns a combatant as it is now."""
        return self.context.combatant(who)

    def gauge(self, who: CombatantId, key: str = "th") -> int:
        """Returns a gauge of a combatant."""
        return self.combatant(who).gauges.get(key, 0)


def _answered(request: RollRequest, left: list[int]) -> Rolled:
    assert len(left) >= request.count, f"no dice left for {request.key}: {request.notation}"
    faces = tuple(left[: request.count])
    del left[: request.count]
    return accept(request, Faces(values=faces))
