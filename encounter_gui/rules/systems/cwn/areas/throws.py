"""Throwing, launching and lobbing explosives at a point. Source: CWN-41, CWN-42."""

from collections.abc import Generator
from dataclasses import dataclass, replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Item
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier, sum_text, total
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.combat import reactions, to_hit
from encounter_gui.rules.systems.cwn.combat.attack_plan import no_weapon
from encounter_gui.rules.systems.cwn.commands import Throw
from encounter_gui.rules.systems.cwn.harm import falling
from encounter_gui.rules.systems.cwn.sheet import action_budget, gear
from encounter_gui.rules.systems.cwn.sheet.checks import known_skill
from encounter_gui.rules.systems.cwn.sheet.gear import Explosive

IN_AIR = "in_air"
"""The condition of who has thrown what has not gone off yet; its note is the item."""

DIRECTIONS = 8
"""Ways a grenade may bounce: 1 onward, then clockwise. Source: CWN-41."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowPlan:
    """What a throw at a point will be rolled with: the parts of the bonus against the AC of the point."""

    explosive: Explosive
    launcher: Item | None
    hit: tuple[Modifier, ...]
    armor_class: int


def plan_throw(context: RulesContext, command: Throw) -> ThrowPlan:
    """Returns what a throw will be rolled with, whether or not it may be made now. Source: CWN-41.

    Raises:
        RuleError: there is no such explosive, launcher or skill, or the point is out of range.
    """
    combatant = context.known_combatant(command.who)
    item, explosive = explosive_in(combatant, command.weapon)
    launcher = _launcher(combatant, command.launcher)
    skill = command.skill or "shoot"
    known_skill(context, skill)
    if explosive.is_placed and launcher is None:
        raise refuse("cwn.cannot_throw", rule="CWN-42", weapon=item.name)
    aim = to_hit.Aim(
        weapon=_as_weapon(launcher or item, skill, is_launched=launcher is not None),
        mode="thrown" if launcher is None and explosive.effect != "mortar" else "single",
        metres=command.metres,
        modifiers=command.modifiers,
        gm=command.gm,
    )
    to_hit.allow_range(aim.weapon, aim.mode, command.metres)
    is_mortar = explosive.effect == "mortar"
    return ThrowPlan(
        explosive=explosive,
        launcher=launcher,
        hit=to_hit.point_parts(context, combatant, aim),
        armor_class=mechanics.MORTAR_AC if is_mortar else mechanics.THROW_AC,
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


def allow_throw(context: RulesContext, combatant: Combatant, plan: ThrowPlan) -> None:
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
        raise refuse("cwn.none_left", rule="CWN-41", who=combatant.name, weapon=explosive.name)
    if combatant.has(IN_AIR):
        raise refuse("cwn.blast_waits", rule="CWN-41", who=combatant.name)
    if launcher is None:
        return
    weapon = gear.weapon_of(launcher)
    if weapon.hands > 1 and combatant.has("one_hand"):
        raise refuse("cwn.needs_two_hands", rule="CWN-64", who=combatant.name, weapon=weapon.name)
    if combatant.gauges.get(weapon.ammo, 0) < 1:
        raise refuse("cwn.empty", rule="CWN-41", weapon=weapon.name, left=0, needed=1)
    if to_hit.crowding(context, combatant, weapon, "single") is None:
        raise refuse(
            "cwn.two_hands_in_melee", rule="CWN-27", who=combatant.name, weapon=weapon.name
        )


def throw(context: RulesContext, command: Throw) -> Procedure:
    """Throws at a point against its AC; a miss bounces. Source: CWN-41."""
    combatant = action_budget.actor(context, command.who, "main")
    plan = plan_throw(context, command)
    allow_throw(context, combatant, plan)
    die = yield from rolls.roll_one("throw", combatant.id, 20)
    bonus = total(plan.hit)
    landed = bool(mechanics.hits(die, bonus, plan.armor_class))
    lucky = () if landed else (yield from reactions.luck(combatant, die + bonus, plan.armor_class))
    landed = landed or bool(lucky)
    metres, direction = (0, 0) if landed else (yield from _bounce(combatant))
    values = {"die": die, "total": die + bonus, "ac": plan.armor_class, "landed": landed}
    word = "landed" if landed else "bounced"
    return Outcome(
        label=say(
            f"cwn.log.throw_{word}",
            who=combatant.name,
            weapon=plan.explosive.name,
            total=die + bonus,
            ac=plan.armor_class,
            metres=metres,
            direction=context.texts.text_of(f"cwn.direction.{direction}"),
        ),
        events=(
            ev.Resolved(
                what="throw",
                who=combatant.id,
                values={**values, "metres": metres, "direction": direction},
            ),
            *lucky,
            *_gone(combatant, plan),
            ev.ConditionAdded(
                who=combatant.id, condition=Condition(key=IN_AIR, note=plan.explosive.key)
            ),
            *action_budget.paid(context, combatant, "main"),
        ),
        reasons=(
            Reason(
                text=say(
                    "cwn.why.throw",
                    die=die,
                    parts=sum_text(plan.hit),
                    total=die + bonus,
                    ac=plan.armor_class,
                ),
                rule="CWN-41",
            ),
        ),
    )


def _bounce(combatant: Combatant) -> Generator[Ask, Answer, tuple[int, int]]:
    """One die for the metres, one for the direction. Source: CWN-41."""
    metres, direction = yield from rolls.together(
        rolls.request("bounce_distance", combatant.id, mechanics.BOUNCE_SIDES),
        rolls.request("bounce_direction", combatant.id, DIRECTIONS),
    )
    return metres, direction


def _gone(combatant: Combatant, plan: ThrowPlan) -> tuple[ev.Event, ...]:
    """Returns the events of one explosive less, and one round of the launcher. Source: CWN-41."""
    events: list[ev.Event] = []
    ammo = plan.explosive.ammo
    if ammo in combatant.gauges:
        events.append(ev.GaugeChanged(who=combatant.id, gauge=ammo, by=-1))
    if combatant.gauges.get(ammo) == 1 and plan.explosive.key in gear.in_hands(combatant):
        events += falling.let_go(combatant, plan.explosive.key)
    if plan.launcher is not None:
        gauge = gear.weapon_of(plan.launcher).ammo
        events.append(ev.GaugeChanged(who=combatant.id, gauge=gauge, by=-1))
    return tuple(events)
