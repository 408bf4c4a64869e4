"""What a change by hand would do, shown before it is made."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.view import ChangePreview, GaugeCell, GaugeChange, OwedTest

GaugeOf = Callable[[RulesContext, Combatant], GaugeCell]

WoundOf = Callable[[RulesContext, Combatant, str], tuple[int, str]]
"""Returns the wound at a place of somebody's body: its level from 0, and its letter."""

OwedOf = Callable[[RulesContext, RulesContext, CombatantId], Iterable[OwedTest]]
"""Returns what will be demanded later because of a combatant, beside its obligations. Takes the context before and
after."""


def nothing_owed(before: RulesContext, after: RulesContext, who: CombatantId) -> Iterable[OwedTest]:
    """Returns nothing: all that a change leads to is an obligation at once."""
    return ()


class ChangeRules(Struct, frozen=True, kw_only=True):
    """How a system shows a change: its gauges, and what it brings a combatant to.

    ``brought_to`` returns the keys of those conditions of a combatant that a change can bring it to, the worst first.
    ``gauges`` has the cells of gauges that are shown otherwise than by their name and the ruleset, by key; others go
    from 0 to ``most`` where the ruleset does not say how far.
    ``harmed`` is the key of the gauge that damage is taken from; empty: damage makes wounds. ``wound`` is the wound at
    a place, None: places have none.
    """

    brought_to: Callable[[Combatant], Sequence[str]]
    gauges: Mapping[str, GaugeOf] = field(default_factory=dict)
    most: int = 0
    harmed: str = ""
    wound: WoundOf | None = None
    owed: OwedOf = nothing_owed


def gauge_change(
    before: RulesContext, after: RulesContext, who: CombatantId, gauge: str, rules: ChangeRules
) -> GaugeChange:
    """Returns a gauge of somebody in the context before and after a change."""
    return GaugeChange(
        before=_cell(before, before.combatant(who), gauge, rules),
        after=_cell(after, after.combatant(who), gauge, rules),
    )


def _cell(context: RulesContext, combatant: Combatant, gauge: str, rules: ChangeRules) -> GaugeCell:
    if gauge in rules.gauges:
        return rules.gauges[gauge](context, combatant)
    known = context.ruleset.gauge(gauge)
    name = known.name if known else gauge
    return gauge_cell(context, combatant, gauge, name, span=(0, rules.most))


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


def outcome(before: RulesContext, after: RulesContext, who: CombatantId, rules: ChangeRules) -> str:
    """Returns the key of the worst condition that a change has brought a combatant to; empty: none."""
    old, new = (rules.brought_to(each.combatant(who)) for each in (before, after))
    return next((key for key in new if key not in old), "")


def _preview(
    before: RulesContext,
    after: RulesContext,
    combatant: Combatant,
    gauge: str,
    rules: ChangeRules,
) -> ChangePreview:
    known = before.ruleset.condition(outcome(before, after, combatant.id, rules))
    return ChangePreview(
        who=combatant.id,
        number=combatant.number,
        name=combatant.name,
        side=combatant.side,
        gauges=(gauge_change(before, after, combatant.id, gauge, rules),),
        outcome=known.name if known else "",
        kind=known.kind if known else "neutral",
    )
