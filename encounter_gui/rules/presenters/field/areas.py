"""An area of the plan in words: the game master's own, and what it means to the rules."""

from encounter_gui.encounter.plan import Area
from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import last_round
from encounter_gui.rules.engine.field.rules import FieldRules
from encounter_gui.rules.engine.time.clock import moment_text
from encounter_gui.rules.model.text_format import with_sign


def area_words(context: RulesContext, rules: FieldRules, area: Area) -> tuple[str, str]:
    """Returns what stands in an area: its name with what it is, and when it ends; each may be empty."""
    text_of = context.texts.text_of
    what = _what(context, rules, area)
    if area.name and what and ":" not in area.name and what.casefold() != area.name.casefold():
        head = text_of("rules.field.is", name=area.name, what=what)
    else:
        head = area.name or what[:1].upper() + what[1:]
    return head, _until(context, area.until) if area.until else ""


def _what(context: RulesContext, rules: FieldRules, area: Area) -> str:
    text_of = context.texts.text_of
    known = context.ruleset.modifier(rules.step_of(area))
    if area.kind and known is not None and area.kind != "smoke":
        kind = known.name[:1].lower() + known.name[1:]
    else:
        kind = text_of(f"rules.field.kind.{area.kind}") if area.kind else ""
    return " ".join(part for part in (kind, with_sign(area.amount) if area.amount else "") if part)


def _until(context: RulesContext, until: Expiry) -> str:
    text_of, state = context.texts.text_of, context.state
    if until.at is not None:
        return text_of("rules.field.until_moment", moment=moment_text(context, until.at))
    whose = state.combatants.get(until.whose) if until.whose else None
    if whose is not None:
        return text_of(f"rules.field.until_{until.edge}", who=whose.name)
    left = max(last_round(context, until) - state.round + 1, 1)
    unit = context.ruleset.time.round
    if left == 1:
        return text_of("rules.field.until_round", unit=unit)
    return text_of("rules.field.until_rounds", count=left, unit=unit)
