"""What speaks for and against a d20 to hit. Source: CWN-25 step 2, CWN-27 to CWN-35."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.modifiers import Modifier, chosen, game_master, modifier_of
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.model.ruleset import Number
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.gear import AttackMode, Weapon
from encounter_gui.rules.systems.cwn.sheet.records import melee_of

ATTRIBUTES = {"dex": ("dexterity",), "str": ("strength",), "str_dex": ("strength", "dexterity")}
SHOTS = ("single", "burst")
_COVERED, _HIDDEN = "cover_partial", "cover_near_total"
_PRONE_RULE = "CWN-35"


class Aim(Struct, frozen=True, kw_only=True):
    """An attack before its target is looked at: weapon, mode, occasion, distance, and what the game master says of it.

    ``others`` are the other participants of a swarm, ``area`` is the key of the area whose own modifier counts.
    """

    weapon: Weapon
    mode: AttackMode
    how: str = ""
    metres: Metres | None = None
    modifiers: tuple[str, ...] = ()
    gm: int = 0
    others: int = 0
    boost: bool = False
    area: str = ""


def hit_parts(
    context: RulesContext, attacker: Combatant, target: Combatant, aim: Aim
) -> tuple[Modifier, ...]:
    """Returns the parts of a bonus to hit, the base first; 0s are left out but for the base. Source: CWN-25 step 2."""
    special = (
        *_of_weapon(context, target, aim),
        *_of_occasion(context, aim),
        *_of_distance(context, attacker, aim, target_in_reach(target, aim.metres)),
        *_of_posture(context, attacker, target, aim),
        *_of_area(context, aim),
    )
    return _with_own(context, attacker, _concealing(context, target, aim), special)


def field_parts(
    context: RulesContext, attacker: Combatant, target: Combatant, aim: Aim
) -> tuple[Modifier, ...]:
    """Returns those of the parts of a bonus to hit that follow from where two stand, and how; no 0s.

    Source: CWN-27, CWN-28, CWN-29, CWN-35, CWN-42.
    """
    parts = (
        *_of_distance(context, attacker, aim, target_in_reach(target, aim.metres)),
        *_of_posture(context, attacker, target, aim),
        *situation(context, attacker, _concealing(context, target, aim)),
        *_of_area(context, aim),
    )
    return tuple(each for each in parts if each.amount)


def _of_area(context: RulesContext, aim: Aim) -> tuple[Modifier, ...]:
    """Returns the modifier that an area of the plan has of the game master's own; none once the area is gone."""
    plan = context.state.plan
    if plan is None or plan.area(aim.area) is None:
        return ()
    return amounts.parts(context, aim.area, "CWN-25")


def _concealing(context: RulesContext, target: Combatant, aim: Aim) -> Aim:
    """Returns an attack with the cover that a cloud gives its target: as near total cover. Source: CWN-29, CWN-42."""
    if not target.has("concealed") or context.ruleset.modifier(_HIDDEN) is None:
        return aim
    return replace(aim, modifiers=(*aim.modifiers, _HIDDEN))


def point_parts(context: RulesContext, attacker: Combatant, aim: Aim) -> tuple[Modifier, ...]:
    """Returns the parts of a bonus to hit a point on the ground. Source: CWN-41."""
    special = (*_of_distance(context, attacker, aim), *_of_area(context, aim))
    return _with_own(context, attacker, aim, special)


def _with_own(
    context: RulesContext, attacker: Combatant, aim: Aim, special: Iterable[Modifier]
) -> tuple[Modifier, ...]:
    """Returns the attacker's own bonus and what adds to it; 0s are left out but for the base."""
    own = _training_parts if character.is_pc(attacker) else _printed_facts
    more = (
        *special,
        *situation(context, attacker, aim),
        *character.effects(context, attacker, "hit"),
        *game_master(context, aim.gm, ""),
    )
    return (*own(context, attacker, aim), *(each for each in more if each.amount))


def named_modifier(context: RulesContext, text: str, amount: Number | int, rule: str) -> Modifier:
    """Returns a modifier that is called by a text; a number is read from the ruleset."""
    value = amount if isinstance(amount, int) else context.number(amount)
    return Modifier(name=context.texts.text_of(text), amount=value, rule=rule)


def attribute_part(
    context: RulesContext, combatant: Combatant, weapon: Weapon, mode: str
) -> tuple[Modifier, ...]:
    """Returns the attribute an attack uses; whatever is thrown goes by Dexterity. Source: CWN-34."""
    names = ATTRIBUTES.get(weapon.attribute, ("dexterity",))
    names = names if mode == "melee" else ("dexterity",)
    key, amount = character.best_modifier(context, combatant, names)
    if not amount:
        return ()
    return (Modifier(name=character.field_name(context, key), amount=amount, rule="CWN-34"),)


