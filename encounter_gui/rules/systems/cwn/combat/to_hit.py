"""What speaks for and against a d20 to hit. Source: CWN-25 step 2, CWN-27 to CWN-35."""

from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.gear import AttackMode, Weapon

ATTRIBUTES = {"dex": ("dexterity",), "str": ("strength",), "str_dex": ("strength", "dexterity")}
SHOTS = ("single", "burst")


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """An attack before anybody is looked at: weapon, mode, occasion, distance, and what the game master says of it.

    ``others`` are the other participants of a swarm.
    """

    weapon: Weapon
    mode: AttackMode
    how: str = ""
    metres: int | None = None
    modifiers: tuple[str, ...] = ()
    gm: int = 0
    others: int = 0
    boost: bool = False


def hit_parts(scene: Scene, one: Combatant, target: Combatant, aim: Aim) -> tuple[Part, ...]:
    """Returns the parts of a bonus to hit, the base first; 0s are left out but for the base. Source: CWN-25 step 2."""
    own = _trained(scene, one, aim) if character.is_pc(one) else _printed(scene, one, aim)
    parts = [
        *_of_weapon(scene, target, aim),
        *_of_occasion(scene, aim),
        *_of_distance(scene, one, aim),
        *_of_posture(scene, target, aim),
        *situation(scene, one, aim),
        *character.effects(scene, one, "hit"),
    ]
    if aim.gm:
        parts.append(Part(name=scene.words.word("cwn.gm"), amount=aim.gm))
    return (*own, *(part for part in parts if part.amount))


def point_parts(scene: Scene, one: Combatant, aim: Aim) -> tuple[Part, ...]:
    """Returns the parts of a bonus to hit a point on the ground. Source: CWN-41."""
    own = _trained(scene, one, aim) if character.is_pc(one) else _printed(scene, one, aim)
    parts = [
        *_of_distance(scene, one, aim),
        *situation(scene, one, aim),
        *character.effects(scene, one, "hit"),
    ]
    if aim.gm:
        parts.append(Part(name=scene.words.word("cwn.gm"), amount=aim.gm))
    return (*own, *(part for part in parts if part.amount))


def attribute_part(scene: Scene, one: Combatant, weapon: Weapon, mode: str) -> tuple[Part, ...]:
    """Returns the attribute an attack uses; whatever is thrown goes by Dexterity. Source: CWN-34."""
    names = ATTRIBUTES.get(weapon.attribute, ("dexterity",))
    names = names if mode == "melee" else ("dexterity",)
    key, amount = character.best_modifier(scene, one, names)
    if not amount:
        return ()
    return (Part(name=character.field_name(scene, key), amount=amount, rule="CWN-34"),)


def trained_part(scene: Scene, one: Combatant, skill: str, rule: str) -> tuple[Part, ...]:
    """Returns a skill that is added to damage or Shock; one that is not there adds nothing."""
    amount = character.skill(scene, one, skill)
    if amount <= 0:
        return ()
    return (Part(name=character.field_name(scene, skill), amount=amount, rule=rule),)


def killing_part(scene: Scene, one: Combatant) -> tuple[Part, ...]:
    """Returns what Killing Blow adds to damage and Shock. Source: CWN-45b."""
    item = next((item for item in one.items if item.values.get("trait") == "killing_blow"), None)
    if item is None:
        return ()
    amount = mechanics.killing_blow(character.field(scene, one, "level"))
    return (Part(name=item.name, amount=amount, rule="CWN-45b"),) if amount else ()


def gear_parts(one: Combatant, key: str) -> tuple[Part, ...]:
    """Returns what things of kind gear add."""
    return tuple(
        Part(name=name, amount=amount, rule="CWN-02") for name, amount in gear.from_gear(one, key)
    )


def best_skill(scene: Scene, one: Combatant, skills: tuple[str, ...]) -> tuple[str, int]:
    """Returns the skill of an attack and its level: of several the best. Source: CWN-34."""
    found = [(each, character.skill(scene, one, each)) for each in skills]
    return max(found, key=lambda pair: pair[1])


