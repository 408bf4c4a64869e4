"""Throwing, launching and lobbing explosives at a point. Source: CWN-41, CWN-42."""

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.asking import Rolling, request, totals
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.modifiers import Modifier, sum_text, values_of
from encounter_gui.rules.engine.modifiers import total as sum_of
from encounter_gui.rules.engine.reading.table import TablePlay, rolled_at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas import landing
from encounter_gui.rules.systems.cwn.areas.victims import IN_AIR, owed_blast
from encounter_gui.rules.systems.cwn.combat import attack_requirements, reactions, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import no_weapon
from encounter_gui.rules.systems.cwn.commands import Throw
from encounter_gui.rules.systems.cwn.rules import areas as rules
from encounter_gui.rules.systems.cwn.rules.areas import lands
from encounter_gui.rules.systems.cwn.sheet import action_budget, gear, hands, scene_uses
from encounter_gui.rules.systems.cwn.sheet.checks import require_skill
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive


class ThrowPlan(Struct, frozen=True, kw_only=True):
    """What a throw at a point will be rolled with: the parts of the bonus against the AC of the point.

    ``ranges`` are those of the hand or the launcher, in metres.
    """

    explosive: Explosive
    launcher: Item | None
    hit: tuple[Modifier, ...]
    armor_class: int
    ranges: tuple[int, ...]


def plan_throw(context: RulesContext, command: Throw) -> ThrowPlan:
    """Returns what a throw will be rolled with, whether or not it may be made now. Source: CWN-41.

    Raises:
        RuleError: there is no such explosive, launcher or skill, or the point is out of range.
    """
    combatant = context.known_combatant(command.who)
    item, explosive = explosive_in(combatant, command.weapon)
    launcher = _launcher(combatant, command.launcher)
    skill = command.skill or "shoot"
    require_skill(context, skill)
    if explosive.is_placed and launcher is None:
        raise refuse("cwn.cannot_throw", rule="CWN-42", weapon=item.name)
    aim = to_hit.Aim(
        weapon=_as_weapon(launcher or item, skill, is_launched=launcher is not None),
        mode="thrown" if launcher is None and explosive.effect != "mortar" else "single",
        metres=command.metres,
        modifiers=command.modifiers,
        gm=command.gm,
        area=command.area,
    )
    amounts.parts(context, command.area, "CWN-25")
    to_hit.allow_range(aim.weapon, aim.mode, command.metres)
    is_mortar = explosive.effect == "mortar"
    return ThrowPlan(
        explosive=explosive,
        launcher=launcher,
        hit=to_hit.point_parts(context, combatant, aim),
        ranges=aim.weapon.ranges,
        armor_class=context.number(mechanics.MORTAR_AC)
        if is_mortar
        else context.number(mechanics.THROW_AC),
    )


def explosive_in(combatant: Combatant, key: str) -> tuple[Item, Explosive]:
    """Returns a combatant's explosive; with no key the one in hand, else the first it has.

    Raises:
        RuleError: it has no such explosive, or what it names is none.
    """
    wanted = key or next(
        (each for each in gear.in_hands(combatant) if _is_explosive(combatant, each)), ""
    )
    wanted = wanted or next((item.key for item in combatant.items if item.kind == "explosive"), "")
    item = combatant.item(wanted)
    if item is None:
        raise no_weapon(combatant, key)
    if item.kind != "explosive":
        raise refuse("cwn.no_explosive", rule="CWN-41", weapon=item.name)
    return item, gear.explosive_of(item)


def _is_explosive(combatant: Combatant, key: str) -> bool:
    item = combatant.item(key)
    return item is not None and item.kind == "explosive"


def _launcher(combatant: Combatant, key: str) -> Item | None:
    if not key:
        return None
    item = combatant.item(key)
    if item is None or item.values.get("class") != "launcher":
        raise no_weapon(combatant, key)
    return item


def _as_weapon(item: Item, skill: str, *, is_launched: bool) -> gear.Weapon:
    """Returns what throwing is like: an attack with Dexterity and a skill. Source: CWN-41."""
    kind = "ranged" if is_launched else "thrown"
    values = {**item.values, "class": kind, "attribute": "dex", "skill": skill}
    return gear.weapon_of(replace(item, values=values))


