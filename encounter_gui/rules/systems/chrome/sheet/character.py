"""What a combatant amounts to in CHROME: Stats, Saves, Health, Conviction, Soak, and who is with whom."""

from collections.abc import Iterable, Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import gear

HEALTH, CONVICTION, MAJORS = "health", "conviction", "majors"
STATS = ("strength", "speed", "intellect", "combat")
SAVES = ("sanity", "fear", "body", "reflex")
LIMBS = ("right_arm", "left_arm", "right_leg", "left_leg")
ARMS, LEGS = LIMBS[:2], LIMBS[2:]
SEVERED, BLEEDING, RUINED = "severed", "bleeding", "ruined"
COLD = ("unconscious", "fainted")
HELD_BACK = ("surprised", "shocked")


def is_operator(one: Combatant) -> bool:
    """Returns whether somebody has Stats and Saves; all others are enemies. Source: CHR-01, CHR-11."""
    return word(one.sheet.get("kind")) == "operator"


def word(value: Value | None) -> str:
    """Returns a word of the sheet, however it was typed; empty: there is none."""
    return value.strip().casefold() if isinstance(value, str) else ""


def value(scene: Scene, one: Combatant, test: str) -> int:
    """Returns a Stat or a Save. Source: CHR-02, CHR-03."""
    return number(one.sheet.get(test, scene.ruleset.field_default(test)))


def speed(scene: Scene, one: Combatant) -> int:
    """Returns the Speed Stat, by which turns are ordered. Source: CHR-26."""
    return value(scene, one, "speed")


def name_of(scene: Scene, key: str) -> str:
    """Returns what the ruleset calls a field of the sheet."""
    return next((each.name for each in scene.ruleset.fields if each.key == key), key)


def is_prime(one: Combatant, test: str) -> bool:
    """Returns whether this is the Prime Save. Source: CHR-01."""
    return prime(one) == test


def prime(one: Combatant) -> str:
    """Returns the Prime Save; empty: none is written down. Source: CHR-01."""
    return word(one.sheet.get("prime"))


def skills(one: Combatant) -> tuple[str, ...]:
    """Returns the skills, as they are written. Source: CHR-01."""
    text = str(one.sheet.get("skills") or "")
    return tuple(each.strip() for each in text.split(",") if each.strip())


def has_skill(one: Combatant, skill: str) -> bool:
    """Returns whether somebody has a skill. Source: CHR-19."""
    wanted = skill.strip().casefold()
    return bool(wanted) and wanted in (each.casefold() for each in skills(one))


def health(one: Combatant) -> int:
    """Returns full Health. Source: CHR-04."""
    return number(one.sheet.get("health"))


def health_now(one: Combatant) -> int:
    """Returns current Health, never below 0. Source: CHR-04, CHR-57."""
    return one.gauges.get(HEALTH, 0)


def conviction(one: Combatant) -> int:
    """Returns the most Conviction there can be; panic lowers it for good. Source: CHR-05."""
    return number(one.sheet.get("conviction"))


def conviction_now(one: Combatant) -> int:
    """Returns current Conviction. Source: CHR-05."""
    return one.gauges.get(CONVICTION, 0)


def is_dead(one: Combatant) -> bool:
    """Returns whether somebody is dead, or an enemy destroyed. Source: CHR-57, CHR-58."""
    return bool(mechanics.is_down(health_now(one)))


def is_presence(one: Combatant) -> bool:
    """Returns whether somebody dead acts on as a Presence. Source: CHR-60."""
    return is_dead(one) and one.has("presence")


def is_cold(one: Combatant) -> bool:
    """Returns whether somebody is unconscious. Source: CHR-57."""
    return any(one.has(key) for key in COLD)


def is_awake(one: Combatant) -> bool:
    """Returns whether somebody alive takes note of what happens: no Panic Check for the others. Source: CHR-73."""
    return not is_dead(one) and not is_cold(one)


def is_out(one: Combatant) -> bool:
    """Returns whether somebody takes no part any more: dead, unconscious, fled. Source: CHR-27."""
    return not is_awake(one) or "left" in one.flags


def is_held_back(one: Combatant) -> bool:
    """Returns whether this very turn is lost to surprise or shock. Source: CHR-23, CHR-38."""
    found = (one.condition(key) for key in HELD_BACK)
    return any(each is not None and (each.count == 1 or each.until is not None) for each in found)


def can_act(one: Combatant) -> bool:
    """Returns whether somebody whose turn it is may do anything with it. Source: CHR-23, CHR-27, CHR-60."""
    return is_presence(one) or not (is_out(one) or is_held_back(one))


def team(one: Combatant) -> str:
    """Returns the side somebody fights on; player characters and their allies are one."""
    return "pc" if one.side == "ally" else one.side


