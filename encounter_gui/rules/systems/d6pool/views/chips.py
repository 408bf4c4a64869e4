"""Conditions in a few words, as rows, sheets and the timeline show them. Source: D6P-50."""

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view import Chip

_HIDDEN = ("busy", "aided")
_URGENCY = {"danger": 0, "warn": 1, "info": 2, "good": 3, "neutral": 4}


def chips(scene: Scene, one: Combatant) -> tuple[Chip, ...]:
    """Returns somebody's conditions as chips, most urgent first; what only the rules need is left out."""
    keys = character.derived(one)
    if not keys and not one.conditions and character.dodge_left(one):
        return ()
    made = [_chip(scene, known, None) for key in keys if (known := scene.ruleset.condition(key))]
    for condition in one.conditions:
        known = scene.ruleset.condition(condition.key)
        if known is not None and condition.key not in _HIDDEN:
            made.append(_chip(scene, known, condition))
    spent = scene.ruleset.condition("out_of_dodge")
    if (
        spent
        and not character.is_down(one)
        and scene.state.slots
        and character.dodge_pool(scene, one)
        and not character.dodge_left(one)
    ):
        made.append(_chip(scene, spent, None))
    return tuple(sorted(made, key=lambda chip: _URGENCY[chip.kind]))


def _chip(scene: Scene, known: ConditionDef, condition: Condition | None) -> Chip:
    amounts = [effect.amount for effect in known.effects if effect.on in ("action", "attack")]
    worst = min(amounts, default=0)
    text = f"{known.name} {signed(worst)}" if worst else known.name
    return Chip(
        text=text,
        kind=known.kind,
        duration=duration(scene, condition) if condition else "",
        icon=known.icon,
        tip=(condition.note if condition and condition.note and known.by_hand else known.text),
        key=condition.key if condition else "",
    )


def duration(scene: Scene, condition: Condition) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows."""
    words = scene.words
    if condition.key == "bleeding" and condition.count is not None:
        left = condition.count - scene.state.round + 1
        return (
            words.word("d6pool.in_turns.1")
            if left <= 1
            else words.word("d6pool.in_turns", turns=left)
        )
    if condition.until is None:
        return ""
    left = condition.until.round - max(scene.state.round, 1) + 1
    if left <= 1:
        return words.word("d6pool.this_turn")
    return words.word("d6pool.in_turns", turns=left)
