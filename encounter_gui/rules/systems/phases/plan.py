"""What an attack will be rolled with. The table rolls a plan, the odds weigh it.

Source: PHA-30 to PHA-34, PHA-38 to PHA-42.
"""

from dataclasses import dataclass
from typing import Literal

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.modifiers import Part
from encounter_gui.rules.system import Scene
from encounter_gui.rules.systems.phases import character, gear, mechanics
from encounter_gui.rules.systems.phases.character import Bonus
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.gear import Damage, Technique, Weapon

HitRule = Literal["one", "burst", "salvo", "pellets", "technique"]
"""How many of a discharge hit: it as a whole, 1dX, one a point of DoS (rounds, or pellets of one shot), no damage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A location as a hit finds it: faces of the d10 that hit it, armour, factor. Source: PHA-41, PHA-42."""

    key: str
    rolls: tuple[int, ...]
    armor: int
    factor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Discharge:
    """One attack roll of the action: its bonus, the rounds it uses, and the most of them that can hit."""

    bonus: Bonus
    rounds: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackPlan:
    """Everything one attack action on one target is rolled with. Source: PHA-78.

    ``aim`` is the location aimed at; empty: each hit rolls its own. ``adds_dos``: the degree of success adds to the
    damage. ``is_summed``: the damage of all hits is added before armour, which then counts once (lasers); pellets are
    added after it. ``passive`` is the DN of a target that rolls nothing; None: it defends itself. ``graze`` is what a
    tie does before armour, which ``graze_armor`` says counts. ``places`` and ``thresholds`` are the target's.
    """

    weapon: Weapon
    technique: Technique | None
    mode: str
    is_melee: bool
    aim: str
    discharges: tuple[Discharge, ...]
    hits: HitRule
    adds_dos: bool
    is_summed: bool
    damage: Damage
    passive: int | None
    graze: int
    graze_armor: bool
    places: tuple[Place, ...]
    thresholds: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """Every round the action uses if nothing jams."""
        return sum(each.rounds for each in self.discharges)

    def place(self, key: str) -> Place:
        """Returns a location of the target."""
        return next(each for each in self.places if each.key == key)

    def place_at(self, face: int) -> Place:
        """Returns the location that a d10 hits. Source: PHA-41."""
        return next((each for each in self.places if face in each.rolls), self.places[0])


def plan_attack(scene: Scene, command: Attack) -> AttackPlan:
    """Returns what an attack will be rolled with, whether or not it may be made now.

    Raises:
        RuleError: it cannot be made like this at all: no such weapon, mode, technique or place, no rounds.
    """
    return _planned(scene, command, character.action_penalty(scene, scene.one(command.who)))


def plan_counter(scene: Scene, command: Attack) -> AttackPlan:
    """Returns what a free counter-attack will be rolled with: the action penalty as it stands. Source: PHA-49."""
    return _planned(scene, command, character.current_penalty(scene, scene.one(command.who)))


