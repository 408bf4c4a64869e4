"""What a hit does on its way to the skin: location, dice, armour. Source: PHA-34, PHA-38 to PHA-42, PHA-78."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Value
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, Place, places_of
from encounter_gui.rules.systems.phases.harm.wounds import owes_test, suffer
from encounter_gui.rules.systems.phases.sheet import character, test_dice
from encounter_gui.rules.systems.phases.sheet.gear import Damage


class Blow(Struct, frozen=True, kw_only=True):
    """Who is hit, by whom (None: by nobody, a fall), and the location aimed at (empty: none)."""

    target: CombatantId
    striker: CombatantId | None = None
    aim: str = ""


def location_of(resolution: Resolution, blow: Blow) -> Rolling[Place]:
    """Returns the location that is hit: the one aimed at, or by a d10. Source: PHA-41."""
    places = places_of(resolution.context, resolution.combatant(blow.target))
    if blow.aim:
        return next(each for each in places if each.key == blow.aim)
    face = yield from test_dice.die(resolution.context, "location", blow.striker, 10)
    place = next((each for each in places if face in each.rolls), places[0])
    name = character.place_name(resolution.context, place.key)
    resolution.reason("phases.why.place", "PHA-41", face=face, place=name)
    return place


def land(
    resolution: Resolution, blow: Blow, plan: AttackPlan, count: int, margin: int
) -> Rolling[int]:
    """Rolls the hits of a discharge until one demands a test; returns how many are still to come.

    ``margin`` is the degree of success. Source: PHA-34, PHA-38, PHA-78.
    """
    if plan.is_summed or plan.hits == "pellets":
        yield from _together(resolution, blow, plan, count)
        return 0
    bonus = margin if plan.adds_dos else 0
    return (yield from land_each(resolution, blow, plan.damage, count, bonus))


def land_each(
    resolution: Resolution, blow: Blow, damage: Damage, count: int, bonus: int = 0
) -> Rolling[int]:
    """Rolls hits one after the other until one demands a test; returns how many are still to come.

    None are to come once the target is dead. Source: PHA-34, PHA-78.
    """
    for left in reversed(range(count)):
        if character.is_dead(resolution.combatant(blow.target)):
            return 0
        place = yield from location_of(resolution, blow)
        yield from roll_damage(resolution, blow, place, damage, bonus)
        if owes_test(resolution.context, blow.target):
            return left
    return 0


def _together(resolution: Resolution, blow: Blow, plan: AttackPlan, count: int) -> Rolling[None]:
    """Pellets lose the armour each and are added; a laser's hits are added and lose it once. Source: PHA-34."""
    place = yield from location_of(resolution, blow)
    dice = plan.damage.dice
    rolled = yield from test_dice.damage_dice(resolution.context, blow.striker, dice, count)
    amounts = [amount(plan.damage, each, 0) for each in rolled]
    place = _armored(resolution, place)
    if plan.is_summed:
        past = _past(sum(amounts), place)
    else:
        past = sum(_past(each, place) for each in amounts)
    _through(resolution, blow, place, sum(amounts), resolution.number("past_armor", past))


def roll_damage(
    resolution: Resolution, blow: Blow, place: Place, damage: Damage, bonus: int = 0
) -> Rolling[None]:
    """Rolls the damage of one hit at a location. Source: PHA-38, PHA-39, PHA-42."""
    dice = damage.dice
    (rolled,) = yield from test_dice.damage_dice(resolution.context, blow.striker, dice)
    strike_place(resolution, blow, place, amount(damage, rolled, bonus))


def strike_place(resolution: Resolution, blow: Blow, place: Place, raw: int) -> int:
    """Takes damage through the armour of a location; returns what got past. Source: PHA-41, PHA-42."""
    raw, place = resolution.number("damage", raw), _armored(resolution, place)
    past = resolution.number("past_armor", _past(raw, place))
    _through(resolution, blow, place, raw, past)
    return past


def graze(resolution: Resolution, blow: Blow, plan: AttackPlan) -> Rolling[None]:
    """A tie: one location, damage 1, once whatever the fire mode. Source: PHA-40."""
    place = yield from location_of(resolution, blow)
    armor = place.armor if plan.graze_armor else 0
    past = int(mechanics.past_armor(plan.graze, armor, place.factor))
    past = resolution.number("past_armor", past)
    _through(resolution, blow, place, plan.graze, past)


def _armored(resolution: Resolution, place: Place) -> Place:
    """Returns a location with its armour, or what the game master has put in its place."""
    return replace(place, armor=resolution.number("armor", place.armor))


def _past(raw: int, place: Place) -> int:
    return int(mechanics.past_armor(raw, place.armor, place.factor))


def _through(resolution: Resolution, blow: Blow, place: Place, raw: int, past: int) -> None:
    values: dict[str, Value] = {
        "place": place.key,
        "damage": raw,
        "raw": raw,
        "armor": place.armor,
        "past": past,
    }
    resolution.fact("damage", blow.striker, blow.target, **values)
    resolution.reason(
        "phases.why.armor" if place.factor == 1 else "phases.why.armor_times",
        "PHA-42",
        place=character.place_name(resolution.context, place.key),
        damage=raw,
        armor=place.armor,
        factor=place.factor,
        past=past,
    )
    suffer(resolution, blow.target, place.key, past, blow.striker)


def amount(damage: Damage, rolled: int, bonus: int) -> int:
    """Returns the damage of a hit whose dice came to so much. Source: PHA-04, PHA-38."""
    return int(mechanics.damage(rolled, damage.flat, damage.divisor, damage.minimum, bonus))
