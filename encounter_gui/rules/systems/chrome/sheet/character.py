"""What a combatant amounts to in CHROME: Stats, Saves, Health, Conviction, Soak, and who is with whom."""

from collections.abc import Collection, Iterable, Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.modifiers import Modifier, of_conditions
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import gear

HEALTH, CONVICTION, MAJORS = "health", "conviction", "majors"
STATS = ("strength", "speed", "intellect", "combat")
SAVES = ("sanity", "fear", "body", "reflex")
LIMBS = ("right_arm", "left_arm", "right_leg", "left_leg")
ARMS, LEGS = LIMBS[:2], LIMBS[2:]
SEVERED, BLEEDING, RUINED = "severed", "bleeding", "ruined"
UNNOTICED, DISTORTIONS = "unnoticed", "distortions"
"""Records: the ids of those who have not noticed a combatant; Distortions in the game master's words."""

COLD = ("unconscious", "fainted")
HELD_BACK = ("surprised", "shocked")


@read_once
def is_operator(combatant: Combatant) -> bool:
    """Returns whether a combatant has Stats and Saves; all others are enemies. Source: CHR-01, CHR-11."""
    return word(combatant.sheet.get("kind")) == "operator"


def word(value: Value | None) -> str:
    """Returns a word of the sheet, however it was typed; empty: there is none."""
    return value.strip().casefold() if isinstance(value, str) else ""


def value(context: RulesContext, combatant: Combatant, test: str) -> int:
    """Returns a Stat or a Save. Source: CHR-02, CHR-03."""
    known = combatant.sheet.get(test)
    return number(context.ruleset.field_default(test) if known is None else known)


def speed(context: RulesContext, combatant: Combatant) -> int:
    """Returns the Speed Stat, by which turns are ordered. Source: CHR-26."""
    return value(context, combatant, "speed")


def name_of(context: RulesContext, key: str) -> str:
    """Returns what the ruleset calls a field of the sheet."""
    return next((each.name for each in context.ruleset.fields if each.key == key), key)


def is_prime(combatant: Combatant, test: str) -> bool:
    """Returns whether this is the Prime Save. Source: CHR-01."""
    return prime(combatant) == test


def prime(combatant: Combatant) -> str:
    """Returns the Prime Save; empty: none is written down. Source: CHR-01."""
    return word(combatant.sheet.get("prime"))


def skills(combatant: Combatant) -> tuple[str, ...]:
    """Returns the skills, as they are written. Source: CHR-01."""
    text = str(combatant.sheet.get("skills") or "")
    return tuple(each.strip() for each in text.split(",") if each.strip())


def has_skill(combatant: Combatant, skill: str) -> bool:
    """Returns whether a combatant has a skill. Source: CHR-19."""
    wanted = skill.strip().casefold()
    return bool(wanted) and wanted in (each.casefold() for each in skills(combatant))


def health(combatant: Combatant) -> int:
    """Returns full Health. Source: CHR-04."""
    return number(combatant.sheet.get("health"))


def health_now(combatant: Combatant) -> int:
    """Returns current Health, never below 0. Source: CHR-04, CHR-57."""
    return combatant.gauges.get(HEALTH, 0)


def conviction(combatant: Combatant) -> int:
    """Returns the most Conviction there can be; panic lowers it for good. Source: CHR-05."""
    return number(combatant.sheet.get("conviction"))


def conviction_now(combatant: Combatant) -> int:
    """Returns current Conviction. Source: CHR-05."""
    return combatant.gauges.get(CONVICTION, 0)


@read_once
def is_dead(combatant: Combatant) -> bool:
    """Returns whether a combatant is dead, or an enemy destroyed. Source: CHR-57, CHR-58."""
    return bool(mechanics.is_down(health_now(combatant)))


@read_once
def is_presence(combatant: Combatant) -> bool:
    """Returns whether a dead combatant acts on as a Presence. Source: CHR-60."""
    return is_dead(combatant) and combatant.has("presence")


def is_cold(combatant: Combatant) -> bool:
    """Returns whether a combatant is unconscious. Source: CHR-57."""
    return any(combatant.has(key) for key in COLD)


@read_once
def is_awake(combatant: Combatant) -> bool:
    """Returns whether a combatant is alive and conscious: no others make Panic Checks. Source: CHR-73."""
    return not is_dead(combatant) and not is_cold(combatant)


@read_once
def is_out(combatant: Combatant) -> bool:
    """Returns whether a combatant takes no part any more: dead, unconscious, fled. Source: CHR-27."""
    return not is_awake(combatant) or "left" in combatant.flags


def is_held_back(combatant: Combatant) -> bool:
    """Returns whether this very turn is lost to surprise or shock.

    A turn of its own ends it, unless it lasts longer: then every turn is lost until it ends. Source: CHR-23, CHR-38.
    """
    found = (combatant.condition(key) for key in HELD_BACK)
    return any(each is not None and (each.count == 1 or lasts_longer(each)) for each in found)


def lasts_longer(condition: Condition) -> bool:
    """Returns whether a condition that costs a turn goes on for a time that was said. Source: CHR-23, CHR-38."""
    return condition.until is not None or duration_text(condition) is not None


@read_once
def can_act(combatant: Combatant) -> bool:
    """Returns whether a combatant whose turn it is may do anything with it. Source: CHR-23, CHR-27, CHR-60."""
    return is_presence(combatant) or not (is_out(combatant) or is_held_back(combatant))


def lacks_courage(combatant: Combatant) -> bool:
    """Returns whether a gutless combatant has not made its Fear Save in this fight; a Presence does not fight.

    Source: CHR-60, CHR-63.
    """
    gutless = combatant.condition("gutless")
    return gutless is not None and not gutless.count and not is_dead(combatant)


