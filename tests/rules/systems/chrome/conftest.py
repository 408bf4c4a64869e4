"""A table for CHROME."""

from collections.abc import Sequence
from typing import Any

import pytest
from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Choice, Chosen, RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.obligations import due_at
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command, Settle
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.chrome.system import Chrome
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table, _answered

STATS = {
    "strength": 40,
    "speed": 40,
    "intellect": 40,
    "combat": 50,
    "sanity": 40,
    "fear": 40,
    "body": 40,
    "reflex": 40,
}


@pytest.fixture(scope="session")
def ruleset() -> Ruleset:
    """The shipped ruleset."""
    return shipped("chrome")


@pytest.fixture(scope="session")
def texts() -> MessageCatalog:
    """The shipped texts."""
    return message_catalog()


class Crew(Table):
    """A table at which decisions are made too, and everybody is quickly made up."""

    def __init__(self, ruleset: Ruleset, texts: MessageCatalog) -> None:
        """Takes what to play by."""
        super().__init__(Chrome(), ruleset, texts)
        self.asked: list[RollRequest | Choice] = []
        self.entries: list[Outcome] = []

    def operator(self, name: str, *items: Any, side: Any = "pc", **sheet: Any) -> CombatantId:
        """Adds an Operator: Combat 50, every other Stat and Save 40."""
        return self.join(name, side=side, items=items, **{"kind": "operator", **STATS, **sheet})

    def enemy(self, name: str, *items: Any, side: Any = "foe", **sheet: Any) -> CombatantId:
        """Adds an enemy: Health 10, no Soak."""
        return self.join(
            name, side=side, items=items, **{"kind": "enemy", "move": "short", **sheet}
        )

    @override
    def play(self, command: Command, *faces: int, choose: Sequence[str] = ()) -> dict[str, Any]:
        """Plays a command, and what it leads to at once, with exactly these faces and these decisions.

        Returns the last result's values. ``last`` has the events of the whole gesture.
        """
        left, options = list(faces), list(choose)
        self.asked, self.entries, self.rolls = [], [], ()
        first_new = self.context.state.next_obligation
        self._play_entry(command, left, options)
        while any(each.id >= first_new for each in due_at(self.context.state, "now")):
            self._play_entry(Settle(), left, options)
        assert not left, f"dice left over: {left}"
        assert not options, f"decisions left over: {options}"
        self.last = Outcome(
            label=self.entries[0].label,
            events=tuple(event for entry in self.entries for event in entry.events),
            reasons=tuple(reason for entry in self.entries for reason in entry.reasons),
        )
        results = [
            event for event in self.last.events if isinstance(event, ev.Resolved) and event.values
        ]
        return dict(results[-1].values) if results else {}

    def _play_entry(self, command: Command, left: list[int], options: list[str]) -> None:
        procedure = self.system.procedure(self.context, command)
        answer: Any = None
        while True:
            try:
                asked = procedure.send(answer)
            except StopIteration as done:
                outcome: Outcome = done.value
                break
            if isinstance(asked, Choice):
                self.asked.append(asked)
                assert options, f"nothing chosen for {asked.key}: {asked.options}"
                assert options[0] in asked.options, asked.options
                answer = Chosen(option=options.pop(0))
                continue
            self.asked += asked
            answer = tuple(_answered(request, left) for request in asked)
            self.rolls += answer
        self.happen(*outcome.events)
        self.entries.append(outcome)
        for text in (outcome.label, *(reason.text for reason in outcome.reasons)):
            assert "chrome." not in self.context.texts.sentence(text)

    @property
    def lines(self) -> list[str]:
        """The log lines of the last gesture."""
        return [self.context.texts.sentence(entry.label) for entry in self.entries]

    def owed(self, who: CombatantId | None = None) -> list[str]:
        """Returns the kinds of what is owed, by everybody or one combatant, in order."""
        return [
            each.kind for each in self.context.state.obligations if who is None or each.who == who
        ]

    @property
    def label(self) -> str:
        """The log line of the last command."""
        assert self.last is not None
        return self.context.texts.sentence(self.last.label)

    def result(self, what: str, place: int = -1) -> dict[str, Any]:
        """Returns the values of a result of the last command, by kind; fails if there is none."""
        assert self.last is not None
        found = [
            dict(event.values)
            for event in self.last.events
            if isinstance(event, ev.Resolved) and event.what == what
        ]
        return found[place]

    def facts(self, what: str) -> list[CombatantId | None]:
        """Returns whom the results of a kind are about, in order."""
        assert self.last is not None
        return [
            event.who
            for event in self.last.events
            if isinstance(event, ev.Resolved) and event.what == what
        ]

    def keys(self) -> list[str]:
        """Returns the keys of everything the last command asked for, in order."""
        return [each.key for each in self.asked]

    @override
    def begin(self, *speed: int, choose: Sequence[str] = ()) -> None:
        """Begins the fight with these Speed Checks, in order of joining."""
        self.play(ask.Next())
        self.play(ask.Next(), *speed, choose=choose)

    @override
    def next(self, *faces: int, choose: Sequence[str] = ()) -> None:
        """Moves the fight on."""
        self.play(ask.Next(), *faces, choose=choose)

    def until(self, who: CombatantId, *faces: int) -> None:
        """Moves on, without dice but the last step's, until somebody acts."""
        for _ in range(50):
            if who in self.context.state.acting:
                return
            self.next(*faces)
        raise AssertionError(f"{who} never acts")

    def afflict(self, who: CombatantId, key: str, **more: Any) -> None:
        """Puts a condition on somebody, by no rule."""
        self.happen(ev.ConditionAdded(who=who, condition=Condition(key=key, **more)))

    def set_gauge(self, who: CombatantId, gauge: str, to: int) -> None:
        """Sets a gauge, by no rule."""
        self.happen(ev.GaugeSet(who=who, gauge=gauge, to=to))

    def health(self, who: CombatantId) -> int:
        """Returns current Health."""
        return self.gauge(who, "health")

    def conviction(self, who: CombatantId) -> int:
        """Returns current Conviction."""
        return self.gauge(who, "conviction")

    def why_not(self, command: Command) -> str:
        """Returns the words a command is refused with."""
        with pytest.raises(RuleError) as caught:
            next(self.system.procedure(self.context, command))
        return self.context.texts.text(caught.value.message)


@pytest.fixture
def table(ruleset: Ruleset, texts: MessageCatalog) -> Crew:
    """An empty table."""
    return Crew(ruleset, texts)
