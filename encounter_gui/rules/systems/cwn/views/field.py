"""The plan in the words of the game: what it means for an attack, who holds whom. Source: CWN-27, CWN-28, CWN-40."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.field.rules import PointAim, Reading, Sweep
from encounter_gui.rules.engine.field.sight import Sight, apart, sight
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas import landing, throws
from encounter_gui.rules.systems.cwn.combat import screen_effects, to_hit
from encounter_gui.rules.systems.cwn.field import rules as field
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.view.field import Bond


def weapon(combatant: Combatant, key: str) -> Item:
    """Returns what somebody attacks with: what has this key, else what is in hand, else bare hands."""
    held = None if key else gear.ready_weapon(combatant)
    return held or gear.find(combatant, key) or gear.UNARMED


def reading(
    context: RulesContext, attacker: Combatant, target: Combatant, item: Item | None
) -> Reading:
    """Returns what the plan means for an attack with a weapon. Source: CWN-27 to CWN-29, CWN-35."""
    seen = sight(context.state, attacker.id, target.id)
    if seen is None:
        return Reading()
    aim = _aim(context, item or gear.UNARMED, seen)
    parts = to_hit.field_parts(context, attacker, target, aim)
    return Reading(
        band=_band(context, aim),
        amount=total(parts),
        reasons=tuple(dict.fromkeys(_reasons(context, attacker, target, seen, aim))),
        in_reach=seen.distance <= mechanics.NEAR if aim.mode == "melee" else None,
        why_not=_why_not(context, attacker, target, aim),
    )


def _aim(context: RulesContext, item: Item, seen: Sight) -> to_hit.Aim:
    """Returns an attack with a weapon as the plan has it; what is thrown goes by its own ranges."""
    used = gear.weapon_of(item)
    return to_hit.Aim(
        weapon=used,
        mode="thrown" if item.kind == "explosive" else used.modes[0],
        metres=seen.distance,
        modifiers=field.RULES.modifiers(context, seen),
        area=amounts.counting(seen),
    )


def _band(context: RulesContext, aim: to_hit.Aim) -> str:
    """Returns the range in words; empty for a blow, and beyond the farthest. Source: CWN-28."""
    ranges, metres = aim.weapon.ranges, aim.metres
    if aim.mode == "melee" or not ranges or metres is None or metres > ranges[-1]:
        return ""
    return context.texts.text_of(f"cwn.field.{'normal' if metres <= ranges[0] else 'long'}")


def _reasons(
    context: RulesContext, attacker: Combatant, target: Combatant, seen: Sight, aim: to_hit.Aim
) -> Iterator[str]:
    """Yields short words for what makes an attack easier or harder, or stands beside it."""
    text_of = context.texts.text_of
    near = to_hit.target_in_reach(target, aim.metres)
    is_crowded = bool(to_hit.crowding(context, attacker, aim.weapon, aim.mode, near))
    if is_crowded or target.id in character.in_melee(context.state, attacker):
        yield text_of("rules.field.engaged")
    ranges = aim.weapon.ranges
    if aim.mode != "melee":
        if ranges and aim.metres is not None and aim.metres > ranges[0]:
            yield text_of("cwn.field.long")
        for area in seen.areas:
            if area.kind or area.amount:
                kind = text_of(f"rules.field.kind.{area.kind or 'area'}")
                yield area.name.lower() if area.name else kind
    if target.has("prone"):
        yield text_of("rules.field.prone")
    if target.has("concealed"):
        yield text_of("cwn.field.concealed")
    is_shot = aim.mode in to_hit.SHOTS
    if screen_effects.facing(context, attacker, target.id, is_shot=is_shot):
        yield text_of("cwn.field.screened")


def _why_not(context: RulesContext, attacker: Combatant, target: Combatant, aim: to_hit.Aim) -> str:
    """Returns why an attack cannot reach at all; empty: it can. Source: CWN-27, CWN-28."""
    texts = context.texts
    try:
        to_hit.allow_range(aim.weapon, aim.mode, aim.metres)
    except RuleError as refused:
        return texts.text(refused.message)
    near = to_hit.target_in_reach(target, aim.metres)
    if to_hit.crowding(context, attacker, aim.weapon, aim.mode, near) is None:
        names = {"who": attacker.name, "weapon": aim.weapon.name}
        return texts.text_of("cwn.two_hands_in_melee", **names)
    return ""


def sweep(context: RulesContext, command: Command) -> Sweep | None:
    """Returns the cone of suppressive fire towards its target. Source: CWN-32.

    None: it is no such fire, or one of the two stands nowhere.
    """
    if not isinstance(command, do.Suppress) or command.towards in (None, command.who):
        return None
    known = context.state.combatants
    actor = known.get(command.who)
    if actor is None or command.towards not in known:
        return None
    item = gear.find(actor, command.weapon) if command.weapon else gear.ready_weapon(actor)
    fired = gear.weapon_of(item or gear.UNARMED)
    found = landing.in_sweep(context, actor.id, fired, command.towards)
    if found is None:
        return None
    return Sweep(
        who=actor.id,
        target=command.towards,
        degrees=mechanics.CONE,
        length=fired.ranges[0],
        others=tuple(each.id for each, _ in found if each.id != command.towards),
    )


def point_aim(context: RulesContext, command: Command) -> PointAim | None:
    """Returns what a throw at a point of the plan comes to where it lands there. Source: CWN-28, CWN-29, CWN-41."""
    if not isinstance(command, do.Throw) or command.at is None:
        return None
    actor, plan = context.state.combatants.get(command.who), context.state.plan
    if actor is None or actor.place is None or plan is None:
        return None
    texts = context.texts
    point = landing.point_of(context, command)
    if point is None:
        return None
    found = PointAim(who=actor.id, point=point, apart=apart(plan, actor.place, point), radius=0)
    try:
        whole = landing.RULES.completed(context, command)
        made = throws.plan_throw(context, whole if isinstance(whole, do.Throw) else command)
    except RuleError as refused:
        return replace(found, why_not=texts.text(refused.message))
    bare = throws.plan_throw(context, replace(command, metres=None, modifiers=()))
    reached = landing.reached(context, made.explosive, point, actor.id)
    ranges, far = made.ranges, found.apart
    band = f"cwn.field.{'normal' if far <= ranges[0] else 'long'}" if ranges else ""
    return replace(
        found,
        radius=made.explosive.radius,
        caught=tuple((each.id, metres) for each, metres in reached),
        band=texts.text_of(band) if band else "",
        amount=total(made.hit) - total(bare.hit),
    )


# ---- bonds


def bonds(context: RulesContext) -> Iterator[Bond]:
    """Yields who is in melee with one another, group by group, and who screens whom. Source: CWN-27, CWN-40."""
    text_of, state = context.texts.text_of, context.state
    for group in _melees(context):
        people = [context.combatant(who) for who in group]
        text = text_of("cwn.field.melee", who=names_of(people))
        yield Bond(kind="engaged", text=text, who=group)
    for each in state.combatants.values():
        screening = each.condition("screening")
        ally = state.combatants.get(screening.about) if screening and screening.about else None
        if ally is not None:
            text = text_of("cwn.field.screens", who=each.name, ally=ally.name)
            yield Bond(kind="screen", text=text, who=(each.id, ally.id))


def _melees(context: RulesContext) -> Iterator[tuple[CombatantId, ...]]:
    """Yields the groups of those who are in melee with one another, each in order of joining."""
    state, seen = context.state, set[CombatantId]()
    for each in state.combatants.values():
        if each.id in seen:
            continue
        group, left = set[CombatantId](), [each.id]
        while left:
            who = left.pop()
            if who not in group:
                group.add(who)
                left += character.in_melee(state, state.combatants[who])
        seen |= group
        if len(group) > 1:
            yield tuple(who for who in state.combatants if who in group)
