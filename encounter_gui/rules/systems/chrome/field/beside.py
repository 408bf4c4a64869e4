"""What needs somebody beside another. Source: CHR-38, CHR-48, CHR-54, CHR-60."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import distance
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.metres import metres_text


def is_beside(context: RulesContext, one: CombatantId, other: CombatantId) -> bool | None:
    """Returns whether two are at Close range of each other; None: one of them stands nowhere. Source: CHR-07."""
    far = distance(context.state, one, other)
    return None if far is None else far <= _close(context)


def require_beside(context: RulesContext, who: Combatant, other: Combatant, rule: str) -> None:
    """Requires that two are at Close range of each other, where both stand on the plan.

    Raises:
        RuleError: they are farther apart.
    """
    far = distance(context.state, who.id, other.id)
    if far is None or who.id == other.id or far <= _close(context):
        return
    raise refuse(
        "chrome.not_beside",
        rule=rule,
        who=who.name,
        other=other.name,
        metres=metres_text(far),
        most=_close(context),
    )


def _close(context: RulesContext) -> int:
    return number(context.ruleset.tables["bands"].get("close"))
