"""What a change by hand would do, shown before it is made."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import ChangePreview, GaugeCell

OutcomeOf = Callable[[RulesContext, RulesContext, CombatantId], str]
"""Returns the key of the condition a change brings a combatant to; empty: none. Takes the context before and after."""


def no_outcome(before: RulesContext, after: RulesContext, who: CombatantId) -> str:
    """Returns nothing: a change brings nobody to a condition."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules:
    """How a system shows a change: on which gauge, by its key, and what it brings a combatant to."""

    gauge: Callable[[RulesContext, Combatant, str], GaugeCell]
    outcome: OutcomeOf = no_outcome


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


def added(before: Sequence[str], after: Sequence[str]) -> str:
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
        before=rules.gauge(before, combatant, gauge),
        after=rules.gauge(after, after.combatant(combatant.id), gauge),
        outcome=known.name if known else "",
        kind=known.kind if known else "neutral",
    )
