"""What speaks for and against an attack roll. Source: PHA-28 to PHA-33, PHA-41."""

from collections.abc import Iterable

from msgspec import Struct

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, chosen, modifier_of
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import Bonus
from encounter_gui.rules.systems.phases.sheet.gear import Technique, Weapon

_OF_TARGET = "target_"
"""Before the key of a condition in that of the situational modifier that stands for it."""


class Frame(Struct, frozen=True, kw_only=True):
    """What every discharge of an action has in common; ``field`` is what areas of the plan do to it."""

    context: RulesContext
    command: Attack
    weapon: Weapon
    technique: Technique | None
    mode: str
    penalty: tuple[Modifier, ...]
    field: tuple[Modifier, ...] = ()


def attack_bonus(frame: Frame, recoil: int, rounds: int) -> Bonus:
    """Returns what is added to the dice of one discharge. Source: PHA-30, PHA-31."""
    context, command = frame.context, frame.command
    combatant, target = context.combatant(command.who), context.combatant(command.target)
    modifiers = (
        *_base(frame, combatant),
        *_salvo(frame, rounds),
        *frame.penalty,
        *character.condition_parts(context, combatant, ("attack", "action")),
        *character.wound_parts(context, combatant),
        *character.fatigue_parts(context, combatant),
        *(
            character.nonzero(context, ("recoil", recoil, "PHA-33"))
            if frame.weapon.is_firearm
            else ()
        ),
        *_once_a_group(
            context,
            (
                *target_parts(context, target, straight=bool(command.straight)),
                *_situation(frame),
            ),
        ),
        *_range(frame),
        *frame.field,
        *gm_part(context, command.gm),
    )
    return Bonus(parts=modifiers)


def _base(frame: Frame, combatant: Combatant) -> tuple[Modifier, ...]:
    context, weapon, technique = frame.context, frame.weapon, frame.technique
    if technique is not None:
        return technique_parts(context, combatant, technique, weapon)
    place = frame.command.place
    characteristic = "perception" if place else weapon.characteristic
    modifiers = character.skill_parts(
        context, combatant, characteristic, weapon.skill, weapon.specialty
    )
    if not place:
        return modifiers
    known = character.location(context, place)
    penalty = -abs(known.penalty) if known else 0
    name = context.texts.text_of("phases.part.aimed", place=character.place_name(context, place))
    return (*modifiers, Modifier(name=name, amount=penalty, rule="PHA-41", key="aimed"))


def technique_parts(
    context: RulesContext, combatant: Combatant, technique: Technique, weapon: Weapon
) -> tuple[Modifier, ...]:
    """Returns what a technique is rolled with, in attack and in defense. Source: PHA-30, PHA-52."""
    skill = weapon.skill if weapon.skill in technique.skills else technique.skills[0]
    modifiers = character.skill_parts(
        context, combatant, technique.characteristic, skill, technique.specialty
    )
    if not technique.penalty:
        return modifiers
    return (*modifiers, Modifier(name=technique.name, amount=-technique.penalty, rule="PHA-53"))


def _salvo(frame: Frame, rounds: int) -> tuple[Modifier, ...]:
    if frame.mode not in ("full", "laser"):
        return ()
    full = frame.context.number(mechanics.SALVO_ROUNDS)
    bonus = int(mechanics.salvo_bonus(rounds, full))
    return character.nonzero(frame.context, ("salvo", bonus, "PHA-31"))


def target_parts(
    context: RulesContext, target: Combatant, *, straight: bool
) -> tuple[Modifier, ...]:
    """Returns what a target's standing still, moving or ducking does to attacks on it. Source: PHA-28, PHA-31."""
    stance = tuple(
        modifier
        for modifier in character.condition_parts(context, target, ("attacked",))
        if modifier.key not in (*character.HELPLESS, *character.GAITS.values())
    )
    if character.is_helpless(target):
        amount = character.table_number(context, "attack", "immobile", 2)
        return (*_target_part(context, "immobile", amount), *stance)
    gait = character.gait(target)
    if straight or gait not in character.GAITS:
        return stance
    amount = character.table_number(context, "gait_target", gait)
    return (*_target_part(context, character.GAITS[gait], amount), *stance)


def _target_part(context: RulesContext, key: str, amount: int) -> tuple[Modifier, ...]:
    known = context.ruleset.condition(key)
    name = known.name if known else key
    return (Modifier(name=name, amount=amount, rule="PHA-31", key=key),) if amount else ()


def _once_a_group(context: RulesContext, parts: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """Returns what is true of a target, each thing once: said by its state and by hand, the worst counts.

    Source: PHA-28, PHA-31.
    """
    groups: dict[str, list[Modifier]] = {}
    for each in parts:
        groups.setdefault(_group_of(context, each.key), []).append(each)
    return tuple(min(each, key=lambda part: part.amount) for each in groups.values())


def _group_of(context: RulesContext, key: str) -> str:
    """Returns the group of a situational modifier, or of the condition that one stands for; else its own key."""
    stance = character.STANCES[0] if key in character.STANCES else key
    known = context.ruleset.modifier(key) or context.ruleset.modifier(f"{_OF_TARGET}{stance}")
    return known.group or known.key if known else key


def _situation(frame: Frame) -> tuple[Modifier, ...]:
    """Returns the situational modifiers that are on. Source: PHA-31.

    Raises:
        RuleError: a modifier the ruleset does not know.
    """
    return tuple(map(modifier_of, chosen(frame.context, frame.command.modifiers, "PHA-31")))


def _range(frame: Frame) -> tuple[Modifier, ...]:
    """Returns what the distance does, by switch. Source: PHA-31."""
    context, band = frame.context, frame.command.band
    if not band or frame.mode == "blow" or not context.switch("phases.rangeTable"):
        return ()
    amount = character.table_number(context, "range", band)
    return character.nonzero(context, ("range", amount, "PHA-31"))


def gm_part(context: RulesContext, amount: int) -> tuple[Modifier, ...]:
    """Returns the game master's own modifier, if any. Source: PHA-31."""
    return character.nonzero(context, ("gm", amount, "PHA-31"))
