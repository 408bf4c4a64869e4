"""The figure of a CWN combatant: a hit strikes nowhere in particular, a major injury does. Source: CWN-64."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, LocationState
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import LocationDef
from encounter_gui.rules.presenters.words.facts import fact
from encounter_gui.rules.systems.cwn.harm import injuries
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.view import BodyPart, BodyView, Fact

_DEAD, _DOWN, _HURT = 6, 5, 3


def body(context: RulesContext, who: CombatantId) -> BodyView:
    """Returns the figure of one combatant, with its injuries by place."""
    combatant = context.combatant(who)
    level, key = _state(context, combatant)
    text_of = context.texts.text_of
    return BodyView(
        who=who,
        name=combatant.name,
        parts=tuple(_part(context, combatant, place) for place in context.ruleset.locations),
        level=level,
        letter=text_of(f"cwn.body.{key}.letter"),
        text=text_of(f"cwn.body.{key}"),
        armor=_armor(context, combatant),
        facts=_facts(context, combatant),
    )


def _part(context: RulesContext, combatant: Combatant, place: LocationDef) -> BodyPart:
    found = combatant.locations.get(place.key, LocationState())
    letters = {each.level: each.letter for each in context.ruleset.wound_levels}
    return BodyPart(
        key=place.key,
        name=place.name,
        short=place.short,
        element=place.element,
        level=found.level,
        letter=letters.get(found.level, ""),
        text=", ".join(injuries.name_of(context, mark) for mark in found.marks),
    )


def _state(context: RulesContext, combatant: Combatant) -> tuple[int, str]:
    if character.is_dead(combatant):
        return _DEAD, "dead"
    for key in ("mortally_wounded", "stable", "unconscious"):
        if combatant.has(key):
            return _DOWN, key
    if character.is_down(combatant):
        return _DOWN, "down"
    if character.hp_now(combatant) < character.most_hp(context, combatant):
        return _HURT, "hurt"
    return 0, "unhurt"


def _armor(context: RulesContext, combatant: Combatant) -> str:
    ranged, melee = (
        character.armor_class(context, combatant, melee=each) for each in (False, True)
    )
    return context.texts.text_of("cwn.body.armor", ranged=ranged, melee=melee)


def _facts(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    """What damage meets on its way: soak, hit points, and the Trauma Target. Source: CWN-07, CWN-08."""
    text_of = context.texts.text_of
    soak, most = character.soak_now(combatant), character.most_soak(context, combatant)
    hit_points = f"{character.hp_now(combatant)}/{character.most_hp(context, combatant)}"
    down_in = fact(
        context, "body.down_in", soak + character.hp_now(combatant), text_of("cwn.body.damage")
    )
    return (
        fact(context, "column.hp", hit_points),
        fact(context, "column.soak", f"{soak}/{most}"),
        *(() if character.is_down(combatant) else (down_in,)),
        fact(context, "sheet.trauma", character.trauma_target(context, combatant)),
    )
