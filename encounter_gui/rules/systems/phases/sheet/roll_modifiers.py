"""What speaks for and against an attack roll. Source: PHA-28 to PHA-33, PHA-41."""

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import Bonus
from encounter_gui.rules.systems.phases.sheet.gear import Technique, Weapon


class Frame(Struct, frozen=True, kw_only=True):
    """What every discharge of an action has in common."""

    context: RulesContext
    command: Attack
    weapon: Weapon
    technique: Technique | None
    mode: str
    penalty: tuple[Modifier, ...]


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
        *(_part(context, "recoil", recoil, "PHA-33") if frame.weapon.is_firearm else ()),
        *target_parts(context, target, straight=command.straight),
        *_situation(frame),
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
    return _part(frame.context, "salvo", int(mechanics.salvo_bonus(rounds, full)), "PHA-31")


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


def _situation(frame: Frame) -> tuple[Modifier, ...]:
    """Returns the situational modifiers that are on, range by switch, and the game master's own. Source: PHA-31.

    Raises:
        RuleError: a modifier the ruleset does not know.
    """
    context, command = frame.context, frame.command
    modifiers: list[Modifier] = []
    for key in dict.fromkeys(command.modifiers):
        known = context.ruleset.modifier(key)
        if known is None:
            raise refuse("phases.no_such_modifier", rule="PHA-31", modifier=key)
        modifiers.append(Modifier(name=known.name, amount=known.amount, rule=known.rule, key=key))
    far = bool(command.band) and frame.mode != "blow" and bool(context.switch("phases.rangeTable"))
    if far:
        amount = character.table_number(context, "range", command.band)
        modifiers += _part(context, "range", amount, "PHA-31")
    return (*modifiers, *gm_part(context, command.gm))


def _part(context: RulesContext, key: str, amount: int, rule: str) -> tuple[Modifier, ...]:
    if not amount:
        return ()
    return (
        Modifier(
            name=context.texts.text_of(f"phases.part.{key}"), amount=amount, rule=rule, key=key
        ),
    )


def gm_part(context: RulesContext, amount: int) -> tuple[Modifier, ...]:
    """Returns the game master's own modifier, if any. Source: PHA-31."""
    return _part(context, "gm", amount, "PHA-31")
