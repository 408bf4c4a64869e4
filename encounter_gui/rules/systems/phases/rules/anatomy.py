"""Places of the body and levels of wounds, as numbers that a ruleset says once for all combatants."""

from msgspec import Struct

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array, Whole
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.sheet import character


class Anatomy(Struct, frozen=True, kw_only=True):
    """What a wound does where, and what tests it demands. Places are numbers in the order of the ruleset, -1: none.

    ``arms`` and ``legs`` are right and left. A head is ``head_stuns`` and ``head_out`` from these levels on, an arm
    drops things from ``arm_drops``, legs give way from ``leg_falls``. By level, 0 to Destroyed: ``penalties`` (0 or
    less), ``dns`` of Shock Tests, ``intervals`` between them by the worst wound. ``reanimates``: phases of clinical
    death; 0: who fails in Shock dies.
    """

    keys: tuple[str, ...]
    head: int
    torso: int
    arms: tuple[int, int]
    legs: tuple[int, int]
    head_stuns: int
    head_out: int
    arm_drops: int
    leg_falls: int
    destroys: bool
    tests_flesh: bool
    penalties: tuple[int, ...]
    adds_penalties: bool
    dns: tuple[int, ...]
    intervals: tuple[int, ...]
    cool_dn: int
    out_dice: int
    reanimates: int


_KNOWN: dict[tuple[object, ...], tuple[object, Anatomy]] = {}
_SWITCHES = ("critCrit", "coolTestOnFlesh", "woundPenalty", "resuscitation")


def anatomy(context: RulesContext) -> Anatomy:
    """Returns the body as the ruleset and the house rules of this encounter have it. Source: PHA-60 to PHA-72."""
    switches = tuple(context.switch(f"phases.{each}") for each in _SWITCHES)
    key = (id(context.ruleset), *switches)
    known = _KNOWN.get(key)
    if known is None or known[0] is not context.ruleset:
        # Kept with its ruleset, so that the number of an object that is gone is not taken for it.
        known = _KNOWN[key] = (context.ruleset, _made(context))
    return known[1]


def _made(context: RulesContext) -> Anatomy:
    keys = [each.key for each in context.ruleset.locations]
    levels = range(mechanics.DESTROYED + 1)

    def place(key: str) -> int:
        return keys.index(key) if key in keys else -1

    def effect(key: str, default: int) -> int:
        return character.table_number(context, "location_effects", key, default)

    def care(key: str, default: int) -> int:
        return character.table_number(context, "care", key, default)

    right_arm, left_arm = (place(each) for each in character.ARMS.values())
    right_leg, left_leg = (place(each) for each in character.LEGS)
    worst = [int(mechanics.shock_level(level)) for level in levels]
    return Anatomy(
        keys=tuple(keys),
        head=place(character.HEAD),
        torso=place(character.TORSO),
        arms=(right_arm, left_arm),
        legs=(right_leg, left_leg),
        head_stuns=effect("head_stuns", mechanics.MODERATE),
        head_out=effect("head_unconscious", mechanics.SERIOUS),
        arm_drops=effect("arm_drops", mechanics.MODERATE),
        leg_falls=effect("leg_falls", mechanics.SERIOUS),
        destroys=context.switch("phases.critCrit") != "critical",
        tests_flesh=bool(context.switch("phases.coolTestOnFlesh")),
        penalties=tuple(character.level_penalty(context, level) for level in levels),
        adds_penalties=context.switch("phases.woundPenalty") == "sum",
        dns=tuple(character.wound_dn(context, level) for level in levels),
        intervals=tuple(
            character.table_number(context, "shock_phases", character.LEVELS[level])
            for level in worst
        ),
        cool_dn=care("cool_dn", 16),
        out_dice=care("out_dice", 1),
        reanimates=care("resuscitation_phases", 20) * bool(context.switch("phases.resuscitation")),
    )


def of_number(values: tuple[int, ...], number: Whole) -> Whole:
    """Returns the value at a number (from 0), or at a column of them."""
    if isinstance(number, int):
        return values[number]
    return _taken(values, number)


def _taken(values: tuple[int, ...], number: Array) -> Array:
    import numpy as np

    return np.array(values).take(number)
