"""Conditions in a few words, as rows, sheets and the timeline show them. Source: PHA-76."""

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.view import Chip

HIDDEN = ("wounded",)
"""What the strip of wounds says already."""

_URGENCY = {"danger": 0, "warn": 1, "info": 2, "good": 3, "neutral": 4}
_FIXED = {"stunned": "next_action", "jammed": "one_action"}
"""Conditions that last until something is done."""

_COUNTS_TO = ("in_shock", "incapacitated", "clinically_dead", "aiding")
"""Conditions whose count is the phase something falls due."""


def chips(context: RulesContext, combatant: Combatant) -> tuple[Chip, ...]:
    """Returns somebody's conditions as chips, most urgent first; the shortest first of those equally so."""
    found: list[tuple[int, int, Chip]] = []
    for key in (*character.derived(context, combatant), *_lost(combatant)):
        known = context.ruleset.condition(key)
        if known is not None and key not in HIDDEN:
            found.append((_URGENCY[known.kind], 0, _derived(context, combatant, known)))
    for condition in combatant.conditions:
        known = context.ruleset.condition(condition.key)
        if known is not None:
            left = phases_left(context, condition)
            order = 10**6 if left is None else left
            found.append((_URGENCY[known.kind], order, _chip(context, known, condition)))
    return tuple(chip for *_, chip in sorted(found, key=lambda each: each[:2]))


def _lost(combatant: Combatant) -> tuple[str, ...]:
    """Returns what the loss of an action of this phase shows as; the condition itself is over. Source: PHA-64."""
    is_dazed = combatant.gauges.get(character.LOST, 0) > 0 and not combatant.has("stunned")
    return ("stunned",) if is_dazed and not character.is_down(combatant) else ()


def _derived(context: RulesContext, combatant: Combatant, known: ConditionDef) -> Chip:
    amount = 0
    if known.key == "fatigued":
        amount = character.fatigue(combatant)
    elif known.key == "encumbered":
        amount = character.burden(context, combatant)
    text = f"{known.name} {amount}" if amount else known.name
    if known.key == "stunned":
        lasts = context.texts.text_of("phases.lasts.phase")
        return Chip(
            text=text,
            kind=known.kind,
            duration=lasts,
            icon=known.icon,
            tip=known.text,
            key=known.key,
        )
    return Chip(text=text, kind=known.kind, icon=known.icon, tip=known.text)


def _chip(context: RulesContext, known: ConditionDef, condition: Condition) -> Chip:
    worst = min((each.amount for each in known.effects), default=0)
    text = f"{known.name} {signed(worst)}" if worst else known.name
    if condition.key == "aiding":
        text = context.texts.text_of("phases.chip.aiding", patient=condition.note)
    return Chip(
        text=text,
        kind=known.kind,
        duration=duration(context, condition),
        icon=known.icon,
        tip=condition.note if condition.note and known.by_hand else known.text,
        key=condition.key,
    )


def phases_left(context: RulesContext, condition: Condition) -> int | None:
    """Returns how many phases a condition still lasts, the current one counted; None: nobody knows."""
    now = max(context.state.round, 1)
    if condition.key in _COUNTS_TO and condition.count is not None:
        return max(condition.count - now, 0)
    if condition.until is None:
        return None
    return max(condition.until.round - now + 1, 0)


def duration(context: RulesContext, condition: Condition) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows. Source: PHA-70, PHA-76."""
    texts, fixed = context.texts, _FIXED.get(condition.key)
    if fixed is not None:
        return texts.text_of(f"phases.lasts.{fixed}")
    left = phases_left(context, condition)
    if left is None:
        return ""
    if condition.key == "aiding":
        whole = character.figure(context, "care", "first_aid_phases", mechanics.PHASES_A_MINUTE)
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
