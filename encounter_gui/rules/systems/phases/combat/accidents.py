"""Falls, mishaps, and damage that comes from nobody. Source: PHA-13, PHA-41, PHA-42, PHA-53, PHA-65, PHA-79."""

from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import hits
from encounter_gui.rules.systems.phases.combat.attack_plan import Place, places_of
from encounter_gui.rules.systems.phases.commands import Accident, Amputate, Fall, Harm, Wound
from encounter_gui.rules.systems.phases.harm.body_places import put
from encounter_gui.rules.systems.phases.harm.wounds import Steps, sooner, suffer
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.checks import rolled
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.gear import Damage

BREAKFALL = ("reflexes", "acrobatics", "tumbling")

MOST_DICE, MOST_DAMAGE, MOST_FEET = 20, 999, 1000
"""More is a slip of the finger."""


def falling(course: Course, who: CombatantId, feet: int, *, breakfall: bool) -> Steps:
    """A fall: a try to break it, then dice to one random location. Source: PHA-53, PHA-79."""
    per_die = character.figure(course.after, "fall", "feet_a_die", 10)
    broken = 0
    can_try = breakfall and not character.is_helpless(course.one(who))
    if can_try and mechanics.fall_dice(feet, per_die, 0):
        dn = character.figure(course.after, "fall", "breakfall_dn", 16)
        dice, total = yield from rolled(course, "breakfall", who, BREAKFALL, dn, 0)
        passed = bool(mechanics.passes(dice, total, dn))
        values = {"total": total, "dn": dn, "passed": passed}
        course.now(ev.Resolved(what="breakfall", who=who, values=values))
        broken = character.figure(course.after, "fall", "breakfall_dice", 1) if passed else 0
    dice = int(mechanics.fall_dice(feet, per_die, broken))
    course.now(ev.Resolved(what="fall", who=who, values={"feet": feet, "dice": dice}))
    if not dice:
        course.tell("phases.told.no_damage")
        return
    yield from _at_random(course, who, dice)


def _at_random(course: Course, who: CombatantId, dice: int) -> Steps:
    course.dealer = None
    place = yield from hits.place_of(course, who)
    yield from hits.dice_at(course, who, place, Damage(dice=dice))


def fall(context: RulesContext, command: Fall) -> Procedure:
    """Somebody falls. Source: PHA-79.

    Raises:
        RuleError: from no height, or it is dead.
    """
    combatant = _alive(context, command.who)
    if not 1 <= command.feet <= MOST_FEET:
        raise refuse("phases.no_distance", rule="PHA-79")
    course = Course(context, None)
    yield from falling(course, combatant.id, command.feet, breakfall=command.breakfall)
    return Outcome(
        label=say("phases.log.fall", who=combatant.name, feet=command.feet, result=course.told),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def accident(context: RulesContext, command: Accident) -> Procedure:
    """A mishap of so many dice to a random location; they explode, armour counts. Source: PHA-13.

    Raises:
        RuleError: no dice, or it is dead.
    """
    combatant = _alive(context, command.who)
    if not 1 <= command.count <= MOST_DICE:
        raise refuse("phases.bad_dice", rule="PHA-13", most=MOST_DICE)
    course = Course(context, None)
    yield from _at_random(course, combatant.id, command.count)
    return Outcome(
        label=say("phases.log.accident", who=combatant.name, result=course.told),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _alive(context: RulesContext, who: CombatantId) -> Combatant:
    combatant = context.known_combatant(who)
    if character.is_dead(combatant):
        raise refuse("phases.target_dead", target=combatant.name)
    return combatant


def _place(context: RulesContext, combatant: Combatant, key: str) -> Place:
    found = next((each for each in places_of(context, combatant) if each.key == key), None)
    if found is None:
        raise refuse("phases.no_such_place", rule="PHA-41", place=key)
    return found


def harm(context: RulesContext, command: Harm) -> Procedure:
    """Damage pointed at a place: armour, level, stacking, tests and all they lead to. Source: PHA-42, PHA-60 to PHA-64.

    Raises:
        RuleError: no such place, no damage, or it is dead.
    """
    combatant = _alive(context, command.who)
    place = _place(context, combatant, command.place)
    if not 1 <= command.damage <= MOST_DAMAGE:
        raise refuse("phases.no_damage", most=MOST_DAMAGE)
    course = Course(context, None)
    if command.raw:
        armor = 0 if command.ignore_armor else place.armor
        where = Place(key=place.key, rolls=place.rolls, armor=armor, factor=place.factor)
        yield from hits.raw_at(course, combatant.id, where, command.damage)
    else:
        yield from suffer(course, combatant.id, place.key, command.damage)
    name = character.place_name(context, place.key)
    return Outcome(
        label=say(
            "phases.log.harm",
            who=combatant.name,
            place=name,
            damage=command.damage,
            result=course.told,
        ),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def wound(context: RulesContext, command: Wound) -> Procedure:
    """The game master sets a wound level; what follows at once follows, tests do not. Source: PHA-60 to PHA-64.

    Raises:
        RuleError: no such place or level.
    """
    yield from ()
    combatant = context.known_combatant(command.who)
    place = _place(context, combatant, command.place)
    if not 0 <= command.level <= mechanics.DESTROYED:
        raise refuse("phases.no_such_wound", rule="PHA-60", most=mechanics.DESTROYED)
    events = put(context, combatant, place.key, command.level)
    after = replace(context, state=fold(context.state, events))
    return Outcome(
        label=say(
            "phases.log.wound_set",
            who=combatant.name,
            place=character.place_name(context, place.key),
            level=character.level_name(context, command.level),
        ),
        events=(*events, *sooner(after, after.combatant(combatant.id))),
    )


def amputate(context: RulesContext, command: Amputate) -> Procedure:
    """A Critical wound takes off head, arm or leg; the head: death. Source: PHA-65.

    Raises:
        RuleError: the torso, or no Critical wound there.
    """
    yield from ()
    combatant = context.known_combatant(command.who)
    place = _place(context, combatant, command.place)
    name = character.place_name(context, place.key)
    if place.key == character.TORSO or character.wound(combatant, place.key) != mechanics.CRITICAL:
        raise refuse("phases.not_critical", rule="PHA-65", who=combatant.name, place=name)
    return Outcome(
        label=say("phases.log.amputated", who=combatant.name, place=name),
        events=put(context, combatant, place.key, mechanics.DESTROYED),
    )
