"""What a hit does on its way to the skin: location, dice, armour. Source: PHA-34, PHA-38 to PHA-42, PHA-78."""

from collections.abc import Generator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, Place, places_of
from encounter_gui.rules.systems.phases.harm.wounds import Steps, suffer
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.gear import Damage
from encounter_gui.rules.systems.phases.sheet.test_dice import damage_dice, die


def place_of(course: Course, target: CombatantId, aim: str = "") -> Generator[Ask, Answer, Place]:
    """Returns the location that is hit: the one aimed at, or by a d10. Source: PHA-41."""
    places = places_of(course.after, course.one(target))
    if aim:
        return next(each for each in places if each.key == aim)
    face = yield from die("location", course.dealer, 10)
    return next((each for each in places if face in each.rolls), places[0])


def land(course: Course, plan: AttackPlan, target: CombatantId, count: int, dos: int) -> Steps:
    """Rolls out so many hits of one discharge. Source: PHA-34, PHA-38, PHA-78."""
    if plan.is_summed or plan.hits == "pellets":
        yield from _together(course, plan, target, count)
        return
    added = dos if plan.adds_dos else 0
    for _ in range(count):
        if character.is_dead(course.one(target)):
            return
        place = yield from place_of(course, target, plan.aim)
        yield from dice_at(course, target, place, plan.damage, added)


def _together(course: Course, plan: AttackPlan, target: CombatantId, count: int) -> Steps:
    """Pellets lose the armour each and are added; a laser's hits are added and lose it once. Source: PHA-34."""
    place = yield from place_of(course, target, plan.aim)
    rolled = yield from damage_dice(course.dealer, (plan.damage.dice,) * count)
    amounts = [amount(plan.damage, each, 0) for each in rolled]
    if plan.is_summed:
        past = int(mechanics.past_armor(sum(amounts), place.armor, place.factor))
    else:
        past = sum(int(mechanics.past_armor(each, place.armor, place.factor)) for each in amounts)
    yield from _through(course, target, place, sum(amounts), past)


def dice_at(
    course: Course, target: CombatantId, place: Place, damage: Damage, dos: int = 0
) -> Steps:
    """Rolls the damage of one hit at a location. Source: PHA-38, PHA-39, PHA-42."""
    (rolled,) = yield from damage_dice(course.dealer, (damage.dice,))
    yield from raw_at(course, target, place, amount(damage, rolled, dos))


def raw_at(course: Course, target: CombatantId, place: Place, raw: int) -> Steps:
    """Takes damage through the armour of a location. Source: PHA-41, PHA-42."""
    past = int(mechanics.past_armor(raw, place.armor, place.factor))
    yield from _through(course, target, place, raw, past)


def graze(course: Course, plan: AttackPlan, target: CombatantId) -> Steps:
    """A tie: one location, damage 1, once whatever the fire mode. Source: PHA-40."""
    place = yield from place_of(course, target, plan.aim)
    armor = place.armor if plan.graze_armor else 0
    past = int(mechanics.past_armor(plan.graze, armor, place.factor))
    yield from _through(course, target, place, plan.graze, past)


def _through(course: Course, target: CombatantId, place: Place, raw: int, past: int) -> Steps:
    course.now(
        ev.Resolved(
            what="damage",
            who=course.dealer,
            target=target,
            values={"place": place.key, "damage": raw, "armor": place.armor, "past": past},
        )
    )
    where = character.place_name(course.after, place.key)
    course.why(
        "phases.why.armor" if place.factor == 1 else "phases.why.armor_times",
        rule="PHA-42",
        place=where,
        damage=raw,
        armor=place.armor,
        factor=place.factor,
        past=past,
    )
    yield from suffer(course, target, place.key, past)


def amount(damage: Damage, rolled: int, dos: int) -> int:
    """Returns the damage of a hit whose dice came to so much. Source: PHA-04, PHA-38."""
    return int(mechanics.damage(rolled, damage.flat, damage.divisor, damage.minimum, dos))