def _planned(scene: Scene, command: Attack, penalty: tuple[Part, ...]) -> AttackPlan:
    one, target = scene.one(command.who), scene.one(command.target)
    technique = technique_of(scene, command)
    weapon = weapon_for(one, command.weapon, technique)
    mode = "blow" if technique else mode_of(weapon, command.mode)
    is_melee = technique is not None or weapon.is_melee
    _check_aim(scene, command, technique)
    frame = _Frame(
        scene=scene, command=command, weapon=weapon, technique=technique, mode=mode, penalty=penalty
    )
    rule = _hit_rule(mode, technique)
    return AttackPlan(
        weapon=weapon,
        technique=technique,
        mode=mode,
        is_melee=is_melee,
        aim=command.place,
        discharges=_discharges(frame, one),
        hits=rule,
        adds_dos=rule == "one",
        is_summed=mode == "laser",
        damage=weapon.pellet_damage if mode == "shot" else weapon.damage,
        passive=passive_dn(scene, target, is_melee=is_melee),
        graze=0
        if technique
        else character.figure(scene, "attack", "graze", mechanics.GRAZE_DAMAGE),
        graze_armor=bool(scene.switch("phases.armorStopsGraze")),
        places=places_of(scene, target),
        thresholds=character.thresholds(scene, target),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """What every discharge of an action has in common."""

    scene: Scene
    command: Attack
    weapon: Weapon
    technique: Technique | None
    mode: str
    penalty: tuple[Part, ...]


def technique_of(scene: Scene, command: Attack) -> Technique | None:
    """Returns the technique of an attack; None: it is meant to hurt.

    Raises:
        RuleError: the ruleset has no such technique.
    """
    if not command.technique:
        return None
    found = gear.technique(scene.ruleset, command.technique)
    if found is None:
        raise refuse("phases.no_such_technique", rule="PHA-53", technique=command.technique)
    return found


def weapon_for(one: Combatant, key: str, technique: Technique | None) -> Weapon:
    """Returns what somebody attacks with; for a technique what is in hand if it goes with it, else bare hands.

    Raises:
        RuleError: there is no such weapon, or the technique cannot be done with it.
    """
    item = gear.find(one, key)
    if item is None:
        raise refuse("phases.no_such_weapon", who=one.name, weapon=key)
    weapon = gear.weapon_of(item)
    if technique is None or (weapon.is_melee and weapon.skill in technique.skills):
        return weapon
    if key:
        raise refuse(
            "phases.technique_weapon", rule="PHA-53", technique=technique.name, weapon=weapon.name
        )
    return gear.weapon_of(gear.bare_hands(one))


def mode_of(weapon: Weapon, wanted: str) -> str:
    """Returns the fire mode: the wanted one, or the weapon's first.

    Raises:
        RuleError: the weapon does not have it.
    """
    if not wanted:
        return weapon.modes[0]
    if wanted not in weapon.modes:
        raise refuse("phases.no_such_mode", rule="PHA-34", weapon=weapon.name, mode=wanted)
    return wanted


def most_shots(weapon: Weapon, mode: str) -> int:
    """Returns how many discharges an attack action may have. Source: PHA-34."""
    kind = weapon.action if mode in gear.LOADS else mode
    return mechanics.MOST_SHOTS if kind in ("semi", "burst") else 1


def is_single(weapon: Weapon, mode: str) -> bool:
    """Returns whether the weapon allows one attack action a phase. Source: PHA-27."""
    return (weapon.action if mode in gear.LOADS else mode) == "single"


def _hit_rule(mode: str, technique: Technique | None) -> HitRule:
    if technique is not None:
        return "technique"
    rules: dict[str, HitRule] = {
        "burst": "burst",
        "full": "salvo",
        "laser": "salvo",
        "shot": "pellets",
    }
    return rules.get(mode, "one")


def _check_aim(scene: Scene, command: Attack, technique: Technique | None) -> None:
    if not command.place:
        return
    if character.location(scene, command.place) is None:
        raise refuse("phases.no_such_place", rule="PHA-41", place=command.place)
    if technique is not None:
        raise refuse("phases.technique_aimed", rule="PHA-30", technique=technique.name)


def _discharges(frame: _Frame, one: Combatant) -> tuple[Discharge, ...]:
    """Returns the attack rolls, each later one with the recoil of those before it. Source: PHA-33, PHA-34, PHA-77.

    Raises:
        RuleError: more than the mode allows, or there are not the rounds for them.
    """
    weapon, command = frame.weapon, frame.command
    most = 1 if frame.technique else most_shots(weapon, frame.mode)
    wanted = command.shots or most
    if not 1 <= wanted <= most:
        raise refuse("phases.too_many_shots", rule="PHA-34", weapon=weapon.name, most=most)
    return tuple(
        _discharge(frame, one, before, rounds)
        for before, rounds in enumerate(_rounds(frame, one, wanted))
    )


def _discharge(frame: _Frame, one: Combatant, before: int, rounds: int) -> Discharge:
    fired = one.gauges.get(character.RECOIL, 0)
    recoil = int(mechanics.recoil_penalty(fired, frame.weapon.recoil, before))
    hits = {"burst": rounds, "full": rounds, "laser": rounds, "shot": frame.weapon.pellets}
    return Discharge(
        bonus=attack_bonus(frame, recoil, rounds),
        rounds=rounds if frame.weapon.uses_ammo and not frame.technique else 0,
        most=max(hits.get(frame.mode, 1), 1),
    )


def _rounds(frame: _Frame, one: Combatant, shots: int) -> tuple[int, ...]:
    """Returns the rounds of each discharge, those of the last ones cut to what is left. Source: PHA-77."""
    weapon, mode = frame.weapon, frame.mode
    each = {"burst": weapon.burst, "full": weapon.rof, "laser": weapon.rof}.get(mode, 1)
    if mode in ("full", "laser") and frame.command.rounds:
        if not 1 <= frame.command.rounds <= weapon.rof:
            raise refuse("phases.rate_of_fire", rule="PHA-34", weapon=weapon.name, most=weapon.rof)
        each = frame.command.rounds
    each = max(each, 1)
    if not weapon.uses_ammo or frame.technique:
        return (each,) * shots
    left = one.gauges.get(weapon.ammo, 0)
    counts = tuple(min(each, left - each * number) for number in range(shots))
    if counts[-1] < 1:
        key = "phases.too_few_rounds" if left > 0 else "phases.empty"
        raise refuse(key, rule="PHA-77", weapon=weapon.name, left=left)
    return counts


def attack_bonus(frame: _Frame, recoil: int, rounds: int) -> Bonus:
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


def _base(frame: _Frame, one: Combatant) -> tuple[Part, ...]:
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


def _salvo(frame: _Frame, rounds: int) -> tuple[Part, ...]:
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


def _situation(frame: _Frame) -> tuple[Part, ...]:
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


def passive_dn(scene: Scene, target: Combatant, *, is_melee: bool) -> int | None:
    """Returns the DN of a target that rolls nothing; None: it defends itself. Source: PHA-32."""
    if character.is_helpless(target) and is_melee:
        return character.figure(scene, "passive_dn", "helpless", 12)
    if not character.is_helpless(target) and not character.is_unaware(target):
        return None
    size = str(target.sheet.get("size") or "human")
    return character.figure(scene, "passive_dn", size, 18)


def places_of(scene: Scene, target: Combatant) -> tuple[Place, ...]:
    """Returns the locations of a target with the armour over each. Source: PHA-41, PHA-42."""
    return tuple(
        Place(
            key=each.key,
            rolls=each.rolls,
            armor=gear.armor_value(target, each.key),
            factor=character.damage_factor(scene, each.key),
        )
        for each in scene.ruleset.locations
    )
