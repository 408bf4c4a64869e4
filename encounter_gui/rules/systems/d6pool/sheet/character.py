"""What a combatant amounts to under the D6-pool rules: levels, health, and what speaks for and against its rolls."""

from msgspec import Struct

from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import (
    Modifier,
    of_conditions,
    sum_text,
    total,
    without_lesser,
)
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet.gear import armor_level

HEALTH = "th"
DODGE = "dodge"
HURT = ("stunned", "wounded")


class Pool(Struct, frozen=True, kw_only=True):
    """The dice of a roll and what they are made of. Source: D6P-09."""

    modifiers: tuple[Modifier, ...]

    @property
    def dice(self) -> int:
        """How many dice are rolled; none when it comes to 0 or less, and the total is then 0."""
        return max(total(self.modifiers), 0)

    @property
    def text(self) -> str:
        """The arithmetic, e.g. ``Firearms 4 + Laser sight 1 − Running 1``."""
        return sum_text(self.modifiers)


def level(context: RulesContext, combatant: Combatant, key: str, *, hero: bool = False) -> int:
    """Returns an attribute or skill level, doubled by a Hero Point. Source: D6P-01, D6P-02, D6P-12."""
    value = number(combatant.sheet.get(key, context.ruleset.field_default(key)))
    return 2 * value if hero or combatant.has("heroic") else value


def health(combatant: Combatant) -> int:
    """Returns full Health. Source: D6P-03."""
    return number(combatant.sheet.get("health"))


def health_now(combatant: Combatant) -> int:
    """Returns Temporary Health; below 0 somebody is down and may be dying. Source: D6P-04."""
    return combatant.gauges.get(HEALTH, 0)


@read_once
def is_down(combatant: Combatant) -> bool:
    """Returns whether somebody is unconscious or dead. Source: D6P-43."""
    return bool(mechanics.is_down(health_now(combatant)))


def is_dead(combatant: Combatant) -> bool:
    """Returns whether somebody is dead. Source: D6P-44."""
    return bool(mechanics.is_dead(health_now(combatant), health(combatant)))


def is_wounded(combatant: Combatant) -> bool:
    """Returns whether somebody is wounded but up. Source: D6P-42."""
    return bool(mechanics.is_wounded(health_now(combatant), health(combatant)))


@read_once
def is_out(combatant: Combatant) -> bool:
    """Returns whether somebody takes no part any more: down, fled or surrendered. Source: D6P-48, D6P-49."""
    return is_down(combatant) or "left" in combatant.flags


def derived_keys(combatant: Combatant) -> tuple[str, ...]:
    """Returns the keys of the conditions that follow from Temporary Health. Source: D6P-50."""
    if health_now(combatant) >= health(combatant):
        return ()
    if is_dead(combatant):
        return ("dead",)
    if is_down(combatant):
        return () if combatant.has("awake_weak") else ("unconscious",)
    return ("wounded",)


def effects(context: RulesContext, combatant: Combatant, *kinds: str) -> tuple[Modifier, ...]:
    """Returns what the conditions of a combatant do to rolls of these kinds.

    Stunned and wounded count once together unless the switch says otherwise. Source: D6P-28, D6P-35, D6P-42.
    """
    keys = (*derived_keys(combatant), *(each.key for each in combatant.conditions))
    found = of_conditions(context, keys, kinds) if keys else ()
    return (
        found
        if not found or context.switch("d6pool.stunWoundStack")
        else without_lesser(found, HURT)
    )


def skill_part(
    context: RulesContext, combatant: Combatant, key: str, *, hero: bool = False
) -> Modifier:
    """Returns the level a pool starts from."""
    known = context.ruleset.field(key)
    return Modifier(
        name=known.name if known else key,
        amount=level(context, combatant, key, hero=hero),
        rule="D6P-12" if hero or combatant.has("heroic") else "D6P-09",
    )


def resistance(context: RulesContext, combatant: Combatant) -> Pool:
    """Returns the dice that resist damage. Source: D6P-34, D6P-35."""
    armor = armor_level(combatant)
    kinds = ["resist", *(["wound_resist"] if context.switch("d6pool.woundHitsResist") else [])]
    modifiers = [skill_part(context, combatant, "pain_resistance")]
    if armor:
        modifiers.append(
            Modifier(name=context.texts.text_of("d6pool.armor"), amount=armor, rule="D6P-07")
        )
    return Pool(modifiers=(*modifiers, *effects(context, combatant, *kinds)))


def dodge_pool(context: RulesContext, combatant: Combatant) -> int:
    """Returns the dodge and parry dice a turn begins with. Source: D6P-31."""
    return level(context, combatant, "dodge")


def dodge_left(combatant: Combatant) -> int:
    """Returns the dodge and parry dice left this turn. Source: D6P-31."""
    return max(combatant.gauges.get(DODGE, 0), 0)


def is_defenseless(combatant: Combatant) -> bool:
    """Returns whether somebody cannot dodge or parry at all. Source: D6P-31."""
    return combatant.has("unaware") or combatant.has("helpless")
