"""What a combatant amounts to under the rules of phases: levels, penalties, wounds, and what it still may do."""

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import islice

from msgspec import Struct

from encounter_gui.core.read_once import read_once
from encounter_gui.encounter.values import Combatant, Record, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text
from encounter_gui.rules.engine.modifiers import (
    Modifier,
    of_conditions,
    sum_text,
    total,
    without_lesser,
)
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

AWAKE = "awake"
"""The gauge of hours on end without sleep. Source: PHA-18."""

RESOURCES = (SLEEPLESS, INITIATIVE, EDGE, ACTIONS, USED, LOST, RECOIL, MOVED, AWAKE)
"""The running numbers of a combatant beside its gauges and its rounds."""

LEVELS = ("none", "flesh", "slight", "moderate", "serious", "critical", "destroyed")
"""The wound levels by number, as tables name them. Source: PHA-60."""

ARMS = {"right": "right_arm", "left": "left_arm"}
LEGS = ("right_leg", "left_leg")
HEAD, TORSO = "head", "torso"

DOWN = ("unconscious", "incapacitated", "clinically_dead", "dead")
"""Conditions in which nobody acts. Source: PHA-63, PHA-64, PHA-70, PHA-72."""

HELPLESS = ("immobile", *DOWN)
"""Conditions of a completely immobile target. Source: PHA-31, PHA-32."""

AWARE = "aware"
"""What the rules remember with Ambushed of who sees attacks coming all the same. Source: PHA-21."""

GAITS = {"jog": "jogging", "run": "running", "sprint": "sprinting"}
"""The conditions that gaits are, the slowest first. Source: PHA-31, PHA-76."""

STANCES = ("ducking", "hunkering", "prone")
"""Conditions of which only the worst counts. Source: PHA-28, PHA-76."""

_PHYSICAL = ("strength", "reflexes", "stamina")
_NAME = re.compile(r"[a-z_]+")


class Bonus(Struct, frozen=True, kw_only=True):
    """What is added to three dice, and what it is made of. Source: PHA-05."""

    parts: tuple[Modifier, ...]

    @property
    def amount(self) -> int:
        """The sum."""
        return total(self.parts)

    @property
    def text(self) -> str:
        """The arithmetic, e.g. ``Reflexes 6 + Marksmanship 4 − Wound 1``."""
        return sum_text(self.parts)


class Declaration(Struct, frozen=True, kw_only=True):
    """What a combatant has declared for the phase and nobody has seen yet. Source: PHA-24."""

    actions: int = 1
    full: str = ""
    stances: tuple[str, ...] = ()

    @property
    def record(self) -> Record:
        """The declaration as the record ``plan`` of the combatant."""
        return {"actions": self.actions, "full": self.full, "stances": self.stances}


def declaration_of(combatant: Combatant) -> Declaration | None:
    """Returns what a combatant has declared for the phase that has not begun; None: nothing. Source: PHA-24."""
    match combatant.memo.get("plan"):
        case {"actions": int(actions), "full": str(full), "stances": tuple(stances)}:
            return Declaration(actions=actions, full=full, stances=stances)
        case _:
            return None


def keys_in(combatant: Combatant, record: str) -> tuple[str, ...]:
    """Returns the keys of items that a record of a combatant holds."""
    keys = combatant.memo.get(record)
    return keys if isinstance(keys, tuple) else ()


def patient_of(context: RulesContext, helper: Combatant) -> Combatant | None:
    """Returns the patient of a combatant that gives first aid; None if there is none, or it is gone. Source: PHA-71."""
    known = helper.condition("aiding")
    return context.state.combatants.get(known.by) if known and known.by else None


def level(context: RulesContext, combatant: Combatant, key: str) -> int:
    """Returns a characteristic, skill or specialty; what is not on the sheet counts what the ruleset says, or 0.

    Source: PHA-01, PHA-02.
    """
    if not key:
        return 0
    value = combatant.sheet.get(key)
    return number(context.ruleset.field_default(key) if value is None else value)


