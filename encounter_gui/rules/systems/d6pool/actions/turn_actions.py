"""What else can be done with a turn: moving, drawing, aiming, reloading, tasks, first aid. Source: D6P-14 to D6P-25."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.values import Combatant, Condition, Expiry, Item
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
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


def declare(scene: Scene, command: Declare) -> Procedure:
    """Stores what somebody intends to do. Source: D6P-14."""
    yield from ()
    one = scene.known(command.who)
    return Outcome(
        label=say("d6pool.log.declared", who=one.name, intent=command.intent or "–"),
        events=(ev.MemoSet(who=one.id, key="intent", value=command.intent),),
    )


def move(scene: Scene, command: Move) -> Procedure:
    """Moves somebody or changes its position; what it costs lasts to the end of the turn. Source: D6P-18."""
    yield from ()
    one = _mobile(scene, command)
    metres = _allowed_metres(one, command)
    events: list[ev.Event] = (
        [ev.GaugeChanged(who=one.id, gauge="moved", by=metres)] if metres else []
    )
    if command.gait == "stand":
        events.append(ev.ConditionRemoved(who=one.id, key="prone"))
    key = GAIT_CONDITION.get(command.gait)
    if key and not one.has(key):
        until = None if key == "prone" else Expiry(round=scene.state.round)
        events.append(ev.ConditionAdded(who=one.id, condition=Condition(key=key, until=until)))
        events += _dodge_shrinks(scene, one, key)
    if key and not events:
        raise refuse("d6pool.moves_so_already", rule="D6P-18", who=one.name)
    word = "move" if metres or command.gait in ("prone", "stand") else "moves"
    return Outcome(
        label=say(f"d6pool.log.{word}_{command.gait}", who=one.name, metres=metres),
        events=tuple(events),
        reasons=(Reason(text=say(f"d6pool.why.move_{command.gait}"), rule="D6P-18"),),
    )


def _mobile(scene: Scene, command: Move) -> Combatant:
    """Returns who moves; whoever has woken up at 0 or below may do so only very slowly. Source: D6P-43, D6P-45."""
    one = scene.present(command.who)
    if one.has("awake_weak") and not character.is_dead(one):
        if command.gait != "crawl":
            raise refuse("d6pool.too_weak", rule="D6P-45", who=one.name)
    elif character.is_down(one):
        raise refuse("d6pool.is_out", rule="D6P-43", who=one.name)
    return one


def _allowed_metres(one: Combatant, command: Move) -> int:
    gait, metres = command.gait, command.metres
    if gait == "stand" and not one.has("prone"):
        raise refuse("d6pool.not_prone", rule="D6P-18", who=one.name)
    if gait in ("prone", "stand"):
        return 0
    if gait in ("walk", "run") and one.has("prone"):
        raise refuse("d6pool.is_prone", rule="D6P-18", who=one.name)
    limits = {
        "walk": mechanics.WALK_METRES,
        "run": mechanics.RUN_METRES,
        "crawl": mechanics.CRAWL_METRES,
    }
    most = limits["run"] if gait == "walk" and one.has("running") else limits[gait]
    moved = one.gauges.get("moved", 0)
    if metres < 0 or moved + metres > most:
        raise refuse("d6pool.too_far", rule="D6P-18", who=one.name, most=most, moved=moved)
    return metres


def _dodge_shrinks(scene: Scene, one: Combatant, key: str) -> tuple[ev.Event, ...]:
    """By switch, what a movement costs comes off the dodge dice of the turn as well. Source: D6P-18, D6P-31."""
    known = scene.ruleset.condition(key)
    if not scene.switch("d6pool.moveHitsDodge") or known is None:
        return ()
    cost = -sum(effect.amount for effect in known.effects if effect.on == "action")
    cost = min(cost, character.dodge_left(one))
    return (ev.GaugeChanged(who=one.id, gauge=character.DODGE, by=-cost),) if cost > 0 else ()


def draw(scene: Scene, command: Draw) -> Procedure:
    """Draws a weapon: half an action, and 1 die less on attacks of this turn. Source: D6P-21."""
    yield from ()
    one, item = action_budget.actor(scene, command.who), _drawable(scene, command)
    events: list[ev.Event] = [
        ev.MemoSet(who=one.id, key="held", value=item.key),
        ev.GaugeSet(who=one.id, gauge="drew", to=1),
        ev.GaugeSet(who=one.id, gauge="acted", to=1),
        _for_this_turn(scene, one, "drawn"),
    ]
    if one.gauges.get("attacks") or not _leaves_an_attack(item):
        events += action_budget.used(scene, one)
    return Outcome(
        label=say("d6pool.log.drew", who=one.name, weapon=item.name),
        events=tuple(events),
        reasons=(Reason(text=say("d6pool.why.drew"), rule="D6P-21"),),
    )


def _leaves_an_attack(item: Item) -> bool:
    if item.kind == "explosive":
        return False
    return any(mode in ("SA", "FA") for mode in gear.weapon_of(item).modes)


def _drawable(scene: Scene, command: Draw | FastDraw) -> Item:
    one = scene.one(command.who)
    item = next((each for each in one.items if each.key == command.weapon), None)
    if item is None or item.kind == "armor":
        raise no_weapon(one, command.weapon)
    if one.memo.get("held") == item.key:
        raise refuse("d6pool.in_hand", rule="D6P-21", who=one.name, weapon=item.name)
    if one.gauges.get("drew"):
        raise refuse("d6pool.drew_already", rule="D6P-21", who=one.name)
    return item


def fast_draw(scene: Scene, command: FastDraw) -> Procedure:
    """Draws at no cost, or loses the whole turn; the weapon is out either way. Source: D6P-22, D6P-08."""
    one, item = action_budget.actor(scene, command.who), _drawable(scene, command)
    if one.gauges.get("attacks"):
        raise refuse("d6pool.fast_draw_first", rule="D6P-22", who=one.name)
    hero = spend_hero(one, "dexterity", wanted=command.hero)
    pool = fast_draw_pool(action_budget.seen(scene, one.id), command)
    total = yield from roll("fast_draw", one.id, pool.dice)
    is_out = bool(mechanics.succeeds(total, mechanics.FAST_DRAW_DN, pool.dice))
    values = {"dice": pool.dice, "dn": mechanics.FAST_DRAW_DN, "total": total, "drawn": is_out}
    events = (
        *hero,
        ev.MemoSet(who=one.id, key="held", value=item.key),
        ev.Resolved(what="fast_draw", who=one.id, values=values),
        *(
            ()
            if is_out
            else (_for_this_turn(scene, one, "fast_draw_failed"), *whole_turn(scene, one))
        ),
    )
    key = "d6pool.log.fast_drew" if is_out else "d6pool.log.fast_draw_failed"
    return Outcome(
        label=say(key, who=one.name, weapon=item.name, total=total, dn=mechanics.FAST_DRAW_DN),
        events=events,
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-22"),
        ),
    )


def fast_draw_pool(scene: Scene, command: FastDraw) -> Pool:
    """Returns the dice of a fast draw: Dexterity and reflexes, less what hinders any action. Source: D6P-22, D6P-08."""
    one = scene.one(command.who)
    hero = has_hero(one, "dexterity", wanted=command.hero)
    parts = [character.skill_part(scene, one, "dexterity", hero=hero)]
    reflex = items.number(one.sheet.get("reflex"))
    if reflex:
        parts.append(Part(name=scene.words.word("d6pool.reflex"), amount=reflex, rule="D6P-08"))
    parts += character.effects(scene, one, ("action",))
    return Pool(parts=(*parts, *gm_part(scene, command.gm)))


def aim(scene: Scene, command: Aim) -> Procedure:
    """Spends the turn aiming; more turns of it do not add. Source: D6P-23."""
    yield from ()
    one = action_budget.fresh(scene, command.who)
    return Outcome(
        label=say("d6pool.log.aims", who=one.name),
        events=(
            ev.ConditionAdded(who=one.id, condition=Condition(key="aimed")),
            *whole_turn(scene, one),
        ),
        reasons=(Reason(text=say("d6pool.why.aims"), rule="D6P-23"),),
    )


def reload(scene: Scene, command: Reload) -> Procedure:
    """Spends the turn on a new clip, or on up to five single rounds. Source: D6P-24."""
    yield from ()
    one = action_budget.fresh(scene, command.who)
    item = gear.find(one, command.weapon)
    if item is None:
        raise no_weapon(one, command.weapon)
    weapon = gear.weapon_of(item) if item.kind == "weapon" else None
    if weapon is None or not weapon.magazine:
        raise refuse("d6pool.cannot_reload", rule="D6P-24", weapon=item.name)
    left = one.gauges.get(weapon.ammo, 0)
    if left >= weapon.magazine:
        raise refuse("d6pool.is_full", rule="D6P-24", weapon=weapon.name)
    full = (
        min(left + mechanics.RELOAD_ROUNDS, weapon.magazine)
        if weapon.is_single_load
        else weapon.magazine
    )
    return Outcome(
        label=say(
            "d6pool.log.reloads", who=one.name, weapon=weapon.name, left=full, most=weapon.magazine
        ),
        events=(
            ev.GaugeSet(who=one.id, gauge=weapon.ammo, to=full),
            _for_this_turn(scene, one, "reloading"),
            *whole_turn(scene, one),
        ),
        reasons=(Reason(text=say("d6pool.why.reloads"), rule="D6P-24"),),
    )


def task(scene: Scene, command: Task) -> Procedure:
    """Rolls an attribute or skill against a difficulty number: one action. Source: D6P-09, D6P-10, D6P-25."""
    one = _free_to_try(scene, command.who)
    known_skill(scene, command.skill)
    hero = spend_hero(one, command.skill, wanted=command.hero)
    view = action_budget.seen(scene, one.id)
    pool = task_pool(view, view.one(one.id), command)
    total = yield from roll("task", one.id, pool.dice)
    is_done = bool(mechanics.succeeds(total, command.dn, pool.dice))
    values = {"dice": pool.dice, "dn": command.dn, "total": total, "success": is_done}
    return Outcome(
        label=say(
            f"d6pool.log.task_{'done' if is_done else 'failed'}",
            who=one.name,
            skill=pool.parts[0].name,
            total=total,
            dn=command.dn,
        ),
        events=(
            *hero,
            ev.Resolved(what="task", who=one.id, values=values),
            *action_budget.used(scene, one),
        ),
        reasons=(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-09"),
        ),
    )


def oppose(scene: Scene, command: Oppose) -> Procedure:
    """Rolls two against each other until one total is higher: one action. Source: D6P-11, D6P-25."""
    one = _free_to_try(scene, command.who)
    view = action_budget.seen(scene, one.id)
    target = view.known(command.target)
    for skill in (command.skill, command.target_skill or command.skill):
        known_skill(scene, skill)
    hero = spend_hero(one, command.skill, wanted=command.hero)
    mine = Task(who=one.id, skill=command.skill, dn=0, gm=command.gm, hero=command.hero)
    pools = (
        task_pool(view, view.one(one.id), mine),
        _answering_pool(view, target, command.target_skill or command.skill),
    )
    if not pools[0].dice and not pools[1].dice:
        raise refuse("d6pool.nothing_to_oppose", rule="D6P-11", who=one.name, target=target.name)
    total = other = 0
    while total == other:
        total = yield from roll("task", one.id, pools[0].dice)
        other = yield from roll("opposed", target.id, pools[1].dice)
    is_won = bool(mechanics.beats(total, other))
    values = {"total": total, "other": other, "won": is_won}
    return Outcome(
        label=say(
            f"d6pool.log.opposed_{'won' if is_won else 'lost'}",
            who=one.name,
            target=target.name,
            skill=pools[0].parts[0].name,
            total=total,
            other=other,
        ),
        events=(
            *hero,
            ev.Resolved(what="opposed", who=one.id, target=target.id, values=values),
            *action_budget.used(scene, one),
        ),
        reasons=tuple(
            Reason(text=say("d6pool.why.pool", parts=pool.text, dice=pool.dice), rule="D6P-11")
            for pool in pools
        ),
    )


def task_pool(scene: Scene, one: Combatant, command: Task) -> Pool:
    """Returns the dice of a task. Source: D6P-09, D6P-18, D6P-42."""
    hero = has_hero(one, command.skill, wanted=command.hero)
    first = character.skill_part(scene, one, command.skill, hero=hero)
    parts = (first, *character.effects(scene, one, ("action",)), *gm_part(scene, command.gm))
    return Pool(parts=parts)


def _answering_pool(scene: Scene, one: Combatant, skill: str) -> Pool:
    """Returns the dice of who is rolled against: a Hero Point of an action of its own does not reach so far."""
    first = character.skill_part(scene, one, skill)
    return Pool(parts=(first, *character.effects(scene, one, ("action",))))


def known_skill(scene: Scene, skill: str) -> None:
    """Lets a skill or attribute pass that the sheet has.

    Raises:
        RuleError: it has none of this name.
    """
    if not any(each.key == skill for each in scene.ruleset.fields):
        raise refuse("rules.no_such_field", field=skill)


def _free_to_try(scene: Scene, who: CombatantId) -> Combatant:
    one = action_budget.actor(scene, who)
    if one.gauges.get("attacks"):
        raise refuse("d6pool.action_spent", rule="D6P-17", who=one.name)
    return one


def hero(scene: Scene, command: Hero) -> Procedure:
    """Doubles all attributes and skills for this turn, before initiative is rolled. Source: D6P-12."""
    yield from ()
    one = scene.present(command.who)
    if scene.state.slots:
        raise refuse("d6pool.hero_before_initiative", rule="D6P-12", who=one.name)
    if one.has("heroic"):
        raise refuse("d6pool.is_heroic", rule="D6P-12", who=one.name)
    if one.gauges.get("hero", 0) < 1:
        raise refuse("d6pool.no_hero_points", rule="D6P-12", who=one.name)
    return Outcome(
        label=say("d6pool.log.hero", who=one.name),
        events=(
            ev.GaugeChanged(who=one.id, gauge="hero", by=-1),
            ev.GaugeChanged(who=one.id, gauge=character.DODGE, by=character.dodge_pool(scene, one)),
            _for_this_turn(scene, one, "heroic"),
        ),
        reasons=(Reason(text=say("d6pool.why.hero"), rule="D6P-12"),),
    )


def wait(scene: Scene, command: Wait) -> Procedure:
    """Spends the rest of an action on nothing. Source: D6P-17."""
    yield from ()
    one = action_budget.actor(scene, command.who)
    return Outcome(
        label=say("d6pool.log.waits_out", who=one.name), events=action_budget.used(scene, one)
    )


def leave(scene: Scene, command: Leave) -> Procedure:
    """Takes somebody out of the fight who is not down. Source: D6P-49."""
    yield from ()
    one = scene.known(command.who)
    if "left" in one.flags:
        raise refuse("d6pool.left_already", rule="D6P-49", who=one.name)
    return Outcome(
        label=say("d6pool.log.left", who=one.name),
        events=(ev.FlagSet(who=one.id, flag="left", on=True),),
        reasons=(Reason(text=say("d6pool.why.left"), rule="D6P-49"),),
    )


def whole_turn(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the events of a turn that is gone, second action included. Source: D6P-16."""
    return (_for_this_turn(scene, one, "busy"), *action_budget.used(scene, one))


def _for_this_turn(scene: Scene, one: Combatant, key: str) -> ev.Event:
    until = Expiry(round=scene.state.round)
    return ev.ConditionAdded(who=one.id, condition=Condition(key=key, until=until))