def situation(scene: Scene, one: Combatant, aim: Aim) -> tuple[Part, ...]:
    """Returns the situational modifiers that go with an attack, of each group the worst; a Gunlink helps.

    Source: CWN-29, CWN-45p.

    Raises:
        RuleError: a modifier the ruleset does not know.
    """
    groups: dict[str, list[Part]] = {}
    kind = "ranged" if aim.mode in SHOTS else aim.mode
    for key in dict.fromkeys(aim.modifiers):
        known = scene.ruleset.modifier(key)
        if known is None:
            raise refuse("cwn.no_such_modifier", rule="CWN-29", modifier=key)
        if known.on and kind not in known.on:
            continue
        amount = _cover(scene, key, known.amount)
        is_linked = aim.mode in SHOTS and gear.rank(one, "gunlink")
        if known.group == "cover" and is_linked and amount < 0:
            amount = min(amount + mechanics.GUNLINK_COVER, 0)
        part = Part(name=known.name, amount=amount, rule=known.rule, key=key)
        groups.setdefault(known.group or key, []).append(part)
    return tuple(min(parts, key=lambda part: part.amount) for parts in groups.values())


def allow_range(weapon: Weapon, mode: str, metres: int | None) -> None:
    """Lets a distance pass, or says why not. Source: CWN-25 step 1, CWN-28.

    Raises:
        RuleError: too far for a blow, beyond the maximum, or nearer than the weapon can.
    """
    if metres is None:
        return
    if mode == "melee":
        if metres > mechanics.NEAR:
            raise refuse("cwn.out_of_reach", rule="CWN-25", weapon=weapon.name, metres=metres)
        return
    if weapon.ranges and metres > weapon.ranges[-1]:
        most = weapon.ranges[-1]
        raise refuse(
            "cwn.out_of_range", rule="CWN-28", weapon=weapon.name, metres=metres, most=most
        )
    if metres < weapon.nearest:
        raise refuse(
            "cwn.too_near", rule="CWN-28", weapon=weapon.name, metres=metres, least=weapon.nearest
        )


def is_crowded(scene: Scene, one: Combatant) -> bool:
    """Returns whether an armed enemy in melee hampers shooting and throwing. Source: CWN-27."""
    state = scene.state
    return any(character.hampers(state.combatants[who]) for who in character.in_melee(state, one))


def crowding(scene: Scene, one: Combatant, weapon: Weapon, mode: str) -> int | None:
    """Returns what shooting or throwing in melee costs; None: it cannot be done. Source: CWN-27, CWN-45g, CWN-45h."""
    if mode == "melee" or not is_crowded(scene, one):
        return 0
    deadeye = gear.rank(one, "deadeye") if mode in SHOTS else 0
    if deadeye >= 2 or (weapon.is_pistol and gear.rank(one, "close_combatant")):
        return 0
    if weapon.hands > 1 and mode in SHOTS and not deadeye:
        return None
    return mechanics.CROWDED_HIT


def _trained(scene: Scene, one: Combatant, aim: Aim) -> list[Part]:
    weapon = aim.weapon
    base = character.base_hit(scene, one)
    parts = [Part(name=scene.words.word("cwn.base_hit"), amount=base, rule="CWN-04")]
    parts += attribute_part(scene, one, weapon, aim.mode)
    skill, level = best_skill(scene, one, weapon.skills)
    if level <= mechanics.UNTRAINED and scene.switch("cwn.untrainedMinus2"):
        level = mechanics.UNTRAINED_HIT
    if level:
        rule = "CWN-30" if level < 0 else "CWN-25"
        parts.append(Part(name=character.field_name(scene, skill), amount=level, rule=rule))
    if gear.rank(one, "armsmaster") >= 2 and aim.mode in ("melee", "thrown"):
        parts.append(Part(name=trait_name(one, "armsmaster"), amount=1, rule="CWN-45f"))
    return [*parts, *gear_parts(one, "hit_bonus")]


