"""Throwing, launching and lobbing explosives at a point. Source: CWN-41, CWN-42."""

from collections.abc import Generator
from dataclasses import dataclass, replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Item
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.modifiers import Part, sum_text, total
from encounter_gui.rules.engine.scene import Scene
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
    hit: tuple[Part, ...]
    armor_class: int


def plan_throw(scene: Scene, command: Throw) -> ThrowPlan:
    """Returns what a throw will be rolled with, whether or not it may be made now. Source: CWN-41.

    Raises:
        RuleError: there is no such explosive, launcher or skill, or the point is out of range.
    """
    one = scene.known(command.who)
    item, explosive = explosive_in(one, command.weapon)
    launcher = _launcher(one, command.launcher)
    skill = command.skill or "shoot"
    known_skill(scene, skill)
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
        hit=to_hit.point_parts(scene, one, aim),
        armor_class=mechanics.MORTAR_AC if is_mortar else mechanics.THROW_AC,
    )


def explosive_in(one: Combatant, key: str) -> tuple[Item, Explosive]:
    """Returns a combatant's explosive; with no key the one in hand, else the first it has.

    Raises:
        RuleError: it has no such explosive, or what it names is none.
    """
    wanted = key or next((each for each in gear.in_hands(one) if _is_explosive(one, each)), "")
    wanted = wanted or next((item.key for item in one.items if item.kind == "explosive"), "")
    item = one.item(wanted)
    if item is None:
        raise no_weapon(one, key)
    if item.kind != "explosive":
        raise refuse("cwn.no_explosive", rule="CWN-41", weapon=item.name)
    return item, gear.explosive_of(item)


def _is_explosive(one: Combatant, key: str) -> bool:
    item = one.item(key)
    return item is not None and item.kind == "explosive"


def _launcher(one: Combatant, key: str) -> Item | None:
    if not key:
        return None
    item = one.item(key)
    if item is None or item.values.get("class") != "launcher":
        raise no_weapon(one, key)
    return item


def _as_weapon(item: Item, skill: str, *, is_launched: bool) -> gear.Weapon:
    """Returns what throwing is like: an attack with Dexterity and a skill. Source: CWN-41."""
    kind = "ranged" if is_launched else "thrown"
    values = {**item.values, "class": kind, "attribute": "dex", "skill": skill}
    return gear.weapon_of(replace(item, values=values))


def allow_throw(scene: Scene, one: Combatant, plan: ThrowPlan) -> None:
    """Lets a throw pass, or says why not. Source: CWN-25 step 1, CWN-27, CWN-41.

    Raises:
        RuleError: not in hand, none left, another still in the air, or the launcher is empty or hampered.
    """
    explosive, launcher = plan.explosive, plan.launcher
    in_hand = launcher.key if launcher is not None else explosive.key
    name = launcher.name if launcher is not None else explosive.name
    if in_hand not in gear.in_hands(one):
        raise refuse("cwn.not_readied", rule="CWN-25", who=one.name, weapon=name)
    if explosive.ammo in one.gauges and one.gauges[explosive.ammo] < 1:
        raise refuse("cwn.none_left", rule="CWN-41", who=one.name, weapon=explosive.name)
    if one.has(IN_AIR):
        raise refuse("cwn.blast_waits", rule="CWN-41", who=one.name)
    if launcher is None:
        return
    weapon = gear.weapon_of(launcher)
    if weapon.hands > 1 and one.has("one_hand"):
        raise refuse("cwn.needs_two_hands", rule="CWN-64", who=one.name, weapon=weapon.name)
    if one.gauges.get(weapon.ammo, 0) < 1:
        raise refuse("cwn.empty", rule="CWN-41", weapon=weapon.name, left=0, needed=1)
    if to_hit.crowding(scene, one, weapon, "single") is None:
        raise refuse("cwn.two_hands_in_melee", rule="CWN-27", who=one.name, weapon=weapon.name)


def throw(scene: Scene, command: Throw) -> Procedure:
    """Throws at a point against its AC; a miss bounces. Source: CWN-41."""
    one = action_budget.actor(scene, command.who, "main")
    plan = plan_throw(scene, command)
    allow_throw(scene, one, plan)
    die = yield from rolls.one("throw", one.id, 20)
    bonus = total(plan.hit)
    landed = bool(mechanics.hits(die, bonus, plan.armor_class))
    lucky = () if landed else (yield from reactions.luck(one, die + bonus, plan.armor_class))
    landed = landed or bool(lucky)
    metres, direction = (0, 0) if landed else (yield from _bounce(one))
    values = {"die": die, "total": die + bonus, "ac": plan.armor_class, "landed": landed}
    word = "landed" if landed else "bounced"
    return Outcome(
        label=say(
            f"cwn.log.throw_{word}",
            who=one.name,
            weapon=plan.explosive.name,
            total=die + bonus,
            ac=plan.armor_class,
            metres=metres,
            direction=scene.words.word(f"cwn.direction.{direction}"),
        ),
        events=(
            ev.Resolved(
                what="throw",
                who=one.id,
                values={**values, "metres": metres, "direction": direction},
            ),
            *lucky,
            *_gone(one, plan),
            ev.ConditionAdded(who=one.id, condition=Condition(key=IN_AIR, note=plan.explosive.key)),
            *action_budget.paid(scene, one, "main"),
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


def _bounce(one: Combatant) -> Generator[Ask, Answer, tuple[int, int]]:
    """One die for the metres, one for the direction. Source: CWN-41."""
    metres, direction = yield from rolls.together(
        rolls.request("bounce_distance", one.id, mechanics.BOUNCE_SIDES),
        rolls.request("bounce_direction", one.id, DIRECTIONS),
    )
    return metres, direction


def _gone(one: Combatant, plan: ThrowPlan) -> tuple[ev.Event, ...]:
    """Returns the events of one explosive less, and one round of the launcher. Source: CWN-41."""
    events: list[ev.Event] = []
    ammo = plan.explosive.ammo
    if ammo in one.gauges:
        events.append(ev.GaugeChanged(who=one.id, gauge=ammo, by=-1))
    if one.gauges.get(ammo) == 1 and plan.explosive.key in gear.in_hands(one):
        events += falling.let_go(one, plan.explosive.key)
    if plan.launcher is not None:
        gauge = gear.weapon_of(plan.launcher).ammo
        events.append(ev.GaugeChanged(who=one.id, gauge=gauge, by=-1))
    return tuple(events)
