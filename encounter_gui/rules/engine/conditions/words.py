"""How long a condition lasts, in words: what was said, and what is left of it, in one unit."""

from encounter_gui.encounter.values import Combatant, Condition, Duration, DurationKind
from encounter_gui.rules.engine.conditions.save_rolls import save_text
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text, rounds_left, units
from encounter_gui.rules.engine.time.clock import now_of, span_text


def said_text(context: RulesContext, duration: Duration, bearer: Combatant | None = None) -> str:
    """Returns a duration as it is said, e.g. ``for 2 rounds``; ``bearer``: who has the condition, if it is one."""
    text = context.texts.text_of
    match duration.kind:
        case "round" | "phase" | "turn" | "minute" | "hour" | "day":
            return text("rules.said.for", time=count_text(context, duration.kind, duration.count))
        case "turn_start" | "turn_end":
            return _turn_text(context, duration, bearer)
        case "save_ends":
            save = save_text(duration)
            return (
                text("rules.said.save_ends_by", save=save) if save else text("rules.said.save_ends")
            )
        case "as_ruled" | "scene" | "permanent":
            return text(f"rules.said.{duration.kind}")


def count_text(context: RulesContext, unit: DurationKind, count: int) -> str:
    """Returns so many units in words, e.g. ``2 rounds``."""
    key = f"rules.time.{unit}"
    return context.texts.text_of(f"{key}.1" if count == 1 else key, count=count)


def _turn_text(context: RulesContext, duration: Duration, bearer: Combatant | None) -> str:
    text = context.texts.text_of
    whose = context.state.combatants.get(duration.whose) if duration.whose else bearer
    name = whose.name if whose else ""
    edge = "start" if duration.kind == "turn_start" else "end"
    which = {0: "this", 1: "next"}.get(duration.count, "later")
    key = f"rules.said.turn_{edge}.{which}"
    if name:
        return text(key, who=name, count=duration.count)
    return text(f"{key}.own", count=duration.count)


def left_text(context: RulesContext, condition: Condition) -> str:
    """Returns how long a condition still lasts, for its chip, in the unit in which it was said.

    Less than one of that unit is told in the next smaller one. What ends by the campaign's clock has its time in full.
    Empty: the rules say how long it lasts, or nobody knows.
    """
    if condition.until is not None and condition.until.at is not None:
        return span_text(context, condition.until.at - now_of(context))
    duration = duration_text(condition)
    if duration is None:
        return ""
    text = context.texts.text_of
    match duration.kind:
        case "round" | "phase" | "turn" | "minute" | "hour" | "day":
            return _time_left(context, condition, duration.kind)
        case "turn_start" | "turn_end":
            return _turn_left(context, condition, duration)
        case "save_ends" | "scene" | "permanent":
            return text(f"rules.left.{duration.kind}")
        case "as_ruled":
            return ""


def _time_left(context: RulesContext, condition: Condition, said_in: DurationKind) -> str:
    left = rounds_left(context, condition) or 0
    known = units(context.ruleset.time)
    size = known.get(said_in, 1)
    unit = said_in
    if left < size:
        unit, size = next(
            pair for pair in reversed(tuple(known.items())) if pair[1] <= max(left, 1)
        )
    if left <= 1 and size == 1:
        return context.texts.text_of(f"rules.left.{unit}")
    return count_text(context, unit, -(-left // size))


def _turn_left(context: RulesContext, condition: Condition, duration: Duration) -> str:
    whose = context.state.combatants.get(duration.whose) if duration.whose else None
    edge = "start" if duration.kind == "turn_start" else "end"
    later = (rounds_left(context, condition) or 1) - 1
    name = whose.name if whose else ""
    key = f"rules.left.turn_{edge}"
    if later > 1:
        when = count_text(context, next(iter(units(context.ruleset.time))), later)
        return context.texts.text_of(f"{key}.later", who=name, time=when)
    return context.texts.text_of(key, who=name)
