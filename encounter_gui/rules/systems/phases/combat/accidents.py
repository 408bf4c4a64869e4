"""Falls, mishaps, and damage that comes from nobody. Source: PHA-13, PHA-41, PHA-42, PHA-53, PHA-65, PHA-79."""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling, request
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm.damage import HarmRules, HitByHand, HitResult, Reduction
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import MINUS
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import hits
from encounter_gui.rules.systems.phases.combat.attack_plan import places_of
from encounter_gui.rules.systems.phases.combat.hits import Blow
from encounter_gui.rules.systems.phases.commands import Accident, Amputate, Fall, Harm, Wound
from encounter_gui.rules.systems.phases.harm.body_places import wound_events
from encounter_gui.rules.systems.phases.harm.wounds import sooner_events, suffer
from encounter_gui.rules.systems.phases.rules.plans import Place
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.checks import roll_skill
from encounter_gui.rules.systems.phases.sheet.gear import Damage

BREAKFALL = ("reflexes", "acrobatics", "tumbling")

MOST_DICE, MOST_DAMAGE, MOST_FEET = 20, 999, 1000
"""More is a slip of the finger."""


def roll_fall(
    resolution: Resolution, who: CombatantId, feet: int, *, breakfall: bool
) -> Rolling[None]:
    """Rolls a fall: a try to break it, then dice to a random location. Source: PHA-53, PHA-79."""
    context = resolution.context
    per_die = character.table_number(context, "fall", "feet_a_die", 10)
    broken = 0
    can_try = breakfall and not character.is_helpless(resolution.combatant(who))
    if can_try and mechanics.fall_dice(feet, per_die, 0):
        broken = yield from _break_fall(resolution, who)
    dice = int(mechanics.fall_dice(feet, per_die, broken))
    resolution.fact("fall", who, feet=feet, dice=dice)
    if dice:
        yield from _at_random(resolution, who, dice)
    else:
        resolution.add_text("phases.told.no_damage")


def _break_fall(resolution: Resolution, who: CombatantId) -> Rolling[int]:
    """Returns the dice that Breakfall takes off a fall. Source: PHA-53."""
    context = resolution.context
    dn = character.table_number(context, "fall", "breakfall_dn", 16)
    check = yield from roll_skill(resolution, "breakfall", who, BREAKFALL, dn)
    values = {"total": check.total, "dn": dn, "passed": check.is_success}
    resolution.fact("breakfall", who, None, **values, **check.plan.part_values)
    return character.table_number(context, "fall", "breakfall_dice", 1) if check.is_success else 0


def _at_random(resolution: Resolution, who: CombatantId, dice: int) -> Rolling[None]:
    blow = Blow(target=who)
    plan = hits.plan_of_damage(resolution, blow, Damage(dice=dice))
    yield from hits.land_each(resolution, blow, plan, 1)


def fall(resolution: Resolution, command: Fall) -> Rolling[Message]:
    """Lets a combatant fall. Source: PHA-79.

    Raises:
        RuleError: from no height, or it is dead.
    """
    combatant = _require_alive(resolution.context, command.who)
    if not 1 <= command.feet <= MOST_FEET:
        raise refuse("phases.no_distance", rule="PHA-79")
    yield from roll_fall(resolution, combatant.id, command.feet, breakfall=command.breakfall)
    result = resolution.text
    return say("phases.log.fall", who=combatant.name, feet=command.feet, result=result)


def accident(resolution: Resolution, command: Accident) -> Rolling[Message]:
    """Rolls a mishap of some dice to a random location; they explode, armour counts. Source: PHA-13.

    Raises:
        RuleError: no dice, or it is dead.
    """
    combatant = _require_alive(resolution.context, command.who)
    if not 1 <= command.count <= MOST_DICE:
        raise refuse("phases.bad_dice", rule="PHA-13", most=MOST_DICE)
    yield from _at_random(resolution, combatant.id, command.count)
    return say("phases.log.accident", who=combatant.name, result=resolution.text)


def _require_alive(context: RulesContext, who: CombatantId) -> Combatant:
    combatant = context.known_combatant(who)
    if character.is_dead(combatant):
        raise refuse("phases.target_dead", target=combatant.name)
    return combatant


def _place(context: RulesContext, combatant: Combatant, key: str) -> Place:
    """Returns a location by its key.

    Raises:
        RuleError: there is none.
    """
    found = next((each for each in places_of(context, combatant) if each.key == key), None)
    if found is None:
        raise refuse("phases.no_such_place", rule="PHA-41", place=key)
    return found


