"""What an attack will be rolled with. The table rolls a plan, the odds weigh it.

Source: PHA-30 to PHA-34, PHA-38 to PHA-42.
"""

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.field import areas
from encounter_gui.rules.systems.phases.rules.plans import HitPlan, HitRule, Place, ShotPlan
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.character import Bonus
from encounter_gui.rules.systems.phases.sheet.gear import Damage, Technique, Weapon
from encounter_gui.rules.systems.phases.sheet.roll_modifiers import Frame, attack_bonus


class Discharge(Struct, frozen=True, kw_only=True):
    """One attack roll of the action: its bonus, the rounds it uses, and the most of them that can hit."""

    bonus: Bonus
    rounds: int
    most: int


class AttackPlan(Struct, frozen=True, kw_only=True):
    """Everything one attack action on one target is rolled with. Source: PHA-78.

    ``aim`` is the location aimed at; empty: each hit rolls its own. ``is_summed``: the damage of all hits is added
    before armour, which then counts once (lasers); pellets are added after it. ``passive`` is the DN of a target that
    rolls nothing; None: it defends itself. ``graze`` is what a tie does before armour, which ``graze_armor`` says
    counts. ``places`` and ``thresholds`` are the target's.
    """

    weapon: Weapon
    technique: Technique | None
    mode: str
    is_melee: bool
    aim: str
    discharges: tuple[Discharge, ...]
    hits: HitRule
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

    @property
    def landing(self) -> HitPlan:
        """What a hit is rolled with that leads by nothing."""
        return HitPlan(
            places=self.places,
            thresholds=self.thresholds,
            damage=self.damage,
            aim=place_number(self.places, self.aim),
            kind="summed" if self.is_summed else "pellets" if self.hits == "pellets" else "one",
            graze=self.graze,
            graze_armor=self.graze_armor,
        )

    def shot(self, defense: Bonus | None, *, critical: int, defends: str = "") -> ShotPlan:
        """Returns what the next discharge is rolled with; ``defense`` None: the target rolls none.

        ``critical`` is by how much a miss is a fumble, 0: by no margin; ``defends`` are the words for the defense.
        """
        return ShotPlan(
            attack=self.discharges[0].bonus.parts,
            defense=defense.parts if defense else (),
            passive=None if defense else self.passive,
            defends=defends,
            critical=critical,
            rule=self.hits,
            most=self.discharges[0].most,
            landing=self.landing,
        )


def place_number(places: tuple[Place, ...], key: str) -> int:
    """Returns the number of the location with a key; -1: none has it."""
    return next((number for number, each in enumerate(places) if each.key == key), -1)


def fumbles_by(context: RulesContext) -> int:
    """Returns by how much an attack that misses is a fumble; 0: by no margin. Source: PHA-08, PHA-35."""
    by_margin = bool(context.switch("phases.attackFumbleOnMargin"))
    return context.number(mechanics.CRITICAL_MARGIN) if by_margin else 0


def plan_attack(context: RulesContext, command: Attack) -> AttackPlan:
    """Returns what an attack will be rolled with, whether or not it may be made now.

    Raises:
        RuleError: it cannot be made like this at all: no such weapon, mode, technique or place, no rounds.
    """
    attacker = context.combatant(command.who)
    return _plan(context, command, character.action_penalty(context, attacker))


def plan_current(context: RulesContext, command: Attack) -> AttackPlan:
    """Returns what an attack is rolled with that takes no further action: the penalty as it stands.

    So are the rest of an action under way and a free counter-attack. Source: PHA-49, PHA-78.

    Raises:
        RuleError: as ``plan_attack``.
    """
    attacker = context.combatant(command.who)
    return _plan(context, command, character.current_penalty(context, attacker))


def _plan(context: RulesContext, command: Attack, penalty: tuple[Modifier, ...]) -> AttackPlan:
    combatant, target = context.combatant(command.who), context.combatant(command.target)
    technique = technique_of(context, command)
    weapon = weapon_for(combatant, command.weapon, technique)
    mode = "blow" if technique else mode_of(weapon, command.mode)
    is_melee = technique is not None or weapon.is_melee
    _check_aim(context, command, technique)
    seen = areas.seen_by(context, command.who, command.target, is_melee=is_melee)
    frame = Frame(
        context=context,
        command=command,
        weapon=weapon,
        technique=technique,
        mode=mode,
        penalty=penalty,
        field=areas.area_parts(context, seen, command.overruled),
    )
    rule = _hit_rule(mode, technique)
    return AttackPlan(
        weapon=weapon,
        technique=technique,
        mode=mode,
        is_melee=is_melee,
        aim=command.place,
        discharges=_discharges(frame, combatant),
        hits=rule,
        is_summed=mode == "laser",
        damage=weapon.pellet_damage if mode == "shot" else weapon.damage,
        passive=passive_dn(context, target, is_melee=is_melee),
        graze=0
        if technique
        else character.table_number(context, "attack", "graze", mechanics.GRAZE_DAMAGE),
        graze_armor=bool(context.switch("phases.armorStopsGraze")),
        places=places_of(context, target),
        thresholds=character.thresholds(context, target),
    )


