"""What speaks for and against a d20 to hit. Source: CWN-25 step 2, CWN-27 to CWN-35."""

from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
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


def hit_parts(
    context: RulesContext, combatant: Combatant, target: Combatant, aim: Aim
) -> tuple[Modifier, ...]:
    """Returns the parts of a bonus to hit, the base first; 0s are left out but for the base. Source: CWN-25 step 2."""
    own = (
        _trained(context, combatant, aim)
        if character.is_pc(combatant)
        else _printed(context, combatant, aim)
    )
    modifiers = [
        *_of_weapon(context, target, aim),
        *_of_occasion(context, aim),
        *_of_distance(context, combatant, aim),
        *_of_posture(context, target, aim),
        *situation(context, combatant, aim),
        *character.effects(context, combatant, "hit"),
    ]
    if aim.gm:
        modifiers.append(Modifier(name=context.texts.text_of("cwn.gm"), amount=aim.gm))
    return (*own, *(modifier for modifier in modifiers if modifier.amount))


def point_parts(context: RulesContext, combatant: Combatant, aim: Aim) -> tuple[Modifier, ...]:
    """Returns the parts of a bonus to hit a point on the ground. Source: CWN-41."""
    own = (
        _trained(context, combatant, aim)
        if character.is_pc(combatant)
        else _printed(context, combatant, aim)
    )
    modifiers = [
        *_of_distance(context, combatant, aim),
        *situation(context, combatant, aim),
        *character.effects(context, combatant, "hit"),
    ]
    if aim.gm:
        modifiers.append(Modifier(name=context.texts.text_of("cwn.gm"), amount=aim.gm))
    return (*own, *(modifier for modifier in modifiers if modifier.amount))


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
    item = next(
        (item for item in combatant.items if item.values.get("trait") == "killing_blow"), None
    )
    if item is None:
        return ()
    amount = mechanics.killing_blow(character.field(context, combatant, "level"))
    return (Modifier(name=item.name, amount=amount, rule="CWN-45b"),) if amount else ()


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
    for key in dict.fromkeys(aim.modifiers):
        known = context.ruleset.modifier(key)
        if known is None:
            raise refuse("cwn.no_such_modifier", rule="CWN-29", modifier=key)
        if known.on and kind not in known.on:
            continue
        amount = _cover(context, key, known.amount)
        is_linked = aim.mode in SHOTS and gear.rank(combatant, "gunlink")
        if known.group == "cover" and is_linked and amount < 0:
            amount = min(amount + context.number(mechanics.GUNLINK_COVER), 0)
        modifier = Modifier(name=known.name, amount=amount, rule=known.rule, key=key)
        groups.setdefault(known.group or key, []).append(modifier)
    return tuple(min(modifiers, key=lambda part: part.amount) for modifiers in groups.values())


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


