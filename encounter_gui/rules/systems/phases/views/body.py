"""The figure of a combatant: six places, their armour and wounds. Source: PHA-41, PHA-61, PHA-64."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.ruleset import LocationDef
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.view import BodyPart, BodyView, Fact, Threshold

LOST = "lost"
"""The mark of a limb that is gone. Source: PHA-61, PHA-65."""


def body(scene: Scene, who: CombatantId) -> BodyView:
    """Returns the figure of one combatant."""
    one, words = scene.one(who), scene.words
    worst = character.worst(one)
    letters = {each.level: each.letter for each in scene.ruleset.wound_levels}
    return BodyView(
        who=who,
        name=one.name,
        parts=tuple(_part(scene, one, each) for each in scene.ruleset.locations),
        level=worst,
        letter=letters.get(worst, ""),
        text=_worst_text(scene, one),
        facts=(
            Fact(
                name=words.word("phases.body.defense"),
                value=dice_text(defenses.defense(scene, one, defenses.STANDARD).bonus.amount),
            ),
            Fact(
                name=words.word("phases.body.dodge"),
                value=dice_text(defenses.defense(scene, one, "dodge").bonus.amount),
            ),
            Fact(name=words.word("phases.body.move"), value=str(character.move(scene, one))),
        ),
        levels=_levels(scene, one),
        asks=words.word("phases.body.asks"),
    )


def _part(scene: Scene, one: Combatant, place: LocationDef) -> BodyPart:
    level = character.wound(one, place.key)
    known = next((each for each in scene.ruleset.wound_levels if each.level == level), None)
    state = one.locations.get(place.key)
    armor = gear.armor_value(one, place.key)
    effects = _effects(scene, one, place.key, level)
    return BodyPart(
        key=place.key,
        name=place.name,
        short=place.short,
        element=place.element,
        level=level,
        letter=known.letter if known else "",
        armor=str(armor) if armor else "",
        note=scene.words.word("phases.body.rolls", rolls=_rolls(place)),
        text=_suffers(scene, level, effects),
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


def _suffers(scene: Scene, level: int, effects: tuple[str, ...]) -> str:
    """Returns all a wounded place suffers from, in words. Source: PHA-60, PHA-64."""
    if not level:
        return ""
    amount = character.level_penalty(scene, level)
    parts = (character.level_name(scene, level), plain(amount) if amount else "", *effects)
    return " · ".join(part for part in parts if part)


def _effects(scene: Scene, one: Combatant, place: str, level: int) -> tuple[str, ...]:
    """Returns what its wound does to a place, in words. Source: PHA-64."""
    if not level:
        return ()
    keys = _effect_keys(scene, one, place, level)
    return tuple(scene.words.word(f"phases.body.{key}") for key in keys)


def _effect_keys(scene: Scene, one: Combatant, place: str, level: int) -> tuple[str, ...]:
    def reaches(key: str, least: int) -> bool:
        return level >= character.figure(scene, "location_effects", key, least)

    if place in character.ARMS.values():
        return ("useless",) if character.is_useless(scene, one, place) else ()
    if place in character.LEGS:
        left = character.leg_quarters(scene, one)
        return (f"leg.{left}",) if left in (0, 2, 3) else ()
    if place == character.HEAD:
        return ("knocked_out",) if reaches("head_unconscious", 4) else ()
    return ("no_run",) if place == character.TORSO and reaches("torso_no_run", 4) else ()


def _worst_text(scene: Scene, one: Combatant) -> str:
    words, worst = scene.words, character.worst(one)
    if not worst:
        return words.word("phases.body.unhurt")
    return words.word(
        "phases.body.worst",
        level=character.level_name(scene, worst),
        penalty=plain(character.wound_penalty(scene, one)),
    )


def _levels(scene: Scene, one: Combatant) -> tuple[Threshold, ...]:
    """Returns the wound levels with the damage past armour from which each begins. Source: PHA-60."""
    levels = [each for each in scene.ruleset.wound_levels if each.level <= mechanics.CRITICAL]
    return tuple(
        Threshold(value=limit, text=each.letter, level=each.level)
        for each, limit in zip(levels, character.thresholds(scene, one), strict=False)
    )