def _printed(scene: Scene, one: Combatant, aim: Aim) -> list[Part]:
    key = "attack" if aim.mode == "melee" else "attack_ranged"
    amount = character.field(scene, one, key)
    return [Part(name=scene.words.word("cwn.printed_hit"), amount=amount, rule="CWN-04")]


def _of_weapon(scene: Scene, target: Combatant, aim: Aim) -> tuple[Part, ...]:
    weapon, parts = aim.weapon, []
    if weapon.hit:
        parts.append(Part(name=weapon.name, amount=weapon.hit, rule="CWN-25"))
    if weapon.people_hit and character.kind(target) != "drone":
        parts.append(Part(name=weapon.name, amount=weapon.people_hit, rule="CWN-25"))
    if weapon.is_crude and aim.mode == "melee":
        word = scene.words.word("cwn.crude")
        parts.append(Part(name=word, amount=mechanics.CRUDE, rule="CWN-33"))
    if aim.mode == "burst":
        word = scene.words.word("cwn.mode.burst")
        parts.append(Part(name=word, amount=mechanics.BURST_HIT, rule="CWN-31"))
    return tuple(parts)


def _of_occasion(scene: Scene, aim: Aim) -> tuple[Part, ...]:
    if aim.how == "charge":
        word = scene.words.word("cwn.how.charge")
        return (Part(name=word, amount=mechanics.CHARGE_HIT, rule="CWN-36e"),)
    if aim.how == "snap" and not aim.boost:
        word = scene.words.word("cwn.how.snap")
        return (Part(name=word, amount=mechanics.SNAP_HIT, rule="CWN-36c"),)
    if aim.how == "swarm":
        word = scene.words.word("cwn.how.swarm")
        return (Part(name=word, amount=2 * aim.others, rule="CWN-39"),)
    return ()


def _of_distance(scene: Scene, one: Combatant, aim: Aim) -> tuple[Part, ...]:
    parts = []
    crowd = crowding(scene, one, aim.weapon, aim.mode)
    if crowd:
        parts.append(Part(name=scene.words.word("cwn.crowded"), amount=crowd, rule="CWN-27"))
    ranges, metres = aim.weapon.ranges, aim.metres
    if aim.mode != "melee" and ranges and metres is not None and metres > ranges[0]:
        is_linked = aim.mode in SHOTS and gear.rank(one, "gunlink")
        if not is_linked:
            word = scene.words.word("cwn.long_range")
            parts.append(Part(name=word, amount=mechanics.LONG_RANGE_HIT, rule="CWN-28"))
    return tuple(parts)


def _of_posture(scene: Scene, target: Combatant, aim: Aim) -> tuple[Part, ...]:
    """A prone target is easier near by and harder from afar. Source: CWN-35."""
    known = scene.ruleset.condition("prone") if target.has("prone") else None
    if known is None:
        return ()
    is_near = aim.mode == "melee" or (aim.metres is not None and aim.metres <= mechanics.NEAR)
    amount = mechanics.PRONE_NEAR if is_near else mechanics.PRONE_FAR
    return (Part(name=known.name, amount=amount, rule="CWN-35", key=known.key),)


def _cover(scene: Scene, key: str, amount: int) -> int:
    """What cover costs is a house rule: ``partial/near total``, or ``off``. Source: CWN-29."""
    places = ("cover_partial", "cover_near_total")
    if key not in places:
        return amount
    amounts = str(scene.switch("cwn.coverPenalty")).split("/")
    if len(amounts) != len(places):
        return 0
    text = amounts[places.index(key)]
    return -number(int(text)) if text.isdecimal() else 0


def trait_name(one: Combatant, trait: str) -> str:
    """Returns what the thing is called that gives a trait."""
    return next((item.name for item in one.items if item.values.get("trait") == trait), trait)