def level_part(
    context: RulesContext, combatant: Combatant, key: str, rule: str = "PHA-02"
) -> tuple[Modifier, ...]:
    """Returns a level as part of a roll; none without a key."""
    if not key:
        return ()
    return (
        Modifier(
            name=field_name(context.ruleset, key), amount=level(context, combatant, key), rule=rule
        ),
    )


def field_name(ruleset: Ruleset, key: str) -> str:
    """Returns what a characteristic, skill or specialty is called."""
    known = next((each for each in ruleset.fields if each.key == key), None)
    return known.name if known else key.replace("_", " ").capitalize()


def skill_parts(
    context: RulesContext,
    combatant: Combatant,
    characteristic: str,
    skill: str = "",
    specialty: str = "",
) -> tuple[Modifier, ...]:
    """Returns characteristic, skill and specialty; a specialty of level 0 is left out. Source: PHA-02, PHA-05."""
    modifiers = level_part(context, combatant, characteristic, "PHA-01") + level_part(
        context, combatant, skill
    )
    if level(context, combatant, specialty):
        modifiers += level_part(context, combatant, specialty)
    return modifiers


def table_number(context: RulesContext, table: str, key: str, default: int = 0) -> int:
    """Returns a number of a table of the ruleset."""
    value = context.ruleset.tables.get(table, {}).get(key)
    return default if value is None else number(value)


# wounds


def wound(combatant: Combatant, place: str) -> int:
    """Returns the wound level at a location. Source: PHA-61."""
    found = combatant.locations.get(place)
    return found.level if found else 0


def worst_level(combatant: Combatant) -> int:
    """Returns the worst wound level of all. Source: PHA-66, PHA-70."""
    return max((each.level for each in combatant.locations.values()), default=0)


def worst_places(combatant: Combatant) -> tuple[str, ...]:
    """Returns the locations with the worst wound; none where there is no wound. Source: PHA-71."""
    most = worst_level(combatant)
    return tuple(key for key, each in combatant.locations.items() if most and each.level == most)


def wound_dn(context: RulesContext, wound_level: int) -> int:
    """Returns the DN of a wound level. Source: PHA-60."""
    return table_number(context, "wound_dn", LEVELS[wound_level])


def level_penalty(context: RulesContext, wound_level: int) -> int:
    """Returns the penalty of a wound level, 0 or less. Source: PHA-60."""
    known = (each for each in context.ruleset.wound_levels if each.level == wound_level)
    return -abs(next((each.penalty for each in known), 0))


def level_name(context: RulesContext, wound_level: int) -> str:
    """Returns what a wound level is called."""
    known = (each for each in context.ruleset.wound_levels if each.level == wound_level)
    return next((each.name for each in known), context.texts.text_of("phases.no_wound"))


def wound_penalty(context: RulesContext, combatant: Combatant) -> int:
    """Returns the penalty of a combatant's wounds: the worst, or by switch of all. Source: PHA-66."""
    amounts = [
        level_penalty(context, each.level) for each in combatant.locations.values() if each.level
    ]
    if context.switch("phases.woundPenalty") == "sum":
        return sum(amounts)
    return min(amounts, default=0)


def thresholds(context: RulesContext, combatant: Combatant) -> tuple[int, ...]:
    """Returns the damage from which on each level is reached, Flesh to Critical. Source: PHA-60."""
    return tuple(
        _threshold(each.threshold, _values_of(context, combatant, each.threshold))
        for each in context.ruleset.wound_levels
        if each.threshold and each.level <= mechanics.CRITICAL
    )


def _values_of(
    context: RulesContext, combatant: Combatant, formula: str
) -> tuple[tuple[str, int], ...]:
    return tuple((name, level(context, combatant, name)) for name in _names_in(formula))


@lru_cache(maxsize=512)
def _names_in(formula: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_NAME.findall(formula)))


@lru_cache(maxsize=512)
def _threshold(formula: str, names: tuple[tuple[str, int], ...]) -> int:
    """A few formulas over a few small numbers: reading them anew at each hit is what would cost."""
    return evaluate(formula, dict(names))


def location(context: RulesContext, place: str) -> LocationDef | None:
    """Returns a location of the ruleset."""
    return next((each for each in context.ruleset.locations if each.key == place), None)


