"""Conditions in a few words, as rows, sheets and the timeline show them. Source: CWN-47."""

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.view import Chip

NAMED = ("screening", "screened", "swarming")
"""Conditions that are about somebody else: named in the chip. Source: CWN-39, CWN-40."""

_URGENCY = {"danger": 0, "warn": 1, "info": 2, "good": 3, "neutral": 4}
_REMEMBERED = ("traumatized", "frail", "leader")
"""Conditions that matter only should something else happen: they come last."""

_SHOWN_AMOUNT = ("hit", "ac")


def chips(context: RulesContext, combatant: Combatant) -> tuple[Chip, ...]:
    """Returns somebody's conditions as chips: who lies there, then the most urgent, last what may matter later."""
    derived = character.derived(context, combatant)
    if not derived and not combatant.conditions:
        return ()
    made = [
        _chip(context, combatant, known, None)
        for key in derived
        if (known := context.ruleset.condition(key))
    ]
    for condition in combatant.conditions:
        known = context.ruleset.condition(condition.key)
        if known is not None and condition.key not in derived:
            made.append(_chip(context, combatant, known, condition))
    return tuple(sorted(made, key=_rank))


def _rank(chip: Chip) -> tuple[int, int, bool]:
    part = 0 if chip.key in character.DOWN else 2 if chip.key in _REMEMBERED else 1
    return part, _URGENCY[chip.kind], not chip.duration


def _chip(
    context: RulesContext, combatant: Combatant, known: ConditionDef, condition: Condition | None
) -> Chip:
    return Chip(
        text=words_of(context, combatant, known, condition),
        kind=known.kind,
        duration=duration(context, condition) if condition else "",
        icon=known.icon,
        tip=known.text,
        key=condition.key if condition else "",
    )


def words_of(
    context: RulesContext, combatant: Combatant, known: ConditionDef, condition: Condition | None
) -> str:
    """Returns a condition in a few words: its name, whom it is about, and what it does to hit or AC."""
    about = whom(context, combatant, condition) if condition else ""
    if about:
        return context.texts.text_of(f"cwn.chip.{known.key}", who=about)
    amounts = [effect.amount for effect in known.effects if effect.on in _SHOWN_AMOUNT]
    return f"{known.name} {signed(amounts[0])}" if amounts else known.name


def whom(context: RulesContext, combatant: Combatant, condition: Condition) -> str:
    """Returns the name of whom a condition is about; empty: nobody in particular, or gone."""
    if condition.key not in NAMED:
        return ""
    others = context.state.combatants
    for wanted in (condition.about, condition.by):
        found = next((each for who, each in others.items() if who == wanted), None)
        if found is not None and found.id != combatant.id:
            return found.name
    return ""


def duration(context: RulesContext, condition: Condition) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows."""
    texts, until = context.texts, condition.until
    if condition.key == "mortally_wounded" and condition.count is not None:
        left = rounds_to_live(context, condition.count)
        return counted_down(texts, "cwn.until.dies", left)
    if until is None:
        return ""
    if until.whose is not None:
        return texts.text_of(f"cwn.until.{until.edge}")
    rounds = rounds_left(context.state, condition) or 0
    if rounds <= 1:
        return texts.text_of("cwn.until.round")
    return texts.text_of("cwn.until.rounds", rounds=rounds)


def rounds_to_live(context: RulesContext, fell: int) -> int:
    """Returns how many rounds after this one somebody who fell in that round has: six at first. Source: CWN-59."""
    gone = max(context.state.round - fell, 0)
    return max(number(context.switch("cwn.deathRounds")) - gone, 0)


def counted_down(texts: MessageCatalog, key: str, left: int) -> str:
    """Returns so many more rounds in words, of which there are others for one more and for none."""
    return texts.text_of(key, rounds=left) if left > 1 else texts.text_of(f"{key}.{left}")
