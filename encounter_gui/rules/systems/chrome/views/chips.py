"""Conditions in a few words, as rows, sheets and the timeline show them. Source: CHR-50."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import rounds_left
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import names_of, with_sign
from encounter_gui.rules.presenters.chips import ChipRules
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import BURNING
from encounter_gui.rules.systems.chrome.sheet.grapple_marks import MARKS, others

MISSION = ("gutless", "on_the_edge", "reality_blur", "crushing_doubt", "trust_no_one")
"""Conditions that stay for the mission. Source: CHR-63."""

_LOST = "lost_"
_TICKING = ("ablaze", "bleeding")
_SPANS = {
    "bleeding": "each_round",
    "ablaze": "put_out",
    "presence": "session",
    "ultra_sharp": "scene",
    "adrenaline": "stat_check",
    "grit": "save",
    "exposed": "attack",
    "surprised": "turn",
    "shocked": "turn",
    "slow_start": "turn",
    "distracted": "turn",
    "goaded": "turn",
    **dict.fromkeys(MISSION, "mission"),
}
"""How long conditions last that have no end in rounds."""


def _derived_keys(context: RulesContext, combatant: Combatant) -> Iterator[str]:
    """Yields the derived conditions; dead is neither said of a Presence, nor before the Save at 0 Health is rolled.

    Source: CHR-57, CHR-60.
    """
    owing = (
        owed.who_of(each) for each in context.state.obligations if each.kind == owed.DEATH_SAVE
    )
    is_said_otherwise = character.is_presence(combatant) or combatant.id in owing
    keys = character.derived_keys(combatant)
    return (key for key in keys if key != "dead" or not is_said_otherwise)


def words_of(
    context: RulesContext, combatant: Combatant, known: ConditionDef, condition: Condition | None
) -> str:
    """Returns a condition in a few words: its name, whom or what it is about, how much it does."""
    text_of = context.texts.text_of
    if known.key.startswith(_LOST):
        return text_of("chrome.chip.lost", place=_short(context, known.key.removeprefix(_LOST)))
    if known.key in _TICKING:
        return text_of(
            "chrome.chip.ticking", name=known.name, damage=ticking(context, combatant, known.key)
        )
    if condition is not None and condition.key in MARKS:
        named = (context.state.combatants.get(each) for each in others(combatant, condition.key))
        names = names_of(each for each in named if each is not None)
        if names:
            return text_of(f"chrome.chip.{known.key}", who=names)
    soaks = [effect.amount for effect in known.effects if effect.on == "soak"]
    if soaks:
        return f"{known.name} {with_sign(sum(soaks))}"
    return (
        _count_text(context, known, condition.count or 1) if condition is not None else known.name
    )


def _count_text(context: RulesContext, known: ConditionDef, count: int) -> str:
    """A condition that is there so many times, or is about so much."""
    if known.key == BURNING:
        return context.texts.text_of("chrome.chip.burning", amount=count)
    if known.key == "distortion_due" and count > 1:
        return context.texts.text_of("chrome.chip.times", name=known.name, count=count)
    return known.name


def ticking(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns the damage fire or bleeding does at the end of somebody's turn. Source: CHR-38, CHR-54."""
    each = number(context.ruleset.tables["effects"].get(key))
    return each * len(character.marks(combatant, character.BLEEDING)) if key == "bleeding" else each


def _short(context: RulesContext, place: str) -> str:
    return next((each.short for each in context.ruleset.locations if each.key == place), place)


def duration(context: RulesContext, key: str, condition: Condition | None) -> str:
    """Returns how long a condition still lasts, in words; empty where nobody knows."""
    text_of = context.texts.text_of
    if condition is not None and condition.until is not None:
        rounds = rounds_left(context, condition) or 0
        if rounds > mechanics.ROUNDS_A_MINUTE:
            return text_of("chrome.until.minutes", minutes=-(-rounds // mechanics.ROUNDS_A_MINUTE))
        return text_of(
            "chrome.until.round" if rounds <= 1 else "chrome.until.rounds", rounds=rounds
        )
    span = _SPANS.get(key)
    return text_of(f"chrome.until.{span}") if span else ""


RULES = ChipRules(
    derived=_derived_keys,
    text=words_of,
    lasts=duration,
    shown_by={**owed.MARKS, owed.GUTLESS: "gutless", owed.FRENZY_ATTACK: "frenzy"},
)
