"""The figure of a CHROME combatant: what a d10 hits, limbs lost, what bleeds. Source: CHR-49, CHR-54, CHR-55."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, LocationState
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import LocationDef
from encounter_gui.rules.presenters.words.facts import fact
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.view import BodyPart, BodyView

_DEAD, _DOWN, _HURT = 6, 5, 3
_MARKS = (
    (character.SEVERED, "lost"),
    (character.BLEEDING, "bleeding"),
    (character.RUINED, "ruined"),
)


def body(context: RulesContext, who: CombatantId) -> BodyView:
    """Returns the figure of one combatant, with what its limbs have suffered."""
    combatant = context.combatant(who)
    text_of = context.texts.text_of
    level, key = _state(combatant)
    health = f"{character.health_now(combatant)}/{character.health(combatant)}"
    return BodyView(
        who=who,
        name=combatant.name,
        parts=tuple(_part(context, combatant, place) for place in context.ruleset.locations),
        level=level,
        letter=text_of(f"chrome.body.{key}.letter"),
        text=text_of(f"chrome.body.{key}"),
        armor=_soak_text(context, combatant),
        facts=(fact(context, "column.health", health),),
    )


def _soak_text(context: RulesContext, combatant: Combatant) -> str:
    """``Soak 2``; behind cover, how much there is against shots. Source: CHR-10, CHR-34."""
    soak, ranged = (
        character.soak(context, combatant),
        character.soak(context, combatant, is_ranged=True),
    )
    key = "chrome.body.soak" if soak == ranged else "chrome.body.in_cover"
    return context.texts.text_of(key, soak=soak, ranged=ranged)


def _part(context: RulesContext, combatant: Combatant, place: LocationDef) -> BodyPart:
    marks = combatant.locations.get(place.key, LocationState()).marks
    words = [context.texts.text_of(f"chrome.body.{text}") for mark, text in _MARKS if mark in marks]
    return BodyPart(
        key=place.key,
        name=place.name,
        short=place.short,
        element=place.element,
        armor=_protection(combatant) if place.key == wounds.HEAD else "",
        note=f"d10 {rolls_text(place.rolls)}",
        text=", ".join(words),
        is_lost=character.SEVERED in marks,
        is_bleeding=character.BLEEDING in marks,
    )


def _protection(combatant: Combatant) -> str:
    """What keeps the head on, by name; empty: nothing worn does. Source: CHR-10, CHR-54."""
    worn = gear.worn_with_flag(combatant, "no_decapitation")
    return worn.name if worn else ""


def rolls_text(rolls: tuple[int, ...]) -> str:
    """Returns the faces that hit a place: ``3``, ``5–9``."""
    if len(rolls) < 2 or rolls != tuple(range(rolls[0], rolls[-1] + 1)):
        return ", ".join(str(face) for face in rolls)
    return f"{rolls[0]}–{rolls[-1]}"


def _state(combatant: Combatant) -> tuple[int, str]:
    if character.is_presence(combatant):
        return _DEAD, "presence"
    if character.is_dead(combatant):
        return _DEAD, "dead"
    if character.is_cold(combatant):
        return _DOWN, "unconscious"
    if character.health_now(combatant) < character.health(combatant):
        return _HURT, "hurt"
    return 0, "unhurt"
