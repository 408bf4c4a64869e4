"""One command on its way through the rules: what has come of it so far, and who still has to keep calm.

A course lives inside one procedure and is dropped with it; nothing of it is true before the procedure returns.
"""

from dataclasses import replace
from typing import Any

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition, LocationState, Value
from encounter_gui.rules.engine.context import RulesContext

TAIL = "tail"
"""The parameter of a log line that takes what else happened, in words."""


class Course:
    """Collects events, and shows the fight as they leave it. Source: CHR-73."""

    def __init__(self, context: RulesContext) -> None:
        """Takes the fight as it is before the command."""
        self.scene = context
        self.target: CombatantId | None = None
        self.checked: set[CombatantId] = set()
        self.panicked: set[CombatantId] = set()
        self._events: list[ev.Event] = []
        self._reasons: list[Reason] = []
        self._then: list[str] = []
        self._due: dict[CombatantId, None] = {}

    def one(self, who: CombatantId) -> Combatant:
        """Returns a combatant as it is by now."""
        return self.scene.combatant(who)

    def happen(self, *events: ev.Event) -> None:
        """Makes events true for what follows."""
        self._events += events
        self.scene = replace(self.scene, state=fold(self.scene.state, events))

    def fact(
        self,
        what: str,
        who: CombatantId | None = None,
        target: CombatantId | None = None,
        **values: Value,
    ) -> None:
        """Notes what a roll came to."""
        self.happen(ev.Resolved(what=what, who=who, target=target, values=values))

    def why(self, text: Message, rule: str) -> None:
        """Notes a line of the arithmetic."""
        self._reasons.append(Reason(text=text, rule=rule))

    def then(self, text: Message, *, at: int | None = None) -> None:
        """Notes what else happened, for the end of the log line; ``at``: before what was told from there on."""
        place = len(self._then) if at is None else at
        self._then.insert(place, self.scene.texts.sentence(text))

    @property
    def told(self) -> int:
        """How much else has been told so far."""
        return len(self._then)

    def gauge(self, who: CombatantId, gauge: str, by: int) -> None:
        """Changes a running number; by 0, nothing happens."""
        if by:
            self.happen(ev.GaugeChanged(who=who, gauge=gauge, by=by))

    def set_gauge(self, who: CombatantId, gauge: str, to: int) -> None:
        """Sets a running number, if it is another by now."""
        if self.one(who).gauges.get(gauge, 0) != to:
            self.happen(ev.GaugeSet(who=who, gauge=gauge, to=to))

    def afflict(self, who: CombatantId, key: str, **more: Any) -> None:  # noqa: ANN401 - fields of the condition
        """Puts a condition on somebody."""
        self.happen(ev.ConditionAdded(who=who, condition=Condition(key=key, **more)))

    def relieve(self, who: CombatantId, *keys: str) -> None:
        """Takes conditions off somebody."""
        for key in keys:
            if self.one(who).has(key):
                self.happen(ev.ConditionRemoved(who=who, key=key))

    def remember(self, who: CombatantId, key: str, text: str) -> None:
        """Remembers a short text about somebody; an empty one is forgotten."""
        if self.one(who).memo_text(key) != text:
            self.happen(ev.MemoSet(who=who, key=key, value=text))

    def mark(self, who: CombatantId, place: str, mark: str, *, on: bool = True) -> None:
        """Puts a mark on a place of the body, or takes it off. Source: CHR-49, CHR-54."""
        known = self.one(who).locations.get(place, LocationState())
        rest = tuple(each for each in known.marks if each != mark)
        marks = (*rest, mark) if on else rest
        if marks != known.marks:
            self.happen(ev.LocationSet(who=who, location=place, level=known.level, marks=marks))

    def frighten(self, who: CombatantId) -> None:
        """Has somebody make a Panic Check once everything else is settled, at most one a command. Source: CHR-73."""
        if who not in self.checked:
            self._due[who] = None

    @property
    def due(self) -> tuple[CombatantId, ...]:
        """Who still has to make a Panic Check, in order of being frightened."""
        return tuple(self._due)

    def take_due(self) -> tuple[CombatantId, ...]:
        """Returns who still has to make a Panic Check, and counts them as having made it."""
        due = self.due
        self._due.clear()
        self.checked.update(due)
        return due

    def outcome(self, label: Message) -> Outcome:
        """Returns everything that came of the command."""
        tail = "".join(f"; {each}" for each in self._then)
        if TAIL in label.params:
            label = Message(key=label.key, params={**label.params, TAIL: tail})
        elif tail:
            text = self.scene.texts.sentence(label)
            label = say("chrome.log.more", text=text, tail=tail)
        return Outcome(label=label, events=tuple(self._events), reasons=tuple(self._reasons))