def team(combatant: Combatant) -> str:
    """Returns the side a combatant fights on; player characters and their allies are one."""
    return "pc" if combatant.side == "ally" else combatant.side


def operators(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns every Operator, by Speed from high to low. Source: CHR-26, CHR-73."""
    return _by_speed(context, filter(is_operator, context.state.combatants.values()))


def squad(context: RulesContext, combatant: Combatant) -> tuple[Combatant, ...]:
    """Returns the Operators on a combatant's side who are awake, oneself included. Source: CHR-17, CHR-59."""
    return _by_speed(
        context,
        (
            other
            for other in context.state.combatants.values()
            if is_operator(other)
            and team(other) == team(combatant)
            and is_awake(other)
            and "left" not in other.flags
        ),
    )


def _by_speed(context: RulesContext, combatants: Iterable[Combatant]) -> tuple[Combatant, ...]:
    return tuple(sorted(combatants, key=lambda combatant: -speed(context, combatant)))


def marks(combatant: Combatant, mark: str) -> tuple[str, ...]:
    """Returns the places that bear a mark. Source: CHR-49, CHR-54."""
    return tuple(key for key, place in combatant.locations.items() if mark in place.marks)


@read_once
def bears_anything(combatant: Combatant) -> bool:
    """Returns whether a combatant is under any condition, or a place of its body bears a mark."""
    return bool(combatant.conditions) or any(place.marks for place in combatant.locations.values())


def may_lose_head(combatant: Combatant) -> bool:
    """Returns whether a Sever may take a combatant's head. Source: CHR-10, CHR-54."""
    return not (
        combatant.sheet.get("multi_headed") or gear.worn_with_flag(combatant, "no_decapitation")
    )


def lost_arms(combatant: Combatant) -> int:
    """Returns how many arms are lost. Source: CHR-55."""
    return sum(key in ARMS for key in marks(combatant, SEVERED))


def lost_legs(combatant: Combatant) -> int:
    """Returns how many legs are lost. Source: CHR-55."""
    return sum(key in LEGS for key in marks(combatant, SEVERED))


def derived_keys(combatant: Combatant) -> tuple[str, ...]:
    """Returns the keys of the conditions that follow from Health, lost limbs and weapons. Source: CHR-50."""
    return tuple(_derived_keys(combatant))


def _derived_keys(combatant: Combatant) -> Iterator[str]:
    if is_dead(combatant):
        yield "dead"
    elif marks(combatant, BLEEDING):
        yield "bleeding"
    yield from (f"lost_{key}" for key in LIMBS if key in marks(combatant, SEVERED))
    if gear.troubled_keys(combatant, gear.JAM):
        yield "jammed"
    if gear.troubled_keys(combatant, gear.DROPPED):
        yield "disarmed"


def effects(
    context: RulesContext, combatant: Combatant, kinds: Collection[str]
) -> tuple[Modifier, ...]:
    """Returns what a combatant's conditions do to rolls of these kinds. Source: CHR-16, CHR-35, CHR-63."""
    if not combatant.conditions:
        return ()
    keys = (*derived_keys(combatant), *(each.key for each in combatant.conditions))
    return of_conditions(context, keys, kinds)


def soak_parts(
    context: RulesContext, combatant: Combatant, *, is_ranged: bool
) -> tuple[Modifier, ...]:
    """Returns what keeps damage off a combatant: armor, CyberTech, thick skin, and cover. Source: CHR-10, CHR-34."""
    texts = context.texts
    worn = gear.worn_soak(combatant)
    own = number(combatant.sheet.get("soak"))
    modifiers = [Modifier(name=texts.text_of("chrome.armor"), amount=worn, rule="CHR-10")]
    if own:
        modifiers.append(Modifier(name=texts.text_of("chrome.own_soak"), amount=own, rule="CHR-11"))
    return (*modifiers, *(effects(context, combatant, ("soak",)) if is_ranged else ()))


def soak(context: RulesContext, combatant: Combatant, *, is_ranged: bool = False) -> int:
    """Returns the Soak against an attack. Source: CHR-10, CHR-34, CHR-36, CHR-43."""
    return sum(modifier.amount for modifier in soak_parts(context, combatant, is_ranged=is_ranged))


def reach(context: RulesContext, combatant: Combatant, moves: int) -> int:
    """Returns how many metres so many move actions of a turn come to. Source: CHR-31, CHR-32, CHR-55."""
    if is_operator(combatant):
        whole = max(speed(context, combatant) + gear.metres(combatant), 0)
        return int(mechanics.reach(whole, moves, lost_legs(combatant)))
    most = number(context.ruleset.tables["bands"].get(move_band(combatant)))
    return int(most * moves // 2 ** lost_legs(combatant))


def move_band(combatant: Combatant) -> str:
    """Returns the band up to which an enemy moves, or ``none``. Source: CHR-11."""
    return word(combatant.sheet.get("move")) or "none"


def unnoticed_by(combatant: Combatant) -> tuple[CombatantId, ...]:
    """Returns the enemies that have not noticed an Operator. Source: CHR-24."""
    return tuple(map(CombatantId, keys_in(combatant, UNNOTICED)))


def distortions(combatant: Combatant) -> tuple[str, ...]:
    """Returns the permanent Distortions, in the game master's words. Source: CHR-64."""
    return keys_in(combatant, DISTORTIONS)


def keys_in(combatant: Combatant, record: str) -> tuple[str, ...]:
    """Returns the texts of a record; none if it holds no list of them."""
    value = combatant.memo.get(record, ())
    return value if isinstance(value, tuple) else ()


def least_damage(context: RulesContext) -> int:
    """Returns the damage that always gets through Soak. Source: CHR-37."""
    return 1 if context.switch("chrome.minDamageOne") else 0