def strikes_in_melee(context: RulesContext, command: Attack) -> bool:
    """Returns whether an attack is made at arm's length.

    Raises:
        RuleError: there is no such weapon or technique.
    """
    technique = technique_of(context, command)
    weapon = weapon_for(context.combatant(command.who), command.weapon, technique)
    return technique is not None or weapon.is_melee


def technique_of(context: RulesContext, command: Attack) -> Technique | None:
    """Returns the technique of an attack; None: it is meant to hurt.

    Raises:
        RuleError: the ruleset has no such technique.
    """
    if not command.technique:
        return None
    found = gear.technique(context.ruleset, command.technique)
    if found is None:
        raise refuse("phases.no_such_technique", rule="PHA-53", technique=command.technique)
    return found


def weapon_for(combatant: Combatant, key: str, technique: Technique | None) -> Weapon:
    """Returns what a combatant attacks with; for a technique what is in hand if it goes with it, else bare hands.

    Raises:
        RuleError: there is no such weapon, or the technique cannot be done with it.
    """
    item = gear.find(combatant, key)
    if item is None:
        raise refuse("phases.no_such_weapon", who=combatant.name, weapon=key)
    weapon = gear.weapon_of(item)
    if technique is None or (weapon.is_melee and weapon.skill in technique.skills):
        return weapon
    if key:
        raise refuse(
            "phases.technique_weapon", rule="PHA-53", technique=technique.name, weapon=weapon.name
        )
    return gear.weapon_of(gear.bare_hands(combatant))


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


def most_shots(context: RulesContext, weapon: Weapon, mode: str) -> int:
    """Returns how many discharges an attack action may have. Source: PHA-34."""
    kind = weapon.action if mode in gear.LOADS else mode
    return context.number(mechanics.MOST_SHOTS) if kind in ("semi", "burst") else 1


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


def _check_aim(context: RulesContext, command: Attack, technique: Technique | None) -> None:
    if not command.place:
        return
    if character.location(context, command.place) is None:
        raise refuse("phases.no_such_place", rule="PHA-41", place=command.place)
    if technique is not None:
        raise refuse("phases.technique_aimed", rule="PHA-30", technique=technique.name)


def _discharges(frame: Frame, combatant: Combatant) -> tuple[Discharge, ...]:
    """Returns the attack rolls, each later one with the recoil of those before it. Source: PHA-33, PHA-34, PHA-77.

    Raises:
        RuleError: more than the mode allows, or there are not the rounds for them.
    """
    weapon, command = frame.weapon, frame.command
    most = 1 if frame.technique else most_shots(frame.context, weapon, frame.mode)
    wanted = command.shots or min(most, _discharges_loaded(frame, combatant))
    if not 1 <= wanted <= most:
        raise refuse("phases.too_many_shots", rule="PHA-34", weapon=weapon.name, most=most)
    return tuple(
        _discharge(frame, combatant, before, rounds)
        for before, rounds in enumerate(_rounds(frame, combatant, wanted))
    )


def _discharges_loaded(frame: Frame, combatant: Combatant) -> int:
    """Returns how many discharges the rounds left are good for, at least one. Source: PHA-77."""
    weapon = frame.weapon
    if not weapon.uses_ammo:
        return frame.context.number(mechanics.MOST_SHOTS)
    each = max(weapon.burst, 1) if frame.mode == "burst" else 1
    return max(-(-combatant.gauges.get(weapon.ammo, 0) // each), 1)


def _discharge(frame: Frame, combatant: Combatant, before: int, rounds: int) -> Discharge:
    fired = combatant.gauges.get(character.RECOIL, 0)
    recoil = int(mechanics.recoil_penalty(fired, frame.weapon.recoil, before))
    hits = {"burst": rounds, "full": rounds, "laser": rounds, "shot": frame.weapon.pellets}
    return Discharge(
        bonus=attack_bonus(frame, recoil, rounds),
        rounds=rounds if frame.weapon.uses_ammo and not frame.technique else 0,
        most=max(hits.get(frame.mode, 1), 1),
    )


def _rounds(frame: Frame, combatant: Combatant, shots: int) -> tuple[int, ...]:
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
    left = combatant.gauges.get(weapon.ammo, 0)
    counts = tuple(min(each, left - each * number) for number in range(shots))
    if counts[-1] < 1:
        gone = "phases.empty" if weapon.magazine else "phases.none_left"
        key = "phases.too_few_rounds" if left > 0 else gone
        raise refuse(key, rule="PHA-77", weapon=weapon.name, left=left)
    return counts


def passive_dn(context: RulesContext, target: Combatant, *, is_melee: bool) -> int | None:
    """Returns the DN of a target that rolls nothing; None: it defends itself. Source: PHA-32."""
    if character.is_helpless(target) and is_melee:
        return character.table_number(context, "passive_dn", "helpless", 12)
    if not character.is_helpless(target) and not character.is_unaware(target):
        return None
    size = str(target.sheet.get("size") or "human")
    return character.table_number(context, "passive_dn", size, 18)


def places_of(context: RulesContext, target: Combatant) -> tuple[Place, ...]:
    """Returns the locations of a target with the armour over each. Source: PHA-41, PHA-42."""
    armor = gear.armor_by_place(target)
    return tuple(
        Place(
            key=each.key,
            name=each.name,
            rolls=each.rolls,
            armor=armor.get(each.key, 0),
            factor=character.damage_factor(context, each.key),
        )
        for each in context.ruleset.locations
    )