def place_name(context: RulesContext, place: str) -> str:
    """Returns what a location is called."""
    found = location(context, place)
    return found.name if found else place


def damage_factor(context: RulesContext, place: str) -> int:
    """Returns what damage past armour is multiplied with at a location. Source: PHA-41."""
    return table_number(context, "damage_factor", place, 1)


def is_useless(context: RulesContext, combatant: Combatant, place: str) -> bool:
    """Returns whether an arm cannot be used. Source: PHA-64."""
    return makes_useless(context, wound(combatant, place))


def makes_useless(context: RulesContext, wound_level: int) -> bool:
    """Returns whether an arm with a wound of this level cannot be used. Source: PHA-64."""
    return wound_level >= table_number(
        context, "location_effects", "arm_useless", mechanics.SERIOUS
    )


# penalties


def fatigue_parts(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    """Returns what Fatigue and Encumbrance take from physical tests. Source: PHA-17, PHA-18."""
    return nonzero(
        context,
        ("fatigue", -fatigue(combatant), "PHA-18"),
        ("encumbrance", -burden(context, combatant), "PHA-17"),
    )


def wound_parts(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    """Returns what wounds take from every test but Shock and healing. Source: PHA-66."""
    return nonzero(context, ("wounds", wound_penalty(context, combatant), "PHA-66"))


def test_parts(
    context: RulesContext, combatant: Combatant, characteristic: str
) -> tuple[Modifier, ...]:
    """Returns what wounds, and Fatigue and Encumbrance in a physical test, take. Source: PHA-18, PHA-66."""
    tired = fatigue_parts(context, combatant) if characteristic in _PHYSICAL else ()
    return (*wound_parts(context, combatant), *tired)


def condition_parts(
    context: RulesContext, combatant: Combatant, kinds: Collection[str]
) -> tuple[Modifier, ...]:
    """Returns what conditions do to rolls of these kinds: ``attack`` own attacks, ``attacked`` those against one.

    ``action``: every action, Specific Defenses too. Of stances only the worst counts. Source: PHA-28, PHA-29, PHA-76.
    """
    found = of_conditions(context, (each.key for each in combatant.conditions), kinds)
    return without_lesser(found, STANCES)


def nonzero(context: RulesContext, *found: tuple[str, int, str]) -> tuple[Modifier, ...]:
    """Returns parts of a roll from key, amount and rule, named by the texts ``phases.part.<key>``; 0s are left out."""
    return tuple(
        Modifier(
            name=context.texts.text_of(f"phases.part.{key}"), amount=amount, rule=rule, key=key
        )
        for key, amount, rule in found
        if amount
    )


def fatigue(combatant: Combatant) -> int:
    """Returns the levels of Fatigue. Source: PHA-18."""
    return max(combatant.gauges.get(FATIGUE, 0), 0)


def own_fatigue(combatant: Combatant) -> int:
    """Returns the levels of Fatigue that getting one's breath back takes away. Source: PHA-18."""
    return max(fatigue(combatant) - combatant.gauges.get(SLEEPLESS, 0), 0)


def burden(context: RulesContext, combatant: Combatant) -> int:
    """Returns the levels of Encumbrance. Source: PHA-17."""
    return int(
        mechanics.encumbrance(
            number(combatant.sheet.get("load")),
            level(context, combatant, "strength"),
            level(context, combatant, "athletics"),
            context.number(mechanics.POUNDS_A_LEVEL),
        )
    )


# moving


def move_base(context: RulesContext, combatant: Combatant) -> int:
    """Returns MOVE before anything is taken off. Source: PHA-12."""
    parts = ("reflexes", "stamina", "strength", "athletics", "running")
    return sum(level(context, combatant, key) for key in parts)


def leg_quarters(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many quarters of MOVE wounded legs leave. Source: PHA-64."""
    row = int(mechanics.leg_level(wound(combatant, LEGS[0]), wound(combatant, LEGS[1])))
    return table_number(context, "leg_quarters", LEVELS[row], 4)


def move(
    context: RulesContext, combatant: Combatant, gait: str = "jog", terrain: str = "normal"
) -> int:
    """Returns how many feet a combatant gets in a phase. Source: PHA-12, PHA-13, PHA-53, PHA-64."""
    if combatant.has("grabbed") or combatant.has("immobile"):
        return 0
    return int(
        mechanics.move(
            move_base(context, combatant),
            burden(context, combatant) + fatigue(combatant),
            table_number(context, "gait_speed", gait),
            table_number(context, "terrain", terrain, 1),
            leg_quarters(context, combatant),
        )
    )


def gait(combatant: Combatant) -> str:
    """Returns the gait a combatant last set, or was given by hand. Source: PHA-31."""
    by_hand = [key for key, condition in GAITS.items() if combatant.has(condition)]
    return by_hand[-1] if by_hand else combatant.memo_text("gait") or "still"


# acting


def phase_in_round(phase: int) -> tuple[int, int]:
    """Returns the round and the phase in it of a phase counted from the start of the fight. Source: PHA-11."""
    passed = max(phase, 1) - 1
    return passed // mechanics.PHASES_A_ROUND + 1, passed % mechanics.PHASES_A_ROUND + 1


def is_escalating(context: RulesContext) -> bool:
    """Returns whether nothing is declared and each further action costs more. Source: PHA-24."""
    return context.switch("phases.penaltyMode") == "escalating"


def action_limit(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many actions a combatant has in this phase; none while it is ambushed.

    Source: PHA-21, PHA-23, PHA-24.
    """
    if not combatant.gauges.get(ACTIONS) or combatant.has("ambushed"):
        return 0
    if is_escalating(context) and not combatant.memo.get("full"):
        return context.number(mechanics.MOST_ACTIONS)
    return combatant.gauges[ACTIONS]


def usual_limit(context: RulesContext) -> int:
    """Returns how many actions somebody has who declares nothing. Source: PHA-23, PHA-24."""
    return context.number(mechanics.MOST_ACTIONS) if is_escalating(context) else 1


def actions_left(context: RulesContext, combatant: Combatant) -> int:
    """Returns how many actions are neither used nor lost. Source: PHA-23."""
    spent = combatant.gauges.get(USED, 0) + combatant.gauges.get(LOST, 0)
    return max(action_limit(context, combatant) - spent, 0)


def action_penalty(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    """Returns what several actions in a phase take from the next one. Source: PHA-23, PHA-24."""
    count = combatant.gauges.get(ACTIONS, 0)
    if is_escalating(context):
        count = combatant.gauges.get(USED, 0) + 1
    return _penalty(context, count)


def current_penalty(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    """Returns the action penalty as it stands, not increased by another action. Source: PHA-49."""
    if not is_escalating(context):
        return action_penalty(context, combatant)
    return _penalty(context, max(combatant.gauges.get(USED, 0), 1))


def _penalty(context: RulesContext, actions: int) -> tuple[Modifier, ...]:
    amount = int(mechanics.action_penalty(actions, context.number(mechanics.ACTION_PENALTY)))
    return nonzero(context, ("actions", amount, "PHA-23"))


def next_action_keys(combatant: Combatant) -> tuple[str, ...]:
    """Returns the conditions of a combatant that weigh on its next action alone. Source: PHA-35, PHA-64."""
    conditions = (combatant.condition(key) for key in ("stunned", "off_balance"))
    return tuple(each.key for each in conditions if each and duration_text(each) is None)


def is_down(combatant: Combatant) -> bool:
    """Returns whether a combatant cannot act at all. Source: PHA-63, PHA-64, PHA-70."""
    return any(each.key in DOWN for each in combatant.conditions)


def is_dead(combatant: Combatant) -> bool:
    """Returns whether a combatant is dead. Source: PHA-61, PHA-72."""
    return combatant.has("dead")


def is_helpless(combatant: Combatant) -> bool:
    """Returns whether a combatant is completely immobile. Source: PHA-31, PHA-32."""
    return any(each.key in HELPLESS for each in combatant.conditions)


def is_unaware(combatant: Combatant) -> bool:
    """Returns whether a combatant does not see an attack coming. Source: PHA-21, PHA-32.

    Who is ambushed does not until the game master lifts it; an ambush of an earlier version put nothing else on.
    """
    ambushed = combatant.condition("ambushed")
    return combatant.has("unaware") or (ambushed is not None and AWARE not in ambushed.keys)


def is_ordinary(combatant: Combatant) -> bool:
    """Returns whether a combatant is an ordinary NPC. Source: PHA-74."""
    kind = str(combatant.sheet.get("kind", "npc"))
    return kind == "mook" or (
        kind == "npc" and combatant.side != "pc" and "named" not in combatant.flags
    )


def is_mook(combatant: Combatant) -> bool:
    """Returns whether a combatant is marked as a mook. Source: PHA-63."""
    return combatant.sheet.get("kind") == "mook"


def is_out(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant takes no part any more: down, fled, or by switch an ordinary NPC in Shock.

    Source: PHA-74, PHA-76.
    """
    if _is_gone(combatant):
        return True
    return _would_give_up(combatant) and bool(context.switch("phases.mookRule"))


@read_once
def _is_gone(combatant: Combatant) -> bool:
    return is_down(combatant) or "left" in combatant.flags


@read_once
def _would_give_up(combatant: Combatant) -> bool:
    return combatant.has("in_shock") and is_ordinary(combatant)


def derived_conditions(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    """Returns the conditions that follow from numbers: gait, Fatigue, Encumbrance, wounds. Source: PHA-76."""
    walks = GAITS.get(gait(combatant), "")
    found = (
        (walks, bool(walks) and not is_down(combatant) and not combatant.has(walks)),
        ("fatigued", fatigue(combatant) > 0),
        ("encumbered", burden(context, combatant) > 0),
        ("wounded", worst_level(combatant) > 0),
    )
    return tuple(key for key, so in found if so)


def edge_score(context: RulesContext, combatant: Combatant) -> int:
    """Returns the initiative of a combatant in this phase. Source: PHA-19 to PHA-21, PHA-29."""
    snap = table_number(context, "initiative", "snap_shot", 3) if combatant.has("snap_shot") else 0
    return combatant.gauges.get(INITIATIVE, 0) + combatant.gauges.get(EDGE, 0) + snap


def tie_break(context: RulesContext, combatant: Combatant) -> int:
    """Returns what decides between equal initiatives. Source: PHA-19."""
    return level(context, combatant, "reflexes") + level(context, combatant, "initiative")


# hands


def hand_of(combatant: Combatant, key: str) -> str:
    """Returns the hand a weapon is in: ``right``, ``left`` or empty. Source: PHA-03."""
    if key and combatant.memo.get("held") == key:
        return "right"
    return "left" if key and combatant.memo.get("off") == key else ""


def held_in(combatant: Combatant, hand: str) -> str:
    """Returns the key of what a hand holds, a two-handed weapon in either; empty: nothing. Source: PHA-03, PHA-64."""
    own = combatant.memo_text("held" if hand == "right" else "off")
    if own:
        return own
    other = combatant.memo_text("off" if hand == "right" else "held")
    item = combatant.item(other) if other else None
    return other if item is not None and gear.weapon_of(item).hands > 1 else ""


def arms_of(combatant: Combatant, weapon: gear.Weapon) -> tuple[str, ...]:
    """Returns the arms a weapon in hand needs; none for bare hands. Source: PHA-64."""
    if weapon.hands > 1:
        return tuple(ARMS.values())
    hand = hand_of(combatant, weapon.key)
    return (ARMS[hand],) if hand else ()


def takes_part(context: RulesContext, slot: Slot) -> bool:
    """Returns whether a combatant has anything to do in a slot: not who is out or does not know yet that it has begun.

    Source: PHA-21, PHA-76.
    """
    combatant = context.state.combatants[slot.who]
    return not is_out(context, combatant) and not combatant.has("ambushed")


def is_tied(context: RulesContext) -> bool:
    """Returns whether two or more act at once now, or did and their results are still held. Source: PHA-19."""
    able = (slot for slot in context.state.slots_now if takes_part(context, slot))
    return bool(context.state.held) or len(tuple(islice(able, 2))) > 1


def bonus(*modifiers: tuple[Modifier, ...]) -> Bonus:
    """Returns the parts of a roll put together."""
    return Bonus(parts=tuple(modifier for group in modifiers for modifier in group))
