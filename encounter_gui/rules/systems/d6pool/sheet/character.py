"""What a combatant amounts to under the D6-pool rules: levels, health, and what speaks for and against its rolls."""

from collections.abc import Iterable
from dataclasses import dataclass

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.modifiers import Part, sum_text, total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.sheet.gear import armor_level

HEALTH = "th"
DODGE = "dodge"
HURT = ("stunned", "wounded")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The dice of a roll and what they are made of. Source: D6P-09."""

    parts: tuple[Part, ...]

    @property
    def dice(self) -> int:
        """How many dice are rolled; none when it comes to 0 or less, and the total is then 0."""
        return max(total(self.parts), 0)

    @property
    def text(self) -> str:
        """The arithmetic, e.g. ``Firearms 4 + Laser sight 1 − Running 1``."""
        return sum_text(self.parts)


def level(scene: Scene, one: Combatant, key: str, *, hero: bool = False) -> int:
    """Returns an attribute or skill level, doubled by a Hero Point. Source: D6P-01, D6P-02, D6P-12."""
    value = number(one.sheet.get(key, scene.ruleset.field_default(key)))
    return 2 * value if hero or one.has("heroic") else value


def health(one: Combatant) -> int:
    """Returns full Health. Source: D6P-03."""
    return number(one.sheet.get("health"))


def health_now(one: Combatant) -> int:
    """Returns Temporary Health; below 0 somebody is down and may be dying. Source: D6P-04."""
    return one.gauges.get(HEALTH, 0)


def is_down(one: Combatant) -> bool:
    """Returns whether somebody is unconscious or dead. Source: D6P-43."""
    return bool(mechanics.is_down(health_now(one)))


def is_dead(one: Combatant) -> bool:
    """Returns whether somebody is dead. Source: D6P-44."""
    return bool(mechanics.is_dead(health_now(one), health(one)))


def is_wounded(one: Combatant) -> bool:
    """Returns whether somebody is wounded but up. Source: D6P-42."""
    return bool(mechanics.is_wounded(health_now(one), health(one)))


def is_out(one: Combatant) -> bool:
    """Returns whether somebody takes no part any more: down, fled or surrendered. Source: D6P-48, D6P-49."""
    return is_down(one) or "left" in one.flags


def derived(one: Combatant) -> tuple[str, ...]:
    """Returns the keys of the conditions that follow from Temporary Health. Source: D6P-50."""
    if health_now(one) >= health(one):
        return ()
    if is_dead(one):
        return ("dead",)
    if is_down(one):
        return () if one.has("awake_weak") else ("unconscious",)
    return ("wounded",)


def conditions(scene: Scene, one: Combatant) -> tuple[ConditionDef, ...]:
    """Returns the definitions of every condition somebody has, those that follow from health first."""
    keys = (*derived(one), *(each.key for each in one.conditions))
    found = (scene.ruleset.condition(key) for key in keys)
    return tuple(each for each in found if each is not None)


def effects(scene: Scene, one: Combatant, kinds: Iterable[str]) -> tuple[Part, ...]:
    """Returns what somebody's conditions do to rolls of these kinds; 0s are left out.

    Stunned and wounded count once together unless the switch says otherwise. Source: D6P-28, D6P-35, D6P-42.
    """
    if not one.conditions and not derived(one):
        return ()
    wanted = set(kinds)
    parts = [
        Part(name=each.name, amount=effect.amount, rule=each.rule, key=each.key)
        for each in conditions(scene, one)
        for effect in each.effects
        if effect.on in wanted and effect.amount
    ]
    if scene.switch("d6pool.stunWoundStack"):
        return tuple(parts)
    hurt = [part for part in parts if part.key in HURT]
    worst = min(hurt, key=lambda part: part.amount, default=None)
    return tuple(part for part in parts if part.key not in HURT or part is worst)


def skill_part(scene: Scene, one: Combatant, key: str, *, hero: bool = False) -> Part:
    """Returns the level a pool starts from."""
    known = next((each for each in scene.ruleset.fields if each.key == key), None)
    return Part(
        name=known.name if known else key,
        amount=level(scene, one, key, hero=hero),
        rule="D6P-12" if hero or one.has("heroic") else "D6P-09",
    )


def resistance(scene: Scene, one: Combatant) -> Pool:
    """Returns the dice that resist damage. Source: D6P-34, D6P-35."""
    armor = armor_level(one)
    kinds = ["resist", *(["wound_resist"] if scene.switch("d6pool.woundHitsResist") else [])]
    parts = [skill_part(scene, one, "pain_resistance")]
    if armor:
        parts.append(Part(name=scene.words.word("d6pool.armor"), amount=armor, rule="D6P-07"))
    return Pool(parts=(*parts, *effects(scene, one, kinds)))


def dodge_pool(scene: Scene, one: Combatant) -> int:
    """Returns the dodge and parry dice a turn begins with. Source: D6P-31."""
    return level(scene, one, "dodge")


def dodge_left(one: Combatant) -> int:
    """Returns the dodge and parry dice left this turn. Source: D6P-31."""
    return max(one.gauges.get(DODGE, 0), 0)


def dodge_limit(one: Combatant) -> int:
    """Returns the most dice somebody may spend against one attack now. Source: D6P-31."""
    if is_down(one) or one.has("unaware") or one.has("helpless"):
        return 0
    return min(dodge_left(one), mechanics.DODGE_MOST)