def harm(resolution: Resolution, command: Harm) -> Message:
    """Does damage to a place that was pointed at: armour, wound, and the tests it demands.

    Source: PHA-42, PHA-60 to PHA-64.

    Raises:
        RuleError: no such place, no damage, or it is dead.
    """
    context = resolution.context
    combatant = _require_alive(context, command.who)
    place = _place(context, combatant, command.place)
    if not 1 <= command.damage <= MOST_DAMAGE:
        raise refuse("phases.no_damage", most=MOST_DAMAGE)
    if command.ignore_armor:
        place = replace(place, armor=0)
    _strike(resolution, combatant.id, place, command.damage, is_past_armor=not command.raw)
    return say(
        "phases.log.harm",
        who=combatant.name,
        place=character.place_name(context, place.key),
        damage=command.damage,
        result=resolution.text,
    )


def _strike(
    resolution: Resolution, who: CombatantId, place: Place, damage: int, *, is_past_armor: bool
) -> int:
    """Lets damage from nobody strike a location, as a hit of an attack does; returns what got past armour.

    ``is_past_armor``: it is past armour already, and counts as it is. Source: PHA-42, PHA-60 to PHA-64.
    """
    if not is_past_armor:
        return hits.strike_place(resolution, who, place, damage)
    suffer(resolution, who, place.key, damage)
    return damage


def _location_dice(context: RulesContext, hit: HitByHand) -> tuple[RollRequest, ...]:
    """Returns the d10 for the location of a hit that was told none. Source: PHA-41."""
    if hit.place:
        return ()
    label = say("phases.roll.location_of", who=context.combatant(hit.who).name)
    return (request(context, "location", hit.who, sides=10, label=label),)


def _suffer(resolution: Resolution, hit: HitByHand, rolled: Sequence[Rolled]) -> HitResult:
    """Takes damage that is no attack: location, armour, wound; its tests become owed. Source: PHA-41, PHA-42, PHA-60.

    The wound, worse than the one before or not, is told as it is of an attack.
    """
    context, target = resolution.context, resolution.combatant(hit.who)
    face = rolled[0].total if rolled else None
    places = places_of(context, target)
    place = next(each for each in places if each.key == hit.place or face in each.rolls)
    before = character.wound(target, place.key)
    past = _strike(resolution, hit.who, place, hit.amount, is_past_armor=hit.is_past_armor)
    stopped = 0 if hit.is_past_armor else min(hit.amount, place.armor)
    text = str(past) if hit.is_past_armor else _past_text(hit.amount, place, past)
    name = context.texts.text_of("phases.damage.armor")
    return HitResult(
        who=hit.who,
        amount=hit.amount,
        text=text,
        place=place.key,
        face=face,
        steps=(Reduction(name=name, stopped=stopped, text=text),),
        lost=int(character.wound(resolution.combatant(hit.who), place.key) != before),
    )


def _past_text(damage: int, place: Place, past: int) -> str:
    """Returns how damage gets past armour, e.g. ``(6 − 2) × 2 = 8``. Source: PHA-42."""
    if place.factor == 1:
        return f"{damage} {MINUS} {place.armor} = {past}"
    return f"({damage} {MINUS} {place.armor}) × {place.factor} = {past}"


def _locations(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    return tuple(each.key for each in places_of(context, combatant))


HARM = HarmRules(
    suffer=_suffer,
    dice=_location_dice,
    places=_locations,
    is_beyond=character.is_dead,
    has_armor=True,
    rule_of_half="PHA-04",
)
"""How damage by hand is taken."""


def wound(resolution: Resolution, command: Wound) -> Message:
    """Sets a wound level by the game master's word, with its effects but without tests. Source: PHA-60 to PHA-64.

    Raises:
        RuleError: no such place or level.
    """
    context = resolution.context
    combatant = context.known_combatant(command.who)
    place = _place(context, combatant, command.place)
    if not 0 <= command.level <= mechanics.DESTROYED:
        raise refuse("phases.no_such_wound", rule="PHA-60", most=mechanics.DESTROYED)
    resolution.record(*wound_events(context, combatant, place.key, command.level))
    resolution.record(*sooner_events(resolution.context, resolution.combatant(combatant.id)))
    return say(
        "phases.log.wound_set",
        who=combatant.name,
        place=character.place_name(context, place.key),
        level=character.level_name(context, command.level),
    )


def amputate(resolution: Resolution, command: Amputate) -> Message:
    """Takes off a head, an arm or a leg with a Critical wound; the head: death. Source: PHA-65.

    Raises:
        RuleError: the torso, or no Critical wound there.
    """
    context = resolution.context
    combatant = context.known_combatant(command.who)
    place = _place(context, combatant, command.place)
    name = character.place_name(context, place.key)
    if place.key == character.TORSO or character.wound(combatant, place.key) != mechanics.CRITICAL:
        raise refuse("phases.not_critical", rule="PHA-65", who=combatant.name, place=name)
    resolution.record(*wound_events(context, combatant, place.key, mechanics.DESTROYED))
    return say("phases.log.amputated", who=combatant.name, place=name)
