"""How much of a side is left: the share of what its members could bear, at any moment of a fight."""

from collections.abc import Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.reports.content.history import Step, health_gauge
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System

SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")


def health_of(context: RulesContext, combatant: Combatant) -> float:
    """Returns the points of the gauge that damage runs down, else what the worst wound leaves of 1."""
    main = health_gauge(context.ruleset)
    if main is not None:
        return max(combatant.gauges.get(main.key, 0), 0)
    most = max((each.level for each in context.ruleset.wound_levels), default=0)
    worst = max((place.level for place in combatant.locations.values()), default=0)
    return 1 - min(worst / most, 1) if most else 1.0


def share_lost(context: RulesContext, step: Step, who: CombatantId) -> float:
    """Returns which share of the health somebody had is lost with a step, from 0 to 1; below 0: won back."""
    before, after = step.before.combatants.get(who), step.after.combatants.get(who)
    if before is None or after is None:
        return 0.0
    had = health_of(context, before)
    return (had - health_of(context, after)) / had if had > 0 else 0.0


class Strength:
    """The strength of sides, in percent of the most that all who were ever on it had; who is out counts as nothing.

    It is a measure of what is left, no chance of anything.
    """

    def __init__(
        self, system: System, context: RulesContext, states: Iterable[EncounterState]
    ) -> None:
        """Takes the game, and the moments among which everybody's most is looked for."""
        self._system = system
        self._context = context
        self._most: dict[Side, dict[CombatantId, float]] = {}
        self._known: dict[int, tuple[EncounterState, dict[Side, float]]] = {}
        for state in states:
            for who, combatant in state.combatants.items():
                most = self._most.setdefault(combatant.side, {})
                most[who] = max(most.get(who, 0.0), health_of(context, combatant))

    def of(self, state: EncounterState, side: Side) -> float | None:
        """Returns the strength of a side at a moment; None while nobody of it is there who could bear anything."""
        return self._of_all(state).get(side)

    def _of_all(self, state: EncounterState) -> dict[Side, float]:
        known = self._known.get(id(state.combatants))
        if known is None or known[0].combatants is not state.combatants:
            known = self._known[id(state.combatants)] = (state, self._worked_out(state))
        return known[1]

    def _worked_out(self, state: EncounterState) -> dict[Side, float]:
        seen = RulesContext(state=state, ruleset=self._context.ruleset, texts=self._context.texts)
        out = {row.who for row in self._system.rows(seen) if row.is_out}
        left: dict[Side, float] = {}
        for who, combatant in state.combatants.items():
            health = 0.0 if who in out else health_of(self._context, combatant)
            left[combatant.side] = left.get(combatant.side, 0.0) + health
        most = {side: sum(each.values()) for side, each in self._most.items()}
        return {side: 100 * health / most[side] for side, health in left.items() if most.get(side)}
