"""A table at which decisions are scripted as well as dice, and people to sit at it."""

from typing import Any

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Command, Next
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

WORDS = message_catalog()

PLAIN: dict[str, Any] = {"strength": 5, "stamina": 5, "reflexes": 5, "perception": 5, "cool": 5}
"""A sheet of the rules' typical figures."""

HIT = (4, 4, 4)
"""Twelve: with these attack dice a target that rolls 3, 3, 3 is hit."""


class Phased(Table):
    """Plays phases with every die and every decision scripted."""

    def __init__(self) -> None:
        """Sits down at an empty table."""
        super().__init__(system_for("phases"), shipped("phases"), WORDS)
        self.asked: list[str] = []
        self.options: tuple[str, ...] = ()
        self._decisions: list[str] = []

    @override
    def play(self, command: Command, *faces: int, choose: tuple[str, ...] = ()) -> dict[str, Any]:
        """Plays a command and what it leads to, with exactly these faces and decisions."""
        self.asked, self._decisions = [], list(choose)
        result = super().play(command, *faces)
        assert not self._decisions, f"decisions left over: {self._decisions}"
        return result

    def alone(self, command: Command, *faces: int, choose: tuple[str, ...] = ()) -> list[str]:
        """Plays a command without settling what it leads to; returns the kinds of what is owed then, in order."""
        self.asked, self._decisions = [], list(choose)
        left = list(faces)
        self.last = self.one_command(command, left, [])
        assert not left, f"dice left over: {left}"
        return [each.kind for each in self.context.state.obligations]

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        """Answers with the faces that are left, or with the next decision."""
        if isinstance(asked, Choice):
            self.options = asked.options
            assert self._decisions, f"{asked.key} is to be decided: {asked.options}"
            option = self._decisions.pop(0)
            assert option in asked.options
            return Chosen(option=option)
        self.asked += [request.key for request in asked]
        return super().answered(asked, left)

    def results(self, what: str = "") -> list[dict[str, Any]]:
        """Returns the results of the last command, of one kind or all."""
        assert self.last is not None
        return [
            dict(event.values)
            for event in self.last.events
            if isinstance(event, ev.Resolved) and event.values and what in ("", event.what)
        ]

    def result(self, what: str) -> dict[str, Any]:
        """Returns the last result of a kind of the last command."""
        return self.results(what)[-1]

    def start(self, **declared: dict[str, Any]) -> None:
        """Begins the fight with initiative in order of joining, and phase 1 with these declarations by id."""
        people = len(self.context.state.combatants)
        faces = [face for number in range(people) for face in _falling(number)]
        self.play(Next(), *faces)
        self.reveal(**declared)

    def reveal(self, **declared: dict[str, Any]) -> None:
        """Declares, and begins the phase."""
        for who, plan in declared.items():
            self.play(do.Declare(who=CombatantId(who), **plan))
        self.play(Next())

    def phase(self, *faces: int, **declared: dict[str, Any]) -> None:
        """Moves on to the next phase, with these dice for what falls due, and begins it."""
        now = self.context.state.round
        while self.context.state.round == now:
            over = self._is_last()
            self.play(Next(), *(faces if over else ()))
        self.reveal(**declared)

    def turn_of(self, who: CombatantId) -> None:
        """Moves on within the phase until it is somebody's turn."""
        while who not in self.context.state.acting:
            self.play(Next())

    def suffer(self, who: CombatantId, condition: str, **values: Any) -> None:
        """Puts a condition on somebody without any rule."""
        self.happen(ev.ConditionAdded(who=who, condition=Condition(key=condition, **values)))

    def hurt(self, who: CombatantId, place: str, level: int) -> None:
        """Sets a wound level without any rule."""
        self.happen(ev.LocationSet(who=who, location=place, level=level))

    def wound(self, who: CombatantId, place: str) -> int:
        """Returns the wound level at a place."""
        return character.wound(self.combatant(who), place)

    def _is_last(self) -> bool:
        state = self.context.state
        return all(
            slot.group <= state.group or character.is_out(self.context, state.combatants[slot.who])
            for slot in state.slots
        )


def _falling(number: int) -> tuple[int, int, int]:
    """Three dice that come to 18 for the first, 17 for the second and so on."""
    total = 18 - number
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return (first, second, total - first - second)


class Duel:
    """A shooter and a mark, in phase 1; the shooter acts."""

    def __init__(self, **shooter: Any) -> None:
        """Takes what is particular about the shooter."""
        self.table = Phased()
        items = shooter.pop("items", ["heavy_pistol", "smg", "knife"])
        held = shooter.pop("held", "heavy_pistol")
        sheet = PLAIN | {"reflexes": 6, "marksmanship": 4, "melee": 4, "hand_to_hand": 4} | shooter
        self.who = self.table.join("Shooter", side="pc", items=items, held=held, **sheet)
        mark = PLAIN | {"evade": 3, "cool": 12}
        self.mark = self.table.join("Mark", items=["sword"], held="sword", **mark)

    def attack(self, *faces: int, choose: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
        """Attacks the mark, which defends itself as usual, and returns the last attack roll's figures."""
        fields = {"defense": "standard"} | fields if not choose else fields
        command = do.Attack(who=self.who, target=self.mark, **fields)
        self.table.play(command, *faces, choose=choose)
        return self.table.result("attack")

    def refused(self, **fields: Any) -> str:
        """Returns the key an attack is refused with."""
        command = do.Attack(who=self.who, target=self.mark, **fields)
        return self.table.refused(command)


def duel(declared: dict[str, Any] | None = None, **shooter: Any) -> Duel:
    """Returns a duel that has begun, the shooter having declared this."""
    made = Duel(**shooter)
    made.table.start(**({made.who: declared} if declared else {}))
    return made
