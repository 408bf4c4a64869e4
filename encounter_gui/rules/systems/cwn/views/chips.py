"""Conditions in a few words, as rows, sheets and the timeline show them. Source: CWN-47."""

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.presenters import chips as presenter
from encounter_gui.rules.presenters.chips import ChipRules
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import character

NAMED = ("screening", "screened", "swarming")
"""Conditions that are about somebody else: named in the chip. Source: CWN-39, CWN-40."""

_REMEMBERED = ("traumatized", "frail", "leader")
"""Conditions that matter only should something else happen: they come last."""

_SHOWN_AMOUNT = ("hit", "ac")


def _place(key: str) -> int:
    """Returns -1 for what comes first, who is down, and 1 for what comes last, what may matter later."""
    return -1 if key in character.DOWN else int(key in _REMEMBERED)


def words_of(
    context: RulesContext, combatant: Combatant, known: ConditionDef, condition: Condition | None
) -> str:
    """Returns a condition in a few words: its name, whom it is about, and what it does to hit or AC."""
    about = whom(context, combatant, condition) if condition else ""
    if about:
        return context.texts.text_of(f"cwn.chip.{known.key}", who=about)
    amounts = (effect.amount for effect in known.effects if effect.on in _SHOWN_AMOUNT)
    return presenter.with_amount(known, next(amounts, 0))


def whom(context: RulesContext, combatant: Combatant, condition: Condition) -> str:
    """Returns the name of whom a condition is about; empty: nobody in particular, or gone."""
    if condition.key not in NAMED:
        return ""
    for wanted in (condition.about, condition.by):
        found = context.state.combatants.get(wanted) if wanted else None
        if found is not None and found.id != combatant.id:
            return found.name
    return ""


def duration(context: RulesContext, key: str, condition: Condition | None) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows."""
    if condition is None:
        return ""
    texts, until = context.texts, condition.until
    dying = _bearer(context, condition) if key == "mortally_wounded" else None
    if dying is not None and condition.count is not None:
        return counted_down(texts, "cwn.until.dies", rounds_to_live(context, dying))
    if until is None:
        return ""
    if until.whose is not None:
        return texts.text_of(f"cwn.until.{until.edge}")
    rounds = rounds_left(context, condition) or 0
    if rounds <= 1:
        return texts.text_of("cwn.until.round")
    return texts.text_of("cwn.until.rounds", rounds=rounds)


def _bearer(context: RulesContext, condition: Condition) -> Combatant | None:
    """Returns who has this very condition."""
    there = context.state.combatants.values()
    return next((each for each in there if each.condition(condition.key) is condition), None)


def rounds_to_live(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many rounds after this one somebody has who is mortally wounded: six at first. Source: CWN-59."""
    return max(falling.death_rounds(context) - falling.rounds_since(context, combatant), 0)


def counted_down(texts: MessageCatalog, key: str, left: int) -> str:
    """Returns so many more rounds in words, of which there are others for one more and for none."""
    return texts.text_of(key, rounds=left) if left > 1 else texts.text_of(f"{key}.{left}")


def _remaining(context: RulesContext, condition: Condition | None) -> float | None:
    """Returns 0 for a condition with a known end: it comes before one without."""
    return 0 if condition and duration(context, condition.key, condition) else None


RULES = ChipRules(
    derived=character.derived_keys,
    text=words_of,
    lasts=duration,
    remaining=_remaining,
    place=_place,
    tip=lambda owner, known, condition: known.text,
    shown_by={
        "blast": "in_air",
        "swarm_strike": "swarming",
        "next_victim": "in_air",
        "injury_save": "mortally_wounded",
    },
)
