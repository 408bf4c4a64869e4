"""The figure of a CHROME combatant: what a d10 hits, limbs lost, what bleeds. Source: CHR-49, CHR-54, CHR-55."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, LocationState
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.ruleset import LocationDef
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.view import BodyPart, BodyView, Fact

_DEAD, _DOWN, _HURT = 6, 5, 3
_MARKS = (
    (character.SEVERED, "lost"),
    (character.BLEEDING, "bleeding"),
    (character.RUINED, "ruined"),
)


def body(scene: Scene, who: CombatantId) -> BodyView:
    """Returns the figure of one combatant, with what its limbs have suffered."""
    one = scene.one(who)
    word = scene.words.word
    level, key = _state(one)
    return BodyView(
        who=who,
        name=one.name,
        parts=tuple(_part(scene, one, place) for place in scene.ruleset.locations),
        level=level,
        letter=word(f"chrome.body.{key}.letter"),
        text=word(f"chrome.body.{key}"),
        armor=_soak_text(scene, one),
        facts=(
            Fact(
                name=word("chrome.column.health"),
                value=f"{character.health_now(one)}/{character.health(one)}",
            ),
        ),
    )


def _soak_text(scene: Scene, one: Combatant) -> str:
    """``Soak 2``; behind cover, how much there is against shots. Source: CHR-10, CHR-34."""
    soak, ranged = character.soak(scene, one), character.soak(scene, one, is_ranged=True)
    key = "chrome.body.soak" if soak == ranged else "chrome.body.in_cover"
    return scene.words.word(key, soak=soak, ranged=ranged)


def _part(scene: Scene, one: Combatant, place: LocationDef) -> BodyPart:
    marks = one.locations.get(place.key, LocationState()).marks
    words = [scene.words.word(f"chrome.body.{text}") for mark, text in _MARKS if mark in marks]
    return BodyPart(
        key=place.key,
        name=place.name,
        short=place.short,
        element=place.element,
        armor=_protection(one) if place.key == wounds.HEAD else "",
        note=f"d10 {rolls_text(place.rolls)}",
        text=", ".join(words),
        is_lost=character.SEVERED in marks,
        is_bleeding=character.BLEEDING in marks,
    )


def _protection(one: Combatant) -> str:
    """What keeps the head on, by name; empty: nothing worn does. Source: CHR-10, CHR-54."""
    worn = gear.flagged(one, "no_decapitation")
    return worn.name if worn else ""


def rolls_text(rolls: tuple[int, ...]) -> str:
    """Returns the faces that hit a place: ``3``, ``5–9``."""
    if len(rolls) < 2 or rolls != tuple(range(rolls[0], rolls[-1] + 1)):
        return ", ".join(str(face) for face in rolls)
    return f"{rolls[0]}–{rolls[-1]}"


def _state(one: Combatant) -> tuple[int, str]:
    if character.is_presence(one):
        return _DEAD, "presence"
    if character.is_dead(one):
        return _DEAD, "dead"
    if character.is_cold(one):
        return _DOWN, "unconscious"
    if character.health_now(one) < character.health(one):
        return _HURT, "hurt"
    return 0, "unhurt"