def trained_part(
    context: RulesContext, combatant: Combatant, skill: str, rule: str
) -> tuple[Modifier, ...]:
    """Returns a skill that is added to damage or Shock; one that is not there adds nothing."""
    amount = character.skill(context, combatant, skill)
    if amount <= 0:
        return ()
    return (Modifier(name=character.field_name(context, skill), amount=amount, rule=rule),)


def killing_part(context: RulesContext, combatant: Combatant) -> tuple[Modifier, ...]:
    """Returns what Killing Blow adds to damage and Shock. Source: CWN-45b."""
    amount = mechanics.killing_blow(character.field(context, combatant, "level"))
    if not amount or not gear.rank(combatant, "killing_blow"):
        return ()
    name = trait_name(combatant, "killing_blow")
    return (Modifier(name=name, amount=amount, rule="CWN-45b"),)


def gear_parts(combatant: Combatant, key: str) -> tuple[Modifier, ...]:
    """Returns what things of kind gear add."""
    return tuple(
        Modifier(name=name, amount=amount, rule="CWN-02")
        for name, amount in gear.from_gear(combatant, key)
    )


def best_skill(
    context: RulesContext, combatant: Combatant, skills: tuple[str, ...]
) -> tuple[str, int]:
    """Returns the skill of an attack and its level: of several the best. Source: CWN-34."""
    found = [(each, character.skill(context, combatant, each)) for each in skills]
    return max(found, key=lambda pair: pair[1])


def situation(context: RulesContext, combatant: Combatant, aim: Aim) -> tuple[Modifier, ...]:
    """Returns the situational modifiers that go with an attack, of each group the worst; a Gunlink helps.

    Source: CWN-29, CWN-45p.

    Raises:
        RuleError: a modifier the ruleset does not know.
    """
    groups: dict[str, list[Modifier]] = {}
    kind = "ranged" if aim.mode in SHOTS else aim.mode
    is_linked = aim.mode in SHOTS and gear.rank(combatant, "gunlink")
    for known in chosen(context, aim.modifiers, "CWN-29"):
        if known.on and kind not in known.on:
            continue
        amount = _cover(context, known.key, known.amount)
        if known.group == "cover" and is_linked and amount < 0:
            amount = min(amount + context.number(mechanics.GUNLINK_COVER), 0)
        modifier = replace(modifier_of(known), amount=amount)
        groups.setdefault(known.group or known.key, []).append(modifier)
    return tuple(min(modifiers, key=lambda part: part.amount) for modifiers in groups.values())


def allow_range(weapon: Weapon, mode: str, metres: Metres | None) -> None:
    """Lets a distance pass, or says why not. Source: CWN-25 step 1, CWN-28.

    Raises:
        RuleError: too far for a blow, beyond the maximum, or nearer than the weapon can.
    """
    if metres is None:
        return
    if mode == "melee":
        if metres > mechanics.NEAR:
            raise refuse(
                "cwn.out_of_reach",
                rule="CWN-25",
                weapon=weapon.name,
                metres=distance.metres_text(metres),
            )
        return
    names: dict[str, str | int] = {"weapon": weapon.name, "metres": distance.metres_text(metres)}
    if weapon.ranges and metres > weapon.ranges[-1]:
        raise refuse("cwn.out_of_range", rule="CWN-28", **names, most=weapon.ranges[-1])
    if metres < weapon.nearest:
        raise refuse("cwn.too_near", rule="CWN-28", **names, least=weapon.nearest)


def is_crowded(context: RulesContext, combatant: Combatant, near: Combatant | None = None) -> bool:
    """Returns whether an armed enemy in melee hampers shooting and throwing; ``near`` is in reach. Source: CWN-27."""
    state = context.state
    is_foe = near is not None and character.team(near) != character.team(combatant)
    if near is not None and is_foe and not character.is_out(near) and character.hampers(near):
        return True
    return any(
        character.hampers(state.combatants[who]) for who in character.in_melee(state, combatant)
    )


def target_in_reach(target: Combatant, metres: Metres | None) -> Combatant | None:
    """Returns the target if it is within 2 m, so that it counts as in melee; None: farther, or not said.

    Source: CWN-27.
    """
    return target if metres is not None and metres <= mechanics.NEAR else None


def crowding(
    context: RulesContext,
    combatant: Combatant,
    weapon: Weapon,
    mode: str,
    near: Combatant | None = None,
) -> int | None:
    """Returns what shooting or throwing in melee costs; None: it cannot be done. Source: CWN-27, CWN-45g, CWN-45h.

    ``near`` is the target where it is in reach, whether or not anybody has noted that the two are in melee.
    """
    if mode == "melee" or not is_crowded(context, combatant, near):
        return 0
    deadeye = gear.rank(combatant, "deadeye") if mode in SHOTS else 0
    if deadeye >= 2 or (weapon.is_pistol and gear.rank(combatant, "close_combatant")):
        return 0
    if weapon.hands > 1 and mode in SHOTS and not deadeye:
        return None
    return context.number(mechanics.CROWDED_HIT)


