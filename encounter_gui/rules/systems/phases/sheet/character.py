"""What a combatant amounts to under the rules of phases: levels, penalties, wounds, and what it still may do."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.modifiers import Part, sum_text, total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.formula import evaluate
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import LocationDef, Ruleset
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import gear

FATIGUE, SLEEPLESS = "fatigue", "sleepless"
"""Levels of Fatigue in all, and those of them that only sleep takes away. Source: PHA-18."""

INITIATIVE, EDGE = "initiative", "edge"
"""The initiative rolled, and what noticing first adds to it. Source: PHA-19 to PHA-21."""

ACTIONS, USED, LOST, RECOIL, MOVED = "actions", "used", "lost", "recoil", "moved"
"""Gauges of a phase: actions declared, used, lost by a stun; recoil so far; 1 once moved. Source: PHA-03."""

LEVELS = ("none", "flesh", "slight", "moderate", "serious", "critical", "destroyed")
"""The wound levels by number, as tables name them. Source: PHA-60."""

ARMS = {"right": "right_arm", "left": "left_arm"}
LEGS = ("right_leg", "left_leg")
HEAD, TORSO = "head", "torso"

DOWN = ("unconscious", "incapacitated", "clinically_dead", "dead")
"""Conditions in which nobody acts. Source: PHA-63, PHA-64, PHA-70, PHA-72."""

HELPLESS = ("immobile", *DOWN)
"""Conditions of a completely immobile target. Source: PHA-31, PHA-32."""

UNAWARE = ("unaware", "ambushed")
"""Conditions in which somebody does not see an attack coming. Source: PHA-21, PHA-32."""

GAITS = {"jog": "jogging", "run": "running", "sprint": "sprinting"}
"""The conditions that gaits are, the slowest first. Source: PHA-31, PHA-76."""

STANCES = ("ducking", "hunkering", "prone")
"""Conditions of which only the worst counts. Source: PHA-28, PHA-76."""

_PHYSICAL = ("strength", "reflexes", "stamina")
_NAME = re.compile(r"[a-z_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What is added to three dice, and what it is made of. Source: PHA-05."""

    parts: tuple[Part, ...]

    @property
    def amount(self) -> int:
        """The sum."""
        return total(self.parts)

    @property
    def text(self) -> str:
        """The arithmetic, e.g. ``Reflexes 6 + Marksmanship 4 − Wound 1``."""
        return sum_text(self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What somebody has declared for the phase and nobody has seen yet. Source: PHA-24."""

    actions: int = 1
    full: str = ""
    stances: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As it is remembered in the memo ``plan``: ``2 ducking snap_shot`` or ``1 full:run``."""
        full = (f"full:{self.full}",) if self.full else ()
        return " ".join((str(self.actions), *full, *self.stances))


def plan_of(one: Combatant) -> Plan | None:
    """Returns what somebody has declared for the phase that has not begun; None: nothing. Source: PHA-24."""
    text = one.memo_text("plan")
    if not text:
        return None
    count, *words = text.split()
    full = next((word.removeprefix("full:") for word in words if word.startswith("full:")), "")
    stances = tuple(word for word in words if not word.startswith("full:"))
    return Plan(actions=int(count), full=full, stances=stances)


def level(scene: Scene, one: Combatant, key: str) -> int:
    """Returns a characteristic, skill or specialty; what is not on the sheet counts what the ruleset says, or 0.

    Source: PHA-01, PHA-02.
    """
    if not key:
        return 0
    value = one.sheet.get(key)
    return number(scene.ruleset.field_default(key) if value is None else value)


def level_part(scene: Scene, one: Combatant, key: str, rule: str = "PHA-02") -> tuple[Part, ...]:
    """Returns a level as part of a roll; none without a key."""
    if not key:
        return ()
    return (Part(name=field_name(scene.ruleset, key), amount=level(scene, one, key), rule=rule),)


def field_name(ruleset: Ruleset, key: str) -> str:
    """Returns what a characteristic, skill or specialty is called."""
    known = next((each for each in ruleset.fields if each.key == key), None)
    return known.name if known else key.replace("_", " ").capitalize()


def skilled(
    scene: Scene, one: Combatant, characteristic: str, skill: str = "", specialty: str = ""
) -> tuple[Part, ...]:
    """Returns characteristic, skill and specialty; a specialty of level 0 is left out. Source: PHA-02, PHA-05."""
    parts = level_part(scene, one, characteristic, "PHA-01") + level_part(scene, one, skill)
    if level(scene, one, specialty):
        parts += level_part(scene, one, specialty)
    return parts


def figure(scene: Scene, table: str, key: str, default: int = 0) -> int:
    """Returns a number of a table of the ruleset."""
    value = scene.ruleset.tables.get(table, {}).get(key)
    return default if value is None else number(value)


# wounds


def wound(one: Combatant, place: str) -> int:
    """Returns the wound level at a location. Source: PHA-61."""
    found = one.locations.get(place)
    return found.level if found else 0


def worst(one: Combatant) -> int:
    """Returns the worst wound level of all. Source: PHA-66, PHA-70."""
    return max((each.level for each in one.locations.values()), default=0)


def worst_places(one: Combatant) -> tuple[str, ...]:
    """Returns the locations with the worst wound; none where there is no wound. Source: PHA-71."""
    most = worst(one)
    return tuple(key for key, each in one.locations.items() if most and each.level == most)


def wound_dn(scene: Scene, wound_level: int) -> int:
    """Returns the DN of a wound level. Source: PHA-60."""
    return figure(scene, "wound_dn", LEVELS[wound_level])


def level_penalty(scene: Scene, wound_level: int) -> int:
    """Returns the penalty of a wound level, 0 or less. Source: PHA-60."""
    known = (each for each in scene.ruleset.wound_levels if each.level == wound_level)
    return -abs(next((each.penalty for each in known), 0))


def level_name(scene: Scene, wound_level: int) -> str:
    """Returns what a wound level is called."""
    known = (each for each in scene.ruleset.wound_levels if each.level == wound_level)
    return next((each.name for each in known), scene.words.word("phases.no_wound"))


def wound_penalty(scene: Scene, one: Combatant) -> int:
    """Returns the penalty of somebody's wounds: the worst, or by switch of all. Source: PHA-66."""
    amounts = [level_penalty(scene, each.level) for each in one.locations.values() if each.level]
    if scene.switch("phases.woundPenalty") == "sum":
        return sum(amounts)
    return min(amounts, default=0)


def thresholds(scene: Scene, one: Combatant) -> tuple[int, ...]:
    """Returns the damage from which on each level is reached, Flesh to Critical. Source: PHA-60."""
    return tuple(
        _threshold(each.threshold, _named(scene, one, each.threshold))
        for each in scene.ruleset.wound_levels
        if each.threshold and each.level <= mechanics.CRITICAL
    )


def _named(scene: Scene, one: Combatant, formula: str) -> tuple[tuple[str, int], ...]:
    names = dict.fromkeys(_NAME.findall(formula))
    return tuple((name, level(scene, one, name)) for name in names)


@lru_cache(maxsize=512)
def _threshold(formula: str, names: tuple[tuple[str, int], ...]) -> int:
    """A few formulas over a few small numbers: reading them anew at each hit is what would cost."""
    return evaluate(formula, dict(names))


def location(scene: Scene, place: str) -> LocationDef | None:
    """Returns a location of the ruleset."""
    return next((each for each in scene.ruleset.locations if each.key == place), None)


def place_name(scene: Scene, place: str) -> str:
    """Returns what a location is called."""
    found = location(scene, place)
    return found.name if found else place


def damage_factor(scene: Scene, place: str) -> int:
    """Returns what damage past armour is multiplied with at a location. Source: PHA-41."""
    return figure(scene, "damage_factor", place, 1)


def is_useless(scene: Scene, one: Combatant, place: str) -> bool:
    """Returns whether an arm cannot be used. Source: PHA-64."""
    return wound(one, place) >= figure(scene, "location_effects", "arm_useless", mechanics.SERIOUS)


# penalties


def physical(scene: Scene, one: Combatant) -> tuple[Part, ...]:
    """Returns what Fatigue and Encumbrance take from physical tests. Source: PHA-17, PHA-18."""
    return _some(
        scene,
        ("fatigue", -fatigue(one), "PHA-18"),
        ("encumbrance", -burden(scene, one), "PHA-17"),
    )


def hurt(scene: Scene, one: Combatant) -> tuple[Part, ...]:
    """Returns what wounds take from every test but Shock and healing. Source: PHA-66."""
    return _some(scene, ("wounds", wound_penalty(scene, one), "PHA-66"))


def test_parts(scene: Scene, one: Combatant, characteristic: str) -> tuple[Part, ...]:
    """Returns what wounds, and Fatigue and Encumbrance in a physical test, take. Source: PHA-18, PHA-66."""
    tired = physical(scene, one) if characteristic in _PHYSICAL else ()
    return (*hurt(scene, one), *tired)


def effects(scene: Scene, one: Combatant, kinds: Iterable[str]) -> tuple[Part, ...]:
    """Returns what conditions do to rolls of these kinds: ``attack`` own attacks, ``attacked`` those against one.

    ``action``: every action, Specific Defenses too. Of stances only the worst counts. Source: PHA-28, PHA-29, PHA-76.
    """
    wanted = set(kinds)
    parts = [
        Part(name=known.name, amount=effect.amount, rule=known.rule, key=known.key)
        for each in one.conditions
        if (known := scene.ruleset.condition(each.key)) is not None
        for effect in known.effects
        if effect.on in wanted and effect.amount
    ]
    stances = [part for part in parts if part.key in STANCES]
    strongest = min(stances, key=lambda part: part.amount, default=None)
    return tuple(part for part in parts if part.key not in STANCES or part is strongest)


def _some(scene: Scene, *found: tuple[str, int, str]) -> tuple[Part, ...]:
    return tuple(
        Part(name=scene.words.word(f"phases.part.{key}"), amount=amount, rule=rule, key=key)
        for key, amount, rule in found
        if amount
    )


def fatigue(one: Combatant) -> int:
    """Returns the levels of Fatigue. Source: PHA-18."""
    return max(one.gauges.get(FATIGUE, 0), 0)


def burden(scene: Scene, one: Combatant) -> int:
    """Returns the levels of Encumbrance. Source: PHA-17."""
    return int(
        mechanics.encumbrance(
            number(one.sheet.get("load")),
            level(scene, one, "strength"),
            level(scene, one, "athletics"),
        )
    )


# moving


def move_base(scene: Scene, one: Combatant) -> int:
    """Returns MOVE before anything is taken off. Source: PHA-12."""
    parts = ("reflexes", "stamina", "strength", "athletics", "running")
    return sum(level(scene, one, key) for key in parts)


def leg_quarters(scene: Scene, one: Combatant) -> int:
    """Returns how many quarters of MOVE wounded legs leave. Source: PHA-64."""
    row = int(mechanics.leg_level(wound(one, LEGS[0]), wound(one, LEGS[1])))
    return figure(scene, "leg_quarters", LEVELS[row], 4)


def move(scene: Scene, one: Combatant, gait: str = "jog", terrain: str = "normal") -> int:
    """Returns how many feet somebody gets in a phase. Source: PHA-12, PHA-13, PHA-53, PHA-64."""
    if one.has("grabbed") or one.has("immobile"):
        return 0
    return int(
        mechanics.move(
            move_base(scene, one),
            burden(scene, one) + fatigue(one),
            figure(scene, "gait_speed", gait),
            figure(scene, "terrain", terrain, 1),
            leg_quarters(scene, one),
        )
    )


def gait(one: Combatant) -> str:
    """Returns the gait somebody last set, or was given by hand. Source: PHA-31."""
    by_hand = [key for key, condition in GAITS.items() if one.has(condition)]
    return by_hand[-1] if by_hand else one.memo_text("gait") or "still"


# acting


def phase_in_round(phase: int) -> tuple[int, int]:
    """Returns the round and the phase in it of a phase counted from the start of the fight. Source: PHA-11."""
    passed = max(phase, 1) - 1
    return passed // mechanics.PHASES_A_ROUND + 1, passed % mechanics.PHASES_A_ROUND + 1


def is_escalating(scene: Scene) -> bool:
    """Returns whether nothing is declared and each further action costs more. Source: PHA-24."""
    return scene.switch("phases.penaltyMode") == "escalating"


def action_limit(scene: Scene, one: Combatant) -> int:
    """Returns how many actions somebody has in this phase. Source: PHA-23, PHA-24."""
    if not one.gauges.get(ACTIONS):
        return 0
    if is_escalating(scene) and not one.memo.get("full"):
        return mechanics.MOST_ACTIONS
    return one.gauges[ACTIONS]


def actions_left(scene: Scene, one: Combatant) -> int:
    """Returns how many actions are neither used nor lost. Source: PHA-23."""
    spent = one.gauges.get(USED, 0) + one.gauges.get(LOST, 0)
    return max(action_limit(scene, one) - spent, 0)


def action_penalty(scene: Scene, one: Combatant) -> tuple[Part, ...]:
    """Returns what several actions in a phase take from the next one. Source: PHA-23, PHA-24."""
    count = one.gauges.get(ACTIONS, 0)
    if is_escalating(scene):
        count = one.gauges.get(USED, 0) + 1
    return _some(scene, ("actions", int(mechanics.action_penalty(count)), "PHA-23"))


def current_penalty(scene: Scene, one: Combatant) -> tuple[Part, ...]:
    """Returns the action penalty as it stands, not increased by another action. Source: PHA-49."""
    if not is_escalating(scene):
        return action_penalty(scene, one)
    count = max(one.gauges.get(USED, 0), 1)
    return _some(scene, ("actions", int(mechanics.action_penalty(count)), "PHA-23"))


def is_down(one: Combatant) -> bool:
    """Returns whether somebody cannot act at all. Source: PHA-63, PHA-64, PHA-70."""
    return any(one.has(key) for key in DOWN)


def is_dead(one: Combatant) -> bool:
    """Returns whether somebody is dead. Source: PHA-61, PHA-72."""
    return one.has("dead")


def is_helpless(one: Combatant) -> bool:
    """Returns whether somebody is completely immobile. Source: PHA-31, PHA-32."""
    return any(one.has(key) for key in HELPLESS)


def is_unaware(one: Combatant) -> bool:
    """Returns whether somebody does not see an attack coming. Source: PHA-21, PHA-32."""
    return any(one.has(key) for key in UNAWARE)


def is_ordinary(one: Combatant) -> bool:
    """Returns whether somebody is an ordinary NPC. Source: PHA-74."""
    kind = str(one.sheet.get("kind", "npc"))
    return kind == "mook" or (kind == "npc" and one.side != "pc" and "named" not in one.flags)


def is_mook(one: Combatant) -> bool:
    """Returns whether somebody is marked as a mook. Source: PHA-63."""
    return one.sheet.get("kind") == "mook"


def is_out(scene: Scene, one: Combatant) -> bool:
    """Returns whether somebody takes no part any more: down, fled, or by switch an ordinary NPC in Shock.

    Source: PHA-74, PHA-76.
    """
    if is_down(one) or "left" in one.flags:
        return True
    return one.has("in_shock") and is_ordinary(one) and bool(scene.switch("phases.mookRule"))


def derived(scene: Scene, one: Combatant) -> tuple[str, ...]:
    """Returns the conditions that follow from numbers: gait, Fatigue, Encumbrance, wounds. Source: PHA-76."""
    walks = GAITS.get(gait(one), "")
    found = (
        (walks, bool(walks) and not is_down(one) and not one.has(walks)),
        ("fatigued", fatigue(one) > 0),
        ("encumbered", burden(scene, one) > 0),
        ("wounded", worst(one) > 0),
    )
    return tuple(key for key, so in found if so)


def edge_score(scene: Scene, one: Combatant) -> int:
    """Returns the initiative of somebody in this phase. Source: PHA-19 to PHA-21, PHA-29."""
    snap = figure(scene, "initiative", "snap_shot", 3) if one.has("snap_shot") else 0
    return one.gauges.get(INITIATIVE, 0) + one.gauges.get(EDGE, 0) + snap


def tie_break(scene: Scene, one: Combatant) -> int:
    """Returns what decides between equal initiatives. Source: PHA-19."""
    return level(scene, one, "reflexes") + level(scene, one, "initiative")


# hands


def hand_of(one: Combatant, key: str) -> str:
    """Returns the hand a weapon is in: ``right``, ``left`` or empty. Source: PHA-03."""
    if key and one.memo.get("held") == key:
        return "right"
    return "left" if key and one.memo.get("off") == key else ""


def held_in(one: Combatant, hand: str) -> str:
    """Returns the key of what a hand holds, a two-handed weapon in either; empty: nothing. Source: PHA-03, PHA-64."""
    own = one.memo_text("held" if hand == "right" else "off")
    if own:
        return own
    other = one.memo_text("off" if hand == "right" else "held")
    item = one.item(other) if other else None
    return other if item is not None and gear.weapon_of(item).hands > 1 else ""


def arms_of(one: Combatant, weapon: gear.Weapon) -> tuple[str, ...]:
    """Returns the arms a weapon in hand needs; none for bare hands. Source: PHA-64."""
    if weapon.hands > 1:
        return tuple(ARMS.values())
    hand = hand_of(one, weapon.key)
    return (ARMS[hand],) if hand else ()


def takes_part(scene: Scene, slot: Slot) -> bool:
    """Returns whether somebody has anything to do in a slot: not who is out or does not know yet that it has begun.

    Source: PHA-21, PHA-76.
    """
    one = scene.state.combatants[slot.who]
    return not is_out(scene, one) and not one.has("ambushed")


def bonus(*parts: tuple[Part, ...]) -> Bonus:
    """Returns the parts of a roll put together."""
    return Bonus(parts=tuple(part for group in parts for part in group))
