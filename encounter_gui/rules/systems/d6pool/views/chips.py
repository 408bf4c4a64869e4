"""Conditions in a few words, as rows, sheets and the timeline show them. Source: D6P-50."""

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view import Chip

_HIDDEN = ("busy", "aided")
_URGENCY = {"danger": 0, "warn": 1, "info": 2, "good": 3, "neutral": 4}


def chips(context: RulesContext, combatant: Combatant) -> tuple[Chip, ...]:
    """Returns somebody's conditions as chips, most urgent first; what only the rules need is left out."""
    keys = character.derived(combatant)
    if obligations.weapon_in_air(context.state, combatant.id) and not combatant.has("in_air"):
        keys = (*keys, obligations.IN_AIR)
    if not keys and not combatant.conditions and character.dodge_left(combatant):
        return ()
    made = [
        _chip(context, known, None) for key in keys if (known := context.ruleset.condition(key))
    ]
    for condition in combatant.conditions:
        known = context.ruleset.condition(condition.key)
        if known is not None and condition.key not in _HIDDEN:
            made.append(_chip(context, known, condition))
    spent = context.ruleset.condition("out_of_dodge")
    if (
        spent
        and not character.is_down(combatant)
        and context.state.slots
        and character.dodge_pool(context, combatant)
        and not character.dodge_left(combatant)
    ):
        made.append(_chip(context, spent, None))
    return tuple(sorted(made, key=lambda chip: _URGENCY[chip.kind]))


def _chip(context: RulesContext, known: ConditionDef, condition: Condition | None) -> Chip:
    amounts = [effect.amount for effect in known.effects if effect.on in ("action", "attack")]
    worst = min(amounts, default=0)
    text = f"{known.name} {signed(worst)}" if worst else known.name
    return Chip(
        text=text,
        kind=known.kind,
        duration=duration(context, condition) if condition else "",
        icon=known.icon,
        tip=(condition.note if condition and condition.note and known.by_hand else known.text),
        key=condition.key if condition else "",
    )


def duration(context: RulesContext, condition: Condition) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows."""
    texts = context.texts
    if condition.key == "bleeding" and condition.count is not None:
        left = condition.count - context.state.round + 1
        return (
            texts.text_of("d6pool.in_turns.1")
            if left <= 1
            else texts.text_of("d6pool.in_turns", turns=left)
        )
    if condition.until is None:
        return ""
    left = condition.until.round - max(context.state.round, 1) + 1
    if left <= 1:
        return texts.text_of("d6pool.this_turn")
    return texts.text_of("d6pool.in_turns", turns=left)
