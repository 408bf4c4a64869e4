"""A tie side by side: the words of its attacks, throws and blasts. Source: D6P-15."""

from collections.abc import Mapping, Sequence

from encounter_gui.core.messages import figure_text
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.ties.cards import Rolls
from encounter_gui.rules.presenters.ties.side_by_side import CardWords, TieRules
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from encounter_gui.rules.view import ChipKind


def _card(context: RulesContext, rolls: Rolls) -> CardWords:
    values = rolls.values_of("attack", "blast", "throw")
    if not values:
        return CardWords()
    found, kind = _outcome(context, values)
    dodge, total = _number(values, "dodge"), _number(values, "total")
    dn = _number(values, "dn")
    bare = f"{dn - dodge} + {dodge}" if dodge else str(dn)
    totals = {
        "attack": (figure_text(total), f"{'≥' if total >= dn else '<'} {bare}"),
        "throw": (figure_text(total), f"{'≥' if total >= dn else '<'} {bare}"),
    }
    for key in ("damage", "resistance"):
        if key in values:
            totals[key] = (figure_text(_number(values, key)), "")
    return CardWords(
        note=_note(context, rolls),
        outcome=found,
        kind=kind,
        totals=totals,
        hidden=frozenset({"dodge"}) if dodge else frozenset(),
    )


def _outcome(context: RulesContext, values: Mapping[str, object]) -> tuple[str, ChipKind]:
    text_of = context.texts.text_of
    if "landed" in values or "metres" in values:
        metres = values.get("metres", 0)
        return text_of("d6pool.at_once.off", metres=str(metres)) if metres else text_of(
            "d6pool.at_once.on_point"
        ), "neutral"
    if not values.get("hit"):
        return text_of("d6pool.at_once.missed"), "neutral"
    wounds = _number(values, "wounds")
    if wounds > 0:
        return text_of("d6pool.at_once.wounds", count=wounds), "danger"
    if values.get("stunned"):
        return text_of("d6pool.at_once.stunned"), "warn"
    return text_of("d6pool.at_once.harmless"), "neutral"


def _note(context: RulesContext, rolls: Rolls) -> str:
    """Returns from how far, and how many dice were spent on dodging."""
    text_of, found = context.texts.text_of, []
    metres = rolls.entry.command.get("metres")
    if isinstance(metres, int | float):
        found.append(text_of("d6pool.at_once.metres", metres=f"{metres:g}"))
    spent = sum(each.request.count for each in rolls.rolled if each.request.key == "dodge")
    if spent:
        found.append(text_of("d6pool.at_once.dodge", count=spent))
    return ", ".join(found)


def _sum(context: RulesContext, facts: Sequence[ev.Resolved]) -> str:
    """Returns the wounds of all hits on one target: ``4 + 5 = 9 wounds``. Source: D6P-35."""
    wounds = [wound for each in facts if (wound := _number(each.values, "wounds")) > 0]
    if not wounds:
        return ""
    parts = f"{' + '.join(map(str, wounds))} = " if len(wounds) > 1 else ""
    return context.texts.text_of("d6pool.at_once.sum", parts=parts, count=sum(wounds))


def _number(values: Mapping[str, object], key: str) -> int:
    value = values.get(key)
    return value if isinstance(value, int) else 0


def _has_acted(context: RulesContext, combatant: Combatant, slot: Slot) -> bool:
    """Returns whether somebody has attacked in its action, or spent it. Source: D6P-17."""
    has_begun = any(combatant.gauges.get(each) for each in ("attacks", "spent"))
    return has_begun or action_budget.is_spent(context, combatant, slot)


def _is_done(context: RulesContext, combatant: Combatant, slot: Slot) -> bool:
    """Returns whether an action is spent and all that it has thrown has gone off. Source: D6P-17, D6P-40."""
    is_in_air = bool(obligations.weapon_in_air(context.state, combatant.id))
    return not is_in_air and action_budget.is_spent(context, combatant, slot)


def _plan(context: RulesContext, combatant: Combatant) -> str:
    return combatant.memo_text("intent")


RULES = TieRules(
    turns=rounds.ROUNDS,
    apply=do.Apply(),
    one_by_one=do.Apply(one_by_one=True),
    card=_card,
    sum=_sum,
    has_acted=_has_acted,
    is_done=_is_done,
    plan=_plan,
    seen_by=rounds.view_of_tie,
)
