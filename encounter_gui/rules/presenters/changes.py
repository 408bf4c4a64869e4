"""What a change by hand would do, shown before it is made."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import ChangePreview, GaugeCell, GaugeChange, OwedTest

OutcomeOf = Callable[[RulesContext, RulesContext, CombatantId], str]
"""Returns the key of the condition a change brings a combatant to; empty: none. Takes the context before and after."""


WoundOf = Callable[[RulesContext, Combatant, str], tuple[int, str]]
"""Returns the wound at a place of somebody's body: its level from 0, and its letter."""

OwedOf = Callable[[RulesContext, RulesContext, CombatantId], Iterable[OwedTest]]
"""Returns what will be demanded later because of a combatant, beside its obligations. Takes the context before and
after."""


def nothing_owed(before: RulesContext, after: RulesContext, who: CombatantId) -> Iterable[OwedTest]:
    """Returns nothing: all that a change leads to is an obligation at once."""
    return ()


def no_outcome(before: RulesContext, after: RulesContext, who: CombatantId) -> str:
    """Returns nothing: a change brings nobody to a condition."""
    return ""


class ChangeRules(Struct, frozen=True, kw_only=True):
    """How a system shows a change: on which gauge, by its key, and what it brings a combatant to.

    ``harmed`` is the key of the gauge that damage is taken from; empty: damage makes wounds. ``wound`` is the wound at
    a place, None: places have none.
    """

    gauge: Callable[[RulesContext, Combatant, str], GaugeCell]
    outcome: OutcomeOf = no_outcome
    harmed: str = ""
    wound: WoundOf | None = None
    owed: OwedOf = nothing_owed


def gauge_change(
    before: RulesContext, after: RulesContext, who: CombatantId, gauge: str, rules: ChangeRules
) -> GaugeChange:
    """Returns a gauge of somebody in the context before and after a change."""
    return GaugeChange(
        before=rules.gauge(before, before.combatant(who), gauge),
        after=rules.gauge(after, after.combatant(who), gauge),
    )


def previews(
    before: RulesContext,
    after: RulesContext,
    who: Iterable[CombatantId],
    gauge: str,
    rules: ChangeRules,
) -> tuple[ChangePreview, ...]:
    """Returns what a change of a gauge has done to combatants, from the context before and after it."""
    return tuple(
        _preview(before, after, combatant, gauge, rules) for combatant in before.combatants(who)
    )


def first_added(before: Sequence[str], after: Sequence[str]) -> str:
    """Returns the first of the keys after a change that was not there before it; empty: there is none."""
    return next((key for key in after if key not in before), "")


def _preview(
    before: RulesContext,
    after: RulesContext,
    combatant: Combatant,
    gauge: str,
    rules: ChangeRules,
) -> ChangePreview:
    outcome = rules.outcome(before, after, combatant.id)
    known = before.ruleset.condition(outcome)
    return ChangePreview(
        who=combatant.id,
        number=combatant.number,
        name=combatant.name,
        side=combatant.side,
        gauges=(gauge_change(before, after, combatant.id, gauge, rules),),
        outcome=known.name if known else "",
        kind=known.kind if known else "neutral",
    )