def operators(scene: Scene) -> tuple[Combatant, ...]:
    """Returns every Operator, by Speed from high to low. Source: CHR-26, CHR-73."""
    those = [one for one in scene.state.combatants.values() if is_operator(one)]
    return tuple(sorted(those, key=lambda one: -speed(scene, one)))


def squad(scene: Scene, one: Combatant) -> tuple[Combatant, ...]:
    """Returns the Operators on somebody's side who are awake, oneself included. Source: CHR-17, CHR-59."""
    return tuple(
        other
        for other in operators(scene)
        if team(other) == team(one) and is_awake(other) and "left" not in other.flags
    )


def marks(one: Combatant, mark: str) -> tuple[str, ...]:
    """Returns the places that bear a mark. Source: CHR-49, CHR-54."""
    return tuple(key for key, place in one.locations.items() if mark in place.marks)


def lost_legs(one: Combatant) -> int:
    """Returns how many legs are lost. Source: CHR-55."""
    return sum(key in LEGS for key in marks(one, SEVERED))


def derived(one: Combatant) -> tuple[str, ...]:
    """Returns the keys of the conditions that follow from Health, lost limbs and weapons. Source: CHR-50."""
    return tuple(_derived(one))


def _derived(one: Combatant) -> Iterator[str]:
    if is_dead(one):
        yield "dead"
    elif marks(one, BLEEDING):
        yield "bleeding"
    yield from (f"lost_{key}" for key in LIMBS if key in marks(one, SEVERED))
    if gear.troubled(one, gear.JAM):
        yield "jammed"
    if gear.troubled(one, gear.DROPPED):
        yield "disarmed"


def conditions(scene: Scene, one: Combatant) -> tuple[ConditionDef, ...]:
    """Returns the definitions of every condition somebody has, those that follow from numbers first."""
    keys = (*derived(one), *(each.key for each in one.conditions))
    found = (scene.ruleset.condition(key) for key in keys)
    return tuple(each for each in found if each is not None)


def effects(scene: Scene, one: Combatant, kinds: Iterable[str]) -> tuple[Part, ...]:
    """Returns what somebody's conditions do to rolls of these kinds. Source: CHR-16, CHR-35, CHR-63."""
    if not one.conditions:
        return ()
    wanted = set(kinds)
    return tuple(
        Part(name=each.name, amount=effect.amount, rule=each.rule, key=each.key)
        for each in conditions(scene, one)
        for effect in each.effects
        if effect.on in wanted and effect.amount
    )


def soak_parts(scene: Scene, one: Combatant, *, is_ranged: bool) -> tuple[Part, ...]:
    """Returns what keeps damage off somebody: armor, CyberTech, thick skin, and cover. Source: CHR-10, CHR-34."""
    words = scene.words
    worn = gear.worn_soak(one)
    own = number(one.sheet.get("soak"))
    parts = [Part(name=words.word("chrome.armor"), amount=worn, rule="CHR-10")]
    if own:
        parts.append(Part(name=words.word("chrome.own_soak"), amount=own, rule="CHR-11"))
    return (*parts, *(effects(scene, one, ("soak",)) if is_ranged else ()))


def soak(scene: Scene, one: Combatant, *, is_ranged: bool = False) -> int:
    """Returns the Soak against an attack. Source: CHR-10, CHR-34, CHR-36, CHR-43."""
    return sum(part.amount for part in soak_parts(scene, one, is_ranged=is_ranged))


def reach(scene: Scene, one: Combatant, moves: int) -> int:
    """Returns how many metres so many move actions of a turn come to. Source: CHR-31, CHR-32, CHR-55."""
    if is_operator(one):
        whole = max(speed(scene, one) + gear.metres(one), 0)
        return int(mechanics.reach(whole, moves, lost_legs(one)))
    most = number(scene.ruleset.tables["bands"].get(move_band(one)))
    return int(most * moves // 2 ** lost_legs(one))


def move_band(one: Combatant) -> str:
    """Returns the band up to which an enemy moves, or ``none``. Source: CHR-11."""
    return word(one.sheet.get("move")) or "none"


def unnoticed_by(one: Combatant) -> tuple[CombatantId, ...]:
    """Returns the enemies that have not noticed an Operator. Source: CHR-24."""
    return tuple(CombatantId(each) for each in one.memo_text("unnoticed").split())


def distortions(one: Combatant) -> tuple[str, ...]:
    """Returns the permanent Distortions, in the game master's words. Source: CHR-64."""
    return tuple(each for each in one.memo_text("distortions").split("; ") if each)


def least_damage(scene: Scene) -> int:
    """Returns the damage that always gets through Soak. Source: CHR-37."""
    return 1 if scene.switch("chrome.minDamageOne") else 0
