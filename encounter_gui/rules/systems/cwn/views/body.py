"""The figure of a CWN combatant: a hit strikes nowhere in particular, a major injury does. Source: CWN-64."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, LocationState
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.ruleset import LocationDef
from encounter_gui.rules.systems.cwn.harm import injuries
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.view import BodyPart, BodyView, Fact

_DEAD, _DOWN, _HURT = 6, 5, 3


def body(scene: Scene, who: CombatantId) -> BodyView:
    """Returns the figure of one combatant, with its injuries by place."""
    one = scene.one(who)
    level, key = _state(scene, one)
    word = scene.words.word
    return BodyView(
        who=who,
        name=one.name,
        parts=tuple(_part(scene, one, place) for place in scene.ruleset.locations),
        level=level,
        letter=word(f"cwn.body.{key}.letter"),
        text=word(f"cwn.body.{key}"),
        armor=_armor(scene, one),
        facts=_facts(scene, one),
    )


def _part(scene: Scene, one: Combatant, place: LocationDef) -> BodyPart:
    found = one.locations.get(place.key, LocationState())
    letters = {each.level: each.letter for each in scene.ruleset.wound_levels}
    return BodyPart(
        key=place.key,
        name=place.name,
        short=place.short,
        element=place.element,
        level=found.level,
        letter=letters.get(found.level, ""),
        text=", ".join(injuries.name_of(scene, mark) for mark in found.marks),
    )


def _state(scene: Scene, one: Combatant) -> tuple[int, str]:
    if character.is_dead(one):
        return _DEAD, "dead"
    for key in ("mortally_wounded", "stable", "unconscious"):
        if one.has(key):
            return _DOWN, key
    if character.is_down(one):
        return _DOWN, "down"
    if character.hp_now(one) < character.most_hp(scene, one):
        return _HURT, "hurt"
    return 0, "unhurt"


def _armor(scene: Scene, one: Combatant) -> str:
    ranged, melee = (character.armor_class(scene, one, melee=each) for each in (False, True))
    return scene.words.word("cwn.body.armor", ranged=ranged, melee=melee)


def _facts(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    """What damage meets on its way: soak, hit points, and the Trauma Target. Source: CWN-07, CWN-08."""
    word = scene.words.word
    soak, most = character.soak_now(one), character.most_soak(scene, one)
    hit_points = f"{character.hp_now(one)}/{character.most_hp(scene, one)}"
    down_in = Fact(
        name=word("cwn.body.down_in"),
        value=str(soak + character.hp_now(one)),
        note=word("cwn.body.damage"),
    )
    return (
        Fact(name=word("cwn.column.hp"), value=hit_points),
        Fact(name=word("cwn.column.soak"), value=f"{soak}/{most}"),
        *(() if character.is_down(one) else (down_in,)),
        Fact(name=word("cwn.sheet.trauma"), value=str(character.trauma_target(scene, one))),
    )
