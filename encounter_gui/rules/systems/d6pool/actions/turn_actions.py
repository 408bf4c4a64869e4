"""What else can be done with a turn: moving, drawing, aiming, reloading, tasks, first aid. Source: D6P-14 to D6P-25."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Item
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model import items
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat.attack_plan import gm_part, has_hero, no_weapon
from encounter_gui.rules.systems.d6pool.combat.strike import roll, spend_hero
from encounter_gui.rules.systems.d6pool.commands import (
    Aim,
    Declare,
    Draw,
    FastDraw,
    Hero,
    Leave,
    Move,
    Oppose,
    Reload,
    Task,
    Wait,
)
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.sheet.character import Pool
from encounter_gui.rules.systems.d6pool.turns import action_budget

GAIT_CONDITION = {"run": "running", "crawl": "crawling", "stand": "got_up", "prone": "prone"}


def declare(context: RulesContext, command: Declare) -> Procedure:
    """Stores what somebody intends to do. Source: D6P-14."""
    yield from ()
    combatant = context.known_combatant(command.who)
    return Outcome(
        label=say("d6pool.log.declared", who=combatant.name, intent=command.intent or "–"),
        events=(ev.MemoSet(who=combatant.id, key="intent", value=command.intent),),
    )


def move(context: RulesContext, command: Move) -> Procedure:
    """Moves somebody or changes its position; what it costs lasts to the end of the turn. Source: D6P-18."""
    yield from ()
    combatant = _mobile(context, command)
    metres = _allowed_metres(combatant, command)
    events: list[ev.Event] = (
        [ev.GaugeChanged(who=combatant.id, gauge="moved", by=metres)] if metres else []
    )
    if command.gait == "stand":
        events.append(ev.ConditionRemoved(who=combatant.id, key="prone"))
    key = GAIT_CONDITION.get(command.gait)
    if key and not combatant.has(key):
        until = None if key == "prone" else Expiry(round=context.state.round)
        events.append(
            ev.ConditionAdded(who=combatant.id, condition=Condition(key=key, until=until))
        )
        events += _dodge_shrinks(context, combatant, key)
    if key and not events:
        raise refuse("d6pool.moves_so_already", rule="D6P-18", who=combatant.name)
    word = "move" if metres or command.gait in ("prone", "stand") else "moves"
    return Outcome(
        label=say(f"d6pool.log.{word}_{command.gait}", who=combatant.name, metres=metres),
        events=tuple(events),
        reasons=(Reason(text=say(f"d6pool.why.move_{command.gait}"), rule="D6P-18"),),
    )


def _mobile(context: RulesContext, command: Move) -> Combatant:
    """Returns who moves; whoever has woken up at 0 or below may do so only very slowly. Source: D6P-43, D6P-45."""
    combatant = context.active_combatant(command.who)
    if combatant.has("awake_weak") and not character.is_dead(combatant):
        if command.gait != "crawl":
            raise refuse("d6pool.too_weak", rule="D6P-45", who=combatant.name)
    elif character.is_down(combatant):
        raise refuse("d6pool.is_out", rule="D6P-43", who=combatant.name)
    return combatant


def _allowed_metres(combatant: Combatant, command: Move) -> int:
    gait, metres = command.gait, command.metres
    if gait == "stand" and not combatant.has("prone"):
        raise refuse("d6pool.not_prone", rule="D6P-18", who=combatant.name)
    if gait in ("prone", "stand"):
        return 0
    if gait in ("walk", "run") and combatant.has("prone"):
        raise refuse("d6pool.is_prone", rule="D6P-18", who=combatant.name)
    limits = {
        "walk": mechanics.WALK_METRES,
        "run": mechanics.RUN_METRES,
        "crawl": mechanics.CRAWL_METRES,
    }
    most = limits["run"] if gait == "walk" and combatant.has("running") else limits[gait]
    moved = combatant.gauges.get("moved", 0)
    if metres < 0 or moved + metres > most:
        raise refuse("d6pool.too_far", rule="D6P-18", who=combatant.name, most=most, moved=moved)
    return metres


def _dodge_shrinks(context: RulesContext, combatant: Combatant, key: str) -> tuple[ev.Event, ...]:
    """By switch, what a movement costs comes off the dodge dice of the turn as well. Source: D6P-18, D6P-31."""
    known = context.ruleset.condition(key)
    if not context.switch("d6pool.moveHitsDodge") or known is None:
        return ()
    cost = -sum(effect.amount for effect in known.effects if effect.on == "action")
    cost = min(cost, character.dodge_left(combatant))
    return (ev.GaugeChanged(who=combatant.id, gauge=character.DODGE, by=-cost),) if cost > 0 else ()


def draw(context: RulesContext, command: Draw) -> Procedure:
    """Draws a weapon: half an action, and 1 die less on attacks of this turn. Source: D6P-21."""
    yield from ()
    combatant, item = action_budget.actor(context, command.who), _drawable(context, command)
    events: list[ev.Event] = [
        ev.MemoSet(who=combatant.id, key="held", value=item.key),
        ev.GaugeSet(who=combatant.id, gauge="drew", to=1),
        ev.GaugeSet(who=combatant.id, gauge="acted", to=1),
        _for_this_turn(context, combatant, "drawn"),
    ]
    if combatant.gauges.get("attacks") or not _leaves_an_attack(item):
        events += action_budget.used(context, combatant)
    return Outcome(
        label=say("d6pool.log.drew", who=combatant.name, weapon=item.name),
        events=tuple(events),
        reasons=(Reason(text=say("d6pool.why.drew"), rule="D6P-21"),),
    )


def _leaves_an_attack(item: Item) -> bool:
    if item.kind == "explosive":
        return False
    return any(mode in ("SA", "FA") for mode in gear.weapon_of(item).modes)


def _drawable(context: RulesContext, command: Draw | FastDraw) -> Item:
    combatant = context.combatant(command.who)
    item = next((each for each in combatant.items if each.key == command.weapon), None)
    if item is None or item.kind == "armor":
        raise no_weapon(combatant, command.weapon)
    if combatant.memo.get("held") == item.key:
        raise refuse("d6pool.in_hand", rule="D6P-21", who=combatant.name, weapon=item.name)
    if combatant.gauges.get("drew"):
        raise refuse("d6pool.drew_already", rule="D6P-21", who=combatant.name)
    return item


def fast_draw(context: RulesContext, command: FastDraw) -> Procedure:
    """Draws at no cost, or loses the whole turn; the weapon is out either way. Source: D6P-22, D6P-08."""
    combatant, item = action_budget.actor(context, command.who), _drawable(context, command)
    if combatant.gauges.get("attacks"):
        raise refuse("d6pool.fast_draw_first", rule="D6P-22", who=combatant.name)
    hero = spend_hero(combatant, "dexterity", wanted=command.hero)
    pool = fast_draw_pool(action_budget.seen(context, combatant.id), command)
    total = yield from roll("fast_draw", combatant.id, pool.dice)
    is_out = bool(mechanics.succeeds(total, mechanics.FAST_DRAW_DN, pool.dice))
    values = {"dice": pool.dice, "dn": mechanics.FAST_DRAW_DN, "total": total, "drawn": is_out}
    events = (
        *hero,
        ev.MemoSet(who=combatant.id, key="held", value=item.key),
        ev.Resolved(what="fast_draw", who=combatant.id, values=values),
        *(
            ()
            if is_out
            else (
                _for_this_turn(context, combatant, "fast_draw_failed"),
                *whole_turn(context, combatant),
            )
        ),
    )
    key = "d6pool.log.fast_drew" if is_out else "d6pool.log.fast_draw_failed"
    return Outcome(
        label=say(
            key, who=combatant.name, weapon=item.name, total=total, dn=mechanics.FAST_DRAW_DN
        ),
        events=events,
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-22"),
        ),
    )


def fast_draw_pool(context: RulesContext, command: FastDraw) -> Pool:
    """Returns the dice of a fast draw: Dexterity and reflexes, less what hinders any action. Source: D6P-22, D6P-08."""
    combatant = context.combatant(command.who)
    hero = has_hero(combatant, "dexterity", wanted=command.hero)
    modifiers = [character.skill_part(context, combatant, "dexterity", hero=hero)]
    reflex = items.number(combatant.sheet.get("reflex"))
    if reflex:
        modifiers.append(
            Modifier(name=context.texts.text_of("d6pool.reflex"), amount=reflex, rule="D6P-08")
        )
    modifiers += character.effects(context, combatant, ("action",))
    return Pool(parts=(*modifiers, *gm_part(context, command.gm)))


def aim(context: RulesContext, command: Aim) -> Procedure:
    """Spends the turn aiming; more turns of it do not add. Source: D6P-23."""
    yield from ()
    combatant = action_budget.require_unspent_turn(context, command.who)
    return Outcome(
        label=say("d6pool.log.aims", who=combatant.name),
        events=(
            ev.ConditionAdded(who=combatant.id, condition=Condition(key="aimed")),
            *whole_turn(context, combatant),
        ),
        reasons=(Reason(text=say("d6pool.why.aims"), rule="D6P-23"),),
    )


def reload(context: RulesContext, command: Reload) -> Procedure:
    """Spends the turn on a new clip, or on up to five single rounds. Source: D6P-24."""
    yield from ()
    combatant = action_budget.require_unspent_turn(context, command.who)
    item = gear.find(combatant, command.weapon)
    if item is None:
        raise no_weapon(combatant, command.weapon)
    weapon = gear.weapon_of(item) if item.kind == "weapon" else None
    if weapon is None or not weapon.magazine:
        raise refuse("d6pool.cannot_reload", rule="D6P-24", weapon=item.name)
    left = combatant.gauges.get(weapon.ammo, 0)
    if left >= weapon.magazine:
        raise refuse("d6pool.is_full", rule="D6P-24", weapon=weapon.name)
    full = (
        min(left + mechanics.RELOAD_ROUNDS, weapon.magazine)
        if weapon.is_single_load
        else weapon.magazine
    )
    return Outcome(
        label=say(
            "d6pool.log.reloads",
            who=combatant.name,
            weapon=weapon.name,
            left=full,
            most=weapon.magazine,
        ),
        events=(
            ev.GaugeSet(who=combatant.id, gauge=weapon.ammo, to=full),
            _for_this_turn(context, combatant, "reloading"),
            *whole_turn(context, combatant),
        ),
        reasons=(Reason(text=say("d6pool.why.reloads"), rule="D6P-24"),),
    )


def task(context: RulesContext, command: Task) -> Procedure:
    """Rolls an attribute or skill against a difficulty number: one action. Source: D6P-09, D6P-10, D6P-25."""
    combatant = _free_to_try(context, command.who)
    known_skill(context, command.skill)
    hero = spend_hero(combatant, command.skill, wanted=command.hero)
    view = action_budget.seen(context, combatant.id)
    pool = task_pool(view, view.combatant(combatant.id), command)
    total = yield from roll("task", combatant.id, pool.dice)
    is_done = bool(mechanics.succeeds(total, command.dn, pool.dice))
    values = {"dice": pool.dice, "dn": command.dn, "total": total, "success": is_done}
    return Outcome(
        label=say(
            f"d6pool.log.task_{'done' if is_done else 'failed'}",
            who=combatant.name,
            skill=pool.parts[0].name,
            total=total,
            dn=command.dn,
        ),
        events=(
            *hero,
            ev.Resolved(what="task", who=combatant.id, values=values),
            *action_budget.used(context, combatant),
        ),
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-09"),
        ),
    )


def oppose(context: RulesContext, command: Oppose) -> Procedure:
    """Rolls two against each other until one total is higher: one action. Source: D6P-11, D6P-25."""
    combatant = _free_to_try(context, command.who)
    view = action_budget.seen(context, combatant.id)
    target = view.known_combatant(command.target)
    for skill in (command.skill, command.target_skill or command.skill):
        known_skill(context, skill)
    hero = spend_hero(combatant, command.skill, wanted=command.hero)
    mine = Task(who=combatant.id, skill=command.skill, dn=0, gm=command.gm, hero=command.hero)
    pools = (
        task_pool(view, view.combatant(combatant.id), mine),
        _answering_pool(view, target, command.target_skill or command.skill),
    )
    if not pools[0].dice and not pools[1].dice:
        raise refuse(
            "d6pool.nothing_to_oppose", rule="D6P-11", who=combatant.name, target=target.name
        )
    total = other = 0
    while total == other:
        total = yield from roll("task", combatant.id, pools[0].dice)
        other = yield from roll("opposed", target.id, pools[1].dice)
    is_won = bool(mechanics.beats(total, other))
    values = {"total": total, "other": other, "won": is_won}
    return Outcome(
        label=say(
            f"d6pool.log.opposed_{'won' if is_won else 'lost'}",
            who=combatant.name,
            target=target.name,
            skill=pools[0].parts[0].name,
            total=total,
            other=other,
        ),
        events=(
            *hero,
            ev.Resolved(what="opposed", who=combatant.id, target=target.id, values=values),
            *action_budget.used(context, combatant),
        ),
        reasons=tuple(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-11")
            for pool in pools
        ),
    )


def task_pool(context: RulesContext, combatant: Combatant, command: Task) -> Pool:
    """Returns the dice of a task. Source: D6P-09, D6P-18, D6P-42."""
    hero = has_hero(combatant, command.skill, wanted=command.hero)
    first = character.skill_part(context, combatant, command.skill, hero=hero)
    modifiers = (
        first,
        *character.effects(context, combatant, ("action",)),
        *gm_part(context, command.gm),
    )
    return Pool(parts=modifiers)


def _answering_pool(context: RulesContext, combatant: Combatant, skill: str) -> Pool:
    """Returns the dice of who is rolled against: a Hero Point of an action of its own does not reach so far."""
    first = character.skill_part(context, combatant, skill)
    return Pool(parts=(first, *character.effects(context, combatant, ("action",))))


def known_skill(context: RulesContext, skill: str) -> None:
    """Lets a skill or attribute pass that the sheet has.

    Raises:
        RuleError: it has none of this name.
    """
    if not any(each.key == skill for each in context.ruleset.fields):
        raise refuse("rules.no_such_field", field=skill)


def _free_to_try(context: RulesContext, who: CombatantId) -> Combatant:
    combatant = action_budget.actor(context, who)
    if combatant.gauges.get("attacks"):
        raise refuse("d6pool.action_spent", rule="D6P-17", who=combatant.name)
    return combatant


def hero(context: RulesContext, command: Hero) -> Procedure:
    """Doubles all attributes and skills for this turn, before initiative is rolled. Source: D6P-12."""
    yield from ()
    combatant = context.active_combatant(command.who)
    if context.state.slots:
        raise refuse("d6pool.hero_before_initiative", rule="D6P-12", who=combatant.name)
    if combatant.has("heroic"):
        raise refuse("d6pool.is_heroic", rule="D6P-12", who=combatant.name)
    if combatant.gauges.get("hero", 0) < 1:
        raise refuse("d6pool.no_hero_points", rule="D6P-12", who=combatant.name)
    return Outcome(
        label=say("d6pool.log.hero", who=combatant.name),
        events=(
            ev.GaugeChanged(who=combatant.id, gauge="hero", by=-1),
            ev.GaugeChanged(
                who=combatant.id, gauge=character.DODGE, by=character.dodge_pool(context, combatant)
            ),
            _for_this_turn(context, combatant, "heroic"),
        ),
        reasons=(Reason(text=say("d6pool.why.hero"), rule="D6P-12"),),
    )


def wait(context: RulesContext, command: Wait) -> Procedure:
    """Spends the rest of an action on nothing. Source: D6P-17."""
    yield from ()
    combatant = action_budget.actor(context, command.who)
    return Outcome(
        label=say("d6pool.log.waits_out", who=combatant.name),
        events=action_budget.used(context, combatant),
    )


def leave(context: RulesContext, command: Leave) -> Procedure:
    """Takes somebody out of the fight who is not down. Source: D6P-49."""
    yield from ()
    combatant = context.known_combatant(command.who)
    if "left" in combatant.flags:
        raise refuse("d6pool.left_already", rule="D6P-49", who=combatant.name)
    return Outcome(
        label=say("d6pool.log.left", who=combatant.name),
        events=(ev.FlagSet(who=combatant.id, flag="left", on=True),),
        reasons=(Reason(text=say("d6pool.why.left"), rule="D6P-49"),),
    )


def whole_turn(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of a turn that is gone, second action included. Source: D6P-16."""
    return (_for_this_turn(context, combatant, "busy"), *action_budget.used(context, combatant))


def _for_this_turn(context: RulesContext, combatant: Combatant, key: str) -> ev.Event:
    until = Expiry(round=context.state.round)
    return ev.ConditionAdded(who=combatant.id, condition=Condition(key=key, until=until))
