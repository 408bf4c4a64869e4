"""Conditions in a few words, as rows, panels and the timeline show them. Source: D6P-50."""

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.presenters import chips as presenter
from encounter_gui.rules.presenters.chips import ChipRules
from encounter_gui.rules.systems.d6pool import obligations
from encounter_gui.rules.systems.d6pool.sheet import character

_OUT_OF_DODGE = "out_of_dodge"


def _derived_keys(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    keys = character.derived_keys(combatant)
    if obligations.weapon_in_air(context.state, combatant.id) and not combatant.has("in_air"):
        keys = (*keys, obligations.IN_AIR)
    is_spent = (
        not character.dodge_left(combatant)
        and bool(context.state.slots)
        and not character.is_down(combatant)
        and character.dodge_pool(context, combatant) > 0
    )
    return (*keys, _OUT_OF_DODGE) if is_spent else keys


def _text(
    context: RulesContext,
    combatant: Combatant,
    known: ConditionDef,
    condition: Condition | None,
) -> str:
    amounts = (effect.amount for effect in known.effects if effect.on in ("action", "attack"))
    return presenter.with_amount(known, min(amounts, default=0))


def duration(context: RulesContext, key: str, condition: Condition | None) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows."""
    if condition is None:
        return ""
    if key == "bleeding" and condition.count is not None:
        left = condition.count - context.state.round + 1
        if left <= 1:
            return context.texts.text_of("d6pool.in_turns.1")
    elif condition.until is not None:
        left = rounds_left(context, condition) or 0
        if left <= 1:
            return context.texts.text_of("d6pool.this_turn")
    else:
        return ""
    return context.texts.text_of("d6pool.in_turns", turns=left)


RULES = ChipRules(
    derived=_derived_keys,
    text=_text,
    lasts=duration,
    place=lambda key: 1 if key == _OUT_OF_DODGE else 0,
    tip=presenter.note_by_hand,
    hidden=frozenset({"busy", "aided"}),
)
