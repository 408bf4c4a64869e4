"""Conditions in a few words, as rows, sheets and the timeline show them. Source: PHA-76."""

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.presenters import chips as presenter
from encounter_gui.rules.presenters.chips import ChipRules
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character, clocks

_FIXED = {"stunned": "next_action", "jammed": "one_action"}
"""Conditions that last until something is done."""


def _derived_keys(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    return (*character.derived_conditions(context, combatant), *_lost_actions(combatant))


def _lost_actions(combatant: Combatant) -> tuple[str, ...]:
    """Returns what the loss of an action of this phase shows as; the condition itself is over. Source: PHA-64."""
    is_dazed = combatant.gauges.get(character.LOST, 0) > 0 and not combatant.has("stunned")
    return ("stunned",) if is_dazed and not character.is_down(combatant) else ()


def _text(
    context: RulesContext, combatant: Combatant, known: ConditionDef, condition: Condition | None
) -> str:
    if condition is None:
        amount = 0
        if known.key == "fatigued":
            amount = character.fatigue(combatant)
        elif known.key == "encumbered":
            amount = character.burden(context, combatant)
        return f"{known.name} {amount}" if amount else known.name
    if condition.key == "aiding":
        patient = character.patient_of(context, combatant)
        name = patient.name if patient else context.texts.text_of("phases.nobody_word")
        return context.texts.text_of("phases.chip.aiding", patient=name)
    return presenter.with_amount(known, min((each.amount for each in known.effects), default=0))


def _tip(owner: Combatant, known: ConditionDef, condition: Condition | None) -> str:
    """Returns which of its weapons are jammed and what that means, or the usual tip."""
    if condition is None or not condition.keys:
        return presenter.note_by_hand(owner, known, condition)
    weapons = ", ".join(each.name for each in owner.items if each.key in condition.keys)
    return f"{weapons}. {known.text}" if weapons else " ".join(condition.keys)


def _remaining(context: RulesContext, condition: Condition | None) -> float | None:
    return 0 if condition is None else phases_left(context, condition)


def phases_left(context: RulesContext, condition: Condition) -> int | None:
    """Returns how many phases a condition still lasts, the current one counted; None: nobody knows."""
    if condition.key in clocks.COUNTED and condition.count is not None:
        phase = _on_clock(context, condition) or condition.count
        return max(phase - clocks.phase_now(context.state), 0)
    return rounds_left(context, condition)


def _on_clock(context: RulesContext, condition: Condition) -> int | None:
    """Returns the phase that a condition of somebody leads to by the campaign's clock; None: in a fight."""
    state = context.state
    if state.stage == "running":
        return None
    owners = (each for each in state.combatants.values() if condition in each.conditions)
    owner = next(owners, None)
    return clocks.phase_of(context, owner, condition.key) if owner else None


def duration(context: RulesContext, key: str, condition: Condition | None) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows. Source: PHA-70, PHA-76."""
    texts = context.texts
    if condition is None:
        return texts.text_of("phases.lasts.phase") if key == "stunned" else ""
    if key in _FIXED:
        return texts.text_of(f"phases.lasts.{_FIXED[key]}")
    left = phases_left(context, condition)
    if left is None:
        return ""
    if condition.key == "aiding":
        whole = character.table_number(
            context, "care", "first_aid_phases", mechanics.PHASES_A_MINUTE
        )
        return texts.text_of("phases.lasts.done", done=max(whole - left, 0), whole=whole)
    return _left(context, left, ends=condition.until is not None)


def _left(context: RulesContext, left: int, *, ends: bool) -> str:
    """Returns so many phases in words; what ends by itself with this one lasts the phase."""
    texts = context.texts
    if left >= 2 * mechanics.PHASES_A_MINUTE:
        return texts.text_of("phases.lasts.minutes", minutes=-(-left // mechanics.PHASES_A_MINUTE))
    if ends and left <= 1:
        return texts.text_of("phases.lasts.phase")
    return (
        texts.text_of("phases.lasts.phases", phases=left)
        if left
        else texts.text_of("phases.lasts.due")
    )


RULES = ChipRules(
    derived=_derived_keys,
    text=_text,
    lasts=duration,
    remaining=_remaining,
    tip=_tip,
    removable=frozenset({"stunned"}),
    hidden=frozenset({"wounded"}),  # the strip of wounds says it
)