def _training_parts(context: RulesContext, attacker: Combatant, aim: Aim) -> Iterator[Modifier]:
    """Yields what a player character adds by itself. Source: CWN-04, CWN-25, CWN-30, CWN-45f."""
    yield named_modifier(context, "cwn.base_hit", character.base_hit(context, attacker), "CWN-04")
    yield from attribute_part(context, attacker, aim.weapon, aim.mode)
    skill, level = best_skill(context, attacker, aim.weapon.skills)
    if level <= mechanics.UNTRAINED and context.switch("cwn.untrainedMinus2"):
        level = context.number(mechanics.UNTRAINED_HIT)
    if level:
        rule = "CWN-30" if level < 0 else "CWN-25"
        yield Modifier(name=character.field_name(context, skill), amount=level, rule=rule)
    if gear.rank(attacker, "armsmaster") >= 2 and aim.mode in ("melee", "thrown"):
        yield Modifier(name=trait_name(attacker, "armsmaster"), amount=1, rule="CWN-45f")
    yield from gear_parts(attacker, "hit_bonus")


def _printed_facts(context: RulesContext, attacker: Combatant, aim: Aim) -> Iterator[Modifier]:
    key = "attack" if aim.mode == "melee" else "attack_ranged"
    yield named_modifier(
        context, "cwn.printed_hit", character.field(context, attacker, key), "CWN-04"
    )


def _of_weapon(context: RulesContext, target: Combatant, aim: Aim) -> Iterator[Modifier]:
    weapon = aim.weapon
    yield Modifier(name=weapon.name, amount=weapon.hit, rule="CWN-25")
    if character.kind(target) != "drone":
        yield Modifier(name=weapon.name, amount=weapon.people_hit, rule="CWN-25")
    if weapon.is_crude and aim.mode == "melee":
        yield named_modifier(context, "cwn.crude", mechanics.CRUDE, "CWN-33")
    if aim.mode == "burst":
        yield named_modifier(context, "cwn.mode.burst", mechanics.BURST_HIT, "CWN-31")


def _of_occasion(context: RulesContext, aim: Aim) -> Iterator[Modifier]:
    if aim.how == "charge":
        yield named_modifier(context, "cwn.how.charge", mechanics.CHARGE_HIT, "CWN-36e")
    if aim.how == "snap" and not aim.boost:
        yield named_modifier(context, "cwn.how.snap", mechanics.SNAP_HIT, "CWN-36c")
    if aim.how == "swarm":
        amount = context.number(mechanics.SWARM_HIT) * aim.others
        yield named_modifier(context, "cwn.how.swarm", amount, "CWN-39")


def _of_distance(
    context: RulesContext, attacker: Combatant, aim: Aim, near: Combatant | None = None
) -> Iterator[Modifier]:
    crowd = crowding(context, attacker, aim.weapon, aim.mode, near)
    if crowd:
        yield named_modifier(context, "cwn.crowded", crowd, "CWN-27")
    ranges, metres = aim.weapon.ranges, aim.metres
    if aim.mode == "melee" or not ranges or metres is None or metres <= ranges[0]:
        return
    if not (aim.mode in SHOTS and gear.rank(attacker, "gunlink")):
        yield named_modifier(context, "cwn.long_range", mechanics.LONG_RANGE_HIT, "CWN-28")


def _of_posture(
    context: RulesContext, attacker: Combatant, target: Combatant, aim: Aim
) -> Iterator[Modifier]:
    """Yields what a prone target adds: it is easier near by and harder from afar.

    Where no distance is said, whoever is in melee with it is near. Source: CWN-27, CWN-35.
    """
    known = context.ruleset.condition("prone") if target.has("prone") else None
    if known is None:
        return
    is_engaged = aim.metres is None and target.id in melee_of(attacker)
    is_near = aim.mode == "melee" or is_engaged or target_in_reach(target, aim.metres) is not None
    amount = context.number(mechanics.PRONE_NEAR if is_near else mechanics.PRONE_FAR)
    yield Modifier(name=known.name, amount=amount, rule=_PRONE_RULE, key=known.key)


def seen_near(context: RulesContext, parts: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """Returns the parts of an attack from afar as those of one on an enemy in melee. Source: CWN-27, CWN-35."""
    near = context.number(mechanics.PRONE_NEAR)
    return tuple(replace(each, amount=near) if each.rule == _PRONE_RULE else each for each in parts)


def _cover(context: RulesContext, key: str, amount: int) -> int:
    """What cover costs is a house rule: ``partial/near total``, or ``off``. Source: CWN-29."""
    places = (_COVERED, _HIDDEN)
    if key not in places:
        return amount
    amounts = str(context.switch("cwn.coverPenalty")).split("/")
    if len(amounts) != len(places):
        return 0
    text = amounts[places.index(key)]
    return -number(int(text)) if text.isdecimal() else 0


def trait_name(combatant: Combatant, trait: str) -> str:
    """Returns what the thing is called that gives a trait."""
    return next((item.name for item in combatant.items if item.values.get("trait") == trait), trait)