def require_throw(context: RulesContext, combatant: Combatant, plan: ThrowPlan) -> None:
    """Lets a throw pass, or says why not. Source: CWN-25 step 1, CWN-27, CWN-41.

    Raises:
        RuleError: not in hand, none left, another still in the air, or the launcher is empty or hampered.
    """
    explosive, launcher = plan.explosive, plan.launcher
    in_hand = launcher.key if launcher is not None else explosive.key
    name = launcher.name if launcher is not None else explosive.name
    if in_hand not in gear.in_hands(combatant):
        raise refuse("cwn.not_readied", rule="CWN-25", who=combatant.name, weapon=name)
    if explosive.ammo in combatant.gauges and combatant.gauges[explosive.ammo] < 1:
        if explosive.effect == "mortar":
            raise refuse("cwn.empty", rule="CWN-41", weapon=explosive.name, left=0, needed=1)
        raise refuse("cwn.none_left", rule="CWN-41", who=combatant.name, weapon=explosive.name)
    if combatant.has(IN_AIR):
        raise refuse("cwn.blast_waits", rule="CWN-41", who=combatant.name)
    if launcher is None:
        return
    weapon = gear.weapon_of(launcher)
    if combatant.gauges.get(weapon.ammo, 0) < 1:
        raise refuse("cwn.empty", rule="CWN-41", weapon=weapon.name, left=0, needed=1)
    attack_requirements.require_hands(context, combatant, weapon, "single")


def throw(resolution: Resolution, command: Throw) -> Rolling[Message]:
    """Throws at a point against its AC; a miss bounces. Source: CWN-41."""
    context = resolution.context
    actor = action_budget.require_action(context, command.who, "main")
    plan = plan_throw(context, command)
    require_throw(context, actor, plan)
    point = landing.point_of(context, command)
    hit = resolution.parts("throw", plan.hit)
    plan = replace(plan, hit=hit, armor_class=resolution.number("target", plan.armor_class))
    action_budget.pay(resolution, actor.id, "main")
    _take_from_hand(resolution, actor, plan)
    play = TablePlay(resolution)
    landed = yield from rolled_at_table(play, lands, rolled_throw(plan), {"who": actor.id})
    die, is_hit = int(str(play.noted["die"])), bool(landed.is_good)
    result = die + sum_of(plan.hit)
    is_lucky = not is_hit and (
        yield from reactions.lands_by_luck(resolution, actor.id, result, plan.armor_class)
    )
    is_landed = is_hit or is_lucky
    metres, direction = (0, 0) if is_landed else (yield from _bounce(context, actor))
    resolution.fact(
        "throw",
        actor.id,
        None,
        die=die,
        total=result,
        ac=plan.armor_class,
        landed=is_landed,
        metres=metres,
        direction=direction,
        **values_of(plan.hit),
    )
    if is_lucky:
        resolution.record(scene_uses.use_event(actor, reactions.VETERANS_LUCK))
    if point is not None:
        point = landing.bounced(context, actor.id, point, metres, direction)
        x, y = distance.metres_text(point.x), distance.metres_text(point.y)
        resolution.reason("cwn.why.lands", "CWN-41", weapon=plan.explosive.name, x=x, y=y)
    resolution.add_condition(actor.id, landing.in_air_at(plan.explosive.key, point))
    resolution.owe(owed_blast(actor, plan.explosive.name))
    sum_params = {"die": die, "total": result, "ac": plan.armor_class}
    resolution.reason("cwn.why.throw", "CWN-41", parts=sum_text(plan.hit), **sum_params)
    return say(
        f"cwn.log.throw_{'landed' if is_landed else 'bounced'}",
        who=actor.name,
        weapon=plan.explosive.name,
        total=result,
        ac=plan.armor_class,
        metres=metres,
        direction=context.texts.text_of(f"cwn.direction.{direction}"),
    )


def rolled_throw(plan: ThrowPlan) -> rules.ThrowPlan:
    """Returns what a throw is rolled with. Source: CWN-41."""
    return rules.ThrowPlan(sum_of(plan.hit), plan.armor_class)


def _bounce(context: RulesContext, actor: Combatant) -> Rolling[tuple[int, ...]]:
    """One die for the metres, one for the direction. Source: CWN-41."""
    return (
        yield from totals(
            request(
                context, "bounce_distance", actor.id, sides=context.number(mechanics.BOUNCE_SIDES)
            ),
            request(context, "bounce_direction", actor.id, sides=landing.DIRECTIONS),
        )
    )


def _take_from_hand(resolution: Resolution, actor: Combatant, plan: ThrowPlan) -> None:
    """Takes one explosive, and one round of the launcher. Source: CWN-41."""
    ammo, key = plan.explosive.ammo, plan.explosive.key
    if ammo in actor.gauges:
        resolution.change_gauge(actor.id, ammo, -1)
    is_mortar = plan.explosive.effect == "mortar"
    if actor.gauges.get(ammo) == 1 and key in gear.in_hands(actor) and not is_mortar:
        resolution.record(*hands.let_go(actor, key))
    if plan.launcher is not None:
        resolution.change_gauge(actor.id, gear.weapon_of(plan.launcher).ammo, -1)
