"""The game master's own modifiers of areas: which of them counts for an attack, and how it stands in the arithmetic."""

from collections.abc import Collection

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.plan import Area
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.sight import Sight
from encounter_gui.rules.engine.modifiers import Modifier


def area_name(context: RulesContext, area: Area) -> str:
    """Returns what an area is called; one without a name as its kind is."""
    return area.name or context.texts.text_of(f"rules.field.kind.{area.kind or 'area'}")


def counting_area(seen: Sight | None, overruled: Collection[str] = ()) -> Area | None:
    """Returns the area whose own modifier counts: the greatest alone; None: none has one.

    Left out are areas that the game master has overruled.
    """
    areas = [each for each in seen.areas if each.amount] if seen is not None else []
    kept = [each for each in areas if each.key not in overruled]
    return max(kept, key=lambda each: abs(each.amount), default=None)


def counting(seen: Sight | None, overruled: Collection[str] = ()) -> str:
    """Returns the key of the area whose own modifier counts; empty: none has one."""
    area = counting_area(seen, overruled)
    return area.key if area is not None else ""


def parts(context: RulesContext, key: str, rule: str) -> tuple[Modifier, ...]:
    """Returns the own modifier of an area as a part of a roll, called as the area is; none without a key.

    Raises:
        RuleError: the plan has no such area.
    """
    if not key:
        return ()
    area = context.state.plan.area(key) if context.state.plan is not None else None
    if area is None:
        raise refuse("rules.field.no_area", area=key)
    return part_of(context, area, rule)


def part_of(context: RulesContext, area: Area, rule: str, key: str = "") -> tuple[Modifier, ...]:
    """Returns the own modifier of an area as a part of a roll, under a key; none of an area without one."""
    if not area.amount:
        return ()
    return (Modifier(name=area_name(context, area), amount=area.amount, rule=rule, key=key),)