def is_crowded(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether an armed enemy in melee hampers shooting and throwing. Source: CWN-27."""
    state = context.state
    return any(
        character.hampers(state.combatants[who]) for who in character.in_melee(state, combatant)
    )


def crowding(context: RulesContext, combatant: Combatant, weapon: Weapon, mode: str) -> int | None:
    """Returns what shooting or throwing in melee costs; None: it cannot be done. Source: CWN-27, CWN-45g, CWN-45h."""
    if mode == "melee" or not is_crowded(context, combatant):
        return 0
    deadeye = gear.rank(combatant, "deadeye") if mode in SHOTS else 0
    if deadeye >= 2 or (weapon.is_pistol and gear.rank(combatant, "close_combatant")):
        return 0
    if weapon.hands > 1 and mode in SHOTS and not deadeye:
        return None
    return context.number(mechanics.CROWDED_HIT)


def _trained(context: RulesContext, combatant: Combatant, aim: Aim) -> list[Modifier]:
    weapon = aim.weapon
    base = character.base_hit(context, combatant)
    modifiers = [Modifier(name=context.texts.text_of("cwn.base_hit"), amount=base, rule="CWN-04")]
    modifiers += attribute_part(context, combatant, weapon, aim.mode)
    skill, level = best_skill(context, combatant, weapon.skills)
    if level <= mechanics.UNTRAINED and context.switch("cwn.untrainedMinus2"):
        level = context.number(mechanics.UNTRAINED_HIT)
    if level:
        rule = "CWN-30" if level < 0 else "CWN-25"
        modifiers.append(
            Modifier(name=character.field_name(context, skill), amount=level, rule=rule)
        )
    if gear.rank(combatant, "armsmaster") >= 2 and aim.mode in ("melee", "thrown"):
        modifiers.append(
            Modifier(name=trait_name(combatant, "armsmaster"), amount=1, rule="CWN-45f")
        )
    return [*modifiers, *gear_parts(combatant, "hit_bonus")]


def _printed(context: RulesContext, combatant: Combatant, aim: Aim) -> list[Modifier]:
    key = "attack" if aim.mode == "melee" else "attack_ranged"
    amount = character.field(context, combatant, key)
    return [Modifier(name=context.texts.text_of("cwn.printed_hit"), amount=amount, rule="CWN-04")]


def _of_weapon(context: RulesContext, target: Combatant, aim: Aim) -> tuple[Modifier, ...]:
    weapon, modifiers = aim.weapon, []
    if weapon.hit:
        modifiers.append(Modifier(name=weapon.name, amount=weapon.hit, rule="CWN-25"))
    if weapon.people_hit and character.kind(target) != "drone":
        modifiers.append(Modifier(name=weapon.name, amount=weapon.people_hit, rule="CWN-25"))
    if weapon.is_crude and aim.mode == "melee":
        word = context.texts.text_of("cwn.crude")
        modifiers.append(Modifier(name=word, amount=context.number(mechanics.CRUDE), rule="CWN-33"))
    if aim.mode == "burst":
        word = context.texts.text_of("cwn.mode.burst")
        modifiers.append(
            Modifier(name=word, amount=context.number(mechanics.BURST_HIT), rule="CWN-31")
        )
    return tuple(modifiers)


def _of_occasion(context: RulesContext, aim: Aim) -> tuple[Modifier, ...]:
    if aim.how == "charge":
        word = context.texts.text_of("cwn.how.charge")
        return (Modifier(name=word, amount=context.number(mechanics.CHARGE_HIT), rule="CWN-36e"),)
    if aim.how == "snap" and not aim.boost:
        word = context.texts.text_of("cwn.how.snap")
        return (Modifier(name=word, amount=context.number(mechanics.SNAP_HIT), rule="CWN-36c"),)
    if aim.how == "swarm":
        word = context.texts.text_of("cwn.how.swarm")
        return (
            Modifier(
                name=word, amount=context.number(mechanics.SWARM_HIT) * aim.others, rule="CWN-39"
            ),
        )
    return ()


def _of_distance(context: RulesContext, combatant: Combatant, aim: Aim) -> tuple[Modifier, ...]:
    modifiers = []
    crowd = crowding(context, combatant, aim.weapon, aim.mode)
    if crowd:
        modifiers.append(
            Modifier(name=context.texts.text_of("cwn.crowded"), amount=crowd, rule="CWN-27")
        )
    ranges, metres = aim.weapon.ranges, aim.metres
    if aim.mode != "melee" and ranges and metres is not None and metres > ranges[0]:
        is_linked = aim.mode in SHOTS and gear.rank(combatant, "gunlink")
        if not is_linked:
            word = context.texts.text_of("cwn.long_range")
            modifiers.append(
                Modifier(name=word, amount=context.number(mechanics.LONG_RANGE_HIT), rule="CWN-28")
            )
    return tuple(modifiers)


def _of_posture(context: RulesContext, target: Combatant, aim: Aim) -> tuple[Modifier, ...]:
    """A prone target is easier near by and harder from afar. Source: CWN-35."""
    known = context.ruleset.condition("prone") if target.has("prone") else None
    if known is None:
        return ()
    is_near = aim.mode == "melee" or (aim.metres is not None and aim.metres <= mechanics.NEAR)
    amount = (
        context.number(mechanics.PRONE_NEAR) if is_near else context.number(mechanics.PRONE_FAR)
    )
    return (Modifier(name=known.name, amount=amount, rule="CWN-35", key=known.key),)


def _cover(context: RulesContext, key: str, amount: int) -> int:
    """What cover costs is a house rule: ``partial/near total``, or ``off``. Source: CWN-29."""
    places = ("cover_partial", "cover_near_total")
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
