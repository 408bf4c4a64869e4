"""An action while it is played out: what has come of it so far, and what of that waits for the rest of a tie.

Source: PHA-19, PHA-78.
"""

from dataclasses import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Param, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases.sheet.character import takes_part


def is_tied(context: RulesContext) -> bool:
    """Returns whether two or more act at once now, or did so until now and their results still wait. Source: PHA-19."""
    state = context.state
    able = [slot for slot in state.slots if slot.group == state.group and takes_part(context, slot)]
    return len(able) > 1 or bool(state.held)


def held_events(state: EncounterState, by: CombatantId | None = None) -> tuple[ev.Event, ...]:
    """Returns the results that wait, everybody's or those of one."""
    return tuple(
        event for held in state.held if by is None or held.by == by for event in held.events
    )


class Course:
    """Collects the events of an action, each true for what is rolled after it.

    ``view`` is what totals are made from: in a tie the phase as it stood before, with the actor's own results.
    ``after`` is what wounds are added to: every result of the tie, in the order in which they were rolled.
    ``dealer`` is who strikes: the actor, or for a moment who counters.
    """

    def __init__(self, context: RulesContext, by: CombatantId | None) -> None:
        """Takes the scene as it stands, and who acts; None: nobody, so nothing waits."""
        self.by = by
        self.dealer = by
        self.waits = by is not None and by in context.state.acting and is_tied(context)
        self.view = self.after = context
        if self.waits:
            own = fold(context.state, held_events(context.state, by))
            self.view = replace(context, state=own)
            self.after = replace(context, state=fold(context.state, held_events(context.state)))
        self.reasons: list[Reason] = []
        self.results: list[str] = []
        self._events: list[ev.Event] = []
        self._waiting: list[ev.Event] = []

    def now(self, *events: ev.Event) -> None:
        """Facts, and what the action costs: true at once, tie or no tie."""
        self._events += events
        self._fold(events)

    def effect(self, *events: ev.Event) -> None:
        """What the action does to somebody: in a tie true once everybody has rolled. Source: PHA-19."""
        if self.waits:
            self._waiting += events
        else:
            self._events += events
        self._fold(events)

    def why(self, key: str, *, rule: str, **params: Param) -> None:
        """Notes a line of the arithmetic."""
        self.reasons.append(Reason(text=say(key, **params), rule=rule))

    def tell(self, key: str, **params: Param) -> None:
        """Notes a piece of the line in the log."""
        self.results.append(self.after.texts.sentence(say(key, **params)))

    def one(self, who: CombatantId) -> Combatant:
        """Returns a combatant with everything that has come of the action."""
        return self.after.combatant(who)

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """Everything that has come of it; in a tie the effects held back."""
        if not self._waiting or self.by is None:
            return tuple(self._events)
        return (*self._events, ev.ResultHeld(by=self.by, events=tuple(self._waiting)))

    @property
    def told(self) -> str:
        """The pieces of the line in the log."""
        return "; ".join(self.results)

    def _fold(self, events: tuple[ev.Event, ...]) -> None:
        if not events:
            return
        is_one = self.view is self.after
        self.after = replace(self.after, state=fold(self.after.state, events))
        if is_one:
            self.view = self.after
        else:
            self.view = replace(self.view, state=fold(self.view.state, events))
