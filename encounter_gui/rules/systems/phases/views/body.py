"""The figure of a combatant: six places, their armour and wounds. Source: PHA-41, PHA-61, PHA-64."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import LocationDef
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.presenters.words.facts import fact
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.view import BodyPart, BodyView, Threshold

LOST = "lost"
"""The mark of a limb that is gone. Source: PHA-61, PHA-65."""


def body(context: RulesContext, who: CombatantId) -> BodyView:
    """Returns the figure of one combatant."""
    combatant, texts = context.combatant(who), context.texts
    worst = character.worst_level(combatant)
    letters = {each.level: each.letter for each in context.ruleset.wound_levels}
    return BodyView(
        who=who,
        name=combatant.name,
        parts=tuple(_part(context, combatant, each) for each in context.ruleset.locations),
        level=worst,
        letter=letters.get(worst, ""),
        text=_worst_text(context, combatant),
        facts=(
            fact(context, "body.defense", _defense_text(context, combatant, defenses.STANDARD)),
            fact(context, "body.dodge", _defense_text(context, combatant, "dodge")),
            fact(context, "body.move", character.move(context, combatant)),
        ),
        levels=_levels(context, combatant),
        asks=texts.text_of("phases.body.asks"),
    )


def _defense_text(context: RulesContext, combatant: Combatant, kind: str) -> str:
    return dice_text(defenses.defense(context, combatant, kind).bonus.amount)


def _part(context: RulesContext, combatant: Combatant, place: LocationDef) -> BodyPart:
    level = character.wound(combatant, place.key)
    known = next((each for each in context.ruleset.wound_levels if each.level == level), None)
    state = combatant.locations.get(place.key)
    armor = gear.armor_value(combatant, place.key)
    effects = _effects(context, combatant, place.key, level)
    return BodyPart(
        key=place.key,
        name=place.name,
        short=place.short,
        element=place.element,
        level=level,
        letter=known.letter if known else "",
        armor=str(armor) if armor else "",
        note=context.texts.text_of("phases.body.rolls", rolls=_rolls(place)),
        text=_suffers(context, level, effects),
        effect=" · ".join(effects),
        is_lost=bool(state and LOST in state.marks),
    )


def _rolls(place: LocationDef) -> str:
    """Returns the faces that hit a place, e.g. ``7–9``."""
    if not place.rolls:
        return ""
    low, high = min(place.rolls), max(place.rolls)
    if len(place.rolls) == high - low + 1 and low != high:
        return f"{low}–{high}"
    return ", ".join(str(face) for face in place.rolls)


def _suffers(context: RulesContext, level: int, effects: tuple[str, ...]) -> str:
    """Returns all a wounded place suffers from, in words. Source: PHA-60, PHA-64."""
    if not level:
        return ""
    amount = character.level_penalty(context, level)
    parts = (character.level_name(context, level), plain(amount) if amount else "", *effects)
    return " · ".join(part for part in parts if part)


def _effects(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[str, ...]:
    """Returns what its wound does to a place, in words. Source: PHA-64."""
    if not level:
        return ()
    keys = _effect_keys(context, combatant, place, level)
    return tuple(context.texts.text_of(f"phases.body.{key}") for key in keys)


def _effect_keys(
    context: RulesContext, combatant: Combatant, place: str, level: int
) -> tuple[str, ...]:
    def reaches(key: str, least: int) -> bool:
        return level >= character.table_number(context, "location_effects", key, least)

    if place in character.ARMS.values():
        return ("useless",) if character.is_useless(context, combatant, place) else ()
    if place in character.LEGS:
        left = character.leg_quarters(context, combatant)
        return (f"leg.{left}",) if left in (0, 2, 3) else ()
    if place == character.HEAD:
        return ("knocked_out",) if reaches("head_unconscious", 4) else ()
    return ("no_run",) if place == character.TORSO and reaches("torso_no_run", 4) else ()


def _worst_text(context: RulesContext, combatant: Combatant) -> str:
    texts, worst = context.texts, character.worst_level(combatant)
    if not worst:
        return texts.text_of("phases.body.unhurt")
    return texts.text_of(
        "phases.body.worst",
        level=character.level_name(context, worst),
        penalty=plain(character.wound_penalty(context, combatant)),
    )


def _levels(context: RulesContext, combatant: Combatant) -> tuple[Threshold, ...]:
    """Returns the wound levels with the damage past armour from which each begins. Source: PHA-60."""
    levels = [each for each in context.ruleset.wound_levels if each.level <= mechanics.CRITICAL]
    return tuple(
        Threshold(value=limit, text=each.letter, level=each.level)
        for each, limit in zip(levels, character.thresholds(context, combatant), strict=False)
    )
