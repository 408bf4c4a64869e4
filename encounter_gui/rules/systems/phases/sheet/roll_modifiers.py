"""What speaks for and against an attack roll. Source: PHA-28 to PHA-33, PHA-41."""

from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import Bonus
from encounter_gui.rules.systems.phases.sheet.gear import Technique, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What every discharge of an action has in common."""

    scene: Scene
    command: Attack
    weapon: Weapon
    technique: Technique | None
    mode: str
    penalty: tuple[Part, ...]


def attack_bonus(frame: Frame, recoil: int, rounds: int) -> Bonus:
    """Returns what is added to the dice of one discharge. Source: PHA-30, PHA-31."""
    scene, command = frame.scene, frame.command
    one, target = scene.one(command.who), scene.one(command.target)
    parts = (
        *_base(frame, one),
        *_salvo(frame, rounds),
        *frame.penalty,
        *character.effects(scene, one, ("attack", "action")),
        *character.hurt(scene, one),
        *character.physical(scene, one),
        *(_part(scene, "recoil", recoil, "PHA-33") if frame.weapon.is_firearm else ()),
        *target_parts(scene, target, straight=command.straight),
        *_situation(frame),
    )
    return Bonus(parts=parts)


def _base(frame: Frame, one: Combatant) -> tuple[Part, ...]:
    scene, weapon, technique = frame.scene, frame.weapon, frame.technique
    if technique is not None:
        return technique_parts(scene, one, technique, weapon)
    place = frame.command.place
    characteristic = "perception" if place else weapon.characteristic
    parts = character.skilled(scene, one, characteristic, weapon.skill, weapon.specialty)
    if not place:
        return parts
    known = character.location(scene, place)
    penalty = -abs(known.penalty) if known else 0
    name = scene.words.word("phases.part.aimed", place=character.place_name(scene, place))
    return (*parts, Part(name=name, amount=penalty, rule="PHA-41", key="aimed"))


def technique_parts(
    scene: Scene, one: Combatant, technique: Technique, weapon: Weapon
) -> tuple[Part, ...]:
    """Returns what a technique is rolled with, in attack and in defense. Source: PHA-30, PHA-52."""
    skill = weapon.skill if weapon.skill in technique.skills else technique.skills[0]
    parts = character.skilled(scene, one, technique.characteristic, skill, technique.specialty)
    if not technique.penalty:
        return parts
    return (*parts, Part(name=technique.name, amount=-technique.penalty, rule="PHA-53"))


def _salvo(frame: Frame, rounds: int) -> tuple[Part, ...]:
    if frame.mode not in ("full", "laser"):
        return ()
    return _part(frame.scene, "salvo", int(mechanics.salvo_bonus(rounds)), "PHA-31")


def target_parts(scene: Scene, target: Combatant, *, straight: bool) -> tuple[Part, ...]:
    """Returns what a target's standing still, moving or ducking does to attacks on it. Source: PHA-28, PHA-31."""
    stance = tuple(
        part
        for part in character.effects(scene, target, ("attacked",))
        if part.key not in (*character.HELPLESS, *character.GAITS.values())
    )
    if character.is_helpless(target):
        amount = character.figure(scene, "attack", "immobile", 2)
        return (*_target_part(scene, "immobile", amount), *stance)
    gait = character.gait(target)
    if straight or gait not in character.GAITS:
        return stance
    amount = character.figure(scene, "gait_target", gait)
    return (*_target_part(scene, character.GAITS[gait], amount), *stance)


def _target_part(scene: Scene, key: str, amount: int) -> tuple[Part, ...]:
    known = scene.ruleset.condition(key)
    name = known.name if known else key
    return (Part(name=name, amount=amount, rule="PHA-31", key=key),) if amount else ()


def _situation(frame: Frame) -> tuple[Part, ...]:
    """Returns the situational modifiers that are on, range by switch, and the game master's own. Source: PHA-31.

    Raises:
        RuleError: a modifier the ruleset does not know.
    """
    scene, command = frame.scene, frame.command
    parts: list[Part] = []
    for key in dict.fromkeys(command.modifiers):
        known = scene.ruleset.modifier(key)
        if known is None:
            raise refuse("phases.no_such_modifier", rule="PHA-31", modifier=key)
        parts.append(Part(name=known.name, amount=known.amount, rule=known.rule, key=key))
    far = bool(command.band) and frame.mode != "blow" and bool(scene.switch("phases.rangeTable"))
    if far:
        amount = character.figure(scene, "range", command.band)
        parts += _part(scene, "range", amount, "PHA-31")
    return (*parts, *gm_part(scene, command.gm))


def _part(scene: Scene, key: str, amount: int, rule: str) -> tuple[Part, ...]:
    if not amount:
        return ()
    return (Part(name=scene.words.word(f"phases.part.{key}"), amount=amount, rule=rule, key=key),)


def gm_part(scene: Scene, amount: int) -> tuple[Part, ...]:
    """Returns the game master's own modifier, if any. Source: PHA-31."""
    return _part(scene, "gm", amount, "PHA-31")
